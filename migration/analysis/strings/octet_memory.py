"""Files in memory that octets of the library are written to, by way of other functions: told by the flow of values."""

from __future__ import annotations

import ast
from weakref import WeakKeyDictionary

from migration.analysis.flow_kinds import is_plain_object, may_be_octets
from migration.analysis.names import memory
from migration.flow.atoms import STRINGS, UNKNOWN, Atom, Bound, Box, Function
from migration.repository.index import RepositoryIndex
from migration.view.module import Module

#: What can be asked of such a file that does not tell its kind of string.
_ASKED = frozenset(
    [
        "close",
        "flush",
        "getvalue",
        "next",
        "read",
        "readline",
        "readlines",
        "reset",
        "seek",
        "tell",
        "truncate",
    ]
)
#: What tells native strings from octets in such a file, or may do so.
_TELLING = frozenset([UNKNOWN, "next", "read", "readline", "readlines", "write", "writelines", "xreadlines"])
_MAKERS = frozenset(["StringIO"])
_decided: WeakKeyDictionary[RepositoryIndex, dict[Box, bool]] = WeakKeyDictionary()


def is_filled_with_octets(call: ast.Call, module: Module) -> bool:
    """Whether what a call makes is a file in memory that octets may be written to, and that is used in this file of the
    repository alone, for nothing that tells it from one of bytes.

    What is written may be text as well, as far as the flow tells: it is encoded (see the rule `filled_buffers`).
    """
    held = module.held(call)
    box = held[0] if len(held) == 1 else None
    if not isinstance(box, Box) or box.kind != "memory" or call.keywords or call.args:
        return False  # what one begins with is to be read, as text
    decided = _decided.setdefault(module.facts.index, {})
    if box not in decided:
        decided[box] = _is_filled(box, module)
    return decided[box]


def is_handed_for_octets(call: ast.Call, module: Module) -> bool:
    """Whether what a call makes comes, by way of other functions, to one of the library that takes octets alone from a
    file, or gives it some, and nothing else reads from it or writes to it, as far as that is known.
    """
    flow = module.facts.flow() if module.facts.flow is not None else None
    held = module.held(call) if flow is not None and not call.keywords and len(call.args) < 2 else ()
    asked = flow.asked_of_octets(held[0]) if flow is not None and len(held) == 1 else None
    return asked is not None and asked.isdisjoint(_TELLING)


def holds_filled(node: ast.expr, module: Module) -> bool:
    """Whether the files in memory that `node` can be are all ones that are filled with octets."""
    if not module.is_given_octets or "IO" not in module.text:
        return False
    decided = _all_decided(module)
    if not any(decided.values()):
        return False
    boxes = [atom for atom in module.may_hold(node) if isinstance(atom, Box) and atom.kind == "memory"]
    return bool(boxes) and all(decided.get(box, False) for box in boxes)


def _all_decided(module: Module) -> dict[Box, bool]:
    """What was found for the files in memory of the repository, with those that are made here."""
    known = memory(module)
    if "memory decided" not in known:
        for call in module.nodes_named(ast.Call, _MAKERS):
            if isinstance(call, ast.Call):
                is_filled_with_octets(call, module)
        known["memory decided"] = _decided.setdefault(module.facts.index, {})
    return known["memory decided"]  # type: ignore[no-any-return]


def _is_filled(box: Box, module: Module) -> bool:
    written = box.item.atoms
    if "octets" not in written or "unicode" in written or module.facts.index.octets:
        return False
    places = [place for place, held in _places(module) if box in held]
    if not all(_is_neutral(place, module) for place in places):
        return False
    return not _is_held_elsewhere(box, module)


def _places(module: Module) -> list[tuple[ast.expr, tuple[Atom, ...]]]:
    """The variables of the file that can hold a file in memory, with all that they can hold."""
    known = memory(module)
    if "places of memory" not in known:
        found = []
        for node in (*module.nodes_of(ast.Name), *module.nodes_of(ast.Attribute)):
            assert isinstance(node, ast.expr)
            held = module.may_hold(node)
            if any(isinstance(atom, Box) and atom.kind == "memory" for atom in held):
                found.append((node, held))
        known["places of memory"] = found
    return known["places of memory"]  # type: ignore[no-any-return]


def _is_neutral(place: ast.expr, module: Module) -> bool:
    """Whether what is done at a place is done alike with a file of bytes, or else encoded there."""
    parent = module.parent(place)
    if isinstance(parent, ast.Attribute):
        call = module.parent(parent)
        if not (isinstance(call, ast.Call) and call.func is parent):
            return _may_be_string(place, module)
        if parent.attr == "write":
            return len(call.args) == 1 and _fills(call.args[0], module)
        return parent.attr in _ASKED or _may_be_string(place, module)
    if isinstance(parent, ast.Assign):
        return all(_is_own(target, module) for target in parent.targets)
    if isinstance(parent, ast.Call) and place in parent.args:
        called = [atom for atom in module.may_hold(parent.func) if atom != UNKNOWN]
        if called and all(isinstance(atom, (Function, Bound)) for atom in called):
            return True
    return _may_be_string(place, module)


def _is_own(target: ast.expr, module: Module) -> bool:
    """Whether what is assigned is kept for the program itself: classes of the library may write to what theirs keep."""
    if isinstance(target, ast.Attribute):
        return is_plain_object(target.value, module)
    return isinstance(target, ast.Name) and not isinstance(module.parent(module.parent(target)), ast.ClassDef)


def _may_be_string(place: ast.expr, module: Module) -> bool:
    """Whether a variable holds strings at other times: where it is no call of such a file, it may be one of those."""
    return not STRINGS.isdisjoint(a for a in module.may_hold(place) if isinstance(a, str))


def _fills(value: ast.expr, module: Module) -> bool:
    """Whether what is written may be octets, and is no text."""
    return may_be_octets(value, module) and "unicode" not in module.may_hold(value)


def _is_held_elsewhere(box: Box, module: Module) -> bool:
    """Whether another file of the repository can get at one: what it does with it is not seen from here."""
    flow = module.facts.flow() if module.facts.flow is not None else None
    if flow is None:
        return True
    return any(
        key != module.facts.key and (found := flow.file(key)) is not None and found.may_hold(box)
        for key in flow.texts
    )
