"""The books of one migration: what was applied, found and left open, followed from the old text to the new one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property, lru_cache

from environment.traces import Change, OpenSite, PatternSite
from migration.source.edits import Edit, Rendering
from migration.source.findings import Found, Open
from migration.source.source_text import line_starts


class Ledger:
    """Entries carry the number of renderings made before them; offsets are mapped through the others on demand."""

    def __init__(self, original: str) -> None:
        self.original = original
        self.renderings: list[Rendering] = []
        self._found: list[tuple[int, Found]] = []
        self._opens: dict[str, list[tuple[int, Open]]] = {}
        self._changes: list[tuple[int, Edit]] = []

    @cached_property
    def _original_lines(self) -> _Lines:
        return _lines(self.original)

    def record(self, rendering: Rendering) -> None:
        """A text was rewritten."""
        number = len(self.renderings)
        self.renderings.append(rendering)
        self._changes += [(number, edit) for edit in rendering.applied]

    def see(self, found: Iterable[Found], number: int | None = None) -> None:
        """Patterns were seen in the text as it is now (or was, after `number` renderings)."""
        number = len(self.renderings) if number is None else number
        self._found += [(number, f) for f in found]

    def leave(self, rule: str, sites: Iterable[Open], number: int | None = None) -> None:
        """A rule leaves places open; those it leaves when it looks again take their place (see `clear`)."""
        number = len(self.renderings) if number is None else number
        self._opens.setdefault(rule, []).extend((number, s) for s in sites)

    def clear(self, rule: str) -> None:
        """Forget the open places of a rule: it looks at all of them again."""
        self._opens.pop(rule, None)

    def original_line(self, offset: int, number: int | None = None) -> int:
        """The 1-based line of the original text that an offset comes from."""
        return self._original_lines.at(self._back(offset, number))

    def original_place(self, offset: int) -> tuple[int, int]:
        """The 1-based line and the column (in bytes of UTF-8, from 0) of the original that an offset comes from."""
        offset = self._back(offset)
        start = self.original.rfind("\n", 0, offset) + 1
        column = len(self.original[start:offset].encode("utf-8", "surrogatepass"))
        return self._original_lines.at(start), column

    def _back(self, offset: int, number: int | None = None) -> int:
        for rendering in reversed(self.renderings[:number]):
            offset = rendering.backward(offset)
        return offset

    def kept_since(self, offset: int, number: int) -> int | None:
        """Where what stands at `offset` stood after the first `number` renderings; None for what was written since."""
        for rendering in reversed(self.renderings[number:]):
            if not rendering.is_kept(offset):
                return None
            offset = rendering.backward(offset)
        return offset

    def written_since(self, offset: int, number: int) -> bool:
        """Whether what stands at `offset` was written by an edit after the first `number` renderings."""
        return self.kept_since(offset, number) is None

    def _final(self, offset: int, number: int) -> int:
        for rendering in self.renderings[number:]:
            offset = rendering.forward(offset)
        return offset

    def changes(self, text: str) -> tuple[Change, ...]:
        """What was rewritten, with lines of the final `text`."""
        lines = _lines(text)
        result: set[Change] = set()
        for number, edit in self._changes:
            before = self.original_line(edit.start, number)
            for span in self.renderings[number].spans_of(edit):
                start = self._final(span.start, number + 1)
                end = max(self._final(max(span.end - 1, span.start), number + 1), start)
                result.add(Change(edit.rule, edit.exactness, lines.at(start), lines.at(end), before))
        return tuple(sorted(result, key=lambda c: (c.line, c.end_line, c.author, c.exactness, c.before_line)))

    def verdicts(self) -> tuple[str, ...]:
        """What was decided by evidence, and by which: one sentence a site, with its line in the original."""
        noted = {
            (self.original_line(e.start, number), e.rule, e.note) for number, e in self._changes if e.note
        }
        return tuple(f"line {line} of the original: {rule}: {note}" for line, rule, note in sorted(noted))

    def patterns(self, python2: bool, source: str) -> tuple[PatternSite, ...]:
        """What was found, rewritten or left open, with lines of the original."""
        sites = {(e.pattern, self.original_line(e.start, n)) for n, e in self._changes if e.pattern}
        noted: list[tuple[int, Found | Open]] = [
            *self._found,
            *(s for sites in self._opens.values() for s in sites),
        ]
        sites |= {
            (s.pattern, self.original_line(s.offset, n)) for n, s in noted if python2 or not s.needs_python2
        }
        return tuple(PatternSite(p, line, source) for p, line in sorted(sites, key=lambda s: (s[1], s[0])))

    def open_sites(self, text: str, python2: bool) -> tuple[OpenSite, ...]:
        """What was left as it is, with lines of the final `text`."""
        lines = _lines(text)
        sites = {
            site.at(lines.at(self._final(site.offset, number)))
            for entries in self._opens.values()
            for number, site in entries
            if python2 or not site.needs_python2
        }
        return tuple(sorted(sites, key=lambda o: (o.line, o.pattern, o.reason)))


@lru_cache(maxsize=2)
def _lines(text: str) -> _Lines:
    """The lines of a text: of the final one they are asked for changes, and for places that are left open."""
    return _Lines(text)


class _Lines:
    """Lines of offsets in one text."""

    def __init__(self, text: str) -> None:
        self._starts = line_starts(text)

    def at(self, offset: int) -> int:
        """The 1-based line of `offset`."""
        return bisect_right(self._starts, offset)
