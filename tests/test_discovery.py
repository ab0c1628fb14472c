"""Runners found by themselves: what a repository's files say about how its tests are run."""

# ruff: noqa: F811

from __future__ import annotations

from pathlib import Path

import pytest
from verification_fixtures import Repository, cache, python2, subject, tree  # noqa: F401

from verification.discovery import (
    DOCTEST_OPTIONS,
    all_plans,
    examples,
    has_examples,
    import_path,
    suite_of_setup,
)
from verification.interpreters import Interpreter
from verification.runners import TestPlan
from verification.settings import VerificationSettings

AUTO = VerificationSettings()


def plans(tree: Path, **asked: object) -> list[tuple[str, tuple[str, ...]]]:
    return [(p.runner, p.targets) for p in all_plans(tree, VerificationSettings(**asked))]  # type: ignore[arg-type]


# -- refusals --------------------------------------------------------------------------------------------------


def test_what_the_settings_ask_for_is_the_only_way(tmp_path: Path) -> None:
    made = tree(
        tmp_path, {"test_a.py": "def test_a(): pass\n", "runtests.py": "", "b.py": "'''\n>>> 1\n1\n'''\n"}
    )
    assert plans(made, args=("test_a.py",)) == [("pytest", ("test_a.py",))]
    assert plans(made, test_command="python runtests.py") == [("command", ("python runtests.py",))]
    assert plans(made, runner="script", args=("runtests.py",)) == [("command", ("python runtests.py",))]
    assert ("command", ("python runtests.py",)) not in plans(made, runner="pytest")


def test_nothing_to_run_is_one_plan_that_says_so(tmp_path: Path) -> None:
    made = tree(
        tmp_path, {"a.py": "V = 1\n", "setup.py": "setup(test_suite=find())\n", "NEWS.txt": "a > b\n"}
    )
    assert plans(made) == [("none", ())]


@pytest.mark.parametrize("value", ["nose.collector", "gone", "gone.suite", "pkg.gone.deep.er", "../x", ""])
def test_a_test_suite_that_names_nothing_here(tmp_path: Path, value: str) -> None:
    made = tree(tmp_path, {"setup.py": f"setup(test_suite={value!r})\n", "pkg/deep.py": ""})
    assert suite_of_setup(made, AUTO) == ()


@pytest.mark.parametrize(
    "text",
    [
        ">>> f()\n  x\n>>>f()\n",
        "no example\n",
        "> > > 1\n",
    ],
)
def test_texts_without_examples_that_doctest_can_make_out_are_no_tests(text: str) -> None:
    assert not has_examples(text)


@pytest.mark.parametrize(
    "files",
    [
        {"src/__init__.py": "", "src/pkg/__init__.py": ""},
        {"src/notes.txt": "", "lib/pkg/__init__.py": ""},
        {"setup.py": "setup(package_dir={'': '../other'})\n"},
        {"setup.py": "setup(package_dir={'': 'none'})\n"},
        {"setup.py": "setup(package_dir={'pkg': 'code'})\n", "code/__init__.py": ""},
    ],
)
def test_no_folder_of_sources(tmp_path: Path, files: dict[str, str]) -> None:
    assert import_path(tree(tmp_path / "t", files), AUTO) == (".",)


def test_an_import_path_that_is_set_stays(tmp_path: Path) -> None:
    made = tree(tmp_path / "t", {"src/pkg/__init__.py": "", "code/__init__.py": ""})
    assert import_path(made, VerificationSettings(pythonpath=(".", "code"))) == (".", "code")


# -- what is found ---------------------------------------------------------------------------------------------

SUITES = {
    "pkg/__init__.py": "",
    "pkg/checks.py": "import unittest\nclass Check(unittest.TestCase):\n    def runTest(self): pass\n",
    "pkg/quality/__init__.py": "def suite(): pass\n",
    "pkg/quality/inner.py": "from unittest import TestCase\n",
    "pkg/quality/data.py": "V = 1\n",
}


@pytest.mark.parametrize(
    ("setup", "targets"),
    [
        ("test_suite='pkg.checks'", ("pkg/checks.py",)),
        ('test_suite = u"pkg.checks.Check",', ("pkg/checks.py:Check",)),
        ("'test_suite': 'pkg.quality.suite'", ("pkg/quality/__init__.py:suite",)),
        ("test_suite='pkg.quality'", ("pkg/quality/__init__.py", "pkg/quality/inner.py")),
    ],
)
def test_the_test_suite_of_setup(tmp_path: Path, setup: str, targets: tuple[str, ...]) -> None:
    made = tree(tmp_path / "flat", {**SUITES, "setup.py": f"print 'py2'\nsetup({setup})\n"})
    assert suite_of_setup(made, AUTO) == targets
    below = {f"code/{key}": text for key, text in SUITES.items()}
    where = "package_dir = {'': 'code'}, "
    made = tree(tmp_path / "below", {**below, "setup.py": f"setup({where}{setup})\n"})
    assert suite_of_setup(made, AUTO) == tuple(f"code/{target}" for target in targets)


@pytest.mark.parametrize(
    ("setup", "path"),
    [("setup()\n", (".", "src")), ("setup(package_dir={'': 'code'})\n", (".", "code", "src"))],
)
def test_the_folder_of_sources_is_on_the_import_path(
    tmp_path: Path, setup: str, path: tuple[str, ...]
) -> None:
    made = tree(tmp_path / "t", {"setup.py": setup, "src/pkg/__init__.py": "", "code/other.py": ""})
    assert import_path(made, AUTO) == path


def test_every_way_the_most_telling_first(tmp_path: Path) -> None:
    files = {
        **SUITES,
        "setup.py": "setup(test_suite='pkg.checks')\n",
        "test_a.py": "def test_a(): pass\n",
        "shown.py": 'def f():\n    """\n    >>> f()\n    """\n',
        "docs/guide.rst": "Like this::\n\n    >>> 1 + 1\n    2\n",
        "docs/old.txt": ">>> print 1\n1\n",
        "docs/prose.md": "Nothing to run.\n",
        "run_tests.py": "",
        "deep/er/run_tests.py": "",
        "attests.py": "",
    }
    made = tree(tmp_path, files)
    assert examples(made, AUTO) == ("shown.py", "docs/guide.rst", "docs/old.txt")
    found = all_plans(made, AUTO)
    assert found == (
        TestPlan("pytest", ("test_a.py",)),
        TestPlan("unittest", ("pkg/checks.py",)),
        TestPlan("pytest", ("shown.py", "docs/guide.rst", "docs/old.txt"), options=DOCTEST_OPTIONS),
        TestPlan("command", ("python run_tests.py",), command="script"),
    )
    assert [p.runner for p in all_plans(made, AUTO, has_pytest=False)] == ["unittest", "unittest", "command"]


# -- with runs -------------------------------------------------------------------------------------------------

HALF = "def half(x):\n    return x / 2\n"
WRONG = HALF.replace("/ 2", "/ 2.0")
CASES = {
    "a class named by setup.py": (
        {
            "setup.py": "from setuptools import setup\nsetup(test_suite='verify.checks.Half')\n",
            "verify/__init__.py": "",
            "verify/checks.py": "import unittest, lib\nclass Half(unittest.TestCase):\n"
            "    def test_half(self): self.assertEqual(lib.half(7), 3)\n",
        },
        "unittest",
    ),
    "examples": (
        {
            "lib.py": HALF.replace(":\n", ":\n    '''\n    >>> half(7)\n    3\n    '''\n"),
            "guide.rst": ">>> import lib\n>>> lib.half(9)\n4\n",
        },
        "pytest",
    ),
    "a script": (
        {"runtests.py": "import lib, sys\nsys.exit(lib.half(7) != 3)\n"},
        "command",
    ),
    "tests that all want what is not there": (
        {
            "test_lib.py": "import unittest\nclass T(unittest.TestCase):\n"
            "    def test_it(self): import no_such_module\n",
            "runtests.py": "import lib\nassert lib.half(7) == 3\n",
        },
        "command",
    ),
    "a file named so without a test": (
        {
            "test_lib.py": "def suite(): pass\nimport lib\n",
            "runtests.py": "import lib\nassert lib.half(7) == 3\n",
        },
        "command",
    ),
}


@pytest.mark.python2
@pytest.mark.parametrize("name", CASES)
@pytest.mark.slow
def test_tests_found_so_judge_as_others_do(
    name: str, tmp_path: Path, cache: Path, python2: Interpreter
) -> None:
    files, runner = CASES[name]
    original = {"lib.py": HALF, **files}
    right = original["lib.py"].replace("x / 2", "x // 2")
    repository = Repository(tmp_path, cache, original, {"lib.py": right})
    verifier = repository.verifier()
    summary = repository.summary
    assert summary.runner == runner and summary.passing == summary.tests >= 1, summary
    line = 1 + right[: right.index("x //")].count("\n")
    judged = verifier.judge(repository.migrated, [subject("lib.py", line)])["lib.py"]
    assert (judged.confidence, judged.tests_failed) == (1.0, 0) and judged.tests_total >= 1, judged
    tree(repository.migrated, {"lib.py": right.replace("//", "/")})
    judged = verifier.judge(repository.migrated, [subject("lib.py", line)])["lib.py"]
    assert judged.tests_failed >= 1 and judged.confidence < 0.8, judged
