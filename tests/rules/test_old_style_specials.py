"""Special methods that objects of old-style classes are given."""

import subprocess
import sys

import pytest
from rules.checking import check_untouched, run

from migration.engine import migrate

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
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_refuses_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + "        self.__iter__ = data.__iter__\n")


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
