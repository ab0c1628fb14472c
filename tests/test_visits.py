"""Visits: what no test calls is called on the tests' own objects, under both Pythons."""

# ruff: noqa: F811

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from verification_fixtures import Repository, cache, python2, subject  # noqa: F401

from environment.traces import Judgement
from verification.differential import Answer
from verification.interpreters import Interpreter
from verification.visits import _is_ill_typed, holding

OLD = """
    class Box(object):
        def __init__(self, table, width):
            self.table, self.width = table, width

        def size(self, key):
            return self.table[key]

        def names(self):
            return sorted(self.table.iterkeys())

        def share(self, key):
            return self.table[key] / self.width

        def __div__(self, other):
            return Box(self.table, self.width - other)

        def check(self, key):
            if key not in self.table:
                raise KeyError, key

        def always(self):
            return self.table.has_key('never')

        def take(self, values):
            for name, value in values.iteritems():
                setattr(self, name, value)

        def keep(self):
            self.kept = self.table.keys()
            return len(self.kept)

    class Lid(object):
        def __init__(self, box):
            self.box = box

        def under(self, key):
            return repr(self.box.table.has_key(key))
    """
NEW = """
    class Box(object):
        def __init__(self, table, width):
            self.table, self.width = table, width

        def size(self, key):
            return self.table[key]

        def names(self):
            return sorted(self.table.keys())

        def share(self, key):
            return self.table[key] // self.width

        def __truediv__(self, other):
            return Box(self.table, self.width - other)

        def check(self, key):
            if key not in self.table:
                raise KeyError(key)

        def always(self):
            return 'never' in self.table

        def take(self, values):
            for name, value in values.items():
                setattr(self, name, value)

        def keep(self):
            self.kept = list(self.table.keys())
            return len(self.kept)

    class Lid(object):
        def __init__(self, box):
            self.box = box

        def under(self, key):
            return repr(key in self.box.table)
    """
TEST = """
    import unittest, box
    class BoxTest(unittest.TestCase):
        def test_one(self):
            self.assertEqual(box.Box({'a': 7, 'b': 9}, 2).size('a'), 7)
        def test_other(self):
            self.assertEqual(box.Box({'a': 4}, 3).size('a'), 4)
    """
NAMES, SHARE, DIVIDED, RAISED, ALWAYS, TAKEN, KEPT, LID = 9, 12, 14, 19, 22, 25, 29, 37


def judge(folder: Path, cache: Path, new: str, *semantic: int) -> Judgement:
    made = Repository(folder, cache, {"box.py": OLD, "test_box.py": TEST}, {"box.py": new})
    return made.verifier().judge(made.migrated, [subject("box.py", *semantic)])["box.py"]


@pytest.mark.python2
def test_methods_that_no_test_calls_are_called_on_the_tests_objects(
    tmp_path: Path, cache: Path, python2: Interpreter
) -> None:
    judged = judge(tmp_path, cache, NEW, NAMES, SHARE, DIVIDED, RAISED, TAKEN, KEPT)
    assert judged.evidence.unexecuted_sites == ()
    assert (judged.confidence, judged.issues) == (0.9, ())
    assert f"the same in examples and calls: {NAMES}, {SHARE}" in " ".join(judged.notes)


@pytest.mark.python2
@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        ("sorted(self.table.keys())", "self.table.keys()", NAMES),
        ("[key] // self", "[key] / self", SHARE),
        ("self.width - other", "self.width + other", DIVIDED),
        ("KeyError(key)", "KeyError(key, 1)", RAISED),
        ("setattr(self, name, value)", "setattr(self, name, name)", TAKEN),
        ("list(self.table.keys())", "self.table.keys()", KEPT),
        ("key in self.box", "key not in self.box", LID),
        ("", "", ALWAYS),  # whatever it is called on, it says one thing: that shows nothing
    ],
)
def test_what_visits_see_to_be_otherwise_is_not_shown(
    tmp_path: Path, cache: Path, python2: Interpreter, right: str, wrong: str, line: int
) -> None:
    judged = judge(tmp_path, cache, NEW.replace(right, wrong) if right else NEW, line)
    assert (judged.confidence, judged.evidence.unexecuted_sites) == (0.75, (line,))


OCTETS = """
    class Reader(object):
        def __init__(self, encoding):
            self.encoding = encoding

        def read(self, text):
            if not isinstance(text, unicode):
                text = text.decode(self.encoding)
            return text

        def tell(self, value):
            if value != u"a":
                raise ValueError(unicode(value) + u"!")
    """
READ = """
    import unittest, reader
    class ReaderTest(unittest.TestCase):
        def test_read(self):
            self.assertEqual(reader.Reader("utf-8").read(u"a"), u"a")
            reader.Reader("utf-8").tell(u"a")
    """


@pytest.mark.python2
@pytest.mark.parametrize(
    ("encoding", "said", "left"), [("self.encoding", "!", ()), ("'latin-1'", "?", (7, 12))]
)
def test_octets_count_for_lines_that_only_octets_get_to(
    tmp_path: Path, cache: Path, python2: Interpreter, encoding: str, said: str, left: tuple[int, ...]
) -> None:
    new = (
        OCTETS.replace("unicode", "str").replace("self.encoding)", f"{encoding})").replace('"!"', f'"{said}"')
    )
    new = new.replace('u"a"', '"a"')
    made = Repository(tmp_path, cache, {"reader.py": OCTETS, "test_reader.py": READ}, {"reader.py": new})
    judged = made.verifier().judge(made.migrated, [subject("reader.py", 7, 12)])["reader.py"]
    assert judged.evidence.unexecuted_sites == left


KINDS = """
    def width(value, unit=None):
        if isinstance(value, basestring):
            value = len(value) / 2
        if unit:
            if not isinstance(unit, basestring):
                unit = 'km'
            return '%s %s' % (value, unit)
        return value
    """
MEASURED = """
    import unittest, kinds
    class KindsTest(unittest.TestCase):
        def test_width(self):
            self.assertEqual(kinds.width(4), 4)
            self.assertEqual(kinds.width(5, None), 5)
    """


@pytest.mark.python2
@pytest.mark.parametrize(
    ("length", "tested", "left"), [("//", "str", ()), ("/", "str", (3,)), ("//", "bytes", (3, 6))]
)
def test_values_of_other_kinds_count_for_lines_that_only_they_get_to(
    tmp_path: Path, cache: Path, python2: Interpreter, length: str, tested: str, left: tuple[int, ...]
) -> None:
    new = KINDS.replace("basestring", tested).replace("/ 2", f"{length} 2")
    made = Repository(tmp_path, cache, {"kinds.py": KINDS, "test_kinds.py": MEASURED}, {"kinds.py": new})
    judged = made.verifier().judge(made.migrated, [subject("kinds.py", 3, 6)])["kinds.py"]
    assert (judged.evidence.unexecuted_sites, judged.issues) == (left, ())


def test_functions_are_named_as_they_are_reached() -> None:
    module = ast.parse(
        "def f():\n    def g():\n        pass\n\nclass C:\n    x = 1\n    def m(self):\n        pass\n"
    )
    assert list(holding(module, [3, 6, 8])) == ["f", "C.m"]


ORDER = """
    class Mark:
        def __init__(self, number):
            self.number, self.hashed = number, hash((number,))

        def same(self, other):
            return self.number == other.number

        def order(self, other):
            return cmp(self.number, other.number)

    class Desk(object):
        def compare(self, one, two):
            return cmp(one.number, two.number)
    """
ORDERED = """
    import unittest, order
    class OrderTest(unittest.TestCase):
        def test_same(self):
            marks = [order.Mark(n) for n in (3, 1, 2)]
            for mark in sorted(marks, key=id):
                self.assertTrue(mark.same(mark))
    """


@pytest.mark.python2
@pytest.mark.parametrize(("sign", "left"), [(">", ()), ("<", (9, 13))])
def test_objects_are_known_by_what_they_hold(
    tmp_path: Path, cache: Path, python2: Interpreter, sign: str, left: tuple[int, ...]
) -> None:
    """Whatever order tests come to them in, of old classes too; where no test gives any, by what they answer to."""
    other = "<" if sign == ">" else ">"
    new = ORDER.replace(
        "cmp(self.number, other.number)",
        f"(self.number {sign} other.number) - (self.number {other} other.number)",
    ).replace(
        "cmp(one.number, two.number)", f"(one.number {sign} two.number) - (one.number {other} two.number)"
    )
    made = Repository(tmp_path, cache, {"order.py": ORDER, "test_order.py": ORDERED}, {"order.py": new})
    judged = made.verifier().judge(made.migrated, [subject("order.py", 9, 13)])["order.py"]
    assert judged.evidence.unexecuted_sites == left


@pytest.mark.python2
def test_what_addresses_decide_is_not_asked(tmp_path: Path, cache: Path, python2: Interpreter) -> None:
    old = """
        class Box(object):
            def __init__(self, item):
                self.item = item

            def keep(self, item):
                self.item = item

            def order(self, item):
                return cmp(id(self.item) // 16 % 8, id(item) // 16 % 8) or 1L
        """
    test = """
        import unittest, box
        class BoxTest(unittest.TestCase):
            def test_keep(self):
                for n in range(4):
                    box.Box([n]).keep([n])
        """
    compared = "cmp(id(self.item) // 16 % 8, id(item) // 16 % 8) or 1L"
    new = old.replace(compared, "1 if id(self.item) // 16 % 8 > id(item) // 16 % 8 else -1")
    made = Repository(tmp_path, cache, {"box.py": old, "test_box.py": test}, {"box.py": new})
    judged = made.verifier().judge(made.migrated, [subject("box.py", 9)])["box.py"]
    assert judged.confidence < 0.9


STATE = """
    class Part(object):
        __slots__ = ['name', 'size']

        def __init__(self, name, size):
            self.name, self.size = name, size

        def __getstate__(self):
            return dict((n, getattr(self, n)) for n in Part.__slots__)

        def __setstate__(self, state):
            for name, value in state.iteritems():
                setattr(self, name, value)

        def __add__(self, other):
            return (self.size + other.size) / 2
    """


@pytest.mark.python2
@pytest.mark.parametrize(
    ("stated", "added", "left"),
    [("name, value", "//", ()), ("name, name", "//", (12,)), ("name, value", "/", (15,))],
)
def test_methods_of_the_language_are_given_what_they_are_for(
    tmp_path: Path, cache: Path, python2: Interpreter, stated: str, added: str, left: tuple[int, ...]
) -> None:
    test = """
        import unittest, part
        class PartTest(unittest.TestCase):
            def test_name(self):
                self.assertEqual(part.Part('a', 2).__getstate__()['name'], 'a')
                self.assertEqual(part.Part('b', 7).__getstate__()['size'], 7)
        """
    new = STATE.replace("iteritems", "items").replace("(self, name, value)", f"(self, {stated})")
    new = new.replace("/ 2", f"{added} 2")
    made = Repository(tmp_path, cache, {"part.py": STATE, "test_part.py": test}, {"part.py": new})
    judged = made.verifier().judge(made.migrated, [subject("part.py", 11, 12, 15)])["part.py"]
    assert judged.evidence.unexecuted_sites in (left, (11, *left) if left == (12,) else left)


CHANGED = """
    class Box(object):
        total = None

    def keep(box, n):
        return n

    def share(box, n):
        box.total = n / 2
        return box.total
    """
CHANGED_TEST = """
    import unittest, changed
    class BoxTest(unittest.TestCase):
        def test_keep(self):
            for n in (2.5, 1.5):
                self.assertEqual(changed.keep(changed.Box(), n), n)
    """


@pytest.mark.python2
@pytest.mark.parametrize(("divided", "shown"), [("n / 2 if n % 1 else n // 2", True), ("n / 2.0", False)])
def test_calls_are_known_by_what_they_are_given(
    tmp_path: Path, cache: Path, python2: Interpreter, divided: str, shown: bool
) -> None:
    """By what it is before any of them, not by what they make of it."""
    files = {"changed.py": CHANGED, "test_changed.py": CHANGED_TEST}
    made = Repository(tmp_path, cache, files, {"changed.py": CHANGED.replace("n / 2", divided)})
    judged = made.verifier().judge(made.migrated, [subject("changed.py", 8)])["changed.py"]
    assert (judged.evidence.unexecuted_sites == ()) is shown


@pytest.mark.parametrize(
    ("old", "new", "line", "ill"),
    [
        ("'unicode' has no len", "'str' has no len", 4, True),
        ("'int' object has no attribute 'iteritems'", "'int' object has no attribute 'items'", 4, True),
        ("no x", "no x", 4, True),
        ("no x", "no x", 5, False),
        ("no x", "'dict' object has no attribute 'has_key'", 4, False),
    ],
)
def test_what_is_given_what_it_can_do_nothing_with_fails_alike(
    old: str, new: str, line: int, ill: bool
) -> None:
    before = Answer(["raised", "TypeError", old, 4, "[]"], frozenset([4]))
    after = Answer(["raised", "TypeError", new, line, "[]"], frozenset([4]))
    assert _is_ill_typed(before, after, frozenset([5])) is ill
