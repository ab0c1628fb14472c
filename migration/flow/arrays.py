"""Which native literals, and characters made of numbers, are octets because they meet bytearrays, over all files.

Python 2 added a string to a bytearray, and held one against the other. What is known to be a bytearray goes forward
along what flows where; what meets it has to be octets, and so has all that comes to that place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from migration.flow.atoms import (
    NATIVE,
    UNKNOWN,
    Box,
    Class,
    Function,
    Instance,
    Library,
    Variable,
)
from migration.flow.builder import Builder
from migration.flow.world import World

#: What the text of a repository has somewhere that makes bytearrays.
MAKES_ARRAYS = re.compile(r"\bbytearray\b(?:\(|\.fromhex\b)")
#: What asserts that its first two arguments are equal, or are not.
_ASSERTING = frozenset(
    ["assertEqual", "assertEquals", "assertNotEqual", "assertNotEquals", "assert_equal", "assert_equals",
     "assert_not_equal", "eq_", "failUnlessEqual", "failIfEqual"]
)  # fmt: skip
_EQUAL = (ast.Eq, ast.NotEq)
_AMONG = (ast.In, ast.NotIn)
#: Methods that give what they are asked of, changed; those whose arguments are of its kind; those that change arrays.
_KEEPING = frozenset(
    ["center", "ljust", "lower", "lstrip", "replace", "rjust", "rstrip", "strip", "translate", "upper", "zfill"]
)  # fmt: skip
_TAKING = frozenset(
    ["count", "endswith", "extend", "find", "index", "lstrip", "partition", "replace", "rfind", "rindex",
     "rpartition", "rsplit", "rstrip", "split", "startswith", "strip"]
)  # fmt: skip
#: Methods that objects of the library have as well: whose such a method is is not told by its name.
_COMMON = frozenset(
    [*(name for kind in (str, bytearray, list, dict, set) for name in dir(kind)), "close", "flush", "get", "open",
     "read", "readline", "recv", "run", "seek", "send", "start", "stop", "write"]
)  # fmt: skip
#: Of these, methods that take one argument at most there.
_OF_ONE = frozenset(["read", "recv", "write"])
#: How a literal spells what is no letter, and no white space of text.
_SPELLED = re.compile(r"(?<!\\)(?:\\\\)*\\(?:x[0-9a-fA-F]{2}|[0-7]{1,3})")
_LAST_ROUND = 12
#: What the library gives that is text, and functions of which Python 2 had the octets of a bytearray.
_TEXTS = frozenset(["str", "native", "unicode"])
_SPELLING = frozenset(["builtins.str", "builtins.bytes", "builtins.chr", "builtins.buffer"])
#: Native strings that nothing tells to be octets.
_TOLD = NATIVE - {"octets"}


class ArrayOctets:
    """What meets bytearrays in the files that `builders` went through. `wanted` are the literals and calls of `chr`."""

    def __init__(
        self,
        world: World,
        builders: Mapping[str, Builder],
        texts: Mapping[str, str],
        trees: Mapping[str, ast.Module],
    ) -> None:
        self._world = world
        self._places: dict[ast.expr, Variable] = {}
        for builder in builders.values():
            self._places.update(builder.places)
        self._expressions: dict[Variable, list[ast.expr]] = {}
        for node, place in self._places.items():
            self._expressions.setdefault(place, []).append(node)
        self._sources: dict[Variable, dict[Variable, None]] = {}
        self._targets: dict[Variable, dict[Variable, None]] = {}
        self._parts: dict[Variable, dict[Variable, None]] = {}
        self._methods: dict[str, list[Function]] = {}
        for function in world.functions:
            if function.owner is not None and isinstance(function.node, ast.FunctionDef):
                self._methods.setdefault(function.node.name, []).append(function)
        self._named: dict[str, Variable] = {}
        #: What stands for the same thing wherever that is: nothing flows through it.
        self._shared = world.shared
        #: Sums, comparisons and calls that tell of what meets what, once for each place.
        self._meetings: dict[Variable, list[Callable[[], None]]] = {}
        self._text: set[Variable] = set()
        self._plain: dict[Variable, None] = {}
        self._octets: dict[Variable, None] = {}
        #: What is a bytearray, or may be one, of these.
        self._arrays: dict[Variable, None] = {}
        self._demanded: dict[Variable, None] = {}
        self._characters: set[Variable] = set()
        #: What is written out as octets, or packed.
        self._marked: set[Variable] = set()
        self._waiting: list[Callable[[], None]] = []
        self.wanted: set[ast.expr] = set()
        self.arrays: set[ast.expr] = set()
        #: Sums that a bytearray made one.
        self.sums: set[ast.expr] = set()
        if not any("bytearray" in place.atoms for place in self._expressions):
            return
        self._literals = dict(self._written(texts, trees))
        self._connect(trees)
        self._close_text()
        self._carry()
        #: What may be a bytearray, or is one.
        self.arrays.update(node for node, place in self._places.items() if place in self._arrays)
        for node, place in self._places.items():
            if place in self._demanded and (node in self._literals or place in self._characters):
                self.wanted.add(node)
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and place in self._arrays:
                self.sums.add(node)

    # -- what flows where --------------------------------------------------------------------------------------

    def _written(
        self, texts: Mapping[str, str], trees: Mapping[str, ast.Module]
    ) -> Iterator[tuple[ast.expr, bool]]:
        """The native literals, and whether each spells octets."""
        for key, tree in trees.items():
            lines = texts[key].split("\n") if key in texts else []
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, bytes) and node in self._places:
                    self._marked.add(self._places[node])
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node in self._places:
                    if node.kind == "u" or self._places[node].atoms.keys().isdisjoint(NATIVE):
                        continue
                    last = node.end_lineno or node.lineno
                    source = "\n".join(lines[node.lineno - 1 : last])
                    if last == node.lineno:
                        source = source.encode("utf-8", "surrogatepass")[
                            node.col_offset : node.end_col_offset
                        ].decode("utf-8", "replace")
                    yield node, _SPELLED.search(source) is not None

    def _flow(self, source: Variable | None, target: Variable | None) -> None:
        if source is None or target is None or source in self._shared or target in self._shared:
            return
        if source is not target:
            self._targets.setdefault(source, {})[target] = None
            self._sources.setdefault(target, {})[source] = None

    def _connect(self, trees: Mapping[str, ast.Module]) -> None:
        waiting = [*self._expressions]
        for function in self._world.functions:
            waiting += [*function.space.names.values(), function.result]
        for space in self._world.classes:
            waiting += space.names.values()
        seen = set(waiting)
        while waiting:
            place = waiting.pop()
            for target in place.targets or ():
                self._flow(place, target)
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
        for tree in trees.values():
            for statement in ast.walk(tree):
                if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add):
                    self._grown(statement)
                elif isinstance(statement, ast.Assign):
                    self._stored(statement)
        for node, place in self._places.items():
            handler = _CONNECTING.get(node.__class__)
            if handler is not None:
                handler(self, node, place)
        for place in seen:
            if "unicode" in place.atoms:
                self._text.add(place)
            for atom in place.atoms:
                if isinstance(atom, Box) and atom.kind == "dict":
                    self._text.add(atom.key)

    def _of_name(self, name: str) -> Variable:
        return self._named.setdefault(name, Variable())

    def _stored(self, node: ast.Assign) -> None:
        value = self._places.get(node.value)
        for target in node.targets:
            if isinstance(target, ast.Attribute):
                self._flow(value, self._of_name(target.attr))
            elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
                owner = self._places.get(target.value)
                if value is not None and owner is not None:
                    self._when(owner, value, lambda v=value: self._demand(v))  # type: ignore[misc]

    def _grown(self, node: ast.AugAssign) -> None:
        value, target = self._places.get(node.value), self._places.get(node.target)
        if isinstance(node.target, ast.Attribute):
            target = self._of_name(node.target.attr)
        if value is not None and target is not None and not _holds_lists(target):
            self._add(value, target, target)

    def _add(self, left: Variable, right: Variable, result: Variable) -> None:
        """A sum: with one side an array, both are octets, and it; all is where it has to be."""

        def meet() -> None:
            self._demand(left)
            self._demand(right)
            self._make(result, left in self._arrays or right in self._arrays)

        for side in (left, right):
            self._meetings.setdefault(side, []).append(meet)
        self._both(result, left)
        self._both(result, right)

    def _both(self, result: Variable, part: Variable) -> None:
        """What has to be octets as soon as `result` has."""
        self._parts.setdefault(result, {})[part] = None

    def _when(self, array: Variable, other: Variable, meet: Callable[[], None]) -> None:
        self._meetings.setdefault(array, []).append(meet)

    def _sum(self, node: ast.BinOp, place: Variable) -> None:
        left, right = self._places.get(node.left), self._places.get(node.right)
        if isinstance(node.op, ast.Add) and left is not None and right is not None:
            if not _holds_lists(left) and not _holds_lists(right):
                self._add(left, right, place)
        elif isinstance(node.op, ast.Mult):
            self._flow(left, place)
            self._flow(right, place)
        elif isinstance(node.op, ast.Mod) and left is not None:
            self._text.add(left)

    def _compared(self, node: ast.Compare, place: Variable) -> None:
        if len(node.ops) != 1:
            return
        left, right = self._places.get(node.left), self._places.get(node.comparators[0])
        if left is None or right is None:
            return
        if isinstance(node.ops[0], _EQUAL):
            self._held_against(left, right)
        elif isinstance(node.ops[0], _AMONG):
            for atom in right.atoms:
                if isinstance(atom, Box) and atom.kind in ("tuple", "list", "set", "frozenset"):
                    self._when(left, atom.item, lambda item=atom.item: self._demand(item))  # type: ignore[misc]
            self._when(right, left, lambda: self._demand(left))

    def _held_against(self, left: Variable | None, right: Variable | None) -> None:
        if left is not None and right is not None:
            self._when(left, right, lambda: self._demand(right))
            self._when(right, left, lambda: self._demand(left))

    def _either(self, node: ast.BoolOp, place: Variable) -> None:
        for part in node.values:
            self._flow(self._places.get(part), place)

    def _cut(self, node: ast.Subscript, place: Variable) -> None:
        if isinstance(node.slice, ast.Slice):
            self._flow(self._places.get(node.value), place)
        else:
            where = self._places.get(node.slice)
            if where is not None:
                self._text.add(where)

    def _read(self, node: ast.Attribute, place: Variable) -> None:
        owner = self._places.get(node.value)
        if owner is None:
            return
        for atom in owner.atoms:
            kind = atom.kind if isinstance(atom, Instance) else atom
            if isinstance(kind, Class):
                for made in _line(kind):
                    if node.attr in made.space.names:
                        self._flow(made.space.names[node.attr], place)
        if UNKNOWN in owner.atoms and node.attr in self._named and node.attr not in self._methods:
            self._flow(self._named[node.attr], place)

    def _called(self, node: ast.Call, place: Variable) -> None:
        function = self._places.get(node.func)
        given = [self._places.get(a) for a in node.args]
        if function is not None and Library("builtins.chr") in function.atoms and len(node.args) == 1:
            self._characters.add(place)
        if function is not None and Library("struct.pack") in function.atoms:
            self._marked.add(place)
        first = given[0] if len(given) == 1 else None
        made = function is not None and Library("builtins.bytearray") in function.atoms
        if made and first is not None and "chars" in first.atoms:
            self._waiting.append(lambda: self._demand(first))
        if getattr(node.func, "attr", getattr(node.func, "id", "")) in _ASSERTING and len(given) > 1:
            self._held_against(given[0], given[1])
        if not isinstance(node.func, ast.Attribute):
            return
        owner, name = self._places.get(node.func.value), node.func.attr
        if owner is None:
            return
        if name == "join" and given[:1] != [None] and len(given) == 1:
            self._joined(owner, given[0], place)  # type: ignore[arg-type]
        if name == "format":
            self._text.add(owner)
        if name in _KEEPING:
            self._flow(owner, place)
        if name in _TAKING:
            for argument in given:
                if argument is not None and not _is_number(argument):
                    self._when(owner, argument, lambda a=argument: self._demand_all(a))  # type: ignore[misc]
        if UNKNOWN in owner.atoms and (name not in _COMMON or (name in _OF_ONE and len(given) > 1)):
            for function_ in self._methods.get(name, ()):
                parameters = function_.parameters[1:]
                for parameter, value in zip(parameters, given, strict=False):
                    self._flow(value, function_.space.own(parameter))
                for keyword in node.keywords:
                    if keyword.arg in parameters:
                        self._flow(self._places.get(keyword.value), function_.space.own(keyword.arg))
                self._flow(function_.result, place)

    def _joined(self, separator: Variable, joined: Variable, result: Variable) -> None:
        for atom in joined.atoms:
            if isinstance(atom, Box) and atom.kind in ("list", "tuple", "iterator"):
                self._add(separator, atom.item, result)

    # -- carrying ----------------------------------------------------------------------------------------------

    def _demand_all(self, place: Variable) -> None:
        """Demand a string, or those of a tuple."""
        self._demand(place)
        for atom in place.atoms:
            if isinstance(atom, Box) and atom.kind == "tuple":
                self._demand(atom.item)

    def _demand(self, place: Variable) -> None:
        if place in self._demanded or place in self._text or place in self._shared:
            return
        written = self._written_at(place)
        if place in self._plain and not written:
            return
        self._demanded[place] = None
        self._waiting.append(lambda: self._go_back(place))
        if written and place not in self._plain:
            self._make(place)

    def _written_at(self, place: Variable) -> bool:
        return place in self._characters or any(n in self._literals for n in self._expressions.get(place, ()))

    def _go_back(self, place: Variable) -> None:
        for source in self._sources.get(place, ()):
            if source not in self._plain:
                self._demand(source)
        parts = self._parts.get(place, ())
        if not any(part in self._plain and not self._written_at(part) for part in parts):
            for part in parts:
                self._demand(part)

    def _make(self, place: Variable, array: bool = False) -> None:
        """From here on `place` is octets; `array`: or a bytearray."""
        if place in (self._arrays if array else self._octets):
            return
        if place in self._text or place in self._plain or place in self._shared:
            return
        self._octets[place] = None
        if array:
            self._arrays[place] = None
        self._waiting.append(lambda: self._go_on(place))

    def _go_on(self, place: Variable) -> None:
        array = place in self._arrays
        for target in self._targets.get(place, ()):
            self._make(target, array)
        for meet in self._meetings.get(place, ()):
            meet()

    def _carry(self) -> None:
        for place in {**self._sources, **self._targets, **self._expressions}:
            if "bytearray" in place.atoms and _TOLD.isdisjoint(place.atoms):
                self._make(place, True)
            elif place in self._marked:
                self._make(place)
        for node, place in self._places.items():
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
                self._begin_at(node, place)
        for _ in range(_LAST_ROUND):
            while self._waiting:
                self._waiting.pop()()
            self._demand_spelled()
            if not self._waiting:
                break

    def _begin_at(self, node: ast.BinOp, place: Variable) -> None:
        """What spells octets in a sum has to be some where what it stands beside can be, whatever else that can be."""
        parts = [part for part in _summands(node) if part in self._places]
        spelled = [p for p in parts if self._is_spelled(p) and getattr(p, "value", None) != ""]
        beside = [self._places[part].atoms for part in parts if part not in spelled]
        if not spelled or not any("bytearray" in atoms or "octets" in atoms for atoms in beside):
            return
        for part in parts:
            if part in self._literals or self._places[part] in self._characters:
                self._demand(self._places[part])
        self._make(place, any("bytearray" in atoms for atoms in beside))

    def _close_text(self) -> None:
        """Nothing goes through a place where native text comes: such as is written out and spells no octets, what is
        formatted, or what the library gives as text.
        """
        for place, nodes in self._expressions.items():
            if any(self._is_plain(node, place) for node in nodes):
                self._plain[place] = None
        self._reach(self._plain, self._targets)

    def _is_plain(self, node: ast.expr, place: Variable) -> bool:
        if node in self._literals:
            return not self._is_spelled(node)
        if isinstance(node, ast.BinOp):
            if isinstance(node.op, ast.Mod):
                return not NATIVE.isdisjoint(place.atoms)
            return isinstance(node.op, ast.Add) and self._adds_plain(node)
        if isinstance(node, ast.Call) and place not in self._characters:
            made = self._places.get(node.func)
            given = made is not None and any(
                isinstance(a, Library) and a.name not in _SPELLING for a in made.atoms
            )
            return given and not _TEXTS.isdisjoint(place.atoms)
        return False

    def _adds_plain(self, node: ast.expr) -> bool:
        """Whether a sum has a native literal that spells no octets, and none that does, nor a bytearray."""
        parts = _summands(node)
        if any(
            self._is_spelled(p) or "bytearray" in self._places[p].atoms for p in parts if p in self._places
        ):
            return False
        return any(p in self._literals for p in parts)

    def _demand_spelled(self) -> None:
        """What comes where bytearrays come, and is spelled as octets are, if nothing else in native text does."""
        spelled = {
            place: None
            for place, nodes in self._expressions.items()
            if place not in self._demanded and any(map(self._is_spelled, nodes))
        }
        arrays = {place: None for place in self._octets if place not in self._plain}
        self._reach(arrays, self._sources, until=spelled)
        for place in spelled:
            if place in arrays and place not in self._octets:
                self._demand(place)

    def _reach(
        self,
        found: dict[Variable, None],
        along: Mapping[Variable, Iterable[Variable]],
        until: Collection[Variable] = (),
    ) -> None:
        """Add what is reached from there."""
        waiting = list(found)
        while waiting:
            place = waiting.pop()
            for other in () if place in until else along.get(place, ()):
                if other not in found:
                    found[other] = None
                    waiting.append(other)

    def _is_spelled(self, node: ast.expr) -> bool:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self._is_spelled(node.left) or self._is_spelled(node.right)
        if isinstance(node, ast.Constant) and node.value == "":
            return True  # of either kind
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            return self._is_spelled(node.left) or self._is_spelled(node.right)
        return self._literals.get(node, False) or self._places.get(node) in self._characters


def _summands(node: ast.expr) -> list[ast.expr]:
    """What is added up in a sum."""
    parts, waiting = [], [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Add):
            waiting += [part.left, part.right]
        else:
            parts.append(part)
    return parts


def _line(kind: Class, depth: int = 0) -> Iterator[Class]:
    """A class and its bases, as far as they are known."""
    yield kind
    if depth < 8:
        for base in kind.bases:
            for atom in base.atoms:
                if isinstance(atom, Class):
                    yield from _line(atom, depth + 1)


def _holds_lists(place: Variable) -> bool:
    return any(isinstance(atom, Box) for atom in place.atoms)


def _is_number(place: Variable) -> bool:
    return bool(place.atoms) and place.atoms.keys() <= {"int", "long", "bool"}


_CONNECTING: dict[type, Callable[..., None]] = {
    ast.BinOp: ArrayOctets._sum,
    ast.Compare: ArrayOctets._compared,
    ast.BoolOp: ArrayOctets._either,
    ast.Subscript: ArrayOctets._cut,
    ast.Attribute: ArrayOctets._read,
    ast.Call: ArrayOctets._called,
}
