"""Finding interpreters: only what runs counts."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from verification.interpreters import InterpreterError, find_python2, find_target, probe


def shim(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n", "utf-8")
    path.chmod(0o755)
    return path


def fake(path: Path, version: tuple[int, int, int]) -> Path:
    answer = (
        f'{{"implementation": "CPython", "version": {list(version)}, "prefix": "/x", "executable": "{path}"}}'
    )
    return shim(path, f"echo '{answer}'")


def test_a_shim_that_does_not_run_is_no_interpreter(tmp_path: Path) -> None:
    broken = shim(tmp_path / "bin" / "python2.7", "echo 'pyenv: python2.7: command not found' >&2; exit 127")
    assert probe(broken) is None
    assert find_python2("auto", {"PATH": str(broken.parent)}) is None


def test_behind_a_broken_shim_the_next_one_is_found(tmp_path: Path) -> None:
    shim(tmp_path / "a" / "python2.7", "exit 127")
    good = fake(tmp_path / "b" / "python2.7", (2, 7, 18))
    found = find_python2("auto", {"PATH": f"{tmp_path / 'a'}{os.pathsep}{tmp_path / 'b'}"})
    assert found is not None and found.path == good and found.label == "CPython 2.7.18"


def test_pyenv_versions_are_looked_at(tmp_path: Path) -> None:
    good = fake(tmp_path / "versions" / "2.7.18" / "bin" / "python2.7", (2, 7, 18))
    found = find_python2("auto", {"PATH": "", "PYENV_ROOT": str(tmp_path)})
    assert found is not None and found.path == good


def test_none_does_without(tmp_path: Path) -> None:
    fake(tmp_path / "python2.7", (2, 7, 18))
    assert find_python2("none", {"PATH": str(tmp_path)}) is None
    assert find_python2("auto", {"PATH": str(tmp_path), "STIGMERGY_PYTHON2": "none"}) is None


def test_the_setting_wins_over_the_variable(tmp_path: Path) -> None:
    one = fake(tmp_path / "one", (2, 7, 17))
    two = fake(tmp_path / "two", (2, 7, 18))
    found = find_python2(str(one), {"PATH": "", "STIGMERGY_PYTHON2": str(two)})
    assert found is not None and found.path == one


@pytest.mark.parametrize("setting", ["/nowhere/python2.7", "no-such-python"])
def test_a_named_interpreter_that_does_not_run_is_an_error(setting: str) -> None:
    with pytest.raises(InterpreterError, match=r"verification\.python2.*does? not|is not a Python that runs"):
        find_python2(setting, {"PATH": ""})


def test_the_error_names_the_variable_and_the_wrong_version(tmp_path: Path) -> None:
    three = fake(tmp_path / "python3", (3, 9, 1))
    with pytest.raises(InterpreterError, match=r"STIGMERGY_PYTHON2.*CPython 3\.9\.1"):
        find_python2("auto", {"PATH": "", "STIGMERGY_PYTHON2": str(three)})


def test_the_target_is_the_installation_of_the_running_python() -> None:
    found = find_target()
    assert found.version == sys.version_info[:3]
    assert found.prefix == Path(sys.base_prefix)
    assert not found.path.is_relative_to(sys.prefix) or sys.prefix == sys.base_prefix


def test_a_target_version_is_searched_for(tmp_path: Path) -> None:
    good = fake(tmp_path / "python3.77", (3, 77, 1))
    assert find_target("3.77", {"PATH": str(tmp_path)}).path == good
    with pytest.raises(InterpreterError, match=r"no Python 3\.78 was found"):
        find_target("3.78", {"PATH": str(tmp_path)})


@pytest.mark.python2
def test_the_python2_of_this_machine_runs() -> None:
    found = find_python2()
    if found is None:
        pytest.skip("no Python 2.7 found: set STIGMERGY_PYTHON2 to one")
    assert found.version[:2] == (2, 7)
    assert probe(found.path) == found
