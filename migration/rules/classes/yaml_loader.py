"""yaml.load(x) → yaml.load(x, Loader=yaml.Loader)."""

from __future__ import annotations

import ast

from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.view.module import Module

_LOADERS = frozenset(["yaml.load", "yaml.load_all"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Name the loader that was taken unless another was given: the releases for Python 3 demand one."""
    name = stdlib_name(node.func, module)
    if name not in _LOADERS or len(node.args) != 1 or isinstance(node.args[0], ast.Starred):
        return
    if any(k.arg in ("Loader", None) for k in node.keywords):
        return
    loader = _loader(node, module)
    if loader is None:
        yield module.open(node, "yaml.load() asks for a Loader", needs_python2=True)
        return
    last = node.keywords[-1].value if node.keywords else node.args[0]
    yield module.insert(module.outer_span(last).end, ", Loader=", loader, needs_python2=True)


def _loader(node: ast.Call, module: Module) -> Piece | None:
    """How the loader is named where the function is called; None where that may be lacking."""
    if isinstance(node.func, ast.Attribute):
        return f"{module.source(module.span(node.func.value))}.Loader"
    imports = [b.node for b in module.bindings(node.func)] if isinstance(node.func, ast.Name) else []
    if imports and all(isinstance(module.parent(one), ast.Module) for one in imports):
        return module.use("yaml.Loader", at=node)
    return None


RULE = Rule(
    id="yaml_loader",
    family="P14",
    summary="yaml.load() is told the loader that it took by itself",
    before="import yaml\nx = 1L\ny = yaml.load(text)\n",
    after="import yaml\nx = 1\ny = yaml.load(text, Loader=yaml.Loader)\n",
    caveats="It makes objects of any class, as it did: what comes from strangers is for safe_load().",
    triggers=("yaml",),
    nodes=(ast.Call,),
    names=frozenset(["load", "load_all"]),
    visit=visit,
)
