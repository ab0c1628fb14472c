"""The view that tree rules get of a file: nodes, spans, scopes, resolved names, inferred types, edits."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cached_property
from typing import Any

from environment.traces import Observation
from migration.flow.atoms import Atom, Variable
from migration.flow.repository import FileFlow, Place, known, place_of, some
from migration.flow.types import types_of
from migration.source.edits import Edit, Needs, Part, Piece, Span
from migration.source.findings import Found, Open
from migration.source.tokens import Tokens, tokens_of
from migration.trees import precedence
from migration.trees.precedence import Precedence
from migration.view.draft import Dialect, Facts
from migration.view.inference import Inference
from migration.view.names_view import NamesView


class Module(NamesView):
    """A parsed text. All spans are in characters of `text`; all lines count from 1.

    `masked` is what was parsed: `text`, with constructs that no Python can read blanked out in place. `origin`
    gives the place in the original file that an offset came from: its line, and its column in bytes of UTF-8. `first`
    gives the offset at which what stands at one stood when the rules saw the text first; None for what was written.
    """

    def __init__(
        self,
        text: str,
        tree: ast.Module,
        facts: Facts,
        masked: str | None = None,
        origin: Callable[[int], tuple[int, int]] | None = None,
        first: Callable[[int], int | None] = lambda offset: None,
    ) -> None:
        super().__init__(text, tree, facts, masked)
        self._origin = origin
        self._first = first

    def release(self) -> None:
        """Let go of all that refers back to this view: it is freed at once then, without the garbage collector."""
        inference = self.__dict__.pop("_inference", None)
        if inference is not None:
            vars(inference).clear()
        self.memory.clear()

    # -- the file --------------------------------------------------------------------------------------------

    @property
    def dialect(self) -> Dialect:
        """PYTHON2 when that is already proven, else AMBIGUOUS (what is Python 3 never gets here)."""
        return Dialect.PYTHON2 if self.facts.python2 else Dialect.AMBIGUOUS

    @property
    def is_python2(self) -> bool:
        """Whether the file is known to be Python 2's, or taken for it; to be asked again when that shows later."""
        if not self.facts.python2:
            self.facts.asked = True
        return self.facts.python2

    @property
    def is_proven(self) -> bool:
        """Whether the file is known to be Python 2's, not only taken for it; to be asked again when that shows later.

        Asked by rules for names that classes of a repository may have in both languages.
        """
        return self.is_python2 and not self.facts.presumed

    @property
    def is_presumed(self) -> bool:
        """Whether the file is only taken for Python 2's so far. Who asks looks again where another rule shows it."""
        if self.facts.presumed:
            self.facts.asked = True
        return self.facts.presumed

    @property
    def target(self) -> tuple[int, int]:
        """The Python version to migrate to."""
        return self.facts.target

    def origin(self, node: ast.AST) -> tuple[int, int]:
        """Where `node` comes from in the original file: its line, and its column in bytes of UTF-8."""
        where: Any = node
        return self._origin(self.start(node)) if self._origin else (where.lineno, where.col_offset)

    def observed(self, node: ast.AST) -> tuple[Observation, ...]:
        """What the original was seen to do on the line that `node` comes from."""
        if not self.facts.observations:
            return ()
        return self._observations.get(self.origin(node)[0], ())

    @cached_property
    def _observations(self) -> dict[int, tuple[Observation, ...]]:
        """All that was observed, by line of the original."""
        found: dict[int, tuple[Observation, ...]] = {}
        for observation in self.facts.observations:
            found[observation.line] = (*found.get(observation.line, ()), observation)
        return found

    @cached_property
    def tokens(self) -> Tokens:
        """The text's tokens."""
        return tokens_of(self.text)

    # -- types -----------------------------------------------------------------------------------------------

    @cached_property
    def _inference(self) -> Inference:
        return Inference(self)

    def type_of(self, node: ast.expr) -> frozenset[str]:
        """The types `node` can have under Python 2 ('int', 'str', 'dict' …), or the empty set: unknown.

        What the file alone does not tell, the whole repository may.
        """
        known = self._inference.type_of(node)
        if known:
            return known
        parent = self.parent(node)
        asked = parent.attr if isinstance(parent, ast.Attribute) and parent.value is node else ""
        return types_of(self.held(node), asked)

    def held(self, node: ast.expr) -> tuple[Atom, ...]:
        """All that `node` can hold, as it is used in the whole repository; () where that is not known."""
        return known(self._variable(node))

    def may_hold(self, node: ast.expr) -> tuple[Atom, ...]:
        """All of which it is known that `node` can hold it: it may hold other things, too."""
        return some(self._variable(node))

    def meets_arrays(self, node: ast.expr) -> bool:
        """Whether `node` is a native literal, or a character made of a number, that has to be octets: bytearrays come
        to where it comes.
        """
        return self.has_arrays_met and self._first_place(node) in self._followed.wanted  # type: ignore[union-attr]

    @property
    def has_arrays_met(self) -> bool:
        """Whether there is any such place in the file, or a sum that was a bytearray."""
        followed = self._followed
        return followed is not None and bool(followed.wanted or followed.array_sums)

    def may_be_array(self, node: ast.expr) -> bool:
        """Whether `node` may be a bytearray in a repository of octets, by all files and the names of attributes."""
        followed = self._followed
        if followed is None or not followed.arrays:
            return False
        return self._first_place(node) in followed.arrays

    def sums_array(self, node: ast.expr) -> bool:
        """Whether `node` is a sum that Python 2 made a bytearray, as one of its sides is known to be one at times."""
        followed = self._followed
        if followed is None or not followed.array_sums or not isinstance(node, ast.BinOp):
            return False
        return self._first_place(node) in followed.array_sums

    def _variable(self, node: ast.expr) -> Variable | None:
        """The variable of an expression that stands as the rules saw it first."""
        followed = self._followed
        if followed is None:
            return None
        place = self._first_place(node)
        return None if place is None else followed.held(place, node.__class__)

    def _first_place(self, node: ast.expr) -> Place | None:
        """Where an expression stood that stands as the rules saw it first."""
        followed = self._followed
        assert followed is not None
        if self.is_first_look:
            return place_of(node)
        span = self.span(node)
        start, last = self._first(span.start), self._first(span.end - 1)
        if start is None or last is None or followed.text[start : last + 1] != self.source(span):
            return None
        return followed.place(start, last + 1)

    def is_kept(self, span: Span) -> bool:
        """Whether both ends of a span stand as the rules saw them first: none has written there."""
        ends = (span.start, max(span.end - 1, span.start))
        return None not in (self._first(ends[0]), self._first(ends[1]))

    @cached_property
    def is_first_look(self) -> bool:
        """Whether the text is as the rules first see it, in a repository that is followed: none has written in it."""
        return self._followed is not None and self._followed.text == self.text

    @property
    def is_given_octets(self) -> bool:
        """Whether octets, or what text was encoded to, flow to some expression of the file."""
        return self._followed is not None and self._followed.holds_octets

    @cached_property
    def _followed(self) -> FileFlow | None:
        """What flows through the file."""
        return None if self.facts.flow is None else self.facts.flow().file(self.facts.key)

    def arguments_for(self, parameter: ast.arg) -> list[ast.expr]:
        """What all calls in this file give a parameter; [] where that does not show."""
        return self._inference.flow.arguments_for(parameter)

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
        pieces_of_new = tuple(flat)
        if len(flat) == 1 and self._names_function(flat[0]):
            pieces_of_new = self._no_method(node, pieces_of_new)
        return self.edit(Part(self.span(node), pieces_of_new), **flags)

    def _no_method(self, node: ast.AST, function: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """`function` as it is to stand in the place of `node`, one of the interpreter's own: where a class gets that
        for an attribute, one written in Python would become a method.
        """
        statement = self.parent(node)
        value = isinstance(statement, ast.Assign) and statement.value is node
        kept = value and isinstance(self.parent(statement), ast.ClassDef)
        return ("staticmethod(", *function, ")") if kept else function

    def _names_function(self, piece: Piece) -> bool:
        """Whether text is the name of a function that is added to the file, or of one that it has."""
        if not isinstance(piece, Needs):
            return False
        if piece.helpers:
            return piece == piece.helpers[0][0] and piece.helpers[0][1].lstrip().startswith("def ")
        return any(isinstance(b.node, ast.FunctionDef) for b in self.module_scope.bindings.get(piece, ()))

    def quoted(self, text: str, like: ast.expr) -> str:
        """`text` in the quotes that the literal `like` ends with."""
        quote = self.source(self.span(like))[-1]
        return f"{quote}{text}{quote}"

    def wrap(self, node: ast.expr, before: str, after: str = ")", **flags: Any) -> Edit:
        """Put text around `node`: `wrap(n, "list(")`. Needs no parentheses of its own.

        Edits inside still apply. What one rule decodes so, others can ask for (`decoded_again`).
        """
        span = self.span(node)
        if after.startswith(".decode("):
            self.note_decoded(node)
        if isinstance(node, ast.GeneratorExp) and isinstance(self.parent(node), ast.Call):
            outer: Any = self.parent(node)
            if len(outer.args) == 1 and span.end == self.span(outer).end:
                inner = Span(span.start + 1, span.end - 1)
                return self.edit(Part(inner, (before, inner, after)), **flags)
        return self.edit(Part(span, (before, span, after)), **flags)

    def note_decoded(self, node: ast.expr) -> None:
        """Have `decoded_again` say so of `node`, which is decoded in another way than by `wrap`."""
        self.memory.setdefault("decoded again", set()).add(node)

    def decoded_again(self, node: ast.expr) -> bool:
        """Whether a rule that came before has put a decoding behind `node` in this look."""
        return node in self.memory.get("decoded again", ())

    def added(self, call: ast.Call, *argument: Piece) -> Part:
        """The part that gives a call one more argument, behind those it has; a comma after the last stays the last."""
        ends = [self.outer_span(value).end for value in (*call.args, *(k.value for k in call.keywords))]
        end = max(ends, default=self.span(call).end - 1)
        return Part(Span(end, end), (", " * bool(ends), *argument))

    def part(self, node: ast.AST | Span, *pieces: Piece) -> Part:
        """One part of an edit with several: see `edit`."""
        return Part(node if isinstance(node, Span) else self.span(node), pieces)

    def in_call(self, node: ast.AST, function: Piece, *rest: Piece) -> Part:
        """The part that gives `node` to a function, which may be one that is imported or added for that (`use`,
        `helper`); `rest` is what follows in the brackets. Edits inside still apply.
        """
        span = self.span(node)
        return Part(span, (function, "(", span, *rest, ")"))

    def remade(self, node: ast.AST, maker: Piece, *rest: Piece) -> Part:
        """As `in_call`, for a maker of functions."""
        made = self.in_call(node, maker, *rest)
        return Part(made.span, self._no_method(node, made.pieces))

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


__all__ = ["Dialect", "Module", "Precedence"]
