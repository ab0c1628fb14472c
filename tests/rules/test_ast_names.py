"""Nodes that _ast has no more."""

import ast

import pytest
from rules.checking import check_rule, check_untouched

RULE = "ast_names"


@pytest.mark.parametrize(
    "text",
    [
        "import _ast\n_ast.Name\n",
        "from _ast import Name, AST\n",
        "import ast\nast.Str\n",
        "from ._ast import Str\n",
        "import _ast as a\n_ast.Str\n",
        "from p import _ast\n_ast.Str\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "try:\n    import _ast\nexcept ImportError:\n    from p import _ast\n_ast.Ellipsis\n",
            "try:\n    import ast as _ast\nexcept ImportError:\n    from p import _ast\n_ast.Ellipsis\n",
        ),
        ("from _ast import Name, Str\n", "from ast import Name, Str\n"),
    ],
)
def test_takes_them_from_above(before, after):
    check_rule(RULE, before, after)


def test_what_is_parsed_is_known_by_them():
    assert isinstance(ast.parse("'a'").body[0].value, ast.Str)
