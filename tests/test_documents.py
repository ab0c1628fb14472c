"""Documents are true: generated ones are current, every command shown is one that exists, and guides run."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest
from documents import DOCUMENTS, ROOT, Shown, commands, old_project, project, shell_blocks

sys.path.append(str(ROOT / "scripts"))
from document_commands import NoParserError, parser_of
from document_commands import commands as argparse_commands
from document_settings import UndocumentedError, comments, described
from document_text import block, code, sentence, table

GUIDES = ("user_guide.md", "researcher_guide.md", "architecture.md")


# -- generated documents -----------------------------------------------------------------------------------


def test_generated_documents_are_current() -> None:
    ran = subprocess.run(
        [sys.executable, "scripts/generate_documents.py", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr


def test_generated_documents_name_no_path_of_this_machine() -> None:
    for name in ("cli.md", "configuration.md", "rule_catalogue.md"):
        text = (ROOT / "documentation" / name).read_text(encoding="utf-8")
        assert str(ROOT) not in text and str(Path.home()) + "/" not in text


def test_a_setting_without_a_meaning_is_refused(tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text(
        "loop:\n  max_ticks: 50   # rounds\n  max_minutes: 0\n                  # of patience\n"
    )
    assert comments(config) == {"loop": "", "loop.max_ticks": "rounds", "loop.max_minutes": "of patience"}
    with pytest.raises(UndocumentedError, match=r"pheromones\.task_intensity_weights\.pattern_count"):
        described(comments(config))


def test_a_hash_inside_a_value_is_no_comment(tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text(
        'git:  # all of it\n  deep:\n    name: "a#b"  # said\n  # for what\n  # comes next\n  flat: 1\n'
    )
    assert comments(config) == {
        "git": "all of it",
        "git.deep": "",
        "git.deep.name": "said",
        "git.flat": "for what comes next",
    }


def test_a_command_that_works_before_it_parses_is_not_run(tmp_path: Path) -> None:
    script = tmp_path / "eager.py"
    script.write_text(
        f"import subprocess\nif __name__ == '__main__':\n    subprocess.run(['touch', {str(tmp_path / 'x')!r}])\n"
    )
    with pytest.raises(NoParserError, match="before it reads"):
        parser_of(script)
    assert not (tmp_path / "x").exists()


def test_markdown_keeps_what_it_shows() -> None:
    assert code("`x`") == "`` `x` ``" and code("a\nb") == "`a\\nb`"
    assert table(("a",), [("x|y",)])[-1] == "| x\\|y |"
    assert block("a\x0cb\n") == ["```", "a\\x0cb", "```"]
    assert sentence("`__x__` is not __x__, * or <x>") == r"`__x__` is not \_\_x\_\_, \* or \<x>."
    assert sentence("one\n  two") == "one two." and sentence("done!") == "done!"


# -- commands that documents show ----------------------------------------------------------------------------


@lru_cache(maxsize=32)
def parser(path: str) -> argparse.ArgumentParser:
    """The parser of a script of the project."""
    return parser_of(ROOT / path)


@lru_cache(maxsize=1)
def readers() -> set[str]:
    """The scripts that read their arguments with argparse."""
    return {path.relative_to(ROOT).as_posix() for _, path in argparse_commands()}


def targets() -> set[str]:
    """What the Makefile can make."""
    return set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def problem(shown: Shown) -> str:
    """What is wrong with a command, or nothing."""
    words = shown.words
    if words[:2] == ["uv", "run"]:
        words = words[2:]
    if words[0] == "make":
        unknown = [w for w in words[1:] if "=" not in w and w not in targets() and not shown.is_form]
        return f"no such target: {unknown}" if unknown else ""
    if words[0] == "bash":
        return "" if (ROOT / words[1]).is_file() else f"no such script: {words[1]}"
    if words[0] == "docker":
        return ""
    return _python(shown, words[1:])


def _python(shown: Shown, words: list[str]) -> str:
    if words[:1] == ["-m"]:
        if words[1:2] != ["migration"]:
            return ""
        path, rest = "migration/__main__.py", words[2:]
    else:
        path, rest = words[0], words[1:]
    if "|" in path or "…" in path:
        return ""
    if not (ROOT / path).is_file():
        return f"no such script: {path}"
    if path not in readers():
        return ""
    known = parser(path)
    flags = {flag for action in known._actions for flag in action.option_strings}
    wrong = [w for w in rest if re.match(r"--?[a-z]", w) and w.partition("=")[0] not in flags]
    if wrong and "--" not in rest:
        return f"no such flag: {wrong}"
    if shown.is_form or any(w in ("--help", "-h", "--version") for w in rest) or not rest:
        return ""
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            known.parse_known_args(rest)
    except SystemExit:
        return said.getvalue().strip().splitlines()[-1]
    return ""


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_command_shown_exists_and_takes_its_flags(path: Path) -> None:
    wrong = [
        f"{shown.document}:{shown.line}: {shown.text}: {why}"
        for shown in commands(path)
        if (why := problem(shown))
    ]
    assert not wrong, "\n".join(wrong)


def test_wrong_commands_are_noticed() -> None:
    def why(text: str) -> str:
        return problem(Shown("x.md", 1, text))

    assert "no such target" in why("make tea")
    assert "no such script" in why("python brew.py --hot")
    assert "no such flag" in why("python main.py --repo x --frobnicate")
    assert "no such flag" in why("python main.py --repo … --frobnicate")
    assert "invalid choice" in why("python main.py --repo x --provider parrot")
    assert "at least 1" in why("python baselines/single_agent.py --repo x --runs 0")
    assert why("python main.py --repo x --max-ticks 3  # three rounds") == ""


def test_links_between_documents_lead_somewhere() -> None:
    broken = []
    for path in DOCUMENTS:
        text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if not re.match(r"[a-z]+:", target) and not (path.parent / target).exists():
                broken.append(f"{path.relative_to(ROOT)}: {target}")
    assert not broken, "\n".join(broken)


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_can_be_followed_from_top_to_bottom(name: str, tmp_path: Path) -> None:
    guide = ROOT / "documentation" / name
    world = tmp_path / "world"
    project(world / "project")
    old_project(world / "old-project")
    (world / "home").mkdir()
    environ = {k: v for k, v in os.environ.items() if not k.endswith("_API_KEY")}
    environ |= {
        "HOME": str(world / "home"),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{environ['PATH']}",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }
    for shown in shell_blocks(guide):
        if shown.reason:
            continue
        ran = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", shown.text],
            cwd=world / "project",
            env=environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert ran.returncode == 0, f"{name}:{shown.line}\n{shown.text}\n{ran.stdout}\n{ran.stderr}"
