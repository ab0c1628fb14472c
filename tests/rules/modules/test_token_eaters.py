"""tokenize.tokenize(readline, eater)."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "token_eaters"


@pytest.mark.parametrize(
    "text",
    [
        "import tokenize\ntokenize.tokenize(f.readline)\n",
        "import tokenize\ntokenize.generate_tokens(f.readline)\n",
        "from other import tokenize\ntokenize.tokenize(f.readline, eat)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize("given", ["eat", "tokeneater=eat"])
def test_each_token_is_given_to_the_function(given):
    text = (
        "import StringIO, tokenize\nnames = []\ndef eat(kind, text, start, end, line):\n"
        "    if kind == tokenize.NAME: names.append(text)\n"
        f"tokenize.tokenize(StringIO.StringIO('x = y + 1\\n').readline, {given})\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["names"] == ["x", "y"]
