"""Classes whose __eq__ fails for None."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "unequal_to_none"
HEAD = "class P(object):\n    def __eq__(self, other):\n"
ASKED = "x = P() != None\n"
NE = "\n    def __ne__(self, other):\n        return NotImplemented\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "        return self.x == other.x\nx = P() != y\n",
        HEAD + "        return isinstance(other, P) and self.x == other.x\n" + ASKED,
        HEAD + "        return other is not None and self.x == other.x\n" + ASKED,
        HEAD + "        return self.__class__ == other.__class__ and self.x == other.x\n" + ASKED,
        HEAD + "        return type(self) is type(other) and self.x == other.x\n" + ASKED,
        HEAD + "        if not other: return False\n        return self.x == other.x\n" + ASKED,
        HEAD + "        return other and self.x == other.x\n" + ASKED,
        HEAD
        + "        try:\n            return self.x == other.x\n        except Exception:\n            return 0\n"
        + ASKED,
        HEAD + "        return self.x == getattr(other, 'x', None)\n" + ASKED,
        HEAD + "        return self is other\n" + ASKED,
        HEAD
        + "        return self.x == other.x\n    def __ne__(self, other):\n        return not self == other\n"
        + ASKED,
        HEAD
        + "        return self.x == other.x\n    def __getattr__(self, name):\n        return 1\n"
        + ASKED,
        HEAD.replace("object", "Base") + "        return self.x == other.x\n" + ASKED,
        "@dressed\n" + HEAD + "        return self.x == other.x\n" + ASKED,
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + "        return self.x == other.x\n" + ASKED)


@pytest.mark.parametrize(
    "body",
    [
        "        return self.x == other.x\n",
        "        return all(getattr(self, n) == getattr(other, n) for n in self.names)\n",
        "        if self.x:\n            return other.x\n        return False\n",
    ],
)
@pytest.mark.parametrize("asked", [ASKED, "t.assertNotEqual(P(), None)\n", "assertNotEquals(None, P())\n"])
def test_leaves_the_answer_to_identity(body, asked):
    check_rule(RULE, HEAD + body + asked, HEAD + body + NE + asked, python2=True)


def test_is_asked_in_another_file():
    files = {"a.py": HEAD + "        return self.x == other.x\nx = 1L\n", "b.py": "assert a.p != None\n"}
    after = run(RULE, files["a.py"], index=RepositoryIndex(files, files.get)).text
    assert "__ne__" in after


def test_what_it_answers():
    text = (
        "class P(object):\n    def __init__(self, x): self.x = x\n"
        "    def __eq__(self, other):\n        return self.x == other.x\n"
        "class N(object):\n    x = 5\n    def __ne__(self, other): return 'asked'\n"
        "p, q = P(1), P(1)\nprint([p != None, None != p, p != q, p != p, p == q, p != 3, p != N()])\ny = 1L\n"
    )
    made = run(RULE, text).text.replace("1L", "1")
    ran = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=True)
    assert ran.stdout == "[True, True, True, False, True, True, 'asked']\n"
