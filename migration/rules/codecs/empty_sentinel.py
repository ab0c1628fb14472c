"""iter(lambda: f.read(n), '') → iter(lambda: f.read(n) or '', ''): where the end may be '' or b''."""

from __future__ import annotations

import ast
from typing import TypeGuard

from migration.analysis.literals import literal
from migration.analysis.names import stdlib_name
from migration.analysis.strings.file_kinds import file_kind
from migration.analysis.strings.kinds import kind
from migration.analysis.strings.pipes import is_text_pipe
from migration.analysis.strings.streams import READERS
from migration.rule import Findings, Rule
from migration.trees.precedence import Precedence
from migration.view.module import Module

_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.comprehension)
#: Around a method that has to be taken once: what it belongs to is made there, or is another one later.
_TAKEN = '(lambda read: lambda: read() or "")'


def visit(node: ast.Call, module: Module) -> Findings:
    """Let anything empty be the end, where nothing tells whether text is read."""
    if not module.is_builtin(node.func, "iter") or len(node.args) != 2 or module.facts.index.octets:
        return
    reader, end = node.args
    if not (isinstance(end, ast.Constant) and end.value == "" and literal(end, module)):
        return
    if isinstance(reader, ast.Lambda):
        if _reads(reader.body, module) and kind(reader.body, module) is None:
            yield module.replace(
                reader.body, *module.sub(reader.body, Precedence.OR), ' or ""', needs_python2=True
            )
    elif _is_reader(reader):
        if file_kind(reader.value, module) is not None or is_text_pipe(reader.value, module):
            return
        if _stays(reader.value, module):
            yield module.replace(reader, "lambda: ", *module.sub(reader), '() or ""', needs_python2=True)
        else:
            yield module.replace(reader, _TAKEN, "(", *module.sub(reader), ")", needs_python2=True)
    elif isinstance(reader, ast.Call) and stdlib_name(reader.func, module) == "functools.partial":
        first, *given = reader.args or [reader]
        if _is_reader(first) and len(given) == 1 and not reader.keywords:
            if not (_stays(first.value, module) and _stays(given[0], module)):
                yield module.replace(reader, _TAKEN, "(", *module.sub(reader), ")", needs_python2=True)
                return
            called = (*module.sub(first), "(", *module.sub(given[0]), ")")
            yield module.replace(reader, "lambda: ", *called, ' or ""', needs_python2=True)


def _stays(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the same object whenever it is asked for, and not another one made each time: a constant, an
    attribute, or a name that is bound once, or to nothing else until all is read.
    """
    while isinstance(node, ast.Attribute):
        node = node.value
    if isinstance(node, ast.Constant):
        return True
    if not isinstance(node, ast.Name):
        return False
    places = [b.node for b in module.bindings(node)]
    call = next(
        a for a in module.ancestors(node) if isinstance(a, ast.Call) and module.is_builtin(a.func, "iter")
    )
    loop = module.parent(call)
    if isinstance(loop, ast.For) and loop.iter is call:
        return not any(loop in module.ancestors(p) for p in places)  # all is read before it is another
    return len(places) < 2 and not any(_is_repeated(p, module) for p in places)


def _is_repeated(node: ast.AST, module: Module) -> bool:
    """Whether a loop of the same function binds a name again and again."""
    function = module.function(node)
    return any(isinstance(a, _LOOPS) and module.function(a) is function for a in module.ancestors(node))


def _reads(node: ast.expr, module: Module) -> bool:
    """Whether a function reads from what is not known to give text."""
    reader = node.func if isinstance(node, ast.Call) else None
    return reader is not None and _is_reader(reader) and not is_text_pipe(reader.value, module)


def _is_reader(node: ast.expr) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and node.attr in READERS


RULE = Rule(
    id="empty_sentinel",
    family="P10",
    summary="reading ends with what is empty, be it text or bytes",
    before="n = 1L\nfor part in iter(lambda: source.read(9), ''): use(part)\n",
    after="n = 1\nfor part in iter(lambda: source.read(9) or \"\", ''): use(part)\n",
    caveats="Only for methods that read, of what is not seen to be of octets: there the end is b''.",
    triggers=("iter",),
    needs_python2=True,
    order=80,
    nodes=(ast.Call,),
    names=frozenset(["iter"]),
    follows=frozenset(["bytes_beside_text"]),
    visit=visit,
)
