"""Text files with examples as files of a run: found, rewritten, judged by what runs their examples, delivered."""

# ruff: noqa: F811

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from front_door import ROOT, call, delivered, environment, states_of, status_of, summary_of, verify
from git_fixtures import git, make_repo
from test_kill import DYING
from verification_fixtures import (  # noqa: F401  # noqa: F401
    Repository,
    cache,
    environment2,
    environment3,
    environments,
    plan,
    python2,
    runner,
    subject,
    tree,
)

from environment.target_repo import TargetError, TargetRepo
from environment.test_integrity import lost_from
from environment.traces import EvidenceKind, Exactness, Judgement
from migration.code_model import Proposal, Request
from migration.engine.documents import decode_file, migrate_document, scan_document
from migration.models.repair_engine import RepairingEngine
from migration.models.rule_engine import RuleEngine
from migration.repository.index import RepositoryIndex
from migration.source.source_text import UndecodableError
from stigmergy.crafts import compile_error, is_test, scan_all
from stigmergy.models.factory import ExamplesByRules
from verification.environments import TestEnvironment
from verification.evidence import Subject
from verification.interpreters import Interpreter

GUIDE = """The shop
========

>>> import shop
>>> shop.shout(u'you')
Hey you!
>>> print shop.half(7)
3
>>> shop.names({u'b': 1, u'a': 2L})
[u'a', u'b']
"""
SHOP = """\
def shout(word):
    print "Hey %s!" % word

def half(number):
    return number / 2

def names(prices):
    return sorted(prices.keys())
"""
SUITE = """\
import doctest, unittest
def test_suite():
    return unittest.TestSuite([doctest.DocFileSuite('guide.txt')])
"""
SETUP = "from setuptools import setup\nsetup(name='shop', test_suite='checks.test_suite')\n"


# -- which files ----------------------------------------------------------------------------------------------


def acquired(folder: Path, files: dict[str, bytes | str]) -> TargetRepo:
    repository = make_repo(folder / "repo", files)
    return TargetRepo.acquire(str(repository), None, folder / "target", run_id="r1")


@pytest.mark.parametrize(
    "text",
    [
        "prose alone\n",
        ">>>no space\n",
        "quoted >>> print 1\n",
        ">>> utf-16".encode("utf-16"),
    ],
)
def test_text_files_without_examples_are_none_of_the_run(tmp_path: Path, text: str | bytes) -> None:
    assert acquired(tmp_path, {"a.py": "", "notes.txt": text}).files() == ["a.py"]


def test_text_files_alone_are_nothing_to_migrate(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match="no Python files"):
        acquired(tmp_path, {"notes.txt": ">>> print 1\n1\n"})


def test_text_files_with_examples_are_files_of_the_run(tmp_path: Path) -> None:
    files: dict[str, bytes | str] = {
        "a.py": "",
        "docs/one.rst": "  >>> print 1\n  1\n",
        "two.doctest": b"\r\n>>> 1\r\n1\r\n",
        "three.md": b">>> print '\xe9'\n",
        "four.json": ">>> 1\n",
    }
    assert acquired(tmp_path, files).files() == ["a.py", "docs/one.rst", "three.md", "two.doctest"]


# -- what is rewritten ----------------------------------------------------------------------------------------


def test_what_was_rewritten_is_known_line_by_line() -> None:
    outcome = migrate_document(GUIDE, False, (3, 11))
    told = {(c.line, c.author, c.exactness) for c in outcome.changes}
    assert (7, "print_statement", Exactness.EXACT) in told
    assert (10, "doctest_output", Exactness.SEMANTIC) in told, "only a run shows that it still shows that"
    assert all(c.line == c.before_line for c in outcome.changes)
    assert {(p.line, p.pattern) for p in outcome.found} >= {(5, "unicode_literal"), (9, "long_literal")}
    assert outcome.text.count("\n") == GUIDE.count("\n")


def test_examples_that_are_read_one_by_one_are_signed_too() -> None:
    text = ">>> print 1\n1\n>>> class A: __metaclass__ = type\n>>> exec 'a = 1'\n>>> def f(:\n"
    outcome = migrate_document(text, False, (3, 11))
    assert outcome.text != text
    changed = {
        n
        for n, pair in enumerate(zip(text.split("\n"), outcome.text.split("\n"), strict=True), 1)
        if pair[0] != pair[1]
    }
    assert {c.line for c in outcome.changes} == changed


def test_what_is_left_open_in_an_example_is_told_at_its_line() -> None:
    text = "Prose.\n\n>>> print 1\n1\n>>> thing.f().sort(thing.by)\n"
    assert [(s.line, s.pattern) for s in migrate_document(text, True, (3, 11)).open_sites] == [
        (5, "cmp_argument")
    ]


def test_what_a_text_leans_on_is_what_its_examples_import() -> None:
    texts = {"shop.py": SHOP, "deep/other.py": "", "deep/__init__.py": ""}
    index = RepositoryIndex([*texts, "guide.txt"], texts.__getitem__)
    found = scan_document(GUIDE + ">>> from deep import other\n", "guide.txt", index)
    assert found.imports == ("deep/__init__.py", "deep/other.py", "shop.py")
    assert not found.compiles and "guide.txt" not in index.keys
    again = scan_document(migrate_document(GUIDE, False, (3, 11)).text, "guide.txt", index)
    assert again.compiles and not again.patterns, "it needs nothing any more"


def test_a_text_in_another_encoding_keeps_its_octets() -> None:
    data = "Пример\r\n>>> print u'a'\r\na\r\n".encode("koi8-r")
    with pytest.raises(UndecodableError):
        decode_file("a.py", data)
    with pytest.raises(UndecodableError):
        decode_file("a.txt", data + b"\0")
    source = decode_file("a.txt", data)
    outcome = migrate_document(source.text, False, (3, 11))
    assert source.encode(outcome.text) == data.replace(b"print u'a'", b"print('a')")


def test_every_code_model_leaves_text_files_to_the_rules() -> None:
    class Refusing:
        name, free = "refusing", False

        def propose(self, request: Request) -> Proposal:
            return Proposal({}, refusal="asked")

    model = ExamplesByRules(Refusing(), RepairingEngine())
    index = RepositoryIndex(["shop.py"], lambda key: SHOP)
    assert (model.name, model.free) == ("refusing", False)
    assert model.propose(Request("shop.py", SHOP, index)).refusal == "asked"
    offered = model.propose(Request("guide.txt", GUIDE, index))
    assert ">>> print(shop.half(7))" in offered.texts["guide.txt"] and offered.candidates_on_failure == 0
    later = model.propose(Request("guide.txt", GUIDE, index, current=offered.texts["guide.txt"], attempt=1))
    assert later.refusal and not later.texts
    assert RuleEngine().propose(Request("guide.txt", GUIDE, index)).texts == offered.texts


def test_an_answer_for_all_who_ask_what_a_text_file_is() -> None:
    assert is_test("docs/guide.rst") and compile_error("guide.txt", b">>> print 1\n") == ""
    found = scan_all({"guide.txt": GUIDE.encode(), "shop.py": SHOP.encode(), "b.txt": b">>> 1\0"})
    assert found["b.txt"] == "contains NUL bytes: a binary file, or UTF-16; re-encode it as UTF-8"
    assert not isinstance(guide := found["guide.txt"], str) and guide.imports == ("shop.py",)


def test_octets_that_python_3_refuses_are_a_pattern_of_a_file_that_does_not_compile() -> None:
    found = scan_all({"a.py": b"# coding: utf-8\n# by Jos\xe9\n"})["a.py"]
    assert not isinstance(found, str) and not found.compiles
    assert [(site.pattern, site.line) for site in found.patterns] == [("stray_octets", 2)]


# -- the walls ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (">>> print(1)\n1\n", "it had 2 examples and has 1"),
        (">>> print(1)\n>>> 2\n2\n", "it had 2 examples that show something and has 1"),
        (">>> print(1)  # doctest: +SKIP\n1\n>>> 2\n2\n", "it had 2 examples and has 1"),
        ("", "it had 2 examples and has 0"),
    ],
)
def test_a_text_file_keeps_its_examples(after: str, told: str) -> None:
    before = ">>> print 1\n1\n>>> 2\n2\n"
    assert told in lost_from("a.txt", before.encode(), after.encode())


def test_an_honest_rewriting_loses_no_example() -> None:
    after = migrate_document(GUIDE, False, (3, 11)).text.encode()
    assert lost_from("guide.txt", GUIDE.encode(), after) == []
    assert lost_from("guide.txt", GUIDE.replace("\n", "\r\n").encode(), after) == []
    assert lost_from("notes.json", b">>> 1\n1\n", b"") == []


# -- what a run of the tests tells ----------------------------------------------------------------------------

FAILING = """\
Text.

>>> import shop
>>> %s
3
"""


@pytest.mark.parametrize("way", ["unittest", "pytest"])
@pytest.mark.parametrize(
    ("example", "exception", "last"),
    [
        ("print 3", "SyntaxError", "guide.txt"),
        ("shop.fails()", "ValueError", "shop.py"),
        ("4", "", "guide.txt"),
    ],
)
def test_the_example_that_fails_is_a_frame(
    tmp_path: Path, environment3: TestEnvironment, way: str, example: str, exception: str, last: str
) -> None:
    files = {
        "shop.py": "def fails():\n    raise ValueError('no')\n",
        "checks.py": SUITE,
        "guide.txt": FAILING % example,
    }
    made = tree(tmp_path / "made", files)
    target = "checks.py:test_suite" if way == "unittest" else "guide.txt"
    run = runner(environment3, tmp_path / "scratch").run(made, plan(target, runner=way), seconds=60)
    (test,) = run.tests.values()
    assert (test.frames[0].file, test.frames[0].line) == ("guide.txt", 4), test
    assert test.frames[-1].file == last
    assert not exception or test.exception == exception
    assert run.touched[test.id]["guide.txt"] == 0b111000, "the lines of its examples, and of what they show"


# -- judging --------------------------------------------------------------------------------------------------


def migrated(text: str) -> tuple[str, Subject]:
    """A text file as rules leave it, and the subject that it is then."""
    outcome = migrate_document(text, True, (3, 11))
    left = tuple(site.line for site in outcome.open_sites)
    return outcome.text, Subject("guide.txt", outcome.changes, outcome.text == text, True, left_open=left)


def judged(folder: Path, cache: Path, text: str, after: str | None = None, **more: str) -> Judgement:
    """The judgement of a text file that no test runs; `after` in place of what rules make of it."""
    original = {
        "lib.py": "def half(n):\n    return n / 2\n",
        "test_a.py": "def test_a(): pass\n",
        "guide.txt": text,
    }
    new, subject = migrated(text)
    ours = {"lib.py": "def half(n):\n    return n // 2\n", "guide.txt": after if after is not None else new}
    verifier = Repository(folder, cache, original, ours).verifier(**more)
    return verifier.judge(folder / "migrated", [subject])["guide.txt"]


def test_a_text_that_no_test_runs_is_judged_by_its_examples(
    tmp_path: Path, cache: Path, python2: Interpreter
) -> None:
    text = ">>> import lib\n>>> print lib.half(7)\n3\n>>> [u'a', 1L]\n[u'a', 1L]\n"
    found = judged(tmp_path, cache, text)
    assert (found.evidence.kind, found.confidence) == (EvidenceKind.DIFFERENTIAL, 0.9), found.notes
    assert found.notes == ("the same under both: 3 examples",)


@pytest.mark.parametrize(
    ("text", "kind", "least", "told"),
    [
        # It never held, so that nobody knows whether it is one.
        (">>> import gone\n>>> print gone.x\n1\n", EvidenceKind.PROBE, 0.6, ""),
        # One example holds, another never did: what is exact needs no run.
        (">>> print 1\n1\n>>> print gone.x\n1\n", EvidenceKind.DIFFERENTIAL, 0.9, ""),
        (">>> print 1\n1\n>>> gone.x\nu'a'\n", EvidenceKind.PROBE, 0.6, "nothing executed: 4"),
        (">>> gone.x\n1\n", EvidenceKind.CONSTRUCTION, 0.8, ""),
    ],
)
def test_a_text_whose_examples_never_held(
    tmp_path: Path, cache: Path, python2: Interpreter, text: str, kind: EvidenceKind, least: float, told: str
) -> None:
    found = judged(tmp_path, cache, text)
    assert (found.evidence.kind, found.confidence) == (kind, least), found.notes
    assert told in " ".join(found.notes)


def test_an_example_that_python_3_cannot_do_the_same(
    tmp_path: Path, cache: Path, python2: Interpreter
) -> None:
    text = ">>> print 1\n1\n>>> sorted([1, 'a'])\n[1, 'a']\n"
    found = judged(tmp_path, cache, text)
    assert found.evidence.kind == EvidenceKind.DIFFERENTIAL and found.confidence == 0.5
    (issue,) = found.issues
    assert (issue.file, issue.line, issue.exception) == ("guide.txt", 3, "DoctestFailure")
    assert "TypeError" in issue.message


def test_without_a_python_2_an_exact_rewriting_has_to_hold(tmp_path: Path, cache: Path) -> None:
    text = ">>> import lib\n>>> print lib.half(7)\n3\n"
    assert judged(tmp_path / "a", cache, text, python2="none").evidence.kind == EvidenceKind.CONSTRUCTION
    wrong = judged(tmp_path / "b", cache, text.replace("\n3", "\n4"), python2="none")
    assert wrong.evidence.kind == EvidenceKind.PROBE


def test_a_text_left_in_python_2_is_not_charged_to_the_code(
    tmp_path: Path, cache: Path, python2: Interpreter
) -> None:
    files = {"shop.py": SHOP, "checks.py": SUITE, "setup.py": SETUP, "guide.txt": GUIDE}
    right = SHOP.replace('print "Hey %s!" % word', 'print("Hey %s!" % word)').replace("/ 2", "// 2")
    made = Repository(tmp_path, cache, files, {"shop.py": right})
    verifier = made.verifier()
    assert made.summary.passing == 1
    subjects = [subject("shop.py", 5, exact=(2,)), Subject("guide.txt", is_test=True)]
    found = verifier.judge(made.migrated, subjects)
    assert found["guide.txt"].issues and not found["shop.py"].issues
    text = migrate_document(GUIDE, True, (3, 11))
    (made.migrated / "guide.txt").write_text(text.text)
    subjects[1] = Subject("guide.txt", text.changes, is_test=True)
    found = verifier.judge(made.migrated, subjects)
    assert {key: (j.evidence.kind, j.confidence) for key, j in found.items()} == {
        "shop.py": (EvidenceKind.TESTS, 1.0),
        "guide.txt": (EvidenceKind.TESTS, 1.0),
    }


# -- whole runs -----------------------------------------------------------------------------------------------

REPOSITORY: dict[str, bytes | str] = {
    "shop.py": SHOP,
    "setup.py": SETUP,
    "checks.py": SUITE.replace("('guide.txt')", "('guide.txt', 'windows.txt', 'stays.txt')"),
    "guide.txt": GUIDE,
    "windows.txt": b"Lines end otherwise.\r\n\r\n>>> print u'a'\r\na\r\n",
    "stays.txt": ">>> print 1\n1\n>>> sorted([1, 'a'])\n[1, 'a']\n",
    "unread.txt": "Nobody runs this.\n\n>>> import shop\n>>> print shop.half(9)\n4\n",
    "latin.txt": b"caf\xe9\n\n>>> print u'a', 2L\na 2\n",
    "prose.txt": "Nothing to see.\n",
}


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_repo(tmp_path_factory.mktemp("texts") / "repo", REPOSITORY)


def test_a_repository_whose_suite_is_text(repository: Path, tmp_path: Path, python2: Interpreter) -> None:
    ran = call("--repo", repository, "--workspace", tmp_path, "--quiet", STIGMERGY_PYTHON2=str(python2.path))
    assert ran.code == 0, ran.err
    states = states_of(tmp_path)
    assert "prose.txt" not in states
    done = {key for key, state in states.items() if state == "validated"}
    assert done >= {"shop.py", "checks.py", "setup.py", "guide.txt", "windows.txt", "unread.txt", "latin.txt"}
    assert states["stays.txt"] in ("needs_review", "skipped"), "and no file of code is blamed for it"
    target = tmp_path / "target_repo"
    branch = summary_of(tmp_path)["branch"]

    def text(key: str, ref: str = branch) -> bytes:
        return subprocess.run(
            ["git", "-C", str(target), "cat-file", "blob", f"{ref}:{key}"], capture_output=True, check=True
        ).stdout

    assert text("windows.txt") == b"Lines end otherwise.\r\n\r\n>>> print('a')\r\na\r\n"
    assert text("latin.txt") == b"caf\xe9\n\n>>> print('a', 2)\na 2\n"
    assert b">>> print(shop.half(7))" in text("guide.txt") and b"['a', 'b']" in text("guide.txt")
    assert text("stays.txt") == str(REPOSITORY["stays.txt"]).encode(), "it is not delivered"
    assert b"print(1)" in text("stays.txt", summary_of(tmp_path)["candidates_branch"]), "but not lost"
    assert summary_of(tmp_path)["suite_retention"] == pytest.approx(2 / 3)
    assert "Evidence: tests" in git(target, "log", "-1", "--format=%b", branch, "--", "guide.txt")
    assert status_of(tmp_path)["unread.txt"]["metadata"]["reason"] == "confidence 0.90 by differential"
    verify(tmp_path)


@pytest.mark.parametrize(
    "moment", ["Transformer.deposit.after", "Tester.deposit.after", "Validator.deposit.before"]
)
def test_a_killed_run_goes_on_with_its_texts(
    repository: Path, tmp_path: Path, python2: Interpreter, moment: str
) -> None:
    old = str(python2.path)
    flags = ("--repo", str(repository), "--workspace", str(tmp_path / "w"), "--quiet")
    died = subprocess.run(
        [sys.executable, "-c", DYING, moment, "1", *flags],
        cwd=ROOT,
        env=environment(STIGMERGY_PYTHON2=old),
        capture_output=True,
        check=False,
    )
    assert died.returncode == -signal.SIGKILL
    assert call("--resume", "--workspace", tmp_path / "w", "--quiet", STIGMERGY_PYTHON2=old).code == 0
    states = states_of(tmp_path / "w")
    assert states["guide.txt"] == states["windows.txt"] == states["unread.txt"] == "validated"
    assert ">>> print('a')" in delivered(tmp_path / "w")["windows.txt"]
    verify(tmp_path / "w")


def test_a_dry_run_shows_texts(repository: Path, tmp_path: Path) -> None:
    ran = call("--repo", repository, "--workspace", tmp_path, "--dry-run")
    assert "guide.txt: doctest_output 1, long_literal 1" in ran.out and "+>>> print(shop.half(7))" in ran.out
