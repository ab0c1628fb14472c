"""What may have no order in Python 3, as values flow through the repository: shared by the rules about order."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from migration.flow.atoms import (
    NONE,
    NUMBERS,
    STRINGS,
    UNKNOWN,
    Atom,
    Bound,
    Box,
    Class,
    Function,
    Instance,
    Library,
)
from migration.flow.world import has_method
from migration.view.module import Module

#: How deep rows in rows are looked into.
_DEEPEST = 4
#: The group of objects that have an order of their own.
OBJECT = "object"
_ORDERS = ("__lt__", "__cmp__", "__gt__", "__le__", "__ge__")
#: Of which two have no order. Where anything else is known as well, it is not asked of the first three: more flows
#: together than ever meets.
_PLAIN, _ITERATOR, _CLASS = "plain object", "iterator", "class"
_FUNCTION = "function"
_UNORDERED = frozenset(["dict", _PLAIN, _ITERATOR, _CLASS, _FUNCTION])
_SINGLE = frozenset([_PLAIN, _ITERATOR, _CLASS])
_OBJECT = Library("builtins.object")
#: Where as many things, or as many groups of them, seem to come together, more flows together than ever meets.
_CROWD, _GROUPS = 8, 3
_OF_BUILTINS = frozenset(n for kind in (str, list, dict, set, bytes, float) for n in dir(kind)) | {
    "read",
    "write",
}
_ITERATED = frozenset(["list", "tuple", "set", "frozenset", "iterator"])


def groups_of(node: ast.expr, module: Module) -> set[str]:
    """The groups of types, comparable among themselves, of what `node` may be: all that is known of."""
    groups = {group for atom in module.may_hold(node) if (group := _group(atom))}
    if "number" in groups and isinstance(node, ast.BinOp) and divides_number(node):
        groups.discard("text")
    return groups - _SINGLE


def is_crowded(node: ast.expr, module: Module) -> bool:
    """Whether so much seems to flow to `node`, and more that is not known, that none of it is to be believed."""
    held = () if module.held(node) else module.may_hold(node)
    groups = {_group(atom) for atom in held} - {"", "none"}
    return len(held) >= _CROWD or len(groups) >= _GROUPS


def is_something(node: ast.expr, module: Module) -> bool:
    """Whether some of what flows to `node` is known, and None is not among it: tests keep that from it."""
    held = module.may_hold(node)
    return bool(held) and NONE not in held


def may_be_nothing(node: ast.expr, module: Module) -> bool:
    """Whether None is known to be among what flows to `node`, and something else may be, too."""
    held = module.may_hold(node)
    return NONE in held and (len(held) > 1 or not module.held(node))


def gives_number_or_none(method: str, module: Module) -> bool:
    """Whether some class of the repository has a method of that name that gives a number or None, each on a way of its
    own; never for names that builtin objects have methods of, too.
    """
    flow = module.facts.flow
    if flow is None or method in _OF_BUILTINS:
        return False
    given = flow().given_by(method)
    return len(given) <= _CROWD and any(NONE in held and any(a in NUMBERS for a in held) for held in given)


def divides_number(node: ast.BinOp) -> bool:
    """Whether `node` is `n % 10`: what may be text elsewhere, too, is hardly a template where the rest is ordered."""
    return (
        isinstance(node.op, ast.Mod)
        and isinstance(node.right, ast.Constant)
        and not isinstance(node.left, ast.Constant)
    )


def clash_between(left: set[str], right: set[str]) -> bool:
    """Whether something of two groups of types may have no order."""
    return OBJECT not in left | right and any(a != b or a == "dict" for a in left for b in right)


def without_order(node: ast.expr, module: Module) -> bool:
    """Whether two of the items of a collection may have no order in Python 3: None has none beside any other."""
    items = items_of(node, module)
    return _clash(items) or (_are_unset(items) and not _is_looked_for_in(node, module))


def _is_looked_for_in(node: ast.expr, module: Module) -> bool:
    """Whether the function around asks whether None is in a collection: `if None in values: values.remove(None)`."""
    wanted, function = ast.dump(node), module.function(node) or module.tree
    compared = (
        n for n in module.below(function) if isinstance(n, ast.Compare) and isinstance(n.left, ast.Constant)
    )
    return any(n.left.value is None and ast.dump(n.comparators[0]) == wanted for n in compared)  # type: ignore[attr-defined]


def _are_unset(items: Iterable[Atom]) -> bool:
    """Whether None and nothing else that is known stands among items, or at a place of all rows that they are."""
    held = list(items)
    rows = [atom for atom in held if isinstance(atom, Box)]
    if rows and len(rows) == len(held) and all(row.kind == "tuple" and row.places for row in rows):
        return any(set(column) == {NONE, UNKNOWN} for column in _columns(rows))
    return set(held) == {NONE, UNKNOWN}


def row_without_order(node: ast.expr, module: Module) -> bool:
    """Whether two of the items of one of the collections in a collection may have no order in Python 3."""
    rows = [atom for atom in items_of(node, module) if isinstance(atom, Box) and atom.kind in _ITERATED]
    return any(_clash(row.item.atoms) for row in rows)


def values_without_order(node: ast.expr, module: Module) -> bool:
    """Whether two of the values of a dictionary may have no order in Python 3."""
    tables = [atom for atom in module.may_hold(node) if isinstance(atom, Box) and atom.kind == "dict"]
    return _clash(value for table in tables for value in table.item.atoms)


def result_without_order(node: ast.expr, module: Module) -> bool:
    """Whether two of the results of the functions that `node` may be have no order in Python 3."""
    results: dict[Atom, None] = {}
    for atom in module.may_hold(node):
        function = atom.function if isinstance(atom, Bound) else atom
        if not isinstance(function, Function):
            return False
        results |= function.result.atoms
    return _clash(results)


def attribute_without_order(node: ast.expr, name: str, module: Module) -> bool:
    """Whether two of what the objects in a collection have under a name may have no order in Python 3."""
    found: dict[Atom, None] = {}
    for atom in items_of(node, module):
        if not isinstance(atom, Instance):
            return False
        found |= _kept(atom.kind, name)
    return _clash(found)


def _kept(kind: Class, name: str, depth: int = 0) -> dict[Atom, None]:
    """What objects of a class keep under a name, as the class and its bases have it."""
    own = kind.space.names.get(name)
    found: dict[Atom, None] = dict(own.atoms) if own is not None else {}
    for base in kind.bases if depth <= _DEEPEST else ():
        for atom in base.atoms:
            if isinstance(atom, Class):
                found |= _kept(atom, name, depth + 1)
    return found


def any_without_order(nodes: Iterable[ast.expr], module: Module) -> bool:
    """Whether two of what these nodes hold may have no order in Python 3."""
    return _clash(atom for node in nodes for atom in module.may_hold(node))


def put_without_order(node: ast.expr, module: Module) -> bool:
    """Whether two of what is put into a queue may have no order in Python 3."""
    queues = (atom for atom in module.may_hold(node) if isinstance(atom, Box) and atom.kind == "queue")
    return any(_clash(queue.item.atoms) for queue in queues)


def items_without_order(nodes: Iterable[ast.expr], module: Module) -> bool:
    """Whether two of the items of several collections, taken together, may have no order in Python 3."""
    return _clash(atom for node in nodes for atom in items_of(node, module))


def item_without_order(node: ast.expr, one: ast.expr, module: Module) -> bool:
    """Whether `one`, of which all is known, may have no order in Python 3 beside the items of a collection; of rows
    none is said.
    """
    items = {group for atom in items_of(node, module) if (group := _group(atom))} - _SINGLE
    held = {group for atom in module.held(one) if (group := _group(atom))} - _SINGLE
    return (items | held).isdisjoint(("list", "tuple")) and clash_between(items, held)


def dictionaries(node: ast.expr, module: Module) -> list[Box]:
    """The dictionaries that `node` may be, as far as that is known."""
    return [atom for atom in module.may_hold(node) if isinstance(atom, Box) and atom.kind == "dict"]


def items_of(node: ast.expr, module: Module) -> tuple[Atom, ...]:
    """What a loop through `node` may give."""
    found: dict[Atom, None] = {}
    for atom in module.may_hold(node):
        kept: Iterable[Atom] = (atom,)
        if isinstance(atom, Instance) and not has_method(atom.kind, "__iter__"):
            kept = atom.kind.kept.values()
        for box in kept:
            if isinstance(box, Box) and box.kind in _ITERATED:
                found |= box.item.atoms
            elif isinstance(box, Box) and box.kind == "dict":
                found |= box.key.atoms
    return tuple(found)


def _clash(atoms: Iterable[Atom], depth: int = 0) -> bool:
    held = list(atoms)
    groups = {group for atom in held if (group := _group(atom))}
    if OBJECT in groups:
        return _refuse_others(held)  # else their own methods know
    if len(groups - _SINGLE) > 1 or (len(groups) == 1 and groups <= _UNORDERED):
        return True
    if depth > _DEEPEST:
        return False
    boxes = [atom for atom in held if isinstance(atom, Box)]
    if groups == {"list"}:
        return _clash((a for box in boxes for a in box.item.atoms), depth + 1)
    if groups == {"tuple"}:
        return any(_clash(column, depth + 1) for column in _columns(boxes))
    return False


def _refuse_others(atoms: Iterable[Atom]) -> bool:
    """Whether objects of several classes meet whose own method leaves all but its class to Python, which ordered them
    by their classes' names.
    """
    kinds = {atom.kind for atom in atoms if isinstance(atom, Instance)}
    return len(kinds) > 1 and any(_leaves_others(kind) for kind in kinds)


def _leaves_others(kind: Class, depth: int = 0) -> bool:
    own = [s for s in kind.node.body if isinstance(s, ast.FunctionDef) and s.name == "__lt__"]
    if own or depth > _DEEPEST:
        given = (n.value for s in own for n in ast.walk(s) if isinstance(n, ast.Return))
        return any(isinstance(v, ast.Name) and v.id == "NotImplemented" for v in given)
    above = (atom for base in kind.bases for atom in base.atoms if isinstance(atom, Class))
    return any(_leaves_others(one, depth + 1) for one in above)


def _columns(rows: list[Box]) -> Iterator[list[Atom]]:
    """What stands at each place of rows."""
    if any(row.places is None for row in rows):
        yield [a for row in rows for a in row.item.atoms]
        return
    compared = 1 if all(row.by_first for row in rows) else min(len(row.places or ()) for row in rows)
    for place in range(compared):
        yield [a for row in rows for a in (row.places or [])[place].atoms]


def _group(atom: Atom) -> str:
    if isinstance(atom, str):
        if atom == NONE:
            return "none"
        if atom in NUMBERS and atom != "complex":
            return "number"
        return "text" if atom in STRINGS else ""
    if isinstance(atom, Box):
        return atom.kind if atom.kind in ("list", "tuple", "dict", _ITERATOR) else ""
    if isinstance(atom, (Bound, Function)):
        return _FUNCTION
    if isinstance(atom, Class):
        return _CLASS if is_wholly_known(atom) else ""
    if isinstance(atom, Instance):
        if any(has_method(atom.kind, n) for n in _ORDERS):
            return OBJECT
        return _PLAIN if is_wholly_known(atom.kind) else ""
    return ""


def is_wholly_known(kind: Class, depth: int = 0) -> bool:
    """Whether a class and all its bases are written in the repository, and nothing else gives them methods."""
    made = {
        t.id
        for s in kind.node.body
        if isinstance(s, ast.Assign)
        for t in s.targets
        if isinstance(t, ast.Name)
    }
    if kind.node.decorator_list or kind.node.keywords or "__metaclass__" in made or depth > _DEEPEST:
        return False
    if not made.isdisjoint(_ORDERS):
        return False
    return all(
        (isinstance(atom, Class) and is_wholly_known(atom, depth + 1)) or atom == _OBJECT
        for base in kind.bases
        for atom in base.atoms or [UNKNOWN]
    )
