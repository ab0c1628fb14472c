"""Finds how a repository's tests can be run: every way its files speak of, the most telling first. Runs nothing."""

from __future__ import annotations

import doctest
import os
import re
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from environment.traces import DOCUMENT_SUFFIXES, is_document
from verification.runners import SKIPPED_FOLDERS, TestPlan, plan_tests, python_files
from verification.settings import VerificationSettings

#: pytest options under which examples in docstrings and in text files are tests.
DOCTEST_OPTIONS = (
    *("--doctest-modules", "--doctest-ignore-import-errors"),
    *(f"--doctest-glob=*{suffix}" for suffix in DOCUMENT_SUFFIXES),
)
_TEST_SUITE = re.compile(r"""\btest_suite['"]?\s*[=:]\s*[uU]?(['"])([A-Za-z_][\w.]*)\1""")
_PACKAGE_DIR = re.compile(
    r"""package_dir\s*=\s*\{\s*[uU]?['"]['"]\s*:\s*[uU]?['"](?:\./)?([\w./-]+?)/?['"]"""
)
#: Collectors that other tools bring along: what they find is found by name.
_COLLECTORS = frozenset({"nose.collector", "unittest2.collector", "unittest.collector", "py.test"})
_SCRIPT = re.compile(
    r"^(?:(?:run|all)[-_]?(?:all[-_]?)?tests?|tests?[-_]?(?:all|runner|run|suite)?|self[-_]?test|regrtest)$"
)


def all_plans(tree: Path, settings: VerificationSettings, has_pytest: bool = True) -> tuple[TestPlan, ...]:
    """Ways to run the tests of `tree`, to be tried in order until a test passes; at least one.

    What the settings ask for is the only way. Else: files of tests by their names, the `test_suite` of setup.py,
    examples in docstrings and documents (where there is pytest), a script that runs tests. Raises NoTests as
    `plan_tests` does.
    """
    first = plan_tests(tree, settings, has_pytest)
    if (
        settings.test_command != "auto"
        or settings.args
        or settings.runner not in ("auto", "pytest", "unittest")
    ):
        return (first,)
    found = [first] if first.runner != "none" else []
    if settings.runner != "pytest" and (targets := suite_of_setup(tree, settings)):
        found.append(TestPlan("unittest", targets, settings.workdir))
    if has_pytest and settings.runner != "unittest" and (targets := examples(tree, settings)):
        found.append(TestPlan("pytest", targets, settings.workdir, options=DOCTEST_OPTIONS))
    if settings.runner == "auto":
        for script in scripts(tree, settings):
            command = shlex.join(("python", script))
            found.append(TestPlan("command", (command,), settings.workdir, "script"))
    return tuple(found) or (first,)


def import_path(tree: Path, settings: VerificationSettings) -> tuple[str, ...]:
    """The tests' import path: as it is set, or, where that is the repository's root alone, with its folder of sources.

    That is the folder that setup.py installs packages from, and `src` where that is no package.
    """
    if settings.pythonpath != (".",):
        return settings.pythonpath
    named = [place[1] for place in _PACKAGE_DIR.finditer(_text(tree / "setup.py"))]
    source = tree / "src"
    usual = ["src"] if any(source.glob("*/__init__.py")) and not (source / "__init__.py").exists() else []
    inside = [name for name in named if ".." not in Path(name).parts and (tree / name).is_dir()]
    return tuple(dict.fromkeys((".", *inside, *usual)))


def suite_of_setup(tree: Path, settings: VerificationSettings) -> tuple[str, ...]:
    """unittest targets that the `test_suite` of setup.py names: a module, a package, or a callable or class in one.

    The name is read where it is written as a literal.
    """
    text = _text(tree / settings.workdir / "setup.py")
    named = _TEST_SUITE.search(text)
    if named is None or named[2] in _COLLECTORS:
        return ()
    places = [place[1] for place in _PACKAGE_DIR.finditer(text)]
    base = tree / settings.workdir
    roots = dict.fromkeys([*settings.pythonpath, *places, "src", "lib"])
    for root in roots:
        if targets := _targets(base, root, named[2].split(".")):
            return targets
    return ()


def _targets(base: Path, root: str, parts: list[str]) -> tuple[str, ...]:
    folder = PurePosixPath(root)
    module, package = folder.joinpath(*parts), base / folder.joinpath(*parts)
    if (base / f"{module}.py").is_file():
        return (f"{module}.py",)
    if (package / "__init__.py").is_file():
        inside = [f"{module}/{key}" for key in python_files(package) if _holds_tests(package / key)]
        return tuple(inside)
    if len(parts) > 1:
        owner = folder.joinpath(*parts[:-1])
        for file in (f"{owner}.py", f"{owner}/__init__.py"):
            if (base / file).is_file():
                return (f"{file}:{parts[-1]}",)
    return ()


def _holds_tests(path: Path) -> bool:
    text = _text(path)
    return bool(
        re.search(r"\bTestCase\b|def (?:test_)?suite\s*\(|def additional_tests\s*\(|\bdoctest\b", text)
    )


def examples(tree: Path, settings: VerificationSettings) -> tuple[str, ...]:
    """Modules and text files with examples in them: targets for pytest."""
    base = tree / settings.workdir
    found = [
        key
        for key in python_files(base)
        if re.search(r"(?m)^\s*>>> ", _text(base / key)) and PurePosixPath(key).name not in ("setup.py",)
    ]
    return (*found, *(key for key in _documents(base) if has_examples(_text(base / key))))


def has_examples(text: str) -> bool:
    """Whether doctest finds examples in a text, and none that it can't make out."""
    try:
        return bool(doctest.DocTestParser().get_examples(text))
    except ValueError:
        return False


def scripts(tree: Path, settings: VerificationSettings) -> Iterator[str]:
    """Scripts at the top, or in a folder of tests, whose names say that they run tests."""
    base = tree / settings.workdir
    for key in python_files(base):
        path = PurePosixPath(key)
        near = len(path.parts) == 1 or (len(path.parts) == 2 and path.parts[0].lower() in ("test", "tests"))
        if near and _SCRIPT.match(path.stem.lower()):
            yield key


def _documents(base: Path) -> Iterable[str]:
    for folder, names, files in os.walk(base):
        names[:] = sorted(
            n for n in names if n not in SKIPPED_FOLDERS and not os.path.islink(os.path.join(folder, n))
        )
        for name in sorted(files):
            path = Path(folder, name)
            if is_document(name) and path.is_file() and not path.is_symlink():
                yield path.relative_to(base).as_posix()


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""
