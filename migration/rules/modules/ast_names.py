"""import _ast → import ast as _ast, where nodes are named that only the module above has still."""

from __future__ import annotations

import ast
import re

from migration.analysis.old_trees import are_of_python3
from migration.rule import Findings, Rule
from migration.view.module import Module

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


def visit(node: ast.Import, module: Module) -> Findings:
    """Import the module of the library under the name that the file uses; others may take it from here."""
    if [(a.name, a.asname) for a in node.names] == [("_ast", None)] and _is_named(node, module):
        yield module.replace(node, "import ast as _ast", guarded=True)


def _is_named(node: ast.Import, module: Module) -> bool:
    """Whether such a node is named by way of this import: here, where another one may serve as well, or elsewhere."""
    index = module.facts.index
    texts = [index.text(key) or "" for key in index.importers(module.facts.key)]
    found = module.scope(node).lookup("_ast")
    if found is not None and len(found[1]) > 1:
        texts.append(module.text)
    return any(_NAMED.search(text) for text in texts)


RULE = Rule(
    id="ast_names",
    family="P11",
    summary="nodes of literals and slices are named in the module ast alone",
    before="try:\n    import _ast\nexcept ImportError:\n    from p import _ast\na = isinstance(b, _ast.Str)\n",
    after="try:\n    import ast as _ast\nexcept ImportError:\n    from p import _ast\na = isinstance(b, _ast.Str)\n",
    caveats="They leave that module, too, in a later Python 3.",
    triggers=("_ast",),
    nodes=(ast.Import,),
    when=are_of_python3,
    visit=visit,
)
