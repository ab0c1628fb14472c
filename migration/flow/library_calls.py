"""What functions and classes of the standard library give, and what they do to what they are given."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from migration.flow import library
from migration.flow.arguments import Arguments
from migration.flow.atoms import (
    NONE,
    STRINGS,
    UNKNOWN,
    Above,
    Atom,
    Box,
    Class,
    Descriptor,
    Instance,
    Library,
    Made,
    Variable,
)
from migration.flow.methods import fill_dict, from_keys, of_pattern
from migration.flow.world import ATTRIBUTE_GETTER, ITEM_GETTER, World

#: So many numbers are characters of ASCII.
_ASCII = 128
#: What filter() gives for objects of classes that derive from these.
_KEPT: dict[str, Atom] = {"builtins.str": "str", "builtins.unicode": "unicode", "builtins.tuple": UNKNOWN}
_DEEPEST_BASE = 8
#: Methods of these change their objects, also where they are asked of the class.
_CLASSES = ("builtins.list.", "builtins.dict.", "builtins.set.", "collections.deque.", "UserDict.UserDict.")
#: Says what a call of a name of the library gives; False: no more than of any other.
_Call = Callable[[World, str, Arguments, Variable], bool]


def call_library(world: World, name: str, given: Arguments, result: Variable) -> None:
    """A function or a class of the standard library is called."""
    if name in library.OCTET_STREAMS:
        _take_octets(world, name, given, result)
        return
    special = _CALLS.get(name)
    if special is not None and special(world, name, given, result):
        return
    if name.startswith(_CLASSES) and given.places and given.star is None:
        _unbound(world, name, given, result)
        return
    if name in library.FUNCTIONS:
        world.give(library.FUNCTIONS[name], result)
        world.escape(given.all())
    elif _is_exception(name):
        world.graph.add(result, Made("exception", name.rpartition(".")[2]))
    else:
        world.graph.add(result, UNKNOWN)
        world.escape(given.all())


def _take_octets(world: World, name: str, given: Arguments, result: Variable) -> None:
    """A file in memory that is handed over has to be one of octets."""
    place, keyword = library.OCTET_STREAMS[name]
    file = given.places[place] if len(given.places) > place else given.keywords.get(keyword)

    def take(atom: Atom) -> None:
        if isinstance(atom, Box) and atom.kind == "memory":
            world.octet_files[atom] = None

    if file is not None:
        world.graph.watch(file, take)
    world.give(library.FUNCTIONS.get(name, UNKNOWN), result)
    world.escape(value for value in given.all() if value is not file)


def _is_exception(name: str) -> bool:
    return name.startswith("builtins.") and name.endswith(
        ("Error", "Exception", "Warning", "Interrupt", "Iteration", "Exit")
    )


# -- containers ----------------------------------------------------------------------------------------------


def _container(world: World, name: str, given: Arguments, result: Variable) -> bool:
    box = Box(library.CONTAINERS[name])
    if given.places:
        world.graph.watch(given.places[0], partial(world.iterate, box.item))
        if name == "builtins.sorted" and "key" in given.keywords:
            world.call_with(given.keywords["key"], [box.item], Variable())
        compare = given.places[1] if len(given.places) > 1 else given.keywords.get("cmp")
        if name == "builtins.sorted" and compare is not None:
            world.call_with(compare, [box.item, box.item], Variable())
    world.graph.add(result, box)
    return True


def _mapping(world: World, name: str, given: Arguments, result: Variable) -> bool:
    box = Box("dict")
    if name == "collections.defaultdict":
        if given.places:
            world.call_with(given.places[0], [], box.item)
    elif given.places:
        world.graph.watch(given.places[0], partial(fill_dict, world, box))
    for value in given.keywords.values():
        world.graph.flow(value, box.item)
        world.graph.add(box.key, "str")
    world.graph.add(result, box)
    return True


def _iterated(world: World, name: str, given: Arguments, result: Variable) -> bool:
    if len(given.places) != 2:
        return _container(world, name, given, result)
    box = Box("iterator")
    # It asks a function again and again, until that gives the second.
    world.call_with(given.places[0], [], box.item)
    world.graph.add(result, box)
    return True


def _from_keys(world: World, name: str, given: Arguments, result: Variable) -> bool:
    return from_keys(world, given, result)


def _memory(world: World, name: str, given: Arguments, result: Variable) -> bool:
    box = Box("memory")
    for value in given.places:
        world.graph.flow(value, box.item)
    world.graph.add(result, box)
    return True


def _queue(world: World, name: str, given: Arguments, result: Variable) -> bool:
    world.graph.add(result, Box("queue"))
    return True


# -- objects of the library ----------------------------------------------------------------------------------


def _opened(world: World, name: str, given: Arguments, result: Variable) -> bool:
    mode = given.constant(1, "mode")
    if len(given.places) < 2 and "mode" not in given.keywords:
        kind = "t"
    else:
        kind = "?" if not isinstance(mode, str) else "b" if "b" in mode else "t"
    world.graph.add(result, Made(f"file.{kind}", "opened"))
    return True


def _temporary(world: World, name: str, given: Arguments, result: Variable) -> bool:
    mode = given.constant(0, "mode")
    if not given.places and "mode" not in given.keywords:
        mode = "w+b"
    kind = "?" if not isinstance(mode, str) else "b" if "b" in mode else "t"
    told = bool(given.places) or "mode" in given.keywords
    # What is of octets by default may be made one of text.
    world.graph.add(result, Made(f"file.{kind}", "" if told else "by default"))
    return True


def _matched(world: World, name: str, given: Arguments, result: Variable) -> bool:
    box = Box("match")
    if len(given.places) > 1:
        world.graph.flow(given.places[1], box.item)
    world.graph.add(result, box)
    world.graph.add(result, NONE)
    return True


def _making(kind: str) -> _Call:
    """What gives an object of the library, whatever it is given."""

    def make(world: World, name: str, given: Arguments, result: Variable) -> bool:
        world.graph.add(result, Made(kind))
        return True

    return make


def _unpacked(world: World, name: str, given: Arguments, result: Variable) -> bool:
    form = given.constant(0)
    world.give((library.unpacked(form) if isinstance(form, str) else None) or "tuple[?]", result)
    return True


def _struct(world: World, name: str, given: Arguments, result: Variable) -> bool:
    form = given.constant(0)
    world.graph.add(result, Made("struct", form if isinstance(form, str) else ""))
    return True


def _getter(kind: str) -> _Call:
    """What takes one item, or one attribute, of what it is given: `operator.itemgetter(1)`."""

    def make(world: World, name: str, given: Arguments, result: Variable) -> bool:
        taken = given.constant(0)
        if len(given.places) != 1 or given.star is not None or not isinstance(taken, int | str):
            return False
        world.graph.add(result, Made(kind, repr(taken)))
        return True

    return make


def _character(world: World, name: str, given: Arguments, result: Variable) -> bool:
    number = given.constant(0)
    is_ascii = isinstance(number, int) and 0 <= number < _ASCII
    world.graph.add(result, "str" if is_ascii else "chars")
    return True


# -- what calls what it is given -----------------------------------------------------------------------------


def _thread(world: World, name: str, given: Arguments, result: Variable) -> bool:
    target = given.keywords.get("target") or (given.places[1] if len(given.places) > 1 else None)
    handed = given.keywords.get("args") or (given.places[3] if len(given.places) > 3 else None)

    def start(function: Atom) -> None:
        def hand(atom: Atom) -> None:
            if isinstance(atom, Box) and atom.places is not None:
                world.call(function, Arguments(None, atom.places), Variable())
            elif isinstance(atom, Box):
                world.call(function, Arguments(None, [], atom.item), Variable())

        if handed is None:
            world.call(function, Arguments(), Variable())
        else:
            world.graph.watch(handed, hand)

    if target is not None:
        world.graph.watch(target, start)
    world.graph.add(result, Made("thread"))
    return True


def _new_thread(world: World, name: str, given: Arguments, result: Variable) -> bool:
    if len(given.places) < 2:
        return False
    star = world.items(given.places[1])
    world.call_each(given.places[0], Arguments(None, [], star), Variable())
    world.graph.add(result, "int")
    return True


def _partial(world: World, name: str, given: Arguments, result: Variable) -> bool:
    if not given.places:
        return False
    world.graph.add(result, UNKNOWN)
    world.escape(given.places)
    return True


def _apply(world: World, name: str, given: Arguments, result: Variable) -> bool:
    if not given.places:
        return False
    star = world.items(given.places[1]) if len(given.places) > 1 else Variable()
    world.call_each(given.places[0], Arguments(None, [], star), result)
    return True


def _reduce(world: World, name: str, given: Arguments, result: Variable) -> bool:
    if len(given.places) < 2:
        return False
    item, total = world.items(given.places[1]), Variable()
    world.graph.flow(given.places[2] if len(given.places) > 2 else item, total)
    world.call_with(given.places[0], [total, item], total)
    world.graph.flow(total, result)
    return True


def _mapped(world: World, name: str, given: Arguments, result: Variable) -> bool:
    if len(given.places) < 2:
        return True
    if len(given.places) > 2 and given.places[0] is world.constant(NONE):
        return _zipped(world, "builtins.zip", Arguments(None, given.places[1:], given.star), result)
    items = [world.items(value) for value in given.places[1:]]
    box = Box("iterator" if name.startswith("itertools") else "list")
    if name.endswith("map"):
        world.call_with(given.places[0], items, box.item)
        if "NoneType" in given.places[0].atoms:
            world.graph.flow(items[0], box.item)
        world.graph.add(result, box)
        return True
    world.call_with(given.places[0], items, Variable())
    world.graph.flow(items[0], box.item)

    def kept(atom: Atom) -> None:
        if isinstance(atom, Instance) and box.kind == "list":
            # An object of a class that is a text gives the text, one that is a tuple gives one.
            atom = _KEPT.get(next((b for b in _library_bases(atom.kind) if b in _KEPT), ""), atom)
        same = atom in STRINGS or atom == UNKNOWN or (isinstance(atom, Box) and atom.kind == "tuple")
        world.graph.add(result, atom if same and box.kind == "list" else box)

    world.graph.watch(given.places[1], kept)
    return True


def _library_bases(kind: Class, depth: int = 0) -> list[str]:
    """The names of all classes of the library that a class derives from, as far as they are known by now."""
    bases = [b for base in kind.bases for b in base.atoms]
    found = [b.name for b in bases if isinstance(b, Library)]
    if depth < _DEEPEST_BASE:
        found += [n for b in bases if isinstance(b, Class) for n in _library_bases(b, depth + 1)]
    return found


# -- items ---------------------------------------------------------------------------------------------------


def _zipped(world: World, name: str, given: Arguments, result: Variable) -> bool:
    numbered = name == "builtins.enumerate"
    row, box = Box("tuple", by_first=numbered), Box("list" if name == "builtins.zip" else "iterator")
    if given.star is not None:
        world.graph.watch(given.star, partial(world.iterate, row.item))
    else:
        iterated = given.places[:1] if numbered else given.places
        row.places = [world.constant("int")] * numbered + [world.items(value) for value in iterated]
        for place in row.places:
            world.graph.flow(place, row.item)
    world.graph.add(box.item, row)
    world.graph.add(result, box)
    return True


def _extreme(world: World, name: str, given: Arguments, result: Variable) -> bool:
    """`max`, `min`: one of what is given, or of the items of the only argument."""
    if not given.places:
        return False
    if len(given.places) > 1:
        for value in given.places:
            world.graph.flow(value, result)
        return True
    return _one_item(world, world.items(given.places[0]), given, result)


def _sum(world: World, name: str, given: Arguments, result: Variable) -> bool:
    if not given.places:
        return False
    item = world.items(given.places[0])
    total = given.places[1] if len(given.places) > 1 else world.constant("int")
    world.graph.flow(total, result)
    world.operate("Add", item, result, result)
    return _one_item(world, item, given, result)


def _one_item(world: World, item: Variable, given: Arguments, result: Variable) -> bool:
    world.graph.flow(item, result)
    if "key" in given.keywords:
        world.call_with(given.keywords["key"], [item], Variable())
    return True


def _next(world: World, name: str, given: Arguments, result: Variable) -> bool:
    if not given.places:
        return False
    world.graph.watch(given.places[0], partial(world.iterate, result))
    return True


def _heap(world: World, name: str, given: Arguments, result: Variable) -> bool:
    """A list that is kept as a heap, or sorted: what is put into it, and what is taken."""
    if not given.places:
        return False
    kept = given.places[0]
    added = given.places[1:2]

    def put(atom: Atom) -> None:
        if isinstance(atom, Box):
            for value in added:
                world.graph.flow(value, atom.item)

    world.graph.watch(kept, put)
    if name in ("heapq.heappush", "bisect.insort", "bisect.insort_left", "bisect.insort_right"):
        world.graph.add(result, NONE)
    else:
        world.graph.flow(world.items(kept), result)
        if name == "heapq.heappushpop":
            world.graph.flow(given.places[-1], result)
    return True


def _chosen(world: World, name: str, given: Arguments, result: Variable) -> bool:
    """Some of what is given, in a list: `heapq.nlargest(n, values)`."""
    if len(given.places) < 2:
        return False
    box = Box("list")
    world.graph.watch(given.places[1], partial(world.iterate, box.item))
    key = given.keywords.get("key") or (given.places[2] if len(given.places) > 2 else None)
    if key is not None:
        world.call_with(key, [box.item], Variable())
    world.graph.add(result, box)
    return True


def _same(world: World, name: str, given: Arguments, result: Variable) -> bool:
    for value in given.places[:1]:
        world.graph.flow(value, result)
    return True


def _divmod(world: World, name: str, given: Arguments, result: Variable) -> bool:
    if len(given.places) != 2:
        return False
    box = Box("tuple")
    world.operate("Div", given.places[0], given.places[1], box.item)
    box.places = [box.item, box.item]
    world.graph.add(result, box)
    return True


def _unbound(world: World, name: str, given: Arguments, result: Variable) -> None:
    """`list.append(items, item)`: a method that is asked of the class, which changes what comes first."""
    rest = Arguments(None, given.places[1:], None, given.keywords, given.more)
    base, _, method = name.rpartition(".")
    kind = library.KEEPING.get(base)

    def of(owner: Atom) -> None:
        if isinstance(owner, Box):
            world.call(world.method(owner, method), rest, result)
        elif isinstance(owner, Instance) and kind is not None:
            world.call(world.method(world.kept(owner.kind, kind), method), rest, result)

    world.graph.add(result, UNKNOWN)
    world.graph.watch(given.places[0], of)
    world.escape(given.all())


def _setitem(world: World, name: str, given: Arguments, result: Variable) -> bool:
    if len(given.places) != 3:
        return False

    def of(owner: Atom) -> None:
        if isinstance(owner, Box):
            # A list may be given many items at once, for a slice.
            world.graph.flow(given.places[2], owner.item)
            world.graph.watch(given.places[2], partial(world.iterate, owner.item))
            if owner.kind == "dict":
                world.graph.flow(given.places[1], owner.key)

    world.graph.watch(given.places[0], of)
    return False


# -- attributes and classes ----------------------------------------------------------------------------------


def _getattr(world: World, name: str, given: Arguments, result: Variable) -> bool:
    if len(given.places) < 2:
        return False
    owner, attribute = given.places[0], given.constant(1)
    if isinstance(attribute, str):
        world.graph.watch(owner, partial(world.attribute, attribute, result))
    elif Library("hashlib") in owner.atoms:
        world.graph.add(result, Library("hashlib.md5"))  # whichever it is
    else:
        world.asked_by_name.append((owner, result))
        world.graph.add(result, UNKNOWN)
    for value in given.places[2:]:
        world.graph.flow(value, result)
    return True


def _setattr(world: World, name: str, given: Arguments, result: Variable) -> bool:
    attribute = given.constant(1)
    if len(given.places) != 3 or not isinstance(attribute, str):
        if len(given.places) == 3:
            world.set_by_name.append((given.places[0], given.places[2]))
        return False
    world.graph.watch(given.places[0], partial(world.store, attribute, given.places[2]))
    return True


def _descriptor(world: World, name: str, given: Arguments, result: Variable) -> bool:
    for value in given.places[:1]:
        world.graph.add(result, Descriptor(name.rpartition(".")[2], value))
    return True


def _pickled(world: World, name: str, given: Arguments, result: Variable) -> bool:
    if given.places:
        world.graph.flow(given.places[0], world.pickled)
    return False


def _unpickled(world: World, name: str, given: Arguments, result: Variable) -> bool:
    world.graph.flow(world.pickled, result)
    return False


def _super(world: World, name: str, given: Arguments, result: Variable) -> bool:
    """`super(C, self)`: looked up from the bases of the class on, and called for the object that it is."""
    if len(given.places) != 2:
        world.graph.add(result, UNKNOWN)
        return True

    def as_base(base: Atom) -> None:
        if isinstance(base, Class):
            world.graph.watch(given.places[1], partial(of_object, base))
        else:
            world.graph.add(result, UNKNOWN)
            if isinstance(base, Library) and (kind := library.KEEPING.get(base.name)):
                world.graph.watch(given.places[1], partial(of_kept, kind))

    def of_kept(kind: str, owner: Atom) -> None:
        owner = owner.owner if isinstance(owner, Above) else owner
        if isinstance(owner, Instance):
            world.graph.add(result, world.kept(owner.kind, kind))

    def of_object(base: Class, owner: Atom) -> None:
        if not isinstance(owner, Instance):
            world.graph.add(result, base.instance)
            return
        owner = owner.owner if isinstance(owner, Above) else owner
        if owner not in base.seen_as:
            base.seen_as[owner] = Above(base, owner)
        world.graph.add(result, base.seen_as[owner])

    def of_class(kind: Atom) -> None:
        if not isinstance(kind, Class):
            world.graph.add(result, UNKNOWN)
            return
        for base in kind.bases:
            world.graph.watch(base, as_base)

    world.graph.watch(given.places[0], of_class)
    return True


def _type(world: World, name: str, given: Arguments, result: Variable) -> bool:
    if len(given.places) != 1:
        return False

    def of(atom: Atom) -> None:
        world.graph.add(result, atom.kind if isinstance(atom, Instance) else UNKNOWN)

    world.graph.watch(given.places[0], of)
    return True


def _substituted(world: World, name: str, given: Arguments, result: Variable) -> bool:
    """As the method of a pattern, which comes first."""
    if len(given.places) < 3:
        return False
    of_pattern(world, "sub", Arguments(None, given.places[1:3]), result)
    return True


_CALLS: dict[str, _Call] = {
    **dict.fromkeys(library.CONTAINERS, _container),
    **dict.fromkeys((*library.MAPPINGS, "collections.defaultdict"), _mapping),
    **dict.fromkeys(("builtins.dict.fromkeys", "collections.OrderedDict.fromkeys"), _from_keys),
    "builtins.iter": _iterated,
    **dict.fromkeys(library.MEMORY, _memory),
    **dict.fromkeys(library.QUEUES, _queue),
    **dict.fromkeys(library.OPENERS, _opened),
    **dict.fromkeys(("tempfile.TemporaryFile", "tempfile.NamedTemporaryFile"), _temporary),
    **dict.fromkeys(library.MATCHERS, _matched),
    **dict.fromkeys(("csv.DictWriter", "csv.writer"), _making("csv writer")),
    "re.compile": _making("pattern"),
    "re.sub": _substituted,
    **dict.fromkeys(("builtins.map", "itertools.imap", "builtins.filter", "itertools.ifilter"), _mapped),
    **dict.fromkeys(("builtins.reduce", "functools.reduce"), _reduce),
    **dict.fromkeys(("builtins.zip", "itertools.izip", "builtins.enumerate"), _zipped),
    **dict.fromkeys(("builtins.max", "builtins.min"), _extreme),
    "builtins.sum": _sum,
    **dict.fromkeys(
        ("builtins.abs", "copy.copy", "copy.deepcopy", "weakref.proxy", "builtins.intern", "builtins.coerce"),
        _same,
    ),
    **dict.fromkeys((f"heapq.{n}" for n in ("heappop", "heappush", "heappushpop", "heapreplace")), _heap),
    **dict.fromkeys((f"bisect.{n}" for n in ("insort", "insort_left", "insort_right")), _heap),
    **dict.fromkeys(("heapq.nlargest", "heapq.nsmallest"), _chosen),
    "builtins.next": _next,
    "builtins.divmod": _divmod,
    "builtins.apply": _apply,
    "builtins.getattr": _getattr,
    "builtins.setattr": _setattr,
    "operator.setitem": _setitem,
    **dict.fromkeys(("builtins.property", "builtins.classmethod", "builtins.staticmethod"), _descriptor),
    "builtins.super": _super,
    **dict.fromkeys((f"{p}ickle.{n}" for p in ("p", "cP") for n in ("dump", "dumps")), _pickled),
    **dict.fromkeys((f"{p}ickle.{n}" for p in ("p", "cP") for n in ("load", "loads")), _unpickled),
    "builtins.type": _type,
    **dict.fromkeys(("struct.unpack", "struct.unpack_from"), _unpacked),
    "struct.Struct": _struct,
    "operator.itemgetter": _getter(ITEM_GETTER),
    "operator.attrgetter": _getter(ATTRIBUTE_GETTER),
    "builtins.chr": _character,
    "threading.Thread": _thread,
    "thread.start_new_thread": _new_thread,
    "functools.partial": _partial,
}
