"""Text that the default codec makes native."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "encoded_by_default"


@pytest.mark.parametrize(
    "text",
    [
        "self.x = y.encode('utf-8')\n",
        "x = y.encode()\n",
        "f(y.encode())\n",
        "class M:\n    def encode(self): return ''\nself.x = M().encode()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_only_python_2_has_that_codec():
    check_untouched(RULE, "self.x = y.encode()\n")


@pytest.mark.parametrize("text", ["self.x = {}\n", "x.append(({}, 1))\n", "x = [{}]\n", "x = {{'a': {}}}\n"])
def test_stays_text(text):
    made = 'y.encode("ascii").decode("ascii")'
    check_rule(RULE, text.format("y.encode()"), text.format(made), python2=True)
