"""Files that spell out the numbers of tokens."""

import tokenize

import pytest
from rules.checking import check_rule, check_untouched

from migration.rules.introspection.token_numbers import _TOKENS

RULE = "token_numbers"
ASKED = "import tokenize\ntokens = tokenize.generate_tokens(f)\n"
LISTED = ASKED + "".join(f"T_{name} = {number}\n" for number, name in enumerate(_TOKENS[:12]))
FEW = ASKED + "".join(f"T_{name} = {number}\n" for number, name in enumerate(_TOKENS[:8]))


@pytest.mark.parametrize(
    "text",
    [
        FEW + "T_OP = 51\n",
        LISTED.replace("import tokenize\n", "") + "T_OP = 51\n",
        LISTED + "OTHER = 51\nT_X = 12\nT_BACKQUOTE = 25\nT_N_TOKENS = 55\nT_NT_OFFSET = 256\nT_Y = True\n",
        LISTED + "def f():\n    T_OP = 51\n",
        LISTED.replace("T_", "A_", 7) + "A_OP = 51\n",
        LISTED + "T_OP = tokenize.OP\n",
        # pgen's own tokens have numbers of their own.
        LISTED + "T_OP = 51\nT_COMMENT = 52\nT_NL = 53\nT_RARROW = 54\nT_ERRORTOKEN = 55\n",
        # What is only compared with each other may be of any number.
        LISTED.replace("tokenize.generate_tokens(f)", "[0] * 52") + "T_OP = 51\ntokens[T_OP] = 1\n",
        LISTED + "T_OP = 51\ndef generate_tokens(readline):\n    yield T_OP\n",
    ],
)
def test_leaves(text):
    check_untouched(RULE, text, python2=True)


def test_tokens_are_known_by_their_numbers_whatever_they_are_called():
    check_rule(
        RULE,
        LISTED + "T_SPACE = 54\nT_LBRACE = 26\nT_COMMENT = 55\n",
        LISTED + "T_SPACE = tokenize.NL\nT_LBRACE = tokenize.LBRACE\nT_COMMENT = 55\n",
        python2=True,
    )


def test_names_without_a_prefix_of_another_file():
    listed = LISTED.replace("T_", "").replace(ASKED, "")
    files = {"m.py": listed + "OP = 51\n", "other.py": "from tokenize import generate_tokens\n"}
    from migration.engine.pipeline import migrate
    from migration.repository.index import RepositoryIndex

    made = migrate(files["m.py"] + "print OP\n", "m.py", RepositoryIndex(files, files.__getitem__)).text
    names = {}
    exec(made, names)
    assert names["OP"] == tokenize.OP and names["DEDENT"] == tokenize.DEDENT
