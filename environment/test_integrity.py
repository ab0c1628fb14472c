"""Test integrity: a migrated test file keeps its test functions and its assertions, a text file its examples.

Counts are `{test name: number of assertions}`, names qualified by class (`TestAge.test_old`). A text that
Python 3 parses is counted on its syntax tree; any other by its words, which needs no grammar of Python 2.
Both texts of a comparison are counted the same way.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Mapping
from pathlib import PurePosixPath

from environment.traces import is_document

#: What counts as an assertion: the statement, unittest's assert… and fail…, and pytest's and nose's raises.
_ASSERTING = re.compile(r"assert(_|[A-Z]|$)|fail(Unless|If|$)|raises$")
_WORDS = re.compile(
    r"""(?P<comment>\#[^\n]*)
      | (?P<string>[uUbBrR]{0,2}(?:'{3}(?:\\.|[^\\])*?'{3}|\"{3}(?:\\.|[^\\])*?\"{3}
            |'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"))
      | (?P<name>[A-Za-z_]\w*)
      | (?P<continued>\\\r?\n)
      | (?P<newline>\r\n?|\n)
      | (?P<space>[ \t\f]+)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)


#: An example of a text file, and the line below it: what it is expected to show, if anything.
_EXAMPLE = re.compile(r"^[ \t]*>>> (.*(?:\n[ \t]*\.\.\.(?: .*)?)*)(\n[ \t]*(?!>>> )\S)?", re.MULTILINE)


def is_test_file(key: str) -> bool:
    """Whether a file is one of tests, by the names that unittest, nose and pytest look for; text with examples is."""
    if is_document(key):
        return True
    path = PurePosixPath(key)
    if path.suffix not in ("", ".py"):
        return False
    stem = path.stem
    return (
        stem.startswith("test")
        or stem.endswith(("_test", "_tests"))
        or any(part in ("test", "tests") for part in path.parts[:-1])
    )


def lost_tests(before: Mapping[str, int], after: Mapping[str, int]) -> list[str]:
    """What `after` lacks, one line each: a test that is gone, or one with fewer assertions than before."""
    lost = []
    for name, assertions in before.items():
        if name not in after:
            lost.append(f"{name} is gone")
        elif after[name] < assertions:
            lost.append(f"{name} had {assertions} assertions and has {after[name]}")
    return lost


def lost_from(key: str, before: bytes, after: bytes) -> list[str]:
    """As `lost_tests`, for two texts of a file; nothing where it is none of tests."""
    if not is_test_file(key):
        return []
    texts = before.decode("utf-8", "replace"), after.decode("utf-8", "replace")
    if not is_document(key):
        return lost_tests_in(*texts)
    counts = zip(("examples", "examples that show something"), *map(_examples, texts), strict=True)
    return [f"it had {was} {what} and has {now}" for what, was, now in counts if now < was]


def _examples(text: str) -> tuple[int, int]:
    """How many examples doctest would run, and how many of them it would hold against what the text shows."""
    found = [e for e in _EXAMPLE.finditer(text.replace("\r\n", "\n")) if "+SKIP" not in e[1]]
    return len(found), sum(e[2] is not None for e in found)


def lost_tests_in(before: str, after: str) -> list[str]:
    """As `lost_tests`, for two texts of Python."""
    was = counts_by_tree(before)
    now = counts_by_tree(after) if was is not None else None
    if was is None or now is None:
        was, now = counts_by_words(before), counts_by_words(after)
    return lost_tests(was, now)


def counts_by_tree(source: str) -> dict[str, int] | None:
    """Tests and their assertions in a text that this Python parses; None for any other."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    counts: dict[str, int] = {}
    stack: list[tuple[ast.AST, str]] = [(tree, "")]
    while stack:
        node, prefix = stack.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)) and child.name.startswith("test"):
                name = prefix + child.name
                counts[name] = counts.get(name, 0) + sum(map(_asserts, ast.walk(child)))
            elif isinstance(child, ast.ClassDef):
                stack.append((child, f"{prefix}{child.name}."))
            else:
                stack.append((child, prefix))
    return counts


def _asserts(node: ast.AST) -> bool:
    if isinstance(node, ast.Assert):
        return True
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    name = ""
    if isinstance(called, ast.Attribute):
        name = called.attr
    elif isinstance(called, ast.Name):
        name = called.id
    return bool(_ASSERTING.match(name))


def counts_by_words(source: str) -> dict[str, int]:
    """Tests and their assertions in any text, by its words, indentation and brackets outside of strings."""
    counts: dict[str, int] = {}
    blocks: list[tuple[int, str, str]] = []  # indentation, keyword, name
    depth, indent, at_start = 0, 0, True
    previous, called = "", ""
    for match in _WORDS.finditer(source):
        kind, text = str(match.lastgroup), match.group()
        if kind == "newline" and depth == 0:
            at_start, indent, previous = True, 0, ""
        if kind == "space" and at_start:
            indent = len(text.expandtabs())
        if kind in ("newline", "space", "comment", "continued"):
            continue
        if at_start:
            at_start = False
            while blocks and blocks[-1][0] >= indent:
                blocks.pop()
        if kind == "name":
            defined = previous in ("def", "class")
            called = "" if defined else text
            if defined:
                blocks.append((indent, previous, text))
                _open(counts, blocks)
            elif text == "assert":
                _count(counts, blocks)
        elif text == "(" and called == previous != "assert" and _ASSERTING.match(called):
            _count(counts, blocks)
        if kind == "other":
            depth = max(0, depth + (text in "([{") - (text in ")]}"))
        previous = text
    return counts


def _enclosing_test(blocks: list[tuple[int, str, str]]) -> str:
    """Qualified name of the outermost test function around, or ''."""
    names: list[str] = []
    for _, keyword, name in blocks:
        if keyword == "class":
            names.append(name)
        elif name.startswith("test"):
            return ".".join([*names, name])
    return ""


def _open(counts: dict[str, int], blocks: list[tuple[int, str, str]]) -> None:
    test = _enclosing_test(blocks)
    if test and blocks[-1][1] == "def":
        counts.setdefault(test, 0)


def _count(counts: dict[str, int], blocks: list[tuple[int, str, str]]) -> None:
    test = _enclosing_test(blocks)
    if test:
        counts[test] = counts.get(test, 0) + 1
