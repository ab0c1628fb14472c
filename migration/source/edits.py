"""Edits of a text that compose: an edit keeps the sub-spans it reuses, so that edits inside them still apply.

An edit replaces one or more spans by pieces; a piece is a literal string or a `Span` of the old text,
rendered with the edits that lie inside it. Edits that only partly overlap can't both hold: the later one is
deferred.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from environment.traces import Exactness


class Span(NamedTuple):
    """Characters [start, end) of a text."""

    start: int
    end: int

    def holds(self, other: Span) -> bool:
        """Whether `other` lies inside this span."""
        return self.start <= other.start and other.end <= self.end


class Needs(str):
    """Literal text that needs something at module level: an import statement, or a helper's definition."""

    imports: tuple[str, ...] = ()
    helpers: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, text: str, imports: tuple[str, ...] = (), helpers: tuple[tuple[str, str], ...] = ()) -> Needs:
        """`text`, which needs the import statements and the helpers (name, source) given."""
        piece = cls(text)
        piece.imports, piece.helpers = imports, helpers
        return piece


Piece = str | Span


@dataclass(frozen=True, slots=True)
class Part:
    """One span and the pieces that replace it."""

    span: Span
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Edit:
    """One decision of a rule: all its parts are applied or none.

    `evidence`: the text it replaces exists in Python 2 only. `needs_python2`: it reads the text by Python 2's
    meaning, so it is only right where the file is known to be Python 2. `guarded`: it holds inside version
    guards too. `provided`: it is applied only where other edits write over all these spans (an import that goes with
    its last use); else `otherwise` are its parts.
    """

    parts: tuple[Part, ...]
    rule: str = ""
    pattern: str = ""
    exactness: Exactness = Exactness.EXACT
    evidence: bool = False
    needs_python2: bool = False
    guarded: bool = False
    note: str = ""
    provided: tuple[Span, ...] = ()
    otherwise: tuple[Part, ...] = ()

    @property
    def start(self) -> int:
        """Where the edit begins."""
        return self.parts[0].span.start

    def writes(self, text: str) -> bool:
        """Whether `text` is in what it writes."""
        return any(isinstance(p, str) and text in p for part in self.parts for p in part.pieces)

    @property
    def is_firm(self) -> bool:
        """Whether it changes something whatever the other edits do."""
        return not self.provided or bool(self.otherwise)


@dataclass(slots=True)
class Rendering:
    """The new text, what was applied and deferred, and how offsets of the old and the new text correspond."""

    text: str
    applied: list[Edit]
    deferred: list[Edit]
    ranges: dict[int, list[Span]] = field(default_factory=dict)
    segments: list[tuple[int, int, int]] = field(default_factory=list)
    _inverse: list[tuple[int, int, int]] = field(default_factory=list)

    def forward(self, offset: int) -> int:
        """Where the old text's `offset` is in the new text (the nearest kept place before it)."""
        return _move(self.segments, offset)

    def backward(self, offset: int) -> int:
        """Where the new text's `offset` came from."""
        if not self._inverse:
            self._inverse = sorted((new, length, old) for old, length, new in self.segments)
        return _move(self._inverse, offset)

    def is_kept(self, offset: int) -> bool:
        """Whether the new text's `offset` shows a character of the old text (and not what an edit wrote)."""
        self.backward(offset)
        position = bisect_right(self._inverse, (offset, 1 << 62, 0)) - 1
        return position >= 0 and offset < self._inverse[position][0] + self._inverse[position][1]

    def spans_of(self, edit: Edit) -> list[Span]:
        """The spans of the new text that `edit` produced."""
        return self.ranges.get(id(edit), [])


def _move(segments: list[tuple[int, int, int]], offset: int) -> int:
    position = bisect_right(segments, (offset, 1 << 62, 0)) - 1
    if position < 0:
        return 0
    start, length, target = segments[position]
    return target + min(offset - start, length)


@dataclass(slots=True)
class _Node:
    part: Part
    edit: Edit
    children: list[_Node] = field(default_factory=list)


def apply(text: str, edits: Sequence[Edit]) -> Rendering:
    """Apply `edits` (earlier ones win where two overlap) and say which had to be deferred.

    What several rules wrap alike is wrapped once. What several decode is decoded once, as the first of them says:
    text has no such method.
    """
    edits = list(_wrapped_once(edits))
    firm = [e for e in edits if not e.provided]
    roots, kept, deferred = _fitted(firm)
    if len(firm) < len(edits):
        clashed = set(map(id, deferred))
        wanted = [s for e in edits if id(e) not in clashed for s in _settled(e, roots)]
        trial, fitting, clashing = _fitted(wanted)
        if any(e in kept for e in clashing):
            # A use that stays after all: what depends on its going waits.
            clashing = [e for e in wanted if e not in kept]
        else:
            roots, kept = trial, fitting
        deferred += clashing
    result = Rendering("", kept, deferred)
    writer = _Writer(text, result)
    writer.region(Span(0, len(text)), roots)
    result.text = "".join(writer.out)
    result.segments.sort()
    return result


def _wrapped_once(edits: Iterable[Edit]) -> Iterable[Edit]:
    # None of these depends on other edits: what is `provided` takes something away.
    decoded, seen = set[Span](), dict[Part, str]()
    for edit in edits:
        part = edit.parts[0] if len(edit.parts) == 1 else None
        if part is not None and part.span in part.pieces:
            if _decodes(part):
                if part.span in decoded:
                    continue
                decoded.add(part.span)
            elif seen.setdefault(part, edit.rule) != edit.rule:
                continue
        yield edit


def _decodes(part: Part) -> bool:
    """Whether a part puts a decoding behind what stays as it is."""
    kept = [piece for piece in part.pieces if piece != ""]
    last = kept[-1] if len(kept) == 2 and kept[0] == part.span else ""
    return isinstance(last, str) and last.startswith(".decode(")


def _fitted(edits: Sequence[Edit]) -> tuple[list[_Node], list[Edit], list[Edit]]:
    """The edits nested, those that could be, and those that clash with them."""
    kept, deferred = list(edits), list[Edit]()
    while True:
        roots, clashing = _nest(kept)
        if not clashing:
            return roots, kept, deferred
        deferred.extend(e for e in kept if id(e) in clashing)
        kept = [e for e in kept if id(e) not in clashing]


def _settled(edit: Edit, roots: list[_Node]) -> Iterable[Edit]:
    """What `edit` comes to, beside the edits of `roots`."""
    if all(_is_written_over(span, roots) for span in edit.provided):
        return (edit,)
    return (replace(edit, parts=edit.otherwise, provided=(), otherwise=()),) if edit.otherwise else ()


def _is_written_over(span: Span, nodes: Iterable[_Node]) -> bool:
    for node in nodes:
        if node.part.span.holds(span):
            return not _fits(node.part, span) or _is_written_over(span, node.children)
    return False


def _nest(edits: list[Edit]) -> tuple[list[_Node], set[int]]:
    nodes = [
        (
            part.span.start,
            part.span.end > part.span.start,
            -part.span.end,
            _rank(part, order),
            order,
            part,
            edit,
        )
        for order, edit in enumerate(edits)
        for part in edit.parts
    ]
    nodes.sort(key=lambda n: n[:5])
    roots: list[_Node] = []
    stack: list[_Node] = []
    clashing: set[int] = set()
    for *_, part, edit in nodes:
        if id(edit) in clashing:
            continue
        node = _Node(part, edit)
        while stack and stack[-1].part.span.end <= part.span.start:
            stack.pop()
        if not stack:
            roots.append(node)
        elif _fits(stack[-1].part, part.span):
            stack[-1].children.append(node)
        else:
            clashing.add(id(edit))
            continue
        if part.span.end > part.span.start:
            stack.append(node)
    return roots, clashing


def _rank(part: Part, order: int) -> int:
    """Among edits of the same span a wrapper (which reuses the whole span) comes first, the last given
    outermost.
    """
    return -order - 1 if part.span in part.pieces else order


def _fits(parent: Part, span: Span) -> bool:
    return any(isinstance(p, Span) and p.holds(span) for p in parent.pieces)


class _Writer:
    def __init__(self, text: str, result: Rendering) -> None:
        self.text, self.result, self.out, self.length = text, result, [], 0  # type: ignore[var-annotated]

    def region(self, span: Span, nodes: Iterable[_Node]) -> None:
        position = span.start
        for node in nodes:
            if not span.holds(node.part.span) or node.part.span.start < position:
                continue
            self.copy(position, node.part.span.start)
            self.part(node)
            position = node.part.span.end
        self.copy(position, span.end)

    def part(self, node: _Node) -> None:
        start = self.length
        for piece in node.part.pieces:
            if isinstance(piece, Span):
                self.region(piece, node.children)
            else:
                self.out.append(piece)
                self.length += len(piece)
        self.result.ranges.setdefault(id(node.edit), []).append(Span(start, self.length))

    def copy(self, start: int, end: int) -> None:
        if end > start:
            self.out.append(self.text[start:end])
            self.result.segments.append((start, end - start, self.length))
            self.length += end - start
