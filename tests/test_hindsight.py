"""Who is to blame for a test that fails after it passed, and what later failures say against files judged before."""

# ruff: noqa: F811

from __future__ import annotations

from pathlib import Path

import pytest
from verification_fixtures import Repository, cache, python2, subject, tree  # noqa: F401

from environment.traces import Judgement
from verification.evidence import Subject, Verifier
from verification.interpreters import Interpreter
from verification.recollection import Recollection, narrowed

# -- recollection ---------------------------------------------------------------------------------------------


def test_what_never_passed_has_no_past() -> None:
    past = Recollection()
    past.note(["t"], {"a.py": "1", "b.py": "1"})
    assert past.changed_since("u", {"a.py": "1"}) is None
    assert past.changed_since("t", {"a.py": "1", "b.py": "1"}) == frozenset()
    assert past.changed_since("t", {"a.py": "2", "c.py": "1"}) == {"a.py", "b.py", "c.py"}
    past.note(["t"], {"a.py": "2"})
    assert past.changed_since("t", {"a.py": "2"}) == frozenset()


@pytest.mark.parametrize(
    ("blamed", "changed", "touched", "left"),
    [
        (("a",), None, {"a", "b"}, ("a",)),
        (("a",), set(), {"a", "b"}, ("a",)),
        (("a", "b"), {"b", "c"}, {"a", "b", "c"}, ("b",)),
        (("a",), {"c", "b"}, {"a", "b"}, ("b",)),
        (("a",), {"c", "b"}, {"a"}, ("b", "c")),
    ],
)
def test_blame_falls_on_what_changed(
    blamed: tuple[str, ...], changed: set[str] | None, touched: set[str], left: tuple[str, ...]
) -> None:
    assert narrowed(blamed, changed, touched) == left


# -- with runs -------------------------------------------------------------------------------------------------

ORIGINAL = {
    "lib.py": "def late(text):\n    return text.upper()\n\ndef early(n):\n    return n\n",
    "app.py": "import lib\ndef shout(text):\n    return lib.late(text)\n",
    "test_lib.py": "import lib\ndef test_early():\n    assert lib.early(3) == 3\n",
    "test_app.py": "import app\ndef test_shout():\n    assert app.shout('a') == 'A'\n",
}


@pytest.fixture
def repository(tmp_path: Path, cache: Path, python2: Interpreter) -> Repository:
    return Repository(tmp_path, cache, ORIGINAL, {})


def judge(verifier: Verifier, made: Repository, key: str, text: str = "") -> Judgement:
    """Judge one file, with another text if one is given."""
    if text:
        tree(made.migrated, {key: text})
    return verifier.judge(made.migrated, [subject(key)])[key]


def settled(*keys: str) -> dict[str, Subject]:
    return {key: subject(key) for key in keys}


NO_UPPER = ORIGINAL["lib.py"].replace("upper", "uper")


@pytest.mark.python2
def test_a_file_that_did_not_change_is_not_charged_with_what_passed_with_it(repository: Repository) -> None:
    verifier = repository.verifier()
    assert judge(verifier, repository, "app.py").confidence == 1.0
    wrong = judge(verifier, repository, "app.py", ORIGINAL["app.py"].replace("(text)\n", "(7)\n"))
    assert wrong.tests_failed == 1 and wrong.confidence == 0.0, "the exception comes from lib.py all the same"
    assert verifier.elsewhere == {}
    assert verifier.regressions(repository.migrated, settled("lib.py").get) == {}


@pytest.mark.python2
def test_a_failure_that_is_nobodys_else_speaks_against_the_file_judged_before(repository: Repository) -> None:
    verifier = repository.verifier()
    assert judge(verifier, repository, "test_lib.py", ORIGINAL["test_lib.py"]).confidence == 1.0
    tree(repository.migrated, {"lib.py": NO_UPPER})
    assert judge(verifier, repository, "app.py").tests_failed == 0
    assert verifier.regressions(repository.migrated, settled("app.py").get) == {}, "lib.py is still open"
    (issue,) = verifier.regressions(repository.migrated, settled("lib.py", "app.py").get)["lib.py"]
    assert (issue.test, issue.line, issue.exception) == ("test_app.py::test_shout", 2, "AttributeError")
    again = verifier.regressions(
        repository.migrated, settled("lib.py").get, ["test_app.py::test_shout", "test_lib.py::test_early"]
    )
    assert again == {"lib.py": (issue,)}, "asked about tests by name"


@pytest.mark.python2
def test_a_failure_that_does_not_come_back_speaks_against_nobody(
    repository: Repository, tmp_path: Path
) -> None:
    verifier = repository.verifier()
    tree(repository.migrated, {"lib.py": NO_UPPER})
    judge(verifier, repository, "app.py")
    tree(repository.migrated, {"lib.py": ORIGINAL["lib.py"]})
    assert verifier.regressions(repository.migrated, settled("lib.py").get) == {}


@pytest.mark.python2
def test_a_test_that_spoke_against_a_file_counts_for_it(repository: Repository) -> None:
    verifier = repository.verifier()
    suspects = Subject("test_lib.py", suspected_by=("test_app.py::test_shout", "t::unknown"))
    assert verifier.judge(repository.migrated, [suspects])["test_lib.py"].tests_total == 2


def test_without_python2_only_what_was_seen_to_pass_can_speak(tmp_path: Path, cache: Path) -> None:
    made = Repository(tmp_path, cache, ORIGINAL, {"lib.py": NO_UPPER})
    verifier = made.verifier(python2="none")
    judge(verifier, made, "app.py")
    assert verifier.regressions(made.migrated, settled("lib.py").get) == {}, "perhaps it never passed"
    judge(verifier, made, "lib.py", ORIGINAL["lib.py"])
    tree(made.migrated, {"lib.py": NO_UPPER})
    judge(verifier, made, "app.py")
    assert verifier.regressions(made.migrated, settled("lib.py").get).keys() == {"lib.py"}


@pytest.mark.python2
def test_which_files_a_test_leans_on_its_runs_and_imports_tell(repository: Repository) -> None:
    leaning = repository.verifier().leaning(
        ["test_app.py::test_shout", "test_lib.py::test_early", "gone"], ["lib.py", "app.py"]
    )
    assert leaning == {
        "test_app.py::test_shout": {"lib.py", "app.py"},
        "test_lib.py::test_early": {"lib.py"},
    }
