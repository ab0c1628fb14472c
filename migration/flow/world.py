"""What happens to atoms: attributes are read, things are called, gone through, indexed and added, as Python 2 does."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import cached_property, partial

from migration.flow import library
from migration.flow.arguments import Arguments
from migration.flow.atoms import (
    NONE,
    STRINGS,
    UNKNOWN,
    Above,
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
    Variable,
)
from migration.flow.graph import Graph
from migration.flow.operations import OPERATORS, result_of

#: The kinds of objects of the library that take something of what they are given.
ITEM_GETTER, ATTRIBUTE_GETTER = "item getter", "attribute getter"
#: What a call gives of what the library defines: its functions and classes by their names, and methods.
OfLibrary = Callable[["World", str, Arguments, Variable], None]
OfMethods = Callable[["World", Method, Arguments, Variable], None]

#: How many classes up something is looked for.
_DEEPEST = 12


class World:
    """The program as far as it is known, and what it does to atoms. What the library does is given to it."""

    def __init__(self, budget: int, call_library: OfLibrary, call_method: OfMethods) -> None:
        self.graph = Graph(budget)
        self._call_library = call_library
        self._call_method = call_method
        self.functions: list[Function] = []
        self.spaces: dict[str, Space] = {}
        self.classes: dict[Space, Class] = {}
        self._constants: dict[Atom, Variable] = {}
        self._methods: dict[tuple[Atom, str], Method] = {}
        self._looked: set[tuple[Class, str, Atom, Variable]] = set()
        #: Objects that are asked for attributes whose names are not written out, and what that gives.
        self.asked_by_name: list[tuple[Variable, Variable]] = []
        #: Objects that are given attributes whose names are not written out, and what is given.
        self.set_by_name: list[tuple[Variable, Variable]] = []
        #: Attributes that are set of what is not known: of any object that has such.
        self.loose: list[tuple[Variable, str, Variable]] = []
        #: What is asked of objects by the names of attributes, and what that gives.
        self.asked: list[tuple[Instance, str, Variable]] = []
        #: What is pickled anywhere: it may be had again of any pickle.
        self.pickled = Variable()
        #: Files in memory that the library reads octets from, or writes them to.
        self.octet_files: dict[Atom, None] = {}
        #: Files in memory, and which of their methods are called; "next" where one is gone through, "?" where it is
        #: handed to something else.
        self.asked_files: dict[Atom, dict[str, None]] = {}
        #: Whether each native literal has a variable of its own, which tells where it flows.
        self.tells_literals = False
        #: How to find the file that a module of a package is in.
        self.submodule: Callable[[str, str], str | None] = _no_submodule
        #: Methods that are those of the library's nodes of XML, for no class of the repository has such.
        self.writing_xml: frozenset[str] = frozenset()

    @cached_property
    def _describes(self) -> bool:
        """Whether any class gives what it likes for an attribute. First asked when all classes are made."""
        return any("__get__" in made.methods for made in self.classes.values())

    @cached_property
    def _answers(self) -> bool:
        """Whether any class gives what it likes for an attribute that its objects have not."""
        return any("__getattr__" in made.methods for made in self.classes.values())

    # -- making ----------------------------------------------------------------------------------------------

    def constant(self, atom: Atom) -> Variable:
        """A variable that holds just that. Nothing is ever to flow into it."""
        found = self._constants.get(atom)
        if found is None:
            found = self._constants[atom] = Variable()
            found.atoms[atom] = None
        return found

    @property
    def shared(self) -> frozenset[Variable]:
        """The variables of constants, which are the same wherever such a one stands."""
        return frozenset(self._constants.values())

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
            kind = library.KEEPING.get(base.name)
            if shape is not None:
                self.give(shape, result)
            elif base.name in library.MIXINS and isinstance(owner, Instance):
                if name in library.KEEPING_METHODS["dict"] and not name.startswith("__"):
                    self.graph.add(result, self.method(self._mixed_in(owner), name))
            elif kind is not None and isinstance(owner, Instance):
                if name in library.KEEPING_METHODS[kind]:
                    self.graph.add(result, self.method(self.kept(owner.kind, kind), name))
                elif name == "data" and base.name.startswith("User"):
                    self.graph.add(result, self.kept(owner.kind, kind))

    def kept(self, owner: Class, kind: str) -> Box:
        """What objects of a class keep, that derives from a container; they may be given other things, too."""
        box = owner.kept.get(kind)
        if box is None:
            box = owner.kept[kind] = Box(kind)
            self.graph.add(box.item, UNKNOWN)
            self.graph.add(box.key, UNKNOWN)
        return box

    def _mixed_in(self, owner: Instance) -> Box:
        """What an object keeps by methods of its own, which others are made of."""
        if "dict" not in owner.kind.kept:
            box, keys = self.kept(owner.kind, "dict"), Variable()
            self.ask(owner, "keys", Arguments(), keys)
            self.graph.watch(keys, partial(self.iterate, box.key))
            self.ask(owner, "__getitem__", Arguments(None, [box.key]), box.item)
            self.ask(owner, "__setitem__", Arguments(None, [box.key, box.item]), Variable())
        return owner.kind.kept["dict"]

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
            elif atom.kind == "method" and isinstance(owner, Instance):
                self.graph.watch(
                    atom.function,
                    lambda f: self.graph.add(result, self.bound(f, owner) if isinstance(f, Function) else f),
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
                self.set_by_name.append((self.constant(atom), self.constant(UNKNOWN)))
            else:
                self.look_up(atom.kind, name, atom.owner if isinstance(atom, Above) else atom, result)
                if self._answers:
                    self.asked.append((atom, name, result))
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
        elif isinstance(atom, Descriptor):
            if atom.kind == "method":
                self.graph.watch(atom.function, partial(self.attribute, name, result))
        elif atom != NONE:
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
            self._call_library(self, atom.name, given, result)
        elif isinstance(atom, Method):
            self._call_method(self, atom, given, result)
        elif isinstance(atom, Descriptor) and atom.kind == "method":
            self.call_each(atom.function, given, result)
        elif isinstance(atom, Made) and len(given.places) == 1:
            self._get(atom, given.places[0], result)
        elif atom == UNKNOWN:
            self.graph.add(result, UNKNOWN)
            self.escape(given.all())

    def _get(self, getter: Made, owner: Variable, result: Variable) -> None:
        """A getter of the library takes an item of `owner`, or an attribute."""
        if getter.kind not in (ITEM_GETTER, ATTRIBUTE_GETTER):
            return
        taken = ast.literal_eval(getter.detail)
        if getter.kind == ITEM_GETTER:
            item = ast.Subscript(ast.Name("row", ast.Load()), ast.Constant(taken), ast.Load())
            where = self.constant("int" if isinstance(taken, int) else "str")
            self.graph.watch(owner, partial(self.index, item, where, result))
        elif isinstance(taken, str) and taken.isidentifier():
            self.graph.watch(owner, partial(self.attribute, taken, result))
        else:
            self.graph.add(result, UNKNOWN)

    def call_each(self, function: Variable, given: Arguments, result: Variable) -> None:
        """Whatever `function` can hold is called."""
        self.graph.watch(function, lambda f: self.call(f, given, result))

    def call_with(self, function: Variable, places: list[Variable], result: Variable) -> None:
        """The same, with no more than arguments by their places."""
        self.call_each(function, Arguments(None, places), result)

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
            for name in names:
                if name not in taken:
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
        if isinstance(atom, Box) and atom.kind == "memory":
            self.asked_files.setdefault(atom, {})[UNKNOWN] = None
        function = atom.function if isinstance(atom, Bound) else atom
        if not isinstance(function, Function) or function.is_called:
            return
        parameters = [function.space.own(name) for name in function.parameters]
        if isinstance(atom, Bound) and parameters:
            self.graph.add(parameters.pop(0), atom.owner)
        for place in parameters:
            self.graph.add(place, UNKNOWN)

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

    def answer_any(self) -> None:
        """What objects have not themselves they are asked for by a method."""
        asked, self.asked = self.asked, []
        for owner, name, result in asked:
            if not result.atoms and not name.startswith("__") and has_method(owner.kind, "__getattr__"):
                self.ask(owner, "__getattr__", Arguments(None, [self.constant("str")]), result)
                self.graph.add(result, UNKNOWN)

    def set_any(self) -> None:
        """What is set by a name that is not written out can take the place of an object that the class declares."""
        for owner, value in self.set_by_name:
            for atom in tuple(owner.atoms):
                for name, place in tuple(atom.kind.space.names.items()) if isinstance(atom, Instance) else ():
                    declared = any(isinstance(a, Instance) for a in place.atoms)
                    if declared and isinstance(atom, Instance) and name not in atom.kind.methods:
                        self.graph.flow(value, place)

    # -- going through, indexing -----------------------------------------------------------------------------

    def iterate(self, result: Variable, atom: Atom) -> None:
        """`for result in atom`."""
        if isinstance(atom, Box):
            if atom.kind in ("match", "queue"):
                return
            if atom.kind == "memory":
                self.asked_files.setdefault(atom, {})["next"] = None
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
            asked, given = Variable(), Arguments(None, [self.constant("int")])
            self.look_up(atom.kind, "__getitem__", atom, asked)
            # A container that the class derives from is gone through otherwise.
            self.graph.watch(asked, lambda f: None if isinstance(f, Method) else self.call(f, given, result))
        elif atom == UNKNOWN or isinstance(atom, (Made, Library, Method, Bound, Function, Class)):
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
                    part = _constant_slice(node.slice)
                    same.places = atom.places[part] if part is not None else None
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
        elif (
            isinstance(atom, Made)
            and atom.kind in library.MADE_ITEMS
            and not isinstance(node.slice, ast.Slice)
        ):
            self.give(library.MADE_ITEMS[atom.kind], result)
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
            name = OPERATORS.get(operator)
            for owner, other, prefix in ((a, b, ""), (b, a, "r")):
                if isinstance(owner, Instance) and name is not None:
                    self.ask(owner, f"__{prefix}{name}__", Arguments(None, [self.constant(other)]), result)
            return
        given = result_of(operator, a, b)
        if given is not None:
            self.graph.add(result, given)
        if isinstance(a, Box) and isinstance(b, Box) and operator == "Add" and a is not b:
            made = Box(a.kind, item=a.item) if a.places is not None else a
            if a.places is not None and b.places is not None:
                made.places = [*a.places, *b.places]
            else:
                self.graph.flow(b.item, a.item)
            self.graph.add(result, made)


def _constant_slice(node: ast.Slice) -> slice | None:
    """What `[a:b:c]` takes, where that is spelled out."""
    bounds: list[int | None] = []
    for bound in (node.lower, node.upper, node.step):
        sign = -1 if isinstance(bound, ast.UnaryOp) and isinstance(bound.op, ast.USub) else 1
        number = bound.operand if isinstance(bound, ast.UnaryOp) else bound
        value = number.value if isinstance(number, ast.Constant) else None
        if number is not None and not isinstance(value, int):
            return None
        bounds.append(sign * value if isinstance(value, int) else None)
    return slice(*bounds) if bounds[2] != 0 else None


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
