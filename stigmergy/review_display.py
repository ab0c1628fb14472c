"""How a review looks: diffs in columns or one below the other, in colours where there is a terminal for them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from metrics.text_diff import GONE, NEW, Row, decode, hunks, pairs
from metrics.visible_text import visible

if TYPE_CHECKING:
    from rich.text import Text

#: Columns of a terminal from which two columns of code can be read.
WIDE = 120
_SIGN_STYLES = {GONE: "bold red", NEW: "bold green"}


class Screen:
    """Prints what a review shows to standard output; colours and columns only where that is a terminal."""

    def __init__(self) -> None:
        self._rich = sys.stdout.isatty()

    def say(self, text: str = "") -> None:
        """A line of plain text."""
        print(visible(text), flush=True)

    def lines(self, lines: Iterable[str]) -> None:
        """Lines, set in."""
        for line in lines:
            self.say(f"  {line}")

    def diff(self, key: str, before: bytes, after: bytes, beside: bool = False) -> None:
        """What changed in a file: below each other, or `beside` each other where the terminal is wide enough."""
        old, new = visible(decode(before)), visible(decode(after))
        found = list(hunks(old, new))
        if not found:
            self.say("(no difference)")
            return
        self.say(f"--- a/{key}")
        self.say(f"+++ b/{key}")
        if not self._rich:
            for hunk in found:
                self.say(_head(hunk))
                for row in hunk:
                    self.say(f"{row.kind}{row.text}")
            return
        from rich.console import Console

        terminal = Console(highlight=False, markup=False)
        colours = (_highlighted(old, "python2"), _highlighted(new, "python3"))
        if beside and terminal.width < WIDE:
            self.say(f"(two columns take a terminal of {WIDE} columns; this one has {terminal.width})")
        for hunk in found:
            self.say(_head(hunk))
            if beside and terminal.width >= WIDE:
                terminal.print(_columns(hunk, *colours, terminal.width))
            else:
                for row in hunk:
                    terminal.print(_coloured(row, *colours), soft_wrap=True)


def _head(hunk: list[Row]) -> str:
    gone, new = [r.before for r in hunk if r.before], [r.after for r in hunk if r.after]
    return f"@@ -{gone[0] if gone else 0},{len(gone)} +{new[0] if new else 0},{len(new)} @@"


def _highlighted(code: str, language: str) -> list[Text]:
    """The lines of `code` in the terminal's own sixteen colours."""
    from rich.syntax import Syntax

    text = Syntax("", language, theme="ansi_dark").highlight(code)
    text.rstrip()
    return list(text.split("\n", allow_blank=True))


def _line(row: Row, old: list[Text], new: list[Text]) -> Text:
    from rich.text import Text

    lines, number = (old, row.before) if row.kind == GONE else (new, row.after)
    # The highlighter drops blank lines at the end.
    return lines[number - 1] if number <= len(lines) else Text(row.text)


def _coloured(row: Row, old: list[Text], new: list[Text]) -> Text:
    from rich.text import Text

    numbers = f"{row.before or '':>5} {row.after or '':>5} "
    style = _SIGN_STYLES.get(row.kind, "")
    return Text.assemble((numbers, "dim"), (f"{row.kind} ", style), _line(row, old, new))


def _columns(hunk: list[Row], old: list[Text], new: list[Text], width: int) -> object:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False, width=width, padding=(0, 1, 0, 0))
    for name in ("number", "code") * 2:
        table.add_column(
            ratio=None if name == "number" else 1,
            justify="right" if name == "number" else "left",
            min_width=4 if name == "number" else None,
            overflow="fold",
            style="dim" if name == "number" else "",
        )
    for left, right in pairs(hunk):
        cells: list[Text] = []
        for row, number in ((left, left and left.before), (right, right and right.after)):
            if row is None:
                cells += [Text(""), Text("")]
                continue
            changed = row.kind in _SIGN_STYLES
            sign = Text(f"{row.kind} " if changed else "  ", style=_SIGN_STYLES.get(row.kind, ""))
            cells += [Text(str(number)), Text.assemble(sign, _line(row, old, new))]
        table.add_row(*cells)
    return table
