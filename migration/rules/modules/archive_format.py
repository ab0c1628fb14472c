"""tarfile.open(p, 'w') → tarfile.open(p, 'w', format=tarfile.GNU_FORMAT), as archives were written: since Python 3.8
each file whose time has a fraction, or whose name is long or no ASCII, has one more header by default.
"""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.arguments import argument
from migration.analysis.names import in_repository, stdlib_name
from migration.analysis.values import default_there
from migration.rule import Findings, Rule, last_names
from migration.view.module import Module

_CLASS = "tarfile.TarFile"
#: What makes an archive: each takes the mode behind the path.
_MAKERS = frozenset(
    ["tarfile.open", _CLASS, *(f"{_CLASS}.{n}" for n in ("open", "taropen", "gzopen", "bz2open"))]
)
_WRITES = ("w", "a")
_CHOSEN = re.compile(r"DEFAULT_FORMAT\b")
#: Since when the newer format is the default.
_SINCE = (3, 8)
#: How far a mode is followed.
_DEEPEST = 4


def visit(node: ast.Call, module: Module) -> Findings:
    """Say the format that Python 2 took."""
    if stdlib_name(node.func, module) not in _MAKERS or module.target < _SINCE:
        return
    if any(isinstance(a, ast.Starred) for a in node.args) or any(
        k.arg in (None, "format") for k in node.keywords
    ):
        return
    mode = argument(node, 1, "mode")
    if mode is not None and _may_write(mode, module):
        name = module.use("tarfile.GNU_FORMAT", node)
        yield module.edit(module.added(node, "format=", name), needs_python2=True)


def _may_write(mode: ast.expr, module: Module, depth: int = _DEEPEST) -> bool:
    """Whether any of what a mode may be begins as one that writes: what only reads takes the format and leaves it."""
    if depth == 0:
        return False
    match mode:
        case ast.Constant(value=str(text)):
            return text.startswith(_WRITES)
        case ast.BinOp(left=first, op=ast.Add() | ast.Mod()):
            return _may_write(first, module, depth - 1)
        case ast.Call(func=ast.Attribute(value=first, attr="format" | "replace")):
            return _may_write(first, module, depth - 1)
        case ast.IfExp(body=one, orelse=other):
            given: list[ast.expr | None] = [one, other]
        case ast.BoolOp(values=values):
            given = [*values]
        case ast.Name():
            given = _given(mode, module)
        case _:
            return False
    return any(value is not None and _may_write(value, module, depth - 1) for value in given)


def _given(name: ast.Name, module: Module) -> list[ast.expr | None]:
    """All that a name is seen to be given."""
    found: list[ast.expr | None] = []
    for binding in module.bindings(name):
        found.append(binding.value)
        if binding.kind == "parameter" and isinstance(binding.node, ast.arg):
            found += [default_there(binding.node, module), *module.arguments_for(binding.node)]
    return found


def _leaves_default(module: Module) -> bool:
    """Whether no file of the repository says itself what the default is to be."""
    return not in_repository(_CHOSEN, module)


RULE = Rule(
    id="archive_format",
    family="P11",
    summary="archives of tarfile are written in the format that was the default",
    before="import tarfile\nt = tarfile.open(p, 'w:gz'), 1L\n",
    after="import tarfile\nt = tarfile.open(p, 'w:gz', format=tarfile.GNU_FORMAT), 1\n",
    caveats="What shutil.make_archive writes has the new format.",
    triggers=("tarfile",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=last_names(*_MAKERS),
    when=_leaves_default,
    visit=visit,
)
