"""Where the lines of an original are in its migrated text."""

from __future__ import annotations

from difflib import SequenceMatcher

from verification.results import Lines, line_numbers


class LineMap:
    """From lines of `before` to lines of `after` (both 1-based): a line that was kept to itself, a line of a block that
    was rewritten to the whole block."""

    def __init__(self, before: bytes, after: bytes) -> None:
        self._to: dict[int, Lines] = {}
        blocks = SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False).get_opcodes()
        for tag, i1, i2, j1, j2 in blocks:
            block = (1 << j2 + 1) - (1 << j1 + 1)
            for line in range(i1, i2):
                self._to[line + 1] = 1 << line + j1 - i1 + 1 if tag == "equal" else block

    def carry(self, lines: Lines) -> Lines:
        """The mask `lines` of the text before, as one of the text after."""
        carried: Lines = 0
        for line in line_numbers(lines):
            carried |= self._to.get(line, 0)
        return carried
