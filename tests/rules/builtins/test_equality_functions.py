"""What unittest of 2.7 kept its functions for comparisons in."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "equality_functions"


@pytest.mark.parametrize("text", ["x = self._store[a]\n", "x = self._type_equality_funcs[a]\n"])
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_asks_the_dictionary():
    check_rule(RULE, "x = self._type_equality_funcs._store\n", "x = self._type_equality_funcs\n")
