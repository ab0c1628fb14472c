"""What the harness is told about a package that it migrates in place."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.migrate_in_place import settings_of


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["test_*.py"], ["test_a.py", "test_b.py"]),
        (["sub/**/*.py", "test_a.py"], ["sub/deep/c.py", "test_a.py"]),
        (["tests/test_*.py"], []),
        (["missing.py"], ["missing.py"]),
        (None, []),
    ],
)
def test_patterns_are_looked_up_where_the_tests_run(
    tmp_path: Path, args: list[str] | None, expected: list[str]
) -> None:
    for name in ("tests/test_b.py", "tests/test_a.py", "tests/sub/deep/c.py", "test_elsewhere.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    told = settings_of({"args": args, "workdir": "tests"}, tmp_path)["verification"]
    assert told["args"] == expected and told["workdir"] == "tests"


def test_options_of_pytest_come_before_what_it_runs(tmp_path: Path) -> None:
    options = ["--noconftest", "-o", "python_files=*.py", "--deselect", "a.py::test"]
    told = settings_of({"args": ["a.py"], "pytest_args": options}, tmp_path)["verification"]
    assert told["args"] == ["--noconftest", "-opython_files=*.py", "--deselect=a.py::test", "a.py"]


def test_what_is_not_told_has_its_default(tmp_path: Path) -> None:
    told = settings_of({"deps2": ["nose==1.3.7"], "deps3": ["shims", "pynose"], "env": {"N": 1}}, tmp_path)
    assert told["verification"] == {
        "runner": "auto",
        "args": [],
        "workdir": ".",
        "pythonpath": ["."],
        "env": {"N": "1"},
        "prepare": [],
        "dependencies": {"python2": ["nose==1.3.7"], "python3": ["pynose"]},
    }
