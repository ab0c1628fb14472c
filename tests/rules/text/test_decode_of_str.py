"""str.decode, the method of the type."""

import pytest
from rules.checking import check_untouched, run

RULE = "decode_of_str"


@pytest.mark.parametrize(
    "text",
    [
        "x = bytes.decode\n",
        "def f(str):\n    return str.decode('utf-8')\n",
        "try:\n    f = str.decode\nexcept AttributeError:\n    f = bytes.decode\n",
        "x = y.decode\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


def test_text_and_bytes_are_text():
    space = {}
    exec(
        run(
            RULE, "decode = str.decode\na = [decode('x', 'utf-8'), str.decode(b'\\xc3\\xa9', 'utf-8')]\n"
        ).text,
        space,
    )
    assert space["a"] == ["x", "é"]
