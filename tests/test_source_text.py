"""Bytes to text and back: cookies, BOM, newline styles, and what is no source text."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from migration.source.source_text import UndecodableError, decode, restore_newlines, unify_newlines


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"x = 1\n", "utf-8"),
        ("é = 1\n".encode(), "utf-8"),
        (codecs.BOM_UTF8 + "é\n".encode(), "utf-8"),
        ("# -*- coding: latin-1 -*-\né\n".encode("latin-1"), "iso8859-1"),
        ("#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n€\n".encode("cp1252"), "cp1252"),
        (b"# coding: utf8\r\nx\r\n", "utf-8"),
    ],
)
def test_decodes_and_encodes_to_the_same_bytes(data: bytes, encoding: str) -> None:
    source = decode(data)
    assert source.encoding == encoding
    assert source.encode(source.text) == data


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"a\0b", "NUL"),
        ("é\n".encode("latin-1"), "coding cookie"),
        (b"# coding: no-such-codec\n", "unknown encoding"),
        (b"# coding: hex\n", "not a text encoding"),
        (b"# coding: utf-8\n\xff\n", "line 2"),
        (b"# coding: utf-8\nx = u'\xff'\n", "line 2"),
        (b"# coding: utf-8\nx = r'\xff'\n", "line 2"),
        (b"# coding: utf-8\nx = '\\\xff'\n", "line 2"),
    ],
)
def test_says_why_bytes_are_no_source_text(data: bytes, reason: str) -> None:
    with pytest.raises(UndecodableError, match=reason):
        decode(data)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"# \xa9 by Jos\xe9\n", "# \u00a9 by Jos\u00e9\n"),
        (b"x = 1 # \x93\xc3\xa9\x94\r\n", "x = 1 # \u201c\u00e9\u201d\r\n"),
        (b"x = 'caf\xe9'\n", "x = 'caf\\xe9'\n"),
        (b'"""Jos\xe9\n"""\n', '"""Jos\\xe9\n"""\n'),
    ],
)
def test_octets_that_python_2_never_looked_at_become_readable(before: bytes, after: str) -> None:
    source = decode(b"# coding: utf-8\n" + before)
    assert source.text == "# coding: utf-8\n" + after
    assert source.stray_line == 2


def test_a_cookie_after_code_is_none() -> None:
    assert decode("x = 1\n# coding: latin-1\né\n".encode()).text.endswith("é\n")


def test_says_when_the_codec_cannot_express_the_new_text() -> None:
    with pytest.raises(UndecodableError, match="iso8859-1"):
        decode(b"# coding: latin-1\n").encode("# coding: latin-1\n€\n")


@given(
    st.lists(st.tuples(st.text(st.sampled_from("ab c"), max_size=3), st.sampled_from(["\n", "\r\n", "\r"])))
)
def test_unchanged_text_keeps_its_newlines(lines: list[tuple[str, str]]) -> None:
    text = "".join(a + b for a, b in lines)
    unified, style = unify_newlines(text)
    assert "\r" not in unified
    assert restore_newlines(unified, text, style) == text


def test_mixed_newlines_stay_on_the_lines_that_stay() -> None:
    text = "a\r\nb\nc\r\nd\r\n"
    unified, style = unify_newlines(text)
    assert restore_newlines(unified.replace("c", "C\nD"), text, style) == "a\r\nb\nC\r\nD\r\nd\r\n"
