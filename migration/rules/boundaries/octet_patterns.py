"""re.search('x', data) → re.search(b'x', data), where data is bytes: a pattern is of the kind it is looked for in."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from migration.analysis.literals import literal
from migration.analysis.made import kept_by
from migration.analysis.names import names_by_id, other_texts, stdlib_name
from migration.analysis.strings.as_bytes import literal_parts
from migration.analysis.strings.byte_sources import may_hold_bytes
from migration.analysis.strings.kinds import BYTES, is_octets, kind
from migration.analysis.strings.shown import is_spelled
from migration.analysis.values import reads_of
from migration.rewriting.as_text import HELPER
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Function → where the text it searches stands among its arguments; the template of sub stands before it.
SEARCHED = {
    **dict.fromkeys(["re.match", "re.search", "re.findall", "re.finditer", "re.split"], 1),
    **dict.fromkeys(["re.sub", "re.subn"], 2),
}
COMPILED = frozenset(["re.compile"])
#: The same of methods of patterns.
METHODS = {name.removeprefix("re."): place - 1 for name, place in SEARCHED.items()}


def visit(node: ast.Call, module: Module) -> Findings:
    """Put a b before pattern and template, where what is searched is bytes for certain."""
    place = SEARCHED.get(stdlib_name(node.func, module) or "")
    if place is not None:
        yield from _patterns(node, place, list(node.args[:place]), module)
    elif isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
        made = kept_by(node.func.value, module, COMPILED)
        if made is not None and made.args and _only_for_octets(node.func.value, module):
            place = METHODS[node.func.attr]
            yield from _patterns(node, place, [made.args[0], *node.args[:place]], module)


def _patterns(node: ast.Call, place: int, patterns: list[ast.expr], module: Module) -> Findings:
    if place >= len(node.args) or not _is_octets(node.args[place], module):
        return
    if (
        all(literal(p, module) for p in patterns)
        and _keeps_several(node)
        and any(_meets_text(read, module) for read in reads_of(node, module))
    ):
        # What is found is spelled out or compared with text: look in text.
        text = module.helper("as_text", HELPER)
        data = node.args[place]
        yield module.replace(data, text, "(", *module.sub(data), ")", needs_python2=True)
        return
    if all(literal(p, module) or kind(p, module) == BYTES for p in patterns):
        parts = [part for p in patterns if literal(p, module) for part in literal_parts(p, module)]
        if parts:
            yield module.edit(*parts)


def _keeps_several(node: ast.Call) -> bool:
    """Whether a call gives several finds, or what is left: a single match has rules of its own."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr not in ("findall", "split", "sub", "subn"):
        return False
    return not isinstance(function.value, ast.Name) or function.value.id == "re"


def _meets_text(node: ast.expr, module: Module) -> bool:
    """Whether the place of `node`, or of its parts, spells it out, or compares it with native text."""
    parent = module.parent(node)
    while isinstance(parent, ast.Subscript) or (
        isinstance(parent, ast.Call)
        and module.is_builtin(parent.func, "dict", "list", "set", "sorted", "tuple")
    ):
        node, parent = parent, module.parent(parent)
    if isinstance(parent, ast.Compare):
        others = [o for o in (parent.left, *parent.comparators) if o is not node]
        return any(literal(n, module) for o in others for n in ast.walk(o) if isinstance(n, ast.Constant))
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) and parent.func.attr == "join":
        return literal(parent.func.value, module)
    return is_spelled(node, module)


def _only_for_octets(node: ast.expr, module: Module) -> bool:
    """Whether a compiled pattern under one name, or one that objects keep, is used for searches in bytes alone."""
    reads: Sequence[ast.AST]
    if isinstance(node, ast.Name):
        reads = names_by_id(module)[node.id]
    elif isinstance(node, ast.Attribute):
        if _is_used_elsewhere(node.attr, module):
            return False
        reads = module.nodes_named(ast.Attribute, frozenset([node.attr]))
    else:
        return isinstance(node, ast.Call)
    for read in reads:
        method = module.parent(read)
        call = module.parent(method) if isinstance(method, ast.Attribute) else None
        if isinstance(read, (ast.Name, ast.Attribute)) and isinstance(read.ctx, ast.Store):
            continue
        if not (isinstance(call, ast.Call) and isinstance(method, ast.Attribute) and method.attr in METHODS):
            return False
        place = METHODS[method.attr]
        if place >= len(call.args) or not _is_octets(call.args[place], module):
            return False
    return True


def _is_used_elsewhere(attribute: str, module: Module) -> bool:
    """Whether another file of the repository asks objects for an attribute of that name."""
    asked = re.compile(rf"\.{attribute}\b")
    return any(map(asked.search, other_texts(module)))


def _is_octets(node: ast.expr, module: Module) -> bool:
    """Whether `node` is octets whoever calls: what a function finds in its argument may be wanted as text, where not
    all calls are known to give octets of the library.
    """
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if any(b.kind == "parameter" for b in bindings) and set(module.held(node)) != {"octets"}:
        return False
    return is_octets(node, module)


RULE = Rule(
    id="octet_patterns",
    family="P9",
    summary="patterns that are looked for in bytes are bytes",
    before="import re\na = re.search('x', open(p, 'rb').read())\n",
    after="import re\na = re.search(b'x', open(p, 'rb').read())\n",
    caveats="Only patterns that are written out, in the call or where they are compiled.",
    triggers=("re",),
    order=70,
    nodes=(ast.Call,),
    names=frozenset(METHODS),
    when=may_hold_bytes,
    visit=visit,
)
