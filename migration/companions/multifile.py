"""The parts of a message, read each like a file: stands in for Python 2's module multifile."""

from __future__ import annotations

from typing import Any

__all__ = ["Error", "MultiFile"]


class Error(Exception):
    """A message that ends too early, or a part that can't be gone to."""


class MultiFile:
    """A file that ends at the boundary pushed last, until the next part is asked for, or the boundary is popped."""

    seekable = 0

    def __init__(self, fp: Any, seekable: int = 1) -> None:
        self.fp = fp
        self.stack: list[str] = []
        # How many of the boundaries were met, counted from the last, and whether it was the end of its parts.
        self.level = 0
        self.last = 0
        self._nothing: Any = ""
        if seekable:
            self.seekable = 1
            self.start = fp.tell()
            self.lastpos = 0
            self.posstack: list[int] = []

    def tell(self) -> int:
        """The place in this part."""
        here: int = self.lastpos if self.level > 0 else self.fp.tell() - self.start
        return here

    def seek(self, pos: int, whence: int = 0) -> None:
        """Go to a place in this part that was read."""
        here = self.tell()
        if whence == 1:
            pos += here
        elif whence == 2:
            if self.level == 0:
                raise Error("can't use whence=2 yet")
            pos += self.lastpos
        if not 0 <= pos <= here or (self.level > 0 and pos > self.lastpos):
            raise Error("bad MultiFile.seek() call")
        self.fp.seek(pos + self.start)
        self.level = self.last = 0

    def readline(self) -> Any:
        """A line of this part, text or octets as the file has them; an empty one at its end."""
        if self.level > 0:
            return self._nothing
        line = self.fp.readline()
        self._nothing = line[:0]
        if not line:
            self.level = len(self.stack)
            self.last = int(self.level > 0)
            if self.last:
                raise Error("sudden EOF in MultiFile.readline()")
            return line
        text = line if isinstance(line, str) else line.decode("latin-1")
        if self.is_data(text):
            return line
        marker = text.rstrip()
        for level, boundary in enumerate(reversed(self.stack), 1):
            for last, met in enumerate((self.section_divider(boundary), self.end_marker(boundary))):
                if marker == met:
                    self.last = last
                    return self._ended(level, line)
        return line

    def _ended(self, level: int, line: Any) -> Any:
        if self.seekable:
            self.lastpos = self.tell() - len(line)
        self.level = level
        if level > 1:
            raise Error("Missing endmarker in MultiFile.readline()")
        return self._nothing

    def readlines(self) -> list[Any]:
        """The lines that are left of this part."""
        lines = []
        while line := self.readline():
            lines.append(line)
        return lines

    def read(self) -> Any:
        """What is left of this part."""
        lines = self.readlines()
        return self._nothing.join(lines)

    def next(self) -> int:
        """Go to the next part: whether there is one."""
        while self.readline():
            pass
        if self.level > 1 or self.last:
            return 0
        self.level = self.last = 0
        if self.seekable:
            self.start = self.fp.tell()
        return 1

    __next__ = next

    def push(self, sep: str) -> None:
        """End at a boundary from now on."""
        if self.level > 0:
            raise Error("bad MultiFile.push() call")
        self.stack.append(sep)
        if self.seekable:
            self.posstack.append(self.start)
            self.start = self.fp.tell()

    def pop(self) -> None:
        """Forget the boundary that was pushed last."""
        if not self.stack:
            raise Error("bad MultiFile.pop() call")
        if self.level <= 1:
            self.last = 0
        ended = self.lastpos + self.start if self.seekable and self.level > 1 else 0
        self.level = max(0, self.level - 1)
        self.stack.pop()
        if self.seekable:
            self.start = self.posstack.pop()
            if self.level > 0:
                self.lastpos = ended - self.start

    def is_data(self, line: str) -> bool:
        """Whether a line is surely no boundary."""
        return line[:2] != "--"

    def section_divider(self, str: str) -> str:
        """The line between two parts."""
        return "--" + str

    def end_marker(self, str: str) -> str:
        """The line behind the last part."""
        return "--" + str + "--"
