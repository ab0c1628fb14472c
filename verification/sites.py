"""Which statements of a file were rewritten with assumptions, and which of them no passing test executed."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from environment.traces import Change
from verification.results import Lines, executed


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that leaves a line event when it runs: its own lines, without the blocks below it.

    `inside` says that it belongs to a function's body; `body` are the lines that show that the function which
    this header defines was called (a header itself runs when it is defined, which shows nothing). Where they are
    `shared` with what runs at the definition, the import's lines show nothing either.
    """

    first: int
    last: int
    inside: bool
    body: tuple[int, int] | None = None
    shared: bool = False

    def ran(self, in_tests: Lines, at_import: Lines) -> bool:
        """Whether the statement was executed: by tests, or by the import; a function's header, or a lambda, only where
        they called it."""
        if self.body is not None:
            return executed(in_tests if self.shared else in_tests | at_import, *self.body)
        return executed(in_tests | at_import, self.first, self.last)


def statements(source: str | bytes) -> list[Statement]:
    """The file's statements in order of their first line; empty when it does not parse."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return []
    found: list[Statement] = []
    _collect(tree.body, False, found)
    return sorted(found, key=lambda s: (s.first, s.last))


def _collect(body: Sequence[ast.stmt], inside: bool, found: list[Statement]) -> None:
    for node in body:
        blocks = [value for name in ("body", "orelse", "finalbody") if (value := getattr(node, name, None))]
        handlers = [*getattr(node, "handlers", ()), *getattr(node, "cases", ())]
        first, last = node.lineno, node.end_lineno or node.lineno
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            first = min([first, *(d.lineno for d in node.decorator_list)])
        if blocks:
            last = max(first, blocks[0][0].lineno - 1) if blocks[0][0].lineno > first else first
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            real = [
                s for s in node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))
            ]
            shown = (real[0].lineno, node.end_lineno or node.lineno) if real else None
            header = max([node.lineno, *(n.end_lineno or 0 for n in _arguments(node))])
            found.append(Statement(first, last, inside, shown, bool(real) and real[0].lineno <= header))
            _collect(node.body, True, found)
            continue
        called = _lambda_lines(node, inside)
        found.append(Statement(first, last, inside, called, called is not None))
        for block in blocks:
            _collect(block, inside, found)
        for handler in handlers:
            start = handler.lineno if isinstance(handler, ast.ExceptHandler) else handler.pattern.lineno
            found.append(Statement(start, max(start, handler.body[0].lineno - 1), inside))
            _collect(handler.body, inside, found)


def _arguments(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.expr | ast.arg]:
    """What a header holds beside its name: parameters, their defaults, annotations."""
    parts = ast.walk(node.args) if node.returns is None else (node.returns, *ast.walk(node.args))
    return [part for part in parts if isinstance(part, (ast.expr, ast.arg))]


def _lambda_lines(node: ast.stmt, inside: bool) -> tuple[int, int] | None:
    """Where a lambda of a module-level statement stands: its line runs at import without the lambda being
    called."""
    if inside or isinstance(node, (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.ClassDef)):
        return None
    for child in ast.walk(node):
        if isinstance(child, ast.Lambda):
            return child.body.lineno, child.body.end_lineno or child.body.lineno
    return None


def rewritten(source: str | bytes, changes: Iterable[Change]) -> list[Statement]:
    """The statements that semantic changes lie in. A change on a blank line counts for the next statement."""
    known = statements(source)
    starts = [s.first for s in known]
    chosen: dict[Statement, None] = {}
    for change in changes:
        if not change.semantic:
            continue
        first, last = change.line, max(change.line, change.end_line)
        over = [s for s in known if s.first <= last and s.last >= first]
        if not over and known and not _in_constant(source, first):
            position = bisect_left(starts, first)
            over = known[position : position + 1]
        if not known:
            over = [Statement(first, last, False)]
        chosen.update(dict.fromkeys(over))
    return list(chosen)


def _in_constant(source: str | bytes, line: int) -> bool:
    """Whether `line` lies in a docstring or a bare constant, which nothing executes."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return False
    return any(
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and node.lineno <= line <= (node.end_lineno or node.lineno)
        for node in ast.walk(tree)
    )


def unexecuted(sites: Iterable[Statement], in_tests: Lines, at_import: Lines) -> tuple[int, ...]:
    """First lines of the statements in `sites` that did not run, ascending."""
    return tuple(sorted({s.first for s in sites if not s.ran(in_tests, at_import)}))


def share_executed(source: str | bytes, in_tests: Lines, at_import: Lines) -> float | None:
    """Share of the file's statements that ran, in [0, 1]; None for a file without statements."""
    known = statements(source)
    if not known:
        return None
    ran = sum(executed(in_tests | at_import, s.first, s.last) for s in known)
    return round(ran / len(known), 4)
