"""Names for the items of octets: numbers in Python 3, characters where a loop uses them as such."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rules._kinds import is_octets
from migration.rules._literals import literal
from migration.rules._names import memory, names_by_id


def is_loop_item(name: ast.Name, module: Module) -> bool:
    """Whether a name is nothing but the variable of loops over octets, and a number there."""
    targets = [b.node for b in module.bindings(name)]
    loops = [module.parent(t) for t in targets]
    return bool(loops) and all(
        isinstance(o, (ast.For, ast.comprehension))
        and o.target is t
        and is_octets(o.iter, module)
        and not takes_characters(o, module)
        for o, t in zip(loops, targets, strict=True)
    )


def takes_characters(loop: ast.For | ast.comprehension, module: Module) -> bool:
    """Whether a loop over octets, in a file of Python 2, does with an item what only a character can bear, or what
    keeps it: then it goes over text of Latin-1.
    """
    known = memory(module)
    key = ("takes characters", loop)
    if key not in known:
        target = loop.target
        reads = names_by_id(module)[target.id] if isinstance(target, ast.Name) else []
        bindings = module.bindings(target) if isinstance(target, ast.Name) else []
        own = [n for n in reads if isinstance(n.ctx, ast.Load) and module.bindings(n) == bindings]
        known[key] = len(bindings) == 1 and any(_is_character(n, module) for n in own)
    return bool(known[key]) and module.facts.python2


def _is_character(name: ast.Name, module: Module) -> bool:
    """Whether a variable is used as one character: kept under it, added to text, or asked for its class."""
    parent = module.parent(name)
    if isinstance(parent, ast.Attribute):
        return True
    if isinstance(parent, ast.Subscript):
        return parent.slice is name
    if isinstance(parent, ast.BinOp):
        other = parent.right if parent.left is name else parent.left
        return isinstance(parent.op, ast.Add) and literal(other, module)
    if isinstance(parent, ast.AugAssign):
        return isinstance(parent.op, ast.Add)
    call = parent if isinstance(parent, ast.Call) else None
    kept = call is not None and isinstance(call.func, ast.Attribute) and call.args[:1] == [name]
    return kept and call.func.attr in ("append", "add", "get", "setdefault", "write", "has_key")  # type: ignore[union-attr]
