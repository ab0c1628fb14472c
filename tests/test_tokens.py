"""The tokenizer: it covers any text exactly, knows Python 2's tokens, and recovers from what is no Python."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from migration.source.source_text import UndecodableError, decode
from migration.source.tokens import Kind, Tokens, cut

FRAGMENTS = st.lists(
    st.sampled_from(
        [
            "print",
            " ",
            "\n",
            "'a",
            '"',
            "'''",
            "\\\n",
            "\\",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            "lambda x: 1",
            ":",
            ";",
            "#c",
            "0777",
            "10L",
            "ur'x'",
            "`",
            "<>",
            ">>",
            "é",
            "$",
            "\t",
            "\x0c",
            "def f(",
            "if a:",
            "1.5e3",
            "0xFFl",
            ",",
            "\x01",
        ]
    ),
    max_size=40,
).map("".join)


@pytest.fixture
def python2() -> str:
    """A Python 2.7 that runs, or skip."""
    home = Path.home() / ".pyenv" / "versions"
    named = [
        os.environ.get("STIGMERGY_PYTHON2"),
        shutil.which("python2.7"),
        *map(str, home.glob("2.7*/bin/python2.7")),
    ]
    for candidate in filter(None, named):
        try:
            subprocess.run([candidate, "-c", "pass"], check=True, capture_output=True, timeout=20)
        except (OSError, subprocess.SubprocessError):
            continue
        return candidate
    pytest.skip("no Python 2.7 found")


def texts(source: str) -> list[str]:
    return Tokens(source).texts


@given(st.one_of(st.text(), FRAGMENTS))
def test_pieces_cover_any_text_exactly(text: str) -> None:
    assert "".join(cut(text)) == text


@given(FRAGMENTS)
@example("(\ndef f(")  # the end of the first line is implied by the keyword
def test_spans_are_in_order_and_read_as_the_token(text: str) -> None:
    tokens = Tokens(text)
    position = 0
    for index, token in enumerate(tokens.texts):
        start, end = tokens.starts[index], tokens.ends[index]
        assert position <= start <= end <= len(text)
        if token != "\n":
            assert text[start:end] == token
        position = end
    for first in tokens.lines:
        assert list(tokens.statements(first)) is not None


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a<>b", ["a", "<>", "b", "\n"]),
        ("`x`", ["`", "x", "`", "\n"]),
        ('ur\'\\d\' b\'x\' Ur"""y\n"""', ["ur'\\d'", "b'x'", 'Ur"""y\n"""', "\n"]),
        ("print'x'", ["print", "'x'", "\n"]),
        (
            "0777 10L 0xFFl .5 1. 1e5 3j 1if",
            ["0777", "10L", "0xFFl", ".5", "1.", "1e5", "3j", "1", "if", "\n"],
        ),
        ("a\\\n+b", ["a", "+", "b", "\n"]),
        ("f(\n1, # c\n2)\nx", ["f", "(", "1", ",", "2", ")", "\n", "x", "\n"]),
        ("a **= b >>= c // d", ["a", "**=", "b", ">>=", "c", "//", "d", "\n"]),
        ("'a\\\nb'", ["'a\\\nb'", "\n"]),
    ],
)
def test_tokens_of_python2(source: str, expected: list[str]) -> None:
    assert texts(source) == expected


def test_kinds() -> None:
    tokens = Tokens("x 1 u'a' + 'b\n")
    assert [tokens.kind(i) for i in range(len(tokens))] == [
        Kind.NAME,
        Kind.NUMBER,
        Kind.STRING,
        Kind.OP,
        Kind.STRING,
        Kind.NEWLINE,
    ]


@pytest.mark.parametrize(
    "broken", ["x = (1,\ndef f():\n    pass\n", "x = [\nimport a\n", "f(g(\nclass A:\n    pass\n"]
)
def test_an_open_bracket_ends_where_a_statement_can_only_begin(broken: str) -> None:
    assert len(Tokens(broken).lines) >= 2


def test_an_unterminated_string_ends_with_its_line() -> None:
    assert texts("a = 'x\nb = 1\n") == ["a", "=", "'x", "\n", "b", "=", "1", "\n"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("if a: b; c", ["if a:", "b", "c"]),
        ("print lambda x: y; z", ["print lambda x: y", "z"]),
        ("if {1: 2}[a:b]: pass", ["if {1: 2}[a:b]:", "pass"]),
        ("while lambda: 1: x", ["while lambda: 1:", "x"]),
        ("x = lambda a=lambda: 1: a", ["x = lambda a=lambda: 1: a"]),
        ("class A: pass", ["class A:", "pass"]),
        ("a; b;", ["a", "b"]),
    ],
)
def test_statements_of_a_line(line: str, expected: list[str]) -> None:
    tokens = Tokens(line)
    found = [line[slice(*tokens.span(s.first, s.last))] for s in tokens.statements(0)]
    assert found == expected


def test_split_knows_brackets_backticks_and_lambdas() -> None:
    source = "a, (b, c), lambda x, y: x, `d, e`, "
    tokens = Tokens(source)
    parts = [source[slice(*tokens.span(*p))] for p in tokens.split(0, len(tokens) - 1)]
    assert parts == ["a", "(b, c)", "lambda x, y: x", "`d, e`", ""]


@pytest.mark.slow
@pytest.mark.python2
def test_the_standard_library_of_python2_is_covered(python2: str) -> None:
    command = [python2, "-c", "import os; print(os.path.dirname(os.__file__))"]
    library = Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())
    seen = 0
    for path in sorted(library.rglob("*.py")):
        try:
            text = decode(path.read_bytes()).text
        except UndecodableError:
            continue
        assert "".join(cut(text)) == text
        seen += 1
    assert seen > 500


def test_tokens_within_a_span_are_those_that_begin_there() -> None:
    tokens = Tokens("a = 'b' 'c' # 'd'\ne\n")
    assert [tokens.texts[i] for i in tokens.within(4, 11)] == ["'b'", "'c'"]
    assert not tokens.within(5, 8) and not tokens.within(99, 120)
