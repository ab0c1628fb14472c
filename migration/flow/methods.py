"""What methods of scalars, containers and objects of the library give, and what they do with what they are given."""

from __future__ import annotations

from functools import partial

from migration.flow import library
from migration.flow.arguments import Arguments
from migration.flow.atoms import NONE, NUMBERS, STRINGS, UNKNOWN, Atom, Box, Made, Method, Variable
from migration.flow.operations import joined
from migration.flow.world import World

_BINARY_CODECS = ("hex", "base64", "rot", "quopri", "uu", "string", "unicode-escape", "unicode_escape")
_PACKED_CODECS = ("zlib", "zip", "bz2")


def call_method(world: World, method: Method, given: Arguments, result: Variable) -> None:
    """A method of a scalar, of a container or of an object of the library is called."""
    owner, name = method.owner, method.name
    if isinstance(owner, str):
        _of_string(world, str(owner), name, given, result)
    elif isinstance(owner, Box):
        _of_box(world, owner, name, given, result)
    elif isinstance(owner, Made):
        _of_library(world, owner, name, given, result)
    else:
        world.graph.add(result, UNKNOWN)


def _of_string(world: World, owner: str, name: str, given: Arguments, result: Variable) -> None:
    if owner not in STRINGS:
        if owner == "bytearray" and name in library.STRING_METHODS:
            world.give(library.STRING_METHODS[name], result, owner)
        elif owner in NUMBERS and name == "bit_length":
            world.graph.add(result, "int")
        elif owner == "float" and name == "is_integer":
            world.graph.add(result, "bool")
        else:
            world.graph.add(result, UNKNOWN)
    elif name == "join" and given.places:
        world.graph.watch(world.items(given.places[0]), lambda a: world.graph.add(result, joined(owner, a)))
    elif name == "encode":
        codec = str(given.constant(0, "encoding") or "").lower()
        packed = codec.startswith(_PACKED_CODECS)
        other = codec.startswith(_BINARY_CODECS)
        # By default it is ASCII, and what is kept so is kept for its being native.
        default = not (given.places or given.keywords or given.star or given.more)
        kind = "str" if default else "octets" if packed else "native" if other else "encoded"
        world.graph.add(result, kind)
    elif name == "decode":
        codec = str(given.constant(0, "encoding") or "").lower()
        binary = codec.startswith(("hex", "base64", *_PACKED_CODECS))
        other = codec.startswith(_BINARY_CODECS)
        world.graph.add(result, "octets" if binary else "native" if other else "unicode")
    elif name in library.STRING_METHODS:
        kind = owner
        if name == "replace" and any("octets" in p.atoms for p in given.places):
            kind = "native"
        world.give(library.STRING_METHODS[name], result, kind)
    else:
        world.graph.add(result, UNKNOWN)


def _of_box(world: World, box: Box, name: str, given: Arguments, result: Variable) -> None:
    first = given.places[0] if given.places else None
    if box.kind == "memory":
        world.asked_files.setdefault(box, {})[name] = None
    if box.kind == "dict" and _of_dict(world, box, name, given, result):
        return
    table = library.BOX_METHODS.get(box.kind, {})
    if name in ("append", "add", "write", "put", "put_nowait", "appendleft") and first is not None:
        world.graph.flow(first, box.item)
    elif name == "insert" and len(given.places) > 1:
        world.graph.flow(given.places[1], box.item)
    elif (
        name in ("extend", "update", "extendleft", "writelines", "union", "symmetric_difference")
        and first is not None
    ):
        world.graph.watch(first, partial(world.iterate, box.item))
    elif name == "sort" and (given.places or given.keywords):
        if "key" in given.keywords:
            world.call_with(given.keywords["key"], [box.item], Variable())
        compare = first or given.keywords.get("cmp")
        if compare is not None:
            world.call_with(compare, [box.item, box.item], Variable())
    if name == "__init__" and first is not None:
        world.graph.watch(first, partial(world.iterate, box.item))
    elif name == "__setitem__" and len(given.places) > 1:
        world.graph.flow(given.places[1], box.item)
    elif name == "__getitem__" and box.kind == "list" and first is not None:
        world.graph.watch(first, lambda where: _taken(world, box, where, result))
    if name in table:
        world.give(table[name], result, box, box.item)
    elif name in ("__iter__", "__getitem__", "__len__", "__contains__"):
        world.graph.add(result, box if name == "__iter__" else UNKNOWN)
    else:
        world.graph.add(result, UNKNOWN)


def _taken(world: World, box: Box, where: Atom, result: Variable) -> None:
    """What is taken of a list by its place, or a part of it."""
    if where == "slice":
        world.graph.add(result, box)
    else:
        world.graph.flow(box.item, result)


def _of_dict(world: World, box: Box, name: str, given: Arguments, result: Variable) -> bool:
    if name in ("keys", "iterkeys", "values", "itervalues", "items", "iteritems"):
        made = Box("iterator" if name[:4] == "iter" else "list")
        if name.endswith("items"):
            row = Box("tuple", places=[box.key, box.item], by_first=True)
            world.graph.flow(box.key, row.item)
            world.graph.flow(box.item, row.item)
            world.graph.add(made.item, row)
        else:
            world.graph.flow(box.key if name.endswith("keys") else box.item, made.item)
        world.graph.add(result, made)
    elif name in ("get", "pop", "setdefault"):
        world.graph.flow(box.item, result)
        for value in given.places[1:2]:
            world.graph.flow(value, result)
            if name == "setdefault":
                world.graph.flow(value, box.item)
        if name == "setdefault" and given.places:
            world.graph.flow(given.places[0], box.key)
        if name == "get" and len(given.places) == 1:
            world.graph.add(result, NONE)
    elif name == "popitem":
        world.graph.add(result, Box("tuple", places=[box.key, box.item]))
    elif name == "__getitem__":
        world.graph.flow(box.item, result)
        world.graph.add(result, UNKNOWN)
    elif name == "__setitem__" and len(given.places) > 1:
        world.graph.flow(given.places[0], box.key)
        world.graph.flow(given.places[1], box.item)
    elif name in ("update", "__init__"):
        for value in given.places:
            world.graph.watch(value, partial(fill_dict, world, box))
        for value in given.keywords.values():
            world.graph.flow(value, box.item)
            world.graph.add(box.key, "str")
        world.graph.add(result, NONE)
    elif name == "copy":
        world.graph.add(result, box)
    else:
        return name == "fromkeys" and from_keys(world, given, result)
    return True


def _of_library(world: World, owner: Made, name: str, given: Arguments, result: Variable) -> None:
    if owner.kind == "struct" and name in ("unpack", "unpack_from"):
        world.give(library.unpacked(owner.detail) or "tuple[?]", result)
    elif owner.kind == "socket" and name == "makefile":
        world.graph.add(result, Made("file.m" if "b" in str(given.constant(0) or "") else "file.s"))
    elif owner.kind == "pattern":
        of_pattern(world, name, given, result)
    elif name == "__enter__":
        world.graph.add(result, owner)
    else:
        shape = library.MADE_METHODS.get(owner.kind, {}).get(name, "?")
        if shape == "?":
            world.escape(given.all())
        world.give(shape, result, owner)


def of_pattern(world: World, name: str, given: Arguments, result: Variable) -> None:
    first = given.places[0] if given.places else None
    if name in ("match", "search") and first is not None:
        box = Box("match")
        _searched(world, first, box.item)
        world.graph.add(result, box)
        world.graph.add(result, NONE)
    elif name == "finditer" and first is not None:
        box, found = Box("iterator"), Box("match")
        _searched(world, first, found.item)
        world.graph.add(box.item, found)
        world.graph.add(result, box)
    elif name == "split" and first is not None:
        box = Box("list")
        _searched(world, first, box.item)
        world.graph.add(result, box)
    elif name in ("sub", "subn") and len(given.places) > 1:
        found = Box("match")
        world.graph.flow(given.places[1], found.item)
        replaced = Variable()
        world.graph.add(replaced, found)
        world.call_with(given.places[0], [replaced], Variable())
        if name == "sub":
            _replaced(world, given.places[0], given.places[1], result)
        else:
            world.give("tuple[native,int]", result)
    else:
        world.graph.add(result, UNKNOWN)


def _replaced(world: World, by: Variable, text: Variable, result: Variable) -> None:
    """What parts of a text are replaced by is a text: unicode where that or they are, which text is not told."""

    def take(atom: Atom) -> None:
        if atom == "unicode":
            world.graph.add(result, atom)
        elif atom in STRINGS or atom == UNKNOWN:
            world.graph.add(result, "native")

    world.graph.watch(text, take)
    world.graph.watch(by, lambda atom: world.graph.add(result, atom) if atom == "unicode" else None)


def _searched(world: World, text: Variable, part: Variable) -> None:
    """What is found in a text is a text of its kind; no other object is searched."""

    def take(atom: Atom) -> None:
        if atom in STRINGS or atom == UNKNOWN:
            world.graph.add(part, atom)

    world.graph.watch(text, take)


def from_keys(world: World, given: Arguments, result: Variable) -> bool:
    """A dictionary that has the same for each of some keys, None if it is not told what: `dict.fromkeys(keys)`."""
    if not given.places or given.star is not None:
        return False
    box = Box("dict")
    world.graph.watch(given.places[0], partial(world.iterate, box.key))
    if len(given.places) > 1:
        world.graph.flow(given.places[1], box.item)
    else:
        world.graph.add(box.item, NONE)
    world.graph.add(result, box)
    return True


def fill_dict(world: World, box: Box, atom: Atom) -> None:
    if isinstance(atom, Box) and atom.kind == "dict":
        world.graph.flow(atom.key, box.key)
        world.graph.flow(atom.item, box.item)
    elif isinstance(atom, Box):

        def row(pair: Atom) -> None:
            if isinstance(pair, Box) and pair.places is not None and len(pair.places) == 2:
                world.graph.flow(pair.places[0], box.key)
                world.graph.flow(pair.places[1], box.item)
            elif isinstance(pair, Box):
                world.graph.flow(pair.item, box.key)
                world.graph.flow(pair.item, box.item)
            else:
                world.graph.add(box.key, UNKNOWN)
                world.graph.add(box.item, UNKNOWN)

        world.graph.watch(atom.item, row)
    else:
        world.graph.add(box.key, UNKNOWN)
        world.graph.add(box.item, UNKNOWN)
