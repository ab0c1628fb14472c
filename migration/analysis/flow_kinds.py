"""What an expression is, as values flow through the repository: objects and functions of the library, octets."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable
from weakref import WeakKeyDictionary

from migration.dialects.octets import has_bytes_literal
from migration.flow.atoms import NONE, Atom, Bound, Box, Class, Function, Instance, Library, Made
from migration.flow.world import has_method
from migration.repository.index import RepositoryIndex
from migration.source.tokens import cut
from migration.view.module import Module

#: How many bases above each other are looked at.
_DEEPEST = 8
_LISTS = frozenset(["list", "tuple", "iterator"])
_TEXTS: frozenset[Atom] = frozenset(["str", "native", "unicode"])
_OF_NUMBERS: frozenset[Atom] = frozenset(["chars", "str"])
_DIVISIONS = ("div", "truediv", "floordiv")

#: A name for bytes, but of a method that is given nothing, a question which of the two strings is which: `b'…'` is
#: looked for apart.
_ASKS = re.compile(
    r"(?<!\bdef )\bbytes\b(?!\.|(?<=\.bytes)\(\))(?=[,)(:\]])"
    r"|\bPY3\b|str is unicode|import six\b"
)
_telling: WeakKeyDictionary[RepositoryIndex, bool] = WeakKeyDictionary()


def is_made(node: ast.expr, kind: str, module: Module) -> bool:
    """Whether all that `node` can hold is an object of the library of one kind ('socket', 'hash' …), or None."""
    return holds_only(node, lambda atom: isinstance(atom, Made) and atom.kind == kind, module)


def is_exception(node: ast.expr, module: Module) -> bool:
    """Whether all that `node` can hold are exceptions that have no items of their own, or None."""
    return holds_only(node, _is_exception, module)


def _is_exception(atom: Atom) -> bool:
    if isinstance(atom, Instance):
        own = any(has_method(atom.kind, name) for name in ("__getitem__", "__iter__", "__getslice__"))
        return not own and derives_from_exception(atom.kind)
    return isinstance(atom, Made) and atom.kind == "exception"


def derives_from_exception(kind: Class, depth: int = 0) -> bool:
    bases = [base for place in kind.bases for base in place.atoms]
    for base in bases:
        named = base.name.removeprefix("builtins.") if isinstance(base, Library) else ""
        made = getattr(builtins, named, None)
        if isinstance(made, type) and issubclass(made, BaseException):
            return True
        if isinstance(base, Class) and depth < _DEEPEST and derives_from_exception(base, depth + 1):
            return True
    return False


def is_in_memory(node: ast.expr, module: Module) -> bool:
    """Whether all that `node` can hold is a file of native strings in memory, or None."""
    return holds_only(node, lambda atom: isinstance(atom, Box) and atom.kind == "memory", module)


def holds_only(node: ast.expr, is_it: Callable[[Atom], bool], module: Module) -> bool:
    """Whether all that `node` can hold, but None, is of a kind."""
    held = [atom for atom in module.held(node) if atom != NONE]
    return bool(held) and all(map(is_it, held))


def library_function(node: ast.expr, module: Module) -> str:
    """The dotted name of the one function of the library that `node` can be; '' where that is not known."""
    held = module.held(node)
    first = held[0] if len(held) == 1 else None
    return first.name if isinstance(first, Library) else ""


def library_functions(node: ast.expr, module: Module) -> frozenset[str]:
    """The dotted names of all that `node` can be, where that are functions of the library alone."""
    held = module.held(node)
    names = frozenset(atom.name for atom in held if isinstance(atom, Library))
    return names if len(names) == len(held) else frozenset()


def is_function(node: ast.expr, module: Module) -> bool:
    """Whether all that `node` can hold is a function of the program, or a method."""
    return holds_only(node, _is_function, module)


def may_be_function(node: ast.expr, module: Module) -> bool:
    """Whether a function of the program, or a method, is known to be among what `node` can hold."""
    return any(map(_is_function, module.may_hold(node)))


def _is_function(atom: Atom) -> bool:
    return isinstance(atom, (Function, Bound))


def divides_itself(node: ast.expr, module: Module) -> bool:
    """Whether all that `node` can hold, but None, are such plain objects with a method of their own to divide, or to
    be what something is divided by.
    """
    return is_plain_object(node, module) and holds_only(node, _divides, module)


def _divides(atom: Atom) -> bool:
    ways = [f"__{side}{how}__" for side in ("", "r", "i") for how in _DIVISIONS]
    return isinstance(atom, Instance) and any(has_method(atom.kind, way) for way in ways)


def is_plain_object(node: ast.expr, module: Module) -> bool:
    """Whether all that `node` can hold, but None, are objects of classes that derive from each other and `object`
    alone: no numbers, texts or containers.
    """
    plain = holds_only(node, lambda atom: isinstance(atom, Instance) and is_plain_class(atom.kind), module)
    return plain and not _is_left_by_list(node, module)


def _is_left_by_list(node: ast.expr, module: Module) -> bool:
    """Whether a name may have its value of a list comprehension, whose variable stayed behind."""
    found = module.scope(node).lookup(node.id) if isinstance(node, ast.Name) else None
    for binding in found[1] if found else ():
        if binding.kind == "loop":
            outer = module.ancestors(binding.node)
            around = next((n for n in outer if isinstance(n, (ast.stmt, ast.ListComp))), None)
            if isinstance(around, ast.ListComp) and found is not None and found[0].node is not around:
                return True
    return False


def is_plain_class(kind: Class, depth: int = 0) -> bool:
    bases = [list(place.atoms) for place in kind.bases]
    return all(bases) and all(
        is_plain_class(base, depth + 1)
        if isinstance(base, Class) and depth < _DEEPEST
        else isinstance(base, Library) and base.name in ("object", "builtins.object")
        for base in (atom for found in bases for atom in found)
    )


def is_own(node: ast.expr, module: Module) -> bool:
    """Whether all that `node` can hold are objects of classes of the repository, or its functions."""
    return holds_only(node, lambda atom: isinstance(atom, (Instance, Function, Bound)), module)


def holds_octets(node: ast.expr, module: Module) -> bool:
    """Whether all that `node` can hold are native strings that the library gives as octets, or None."""
    return holds_only(node, lambda atom: atom == "octets", module)


def lists_octets(node: ast.expr, module: Module) -> bool:
    """Whether `node` can only be a list, a tuple or an iterator, and all its items but None octets that the library
    gives.
    """
    held = module.held(node)
    return bool(held) and all(
        isinstance(atom, Box) and atom.kind in _LISTS and atom.item.atoms.keys() - {NONE} == {"octets"}
        for atom in held
    )


def tells_octets(module: Module) -> bool:
    """Whether any file of the repository tells octets from text itself."""
    index = module.facts.index
    if index not in _telling:
        texts = (index.text(key) or "" for key in index.keys)
        _telling[index] = any(_asks(text) or has_bytes_literal(text) for text in texts)
    return _telling[index]


def asks_for_octets(module: Module) -> bool:
    """Whether the file itself tells octets from text."""
    return _asks(module.text) or has_bytes_literal(module.text)


def _asks(text: str) -> bool:
    """Whether a text has such a name or question in its code: prose counts in bytes, and asks for nothing."""
    if _ASKS.search(text) is None:
        return False
    code = (" " if piece[0] == "#" or piece[-1] in "'\"" else piece for piece in cut(text))
    return _ASKS.search("".join(code)) is not None


def may_be_octets(node: ast.expr, module: Module) -> bool:
    """Whether octets that the library gives, or text that was encoded, flow to `node`, among others, in a repository
    that keeps them as bytes, and in which nobody told the two apart.
    """
    if module.facts.index.octets or not isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
        return False
    held = module.may_hold(node)
    return ("octets" in held or "encoded" in held) and not tells_octets(module)


def may_be_characters(node: ast.expr, module: Module) -> bool:
    """Whether all that flows to `node` is made by `chr`, of numbers that may be beyond ASCII, and of literals: octets
    that were taken for characters.
    """
    if not isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
        return False
    held = module.held(node)
    return "chars" in held and _OF_NUMBERS.issuperset(held)


def may_be_text(node: ast.expr, module: Module) -> bool:
    """Whether native strings that are no octets of the library, or text, flow to `node`, among others."""
    if module.facts.index.octets or not isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
        return False
    held = module.may_hold(node)
    return not _TEXTS.isdisjoint(held)
