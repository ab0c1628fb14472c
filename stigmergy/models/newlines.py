"""Line ends: models are asked and answer with LF, files keep their own."""

from __future__ import annotations


def newline_of(text: str) -> str:
    """The line end that `text` uses most: CRLF, CR or LF."""
    crlf = text.count("\r\n")
    counts = {"\n": text.count("\n") - crlf, "\r\n": crlf, "\r": text.count("\r") - crlf}
    return max(counts, key=lambda newline: counts[newline])


def with_newlines(text: str, newline: str) -> str:
    """`text` with every line end as `newline`."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return plain if newline == "\n" else plain.replace("\n", newline)
