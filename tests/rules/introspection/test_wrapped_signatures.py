"""Decorators that give tests what they need."""

import subprocess
import sys

import pytest
from rules.checking import PROOF, check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "wrapped_signatures"
HEAD = "from functools import wraps\ndef with_app(f):\n    @wraps(f)\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "    def g(*args): return f(*args)\n    return g\n",
        HEAD + "    def g(app, *args): return f(app, *args)\n    return g\n",
        HEAD + "    def g(): return f(1)\n    return g\n",
        "def with_app(f):\n    def g(*args): return f(1, *args)\n    return g\n",
        "from mine import wraps\ndef with_app(f):\n    @wraps(f)\n    def g(*args): return f(1, *args)\n    return g\n",
    ],
)
def test_refuses(text: str) -> None:
    check_untouched(RULE, text, python2=True, key="tests/util.py")


def test_other_files_are_left() -> None:
    text = HEAD + "    def g(*args): return f(1, *args)\n    return g\n"
    check_untouched(RULE, text, python2=True, key="lib/util.py")


def test_forgets_what_it_wraps() -> None:
    text = HEAD + "    def g(*args):\n        return f(App(), *args)\n{}    return g\n"
    line = "    del g.__wrapped__  # its arguments are no fixtures\n"
    check_rule(RULE, text.format(""), text.format(line), python2=True, key="tests/util.py")


def test_an_import_that_is_tried() -> None:
    tried = "try:\n    from functools import wraps\nexcept ImportError:\n    wraps = lambda f: lambda w: w\n"
    text = (
        tried
        + HEAD.partition("\n")[2]
        + "    def g(*args):\n        return f(App(), *args)\n    return g\n"
        + PROOF
    )
    files = {"tests/util.py": text}
    made = migrate(text, "tests/util.py", RepositoryIndex(files, files.get)).text  # type: ignore[arg-type]
    assert "    del g.__wrapped__" in made


def test_pytest_runs_what_is_decorated(tmp_path) -> None:
    text = HEAD + "    def g(*args): return f(7, *args)\n    return g\n"
    text += "@with_app\ndef test_it(app):\n    assert app == 7\n" + PROOF
    (tmp_path / "test_it.py").write_text(migrate(text, "test_it.py").text)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True).returncode == 0
