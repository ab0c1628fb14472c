"""Special methods that objects of old-style classes are given."""

import subprocess
import sys

import pytest
from rules.checking import check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "old_style_specials"
HEAD = "class A:\n    def __init__(self, data):\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD.replace("A:", "A(object):") + "        self.__iter__ = data.__iter__\n",
        HEAD.replace("A:", "A(other.Base):") + "        self.__iter__ = data.__iter__\n",
        HEAD + "        data.__iter__ = self.f\n",
        HEAD + "        self.iter = data.__iter__\n",
        HEAD + "        self.__doc__ = self.__class__ = data\n",
        # Some objects have one, others none.
        HEAD + "        if data: self.__iter__ = data.__iter__\n",
        HEAD + "        if not data: return\n        self.__len__ = data.__len__\n",
        "class A:\n    def f(self, data):\n        self.__len__ = data.__len__\n",
        # A base has its own.
        "class B:\n    def __len__(self): return 1\n"
        + HEAD.replace("A:", "A(B):")
        + "        self.__len__ = data.f\n",
        HEAD + "        self.__len__ = data.f\n    def __len__(self): return 1\n",
        HEAD + "        self.__len__ = data.f\n    __len__ = other\n",
        "class A:\n    def __len__(self):\n        return 2\n    @staticmethod\n    def f(self): self.__len__ = 1\n",
        # A generator gives what it yields alone.
        HEAD + "        if data: self.__iter__ = data\n    def __iter__(self):\n        yield 1\n",
        # The object's ends in a call of the class's own.
        HEAD
        + "        self.own = self.__call__\n        self.__call__ = self.f\n"
        + "    def f(self): return self.own()\n    def __call__(self):\n        return 2\n",
        HEAD
        + "        if data: self.__getitem__ = lambda i: A.__getitem__(self, i + data)\n"
        + "    def __getitem__(self, i):\n        return i\n",
        HEAD
        + "        self.__call__ = lambda i: self.__class__.__call__(self, i)\n"
        + "    def __call__(self, i):\n        return i\n",
        # Objects that have none.
        HEAD + "        self.__len__ = data.__len__\nclass B(A):\n    def __init__(self):\n        pass\n",
        HEAD + "        self.__len__ = data.__len__\n    def f(self): del self.__len__\n",
        HEAD + "        self.__len__ = data.__len__\n    def __getstate__(self): return {}\n",
        # It may be asked for before it is there.
        HEAD
        + "        self.f()\n        self.__len__ = data.__len__\n    def f(self):\n        if self: g()\n",
        HEAD + "        data.add(self)\n        self.__len__ = data.__len__\n",
        HEAD + "        if self: f()\n        self.__len__ = data.__len__\n",
        HEAD + "        self.__len__ = f(self)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_refuses_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + "        self.__iter__ = data.__iter__\n")


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (
            HEAD + "        self.__len__ = data.__len__\n",
            "import m\nclass B(m.A):\n    def __init__(self): pass\n",
        ),
        (
            HEAD + "        if data: self.__len__ = data\n    def __len__(self):\n        return 1\n",
            "import m\ndef f(x): return m.A.__len__(x)\n",
        ),
    ],
)
def test_refuses_for_what_other_files_do(text, other):
    files = {"m.py": text, "other.py": other}
    check_untouched(RULE, text, python2=True, key="m.py", index=RepositoryIndex(files, files.get))


PROGRAM = '''
class Seen:
    def __init__(self, keys):
        if keys:
            self.keys = keys
        else:
            self.__getitem__ = lambda name: 1
        self.__repr__ = self._shown

    def _shown(self):
        return "shown"

    def __getitem__(self, name):
        """Whether it is there."""
        return name in self.keys

class Held:
    def __init__(self, data):
        self.data = data
        self.__iter__ = self.data.__iter__
        self.__contains__ = data.__contains__
        self.__call__ = lambda *rest: len(rest)

    def change(self):
        self.__repr__ = lambda: "changed"

    def __repr__(self, *more, **named):
        return "held"

held = Held([1, 2])
before = repr(held)
held.change()
print Seen(None)["x"], Seen("xy")["x"], Seen("xy")["z"], repr(Seen("x")),
print list(held), 2 in held, held(1, 2), before, repr(held)
'''


def test_objects_are_asked_as_before():
    made = migrate(PROGRAM).text
    assert migrate(made).text == made
    after = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=True).stdout
    assert after == "1 True False shown [1, 2] True 2 held changed\n"


def test_it_is_written_once():
    text = HEAD + "        self.__len__ = data.f\n        self.__len__ = data.g\nprint 1\n"
    made = run(RULE, text).text
    assert made.count("def __len__") == 1


def test_a_call_takes_keywords():
    text = "class A:\n    def __init__(self, f):\n        self.__call__ = f\nprint A(lambda a, b=1: a + b)(1, b=7)\n"
    made = migrate(text).text
    assert migrate(made).text == made
    after = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=True).stdout
    assert after == "8\n"


def test_classes_below_that_begin_as_the_class_does():
    text = (
        "class A:\n    def __init__(self, f):\n        self.__str__ = f\n"
        "class B(A):\n    def __init__(self, f):\n        A.__init__(self, f)\n        self.b = 1\n"
        "class C(A):\n    def __init__(self):\n        pass\n    def __str__(self):\n        return 'c'\n"
        "f = lambda: 'f'\nprint A(f), B(f), C()\n"
    )
    made = migrate(text).text
    after = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=True).stdout
    assert after == "f f c\n"


@pytest.mark.parametrize("more", ["", "    def __ne__(self, other):\n        return 'own'\n"])
def test_what_is_given_for_equality_is_not_asked_whether_they_differ(more):
    spaces = {}
    text = (
        HEAD
        + "        self.__eq__ = lambda other: True\n"
        + more
        + "a, b = A(1), A(2)\nx = a == b, a != b, a != a, 1L\n"
    )
    exec(migrate(text).text, spaces)
    assert spaces["x"] == (True, "own", "own", 1) if more else (True, True, False, 1)


def test_refuses_equality_where_the_class_compares_besides():
    text = HEAD + "        self.__eq__ = data.same\n    def __cmp__(self, other): return 0\n"
    check_untouched(RULE, text, python2=True)
