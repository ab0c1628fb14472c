"""A repository's files followed as one program: what each expression can hold, by file and place."""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from posixpath import basename, dirname

from migration.dialects.dialect import future_imports
from migration.flow import library
from migration.flow.arrays import MAKES_ARRAYS, ArrayOctets
from migration.flow.atoms import STRINGS, UNKNOWN, Atom, Space, Variable
from migration.flow.builder import Builder, bound_names
from migration.flow.graph import Exhausted
from migration.flow.library_calls import call_library
from migration.flow.methods import call_method
from migration.flow.world import World, name_in_file
from migration.repository.index import RepositoryIndex
from migration.source.source_text import line_starts
from migration.stdlib.star_names import BOUND_BY_STAR

#: Larger repositories, in characters, are not followed: it would take longer than all rules together. Up to the second
#: size it is worth that where files are closely knit: where each is imported by so many others, on average.
LARGEST, LARGEST_KNIT = 2_000_000, 5_000_000
_KNIT = 2.5
#: Steps for each character: real programs take fewer than one.
_STEPS = 8
_ROUNDS = 3

Place = tuple[int, int, int | None, int | None]


def _is_knit(index: RepositoryIndex) -> bool:
    return sum(len(index.importers(key)) for key in index.keys) >= _KNIT * len(index.keys)


class RepositoryFlow:
    """What flows through the files of `index`.

    `parsed` gives a file's text as the rules first see it, with its tree, or None.
    """

    def __init__(
        self, index: RepositoryIndex, parsed: Callable[[str], tuple[str, ast.Module] | None]
    ) -> None:
        self._index = index
        self.texts: dict[str, str] = {}
        self._builders: dict[str, Builder] = {}
        self._files: dict[str, FileFlow] = {}
        self._octet_files: dict[Atom, frozenset[str]] = {}
        self._methods: dict[str, list[Variable]] = {}
        self._arrays: ArrayOctets | None = None
        self._follow(parsed)

    def _follow(self, parsed: Callable[[str], tuple[str, ast.Module] | None]) -> None:
        index = self._index
        keys = sorted(index.keys)
        size = sum(len(index.text(key) or "") for key in keys)
        if size > LARGEST_KNIT or (size > LARGEST and not _is_knit(index)):
            return
        trees = {}
        for key in keys:
            found = parsed(key)
            if found is not None:
                self.texts[key], trees[key] = found
        budget = _STEPS * sum(map(len, self.texts.values())) + 100_000
        world = World(budget, call_library, call_method)
        world.tells_literals = any(map(MAKES_ARRAYS.search, self.texts.values()))
        world.submodule = lambda key, name: (
            index.module_file(dirname(key), name) if basename(key) == "__init__.py" else None
        )
        world.writing_xml = frozenset(
            name
            for name in library.WRITING_XML
            if not any(f"def {name}(" in text for text in self.texts.values())
        )
        statements = {key: list(_statements(tree)) for key, tree in trees.items()}
        for key, tree in trees.items():
            space = world.spaces[key] = Space("module", None, key)
            names, _, _ = bound_names(tree.body)
            for name in (*names, *sorted(_declared_global(statements[key]))):
                space.own(name)
        libraries: list[tuple[Space, str]] = []
        for key, inside in statements.items():
            for node in inside:
                if isinstance(node, ast.ImportFrom) and any(a.name == "*" for a in node.names):
                    source = index.imported_file(key, "." * node.level + (node.module or ""))
                    if source in world.spaces and source != key:
                        world.spaces[key].stars.append(world.spaces[source])
                    elif source is None and not node.level and node.module in BOUND_BY_STAR:
                        libraries.append((world.spaces[key], node.module))
        for space, module in reversed(libraries):  # the last goes before
            for name in sorted(BOUND_BY_STAR[module]):
                if name_in_file(space, name) is None:
                    world.of_library(f"{module}.{name}", space.own(name))
        try:
            for key, tree in trees.items():
                future = future_imports(index.text(key) or "")
                builder = Builder(world, world.spaces[key], partial(index.imported_file, key), future)
                self._builders[key] = builder
                builder.build(tree)
            self._settle(world)
        except (Exhausted, RecursionError):
            self.texts.clear()
            self._builders.clear()
            return
        if world.tells_literals:
            self._arrays = ArrayOctets(world, self._builders, self.texts, trees)
            if index.octets:  # these stay text, whatever they meet
                self._arrays.wanted.clear()
                self._arrays.sums.clear()
            else:
                self._arrays.arrays.clear()
        self._octet_files = {box: frozenset(world.asked_files.get(box, ())) for box in world.octet_files}
        for function in world.functions:
            if function.owner is not None and not isinstance(function.node, ast.Lambda):
                self._methods.setdefault(function.node.name, []).append(function.result)

    def _settle(self, world: World) -> None:
        """Carry all along. What nothing flows into then, though it is used, can be anything; then again."""
        graph = world.graph
        graph.settle()
        for _ in range(_ROUNDS):
            for function in world.functions:
                if not function.is_called:
                    names = [*function.parameters, *(a.arg for a in function.node.args.kwonlyargs)]
                    for position, name in enumerate(names):
                        place = function.space.own(name)
                        if position or function.owner is None or not place.atoms:
                            graph.add(place, UNKNOWN)
            world.set_any()
            world.give_any()
            world.answer_any()
            world.set_loose()
            graph.settle()
            for builder in self._builders.values():
                for node, place in builder.places.items():
                    if not place.atoms and isinstance(
                        node, (ast.Call, ast.Attribute, ast.Subscript, ast.Name, ast.BinOp)
                    ):
                        graph.add(place, UNKNOWN)
            graph.settle()

    def asked_of_octets(self, box: Atom) -> frozenset[str] | None:
        """Which methods of a file in memory are called that the library takes for one of octets; None of any other."""
        return self._octet_files.get(box)

    def given_by(self, method: str) -> list[tuple[Atom, ...]]:
        """What each method of a name can give, of whatever class it is."""
        return [tuple(result.atoms) for result in self._methods.get(method, ())]

    def file(self, key: str) -> FileFlow | None:
        """What flows through a file; None where that is not known."""
        builder = self._builders.get(key)
        if builder is None:
            return None
        if key not in self._files:
            self._files[key] = FileFlow(builder.places, self.texts[key], self._arrays)
        return self._files[key]


class FileFlow:
    """What the expressions of one file can hold, found by where they stand in its `text`: asked of any tree of it."""

    def __init__(
        self, places: Mapping[ast.expr, Variable], text: str, arrays: ArrayOctets | None = None
    ) -> None:
        self.text = text
        self._lines = line_starts(text)
        self._at: dict[Place, dict[type, Variable]] = {}
        for node, variable in places.items():
            self._at.setdefault(place_of(node), {})[node.__class__] = variable
        told = (arrays.wanted, arrays.sums, arrays.arrays) if arrays is not None else ((), (), ())
        #: Where literals and characters stand that bytearrays make octets, sums that are bytearrays, and, in a
        #: repository of octets, what may be one.
        self.wanted, self.array_sums, self.arrays = (
            frozenset(place_of(node) for node in nodes if node in places) for nodes in told
        )

    def place(self, start: int, end: int) -> Place:
        """The place of a span of characters of the text, as nodes tell theirs."""
        return *self._line_and_column(start), *self._line_and_column(end)

    def _line_and_column(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._lines, offset)
        return line, len(self.text[self._lines[line - 1] : offset].encode("utf-8", "surrogatepass"))

    def held(self, place: Place, kind: type) -> Variable | None:
        """The variable of an expression of a kind; None where there is none."""
        return self._at.get(place, _NOWHERE).get(kind)

    def may_hold(self, atom: Atom) -> bool:
        """Whether any expression can hold an atom, but such as can be strings as well."""
        return any(
            atom in v.atoms and STRINGS.isdisjoint(v.atoms)
            for variables in self._at.values()
            for v in variables.values()
        )

    @cached_property
    def holds_octets(self) -> bool:
        """Whether there is any expression that can hold octets, or what text was encoded to."""
        places = (v for variables in self._at.values() for v in variables.values())
        return any("octets" in v.atoms or "encoded" in v.atoms for v in places)


def known(variable: Variable | None) -> tuple[Atom, ...]:
    """All that a variable can hold; () where that is not known."""
    return () if variable is None or UNKNOWN in variable.atoms else tuple(variable.atoms)


def some(variable: Variable | None) -> tuple[Atom, ...]:
    """All of which it is known that a variable can hold it."""
    return () if variable is None else tuple(a for a in variable.atoms if a != UNKNOWN)


_NOWHERE: dict[type, Variable] = {}


def place_of(node: ast.expr) -> Place:
    """Where a node stands: lines and columns of its start and of its end."""
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _declared_global(statements: Iterable[ast.AST]) -> set[str]:
    return {name for node in statements if isinstance(node, ast.Global) for name in node.names}


_BLOCKS = ("body", "orelse", "finalbody", "handlers")


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """All statements of a file, also those in others."""
    stack: list[ast.AST] = list(tree.body)
    while stack:
        node = stack.pop()
        yield node
        for field in _BLOCKS:
            stack += getattr(node, field, ())
