"""Who may import whom is a contract, and the command line stays light."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("agents", "baselines", "environment", "metrics", "migration", "stigmergy", "verification")
SLOW = {"openai", "pandas", "matplotlib", "pydantic", "git", "scipy", "rich", "yaml", "filelock", "httpx"}
MODULES = sorted(
    path.relative_to(ROOT).as_posix()
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
    if "guest/site" not in path.as_posix()
)


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    script = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    command = [sys.executable, "-c", script]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_contracts_hold() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("environment/medium.py", "import agents.scout", "The environment knows nothing of ours"),
        ("agents/scout.py", "import agents.tester", "No agent knows another"),
        ("agents/tester.py", "import stigmergy.settings", "Agents know the environment and the crafts"),
        (
            "migration/engine/pipeline.py",
            "import verification.settings",
            "Rewriting and verifying do not know each other",
        ),
    ],
)
def test_a_broken_contract_is_noticed(tmp_path: Path, module: str, line: str, contract: str) -> None:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("output"))
    shutil.copy(ROOT / ".importlinter", tmp_path)
    broken = tmp_path / module
    broken.write_text(f"{broken.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    done = lint(tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"{contract} BROKEN" in done.stdout


@pytest.mark.parametrize("flags", [["--version"], ["--help"]])
def test_help_and_version_import_nothing_slow(flags: list[str]) -> None:
    script = (
        "import sys, main\n"
        "try:\n    main.main(sys.argv[1:])\n"
        "finally:\n    print('LOADED', *sys.modules, file=sys.stderr)\n"
    )
    command = [sys.executable, "-c", script, *flags]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stderr.partition("LOADED ")[2].split())
    assert "stigmergy.cli" in loaded
    assert not {name.partition(".")[0] for name in loaded} & SLOW


@pytest.mark.parametrize("module", MODULES)
def test_one_line_says_what_each_file_is_for(module: str) -> None:
    text = (ROOT / module).read_text(encoding="utf-8")
    doc = ast.get_docstring(ast.parse(text))
    assert doc and doc.splitlines()[0].strip(), f"{module} has no docstring"
