# ruff: noqa: E501
"""it.next() and def next(self)."""

import pytest
from rules.checking import check_open, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

OTHER = "class Form(object):\n    def next(self):\n        return self.page + 1\n"


@pytest.mark.parametrize(
    "text",
    [
        OTHER + "Form().next()\n",
        OTHER + "class F2(Form):\n    def f(self): return self.next()\n",
        "class L(object):\n    def __iter__(self): return self\n    def next(self, n): return n\n",
        "class B(object):\n    def __iter__(self): return self\n    def next(self): return 1\n    __next__ = next\n",
        "node = node.next\n",
        "def f(node):\n    while node:\n        g(node)\n        node = node.next()\n",
        "def f(n):\n    after = n.next\n    return after\n",
        "def f(n):\n    after = n.next\n    after(1)\n",
        "def f(n):\n    after = n.next\n    after = g\n    after()\n",
        OTHER + "def f(n):\n    after = n.next\n    after()\n",
        "class L(object):\n    def __init__(self, n): self.after = n.next\n    def __iter__(self): return self\n"
        "    def __next__(self): return self.after(1)\n",
        "class L(object):\n    def __init__(self, n): self.after = n.next\n    def f(self): return self.after()\n",
        "node.next = 3\n",
        "x.next(3)\n",
        "next(x)\n",
        "def next(): return 1\nnext()\n",
    ],
)
def test_leaves_what_is_not_the_protocol(text):
    check_untouched("next_method", text)


def test_a_chain_of_objects_of_the_program_is_one_of_iterators():
    text = "def f(node):\n    while node:\n        g(node)\n        node = node.next()\n"
    node = "class Node(object):\n    def __iter__(self): return self\n    def next(self): return self.after\n"
    index = RepositoryIndex({"a.py": text, "b.py": node}, {"a.py": text, "b.py": node}.get)
    check_rule("next_method", text, text.replace("node.next()", "next(node)"), index=index, python2=True)


def test_what_may_lack_the_method_still_raises_an_attribute_error():
    text = "def f(it):\n    try:\n        return it.{}()\n    except (StopIteration, AttributeError):\n        return {}\n"
    check_rule("next_method", text.format("next", 0), text.format("__next__", 0), python2=True)
    check_untouched("next_method", text.format("next", 0))
    again = text.format("next", "it.next()")
    check_rule("next_method", again, text.format("__next__", "next(it)"), python2=True)
    check_untouched("next_method", text.format("next", "next(it)"), python2=True)
    check_untouched("next_method", text.format("next", "it.__next__()"), python2=True)
    guarded = "if PY2:\n    try:\n        x = it.next()\n    except AttributeError:\n        x = 0\n"
    check_untouched("next_method", guarded, python2=True)


def test_leaves_to_the_run_which_next_is_meant():
    text = OTHER + "def g(): yield 1\ndef f(x): return x.next()\n"
    check_open("next_method", text.replace("def g(): yield 1\n", ""), 4, python2=True)
    outcome = run("next_method", text + "n = 1L\n")
    assert "def f(x): return next_item(x)\n" in outcome.text and not outcome.notes
    namespace: dict = {}
    exec(outcome.text, namespace)
    form, made = namespace["Form"](), namespace["g"]()
    form.page = 4
    assert (namespace["f"](form), namespace["f"](made)) == (5, 1)
    assert run("next_method", outcome.text).text == outcome.text


def test_says_so_where_a_class_in_sight_has_another_next():
    check_open("next_method", OTHER + "def f(x): return x.next()\n", 4, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = it.next()\n", "x = next(it)\n"),
        (
            "class Pager(object):\n    def next(self, page): return page + 1\ndef f(it): return it.next()\n",
            "class Pager(object):\n    def next(self, page): return page + 1\ndef f(it): return next(it)\n",
        ),
        ("x = open('f').next().strip()\n", "x = next(open('f')).strip()\n"),
        ("x = (a or b).next()\n", "x = next(a or b)\n"),
        ("x = (i for i in y).next()\n", "x = next((i for i in y))\n"),
        ("def f(next, it): return it.next()\n", "import builtins\ndef f(next, it): return builtins.next(it)\n"),
        (
            "class C(object):\n    def __init__(self, it): self.give = it.next; self.some = f(it.next)\n    def __iter__(self): return self\n    def next(self): return self.give()\n",
            "class C(object):\n    def __init__(self, it): self.give = it.__next__; self.some = f(it.__next__)\n    def __iter__(self): return self\n    def __next__(self): return self.give()\n",
        ),
        (
            "def f(it):\n    get = it.next\n    while 1: use(get())\n",
            "def f(it):\n    get = it.__next__\n    while 1: use(get())\n",
        ),
        (
            OTHER + "def f(it):\n    next = it.next\n    for x in it: use(x, next())\n",
            OTHER + "def f(it):\n    next = it.__next__\n    for x in it: use(x, next())\n",
        ),
        ("f = open('f').next\n", "f = open('f').__next__\n"),
        (
            "class C(object):\n    def __iter__(self): return self\n    def next(self): return self.it.next()\n    read = next\n",
            "class C(object):\n    def __iter__(self): return self\n    def __next__(self): return next(self.it)\n    read = __next__\n",
        ),
        (
            "class C(object):\n    def next(self):\n        raise StopIteration\n",
            "class C(object):\n    def __next__(self):\n        raise StopIteration\n",
        ),
        (
            "class C(B):\n    def __iter__(self): return self\n    def next(self): return super(C, self).next()\n",
            "class C(B):\n    def __iter__(self): return self\n    def __next__(self): return super(C, self).__next__()\n",
        ),
        (
            "class C(object):\n    def __iter__(self): return self\n    def next(self): return 1\nC.next(x)\nf(C().next)\n",
            "class C(object):\n    def __iter__(self): return self\n    def __next__(self): return 1\nC.__next__(x)\nf(C().__next__)\n",
        ),
    ],
)  # fmt: skip
def test_rewrites(before, after):
    check_rule("next_method", before, after)


def test_a_class_that_hands_on_a_next_which_is_not_the_protocols_keeps_it():
    text = (
        "class M(object):\n    def next(self): raise NotImplementedError\n"
        "class W(M):\n    def next(self): return self.child.next()\n"
    )
    assert run("next_method", text).text == text


def test_so_does_one_that_derives_from_a_class_of_another_file():
    text = "from m import M\nclass W(M):\n    def next(self): return self.child.next()\n"
    files = {"a.py": text, "m.py": "class M(object):\n    def next(self): raise NotImplementedError\n"}
    assert run("next_method", text, index=RepositoryIndex(files, files.__getitem__)).text == text


def test_a_class_of_another_file_that_ends_iterations_is_taken_for_an_iterator_as_it_is_there():
    texts = {
        "p/__init__.py": "",
        "p/box.py": "class Box:\n    def next(self):\n        try: return f()\n        except StopIteration: return None\n",
        "p/use.py": "from p.box import Box\ndef f(x): return x.next()\n",
    }
    index = RepositoryIndex(texts, texts.__getitem__)
    use = run("next_method", texts["p/use.py"], key="p/use.py", index=index)
    box = run("next_method", texts["p/box.py"], key="p/box.py", index=index)
    assert "next(x)" in use.text and "def __next__" in box.text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def f(s):\n    s = iter(s)\n    return s.next()\n",
            "def f(s):\n    s = iter(s)\n    return next(s)\n",
        ),
        (
            "def f(s):\n    s = iter(s)\n    if s:\n        g()\n        return s.next()\n",
            "def f(s):\n    s = iter(s)\n    if s:\n        g()\n        return next(s)\n",
        ),
        (
            "def f():\n    def g(): yield 1\n    g = g().next\n",
            "def f():\n    def g(): yield 1\n    g = g().__next__\n",
        ),
        ("f = iter([1]).next\n", "f = iter([1]).__next__\n"),
        ("import os\na = os.walk('.').next()\n", "import os\na = next(os.walk('.'))\n"),
        (
            "import itertools\na = itertools.count(1)\na.next()\n",
            "import itertools\na = itertools.count(1)\nnext(a)\n",
        ),
    ],
)
def test_what_a_name_was_given_last_counts(before, after):
    check_rule("next_method", OTHER + before, OTHER + after)


@pytest.mark.parametrize(
    "text",
    [
        "def f(s, t):\n    s = iter(s)\n    for s in t:\n        s.next()\n",
        "def f(s):\n    s, t = iter(s), 1\n    s.next()\n",
        "def f(s, t):\n    if t:\n        s = iter(s)\n    s.next()\n",
        "def f():\n    def g(): return 1\n    g = g().next\n",
    ],
)
def test_what_may_be_another_one_is_left(text):
    assert ".next" in run("next_method", OTHER + text).text


def test_what_itertools_gives_by_star_is_an_iterator():
    text = "from itertools import *\nfrom other import *\nf = izip(a, b).next\ng = made(a).next\n"
    after = migrate(text).text
    assert "zip(a, b).__next__" in after
    assert "made(a).next" in after


def test_a_class_whose_iter_is_a_generator_is_no_iterator():
    text = "class Shelf:\n    def __iter__(self):\n        yield 1\n    def next(self):\n        return self.d.pop()\n"
    check_untouched("next_method", text)


def test_the_end_that_a_test_waits_for():
    text = "class T:\n    def test(self):\n        self.assertRaises({}, items.{})\n"
    check_rule("next_method", text.format("StopIteration", "next"), text.format("StopIteration", "__next__"))
    check_untouched("next_method", text.format("ValueError", "next"), python2=True)
    check_untouched("next_method", text.format("StopIteration", "next, timeout=1"), python2=True)


def test_what_a_call_gave_may_fail_in_another_way():
    text = "def test(tasks):\n    items = tasks.walk()\n    pytest.raises(Cyclic, items.{})\n"
    check_rule("next_method", text.format("next"), text.format("__next__"), python2=True)
    check_untouched("next_method", text.format("next"))
    check_untouched("next_method", OTHER + text.format("next"), python2=True)
    check_untouched("next_method", text.replace("tasks.walk()", "tasks").format("next"), python2=True)


@pytest.mark.parametrize("expecting", ["assert_raises", "pytest.raises", "self.failUnlessRaises"])
def test_other_ways_to_see_the_end(expecting):
    text = f"{expecting}(StopIteration, items.{{}})\n"
    check_rule("next_method", text.format("next"), text.format("__next__"), python2=True)


def test_a_method_read_beside_that_which_makes_the_iterator():
    check_rule(
        "next_method",
        "class A:\n    def __init__(self, f):\n        self.__iter__ = f.__iter__\n        self.next = f.next\n",
        "class A:\n    def __init__(self, f):\n        self.__iter__ = f.__iter__\n        self.next = f.__next__\n",
    )
    check_untouched("next_method", "def f(a, b):\n    return a.__iter__, b.next\n")


@pytest.mark.parametrize(
    ("method", "other", "named"),
    [
        ("def next(self): return 1", "def f(walker):\n    return walker.next()\n", True),
        ("def next(self): return 1", "import a\ndef f(walker):\n    return walker.next()\n", True),
        ("def next(self): return 1", "def f(walker):\n    return walker.next(1)\n", False),
        ("def next(self, step): return 1", "def f(walker):\n    return walker.next()\n", False),
        (
            "def __iter__(self):\n        yield 1\n    def next(self): return 1",
            "import a\ndef f(walker):\n    return walker.next()\n",
            True,
        ),
        (
            "def next(self): return 1\n    __next__ = None",
            "def f(walker):\n    return walker.next()\n",
            False,
        ),
    ],
)
def test_a_method_that_files_call_which_do_not_see_its_class_has_both_names(method, other, named):
    texts = {"a.py": f"class Walker(object):\n    {method}\nprint 1\n", "b.py": other + "print 1\n"}
    index = RepositoryIndex(texts, texts.get)
    made = {key: migrate(text, key, index).text for key, text in texts.items()}
    assert ("__next__ = next" in made["a.py"]) is named
    index = RepositoryIndex(made, made.get)
    assert {key: migrate(text, key, index).text for key, text in made.items()} == made


def test_leaves_a_function_that_an_object_keeps():
    text = "class A:\n    def __init__(self, it):\n        self.next = iter(it).{}\n    def f(self): return self.next()\n"
    check_rule("next_method", text.format("next"), text.format("__next__"))


@pytest.mark.parametrize(
    ("base", "called", "now"),
    [
        ("csv.DictReader", "csv.DictReader", "__next__"),
        ("Rows", "Rows", "__next__"),
        ("csv.DictReader", "other.Cursor", "next"),
    ],
)
def test_an_iterator_asks_its_base_for_the_next_item(base, called, now):
    text = (
        "import csv, other\nfrom rows import Rows\n"
        f"class C({base}):\n    def __iter__(self): return self\n    def next(self):\n        return {called}.next(self)\n"
    )
    assert f"{called}.{now}(self)" in run("next_method", text).text


@pytest.mark.parametrize(
    ("given", "after"),
    [
        ("items.next", "m.__next__ = lambda self: next(items)"),
        ("mock.Mock(return_value=1)", "m.__next__ = mock.Mock("),
    ],
)
def test_mocks_that_are_given_the_method(given, after):
    text = f"import mock\nitems = iter([1, 2])\nm = mock.Mock()\nm.next = {given}\nn = m.next()\nx = 1L\n"
    assert f"\n{after}" in migrate(text).text
    spaces = {}
    exec(migrate(text).text.replace("import mock", "from unittest import mock"), spaces)
    assert spaces["n"] == 1


def test_other_objects_keep_what_they_are_given():
    check_untouched("next_method", "m = make()\nm.next = f\n", python2=True)


@pytest.mark.parametrize(
    "use",
    [
        "while node:\n    node = node.next\n",
        "assert m.next.value == 1\n",
        "class Cursor:\n    def next(self): return 1\n",
    ],
)
def test_mocks_of_chained_objects_keep_their_next(use):
    text = f"import mock\nm = mock.Mock()\nm.next = mock.Mock()\n{use}x = 1L\n"
    assert "m.next = mock.Mock()" in run("next_method", text).text


def test_the_end_is_expected_beside_another_next():
    text = (
        "class Data:\n    def next(self): return 1\n"
        "def test(self): self.assertRaises(StopIteration, self.reader.next)\nx = 1L\n"
    )
    assert "(StopIteration, lambda: next_item(self.reader))" in run("next_method", text).text


def test_what_several_calls_gave_may_fail_in_its_own_way():
    text = "def t(self):\n    v = f()\n    v.next()\n    self.assertRaises(ValueError, v.next)\n"
    text += "    v = g()\n    v.next()\nn = 1L\n"
    assert "assertRaises(ValueError, v.__next__)" in migrate(text).text


def test_a_call_with_arguments_of_an_iterator_of_the_file():
    text = "class P:\n    def __iter__(self): return self\n    def next(self, end=''): return end\n"
    text += "p = P()\nx = p.next('none')\ny = q.next(1)\n"
    assert run("next_method", text).text.endswith("x = p.__next__('none')\ny = q.next(1)\n")


def test_archives_have_such_a_method_still():
    text = "import tarfile\nclass A:\n    def __init__(self): self.t = tarfile.open('a.tar')\n"
    text += "    def f(self): return self.t.next()\nn = 1L\n"
    assert "self.t.next()" in run("next_method", text).text


def test_what_a_base_gives_is_handed_on():
    text = "class A(B):\n    def __iter__(self): return self\n    def next(self):\n"
    text += "        for x in iter(super(A, self).next, 0):\n            return x\n"
    assert "iter(super(A, self).__next__, 0)" in migrate(text).text


def test_an_object_that_stands_for_another():
    text = (
        "class Lazy(object):\n    def __getattr__(self, name): return getattr(self.made(), name)\n"
        "class Rows(object):\n    def next(self): return 'row'\nx = Lazy(Rows)\ny = x.next()\n"
    )
    assert "x.next()" in run("next_method", text).text


def test_who_goes_through_its_items_by_another_iterator_is_none():
    """A page, whose next page that is, in this file or elsewhere."""
    page = "class Page(object):\n    def __iter__(self):\n        return iter(self.items)\n"
    page += "    def next(self):\n        return Page(self.number + 1)\n"
    check_untouched("next_method", page, python2=True)
    files = {"m.py": page, "n.py": ""}
    text = "from m import Page\np = Page()\nq = p.next()\n"
    index = RepositoryIndex(files, files.get)
    check_open("next_method", text, 3, key="n.py", index=index, python2=True)
    ends = page.replace("return Page(self.number + 1)", "raise StopIteration")
    files = {"m.py": ends, "n.py": ""}
    done = run("next_method", text, "n.py", RepositoryIndex(files, files.get))
    assert "q = next(p)" in done.text


def test_the_method_that_an_attribute_keeps_beside_throw():
    text = "class C(object):\n    def go(self):\n        self.step = self.stack[-1].next\n"
    thrown = "    def fail(self):\n        self.step = self.stack[-1].throw\n"
    check_rule("next_method", text + thrown, (text + thrown).replace(".next", ".__next__"), python2=True)
    check_untouched("next_method", text, python2=True)


def test_a_method_under_another_name():
    text = (
        "class R(object):\n    def __iter__(self): return self\n    def advance(self):\n        raise StopIteration\n"
        "    next = advance\nx = R().next()\n"
    )
    after = text.replace("    next =", "    __next__ =").replace("R().next()", "next(R())")
    check_rule("next_method", text, after, python2=True)
    check_untouched("next_method", text.replace("def advance(self)", "def advance(self, n)"), python2=True)


@pytest.mark.parametrize("decorator", ["locked", "locked(1)", "tools.locked"])
def test_a_decorated_method_of_an_iterator(decorator):
    text = f"class R(object):\n    def __iter__(self): return self\n    @{decorator}\n    def next(self): return 1\n"
    check_rule("next_method", text, text.replace("def next", "def __next__"))


@pytest.mark.parametrize(
    ("decorator", "iterator"),
    [
        ("property", "return self"),
        ("cached_property", "return self"),
        ("staticmethod", "return self"),
        ("locked", "return iter(self.items)"),
        ("locked", "return self.walk()"),
    ],
)
def test_leaves_a_decorated_method_that_may_be_another(decorator, iterator):
    check_untouched(
        "next_method",
        f"class R(object):\n    def __iter__(self): {iterator}\n    @{decorator}\n    def next(self): return 1\n",
        python2=True,
    )


def test_a_function_of_a_class_that_is_given_all_at_once_is_no_iterators():
    text = "class P(object):\n    @staticmethod\n    def next(*parts): return parts\n    def f(self, rest): return P.next(*rest)\n"
    check_untouched("next_method", text, python2=True)
    derived = "class Q(P):\n    def g(self, rest): return P.next(*rest)\n"
    check_untouched("next_method", text + derived, python2=True)


STAND_IN = "def next(it, *more):\n    try:\n        return it.next(*more[1:])\n    except StopIteration:\n        return more[0]\n"


def test_a_stand_in_for_the_builtin_asks_as_that_does():
    check_rule("next_method", STAND_IN, STAND_IN.replace(".next(", ".__next__("), python2=True)
    for text in (
        STAND_IN.replace("def next", "def step"),
        STAND_IN.replace("(it, *more", "(queue, it, *more"),
    ):
        check_untouched("next_method", text, python2=True)
