"""Values printed in turn."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "print_in_turn"
NOISY = "def f(n):\n    print n\n    return n\n"
CLASS = (
    "class A(object):\n    def add(self, n):\n        self.n = n\n    def get(self):\n        return self.n\n"
)


@pytest.mark.parametrize(
    "text",
    [
        "print x, len(x)\n",
        "try:\n    print x, oct(n), hex(n)\nexcept E:\n    print 'none'\n",
        "print 'a', x.pop()\n",
        "print y, x.pop()\n",
        "print x.pop(), x\n",
        "x = 3\nprint x, g(x)\n",
        "def f(n):\n    return n\nprint 'a', f(2)\n",
        NOISY + "print f(1)\n",
        NOISY + "print f(1), 'a'\n",
        NOISY + "print 'a', lambda: f(1)\n",
        "def f(n):\n    print n\n    yield n\nprint 'a', f(2)\n",
        "def f(n):\n    print n,\nprint 'a', f(2)\n",
        "import sys\ndef f(n):\n    print >>sys.stderr, n\nprint 'a', f(2)\n",
        "def f(n):\n    print n\n    yield n\ng = f(1)\nprint 'a', h.next(), g\n",
        "print raw_input('a'), 1\n",
        "def input(x): return x\nprint 1, input(2)\n",
        CLASS + "a = A()\nprint a, a.get()\n",
        CLASS + "a = A()\nprint a, b.add(1)\n",
    ],
)
def test_refuses(text):
    outcome = run(RULE, text)
    assert not [c for c in outcome.changes if c.author == RULE] and not outcome.notes


def test_leaves_calls_of_a_function():
    check_untouched(RULE, "from __future__ import print_function\nx = [1]\nprint(x, x.pop())\n", python2=True)
    check_untouched(RULE, "x = [1]\nprint(x, x.pop())\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print x, x.pop(), x\n", "print(x, end=' ')\nprint(x.pop(), x)\n"),
        (
            "print 'a', x, x.append(1), x, x.sort()\n",
            "print('a', x, end=' ')\nprint(x.append(1), x, end=' ')\nprint(x.sort())\n",
        ),
        ("if y: print x, x.pop(),\n", "if y: print(x, end=' '); print(x.pop(), end=' ')\n"),
        (
            "if y:\n    print >>f, x, x.pop()  # why\n",
            "if y:\n    print(x, file=f, end=' ')\n    print(x.pop(), file=f)  # why\n",
        ),
        ("print x[0], x.pop()\n", "print(x[0], end=' ')\nprint(x.pop())\n"),
        ("import heapq\nprint h, heapq.heappop(h)\n", "import heapq\nprint(h, end=' ')\nprint(heapq.heappop(h))\n"),
        (
            "def f(n):\n    print n\n    return n\nprint 'got', f(1)\n",
            NOISY.replace("print n", "print(n)") + "print('got', end=' ')\nprint(f(1))\n",
        ),
        (
            "def g(n):\n    return f(n)\ndef f(n):\n    print n\nprint 1, g(2) or 3\n",
            "def g(n):\n    return f(n)\ndef f(n):\n    print(n)\nprint(1, end=' ')\nprint(g(2) or 3)\n",
        ),
        (
            CLASS + "a = A()\nprint a, a.add(2), a.n\n",
            CLASS + "a = A()\nprint(a, end=' ')\nprint(a.add(2), a.n)\n",
        ),
        (
            "def f(xs): xs[0] = 1\nprint ys, f(ys)\n",
            "def f(xs): xs[0] = 1\nprint(ys, end=' ')\nprint(f(ys))\n",
        ),
    ],
)  # fmt: skip
def test_parts_the_values(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    ("call", "parted"),
    [
        ("f(1)", True),
        ("x[0]", True),
        ("1 / n", True),
        ("n", False),
        ("len(x)", False),
        ("', '.join(x)", False),
    ],
)
def test_what_was_written_before_a_failure_stays(call, parted):
    before = f"try:\n    print 'a', {call}\nexcept E as e:\n    print 'b'\n"
    line = f"print('a', end=' ')\n    print({call})" if parted else f"print('a', {call})"
    after = f"try:\n    {line}\nexcept E as e:\n    print('b')\n"
    assert run(RULE, before).text == after
    assert run(RULE, before.replace("print 'b'", "pass")).text == before.replace("print 'b'", "pass").replace(
        f"print 'a', {call}", f"print('a', {call})"
    )


def test_a_function_that_is_handed_on():
    text = "def f(n):\n    print n\ndef g(h):\n    print 'a', h(1)\ng({})\n"
    for given in ("f", "lambda n: f(n)"):
        assert "print('a', end=' ')\n    print(h(1))" in run(RULE, text.format(given)).text
    assert "print('a', h(1))" in run(RULE, text.format("len")).text


def test_prints_that_go_through_the_helper_for_open_lines(capsys):
    text = (
        "def f(n):\n    try: return n * 2\n    finally: print 'done',\nprint f(1), f(2)\nprint 'a', f(3), 'b'\n"
        "print 4,\n"
    )
    outcome = migrate(text)
    assert "print_softspace(f(1), end='')\nprint_softspace(f(2))\n" in outcome.text
    exec(outcome.text.replace("@atexit.register", ""), {})
    assert capsys.readouterr().out == "done 2 done 4\na done 6 b\n4"
    assert migrate(outcome.text).text == outcome.text


def test_a_clause_that_leaves_the_line_open(capsys):
    text = (
        "def run(word):\n    if word:\n        raise ValueError(1, 'b')\n    return 0\n"
        "for word in 'ab', '':\n    try:\n        print word or '-', run(word),\n"
        "    except ValueError, r:\n        print '%s@%d' % (r.args[1], r.args[0]),\n    print '.'\n"
    )
    exec(migrate(text).text, {"__name__": "m"})
    assert capsys.readouterr().out == "ab b@1 .\n- 0 .\n"


def test_what_is_asked_for_in_turn():
    for asked in ("raw_input('b ')", "raw_input()", "f()"):
        text = f"def f(): return raw_input('c ')\nprint 'a', {asked}\n"
        made = run(RULE, text).text
        assert made.endswith(f"print('a', end=' ')\nprint({asked})\n")


def test_the_blank_that_a_write_forgets(capsys):
    text = (
        "import sys\ndef f(q):\n    n = len(q)\n    sys.stdout.write(q)\n    return n\n"
        "def g(q): return f(q)\ndef h(q):\n    if q: sys.stdout.write(q)\n    return 0\n"
        "print f('a: '), f('bb: '), 'c'\nprint 1, g('d')\nprint 2, h('')\n"
    )
    exec(migrate(text).text, {"__name__": "m"})
    assert capsys.readouterr().out == "a: 3bb: 4 c\n1d1\n2 0\n"


def test_generators_that_go_on(capsys):
    text = (
        "def f():\n    while 1:\n        try: x = yield 1\n        except ValueError, e: print 'e', e\n"
        "        else: print 'x', x\n"
        "def g():\n    print 'g'\n    yield 2\n"
        "a = f()\nprint 'n', a.next(), a.send(3), a.throw(ValueError('v'))\nprint 'l', list(g()), g()!=1\n"
    )
    exec(migrate(text).text, {"__name__": "m"})
    assert capsys.readouterr().out == "n 1 x 3\n1 e v\n1\nl g\n[2] True\n"


def test_what_a_lambda_does_is_done_where_it_is_called(capsys):
    text = (
        "def f(g):\n    print 'f',\n    return g()\n"
        "print f(lambda: 1), f(lambda: 2)\ndef show(): print 'no'\nprint 'a', lambda: show()\n"
    )
    made = migrate(text).text
    assert "print_softspace('a', lambda: show())" in made or "print('a', lambda: show())" in made
    exec(made, {"__name__": "m"})
    assert capsys.readouterr().out.startswith("f 1 f 2\na <function")


@pytest.mark.parametrize(
    ("body", "parted"),
    [
        ("return self.rows.pop()", True),
        ("self.n = 1", True),
        ("self.rows[0] = 2", True),
        ("return heapq.heappop(self.rows)", True),
        ("return len(self.rows)", False),
        ("rows = list(self.rows)\n        return rows.pop()", False),
    ],
)
def test_a_method_of_another_file_that_changes_what_is_shown(body, parted):
    other = (
        "import heapq\nclass Queue(object):\n    def __init__(self): self.rows = [1, 2]\n"
        f"    def take(self):\n        {body}\n"
    )
    text = "import other\nq = other.Queue()\nprint q, q.take()\nn = 1L\n"
    files = {"main.py": text, "other.py": other}
    made = migrate(text, "main.py", RepositoryIndex(files, files.get)).text
    assert ("print(q, end=' ')\nprint(q.take())" in made) is parted
