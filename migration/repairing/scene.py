"""What a repair sees: the present text as a tree, the failure, and the lines and values that led to it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeVar

from migration.dialects.dialect import parse
from migration.repairing.failures import Failure
from migration.repository.index import RepositoryIndex
from migration.view.draft import Facts
from migration.view.module import Module

Node = TypeVar("Node", bound=ast.expr)
_DEEPEST = 3


class Scene:
    """One failure in one file. `module` is the present candidate, `original` the Python 2 text it came from.

    `present` shows the other files as they are now (`module.facts.index` as they were under Python 2).
    """

    def __init__(
        self, module: Module, failure: Failure, original: str = "", present: RepositoryIndex | None = None
    ) -> None:
        self.module = module
        self.failure = failure
        self.original = original
        self.present = present or module.facts.index

    # -- where it happened -----------------------------------------------------------------------------------

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines of this file that were running, the innermost first."""
        key = self.module.facts.key
        own = [frame.line for frame in reversed(self.failure.frames) if frame.file == key]
        first = [self.failure.line] if self.failure.line else []
        return tuple(dict.fromkeys(first + own))

    def line_text(self, line: int) -> str:
        """The text of a 1-based line, without its indentation; '' past the end."""
        rows = self.module.text.split("\n")
        return rows[line - 1].strip() if 0 < line <= len(rows) else ""

    def on(self, line: int, *kinds: type[Node]) -> list[Node]:
        """The expressions of these types that run on a line, those that begin there first, the innermost first."""
        found = [
            n
            for n in self.module.nodes_of(*kinds)
            if isinstance(n, kinds) and n.lineno <= line <= (n.end_lineno or n.lineno)
        ]
        found = [n for n in found if self._statement_runs_on(n, line)]
        return sorted(found, key=lambda n: (n.lineno != line, self._size(n), self.module.start(n)))

    def crashed(self, *kinds: type[Node]) -> list[Node]:
        """The expressions of these types on the line that raised."""
        return self.on(self.lines[0], *kinds) if self.lines else []

    def along(self, *kinds: type[Node]) -> list[Node]:
        """The expressions of these types on all lines that were running, the innermost frame first."""
        return list(dict.fromkeys(node for line in self.lines for node in self.on(line, *kinds)))

    def statements(self, line: int) -> list[ast.stmt]:
        """The statements around a line, the innermost first."""
        found = [
            n
            for n in self.module.nodes
            if isinstance(n, ast.stmt) and n.lineno <= line <= (n.end_lineno or n.lineno)
        ]
        return sorted(found, key=lambda n: ((n.end_lineno or n.lineno) - n.lineno, -n.lineno))

    def function(self, line: int) -> ast.FunctionDef | None:
        """The function that a line belongs to, or None."""
        return next((s for s in self.statements(line) if isinstance(s, ast.FunctionDef)), None)

    def classes(self, name: str) -> list[ast.ClassDef]:
        """The classes of this file called `name`."""
        return [
            n for n in self.module.nodes_of(ast.ClassDef) if isinstance(n, ast.ClassDef) and n.name == name
        ]

    def _size(self, node: ast.expr) -> int:
        span = self.module.span(node)
        return span.end - span.start

    def _statement_runs_on(self, node: ast.expr, line: int) -> bool:
        statement = self.module.statement(node)
        return (
            not isinstance(statement, ast.FunctionDef | ast.ClassDef)
            or statement.lineno == line
            or (node.lineno <= line)
        )

    # -- where values come from ------------------------------------------------------------------------------

    def producers(self, node: ast.expr, depth: int = _DEEPEST) -> Iterator[ast.expr]:
        """The expressions of this file that may have made the value of `node`, the nearest first.

        Names are followed to what they were assigned, attributes of self to their assignments in the class, calls of
        functions of the file to what they return.
        """
        seen: set[ast.AST] = set()
        level = [node]
        for _ in range(depth + 1):
            following: list[ast.expr] = []
            for one in level:
                if one in seen:
                    continue
                seen.add(one)
                yield one
                following += self._made_from(one)
            level = following

    def _made_from(self, node: ast.expr) -> list[ast.expr]:
        module = self.module
        if isinstance(node, ast.Name):
            values = [b.value for b in module.bindings(node) if b.value is not None]
            return sorted(values, key=lambda v: abs(v.lineno - node.lineno))
        if isinstance(node, ast.Attribute):
            return [
                a.value
                for a in module.nodes_of(ast.Assign)
                if isinstance(a, ast.Assign)
                and any(isinstance(t, ast.Attribute) and t.attr == node.attr for t in a.targets)
            ]
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
            functions = [
                f
                for f in module.nodes_of(ast.FunctionDef)
                if isinstance(f, ast.FunctionDef) and f.name == name
            ]
            return [
                r.value
                for f in functions
                for r in ast.walk(f)
                if isinstance(r, ast.Return) and r.value is not None
            ]
        if isinstance(node, ast.IfExp):
            return [node.body, node.orelse]
        if isinstance(node, ast.BoolOp):
            return list(node.values)
        return []


# -- applying ------------------------------------------------------------------------------------------------


def view(text: str, key: str, index: RepositoryIndex, target: tuple[int, int]) -> Module | None:
    """The tree view of a candidate, or None when it does not parse."""
    tree = parse(text, key)
    return None if tree is None else Module(text, tree, Facts(key, index, target, (), True, python2=True))
