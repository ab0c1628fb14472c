"""StringIO.StringIO → io.StringIO, or io.BytesIO where it holds bytes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.names import binding_scope, can_rename, is_local, only_imported, stdlib_name, uses
from migration.analysis.strings.memory_files import CLASSES, kept, makes_bytes
from migration.analysis.strings.octets import seeks_relatively
from migration.rewriting.helpers import helper
from migration.rewriting.imports import replace_import
from migration.rewriting.moves import Moves, semantic
from migration.rule import Finding, Findings, Rule
from migration.source.edits import Needs, Part
from migration.trees.scopes import Scope
from migration.view.module import Module

_OTHERS = Moves(
    {
        "cStringIO.InputType": semantic("io.StringIO"),
        "cStringIO.OutputType": semantic("io.StringIO"),
        "cStringIO.StringIO": semantic("io.StringIO"),
        "StringIO.StringIO": semantic("io.StringIO"),
    },
    {"StringIO": "", "cStringIO": ""},
)
_LABELS = frozenset(["encoding", "errors"])
LABELLED = '''
def labelled_text(text=""):
    """A file of text in memory that can be told an encoding, and has none before, as in Python 2."""

    class Unset:
        def __get__(self, file, owner):
            raise AttributeError("not told")

    class Labelled(io.StringIO):
        encoding = errors = Unset()

    return Labelled(text)
'''


def visit(node: ast.AST, module: Module) -> Findings:
    """Decide for each place where one is made."""
    if module.facts.index.octets and seeks_relatively(module):
        return
    if isinstance(node, ast.Attribute) and stdlib_name(node, module) in CLASSES:
        binary = makes_bytes(node, module)
        name = module.use("io.BytesIO" if binary else "io.StringIO", at=node)
        yield module.replace(node, _labelled(module) if not binary and _is_labelled(node, module) else name)
    elif isinstance(node, ast.ImportFrom) and node.module in ("StringIO", "cStringIO") and not node.level:
        if not is_local(node.module, module):
            yield from _from(node, module)
    elif isinstance(node, ast.Import) and _is_handed_on(node, module):
        yield module.replace_span(module.span(node.names[0]), f"io as {node.names[0].name}", evidence=True)
    else:
        yield from _OTHERS.visit(node, module)


def _is_handed_on(node: ast.Import, module: Module) -> bool:
    """Whether one of the two modules is imported alone, and given another name or deleted: `StringIO = cStringIO`."""
    alias = node.names[0]
    if len(node.names) > 1 or alias.asname or alias.name not in ("StringIO", "cStringIO"):
        return False
    found = uses(alias.name, binding_scope(node, alias.name, module), module)
    bare = [use for use in found if not isinstance(module.parent(use), ast.Attribute)]
    handed_on = any(not isinstance(module.parent(use), ast.Call) for use in bare)
    return handed_on and not is_local(alias.name, module)


def _from(node: ast.ImportFrom, module: Module) -> Iterator[Finding]:
    if [a.name for a in node.names] == ["*"]:
        yield module.edit(*replace_import(node, ["from io import StringIO"], module), evidence=True)
        return
    if [a.name for a in node.names] != ["StringIO"]:
        yield from _OTHERS.visit(node, module)
        return
    bound = node.names[0].asname or "StringIO"
    scope = binding_scope(node, bound, module)
    sole = only_imported(bound, scope, f"{node.module}.StringIO")
    line, parts = chosen(bound, scope, module, sole)
    yield module.edit(*replace_import(node, [line], module), *parts)


def chosen(bound: str, scope: Scope, module: Module, sole: bool = True) -> tuple[str, list[Part]]:
    """The import of io that stands for one that binds `bound` to the class, and the parts for places that need bytes.

    `sole`: nothing else binds it.
    """
    if bound == "BytesIO":
        return "from io import BytesIO", []
    places = uses(bound, scope, module)
    binary = [p for p in places if sole and makes_bytes(p, module)]
    if binary and len(binary) == len(places) and can_rename(bound, "BytesIO", scope, module):
        return "from io import BytesIO", [module.part(p, "BytesIO") for p in binary]
    name = "StringIO" if bound == "StringIO" else f"StringIO as {bound}"
    labelled = [p for p in places if sole and p not in binary and _is_labelled(p, module)]
    parts = [module.part(p, module.use("io.BytesIO", at=p)) for p in binary]
    return f"from io import {name}", [*parts, *(module.part(p, _labelled(module)) for p in labelled)]


def _labelled(module: Module) -> Needs:
    return helper("labelled_text", LABELLED, module, ("import io",))


def _is_labelled(node: ast.expr, module: Module) -> bool:
    """Whether what is made here is told an encoding: the class of Python 3 has one that can't be set."""
    call = module.parent(node)
    if module.facts.index.octets or not (isinstance(call, ast.Call) and call.func is node):
        return False
    for place in kept(call, module):
        parent = module.parent(place)
        if isinstance(parent, ast.Attribute) and parent.attr in _LABELS and isinstance(parent.ctx, ast.Store):
            return True
        if (
            isinstance(parent, ast.Call)
            and module.is_builtin(parent.func, "setattr")
            and parent.args[:1] == [place]
            and isinstance(name := parent.args[1], ast.Constant)
            and name.value in _LABELS
        ):
            return True
    return False


RULE = Rule(
    id="string_io",
    family="P11",
    summary="StringIO and cStringIO are io.StringIO or io.BytesIO",
    before="import StringIO\na = StringIO.StringIO('x')\n",
    after="import io\na = io.StringIO('x')\n",
    caveats="Without a sign of bytes it is taken for text.",
    triggers=("StringIO", "cStringIO"),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=_OTHERS.nodes,
    imports=_OTHERS.heads,
    visit=visit,
)
