"""__hex__, __oct__, __coerce__."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

H = "class H(object):\n    def __hex__(self): return '0x2a'\n    def __oct__(self): return '052'\n"


@pytest.mark.parametrize(
    "text",
    [
        "x = hex(42)\n",
        H + "    def __index__(self): return 42\nx = hex(H())\n",
        "class H(object):\n    def hex(self): return 1\nx = H().hex()\n",
    ],
)
def test_leaves_numbers(text):
    check_untouched("number_methods", text)


def test_says_so_for_coerce():
    check_open("number_methods", "class N(object):\n    def __coerce__(self, o): return 1, o\n", 1)


def test_calls_the_method_by_name():
    check_rule(
        "number_methods",
        H + "h = H()\nx = hex(h) + oct(H())\n",
        H + "h = H()\nx = h.__hex__() + H().__oct__()\n",
    )
