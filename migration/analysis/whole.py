"""Whether the result of a division has to be an integer, and what was observed of it: for the rules on division."""

from __future__ import annotations

import ast
from enum import Enum

from migration.analysis.names import uses
from migration.view.module import Module

WHOLE = frozenset(["int", "long", "bool"])
FLOATS = frozenset(["float", "complex"])
_SEQUENCES = frozenset(["str", "unicode", "list", "tuple", "bytes"])
SITES = frozenset(["division", "old_division", "div", "/"])
_KEEPS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
#: Methods of dictionaries alone.
_OF_TABLES = frozenset(
    ["get", "has_key", "items", "iteritems", "iterkeys", "itervalues", "keys", "setdefault", "values"]
)
_BITS = (ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor)


class Seen(Enum):
    """What operands a division had when the original ran."""

    NOTHING = 0
    WHOLE = 1
    FLOAT = 2
    BOTH = 3


class Context(Enum):
    """What the place of a number demands: an integer certainly, probably, or nothing."""

    NONE = 0
    LIKELY = 1
    CERTAIN = 2


def has_type_of_number(node: ast.expr, module: Module) -> bool:
    """Whether all types that `node` is known to have are those of numbers."""
    types = module.type_of(node)
    return bool(types) and types <= WHOLE | FLOATS


def observed(node: ast.AST, module: Module) -> Seen:
    """What was seen at the line of `node`; at its column, where several divisions share the line."""
    found = [o for o in module.observed(node) if o.site in SITES]
    column = getattr(node, "col_offset", -1)
    exactly = [o for o in found if o.column in (column, column + 1)]
    result = Seen.NOTHING
    for observation in exactly or found:
        for pair in observation.seen:
            one = Seen.WHOLE if set(pair.replace(" ", "").split("/")) <= WHOLE else Seen.FLOAT
            result = one if result in (Seen.NOTHING, one) else Seen.BOTH
    return result


def context_of(node: ast.expr, module: Module, follow: bool = True) -> Context:
    """What the use of `node` demands, through arithmetic and through a name."""
    parent = module.parent(node)
    if isinstance(parent, ast.BinOp):
        return _operand(node, parent, module, follow)
    if isinstance(parent, ast.UnaryOp) and not isinstance(parent.op, ast.Not):
        return Context.CERTAIN if isinstance(parent.op, ast.Invert) else context_of(parent, module, follow)
    if isinstance(parent, ast.Subscript) and parent.slice is node:
        return _index(parent, module)
    if isinstance(parent, ast.Slice):
        owner = module.parent(parent)
        custom = isinstance(owner, ast.Subscript) and bool(module.type_of(owner.value) - _SEQUENCES)
        return Context.NONE if custom else Context.CERTAIN
    if isinstance(parent, ast.Call) and node in parent.args:
        if module.is_builtin(parent.func, "range", "xrange", "chr", "unichr"):
            return Context.CERTAIN
        name = module.qualified_name(parent.func)
        return (
            Context.LIKELY
            if name in ("random.randint", "random.sample", "itertools.islice")
            else Context.NONE
        )
    if isinstance(parent, ast.Assign) and follow and len(parent.targets) == 1:
        target = parent.targets[0]
        return _kept(target, module) if isinstance(target, ast.Name) else Context.NONE
    return Context.NONE


def _index(parent: ast.Subscript, module: Module) -> Context:
    types = module.type_of(parent.value)
    if not types:
        return Context.NONE if _is_asked_as_table(parent.value, module) else Context.LIKELY
    return Context.CERTAIN if types <= _SEQUENCES else Context.NONE


def _is_asked_as_table(node: ast.expr, module: Module) -> bool:
    """Whether the file asks what is indexed for what dictionaries have and no sequence has."""
    named = ast.dump(node)
    asked = module.nodes_named(ast.Attribute, _OF_TABLES)
    return any(isinstance(a, ast.Attribute) and ast.dump(a.value) == named for a in asked)


def _operand(node: ast.expr, parent: ast.BinOp, module: Module, follow: bool) -> Context:
    other = parent.right if parent.left is node else parent.left
    if isinstance(parent.op, _BITS):
        return Context.CERTAIN
    if isinstance(parent.op, ast.Mult):
        types = module.type_of(other)
        if types and types <= _SEQUENCES:
            return Context.CERTAIN
    return context_of(parent, module, follow) if isinstance(parent.op, _KEEPS) else Context.NONE


def _kept(target: ast.Name, module: Module) -> Context:
    """Whether a name that the result is kept in is used as an index anywhere."""
    found = module.scope(target).lookup(target.id)
    if found is None:
        return Context.NONE
    reads = [n for n in uses(target.id, found[0], module) if isinstance(n.ctx, ast.Load)]
    contexts = [context_of(r, module, follow=False) for r in reads]
    return Context.LIKELY if any(c is not Context.NONE for c in contexts) else Context.NONE
