"""Text of targets and models made safe to show: what would steer a terminal or reorder a line is spelled out."""

from __future__ import annotations

import re

#: Control characters (but tab and newline), bidirectional overrides and isolates, zero-width marks, lone surrogates.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)


def visible(text: object) -> str:
    r"""`text` with every character that shows nothing of itself as its escape (`\x1b`, `\u202e`).

    A terminal then executes nothing that a file name, a source text or an error message holds, and a line reads in
    the order in which it is compiled (CVE-2021-42574, "Trojan Source").
    """
    return _UNSEEN.sub(_escape, str(text))


def one_line(text: object, limit: int = 0) -> str:
    """`visible` text on one line, blanks folded; cut at `limit` characters (0: whole)."""
    line = visible(" ".join(str(text).split()))
    return f"{line[: limit - 1]}…" if limit and len(line) > limit else line


def _escape(found: re.Match[str]) -> str:
    code = ord(found.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
