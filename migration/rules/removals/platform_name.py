"""sys.platform == 'linux2' → sys.platform == 'linux': the number of the kernel's version is gone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module

_OLD, _NEW = "linux2", "linux"


def visit(node: ast.Attribute | ast.Name, module: Module) -> Findings:
    """Rename where the platform is compared, unless the new name stands beside the old one."""
    if stdlib_name(node, module) != "sys.platform" or module.guarded(node):
        return
    names = list(_compared(node, module))
    if any(n.value == _NEW for n in names):
        return
    for name in names:
        if name.value == _OLD:
            source = module.source(module.span(name))
            yield module.replace(name, source.replace(_OLD, _NEW), needs_python2=True)


def _compared(node: ast.expr, module: Module) -> Iterator[ast.Constant]:
    """The texts that the value of `node` is held against."""
    parent = module.parent(node)
    held: list[ast.expr] = []
    if isinstance(parent, ast.Compare):
        held = [n for n in (parent.left, *parent.comparators) if n is not node]
    elif isinstance(parent, ast.Subscript) and isinstance(parent.value, ast.Dict):
        held = [parent.value]
    elif isinstance(parent, ast.Attribute) and parent.attr == "startswith":
        call = module.parent(parent)
        held = list(call.args) if isinstance(call, ast.Call) else []
    elif (
        isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) and parent.func.attr == "get"
    ):
        held = [parent.func.value]
    for one in held:
        parts = one.elts if isinstance(one, (ast.Tuple, ast.List, ast.Set)) else [one]
        parts = [k for k in one.keys if k] if isinstance(one, ast.Dict) else parts
        yield from (p for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str))


RULE = Rule(
    id="platform_name",
    family="P19",
    summary="sys.platform is linux, not linux2",
    before="import sys\nif sys.platform == 'linux2': print 'a'\n",
    after="import sys\nif sys.platform == 'linux': print('a')\n",
    caveats="Only where it is compared with texts that are written out.",
    triggers=(_OLD,),
    needs_python2=True,
    nodes=(ast.Attribute, ast.Name),
    names=frozenset(["platform"]),
    visit=visit,
)
