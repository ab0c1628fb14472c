"""Nodes that _ast has no more."""

import ast

import pytest
from rules.checking import check_rule, check_untouched

from migration.repository.index import RepositoryIndex

RULE = "ast_names"


@pytest.mark.parametrize(
    "text",
    [
        "import _ast\n_ast.Name\n",
        "from _ast import Name, AST, Str\n",
        "import _ast\nisinstance(a, _ast.Str)\n",
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
    ],
)
def test_takes_them_from_above(before, after):
    check_rule(RULE, before, after)


def test_others_may_take_it_from_here():
    files = {"p/__init__.py": "", "p/a.py": "import _ast\n", "p/b.py": "from p.a import _ast\nx = _ast.Num\n"}
    index = RepositoryIndex(files, files.get)
    check_rule(RULE, "import _ast\n", "import ast as _ast\n", key="p/a.py", index=index)


def test_what_is_parsed_is_known_by_them():
    assert isinstance(ast.parse("'a'").body[0].value, ast.Str)
