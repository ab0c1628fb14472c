"""Names for the items of octets: numbers in Python 3, characters where a loop or a list uses them as such."""

from __future__ import annotations

import ast

from migration.analysis.literals import literal
from migration.analysis.made import made_by
from migration.analysis.names import memory, names_by_id
from migration.analysis.strings.kinds import is_octets
from migration.analysis.values import reads_of, written_out
from migration.view.module import Module

HELPER = '''
def octet(item):
    """The number of an item of bytes, which is one already, or of a character."""
    return item if isinstance(item, int) else ord(item)
'''

#: What gives octets that are no bytes.
_VIEWS = frozenset(["builtins.buffer", "builtins.memoryview", "mmap.mmap"])
#: What may be asked of a list of octets, or done with it, whatever its items are.
_INDIFFERENT = frozenset(["reverse", "pop", "sort", "count"])


def is_loop_item(name: ast.Name, module: Module) -> bool:
    """Whether a name is nothing but the variable of loops over octets, or a list of their items, and a number there."""
    targets = [b.node for b in module.bindings(name)]
    loops = [module.parent(t) for t in targets]
    return bool(loops) and all(
        isinstance(o, (ast.For, ast.comprehension))
        and o.target is t
        and _gives_octets(o.iter, module)
        and not takes_characters(o, module)
        for o, t in zip(loops, targets, strict=True)
    )


def is_item_of_loop(name: ast.Name, module: Module) -> bool:
    """Whether a name is an item of octets in the loop that it stands in, alone or beside what else is gone through by
    `zip`: as a variable of several loops, which nothing makes go over text.
    """
    bindings = module.bindings(name)
    loops = [n for n in module.ancestors(name) if isinstance(n, ast.For)]
    if len(bindings) < 2 or not all(_is_of_loop(b.node, module) for b in bindings):
        return False
    for loop in loops:
        if isinstance(loop.target, ast.Name) and loop.target.id == name.id:
            return is_octets(loop.iter, module) and name not in ast.walk(loop.iter)
        places = loop.target.elts if isinstance(loop.target, ast.Tuple) else []
        named = [n for n, place in enumerate(places) if isinstance(place, ast.Name) and place.id == name.id]
        if named:
            through = loop.iter
            zipped = isinstance(through, ast.Call) and module.is_builtin(through.func, "zip")
            given = through.args if isinstance(through, ast.Call) and zipped else []
            return len(given) == len(places) and is_octets(given[named[0]], module)
    return False


def _is_of_loop(node: ast.AST, module: Module) -> bool:
    outer = module.parent(node)
    return isinstance(module.parent(outer) if isinstance(outer, ast.Tuple) else outer, ast.For)


def _gives_octets(node: ast.expr, module: Module) -> bool:
    """Whether `node` is octets, or a list of their items that are numbers."""
    if is_octets(node, module):
        return True
    listed = written_out(node, module)
    return listed_octets(listed, module) is not None and not holds_characters(listed, module)


def listed_octets(node: ast.expr | None, module: Module) -> ast.expr | None:
    """The octets that `node` lists: `list(octets)`, a tuple of them, or `map(None, octets)`; None for all else."""
    if not isinstance(node, ast.Call) or node.keywords or not node.args:
        return None
    listing = len(node.args) == 1 and module.is_builtin(node.func, "list", "tuple")
    as_they_are = len(node.args) == 2 and module.is_builtin(node.func, "map")
    if as_they_are:
        function = node.args[0]
        listing = isinstance(function, ast.Constant) and function.value is None
    return node.args[-1] if listing and is_octets(node.args[-1], module) else None


def can_be_decoded(node: ast.expr, module: Module) -> bool:
    """Whether octets are bytes, and no view or map of them, which have no such method."""
    return made_by(node, module, _VIEWS) is None


def holds_characters(listed: ast.expr | None, module: Module) -> bool:
    """Whether a list of the items of octets, in a file of Python 2, is joined, or changed, or anything else than gone
    through by loops that take numbers: then it is one of characters.
    """
    if listed is None or not module.is_python2 or not isinstance(module.parent(listed), ast.Assign):
        return False
    return not all(_takes_numbers(read, module) for read in reads_of(listed, module))


def _takes_numbers(read: ast.expr, module: Module) -> bool:
    """Whether the place of a list of octets does nothing with an item that a number can't bear."""
    outer = module.parent(read)
    if isinstance(outer, (ast.For, ast.comprehension)):
        return outer.iter is read and not takes_characters(outer, module)
    if isinstance(outer, ast.Attribute):
        return outer.attr in _INDIFFERENT
    return isinstance(outer, ast.Call) and module.is_builtin(outer.func, "len")


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
    return bool(known[key]) and module.is_python2


def _is_character(name: ast.Name, module: Module) -> bool:
    """Whether a variable is used as one character: kept under it, added to text, or asked for its class."""
    parent = module.parent(name)
    if isinstance(parent, ast.Attribute):
        return True
    if isinstance(parent, (ast.ListComp, ast.GeneratorExp)):
        around = module.parent(parent)
        return (
            isinstance(around, ast.Call)
            and isinstance(around.func, ast.Attribute)
            and around.func.attr == "join"
        )
    if isinstance(parent, ast.Subscript):
        return parent.slice is name
    if isinstance(parent, ast.BinOp):
        other = parent.right if parent.left is name else parent.left
        return isinstance(parent.op, ast.Add) and literal(other, module)
    if isinstance(parent, ast.AugAssign):
        return isinstance(parent.op, ast.Add)
    return (
        isinstance(parent, ast.Call)
        and isinstance(parent.func, ast.Attribute)
        and parent.args[:1] == [name]
        and parent.func.attr in ("append", "add", "get", "setdefault", "write", "has_key")
    )
