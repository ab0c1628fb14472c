"""Bytes to text and back, by the rules of PEP 263: byte order mark, coding cookie, newline style."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from itertools import accumulate, count
from operator import add

from migration.source.stray_octets import without_stray_octets

COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:#.*)?$")


class UndecodableError(ValueError):
    """The bytes are no Python source text; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A decoded source file: its text (newlines as found), the codec's name and whether a BOM was there.

    `stray_line` is the first line with octets that the declared codec can't read, where Python 2 read the file all the
    same and they have been made readable; else 0.
    """

    text: str
    encoding: str = "utf-8"
    bom: bool = False
    stray_line: int = 0

    def encode(self, text: str) -> bytes:
        """`text` in this file's own convention. Raises UndecodableError when the codec can't express it."""
        try:
            data = text.encode(self.encoding)
        except UnicodeEncodeError as error:
            raise UndecodableError(
                f"the file declares {self.encoding}, which can't express {error.object[error.start]!r}"
            ) from None
        return codecs.BOM_UTF8 + data if self.bom else data


def declared_encoding(data: bytes) -> str | None:
    """The codec named by a coding cookie in the first two lines, or None. The name is as written."""
    for line in re.split(rb"\r\n|\r|\n", data, maxsplit=2)[:2]:
        match = COOKIE.match(line)
        if match:
            return match.group(1).decode("ascii")
        if not _BLANK.match(line):
            return None
    return None


def decode(data: bytes) -> SourceText:
    """Decode a source file: BOM, else cookie, else UTF-8 (of which ASCII is a part).

    Raises UndecodableError for NUL bytes, an unknown or non-text codec, and bytes that don't fit the codec.
    """
    if b"\0" in data:
        raise UndecodableError("contains NUL bytes: a binary file, or UTF-16; re-encode it as UTF-8")
    bom = data.startswith(codecs.BOM_UTF8)
    body = data[len(codecs.BOM_UTF8) :] if bom else data
    cookie = declared_encoding(body)
    encoding = "utf-8" if bom or cookie is None else _python_codec(cookie)
    try:
        return SourceText(body.decode(encoding), encoding, bom)
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        mended = without_stray_octets(body) if encoding == "utf-8" and (bom or cookie) else None
        if mended is not None:
            return SourceText(mended, encoding, bom, line)
        remedy = (
            "add a coding cookie such as '# -*- coding: latin-1 -*-'" if cookie is None else "fix the cookie"
        )
        raise UndecodableError(
            f"line {line} is not valid {encoding}; {remedy} or re-encode the file"
        ) from None


def _python_codec(name: str) -> str:
    normal = name.lower().replace("_", "-")
    if normal == "utf-8" or normal.startswith("utf-8-"):
        return "utf-8"
    try:
        info = codecs.lookup(name)
    except LookupError:
        raise UndecodableError(f"declares the unknown encoding {name!r}; correct its coding cookie") from None
    if not getattr(info, "_is_text_encoding", True):
        raise UndecodableError(f"declares {name!r}, which is not a text encoding; correct its coding cookie")
    return info.name


def line_starts(text: str) -> list[int]:
    """The offset at which each line of `text` begins; only \\n ends one."""
    lines = text.split("\n")
    lines.pop()
    return list(map(add, accumulate(map(len, lines), initial=0), count()))


def unify_newlines(text: str) -> tuple[str, str]:
    """`text` with every line end as \\n, and the style found: '\\n', '\\r\\n', '\\r', or '' when mixed."""
    if "\r" not in text:
        return text, "\n"
    pairs, singles = text.count("\r\n"), text.count("\r")
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    if pairs == singles == unified.count("\n"):
        return unified, "\r\n"
    if pairs == 0 and singles == unified.count("\n"):
        return unified, "\r"
    return unified, ""


def restore_newlines(new: str, original: str, style: str) -> str:
    """Give `new` (with \\n) the line ends of `original`; when these are mixed, unchanged lines keep
    theirs.
    """
    if style == "\n":
        return new
    if style:
        return new.replace("\n", style)
    from difflib import SequenceMatcher

    old_lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z", original)
    ends = [line[len(line.rstrip("\r\n")) :] for line in old_lines]
    new_lines = new.split("\n")
    usual = max(("\r\n", "\r", "\n"), key=ends.count)
    result = [usual] * len(new_lines)
    matcher = SequenceMatcher(None, [line.rstrip("\r\n") for line in old_lines], new_lines, autojunk=False)
    for block in matcher.get_matching_blocks():
        result[block.b : block.b + block.size] = [e or usual for e in ends[block.a : block.a + block.size]]
    return "".join(f"{line}{end}" for line, end in zip(new_lines[:-1], result, strict=False)) + new_lines[-1]
