"""The view that tree rules get of a file: nodes, spans, scopes, resolved names, inferred types, edits."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from environment.traces import Observation
from migration import precedence
from migration.draft import Dialect, Draft, Facts
from migration.edits import Edit, Needs, Part, Piece, Span
from migration.guards import guarded_arms
from migration.inference import Inference
from migration.precedence import Precedence
from migration.rule import Found, Open
from migration.scopes import Binding, Scope, ScopeBuilder
from migration.tokens import Tokens
from migration.tree_fields import child_fields

#: Modules that hold the builtins, by the name each language gives them.
_BUILTINS = ("__builtin__", "builtins", "__builtins__")


class Module(Draft):
    """A parsed text. All spans are in characters of `text`; all lines count from 1.

    `masked` is what was parsed: `text`, with constructs that no Python can read blanked out in place.
    """

    def __init__(self, text: str, tree: ast.Module, facts: Facts, masked: str | None = None) -> None:
        super().__init__(text, facts)
        self.tree = tree
        self.masked = text if masked is None else masked
        self._parents: dict[ast.AST, ast.AST] = {}
        self.nodes: list[ast.AST] = []
        self._link(tree)

    def _link(self, tree: ast.Module) -> None:
        parents, nodes = self._parents, self.nodes
        stack: list[ast.AST] = [tree]
        while stack:
            node = stack.pop()
            nodes.append(node)
            children: list[ast.AST] = []
            for name in child_fields(node):
                value = getattr(node, name)
                if value.__class__ is list:
                    children.extend(v for v in value if isinstance(v, ast.AST))
                elif isinstance(value, ast.AST):
                    children.append(value)
            for child in children:
                parents[child] = node
            children.reverse()
            stack += children

    # -- the file --------------------------------------------------------------------------------------------

    @property
    def dialect(self) -> Dialect:
        """PYTHON2 when that is already proven, else AMBIGUOUS (what is Python 3 never gets here)."""
        return Dialect.PYTHON2 if self.facts.python2 else Dialect.AMBIGUOUS

    @property
    def target(self) -> tuple[int, int]:
        """The Python version to migrate to."""
        return self.facts.target

    def has_future(self, feature: str) -> bool:
        """Whether the original file imports `feature` from `__future__` (division, unicode_literals …)."""
        return feature in self.facts.future

    def observed(self, node: ast.AST) -> tuple[Observation, ...]:
        """What the original was seen to do on the line of `node`. Lines are the original's.

        Ask in simple cases.
        """
        line = getattr(node, "lineno", 0)
        return tuple(o for o in self.facts.observations if o.line == line)

    @cached_property
    def tokens(self) -> Tokens:
        """The text's tokens."""
        return Tokens(self.text)

    # -- the tree --------------------------------------------------------------------------------------------

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
        return {
            arm for n in self.nodes if isinstance(n, (ast.If, ast.IfExp, ast.Try)) for arm in guarded_arms(n)
        }

    @cached_property
    def guarded_spans(self) -> tuple[Span, ...]:
        """The spans of everything that runs under a version test."""
        return tuple(self.span(arm) for arm in self._guarded)

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

    # -- names -----------------------------------------------------------------------------------------------

    @cached_property
    def _scopes(self) -> ScopeBuilder:
        return ScopeBuilder(self.tree)

    @property
    def module_scope(self) -> Scope:
        """The module's own namespace."""
        return self._scopes.module

    def scope(self, node: ast.AST) -> Scope:
        """The scope in which names at `node` are looked up."""
        scopes, child = self._scopes.scope_of, node
        for outer in self.ancestors(node):
            found = scopes.get(outer)
            if found is not None and _runs_inside(outer, child):
                return found
            child = outer
        return self._scopes.module

    def bindings(self, name: ast.Name) -> list[Binding]:
        """All places that bind `name` as seen from where it stands; [] for a builtin (or a misspelling)."""
        found = self.scope(name).lookup(name.id)
        return found[1] if found else []

    def is_builtin(self, node: ast.AST, *names: str) -> bool:
        """Whether `node` is one of the builtins `names`: a bare, nowhere rebound name, or
        `__builtin__.name`.
        """
        qualified = self.qualified_name(node)
        return qualified is not None and any(qualified == f"builtins.{n}" for n in names)

    def qualified_name(self, node: ast.AST) -> str | None:
        """What `node` names: 'builtins.xrange', 'itertools.izip' (through any alias), or None when it
        is local.
        """
        if isinstance(node, ast.Attribute):
            base = self.qualified_name(node.value)
            if base is None or base.startswith("builtins."):
                return None
            return f"builtins.{node.attr}" if base in _BUILTINS else f"{base}.{node.attr}"
        if not isinstance(node, ast.Name):
            return None
        bindings = self.bindings(node)
        if not bindings:
            return f"builtins.{node.id}"
        imports = [b for b in bindings if b.kind == "import"]
        others = [b for b in bindings if b.kind != "import"]
        if not imports or any(not _is_none(b.value) for b in others):
            return None
        target = imports[0].target
        head, _, tail = target.partition(".")
        return f"builtins.{tail}" if head in _BUILTINS and tail else target

    def imported_as(self, dotted: str) -> str | None:
        """How module-level code can spell `dotted` by an import the file already has, or None."""
        for name, bindings in self.module_scope.bindings.items():
            for binding in bindings:
                if binding.kind != "import" or len(bindings) != 1:
                    continue
                if not isinstance(self.parent(binding.node), ast.Module):
                    continue
                if binding.target == dotted:
                    return name
                plain = isinstance(binding.node, ast.Import)
                names = binding.node.names if isinstance(binding.node, ast.Import) else []
                full = {a.name for a in names if not a.asname}
                if plain and name not in full and any(dotted.startswith(f"{f}.") for f in full):
                    return dotted
                if plain and "." not in binding.target and binding.target == dotted.split(".")[0]:
                    rest = dotted[len(binding.target) :]
                    if rest.count(".") == 1:
                        return name + rest
        return None

    def use(self, dotted: str, at: ast.AST | None = None) -> Needs:
        """Text that names `dotted` ('functools.reduce'), with the import it needs if the file lacks it.

        The module is imported whole (`import functools`); when its name is taken, under an alias.
        """
        spelled = self.imported_as(dotted)
        scope = self.scope(at) if at is not None else self.module_scope
        module, _, attribute = dotted.rpartition(".")
        if spelled is not None:
            found = scope.lookup(spelled.split(".")[0])
            if found is not None and found[0] is self.module_scope:
                return Needs.of(spelled)
        head = module.split(".")[0]
        taken = scope.lookup(head)
        if taken is not None and not all(b.kind == "import" and b.target == head for b in taken[1]):
            alias = "_" + module.replace(".", "_")
            return Needs.of(f"{alias}.{attribute}", (f"import {module} as {alias}",))
        return Needs.of(dotted, (f"import {module}",))

    def helper(self, name: str, source: str, imports: tuple[str, ...] = ()) -> Needs:
        """Text that names a helper function, defined once in the file by `source` (a `def`, dedented)."""
        return Needs.of(name, imports, ((name, source),))

    @cached_property
    def _used_names(self) -> frozenset[str]:
        return frozenset(n.id for n in self.nodes if isinstance(n, ast.Name)) | frozenset(
            n.arg for n in self.nodes if isinstance(n, ast.arg)
        )

    def fresh_name(self, wanted: str) -> str:
        """`wanted`, with underscores added until the file doesn't use it."""
        while wanted in self._used_names or wanted in self.module_scope.bindings:
            wanted += "_"
        return wanted

    # -- types -----------------------------------------------------------------------------------------------

    @cached_property
    def _inference(self) -> Inference:
        return Inference(self)

    def type_of(self, node: ast.expr) -> frozenset[str]:
        """The types `node` can have under Python 2 ('int', 'str', 'dict' …), or the empty set: unknown."""
        return self._inference.type_of(node)

    # -- edits -----------------------------------------------------------------------------------------------

    def sub(self, node: ast.expr, at_least: Precedence = Precedence.LAMBDA) -> tuple[Piece, ...]:
        """`node` as pieces, parenthesised if it binds less tightly than `at_least` (an argument by
        default).
        """
        span = self.span(node)
        if isinstance(node, ast.Tuple) and self.text[span.start] == "(" and self.text[span.end - 1] == ")":
            return (span,)
        if isinstance(node, ast.GeneratorExp):
            return (span,)
        multiline = "\n" in self.text[span.start : span.end] and self.parenthesised(node)
        number = (
            at_least is Precedence.ATOM and isinstance(node, ast.Constant) and isinstance(node.value, int)
        )
        if precedence.of(node) < at_least or multiline or number:
            return ("(", span, ")")
        return (span,)

    def atom(self, node: ast.expr) -> tuple[Piece, ...]:
        """`node` as pieces, fit to be followed by `.name`, `(…)` or `[…]`."""
        return self.sub(node, Precedence.ATOM)

    def replace(
        self,
        node: ast.AST,
        *pieces: Piece | ast.expr,
        precedence_of_new: Precedence = Precedence.ATOM,
        **flags: Any,
    ) -> Edit:
        """Put `pieces` (text, spans, or nodes to keep) in the place of `node`.

        Say `precedence_of_new` when the new text is no atom: parentheses are added where the place needs
        them. An expression split over lines is parenthesised too.
        """
        flat: list[Piece] = []
        for piece in pieces:
            if isinstance(piece, ast.expr):
                flat.extend(self.sub(piece))
            else:
                flat.append(piece)
        if isinstance(node, ast.expr) and precedence_of_new is not Precedence.ATOM:
            needed = precedence.required(self.parent(node), node)
            broken = any(isinstance(p, Span) and "\n" in self.text[p.start : p.end] for p in flat)
            if (precedence_of_new < needed or broken) and not self.parenthesised(node):
                flat = ["(", *flat, ")"]
        return self.edit(Part(self.span(node), tuple(flat)), **flags)

    def wrap(self, node: ast.expr, before: str, after: str = ")", **flags: Any) -> Edit:
        """Put text around `node`: `wrap(n, "list(")`. Needs no parentheses of its own.

        Edits inside still apply.
        """
        span = self.span(node)
        if isinstance(node, ast.GeneratorExp) and isinstance(self.parent(node), ast.Call):
            outer: Any = self.parent(node)
            if len(outer.args) == 1 and span.end == self.span(outer).end:
                inner = Span(span.start + 1, span.end - 1)
                return self.edit(Part(inner, (before, inner, after)), **flags)
        return self.edit(Part(span, (before, span, after)), **flags)

    def part(self, node: ast.AST | Span, *pieces: Piece) -> Part:
        """One part of an edit with several: see `edit`."""
        return Part(node if isinstance(node, Span) else self.span(node), pieces)

    def delete_statement(self, statement: ast.stmt, **flags: Any) -> Edit:
        """Remove a statement with its line; `pass` takes its place where the block would be empty."""
        span = self.line_span(statement)
        text = self.text[span.start : span.end]
        alone = text.strip() == self.source(self.span(statement)).strip() or text.strip().startswith("#")
        body = self.block(statement)
        lonely = len(body) == 1 and not isinstance(self.parent(statement), ast.Module)
        rest = self.text[self.span(statement).end : span.end].strip()
        only_comment = rest.startswith("#") and not self.text[span.start : self.start(statement)].strip()
        if lonely or not (alone or only_comment):
            return self.edit(Part(self.span(statement), ("pass",)), **flags)
        return self.edit(Part(span, ()), **flags)

    def found(self, node: ast.AST, pattern: str | None = None, **flags: bool) -> Found:
        """A pattern seen at `node`, whether or not it is rewritten (an edit reports its pattern by
        itself).
        """
        return self.found_at(self.start(node), pattern, **flags)

    def open(self, node: ast.AST, reason: str, pattern: str | None = None, **flags: bool) -> Open:
        """Leave `node` as it is and say why."""
        return self.open_at(self.start(node), reason, pattern, **flags)


def _runs_inside(owner: ast.AST, child: ast.AST) -> bool:
    """Whether `child`, a direct child of the scope-opening `owner`, is evaluated in the scope it opens."""
    if isinstance(owner, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return child in owner.body
    if isinstance(owner, ast.ClassDef):
        return child in owner.body
    if isinstance(owner, ast.Lambda):
        return child is owner.body
    return True


def _is_none(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _skip_back(text: str, position: int, limit: int) -> int | None:
    position -= 1
    while position >= limit and text[position] in " \t\f\n\\":
        position -= 1
    return position if position >= limit and text[position] == "(" else None


def _skip_forward(text: str, position: int, limit: int) -> int | None:
    while position < limit and text[position] in " \t\f\n\\":
        position += 1
    return position + 1 if position < limit and text[position] == ")" else None


__all__ = ["Dialect", "Module", "Precedence"]
