r"""MAGIC = '\xca\xfe' beside what struct packs."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "octet_constants"
#: A program that knows unicode, so that its strings are not octets throughout.
HEAD = "import struct\nname = u'\\xe9'\n"
MAGIC = "MAGIC = '\\xca\\xfe'\n"
CLASS = "class C(object):\n    MAGIC = '\\xca\\xfe'\n"
PACK = "    def pack(self): return self.MAGIC + struct.pack('B', 1) + self.x\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + MAGIC + "print(MAGIC)\n",
        HEAD + MAGIC + "x = MAGIC + y\n",
        HEAD + MAGIC + "x = MAGIC + struct.pack('B', 1)\nprint(MAGIC)\n",
        HEAD + MAGIC + "x = MAGIC + struct.pack('B', 1)\ny = '%s' % MAGIC\n",
        HEAD + MAGIC + "x = MAGIC + struct.pack('B', 1)\nMAGIC = f()\n",
        HEAD + MAGIC + "x = MAGIC + struct.pack('B', 1)\ny = x == MAGIC == z\n",
        HEAD + "MAGIC = 'ab'\nx = MAGIC + struct.pack('B', 1)\n",
        HEAD + "MAGIC = u'\\xca'\nx = MAGIC + struct.pack('B', 1)\n",
        HEAD + CLASS + PACK + "c.MAGIC = 1\n",
        HEAD + CLASS + PACK + "x = other.MAGIC\n",
        HEAD + CLASS + "    y = MAGIC\n" + PACK,
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_not_without_a_sign_of_python_2():
    check_untouched(RULE, HEAD + MAGIC + "x = MAGIC + struct.pack('B', 1)\n")


@pytest.mark.parametrize("use", ["d[:2] != MAGIC", "d.startswith(MAGIC)", "len(MAGIC)", "MAGIC in d"])
def test_constants_of_a_file(use):
    before = HEAD + MAGIC + f"x = MAGIC + struct.pack('B', 1)\ny = {use}\n"
    check_rule(RULE, before, before.replace("'\\xca", "b'\\xca"), python2=True)


def test_constants_of_a_class():
    before = HEAD + CLASS + PACK + "    def check(self, d): return d[:2] == C.MAGIC\n"
    check_rule(RULE, before, before.replace("'\\xca", "b'\\xca"), python2=True)


def test_nothing_encodes_them_again():
    text = migrate(HEAD + CLASS + PACK + "x = C().pack()\nn = ord(x[2]), 1L\n").text
    assert "MAGIC = b'\\xca\\xfe'" in text
    assert "self.MAGIC + struct.pack" in text
    assert "n = x[2], 1\n" in text
