"""Flowing text, told to a writer as paragraphs, fonts and margins: stands in for the module formatter.

A formatter is told what stands in a document, and tells a writer what is to be set: white space is one blank, a
paragraph ends once, however often that is asked for.
"""

from __future__ import annotations

import sys
from typing import Any, TextIO

__all__ = ["AS_IS", "AbstractFormatter", "AbstractWriter", "DumbWriter", "NullFormatter", "NullWriter"]

AS_IS = None
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


class NullFormatter:
    """Takes everything and does nothing; its writer does nothing either, unless one is given."""

    def __init__(self, writer: Any = None) -> None:
        self.writer = NullWriter() if writer is None else writer

    def end_paragraph(self, blankline: int) -> None:
        """A paragraph is over; so many blank lines follow at least."""

    def add_line_break(self) -> None:
        """The line is over."""

    def add_hor_rule(self, *args: Any, **kw: Any) -> None:
        """A horizontal rule."""

    def add_label_data(self, format: Any, counter: int, blankline: int | None = None) -> None:
        """What a list puts before an entry."""

    def add_flowing_data(self, data: str) -> None:
        """Text whose white space may change."""

    def add_literal_data(self, data: str) -> None:
        """Text as it is."""

    def flush_softspace(self) -> None:
        """Write the blank that is due."""

    def push_alignment(self, align: Any) -> None:
        """Align what follows so."""

    def pop_alignment(self) -> None:
        """Align as before."""

    def push_font(self, x: Any) -> None:
        """Set what follows in this font: size, italic, bold, teletype."""

    def pop_font(self) -> None:
        """Set as before."""

    def push_margin(self, margin: Any) -> None:
        """Indent what follows."""

    def pop_margin(self) -> None:
        """Indent as before."""

    def set_spacing(self, spacing: Any) -> None:
        """The space between lines."""

    def push_style(self, *styles: Any) -> None:
        """Add styles."""

    def pop_style(self, n: int = 1) -> None:
        """Take the last styles off."""

    def assert_line_data(self, flag: int = 1) -> None:
        """Say that text went to the writer past the formatter."""


class AbstractFormatter(NullFormatter):
    """Tells its writer what to set."""

    def __init__(self, writer: Any) -> None:
        super().__init__(writer)
        self.align: Any = None
        self.spacing: Any = None
        self.align_stack: list[Any] = []
        self.font_stack: list[Any] = []
        self.margin_stack: list[Any] = []
        self.style_stack: list[Any] = []
        self.nospace = self.para_end = self.hard_break = 1
        self.softspace: Any = 0
        self.parskip = self.have_label = 0

    def end_paragraph(self, blankline: int) -> None:
        """End the line, and see that so many blank lines follow."""
        if not self.hard_break:
            self.writer.send_line_break()
            self.have_label = 0
        if self.parskip < blankline and not self.have_label:
            self.writer.send_paragraph(blankline - self.parskip)
            self.parskip, self.have_label = blankline, 0
        self.hard_break = self.nospace = self.para_end = 1
        self.softspace = 0

    def add_line_break(self) -> None:
        """End the line, if anything stands on it."""
        if not (self.hard_break or self.para_end):
            self.writer.send_line_break()
            self.have_label = self.parskip = 0
        self.hard_break = self.nospace = 1
        self.softspace = 0

    def add_hor_rule(self, *args: Any, **kw: Any) -> None:
        """A horizontal rule on a line of its own."""
        if not self.hard_break:
            self.writer.send_line_break()
        self.writer.send_hor_rule(*args, **kw)
        self.hard_break = self.nospace = 1
        self.have_label = self.para_end = self.softspace = self.parskip = 0

    def add_label_data(self, format: Any, counter: int, blankline: int | None = None) -> None:
        """A label on a new line; one that is text counts."""
        if self.have_label or not self.hard_break:
            self.writer.send_line_break()
        if not self.para_end:
            self.writer.send_paragraph(1 if blankline else 0)
        self.writer.send_label_data(
            self.format_counter(format, counter) if isinstance(format, str) else format
        )
        self.nospace = self.have_label = self.hard_break = self.para_end = 1
        self.softspace = self.parskip = 0

    def format_counter(self, format: str, counter: int) -> str:
        """The label: `1`, `a`, `A`, `i` and `I` stand for the number so spelled."""
        label = ""
        for character in format:
            if character == "1":
                label += str(counter)
            elif character in "aA":
                label += self.format_letter(character, counter) if counter > 0 else ""
            elif character in "iI":
                label += self.format_roman(character, counter) if counter > 0 else ""
            else:
                label += character
        return label

    def format_letter(self, case: str, counter: int) -> str:
        """The number in letters: a … z, aa …."""
        label = ""
        while counter > 0:
            counter, digit = divmod(counter - 1, 26)
            label = chr(ord(case) + digit) + label
        return label

    def format_roman(self, case: str, counter: int) -> str:
        """The number in Roman digits."""
        label = ""
        for value, digits in _ROMAN:
            count, counter = divmod(counter, value)
            label += digits * count
        return label.upper() if case == "I" else label

    def add_flowing_data(self, data: str) -> None:
        """Words, a blank between them, and one before or behind them where there was white space."""
        if not data:
            return
        before, after = data[:1].isspace(), data[-1:].isspace()
        data = " ".join(data.split())
        if self.nospace and not data:
            return
        if before or self.softspace:
            if not data:
                self.softspace, self.parskip = 1, 0
                return
            if not self.nospace:
                data = " " + data
        self.hard_break = self.nospace = self.para_end = self.parskip = self.have_label = 0
        self.softspace = after
        self.writer.send_flowing_data(data)

    def add_literal_data(self, data: str) -> None:
        """Text as it is, behind the blank that is due."""
        if not data:
            return
        if self.softspace:
            self.writer.send_flowing_data(" ")
        self.hard_break = int(data.endswith("\n"))
        self.nospace = self.para_end = self.softspace = self.parskip = self.have_label = 0
        self.writer.send_literal_data(data)

    def flush_softspace(self) -> None:
        """Write the blank that is due."""
        if self.softspace:
            self.parskip = self.have_label = 0
        self._end_space()

    def _end_space(self) -> None:
        if self.softspace:
            self.hard_break = self.para_end = self.softspace = 0
            self.nospace = 1
            self.writer.send_flowing_data(" ")

    def push_alignment(self, align: Any) -> None:
        """Align what follows so; an empty alignment is the one there is."""
        if align and align != self.align:
            self.writer.new_alignment(align)
            self.align = align
        self.align_stack.append(align or self.align)

    def pop_alignment(self) -> None:
        """Align as before."""
        del self.align_stack[-1:]
        self.align = self.align_stack[-1] if self.align_stack else None
        self.writer.new_alignment(self.align)

    def push_font(self, font: Any) -> None:
        """Set what follows in this font; what is AS_IS in it stays."""
        self._end_space()
        wanted = tuple(font)
        if self.font_stack:
            wanted = tuple(
                old if new is AS_IS else new for new, old in zip(wanted, self.font_stack[-1], strict=True)
            )
        self.font_stack.append(wanted)
        self.writer.new_font(wanted)

    def pop_font(self) -> None:
        """Set as before."""
        del self.font_stack[-1:]
        self.writer.new_font(self.font_stack[-1] if self.font_stack else None)

    def push_margin(self, margin: Any) -> None:
        """Indent what follows; an empty margin is the last one again."""
        self.margin_stack.append(margin)
        self._tell_margin(margin)

    def pop_margin(self) -> None:
        """Indent as before."""
        del self.margin_stack[-1:]
        self._tell_margin(None)

    def _tell_margin(self, margin: Any) -> None:
        margins = [m for m in self.margin_stack if m]
        self.writer.new_margin(margin or (margins[-1] if margins else margin), len(margins))

    def set_spacing(self, spacing: Any) -> None:
        """The space between lines."""
        self.spacing = spacing
        self.writer.new_spacing(spacing)

    def push_style(self, *styles: Any) -> None:
        """Add styles."""
        self._end_space()
        self.style_stack += styles
        self.writer.new_styles(tuple(self.style_stack))

    def pop_style(self, n: int = 1) -> None:
        """Take the last `n` styles off."""
        del self.style_stack[-n:]
        self.writer.new_styles(tuple(self.style_stack))

    def assert_line_data(self, flag: int = 1) -> None:
        """Say that text went to the writer past the formatter."""
        self.nospace = self.hard_break = int(not flag)
        self.para_end = self.parskip = self.have_label = 0


class NullWriter:
    """Takes everything and writes nothing."""

    def flush(self) -> None:
        """Write what waits."""

    def new_alignment(self, align: Any) -> None:
        """What follows is aligned so."""

    def new_font(self, font: Any) -> None:
        """What follows is set in this font."""

    def new_margin(self, margin: Any, level: int) -> None:
        """What follows is indented; `level` counts the margins."""

    def new_spacing(self, spacing: Any) -> None:
        """The space between lines."""

    def new_styles(self, styles: tuple[Any, ...]) -> None:
        """All styles that hold for what follows."""

    def send_paragraph(self, blankline: int) -> None:
        """So many blank lines."""

    def send_line_break(self) -> None:
        """The line is over."""

    def send_hor_rule(self, *args: Any, **kw: Any) -> None:
        """A horizontal rule."""

    def send_label_data(self, data: str) -> None:
        """What stands before an entry of a list."""

    def send_flowing_data(self, data: str) -> None:
        """Text that may be broken into lines."""

    def send_literal_data(self, data: str) -> None:
        """Text as it is."""


class AbstractWriter(NullWriter):
    """Prints what it is told."""

    def new_alignment(self, align: Any) -> None:
        """Print it."""
        print(f"new_alignment({align!r})")

    def new_font(self, font: Any) -> None:
        """Print it."""
        print(f"new_font({font!r})")

    def new_margin(self, margin: Any, level: int) -> None:
        """Print it."""
        print(f"new_margin({margin!r}, {level})")

    def new_spacing(self, spacing: Any) -> None:
        """Print it."""
        print(f"new_spacing({spacing!r})")

    def new_styles(self, styles: tuple[Any, ...]) -> None:
        """Print it."""
        print(f"new_styles({styles!r})")

    def send_paragraph(self, blankline: int) -> None:
        """Print it."""
        print(f"send_paragraph({blankline!r})")

    def send_line_break(self) -> None:
        """Print it."""
        print("send_line_break()")

    def send_hor_rule(self, *args: Any, **kw: Any) -> None:
        """Print it."""
        print("send_hor_rule()")

    def send_label_data(self, data: str) -> None:
        """Print it."""
        print(f"send_label_data({data!r})")

    def send_flowing_data(self, data: str) -> None:
        """Print it."""
        print(f"send_flowing_data({data!r})")

    def send_literal_data(self, data: str) -> None:
        """Print it."""
        print(f"send_literal_data({data!r})")


class DumbWriter(NullWriter):
    """Writes plain text to a file, with lines of at most `maxcol` characters."""

    def __init__(self, file: TextIO | None = None, maxcol: int = 72) -> None:
        self.file: Any = file or sys.stdout
        self.maxcol = maxcol
        self.reset()

    def reset(self) -> None:
        """Begin a new line."""
        self.col = 0
        self.atbreak: Any = 0

    def send_paragraph(self, blankline: int) -> None:
        """Blank lines."""
        self.file.write("\n" * blankline)
        self.reset()

    def send_line_break(self) -> None:
        """End the line."""
        self.file.write("\n")
        self.reset()

    def send_hor_rule(self, *args: Any, **kw: Any) -> None:
        """A line of hyphens."""
        self.file.write("\n" + "-" * self.maxcol + "\n")
        self.reset()

    def send_literal_data(self, data: str) -> None:
        """Text as it is."""
        self.file.write(data)
        _, newline, last = data.rpartition("\n")
        self.col = len(last.expandtabs()) + (0 if newline else self.col)
        self.atbreak = 0

    def send_flowing_data(self, data: str) -> None:
        """Words, broken into lines."""
        if not data:
            return
        between = self.atbreak or data[0].isspace()
        for word in data.split():
            if between:
                if self.col + len(word) >= self.maxcol:
                    self.file.write("\n")
                    self.col = 0
                else:
                    self.file.write(" ")
                    self.col += 1
            self.file.write(word)
            self.col += len(word)
            between = 1
        self.atbreak = data[-1].isspace()
