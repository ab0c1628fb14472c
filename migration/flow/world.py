"""What happens to atoms: attributes are read, things are called, gone through, indexed and added, as Python 2 does."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, partial

from migration.flow import library
from migration.flow.atoms import (
    NONE,
    NUMBERS,
    STRINGS,
    UNKNOWN,
    Atom,
    Bound,
    Box,
    Class,
    Descriptor,
    File,
    Function,
    Instance,
    Library,
    Made,
    Method,
    Space,
)
from migration.flow.graph import Graph, Variable

_BINARY_CODECS = ("hex", "base64", "rot", "quopri", "uu", "string", "unicode-escape", "unicode_escape")
_PACKED_CODECS = ("zlib", "zip", "bz2")
_OPERATORS = {
    "Add": "add", "Sub": "sub", "Mult": "mul", "Div": "div", "TrueDiv": "truediv", "FloorDiv": "floordiv",
    "Mod": "mod", "Pow": "pow", "LShift": "lshift", "RShift": "rshift", "BitAnd": "and", "BitOr": "or", "BitXor": "xor",
}  # fmt: skip
#: How many classes up something is looked for.
_DEEPEST = 12


@dataclass(slots=True)
class Arguments:
    """What a call gives."""

    node: ast.Call | None = None
    places: list[Variable] = field(default_factory=list)
    #: What `*rest` goes through, and all that `**more` holds.
    star: Variable | None = None
    keywords: dict[str, Variable] = field(default_factory=dict)
    more: Variable | None = None

    def all(self) -> list[Variable]:
        """Everything that is given."""
        return [*self.places, *self.keywords.values(), *(v for v in (self.star, self.more) if v is not None)]

    def constant(self, position: int, name: str = "") -> object:
        """The value of an argument that is written out; None for any other."""
        if self.node is None:
            return None
        given = self.node.args[position] if position < len(self.node.args) else None
        if given is None and name:
            given = next((k.value for k in self.node.keywords if k.arg == name), None)
        return given.value if isinstance(given, ast.Constant) else None


class World:
    """The program as far as it is known, and what it does to atoms."""

    def __init__(self, budget: int) -> None:
        self.graph = Graph(budget)
        self.functions: list[Function] = []
        self.spaces: dict[str, Space] = {}
        self.classes: dict[Space, Class] = {}
        self._constants: dict[Atom, Variable] = {}
        self._methods: dict[tuple[Atom, str], Method] = {}
        self._looked: set[tuple[Class, str, Atom, Variable]] = set()
        #: Objects that are asked for attributes whose names are not written out, and what that gives.
        self.asked_by_name: list[tuple[Variable, Variable]] = []
        #: Attributes that are set of what is not known: of any object that has such.
        self.loose: list[tuple[Variable, str, Variable]] = []
        #: How to find the file that a module of a package is in.
        self.submodule: Callable[[str, str], str | None] = _no_submodule

    @cached_property
    def _describes(self) -> bool:
        """Whether any class gives what it likes for an attribute. First asked when all classes are made."""
        return any("__get__" in made.methods for made in self.classes.values())

    # -- making ----------------------------------------------------------------------------------------------

    def constant(self, atom: Atom) -> Variable:
        """A variable that holds just that. Nothing is ever to flow into it."""
        found = self._constants.get(atom)
        if found is None:
            found = self._constants[atom] = Variable()
            found.atoms[atom] = None
        return found

    def give(self, shape: str, result: Variable, owner: Atom = UNKNOWN, item: Variable | None = None) -> None:
        """`result` can hold what a shape of the library's tables says."""
        for name, inner in library.parsed(shape):
            self._give(name, inner, result, owner, item)

    def _give(
        self,
        name: str,
        inner: tuple[tuple[library.Shape, ...], ...],
        result: Variable,
        owner: Atom,
        item: Variable | None,
    ) -> None:
        if name == "none":
            self.graph.add(result, NONE)
        elif name in ("self", "same"):
            self.graph.add(result, owner)
        elif name == "item":
            if item is not None:
                self.graph.flow(item, result)
        elif name.startswith("="):
            self.graph.add(result, Made(name[1:]))
        elif inner:
            box = Box(name)
            if name == "tuple" and len(inner) > 1:
                box.places = [Variable() for _ in inner]
                for place in box.places:
                    self.graph.flow(place, box.item)
                places = box.places
            elif name == "dict":
                places = [box.key, box.item]
            else:
                places = [box.item]
            for place, shapes in zip(places, inner, strict=True):
                for one, deeper in shapes:
                    self._give(one, deeper, place, owner, item)
            self.graph.add(result, box)
        else:
            self.graph.add(result, name)

    # -- classes ---------------------------------------------------------------------------------------------

    def look_up(self, kind: Class, name: str, owner: Atom, result: Variable, depth: int = 0) -> None:
        """What `owner.name` is, where that is found in a class or in its bases."""
        mark = (kind, name, owner, result)
        if depth > _DEEPEST or mark in self._looked:
            return
        self._looked.add(mark)
        self.graph.watch(kind.space.own(name), partial(self._found, owner, result))
        if name in kind.methods:
            return
        for base in kind.bases:
            self.graph.watch(base, partial(self._in_base, name, owner, result, depth + 1))

    def _in_base(self, name: str, owner: Atom, result: Variable, depth: int, base: Atom) -> None:
        if isinstance(base, Class):
            self.look_up(base, name, owner, result, depth)
        elif isinstance(base, Library):
            shape = library.ATTRIBUTES.get(base.name, {}).get(name)
            if shape is not None:
                self.give(shape, result)

    def _found(self, owner: Atom, result: Variable, atom: Atom) -> None:
        if isinstance(atom, Function) and atom.owner is not None and isinstance(owner, Instance):
            atom = self.bound(atom, owner)
        elif isinstance(atom, Descriptor):
            if atom.kind == "property":
                if isinstance(owner, Instance):
                    arguments = Arguments(places=[self.constant(owner)])
                    self.call_each(atom.function, arguments, result)
                    return
            elif atom.kind == "classmethod":
                cls = owner.kind if isinstance(owner, Instance) else owner
                self.graph.watch(
                    atom.function,
                    lambda f: self.graph.add(result, self.bound(f, cls) if isinstance(f, Function) else f),
                )
                return
            else:
                self.graph.flow(atom.function, result)
                return
        elif isinstance(atom, Instance) and self._describes and has_method(atom.kind, "__get__"):
            owners = [self.constant(owner), self.constant(UNKNOWN)]
            self.ask(atom, "__get__", Arguments(None, owners), result)
            if isinstance(owner, Instance):
                return
        self.graph.add(result, atom)

    def bound(self, function: Function, owner: Atom) -> Bound:
        """The method of an object that a function of its class is."""
        found = function.bound.get(owner)
        if found is None:
            found = function.bound[owner] = Bound(function, owner)
        return found

    # -- attributes ------------------------------------------------------------------------------------------

    def attribute(self, name: str, result: Variable, atom: Atom) -> None:
        """`atom.name` is what `result` can hold."""
        if isinstance(atom, Instance):
            if name == "__class__":
                self.graph.add(result, atom.kind)
            elif name == "__dict__":
                self.give("dict[str,?]", result)
            else:
                self.look_up(atom.kind, name, atom, result)
        elif isinstance(atom, Class):
            if name == "__name__":
                self.graph.add(result, "str")
            else:
                self.look_up(atom, name, atom, result)
        elif isinstance(atom, File):
            self.of_file(atom.space, name, result)
        elif isinstance(atom, Library):
            self.of_library(f"{atom.name}.{name}", result)
        elif atom == UNKNOWN:
            self.graph.add(result, UNKNOWN)
        elif isinstance(atom, (Function, Bound)):
            if name in ("im_func", "__func__") and isinstance(atom, Bound):
                self.graph.add(result, atom.function)
            elif name in ("__name__", "func_name", "__doc__", "func_doc", "__module__"):
                self.graph.add(result, "str")
            else:
                self.graph.add(result, UNKNOWN)
        elif isinstance(atom, Made) and name in library.MADE_ATTRIBUTES.get(atom.kind, ()):
            self.give(library.MADE_ATTRIBUTES[atom.kind][name], result)
        elif atom != NONE and not isinstance(atom, Descriptor):
            self.graph.add(result, self.method(atom, name))

    def method(self, owner: Atom, name: str) -> Method:
        """A method of what is no object of the repository."""
        found = self._methods.get((owner, name))
        if found is None:
            found = self._methods[owner, name] = Method(owner, name)
        return found

    def of_library(self, dotted: str, result: Variable) -> None:
        """What a dotted name of the library is."""
        shape = library.VALUES.get(dotted)
        if shape is not None:
            self.give(shape, result)
        else:
            self.graph.add(result, Library(dotted))

    def of_file(self, space: Space, name: str, result: Variable) -> None:
        """What a module of the repository has under a name."""
        found = name_in_file(space, name)
        if found is not None:
            self.graph.flow(found, result)
            return
        inner = self.submodule(space.key, name)
        self.graph.add(
            result, File(self.spaces[inner]) if inner is not None and inner in self.spaces else UNKNOWN
        )

    # -- calls -----------------------------------------------------------------------------------------------

    def call(self, atom: Atom, given: Arguments, result: Variable) -> None:
        """`atom(…)` is what `result` can hold."""
        if isinstance(atom, Function):
            self.call_function(atom, given, result)
        elif isinstance(atom, Bound):
            places = [self.constant(atom.owner), *given.places]
            self.call_function(
                atom.function, Arguments(None, places, given.star, given.keywords, given.more), result
            )
        elif isinstance(atom, Class):
            self.graph.add(result, atom.instance)
            self.ask(atom.instance, "__init__", given, Variable())
        elif isinstance(atom, Instance):
            self.ask(atom, "__call__", given, result)
        elif isinstance(atom, Library):
            self.call_library(atom.name, given, result)
        elif isinstance(atom, Method):
            self.call_method(atom, given, result)
        elif atom == UNKNOWN:
            self.graph.add(result, UNKNOWN)
            self.escape(given.all())

    def call_each(self, function: Variable, given: Arguments, result: Variable) -> None:
        """Whatever `function` can hold is called."""
        self.graph.watch(function, lambda f: self.call(f, given, result))

    def ask(self, owner: Instance, name: str, given: Arguments, result: Variable) -> None:
        """A method of an object is called, if it has such."""
        method = Variable()
        self.look_up(owner.kind, name, owner, method)
        self.call_each(method, given, result)

    def call_function(self, function: Function, given: Arguments, result: Variable) -> None:
        """Give parameters what a call gives, and `result` what the function returns."""
        function.is_called = True
        names, space = function.parameters, function.space
        taken = set()
        for name, place in zip(names, given.places, strict=False):
            self.graph.flow(place, space.own(name))
            taken.add(name)
        rest = function.node.args.vararg
        if rest is not None:
            self.graph.watch(
                space.own(rest.arg), partial(self._into_box, given.places[len(names) :], given.star)
            )
        if given.star is not None:
            for name in names[len(given.places) :]:
                self.graph.flow(given.star, space.own(name))
                taken.add(name)
        for name, value in given.keywords.items():
            if name in names or any(a.arg == name for a in function.node.args.kwonlyargs):
                self.graph.flow(value, space.own(name))
                taken.add(name)
            elif function.node.args.kwarg is not None:
                kwarg = space.own(function.node.args.kwarg.arg)
                self.graph.watch(kwarg, partial(self._into_box, [value], None))
        if given.more is not None:
            for name in set(names) - taken:
                self.graph.flow(given.more, space.own(name))
        for name, default in function.defaults.items():
            if name not in taken or given.star is not None:
                self.graph.flow(default, space.own(name))
        self.graph.flow(function.result, result)

    def _into_box(self, values: list[Variable], star: Variable | None, atom: Atom) -> None:
        if isinstance(atom, Box):
            for value in values:
                self.graph.flow(value, atom.item)
            if star is not None:
                self.graph.flow(star, atom.item)

    def escape(self, places: Iterable[Variable]) -> None:
        """What is handed to something that is not known may be called there with anything."""
        for place in places:
            self.graph.watch(place, self._escaped)

    def _escaped(self, atom: Atom) -> None:
        function = atom.function if isinstance(atom, Bound) else atom
        if not isinstance(function, Function) or function.is_called:
            return
        parameters = [function.space.own(name) for name in function.parameters]
        if isinstance(atom, Bound) and parameters:
            self.graph.add(parameters.pop(0), atom.owner)
        for place in parameters:
            self.graph.add(place, UNKNOWN)

    def call_library(self, name: str, given: Arguments, result: Variable) -> None:
        """A function or a class of the standard library is called."""
        first = given.places[0] if given.places else None
        last = name.rpartition(".")[2]
        if name in library.CONTAINERS:
            box = Box(library.CONTAINERS[name])
            if first is not None:
                self.graph.watch(first, partial(self.iterate, box.item))
                if name == "builtins.sorted" and "key" in given.keywords:
                    self._call_with(given.keywords["key"], [box.item], Variable())
                if name == "builtins.sorted" and len(given.places) > 1:
                    self._call_with(given.places[1], [box.item, box.item], Variable())
            self.graph.add(result, box)
        elif name in library.MAPPINGS or name == "collections.defaultdict":
            box = Box("dict")
            if name == "collections.defaultdict":
                if first is not None:
                    self._call_with(first, [], box.item)
            elif first is not None:
                self.graph.watch(first, partial(self._fill_dict, box))
            for value in given.keywords.values():
                self.graph.flow(value, box.item)
                self.graph.add(box.key, "str")
            self.graph.add(result, box)
        elif name in library.MEMORY:
            box = Box("memory")
            for value in given.places:
                self.graph.flow(value, box.item)
            self.graph.add(result, box)
        elif name in library.QUEUES:
            self.graph.add(result, Box("queue"))
        elif name in library.OPENERS:
            self.graph.add(result, _opened(given))
        elif name in library.MATCHERS:
            box = Box("match")
            if len(given.places) > 1:
                self.graph.flow(given.places[1], box.item)
            self.graph.add(result, box)
            self.graph.add(result, NONE)
        elif name == "csv.DictWriter" or name == "csv.writer":
            self.graph.add(result, Made("csv writer"))
        elif name == "re.compile":
            self.graph.add(result, Made("pattern"))
        elif name in ("builtins.map", "itertools.imap", "builtins.filter", "itertools.ifilter"):
            self._mapped(last.lstrip("i"), given, result, "iterator" if name[:9] == "itertools" else "list")
        elif name in ("builtins.reduce", "functools.reduce") and len(given.places) > 1:
            item, total = self.items(given.places[1]), Variable()
            self.graph.flow(given.places[2] if len(given.places) > 2 else item, total)
            self._call_with(given.places[0], [total, item], total)
            self.graph.flow(total, result)
        elif name in ("builtins.zip", "itertools.izip", "builtins.enumerate"):
            self._zipped(name, given, result)
        elif name in ("builtins.max", "builtins.min", "builtins.sum") and first is not None:
            if len(given.places) > 1 and name != "builtins.sum":
                for value in given.places:
                    self.graph.flow(value, result)
            else:
                item = self.items(first)
                if name == "builtins.sum":
                    total = given.places[1] if len(given.places) > 1 else self.constant("int")
                    self.graph.flow(total, result)
                    self.operate("Add", item, result, result)
                self.graph.flow(item, result)
                if "key" in given.keywords:
                    self._call_with(given.keywords["key"], [item], Variable())
        elif name in (
            "builtins.abs",
            "copy.copy",
            "copy.deepcopy",
            "weakref.proxy",
            "builtins.intern",
            "builtins.coerce",
        ):
            if first is not None:
                self.graph.flow(first, result)
        elif name == "builtins.next" and first is not None:
            self.graph.watch(first, partial(self.iterate, result))
        elif name == "builtins.divmod" and len(given.places) == 2:
            box = Box("tuple")
            self.operate("Div", given.places[0], given.places[1], box.item)
            box.places = [box.item, box.item]
            self.graph.add(result, box)
        elif name == "builtins.apply" and first is not None:
            star = self.items(given.places[1]) if len(given.places) > 1 else Variable()
            self.call_each(first, Arguments(None, [], star), result)
        elif name == "builtins.getattr" and len(given.places) > 1:
            attribute = given.constant(1)
            if isinstance(attribute, str) and first is not None:
                self.graph.watch(first, partial(self.attribute, attribute, result))
            elif first is not None and Library("hashlib") in first.atoms:
                self.graph.add(result, Library("hashlib.md5"))  # whichever it is
            elif first is not None:
                self.asked_by_name.append((first, result))
                self.graph.add(result, UNKNOWN)
            for value in given.places[2:]:
                self.graph.flow(value, result)
        elif name == "builtins.setattr" and len(given.places) == 3 and isinstance(given.constant(1), str):
            self.graph.watch(given.places[0], partial(self.store, str(given.constant(1)), given.places[2]))
        elif name in ("builtins.property", "builtins.classmethod", "builtins.staticmethod"):
            if first is not None:
                self.graph.add(result, Descriptor(last, first))
        elif name == "builtins.super":
            self._super(given, result)
        elif name == "builtins.type" and len(given.places) == 1:
            self.graph.watch(given.places[0], partial(self._type, result))
        elif name == "struct.unpack" or name == "struct.unpack_from":
            form = given.constant(0)
            self.give((library.unpacked(form) if isinstance(form, str) else None) or "tuple[?]", result)
        elif name == "struct.Struct":
            form = given.constant(0)
            self.graph.add(result, Made("struct", form if isinstance(form, str) else ""))
        elif name == "threading.Thread":
            self._started(given)
            self.graph.add(result, Made("thread"))
        elif name == "thread.start_new_thread" and len(given.places) > 1:
            star = self.items(given.places[1])
            self.call_each(given.places[0], Arguments(None, [], star), Variable())
            self.graph.add(result, "int")
        elif name == "functools.partial" and first is not None:
            self.graph.add(result, UNKNOWN)
            self.escape(given.places)
        elif name in library.FUNCTIONS:
            self.give(library.FUNCTIONS[name], result)
            self.escape(given.all())
        elif _is_exception(name):
            self.graph.add(result, Made("exception", last))
        else:
            self.graph.add(result, UNKNOWN)
            self.escape(given.all())

    def _call_with(self, function: Variable, places: list[Variable], result: Variable) -> None:
        self.call_each(function, Arguments(None, places), result)

    def _started(self, given: Arguments) -> None:
        target = given.keywords.get("target") or (given.places[1] if len(given.places) > 1 else None)
        handed = given.keywords.get("args") or (given.places[3] if len(given.places) > 3 else None)
        if target is None:
            return

        def start(function: Atom) -> None:
            def hand(atom: Atom) -> None:
                if isinstance(atom, Box) and atom.places is not None:
                    self.call(function, Arguments(None, atom.places), Variable())
                elif isinstance(atom, Box):
                    self.call(function, Arguments(None, [], atom.item), Variable())

            if handed is None:
                self.call(function, Arguments(), Variable())
            else:
                self.graph.watch(handed, hand)

        self.graph.watch(target, start)

    def _type(self, result: Variable, atom: Atom) -> None:
        if isinstance(atom, Instance):
            self.graph.add(result, atom.kind)
        else:
            self.graph.add(result, UNKNOWN)

    def _super(self, given: Arguments, result: Variable) -> None:
        """`super(C, self)`: looked up from the bases of the class on."""
        if len(given.places) != 2:
            self.graph.add(result, UNKNOWN)
            return

        def of_class(kind: Atom) -> None:
            if not isinstance(kind, Class):
                self.graph.add(result, UNKNOWN)
                return
            for base in kind.bases:
                self.graph.watch(base, partial(self._as_base, result))

        self.graph.watch(given.places[0], of_class)

    def _as_base(self, result: Variable, base: Atom) -> None:
        if isinstance(base, Class):
            self.graph.add(result, base.instance)
        else:
            self.graph.add(result, UNKNOWN)

    def set_loose(self) -> None:
        """What sets an attribute of something that is not known may set it of any object that has such a one."""
        for owner, name, value in self.loose:
            if tuple(owner.atoms) == (UNKNOWN,):
                for space in self.classes:
                    if name in space.names:
                        self.graph.flow(value, space.names[name])

    def give_any(self) -> None:
        """What is asked for by a name that is not written out can be any attribute that is no method."""
        for owner, result in self.asked_by_name:
            for atom in tuple(owner.atoms):
                if isinstance(atom, Instance):
                    for name, place in tuple(atom.kind.space.names.items()):
                        if name not in atom.kind.methods:
                            self.graph.flow(place, result)

    def _mapped(self, name: str, given: Arguments, result: Variable, kind: str) -> None:
        if len(given.places) < 2:
            return
        if len(given.places) > 2 and given.places[0] is self.constant(NONE):
            self._zipped("builtins.zip", Arguments(None, given.places[1:], given.star), result)
            return
        items = [self.items(value) for value in given.places[1:]]
        box = Box(kind)
        if name == "map":
            self._call_with(given.places[0], items, box.item)
            if "NoneType" in given.places[0].atoms:
                self.graph.flow(items[0], box.item)
            self.graph.add(result, box)
            return
        self._call_with(given.places[0], items, Variable())
        self.graph.flow(items[0], box.item)

        def kept(atom: Atom) -> None:
            same = atom in STRINGS or (isinstance(atom, Box) and atom.kind == "tuple")
            self.graph.add(result, atom if same and kind == "list" else box)

        self.graph.watch(given.places[1], kept)

    def _zipped(self, name: str, given: Arguments, result: Variable) -> None:
        numbered = name == "builtins.enumerate"
        row, box = Box("tuple", by_first=numbered), Box("list" if name == "builtins.zip" else "iterator")
        if given.star is not None:
            self.graph.watch(given.star, partial(self.iterate, row.item))
        else:
            iterated = given.places[:1] if numbered else given.places
            row.places = [self.constant("int")] * numbered + [self.items(value) for value in iterated]
            for place in row.places:
                self.graph.flow(place, row.item)
        self.graph.add(box.item, row)
        self.graph.add(result, box)

    def _fill_dict(self, box: Box, atom: Atom) -> None:
        if isinstance(atom, Box) and atom.kind == "dict":
            self.graph.flow(atom.key, box.key)
            self.graph.flow(atom.item, box.item)
        elif isinstance(atom, Box):

            def row(pair: Atom) -> None:
                if isinstance(pair, Box) and pair.places is not None and len(pair.places) == 2:
                    self.graph.flow(pair.places[0], box.key)
                    self.graph.flow(pair.places[1], box.item)
                elif isinstance(pair, Box):
                    self.graph.flow(pair.item, box.key)
                    self.graph.flow(pair.item, box.item)
                else:
                    self.graph.add(box.key, UNKNOWN)
                    self.graph.add(box.item, UNKNOWN)

            self.graph.watch(atom.item, row)
        else:
            self.graph.add(box.key, UNKNOWN)
            self.graph.add(box.item, UNKNOWN)

    # -- methods ---------------------------------------------------------------------------------------------

    def call_method(self, method: Method, given: Arguments, result: Variable) -> None:
        """A method of a scalar, of a container or of an object of the library is called."""
        owner, name = method.owner, method.name
        if isinstance(owner, str):
            self._string_method(str(owner), name, given, result)
        elif isinstance(owner, Box):
            self._box_method(owner, name, given, result)
        elif isinstance(owner, Made):
            self._made_method(owner, name, given, result)
        else:
            self.graph.add(result, UNKNOWN)

    def _string_method(self, owner: str, name: str, given: Arguments, result: Variable) -> None:
        if owner not in STRINGS:
            if owner in NUMBERS and name == "bit_length":
                self.graph.add(result, "int")
            elif owner == "float" and name == "is_integer":
                self.graph.add(result, "bool")
            else:
                self.graph.add(result, UNKNOWN)
        elif name == "join" and given.places:
            self.graph.watch(self.items(given.places[0]), lambda a: self.graph.add(result, _joined(owner, a)))
        elif name == "encode":
            codec = str(given.constant(0, "encoding") or "").lower()
            packed = codec.startswith(_PACKED_CODECS)
            other = codec.startswith(_BINARY_CODECS)
            # By default it is ASCII, and what is kept so is kept for its being native.
            default = not (given.places or given.keywords or given.star or given.more)
            kind = "str" if default else "octets" if packed else "native" if other else "encoded"
            self.graph.add(result, kind)
        elif name == "decode":
            codec = str(given.constant(0, "encoding") or "").lower()
            binary = codec.startswith(("hex", "base64", *_PACKED_CODECS))
            other = codec.startswith(_BINARY_CODECS)
            self.graph.add(result, "octets" if binary else "native" if other else "unicode")
        elif name in library.STRING_METHODS:
            kind = owner
            if name == "replace" and any("octets" in p.atoms for p in given.places):
                kind = "native"
            self.give(library.STRING_METHODS[name], result, kind)
        else:
            self.graph.add(result, UNKNOWN)

    def _box_method(self, box: Box, name: str, given: Arguments, result: Variable) -> None:
        first = given.places[0] if given.places else None
        if box.kind == "dict" and self._dict_method(box, name, given, result):
            return
        table = library.BOX_METHODS.get(box.kind, {})
        if name in ("append", "add", "write", "put", "put_nowait", "appendleft") and first is not None:
            self.graph.flow(first, box.item)
        elif name == "insert" and len(given.places) > 1:
            self.graph.flow(given.places[1], box.item)
        elif (
            name in ("extend", "update", "extendleft", "writelines", "union", "symmetric_difference")
            and first is not None
        ):
            self.graph.watch(first, partial(self.iterate, box.item))
        elif name == "sort" and (given.places or given.keywords):
            if "key" in given.keywords:
                self._call_with(given.keywords["key"], [box.item], Variable())
            compare = first or given.keywords.get("cmp")
            if compare is not None:
                self._call_with(compare, [box.item, box.item], Variable())
        if name in table:
            self.give(table[name], result, box, box.item)
        elif name in ("__iter__", "__getitem__", "__len__", "__contains__"):
            self.graph.add(result, box if name == "__iter__" else UNKNOWN)
        else:
            self.graph.add(result, UNKNOWN)

    def _dict_method(self, box: Box, name: str, given: Arguments, result: Variable) -> bool:
        if name in ("keys", "iterkeys", "values", "itervalues", "items", "iteritems"):
            made = Box("iterator" if name[:4] == "iter" else "list")
            if name.endswith("items"):
                row = Box("tuple", places=[box.key, box.item], by_first=True)
                self.graph.flow(box.key, row.item)
                self.graph.flow(box.item, row.item)
                self.graph.add(made.item, row)
            else:
                self.graph.flow(box.key if name.endswith("keys") else box.item, made.item)
            self.graph.add(result, made)
        elif name in ("get", "pop", "setdefault"):
            self.graph.flow(box.item, result)
            for value in given.places[1:2]:
                self.graph.flow(value, result)
                if name == "setdefault":
                    self.graph.flow(value, box.item)
            if name == "setdefault" and given.places:
                self.graph.flow(given.places[0], box.key)
            if name == "get" and len(given.places) == 1:
                self.graph.add(result, NONE)
        elif name == "popitem":
            self.graph.add(result, Box("tuple", places=[box.key, box.item]))
        elif name == "update":
            for value in given.places:
                self.graph.watch(value, partial(self._fill_dict, box))
            for value in given.keywords.values():
                self.graph.flow(value, box.item)
                self.graph.add(box.key, "str")
            self.graph.add(result, NONE)
        elif name == "copy":
            self.graph.add(result, box)
        else:
            return False
        return True

    def _made_method(self, owner: Made, name: str, given: Arguments, result: Variable) -> None:
        if owner.kind == "struct" and name in ("unpack", "unpack_from"):
            self.give(library.unpacked(owner.detail) or "tuple[?]", result)
        elif owner.kind == "socket" and name == "makefile":
            self.graph.add(result, Made("file.m" if "b" in str(given.constant(0) or "") else "file.s"))
        elif owner.kind == "pattern":
            self._pattern_method(name, given, result)
        elif name == "__enter__":
            self.graph.add(result, owner)
        else:
            shape = library.MADE_METHODS.get(owner.kind, {}).get(name, "?")
            if shape == "?":
                self.escape(given.all())
            self.give(shape, result, owner)

    def _pattern_method(self, name: str, given: Arguments, result: Variable) -> None:
        first = given.places[0] if given.places else None
        if name in ("match", "search") and first is not None:
            box = Box("match")
            self._searched(first, box.item)
            self.graph.add(result, box)
            self.graph.add(result, NONE)
        elif name == "finditer" and first is not None:
            box, found = Box("iterator"), Box("match")
            self._searched(first, found.item)
            self.graph.add(box.item, found)
            self.graph.add(result, box)
        elif name == "split" and first is not None:
            box = Box("list")
            self._searched(first, box.item)
            self.graph.add(result, box)
        elif name in ("sub", "subn") and len(given.places) > 1:
            found = Box("match")
            self.graph.flow(given.places[1], found.item)
            replaced = Variable()
            self.graph.add(replaced, found)
            self._call_with(given.places[0], [replaced], Variable())
            self.give("native" if name == "sub" else "tuple[native,int]", result)
        else:
            self.graph.add(result, UNKNOWN)

    def _searched(self, text: Variable, part: Variable) -> None:
        """What is found in a text is a text of its kind; no other object is searched."""

        def take(atom: Atom) -> None:
            if atom in STRINGS or atom == UNKNOWN:
                self.graph.add(part, atom)

        self.graph.watch(text, take)

    # -- going through, indexing -----------------------------------------------------------------------------

    def iterate(self, result: Variable, atom: Atom) -> None:
        """`for result in atom`."""
        if isinstance(atom, Box):
            if atom.kind in ("match", "queue"):
                return
            self.graph.flow(atom.key if atom.kind == "dict" else atom.item, result)
        elif atom in STRINGS:
            self.graph.add(result, atom)
        elif atom == "bytearray":
            self.graph.add(result, "int")
        elif isinstance(atom, Made) and atom.kind.startswith("file."):
            self.give(library.MADE_METHODS.get(atom.kind, {}).get("readline", "native"), result)
        elif isinstance(atom, Instance):
            made = Variable()
            self.ask(atom, "__iter__", Arguments(), made)
            self.graph.watch(made, partial(self._through, result))
            self.ask(atom, "__getitem__", Arguments(None, [self.constant("int")]), result)
        elif atom == UNKNOWN or isinstance(atom, (Made, Library)):
            self.graph.add(result, UNKNOWN)

    def _through(self, result: Variable, atom: Atom) -> None:
        """What an iterator gives: a generator's items, or what its `next` returns."""
        if isinstance(atom, Instance):
            self.ask(atom, "next", Arguments(), result)
        else:
            self.iterate(result, atom)

    def items(self, value: Variable) -> Variable:
        """What a loop through `value` gives."""
        item = Variable()
        self.graph.watch(value, partial(self.iterate, item))
        return item

    def unpack(self, places: list[Variable], atom: Atom) -> None:
        """`a, b = atom`."""
        if isinstance(atom, Box) and atom.places is not None and len(atom.places) == len(places):
            for source, target in zip(atom.places, places, strict=True):
                self.graph.flow(source, target)
            return
        item = Variable()
        self.iterate(item, atom)
        for target in places:
            self.graph.flow(item, target)

    def index(self, node: ast.Subscript, where: Variable, result: Variable, atom: Atom) -> None:
        """`atom[…]`."""
        if isinstance(atom, Box):
            place = node.slice.value if isinstance(node.slice, ast.Constant) else None
            if isinstance(node.slice, ast.UnaryOp) and isinstance(node.slice.operand, ast.Constant):
                value = node.slice.operand.value
                place = -value if isinstance(node.slice.op, ast.USub) and isinstance(value, int) else None
            if isinstance(node.slice, ast.Slice):
                same = atom
                if atom.places is not None:
                    same = Box(atom.kind, item=atom.item)
                self.graph.add(result, same)
            elif (
                atom.places is not None
                and isinstance(place, int)
                and -len(atom.places) <= place < len(atom.places)
            ):
                self.graph.flow(atom.places[place], result)
            else:
                self.graph.flow(atom.item, result)
        elif atom in STRINGS:
            self.graph.add(result, atom)
        elif atom == "bytearray":
            self.graph.add(result, "bytearray" if isinstance(node.slice, ast.Slice) else "int")
        elif isinstance(atom, Instance):
            names = ("__getslice__", "__getitem__") if isinstance(node.slice, ast.Slice) else ("__getitem__",)
            for name in names:
                whole = [self.constant("int")] * 2 if name == "__getslice__" else [where]
                self.ask(atom, name, Arguments(None, whole), result)
        elif atom != NONE:
            self.graph.add(result, UNKNOWN)

    def put(self, node: ast.Subscript, where: Variable, value: Variable, atom: Atom) -> None:
        """`atom[…] = value`."""
        if isinstance(atom, Box):
            if isinstance(node.slice, ast.Slice):
                self.graph.watch(value, partial(self.iterate, atom.item))
                return
            self.graph.flow(value, atom.item)
            if atom.kind == "dict":
                self.graph.flow(where, atom.key)
        elif isinstance(atom, Instance):
            self.ask(atom, "__setitem__", Arguments(None, [where, value]), Variable())

    def store(self, name: str, value: Variable, atom: Atom) -> None:
        """`atom.name = value`."""
        if isinstance(atom, Instance):
            self.graph.flow(value, atom.kind.space.own(name))
        elif isinstance(atom, (Class, File)):
            self.graph.flow(value, atom.space.own(name))

    # -- operators -------------------------------------------------------------------------------------------

    def operate(self, operator: str, left: Variable, right: Variable, result: Variable) -> None:
        """`left operator right`, for whatever both can hold."""

        def from_left(a: Atom) -> None:
            for b in tuple(right.atoms):
                self._operation(operator, a, b, result)

        def from_right(b: Atom) -> None:
            for a in tuple(left.atoms):
                self._operation(operator, a, b, result)

        self.graph.watch(left, from_left)
        self.graph.watch(right, from_right)

    def _operation(self, operator: str, a: Atom, b: Atom, result: Variable) -> None:
        if isinstance(a, Instance) or isinstance(b, Instance):
            name = _OPERATORS.get(operator)
            for owner, other, prefix in ((a, b, ""), (b, a, "r")):
                if isinstance(owner, Instance) and name is not None:
                    self.ask(owner, f"__{prefix}{name}__", Arguments(None, [self.constant(other)]), result)
            return
        given = _result_of(operator, a, b)
        if given is not None:
            self.graph.add(result, given)
        if isinstance(a, Box) and isinstance(b, Box) and operator == "Add" and a is not b:
            made = Box(a.kind, item=a.item) if a.places is not None else a
            if a.places is not None and b.places is not None:
                made.places = [*a.places, *b.places]
            else:
                self.graph.flow(b.item, a.item)
            self.graph.add(result, made)


def _result_of(operator: str, a: Atom, b: Atom) -> Atom | None:
    """What an operator makes of two atoms that are no objects of the repository; None where that is an error."""
    if operator == "Mod" and a in STRINGS:
        if "unicode" in (a, b):
            return "unicode"
        return "native"
    if a == UNKNOWN or b == UNKNOWN:
        return UNKNOWN
    if a in NUMBERS and b in NUMBERS:
        least = NUMBERS.index("float") if operator == "TrueDiv" else 1
        return NUMBERS[max(NUMBERS.index(str(a)), NUMBERS.index(str(b)), least)]
    if a in STRINGS and b in STRINGS:
        if operator != "Add":
            return None
        return "unicode" if "unicode" in (a, b) else _both(str(a), str(b))
    if operator == "Mult":
        for one, other in ((a, b), (b, a)):
            if (one in STRINGS or isinstance(one, Box)) and other in NUMBERS:
                return one
    if isinstance(a, Box) and a is b:
        return a
    if isinstance(a, Box) and isinstance(b, Box):
        return None if operator == "Add" else a
    if NONE in (a, b):
        return None
    for one in (a, b):
        if isinstance(one, Made) and one.kind in ("decimal", "fraction", "date"):
            return one
    return UNKNOWN


def _both(a: str, b: str) -> str:
    """The kind of two native strings one behind the other."""
    for kind in ("octets", "encoded"):
        if kind in (a, b):
            return kind
    return a if a == b else "native"


def _joined(separator: str, item: Atom) -> Atom:
    if item not in STRINGS:
        return UNKNOWN if item == UNKNOWN else separator
    if "unicode" in (separator, item):
        return "unicode"
    return _both(separator, str(item))


def _opened(given: Arguments) -> Made:
    if len(given.places) < 2 and "mode" not in given.keywords:
        return Made("file.t")
    mode = given.constant(1, "mode")
    if not isinstance(mode, str):
        return Made("file.?")
    return Made("file.b" if "b" in mode else "file.t")


def _is_exception(name: str) -> bool:
    return name.startswith("builtins.") and name.endswith(
        ("Error", "Exception", "Warning", "Interrupt", "Iteration", "Exit")
    )


def has_method(kind: Class, name: str, depth: int = 0) -> bool:
    """Whether a class, or one of its bases as far as they are known by now, defines a method."""
    if name in kind.methods or depth > _DEEPEST:
        return name in kind.methods
    bases = (b for base in kind.bases for b in base.atoms)
    return any(has_method(b, name, depth + 1) for b in bases if isinstance(b, Class))


def name_in_file(space: Space, name: str, depth: int = 0) -> Variable | None:
    """The variable that a module has under a name, also by `from other import *`."""
    found = space.names.get(name)
    if found is not None or depth > _DEEPEST:
        return found
    for other in space.stars:
        found = name_in_file(other, name, depth + 1)
        if found is not None:
            return found
    return None


def _no_submodule(key: str, name: str) -> str | None:
    return None
