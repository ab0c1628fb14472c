"""import _ast → import ast as _ast, where nodes are named that only the module above has still."""

from __future__ import annotations

import ast
import re

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._imports import module_span

#: Classes that the parser makes no more: `isinstance` knows what it makes in their place.
_OLD = (
    "AugLoad",
    "AugStore",
    "Bytes",
    "Ellipsis",
    "ExtSlice",
    "Index",
    "NameConstant",
    "Num",
    "Param",
    "Str",
    "Suite",
)
_NAMED = re.compile(rf"_ast\.(?:{'|'.join(_OLD)})\b")


def visit(node: ast.Import | ast.ImportFrom, module: Module) -> Findings:
    """Import the module of the library under the name that the file uses; others may take it from here."""
    if isinstance(node, ast.ImportFrom):
        if node.module == "_ast" and not node.level and any(a.name in _OLD for a in node.names):
            yield module.replace_span(module_span(node, module), "ast")
        return
    if [(a.name, a.asname) for a in node.names] == [("_ast", None)] and _is_named(module):
        yield module.replace(node, "import ast as _ast", guarded=True)


def _is_named(module: Module) -> bool:
    index = module.facts.index
    texts = [module.text, *(index.text(key) or "" for key in index.importers(module.facts.key))]
    return any(_NAMED.search(text) for text in texts)


RULE = Rule(
    id="ast_names",
    family="P11",
    summary="nodes of literals and slices are named in the module ast alone",
    before="import _ast\na = isinstance(b, _ast.Str)\n",
    after="import ast as _ast\na = isinstance(b, _ast.Str)\n",
    caveats="They leave that module, too, in a later Python 3.",
    triggers=("_ast",),
    nodes=(ast.Import, ast.ImportFrom),
    visit=visit,
)
