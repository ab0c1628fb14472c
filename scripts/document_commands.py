"""The reference of all commands, from the parsers that read their arguments."""

from __future__ import annotations

import argparse
import contextlib
import io
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn
from unittest.mock import patch

from document_text import block, code, heading, sentence, table

ROOT = Path(__file__).resolve().parent.parent
#: Where commands live, in the order of the document, and under which title.
PLACES = (
    ("Migrating", ("main.py", "migration/__main__.py")),
    ("The record of a run", ("environment/*.py",)),
    ("Measuring and comparing", ("metrics/*.py",)),
    ("Baselines and campaigns", ("baselines/*.py",)),
    ("Benchmarks", ("benchmarks/*.py",)),
)
#: What a command has that reads its arguments with argparse, itself or through another module.
_READERS = ("ArgumentParser(", "run_baseline(", "build_parser", "audit_report import main")
_INTRODUCTION = """\
Each command has `--help`. Run them from the project's root with the virtual environment's Python
(`.venv/bin/python`, or activate it first); `make` lists shorter ways for the usual ones."""


class NoParserError(ValueError):
    """A command did something else than parse its arguments first. The message names it."""


class _Captured(BaseException):
    """Carries the parser out of the command that was about to use it, past whatever catches errors."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self.parser = parser


def parser_of(path: Path) -> argparse.ArgumentParser:
    """The parser a command uses, complete with what others add to it: the command is started as a person would start
    it, without arguments, and stopped where it begins to parse.

    Raises NoParserError when it ends, or starts another program, before it parses anything.
    """

    def stop(parser: argparse.ArgumentParser, *args: object, **more: object) -> NoReturn:
        raise _Captured(parser)

    def refuse(*args: object, **more: object) -> NoReturn:
        raise NoParserError(f"{path.name}: works before it reads its arguments")

    sys.path.insert(0, str(ROOT))
    try:
        with (
            patch.object(argparse.ArgumentParser, "parse_known_args", stop),
            patch.object(subprocess, "Popen", refuse),
            patch.object(sys, "argv", [str(path)]),
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(io.StringIO()),
        ):
            runpy.run_path(str(path), run_name="__main__")
    except _Captured as captured:
        return captured.parser
    except SystemExit as left:
        raise NoParserError(f"{path.name}: ends with {left.code} before it reads its arguments") from left
    finally:
        sys.path.remove(str(ROOT))
    raise NoParserError(f"{path.name}: never reads its arguments")


def commands() -> Iterator[tuple[str, Path]]:
    """The title and the file of each command: a file with a main part that reads its arguments with argparse."""
    for title, patterns in PLACES:
        for pattern in patterns:
            for path in sorted(ROOT.glob(pattern)):
                text = path.read_text(encoding="utf-8")
                if "__main__" in text and any(reader in text for reader in _READERS):
                    yield title, path


def spelling(path: Path) -> str:
    """How a command is typed from the project's root."""
    name = path.relative_to(ROOT)
    return f"python -m {name.parent}" if name.name == "__main__.py" else f"python {name}"


def command_reference() -> str:
    """The whole document."""
    lines = [*heading("Commands", "the parsers of the commands themselves"), _INTRODUCTION, ""]
    last = ""
    for title, path in commands():
        parser = parser_of(path)
        if title != last:
            lines += [f"## {title}", ""]
            last = title
        lines += _command(path, parser)
    return "\n".join(lines)


def _command(path: Path, parser: argparse.ArgumentParser) -> Iterator[str]:
    yield from (f"### {code(spelling(path))}", "")
    first, _, rest = (parser.description or "").strip().partition("\n\n")
    yield from (sentence(_portable(first)), "")
    if rest:
        yield from block(_portable(rest), "text")
        yield ""
    for group in parser._action_groups:
        rows = [
            (_flags(action), _help(parser, action))
            for action in group._group_actions
            if action.help is not argparse.SUPPRESS and not isinstance(action, argparse._HelpAction)
        ]
        if rows:
            yield from table((group.title or "options", "meaning"), rows)
            yield ""
    if parser.epilog:
        yield from block(_portable(parser.epilog.strip("\n")), "text")
        yield ""


def _flags(action: argparse.Action) -> str:
    value = ""
    if action.nargs != 0:
        metavar = action.metavar or (action.option_strings and action.dest.upper()) or action.dest
        value = "|".join(map(str, action.choices)) if action.choices is not None else str(metavar)
    many = " …" if action.nargs in ("+", "*") else ""
    if not action.option_strings:
        return code(value + many)
    return ", ".join(code(f"{flag} {value}".strip() + many) for flag in action.option_strings)


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    if action.help is None:
        return "–"
    return sentence(_portable(parser._get_formatter()._expand_help(action)))


def _portable(text: str) -> str:
    """The text without this machine's paths."""
    return text.replace(f"{ROOT}/", "").replace(str(Path.home()), "~")
