"""returns_unicode of an expat parser."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

RULE = "parser_attributes"


@pytest.mark.parametrize(
    "text",
    [
        "self.returns_unicode = True\n",
        "returns_unicode = True\n",
        "x = p.returns_unicode\n",
        "class P:\n    def returns_unicode(self): pass\np.returns_unicode = 1\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize("value", ["True", "1"])
def test_text_need_not_be_asked_for(value):
    check_rule(RULE, f"p = f()\np.returns_unicode = {value}\nq = 1\n", "p = f()\nq = 1\n")


def test_octets_are_open():
    check_open(RULE, "p = f()\np.returns_unicode = False\n", 2)
