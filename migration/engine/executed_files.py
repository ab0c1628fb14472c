"""Files of other names that a program runs as code: `execfile('site.cfg')`, `exec(open('plugin.inc').read())`."""

from __future__ import annotations

import ast
import re
from posixpath import basename

from migration.dialects.dialect import parse
from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

#: A literal that may name a file.
_NAMED = re.compile(r"(['\"])([\w./-]*\w\.\w+)\1")
#: A statement that runs a file, with what it is given.
_RUN = re.compile(r"^[ \t]*(?:\w+[ \t]*=[ \t]*)?execfile\(([^\n#]*)", re.MULTILINE)


def named_files(index: RepositoryIndex) -> frozenset[str]:
    """The last parts of the paths that literals spell in a repository that runs code; no module's, which is known."""
    if not index.runs_code:
        return frozenset()
    spelled = (m[2] for key in index.keys for m in _NAMED.finditer(index.text(key) or ""))
    return frozenset(basename(path) for path in spelled if not path.endswith(".py"))


def run_files(index: RepositoryIndex) -> frozenset[str]:
    """The paths, or their last parts, that a repository gives to execfile() itself: code of Python 2."""
    if not index.runs_code:
        return frozenset()
    calls = (m[1] for key in index.keys for m in _RUN.finditer(index.text(key) or ""))
    spelled = (m[2].removeprefix("./") for call in calls for m in _NAMED.finditer(call))
    return frozenset(path for path in spelled if not path.endswith(".py"))


def is_run(key: str, run: frozenset[str]) -> bool:
    """Whether the path `key` ends with one of those that are run."""
    return any(key == path or key.endswith(f"/{path}") for path in run)


def is_code(text: str, run: bool) -> bool:
    """Whether a text is code for Python 2: what is `run` as such, or what it can run and Python 3 can't, by its syntax;
    data are not.
    """
    if run:
        return migrate(text).compiles
    if parse(text) is not None:
        return False
    outcome = migrate(text)
    return outcome.compiles and _does_something(outcome.text)


def _does_something(text: str) -> bool:
    """Whether any statement of a text has an effect: rows of numbers are valid code too, with octal ones for Python 2
    alone (`01,01,55`).
    """
    tree = parse(text)
    return tree is not None and any(
        not isinstance(statement, ast.Expr)
        or any(isinstance(node, (ast.Call, ast.Yield, ast.Await)) for node in ast.walk(statement))
        for statement in tree.body
    )
