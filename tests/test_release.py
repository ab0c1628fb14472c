"""What a release promises: versions, commands, packages, locked dependencies, and the scripts that check them."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.version import Version

from stigmergy import __version__

sys.path.append(str(Path(__file__).resolve().parent.parent / "scripts"))
from audit_dependencies import verdict

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

PYTHONS = ("3.11", "3.12", "3.13")


def test_one_version_everywhere() -> None:
    assert PROJECT["project"]["version"] == __version__


@pytest.mark.parametrize("name", sorted(PROJECT["project"]["scripts"]))
def test_a_console_script_leads_to_a_function(name: str) -> None:
    module, _, function = PROJECT["project"]["scripts"][name].partition(":")
    main = getattr(importlib.import_module(module), function)
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0


def test_every_package_and_its_files_are_delivered() -> None:
    told = PROJECT["tool"]["setuptools"]["packages"]["find"]
    data = PROJECT["tool"]["setuptools"]["package-data"]
    tops = {pattern.removesuffix("*") for pattern in told["include"]}
    assert told["namespaces"] is False and "tests" not in tops
    folders = {path.parent for top in tops for path in (ROOT / top).rglob("*.py")}
    alone = {"guest/site", "__pycache__", "output"}
    modules = {f for f in folders if not any(part in f.as_posix() for part in alone)}
    assert {f for f in modules if not (f / "__init__.py").is_file()} == set()
    covered = {
        path.relative_to(ROOT)
        for package, patterns in data.items()
        for pattern in patterns
        for path in (ROOT / package.replace(".", "/")).glob(pattern)
    }
    # What a run needs besides modules; results and corpora of the benchmarks are not delivered.
    needed = {
        path.relative_to(ROOT)
        for top in tops - {"benchmarks"}
        for path in (ROOT / top).rglob("*")
        if path.suffix in (".yaml", ".md", ".js", ".css", ".html", ".json", ".txt")
        and "output" not in path.parts
    }
    assert needed <= covered, (
        f"name them in tool.setuptools.package-data: {sorted(map(str, needed - covered))}"
    )


# -- dependencies --------------------------------------------------------------------------------------------


def declared() -> list[Requirement]:
    """The dependencies of a run and of the tests."""
    project = PROJECT["project"]
    return [
        Requirement(text) for text in [*project["dependencies"], *project["optional-dependencies"]["test"]]
    ]


def locked() -> dict[str, list[Version]]:
    """The versions the lock file names; several where they differ by Python version."""
    found: dict[str, list[Version]] = {}
    for name, version in re.findall(
        r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE
    ):
        found.setdefault(re.sub(r"[-_.]+", "-", name).lower(), []).append(Version(version))
    return found


@pytest.mark.parametrize("requirement", declared(), ids=lambda requirement: requirement.name)
def test_a_dependency_has_a_range_and_the_lock_is_within_it(requirement: Requirement) -> None:
    operators = {specifier.operator for specifier in requirement.specifier}
    assert ">=" in operators and "<" in operators, "give it a lower and an upper bound"
    versions = locked().get(requirement.name.lower(), [])
    assert versions, "run `make lock`"
    assert all(version in requirement.specifier for version in versions), "run `make lock`"


def test_the_lock_pins_by_hash_and_names_no_index() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pins = re.findall(
        r"^[A-Za-z0-9._-]+==.*\\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+", text, re.MULTILINE
    )
    assert len(pins) == sum(len(versions) for versions in locked().values())
    assert "index-url" not in text and "://" not in text


def test_an_audit_of_nothing_is_never_called_safe() -> None:
    skipped = {"name": "a", "skip_reason": "Dependency not found"}
    clean = {"name": "b", "version": "1", "vulns": []}
    flawed = {"name": "c", "version": "2", "vulns": [{"id": "X-1", "fix_versions": ["3"]}]}
    assert verdict({"dependencies": [skipped]}).text.startswith("not checked")
    assert "1 packages checked, 0 vulnerabilities" in verdict({"dependencies": [skipped, clean]}).text
    found = verdict({"dependencies": [clean, flawed]})
    assert found.found and "c 2: X-1, mended in 3" in found.text


# -- workflows and hooks -------------------------------------------------------------------------------------


def test_the_workflow_runs_what_ci_runs_on_every_supported_python() -> None:
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    assert tuple(jobs["test"]["strategy"]["matrix"]["python"]) == PYTHONS
    assert any("bash .ci/run" in step.get("run", "") for step in jobs["test"]["steps"])
    uses = re.findall(r"uses: (\S+)", text)
    assert uses and all(re.search(r"@(v\d+|[0-9a-f]{40})$", use) for use in uses)
    classifiers = [c.rpartition(" ")[2] for c in PROJECT["project"]["classifiers"] if "Python :: 3." in c]
    assert tuple(classifiers) == PYTHONS
    # What a pull request says must never be read by a shell.
    assert not re.search(r"run:.*\$\{\{\s*github\.(event|head_ref)", text)


def test_the_hooks_check_style_types_and_architecture() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    hooks = {hook["id"]: hook["entry"] for repo in config["repos"] for hook in repo["hooks"]}
    assert {"ruff", "ruff-format", "mypy", "import-linter", "documents"} <= hooks.keys()
    mypy = PROJECT["tool"]["mypy"]
    assert mypy["strict"] is True and {"environment", "stigmergy", "agents", "migration"} <= set(
        mypy["packages"]
    )


@pytest.mark.parametrize(
    ("message", "good"),
    [
        ("feat(scout): finds scripts", True),
        ("fix: one thing\n\nand why", True),
        ("# a comment of Git\ndocs(thesis): le plan", True),
        ("Merge branch 'x'", True),
        ("added stuff", False),
        ("feat(kitchen): tea", False),
        ("feat(scout): ends with a full stop.", False),
        ("feat(scout):no space", False),
        ("", False),
    ],
)
def test_a_commits_first_line_has_its_form(message: str, good: bool, tmp_path: Path) -> None:
    (tmp_path / "m").write_text(message + "\n", encoding="utf-8")
    ran = subprocess.run(
        ["bash", "scripts/commit_message.sh", str(tmp_path / "m")], cwd=ROOT, capture_output=True, text=True
    )
    assert (ran.returncode == 0) is good, ran.stderr
    assert good or "type(scope): description" in ran.stderr


def scripts() -> list[Path]:
    return sorted((ROOT / "scripts").glob("*.sh"))


@pytest.mark.parametrize("script", scripts(), ids=lambda path: path.name)
def test_a_shell_script_is_strict_and_well_formed(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert text.startswith("#!/usr/bin/env bash\n# ") and "\nset -euo pipefail\n" in text
    assert "eval " not in text
    ran = subprocess.run(["bash", "-n", str(script)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


# -- the end of a sprint, and the beginning ------------------------------------------------------------------


def test_ci_goes_the_newcomers_way() -> None:
    assert "scripts/newcomer_path.sh" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_checklist_names_what_the_script_checks() -> None:
    checklist = (ROOT / ".agent" / "workflows" / "end-of-sprint.md").read_text(encoding="utf-8")
    script = (ROOT / "scripts" / "sprint_end.sh").read_text(encoding="utf-8")
    steps = re.findall(r'^step "([^"]+)"', script, re.MULTILINE)
    assert len(steps) > 5 and all(step in checklist for step in steps)


@pytest.mark.slow
def test_a_newcomer_gets_to_a_verified_migration(tmp_path: Path) -> None:
    environ = {**os.environ, "TMPDIR": str(tmp_path), "NEWCOMER_PYTHON": sys.executable}
    ran = subprocess.run(
        ["bash", "scripts/newcomer_path.sh", "--quick"], cwd=ROOT, env=environ, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    seconds = json.loads(ran.stdout.splitlines()[-1])
    assert list(seconds)[:1] == ["clone"] and seconds["verified_files"] >= 1
    assert not list(tmp_path.glob("stigmergy-newcomer*")), "it takes away what it made"
