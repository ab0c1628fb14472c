"""Whether an expression may be something that has no hash: a list, a slice, an array."""

from __future__ import annotations

import ast

from migration.analysis.builtins import type_asked, typed
from migration.analysis.classes import foreign_bases
from migration.analysis.names import last_name
from migration.analysis.values import looked_for
from migration.flow.atoms import Box, Made
from migration.view.module import Module

_DISPLAYS = (ast.List, ast.ListComp, ast.Dict, ast.DictComp, ast.Set, ast.SetComp)
#: What has no hash, by the names of its types.
_KINDS = frozenset(["bytearray", "dict", "list", "ndarray", "set", "slice"])
_TYPES = _KINDS | {"ListType", "DictType", "DictionaryType", "SliceType"}
_ITEMS = frozenset(["__getitem__", "__setitem__", "__delitem__", "__contains__"])
#: Classes whose items are asked for by slices, or by lists of places.
_SEQUENCES = ("builtins.list", "builtins.tuple", "builtins.str", "builtins.unicode", "numpy.")


def is_looked_through(node: ast.Call, module: Module) -> bool:
    """Whether something that may have no hash is looked for among keys: a list compared it with each of them."""
    sought = looked_for(node, module)
    return sought is not None and may_lack_hash(sought, module)


def may_lack_hash(node: ast.expr, module: Module) -> bool:
    """Whether `node` is written as such a thing, may hold one by what is seen of it, is asked in its function whether
    it is one, or is the index of a class of sequences.
    """
    if isinstance(node, _DISPLAYS):
        return True
    if isinstance(node, ast.Tuple):
        return any(may_lack_hash(e, module) for e in node.elts)
    if not isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)):
        return False
    if _KINDS & module.type_of(node):
        return True
    looped = isinstance(node, ast.Name) and any(b.kind == "loop" for b in module.bindings(node))
    # What one item of many may be is too much to tell anything.
    for atom in () if looped else module.may_hold(node):
        if atom in ("bytearray", "slice") or (isinstance(atom, (Box, Made)) and atom.kind in _KINDS):
            return True
    return not isinstance(node, ast.Call) and (_is_asked(node, module) or _is_index(node, module))


def _is_asked(node: ast.expr, module: Module) -> bool:
    """Whether the function of `node` asks whether that is of a type without a hash."""
    function = module.function(node)
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    same = ast.dump(node)
    for test in module.below(function):
        if isinstance(test, ast.Call):
            asked = type_asked(test, module)
        elif isinstance(test, ast.Compare) and len(test.ops) == 1:
            asked_of = typed(test.left, module)
            asked = None if asked_of is None else (asked_of, test.comparators[0])
        else:
            continue
        if asked is not None and ast.dump(asked[0]) == same:
            types = asked[1].elts if isinstance(asked[1], (ast.Tuple, ast.List)) else [asked[1]]
            if any(last_name(t) in _TYPES for t in types):
                return True
    return False


def _is_index(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what an item method is asked for, in a class of sequences, or in one that hands the same on to
    its base.
    """
    function, owner = module.function(node), module.class_of(node)
    if not isinstance(node, ast.Name) or not isinstance(function, ast.FunctionDef) or owner is None:
        return False
    parameters = [a.arg for a in function.args.args]
    if function.name not in _ITEMS or parameters[1:2] != [node.id]:
        return False
    return any(base.startswith(_SEQUENCES) for base in foreign_bases(owner, module))
