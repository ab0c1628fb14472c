"""StopIteration in generators."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    raise StopIteration\n",
        "class C(object):\n    def __next__(self):\n        raise StopIteration\n",
        "def f():\n    yield 1\n    def g():\n        raise StopIteration\n",
        "def f():\n    yield 1\n    try:\n        raise StopIteration\n    except StopIteration:\n        pass\n",
        "def f():\n    yield 1\n    try:\n        x = next(it)\n    except (A, StopIteration):\n        return\n",
        "def f():\n    n = itertools.count()\n    yield next(n)\n",
        "def f():\n    x = next(it, None)\n    yield x\n",
        "def f(it):\n    x = next(it)\n    return x\n",
        "def f(it):\n    try:\n        x = next(it)\n    except StopIteration:\n        raise\n",
        "def f():\n    yield 1\n    try:\n        g()\n    except (A, StopIteration):\n        raise\n",
        "def f():\n    yield 1\n    try:\n        g()\n    except StopIteration:\n        def h(): raise\n",
        "def f(StopIteration):\n    yield 1\n    raise StopIteration\n",
    ],
)
def test_leaves_what_leaves_no_generator(text):
    check_untouched("stop_iteration", "import itertools\n" + text, python2=True)


def test_leaves_next_in_a_file_that_may_be_python_3():
    check_untouched("stop_iteration", "def f(it):\n    yield next(it)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f():\n    yield 1\n    raise StopIteration\n", "def f():\n    yield 1\n    return\n"),
        (
            "def f(it):\n    try:\n        yield next(it)\n    except StopIteration:\n        if a: raise\n",
            "def f(it):\n    try:\n        yield next(it)\n    except StopIteration:\n        if a: return\n",
        ),
        (
            "def f():\n    if a: raise StopIteration()\n    yield 1\n",
            "def f():\n    if a: return\n    yield 1\n",
        ),
        (
            "def f():\n    try:\n        yield 1\n        raise StopIteration\n    except ValueError:\n        pass\n",
            "def f():\n    try:\n        yield 1\n        return\n    except ValueError:\n        pass\n",
        ),
    ],
)
def test_ends_the_generator_by_return(before, after):
    check_rule("stop_iteration", before, after)


def test_ends_the_generator_with_the_iterator_it_reads():
    before = "def f(it):\n    while 1:\n        yield next(it), next(it)\n"
    after = (
        "def f(it):\n    while 1:\n        try:\n            yield next(it), next(it)\n"
        "        except StopIteration:\n            return\n"
    )
    check_rule("stop_iteration", before, after, python2=True)


def test_a_loop_on_one_line_is_opened():
    before = "def f(it):\n    while 1: yield next(it)\n"
    after = (
        "def f(it):\n    while 1:\n        try:\n            yield next(it)\n"
        "        except StopIteration:\n            return\n"
    )
    check_rule("stop_iteration", before, after, python2=True)


@pytest.mark.parametrize(
    "helper",
    [
        "def take(it):\n    return it.next()\n",
        "def take(it):\n    if not it: raise StopIteration\n    return it.pop()\n",
    ],
)
def test_catches_what_a_function_lets_through(helper):
    before = helper + "def g(it):\n    while 1:\n        yield take(it)\n"
    after = (
        helper + "def g(it):\n    while 1:\n        try:\n            yield take(it)\n"
        "        except StopIteration:\n            return\n"
    )
    check_rule("stop_iteration", before, after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "def take(it):\n    return it.next()\nx = take(y)\n",
        "def take(it):\n    return it.next()\ndef g(it):\n    return take(it)\n",
        "def take(it):\n    try: return it.next()\n    except StopIteration: return\ndef g(it): yield take(it)\n",
        "class A:\n    def take(self):\n        return self.it.next()\ndef g(it):\n    yield take(it)\n",
        "class A:\n    def next(self):\n        raise StopIteration\nx = A().next()\n",
    ],
)  # fmt: skip
def test_leaves_functions_that_no_generator_calls(text):
    check_untouched("stop_iteration", text, python2=True)


def test_a_value_that_a_generator_ends_with():
    text = "def f(n):\n    yield n\n    raise StopIteration((yield n + 1) + (yield n))\n"
    after = "def f(n):\n    yield n\n    return (yield n + 1) + (yield n)\n"
    check_rule("stop_iteration", text, after, python2=True)
    one = "def f():\n    raise StopIteration((yield 1))\n"
    check_rule("stop_iteration", one, "def f():\n    return (yield 1)\n", python2=True)
    check_untouched("stop_iteration", "def f():\n    raise StopIteration(3)\n", python2=True)
    check_untouched("stop_iteration", "def f():\n    yield 1\n    raise StopIteration(3, 4)\n", python2=True)


def test_a_method_that_is_kept_ends_the_generator_as_well():
    text = (
        "def pairs(items):\n    step = iter(items).next\n    while 1:\n        yield step(), step()\n"
        "def firsts(items):\n    next = iter(items).next\n    for n in range(9):\n        yield next()\n"
        "x = list(pairs([1, 2, 3])), list(firsts('ab'))\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == ([(1, 2)], ["a", "b"])
    kept = "def f(items, step):\n    while 1:\n        yield step()\n"
    check_untouched("stop_iteration", kept, python2=True)


def ran(text):
    migrated = migrate(text + "n = 1L\n").text
    assert migrate(migrated).text == migrated
    spaces = {}
    exec(migrated, spaces)
    return spaces["x"], migrated


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("def stop(): raise StopIteration\nx = list(i for i in range(9) if i < 3 or stop())\n", [0, 1, 2]),
        ("it = iter([1, 2])\nx = tuple(next(it) for i in range(5))\n", (1, 2)),
        ("it = iter([1, 2])\nx = list((i, [it.next()]) for i in range(5))\n", [(0, [1]), (1, [2])]),
        ("it = iter([1])\ng = (next(it) + i for i in range(5))\nx = list(g)\n", [1]),
        (
            "it = iter([[1], [2]])\ntry: x = sum((i for j in range(5) for i in next(it)), 4)\n"
            "except StopIteration: x = 0\n",
            7,
        ),
    ],
)
def test_a_generator_expression_ends_where_it_did(text, result):
    found, migrated = ran(text)
    assert found == result and migrated.count("until_stop(") == 2


def test_other_errors_come_out_of_a_generator_expression():
    text = (
        "def f(): raise RuntimeError(1)\nit = iter([1])\n"
        "def g():\n    try: return list((next(it), f()) for i in [1])\n    except ValueError: return 2\n"
        "try: x = g()\nexcept RuntimeError: x = 3\n"
    )
    assert ran(text)[0] == 3


@pytest.mark.parametrize(
    "text",
    [
        "x = list(i for i in next(it))\n",
        "x = list(next(it, None) for i in y)\n",
        "x = [next(it) for i in y]\n",
        "x = list((lambda: next(it)) for i in y)\n",
        "import itertools\nc = itertools.count()\nx = list(next(c) for i in y)\n",
        "class Node:\n    def next(self): return self.other\nx = list(i.next() for i in y)\n",
        "def stop(): raise StopIteration\nx = list(i for i in stop())\n",
        "try: x = list(next(it) for i in y)\nexcept RuntimeError: pass\n",
        "x = list(until_stop(next(it) for i in y))\n",
    ],
)
def test_generator_expressions_that_end_as_they_did(text):
    check_untouched("stop_iteration", text, python2=True)


def test_leaves_a_generator_expression_that_may_be_python_3():
    check_untouched("stop_iteration", "x = list(next(it) for i in y)\n")
