"""Tools over a tree of files: list, search, read, definitions and uses of a name, Python in the sandbox."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path

from baselines.contained import CommandRunner
from baselines.toolloop.names import occurrences
from baselines.toolloop.tools import Parameter, Tool, ToolError
from environment.guardrails import GuardrailViolation
from environment.tree_files import read_file, walk
from migration.source.source_text import UndecodableError, decode

#: Lines that one search shows, and lines that one read shows at most.
MAX_HITS, MAX_LINES = 60, 400
#: Longest line that is shown whole.
_WIDTH = 200
#: A larger file is not source code that anybody reads.
_MAX_BYTES = 2_000_000


class Tree:
    """The files below a folder, as text. Symbolic links are not followed; version control is not shown."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def keys(self) -> list[str]:
        """Keys of all ordinary files, sorted."""
        return sorted(found.key for found in walk(self.root) if found.is_file and _is_shown(found.key))

    def text(self, key: str) -> str:
        """A file's text. Raises ToolError with the reason when there is none."""
        try:
            data = read_file(self.root, key)
        except FileNotFoundError:
            raise ToolError(f"there is no file {key!r}") from None
        except (OSError, GuardrailViolation) as error:
            raise ToolError(f"{key!r} can't be read: {error}") from None
        if len(data) > _MAX_BYTES or b"\0" in data:
            raise ToolError(f"{key!r} is no text")
        try:
            return decode(data).text
        except UndecodableError:
            return data.decode("utf-8", "replace")

    def texts(self, pattern: str = "*.py") -> Iterator[tuple[str, str]]:
        """The files whose key, or name, fits the glob `pattern`, with their texts."""
        for key in self.keys():
            if fnmatch(key, pattern) or fnmatch(key.rpartition("/")[2], pattern) or key == pattern:
                try:
                    yield key, self.text(key)
                except ToolError:
                    continue


def _is_shown(key: str) -> bool:
    return "__pycache__/" not in key and not key.endswith((".pyc", ".pyo"))


def looking_tools(tree: Tree) -> list[Tool]:
    """The tools that only look."""

    def files(pattern: str) -> str:
        found = [key for key, _ in tree.texts(pattern)]
        return "\n".join(found) or f"no file fits {pattern!r}"

    def search(pattern: str, path: str) -> str:
        try:
            wanted = re.compile(pattern)
        except re.error as error:
            raise ToolError(f"{pattern!r} is no regular expression: {error}") from None
        hits = (
            (key, number, line)
            for key, text in tree.texts(path)
            for number, line in enumerate(text.split("\n"), 1)
            if wanted.search(line[:2000])
        )
        return _listed(hits, f"nothing matches {pattern!r} in {path}")

    def read(path: str, start: int, end: int) -> str:
        lines = tree.text(path).split("\n")
        first = max(1, start)
        last = min(len(lines), end or len(lines), first + MAX_LINES - 1)
        if first > len(lines):
            raise ToolError(f"{path} has {len(lines)} lines")
        shown = "\n".join(f"{n:>5}  {lines[n - 1]}" for n in range(first, last + 1))
        more = f"\n[{path} has {len(lines)} lines]" if (first, last) != (1, len(lines)) else ""
        return shown + more

    def definitions(name: str) -> str:
        return _named(name, True)

    def uses(name: str) -> str:
        return _named(name, False)

    def _named(name: str, defined: bool) -> str:
        last = name.rpartition(".")[2].strip()
        if not last.isidentifier():
            raise ToolError(f"{name!r} is no name")
        hits = (
            (
                key,
                found.line,
                f"[{found.how}] {lines[found.line - 1]}" if found.how else lines[found.line - 1],
            )
            for key, text in tree.texts()
            if last in text
            for lines in [text.split("\n")]
            for found in occurrences(text, last)
            if bool(found.how) == defined
        )
        return _listed(hits, f"no {'definition' if defined else 'use'} of {last} was found")

    path = Parameter("string", "path of a file, from the repository's root", required=True)
    name = Parameter("string", "a name, without the object before it", required=True)
    return [
        Tool(
            "list_files",
            "the files of the repository",
            files,
            {"pattern": Parameter("string", "glob that the path or the name has to fit", "*")},
        ),
        Tool(
            "search",
            "lines that match a regular expression",
            search,
            {
                "pattern": Parameter("string", "a Python regular expression", required=True),
                "path": Parameter("string", "glob of the files to look at", "*.py"),
            },
        ),
        Tool(
            "read",
            "lines of a file, with their numbers",
            read,
            {
                "path": path,
                "start": Parameter("integer", "first line, from 1", 1),
                "end": Parameter("integer", "last line, 0 for the end", 0),
            },
        ),
        Tool("definitions", "where a name is defined, imported or bound", definitions, {"name": name}),
        Tool("uses", "where a name is used", uses, {"name": name}),
    ]


def python_tool(tree: Tree, runner: CommandRunner, seconds: float, charge: Callable[[float], None]) -> Tool:
    """The tool that runs Python in the sandbox, over a copy of the tree. `charge` is told how long it took."""

    def python(code: str) -> str:
        result = runner.python(tree.root, code, seconds)
        charge(result.seconds)
        return f"{result.output.rstrip()}\n[{result.ending}]".lstrip()

    meaning = "run Python code in a sandbox, in a copy of the repository that is thrown away afterwards"
    return Tool("python", meaning, python, {"code": Parameter("string", "the code", required=True)})


def _listed(hits: Iterable[tuple[str, int, str]], nothing: str) -> str:
    lines: list[str] = []
    more = 0
    for key, number, text in hits:
        if len(lines) < MAX_HITS:
            lines.append(f"{key}:{number}: {text.strip()[:_WIDTH]}")
        else:
            more += 1
    if more:
        lines.append(f"[and {more} more: be more specific]")
    return "\n".join(lines) or nothing
