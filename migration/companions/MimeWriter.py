"""Messages with parts, written one after the other: stands in for Python 2's module MimeWriter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

try:
    from . import mimetools
except ImportError:
    import mimetools  # type: ignore[import-not-found, no-redef]

__all__ = ["MimeWriter"]

_Parameters = Sequence[tuple[str, Any]]


class MimeWriter:
    """A message, or a part of one, that goes to a file as it is told: headers first, then its body or its parts."""

    def __init__(self, fp: Any) -> None:
        self._fp = fp
        self._headers: list[str] = []
        self._boundary = ""

    def addheader(self, key: str, value: str, prefix: int = 0) -> None:
        """Keep a header for later, behind those there are or, with `prefix`, before them."""
        lines = value.strip("\n").split("\n")
        folded = "\n".join([lines[0], *("    " + line.strip() for line in lines[1:])])
        self._headers.insert(0 if prefix else len(self._headers), f"{key}: {folded}\n")

    def flushheaders(self) -> None:
        """Write the headers, and forget them."""
        headers, self._headers = self._headers, []
        for header in headers:
            self._write(header)

    def startbody(self, ctype: str, plist: _Parameters = (), prefix: int = 1) -> Any:
        """End the headers by the type of what follows; the file that it is to be written to."""
        parameters = "".join(f';\n {name}="{value}"' for name, value in plist)
        self.addheader("Content-Type", ctype + parameters, prefix=prefix)
        self.flushheaders()
        self._write("\n")
        return self._fp

    def startmultipartbody(
        self, subtype: str, boundary: str | None = None, plist: _Parameters = (), prefix: int = 1
    ) -> Any:
        """End the headers of a message with parts; what is written to the file now stands before those."""
        self._boundary = boundary or mimetools.choose_boundary()
        return self.startbody(f"multipart/{subtype}", [("boundary", self._boundary), *plist], prefix=prefix)

    def nextpart(self) -> MimeWriter:
        """Begin a part: what it is written with."""
        self._write(f"\n--{self._boundary}\n")
        return self.__class__(self._fp)

    def lastpart(self) -> None:
        """End the message after its last part."""
        self._write(f"\n--{self._boundary}--\n")

    def _write(self, text: str) -> None:
        """To a file of text, or of octets, which are the characters then (Latin-1)."""
        try:
            self._fp.write(text)
        except TypeError:
            self._fp.write(text.encode("latin-1"))
