"""Lists of octets, encoded values, and octets added to text."""

from __future__ import annotations

import ast

from migration.analysis.flow_kinds import lists_octets
from migration.analysis.literals import literal
from migration.analysis.names import names_by_id
from migration.analysis.strings.encoded import is_encoded
from migration.analysis.strings.kinds import BYTES, TEXT, adds_octets, is_octets, kind, pieces
from migration.analysis.values import written_out
from migration.view.module import Module


def is_encoded_value(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what text was encoded to: bytes, or text where a rule leaves it that."""
    return kind(node, module) == BYTES and is_encoded(node, module)


def adds_to_text(node: ast.AST, module: Module) -> bool:
    """Whether a statement adds to a variable that was made by filling native text in, `out = 'n: %s' % n`, and that
    nothing is added to which is never text.
    """
    if not (isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add)):
        return False
    bindings = module.bindings(node.target) if isinstance(node.target, ast.Name) else []
    values = [b.value for b in bindings if b.value is not None]
    added = [b.node.value for b in bindings if isinstance(b.node, ast.AugAssign)]
    if not values or any(adds_octets(a, module) for a in added):
        return False
    return all(_fills_text(v, module) for v in values)


def _fills_text(node: ast.expr, module: Module) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and literal(node.left, module):
        return "%s" in ast.literal_eval(node.left) and kind(node, module) == TEXT
    method = node.func if isinstance(node, ast.Call) else None
    return isinstance(method, ast.Attribute) and method.attr == "format" and literal(method.value, module)


def is_octet_list(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a list of bytes for certain: what splitting octets, or reading their lines, gives."""
    if not module.facts.index.octets and lists_octets(node, module):
        return True
    made = written_out(node, module)
    while isinstance(made, ast.Subscript) and isinstance(made.slice, ast.Slice):
        made = made.value
    if isinstance(made, ast.ListComp):
        return is_octets(made.elt, module)
    parts = isinstance(made, ast.Call) and getattr(made.func, "attr", "") in ("partition", "rpartition")
    return not parts and pieces(node, module) == BYTES and not is_encoded(node, module)


def holds_bytes(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a list of bytes: split off, written out, by comprehension, or filled by append()."""
    if is_octet_list(node, module):
        return True
    if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        return is_octets(node.elt, module)
    if isinstance(node, (ast.List, ast.Tuple)):
        return bool(node.elts) and all(is_octets(e, module) for e in node.elts)
    if not isinstance(node, ast.Name):
        return False
    bindings = module.bindings(node)
    first = bindings[0].value if len(bindings) == 1 else None
    if not isinstance(first, ast.List):
        return False
    added = list(first.elts)
    for read in names_by_id(module)[node.id]:
        method = module.parent(read)
        call = module.parent(method) if isinstance(method, ast.Attribute) else None
        if (
            module.bindings(read) == bindings
            and isinstance(method, ast.Attribute)
            and isinstance(call, ast.Call)
        ):
            if method.attr not in ("append", "insert"):
                return False
            added += call.args[-1:]
    return bool(added) and all(is_octets(e, module) for e in added)
