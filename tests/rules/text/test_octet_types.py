"""Types of octets."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "octet_types"
PACKED = "import pickle, struct\nx = struct.pack('B', 1)\n"


@pytest.mark.parametrize(
    "text",
    [
        "x = 'a'\ny = type(x) is str\n",
        PACKED + "y = type(x) is int\n",
        PACKED + "y = type(x) in (str, int)\n",
        PACKED + "def f(x): return isinstance(x, str)\n",
        PACKED + "y = isinstance(z, str)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_python_3():
    check_untouched(RULE, PACKED + "y = type(x) is str\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("type(x) is str", "type(x) is bytes"),
        ("type(x) != str", "type(x) != bytes"),
        ("isinstance(x, str)", "isinstance(x, bytes)"),
        ("isinstance(pickle.dumps(1), str)", "isinstance(pickle.dumps(1), bytes)"),
    ],
)
def test_octets_are_bytes(before, after):
    check_rule(RULE, f"{PACKED}y = {before}\n", f"{PACKED}y = {after}\n", python2=True)
