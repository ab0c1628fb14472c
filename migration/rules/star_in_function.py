"""from m import * inside a function → the names the function takes from it."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Finding, Findings, Rule
from migration.rules._imports import from_import

_BUILTINS = frozenset(vars(builtins)) | {
    "unicode", "basestring", "long", "unichr", "xrange", "raw_input", "reduce", "apply", "buffer", "intern",
    "reload", "coerce", "file", "cmp", "execfile", "StandardError",
}  # fmt: skip


def visit(node: ast.ImportFrom, module: Module) -> Findings:
    """Import by name what nothing else provides."""
    function = module.function(node)
    if function is None or [a.name for a in node.names] != ["*"]:
        return
    stars = [
        n for n in ast.walk(function)
        if isinstance(n, ast.ImportFrom) and any(a.name == "*" for a in n.names)
    ]  # fmt: skip
    yield from _named(node, function, stars, module)


def _named(
    node: ast.ImportFrom, function: ast.AST, stars: list[ast.ImportFrom], module: Module
) -> Iterator[Finding]:
    wanted = sorted(
        {
            n.id for n in ast.walk(function)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and not module.bindings(n)
            and n.id not in _BUILTINS
        }
    )  # fmt: skip
    source = "." * node.level + (node.module or "")
    if not (node.level or module.has_future("absolute_import")):
        sibling = module.facts.index.implicit_relative(module.facts.key, source)
        source = f".{source}" if sibling else source
    text = _text(node, module)
    if text is not None:
        wanted = [n for n in wanted if re.search(rf"\b{re.escape(n)}\b", text)]
    elif len(stars) > 1 or module.module_scope.star_imports:
        yield module.open(node, "a function can't import *; name what it takes from the module")
        return
    if wanted:
        yield module.replace(node, from_import(source, wanted, module.indentation(node)))
    elif not node.level:
        yield module.replace(node, f"import {source}")
    else:
        yield module.open(node, "a function can't import *; name what it takes from the module")


def _text(node: ast.ImportFrom, module: Module) -> str | None:
    """The text of the module imported, when it is one of the repository."""
    if node.level or not node.module:
        return None
    index = module.facts.index
    key = index.implicit_relative(module.facts.key, node.module) or index.absolute(node.module)
    return index.text(key) if key else None


RULE = Rule(
    id="star_in_function",
    family="P18",
    summary="a function imports names, not *",
    before="def f():\n    from math import *\n    return sqrt(2.5)\n",
    after="def f():\n    from math import sqrt\n    return sqrt(2.5)\n",
    caveats="A name that the file binds itself is taken from there, though the star may have hidden it.",
    triggers=(re.compile(r"import[ \t]*\*"),),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    unsettles=True,
    nodes=(ast.ImportFrom,),
    visit=visit,
)
