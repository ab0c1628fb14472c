"""Tokens of a text that doesn't end its last line."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "token_ends"
LEFT_OUT = ' if t[:2] != (tokenize.NEWLINE, ""))'


@pytest.mark.parametrize(
    "text",
    [
        "import tokenize\nfor t in tokenize.generate_tokens(open(a).readline): b(t)\n",
        "import tokenize\ndef f(readline): return tokenize.generate_tokens(readline)\n",
        "import tokenize\nf = tokenize.generate_tokens\n",
        "from mine import generate_tokens\nfrom io import StringIO\ngenerate_tokens(StringIO(a).readline)\n",
        "import io, tokenize\na = [t for t in tokenize.generate_tokens(io.StringIO(a).readline) if t[0] != 4]\n",
        "import io, tokenize\ntokenize.generate_tokens(io.StringIO().readline)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import io, tokenize\na = tokenize.generate_tokens(io.StringIO(b).readline)\n",
            f"import io, tokenize\na = (t for t in tokenize.generate_tokens(io.StringIO(b).readline){LEFT_OUT}\n",
        ),
        (
            "import io, tokenize\nr = io.StringIO(b).readline\nfor c in tokenize.generate_tokens(r): d(c)\n",
            "import io, tokenize\nr = io.StringIO(b).readline\n"
            f"for c in (t for t in tokenize.generate_tokens(r){LEFT_OUT}: d(c)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize("text", ["1:2", "a\n", "# b", "if a:\n  b", ""])
def test_tokens_are_those_of_python2(text):
    program = (
        "import tokenize, StringIO\n"
        "def texts(a):\n"
        "    tokens = tokenize.generate_tokens(StringIO.StringIO(a).readline)\n"
        "    found = [tokens.next()[1]]\n"
        "    return found + [t[1] for t in list(tokens)]\n"
    )
    names = {}
    exec(migrate(program).text, names)
    expected = {
        "1:2": ["1", ":", "2", ""],
        "a\n": ["a", "\n", ""],
        "# b": ["# b", "", ""],
        "if a:\n  b": ["if", "a", ":", "\n", "  ", "b", "", ""],
        "": [""],
    }
    assert names["texts"](text) == expected[text]
