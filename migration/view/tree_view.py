"""A parsed text: its nodes by type and by name, their parents, version guards, and where they stand in the text."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator, Set
from functools import cached_property
from itertools import chain, count
from operator import attrgetter
from typing import Any

from migration.repository.star_imports import imported_beyond, starred_beyond
from migration.source.edits import Span
from migration.trees.fields import REVERSED_FIELDS, last_child, reversed_child_fields
from migration.trees.guards import (
    asked_language,
    guarded_arms,
    is_version_test,
    leaves,
    python3_side,
    side_named_for_python3,
    takes_old_types,
)
from migration.view.draft import Draft, Facts

#: Special methods that Python 3 does not call.
_UNCALLED = frozenset(
    ["__cmp__", "__coerce__", "__delslice__", "__div__", "__getslice__", "__hex__", "__idiv__", "__long__",
     "__nonzero__", "__oct__", "__rdiv__", "__setslice__", "__unicode__"]
)  # fmt: skip

_Groups = dict[str, list[ast.AST]]


class TreeView(Draft):
    """A parsed text and its nodes. All spans are in characters of `text`; all lines count from 1.

    `masked` is what was parsed: `text`, with constructs that no Python can read blanked out in place.
    """

    def __init__(self, text: str, tree: ast.Module, facts: Facts, masked: str | None = None) -> None:
        super().__init__(text, facts)
        self.tree = tree
        self.masked = text if masked is None else masked
        #: What rules remember about this view of the file.
        self.memory: dict[Any, Any] = {}
        self._parents: dict[ast.AST, ast.AST] = {}
        self.nodes: list[ast.AST] = []
        self._by_type: defaultdict[type, list[ast.AST]] = defaultdict(list)
        self._groups: dict[tuple[type, bool], _Groups] = {}
        self._link(tree)

    def _link(self, tree: ast.Module) -> None:
        parents, nodes, by_type, fields_of = self._parents, self.nodes, self._by_type, REVERSED_FIELDS.get
        stack: list[ast.AST] = [tree]
        while stack:
            node = stack.pop()
            nodes.append(node)
            kind = node.__class__
            by_type[kind].append(node)
            if kind is ast.Name or kind is ast.Constant:
                continue
            for name in fields_of(kind) or reversed_child_fields(node):
                value = getattr(node, name)
                if value is None:
                    continue
                if value.__class__ is list:
                    for child in reversed(value):
                        if child is not None:
                            parents[child] = node
                            stack.append(child)
                else:
                    parents[value] = node
                    stack.append(value)

    def nodes_of(self, *kinds: type[ast.AST]) -> list[ast.AST]:
        """All nodes of exactly these types, type by type, each in the order of the text."""
        if len(kinds) == 1:
            return self._by_type.get(kinds[0], [])
        return [n for k in kinds for n in self._by_type.get(k, ())]

    def _grouped(self, kind: type[ast.AST], by_root: bool) -> _Groups:
        """The nodes of one type by their last name (`f` of `a.b.f()`), or by their first."""
        key = (kind, by_root and kind is not ast.Name)
        groups = self._groups.get(key)
        if groups is None:
            groups = self._groups[key] = defaultdict(list)
            name_of = _NAME_OF.get(key) or (_first_name if by_root else _last_name)
            for node in self._by_type.get(kind, ()):
                groups[name_of(node)].append(node)
        return groups

    def grouped(self, kind: type[ast.Name | ast.Attribute]) -> _Groups:
        """The nodes of one type by the name that they read or set."""
        return self._grouped(kind, by_root=False)

    def _merged(self, groups: _Groups, wanted: Set[str]) -> list[ast.AST]:
        found = [groups[name] for name in groups.keys() & wanted]
        if len(found) < 2:
            return found[0] if found else []
        return sorted(chain.from_iterable(found), key=self._places.__getitem__)

    def names(self) -> dict[str, list[ast.AST]]:
        """All name nodes of the file by their identifier."""
        return self._grouped(ast.Name, by_root=False)

    @cached_property
    def _aliases(self) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        for node in self.nodes_of(ast.alias):
            if isinstance(node, ast.alias) and node.asname:
                found.append((node.name.rpartition(".")[2], node.asname))
        return found

    def nodes_named(self, kind: type[ast.AST], names: frozenset[str]) -> list[ast.AST]:
        """The Name, Attribute or Call nodes that read (or call) one of `names`, or an alias the file gives to one of
        them, in the order of the text.
        """
        aliases = [alias for name, alias in self._aliases if name in names]
        return self._merged(self._grouped(kind, by_root=False), names.union(aliases) if aliases else names)

    def imports_any_of(self, heads: frozenset[str]) -> bool:
        """Whether the file imports a module that begins with one of `heads`."""
        return not heads.isdisjoint(self._imported_heads) or not heads.isdisjoint(self._heads_beyond)

    @cached_property
    def _imported_heads(self) -> dict[str, set[str]]:
        """The names that absolute imports bind (`*` for star imports), by the first part of the module's name."""
        found: dict[str, set[str]] = {}
        for node in self._by_type.get(ast.Import, ()):
            for alias in node.names:  # type: ignore[attr-defined]
                head = alias.name.partition(".")[0]
                found.setdefault(head, set()).add(alias.asname or head)
        for node in self._by_type.get(ast.Assign, ()) if found else ():
            match node:
                case ast.Assign(targets=[ast.Name(id=other)], value=ast.Name(id=name)):
                    for names in found.values():
                        if name in names:
                            names.add(other)  # another name for a module: `s = string`
        for node in self._by_type.get(ast.ImportFrom, ()):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = found.setdefault(node.module.partition(".")[0], set())
                for alias in node.names:
                    names.add(alias.asname or alias.name)
                    # It may be a module that the other one hands on.
                    found.setdefault(alias.name, set()).add(alias.asname or alias.name)
        return found

    @cached_property
    def _imports_by_star(self) -> bool:
        return any("*" in names for names in self._imported_heads.values())

    def nodes_imported(self, kind: type[ast.AST], heads: frozenset[str]) -> list[ast.AST]:
        """The Name, Attribute or Call nodes whose first name is bound by an import of a module that begins with one of
        `heads`, in the order of the text; all of them where such a module is imported by `*`.
        """
        roots: set[str] = set()
        for head in self._imported_heads.keys() & heads:
            roots |= self._imported_heads[head]
        if "*" in roots:
            return self.nodes_of(kind)
        if self._imports_by_star:
            if not heads.isdisjoint(self._heads_beyond):
                return self.nodes_of(kind)
            roots |= heads  # a module that another one hands on: `sys` by `from sim import *`
        return self._merged(self._grouped(kind, by_root=True), roots) if roots else []

    @cached_property
    def starred_beyond(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """What each module that the file stars stars itself, if it is another file: (module, the file that does)."""
        key, index = self.facts.key, self.facts.index
        starred = (
            f"{'.' * statement.level}{statement.module or ''}"
            for statement in self._by_type.get(ast.ImportFrom, ())
            if isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*"
        )
        return {name: tuple(starred_beyond(name, key, index)) for name in starred}

    @cached_property
    def _heads_beyond(self) -> frozenset[str]:
        """What the modules begin with that other files import, or star, from which this one has all names."""
        imported = imported_beyond(self.starred_beyond, self.facts.key, self.facts.index)
        starred = (module for found in self.starred_beyond.values() for module, _ in found)
        return frozenset(target.split(".")[0] for target in (*imported, *starred))

    # -- the tree --------------------------------------------------------------------------------------------

    @cached_property
    def _places(self) -> dict[ast.AST, int]:
        return dict(zip(self.nodes, count()))

    def below(self, node: ast.AST) -> list[ast.AST]:
        """`node` and all below it, in the order of the text, without operators and contexts: a part of `nodes`."""
        last: ast.AST | None = node
        while last is not None:
            end, last = last, last_child(last)
        return self.nodes[self._places[node] : self._places[end] + 1]

    def parent(self, node: ast.AST) -> ast.AST:
        """The parent of `node`; the tree itself for the tree."""
        return self._parents.get(node, self.tree)

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """The parents of `node`, nearest first."""
        while node in self._parents:
            node = self._parents[node]
            yield node

    def statement(self, node: ast.AST) -> ast.stmt:
        """The statement that holds `node`."""
        while not isinstance(node, ast.stmt):
            node = self._parents[node]
        return node

    def function(self, node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | None:
        """The function that `node` runs in, or None at module or class level."""
        for outer in self.ancestors(node):
            if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
                return outer
            if isinstance(outer, ast.ClassDef):
                return None
        return None

    def class_of(self, node: ast.AST) -> ast.ClassDef | None:
        """The nearest class around `node`, or None."""
        return next((a for a in self.ancestors(node) if isinstance(a, ast.ClassDef)), None)

    def block(self, statement: ast.stmt) -> list[ast.stmt]:
        """The list of statements that `statement` is one of."""
        parent = self.parent(statement)
        for name in ("body", "orelse", "finalbody"):
            body = getattr(parent, name, None)
            if isinstance(body, list) and statement in body:
                return body
        return [statement]

    @cached_property
    def _guarded(self) -> set[ast.AST]:
        candidates = self.nodes_of(ast.If, ast.IfExp, ast.Try)
        if not candidates:
            return set()
        # Python 3 was never meant to run a file that prints by a statement, though it can read this one.
        parses, converted = self.facts.parses and not self.facts.chevrons, self.facts.index.converted
        python2 = self.facts.index.is_in_python2(self.facts.key) or takes_old_types(self.tree.body)
        return {arm for node in candidates for arm in guarded_arms(node, parses, converted, python2)}

    @cached_property
    def guarded_spans(self) -> tuple[Span, ...]:
        """The spans of everything that runs under a version test."""
        return tuple(self.span(arm) for arm in self._guarded)

    @cached_property
    def asked_spans(self) -> tuple[Span, ...]:
        """The spans of what is done where the program asks for what one of the languages lacks, one way or the other:
        `if hasattr(x, 'iteritems')`; or is left to the other where a version test leads away.
        """
        found: list[ast.AST] = []
        for node in self.nodes_of(ast.BoolOp):
            if any(asked_language(value) for value in node.values):  # type: ignore[attr-defined]
                found.append(node)
        for node in self.nodes_of(ast.If, ast.IfExp):
            test, body, other = node.test, node.body, node.orelse  # type: ignore[attr-defined]
            language = asked_language(test)
            if language:
                side = body if language == 2 else other
                found += [test, *side] if isinstance(side, list) else [test, side]
            if isinstance(node, ast.If) and leaves(body) and (language == 3 or is_version_test(test)):
                block = self.block(node)
                found += block[block.index(node) + 1 :]
        return tuple(self.span(node) for node in found)

    @cached_property
    def uncalled_spans(self) -> tuple[Span, ...]:
        """The spans of special methods that only Python 2 called."""
        methods = [n for n in self.nodes_of(ast.FunctionDef) if getattr(n, "name", "") in _UNCALLED]
        for node in self.nodes_of(ast.Lambda):
            given = self.parent(node)
            targets = given.targets if isinstance(given, ast.Assign) else []
            if any(getattr(target, "id", "") in _UNCALLED for target in targets):
                methods.append(node)
        return tuple(self.span(method) for method in methods)

    @cached_property
    def python3_spans(self) -> tuple[Span, ...]:
        """The spans of what only Python 3 was to run, once a converter had been over it."""
        if not self.facts.index.converted:
            return ()
        tests = self.nodes_of(ast.If, ast.IfExp)
        sides = [python3_side(t) for t in tests if is_version_test(t.test)]  # type: ignore[attr-defined, arg-type]
        return tuple(self.span(part) for side in sides for part in side)

    def runs_in_python3(self, node: ast.AST) -> bool:
        """Whether a version test has Python 3 alone run `node`."""
        child = node
        for outer in self.ancestors(node):
            if isinstance(outer, (ast.If, ast.IfExp)) and child in side_named_for_python3(outer):
                return True
            child = outer
        return False

    @property
    def has_guards(self) -> bool:
        """Whether the file tests which Python runs it anywhere."""
        return bool(self._guarded)

    def guarded(self, node: ast.AST) -> bool:
        """Whether `node` runs under a version test (`if PY2`, `except ImportError` …), so is best left
        alone.
        """
        arms = self._guarded
        return bool(arms) and (node in arms or any(a in arms for a in self.ancestors(node)))

    # -- places ----------------------------------------------------------------------------------------------

    @cached_property
    def _ascii(self) -> bool:
        return self.text.isascii()

    def offset(self, line: int, column: int) -> int:
        """The character offset of a 1-based line and a column in UTF-8 bytes, as the tree gives it."""
        start = self.line_starts[line - 1]
        if self._ascii:
            return start + column
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        row = self.masked[start:end]
        if row.isascii():
            return start + column
        return start + len(row.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "surrogatepass"))

    def span(self, node: ast.AST) -> Span:
        """The characters of `node` (parentheses around an expression are outside, a tuple's own inside)."""
        where: Any = node
        return Span(
            self.offset(where.lineno, where.col_offset), self.offset(where.end_lineno, where.end_col_offset)
        )

    def start(self, node: ast.AST) -> int:
        """The offset at which `node` begins."""
        where: Any = node
        return self.offset(where.lineno, where.col_offset)

    def outer_span(self, node: ast.expr) -> Span:
        """The characters of `node` with all redundant parentheses around it."""
        span = self.span(node)
        parent = self.parent(node)
        if isinstance(parent, ast.Call) and node is not parent.func:
            limit = self.span(parent.func).end
            limit = self.text.index("(", limit) + 1
            bounds = Span(limit, self.span(parent).end - 1)
        elif isinstance(parent, (ast.expr, ast.stmt)):
            bounds = self.span(parent)
        else:
            bounds = Span(0, len(self.text))
        while True:
            before = _skip_back(self.text, span.start, bounds.start)
            after = _skip_forward(self.text, span.end, bounds.end)
            if before is None or after is None:
                return span
            if isinstance(parent, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                return span
            span = Span(before, after)

    def parenthesised(self, node: ast.expr) -> bool:
        """Whether redundant parentheses surround `node` (those of a call don't count)."""
        return self.outer_span(node) != self.span(node)

    def line_span(self, statement: ast.stmt) -> Span:
        """The whole lines of a statement, line end included; decorators too."""
        first = min([statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", ()))])
        end_line = statement.end_lineno or statement.lineno
        starts = self.line_starts
        return Span(starts[first - 1], starts[end_line] if end_line < len(starts) else len(self.text))

    def indentation(self, statement: ast.stmt) -> str:
        """The white space before a statement's line."""
        start = self.line_starts[statement.lineno - 1]
        line = self.text[start : self.start(statement)]
        return line[: len(line) - len(line.lstrip())]


def _last_name(node: ast.AST) -> str:
    called: Any = node.func if isinstance(node, ast.Call) else node
    # By its class: this is asked for every call of a file.
    if called.__class__ is ast.Attribute:
        return called.attr
    return called.id if called.__class__ is ast.Name else ""


def _first_name(node: ast.AST) -> str:
    if isinstance(node, ast.Call):
        node = node.func
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


#: What `_last_name` and `_first_name` give for nodes of one type, without a call of ours.
_NAME_OF: dict[tuple[type, bool], Callable[[Any], str]] = {
    (ast.Name, False): attrgetter("id"),
    (ast.Attribute, False): attrgetter("attr"),
}


def _skip_back(text: str, position: int, limit: int) -> int | None:
    position -= 1
    while position >= limit and text[position] in " \t\f\n\\":
        position -= 1
    return position if position >= limit and text[position] == "(" else None


def _skip_forward(text: str, position: int, limit: int) -> int | None:
    while position < limit and text[position] in " \t\f\n\\":
        position += 1
    return position + 1 if position < limit and text[position] == ")" else None
