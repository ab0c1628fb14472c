"""The index of a repository's files: who imports whom, and texts asked for from several threads."""

from __future__ import annotations

import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from migration.repository.bare_imports import is_named
from migration.repository.index import RepositoryIndex, runs_code


def test_threads_that_ask_for_one_text_read_it_once() -> None:
    read: list[str] = []
    all_here = threading.Barrier(8)

    def slowly(key: str) -> str:
        read.append(key)
        time.sleep(0.01)
        return f"# {key}"

    index = RepositoryIndex(["a.py", "b.py", "gone.py"], slowly)

    def ask(number: int) -> list[str | None]:
        all_here.wait()
        return [index.text(key) for key in ("a.py", "b.py", "other.py")]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(8))) == [["# a.py", "# b.py", None]] * 8
    assert read == ["a.py", "b.py"]


def test_names_behind_a_word_are_found_in_all_files_and_as_whole_words() -> None:
    files = {
        "a.py": "'tools.run_all'\ntools.tools.stop\n",
        "b.py": "mytools.gone\ntools .apart\ntools.run_all\n",
    }
    index = RepositoryIndex(files, files.__getitem__)
    assert index.names_behind("tools") == {"run_all": {"a.py", "b.py"}, "tools": {"a.py"}, "stop": {"a.py"}}
    assert index.names_behind("other") == {}


def test_a_file_is_named_by_its_dotted_name_in_another_alone() -> None:
    files = {
        "tools/run.py": "'tools.run'\n",
        "tools/runner.py": "",
        "tools/stop-it.py": "",
        "setup.py": "'tools.runner:main'\n'tools.stop-it'\n",
    }
    index = RepositoryIndex(files, files.__getitem__)
    assert [is_named(f"tools/{name}.py", index) for name in ("run", "runner", "stop-it")] == [
        False,
        True,
        True,
    ]


def test_a_text_that_cannot_be_read_is_not_tried_again() -> None:
    tried: list[str] = []

    def fails(key: str) -> str:
        tried.append(key)
        raise OSError(key)

    index = RepositoryIndex(["a.py"], fails)
    assert index.text("a.py") is index.text("a.py") is None
    assert tried == ["a.py"]


@pytest.mark.parametrize(
    "statement",
    [
        "import tools",
        "import os, tools as t",
        "    from package import tools",
        "from package.tools import *",
        "from package import (other,\n    tools)",
        "import os, \\\n    tools",
    ],
)
def test_files_that_import_a_module_are_known(statement: str) -> None:
    files = {
        "package/tools.py": "import tools\n",
        "a.py": f"x = 1\n{statement}\n",
        "b.py": "tools = 1  # import tools\n",
    }
    index = RepositoryIndex(files, files.__getitem__)
    assert index.importers("package/tools.py") == ("a.py",)


def test_a_package_is_imported_by_its_name() -> None:
    files = {"package/__init__.py": "", "a.py": "import package\n"}
    assert RepositoryIndex(files, files.__getitem__).importers("package/__init__.py") == ("a.py",)


def test_a_pattern_is_looked_for_once_in_all_files() -> None:
    looks: list[str] = []

    class Counting(RepositoryIndex):
        def text(self, key: str) -> str | None:
            looks.append(key)
            return super().text(key)

    files = {"a.py": "x = 1\n", "b.py": "y = 2\n"}
    index = Counting(files, files.__getitem__)
    for _ in range(3):
        assert not index.matches(re.compile(r"z = \d"))
    assert sorted(looks) == ["a.py", "b.py"]
    assert index.matches(re.compile(r"y = \d"))


def test_a_folder_that_is_no_package_is_none() -> None:
    index = RepositoryIndex(["lib/web/__init__.py", "webtest/plugin.py"])
    assert index.has_package("web")
    assert not index.has_package("webtest")
    assert not index.has_package("lib")


@pytest.mark.parametrize(
    ("line", "runs"),
    [
        ("  exec code in scope", True),
        ("if x: exec(code)", True),
        ("x = execfile(path)", True),
        ("code = compile(text, name, 'exec')", True),
        ("call([sys.executable, path])", True),
        ("executor.executemany(execute)", False),
        ("# they exec code", False),
        ("code = compile(text, name, 'eval') or execute", False),
        ("sys.executables", False),
    ],
)
def test_a_line_that_runs_code_is_found_among_others(line: str, runs: bool) -> None:
    assert runs_code(f"executed = 1\n{line}\nexecuted()") is runs
    assert runs_code(line) is runs
