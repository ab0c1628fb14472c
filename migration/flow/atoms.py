"""Variables, which are places of the program, and the atoms that they can hold, by Python 2's rules.

A scalar is a string: 'int', 'long', 'float', 'complex', 'bool', 'NoneType', 'unicode', 'str' (native text), 'octets'
(a native string that is bytes in Python 3), 'encoded' (what text was encoded to: bytes, unless a rule leaves it text),
'chars' (made by `chr`, of numbers: octets, or text), 'native' (a native string, of which kind is not told),
'bytearray', 'slice', 'object'. All other atoms are objects of this module. `UNKNOWN` is anything at all.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

UNKNOWN = "?"
NONE = "NoneType"
#: Native strings; with 'unicode' all strings.
NATIVE = frozenset(["str", "octets", "encoded", "chars", "native"])
STRINGS = NATIVE | {"unicode"}
NUMBERS = ("bool", "int", "long", "float", "complex")


class Variable:
    """A place: what it can hold, where that flows on to, and who wants to know of each new atom."""

    __slots__ = ("atoms", "targets", "watchers")

    def __init__(self) -> None:
        self.atoms: dict[Atom, None] = {}
        self.targets: dict[Variable, None] | None = None
        self.watchers: list[Callable[[Atom], None]] | None = None


class Space:
    """A namespace: of a module, a function or a class (whose objects keep their attributes in it, too)."""

    def __init__(self, kind: str, parent: Space | None, key: str) -> None:
        self.kind = kind
        self.parent = parent
        self.key = key
        self.names: dict[str, Variable] = {}
        self.globals: set[str] = set()
        self.stars: list[Space] = []

    def own(self, name: str) -> Variable:
        """The variable of that name in this very space."""
        found = self.names.get(name)
        if found is None:
            found = self.names[name] = Variable()
        return found


@dataclass(eq=False, slots=True)
class Function:
    """A function, or a lambda. `owner` is the class in whose body it stands."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    space: Space
    owner: Class | None
    result: Variable = field(default_factory=Variable)
    #: What each parameter is given by default.
    defaults: dict[str, Variable] = field(default_factory=dict)
    is_generator: bool = False
    is_called: bool = False
    bound: dict[Atom, Bound] = field(default_factory=dict)

    @property
    def parameters(self) -> list[str]:
        """The names of what is given by position."""
        return [a.arg for a in (*self.node.args.posonlyargs, *self.node.args.args)]


@dataclass(eq=False, slots=True)
class Bound:
    """A method of an object, or of a class."""

    function: Function
    owner: Atom


@dataclass(eq=False, slots=True)
class Descriptor:
    """What `property`, `classmethod` or `staticmethod` made of a function, or what another decorator did ('method')."""

    kind: str
    function: Variable


@dataclass(eq=False, slots=True)
class Class:
    """A class of the repository. `methods` are the names its body defines: those of its bases are hidden."""

    node: ast.ClassDef
    space: Space
    bases: list[Variable] = field(default_factory=list)
    instance: Instance = field(init=False)
    methods: frozenset[str] = field(init=False)
    #: What `super` gives for objects of classes that derive from it.
    seen_as: dict[Atom, Above] = field(default_factory=dict)
    #: What its objects keep as a container of the library that the class derives from, by the container's kind.
    kept: dict[str, Box] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.instance = Instance(self)
        self.methods = frozenset(s.name for s in self.node.body if isinstance(s, ast.FunctionDef))


@dataclass(eq=False, slots=True)
class Instance:
    """Any object of a class."""

    kind: Class


@dataclass(eq=False, slots=True)
class Above(Instance):
    """What `super` gives: `owner`, looked at from one of its bases on."""

    owner: Atom


@dataclass(eq=False, slots=True)
class Box:
    """A container made at one place, by its kind: 'list', 'tuple', 'dict', 'set', 'frozenset', 'iterator', 'memory' (a
    file in memory), 'match', 'queue'.
    """

    kind: str
    item: Variable = field(default_factory=Variable)
    key: Variable = field(default_factory=Variable)
    #: Of a tuple: what stands at each place.
    places: list[Variable] | None = None
    #: Of a tuple: whether no two of its collection are equal at the first place (items of a dictionary, numbered ones).
    by_first: bool = False


@dataclass(eq=False, slots=True)
class File:
    """A module of the repository."""

    space: Space


@dataclass(frozen=True, slots=True)
class Library:
    """What a dotted name of the standard library means: a module, a function, a class."""

    name: str


@dataclass(frozen=True, slots=True)
class Made:
    """An object of the standard library: 'socket', 'hash', 'file.b' (octets), 'file.t' (text), 'struct', …; `detail` is
    a format, where it has one.
    """

    kind: str
    detail: str = ""


@dataclass(eq=False, slots=True)
class Method:
    """A method of a scalar, of a container or of an object of the library."""

    owner: Atom
    name: str


Atom: TypeAlias = (
    str | Function | Bound | Descriptor | Class | Instance | Box | File | Library | Made | Method
)
