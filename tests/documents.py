"""Reads the commands that documents show, and builds the world in which a guide's commands are run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from git_fixtures import make_repo

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "documentation").rglob("*.md"),
        *(ROOT / "consigne").glob("*.md"),
        *(ROOT / ".agent").rglob("*.md"),
    ]
)
#: What stands before a block of commands that can't be run here, with the reason.
NOT_RUN = re.compile(r"<!-- not run: (.+) -->")
_FENCE = re.compile(r" *```(\w*)$")
_INLINE = re.compile(r"(?<!`)`(?!`)([^`\n]+)`")
_STARTS = (
    "python ",
    "python3 ",
    ".venv/bin/python ",
    "make ",
    "docker compose ",
    "uv run python ",
    "bash scripts/",
)
#: Pages of dead runs or of the past may name commands that are gone.
_HISTORY = ("CHANGELOG.md", "construction_log.md")


@dataclass(frozen=True, slots=True)
class Shown:
    """A command as a document shows it."""

    document: str
    line: int
    text: str

    @property
    def words(self) -> list[str]:
        """The command's words, as a shell would split them, up to a pipe or a redirection."""
        words = shlex.split(self.text, comments=True)
        end = next(
            (i for i, word in enumerate(words) if word in ("|", ">", "&&", "||", ";", "<")), len(words)
        )
        return words[:end]

    @property
    def is_form(self) -> bool:
        """Whether it is a form to be filled in (`REPO=…`, `verify|replay`, `--packages N`), not a command."""
        text = self.text.partition("#")[0]
        return bool(re.search(r"[…|\[\]]|\.\.\.|(?<= )[A-Z]+(?= |$)", text))


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of shell commands. `reason`: why it is not run, or empty."""

    line: int
    text: str
    reason: str


def commands(path: Path) -> Iterator[Shown]:
    """Every command in blocks and in inline code of a document, continued lines joined."""
    if path.name in _HISTORY:
        return
    name = path.relative_to(ROOT).as_posix()
    fenced, held, began = False, "", 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if _FENCE.match(line):
            fenced = not fenced
            continue
        if fenced or line.startswith("    "):
            text = line.strip().removeprefix("$ ")
            if held:
                text, number = f"{held} {text}", began
            held, began = (text[:-1].rstrip(), number) if text.endswith("\\") else ("", 0)
            if not held and text.startswith(_STARTS):
                yield Shown(name, number, text)
        else:
            for inline in _INLINE.findall(line):
                if inline.strip().startswith(_STARTS):
                    yield Shown(name, number, inline.strip())


def shell_blocks(path: Path) -> Iterator[Block]:
    """The blocks marked `sh` of a guide, in order."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start: int | None = None
    for number, line in enumerate(lines):
        fence = _FENCE.match(line)
        if fence and start is None and fence[1]:
            start = number
        elif fence and start is not None:
            if lines[start].strip() == "```sh":
                before = next((text for text in reversed(lines[:start]) if text.strip()), "")
                reason = NOT_RUN.fullmatch(before.strip())
                yield Block(start + 1, "\n".join(lines[start + 1 : number]), reason[1] if reason else "")
            start = None


def old_project(folder: Path) -> None:
    """A small Python 2 repository, as guides speak of: `../old-project`, tag v1.2. What `ask.py` does on the network
    can't be shown to be the same, so that a person has to decide about it.
    """
    make_repo(
        folder,
        {
            "shop.py": "def total(prices):\n    return sum(prices.itervalues())\n\n\n"
            "def label(name, price):\n    print '%s: %d' % (name, price)\n    return name.upper()\n",
            "greet.py": "import sys\n\nprint 'hello,', ' '.join(sys.argv[1:]) or 'world'\n",
            "ask.py": "import socket\n\n\ndef ask(names, host):\n    connection = socket.create_connection((host, 7))\n"
            "    connection.sendall(names[0])\n    return names[len(connection.recv(100)) / 2]\n",
            "test_shop.py": "import unittest\n\nimport shop\n\n\nclass TestShop(unittest.TestCase):\n"
            "    def test_total(self):\n        self.assertEquals(shop.total({'a': 2, 'b': 3}), 5)\n\n"
            "    def test_label(self):\n        self.assertEquals(shop.label('tea', 2), 'TEA')\n",
        },
        tags=["v1.2"],
    )


def project(folder: Path) -> None:
    """The project's root as a folder of links, so that what commands write there stays out of the real one."""
    folder.mkdir(parents=True)
    kept = {
        ".git",
        ".venv",
        ".demo",
        "logs",
        "runs",
        "target_repo",
        "archive",
        "pheromones",
        "scratch",
        ".env",
    }
    for entry in ROOT.iterdir():
        if entry.name not in kept:
            (folder / entry.name).symlink_to(entry)
