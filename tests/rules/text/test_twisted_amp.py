"""Names in Twisted's protocol of messages."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "twisted_amp"
HEAD = "from twisted.protocols import amp\n"


@pytest.mark.parametrize(
    "text",
    [
        "import amp\nx = [('left', amp.Integer())]\n",
        HEAD + "x = [('left', Integer())]\n",
        HEAD + "x = [(b'left', amp.Integer())]\n",
        HEAD + "x = {'left': amp.Integer()}\n",
        HEAD + "class C(Command):\n    arguments = [('left', Own())]\n",
        HEAD + "class C(amp.Command):\n    other = [('left', Own())]\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = [('left', amp.Integer()), ('right', Own())]\n", "x = [(b'left', amp.Integer()), (b'right', Own())]\n"),
        (
            "class C(amp.Command):\n    arguments = [('a', Own())]\n",
            "class C(amp.Command):\n    arguments = [(b'a', Own())]\n",
        ),
        (
            "class C(amp.Command):\n    commandName = 'C'\n    errors = {KeyError: 'KEY'}\n",
            "class C(amp.Command):\n    commandName = b'C'\n    errors = {KeyError: b'KEY'}\n",
        ),
        (
            "class C(amp.Command):\n    response = [('a', amp.Unicode())]\n",
            "class C(amp.Command):\n    response = [(b'a', amp.Unicode())]\n",
        ),
    ],
)  # fmt: skip
def test_rewrites(before, after):
    check_rule(RULE, HEAD + before, HEAD + after, python2=True)
