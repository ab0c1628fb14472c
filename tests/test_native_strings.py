"""How native strings are taken where a repository's own tests decide: place by place, or as octets throughout."""

# ruff: noqa: F811

from __future__ import annotations

import json
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from front_door import call, delivered, summary_of
from git_fixtures import make_repo
from verification_fixtures import Repository, cache, python2  # noqa: F401

from environment.traces import Observation, PatternSite
from migration.code_model import Request
from migration.models.observed import patterns_seen
from migration.models.repair_engine import RepairingEngine
from migration.models.rule_engine import RuleEngine
from migration.models.string_policy import decided, decision, has_choice, under_decision
from migration.repository.index import RepositoryIndex
from stigmergy import observing
from stigmergy.observing import Seen, outweighs, see, try_native_strings
from stigmergy.settings import Settings
from verification.evidence import Verifier
from verification.interpreters import Interpreter

#: Octets in native strings, too few to tell by the texts: what is packed is added to text.
OCTETS = {
    "pkg/__init__.py": "",
    "pkg/buffer.py": """
        import struct

        class Buffer(object):
            def __init__(self, data=""):
                self.data = data

            def pack(self, form, *values):
                self.data += struct.pack(form, *values)

            def get(self, count):
                part, self.data = self.data[:count], self.data[count:]
                return part
        """,
    "test_buffer.py": """
        import unittest
        from pkg.buffer import Buffer

        class BufferTest(unittest.TestCase):
            def test_numbers(self):
                made = Buffer()
                made.pack("!BH", 1, 258)
                self.assertEqual(made.get(2), "\\x01\\x01")
                self.assertEqual(ord(made.get(1)), 2)

            def test_strings(self):
                made = Buffer("ab")
                made.pack("2s", "cd")
                print made.data
                self.assertEqual(made.get(4), "abcd")
        """,
}
#: Octets and text that is encoded: each place is told by itself.
PLACES = {
    "pkg/__init__.py": "",
    "pkg/hashes.py": """
        import hashlib

        def named(text):
            print text
            return hashlib.md5(text.encode("utf-8")).hexdigest()
        """,
    "test_hashes.py": """
        import unittest
        from pkg.hashes import named

        class HashTest(unittest.TestCase):
            def test_text(self):
                self.assertEqual(named(u"\\xe4")[:4], "8419")
        """,
}


def texts(files: dict[str, str]) -> RepositoryIndex:
    return RepositoryIndex(files, files.__getitem__)


def trial(repository: Repository) -> Seen:
    keys = [str(path.relative_to(repository.original)) for path in sorted(repository.original.rglob("*.py"))]
    return try_native_strings(repository.verifier(), keys, {}, RepairingEngine(), (3, 11))


def test_tests_decide_for_octets(tmp_path: Path, cache: Path, python2: Interpreter) -> None:
    found = trial(Repository(tmp_path, cache, OCTETS, {}))
    assert found.decision is not None
    assert found.decision.seen == ("octets", "2 of 2 tests", "place by place: 0")
    assert decided([found.decision]) is True
    assert found.places == {"pkg/buffer.py": 8, "test_buffer.py": 14}


def test_a_suite_that_hangs_is_not_run_once_more(
    tmp_path: Path, cache: Path, python2: Interpreter, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[Path] = []
    retention = Verifier.retention
    monkeypatch.setattr(Verifier, "retention", lambda self, tree: runs.append(tree) or retention(self, tree))
    repository = Repository(tmp_path, cache, OCTETS, {})
    monkeypatch.setattr(observing, "_HANGS", -100.0)
    monkeypatch.setattr(observing, "_TIMES", 0.0)
    assert trial(repository).decision is None and len(runs) == 1
    monkeypatch.undo()
    assert trial(repository).decision is not None


@pytest.mark.parametrize(
    "files",
    [
        PLACES,
        {**OCTETS, "test_buffer.py": "def test_nothing():\n    pass\n"},
        {
            "a.py": "def f(x): return x.has_key(1)\n",
            "test_a.py": "import a\ndef test(): assert a.f({1: 2})\n",
        },
    ],
    ids=["all pass as it is", "no test meets octets", "no octets"],
)
def test_without_a_loss_there_is_nothing_to_decide(
    files: dict[str, str], tmp_path: Path, cache: Path, python2: Interpreter
) -> None:
    assert trial(Repository(tmp_path, cache, files, {})).decision is None


def test_without_tests_that_pass_nobody_decides(tmp_path: Path, cache: Path, python2: Interpreter) -> None:
    files = {**OCTETS, "test_buffer.py": "def test(): assert 0\n"}
    verifier = Repository(tmp_path, cache, files, {}).verifier()
    assert see(verifier, ["pkg/buffer.py"], Settings()) == Seen({})


def test_without_a_python2_nobody_decides(tmp_path: Path, cache: Path) -> None:
    verifier = Repository(tmp_path, cache, OCTETS, {}).verifier(python2="none")
    assert see(verifier, ["pkg/buffer.py"], Settings()) == Seen({})


def test_a_suite_is_not_run_for_it_where_time_is_short(
    tmp_path: Path, cache: Path, python2: Interpreter
) -> None:
    verifier = Repository(tmp_path, cache, OCTETS, {}).verifier()
    keys = ["pkg/__init__.py", "pkg/buffer.py", "test_buffer.py"]
    assert see(verifier, keys, Settings(), lambda: 0.001).decision is None
    assert see(verifier, keys, Settings(), lambda: 3600.0).decision is not None


def test_a_run_leaves_the_decision_as_a_trace_and_goes_by_it(tmp_path: Path, python2: Interpreter) -> None:
    files = {name: textwrap.dedent(text).lstrip("\n") for name, text in OCTETS.items()}
    repo, workspace = make_repo(tmp_path / "repo", files), tmp_path / "workspace"
    ran = call("--repo", repo, "--workspace", workspace, STIGMERGY_PYTHON2=str(python2.path))
    assert ran.code == 0, ran.err
    assert "native strings: octets, 2 of 2 tests, place by place: 0" in ran.out
    tasks = json.loads((workspace / "pheromones" / "tasks.json").read_text())
    assert {key for key, task in tasks.items() if decided(seen_in(task))} == set(tasks)
    assert "native_strings" in tasks["pkg/buffer.py"]["patterns_found"]
    assert summary_of(workspace)["suite_retention"] == 1.0
    assert 'decode("latin-1")' in delivered(workspace)["pkg/buffer.py"]


def seen_in(task: dict[str, Any]) -> list[Observation]:
    return [Observation.from_dict(seen) for seen in task["observations"]]


def test_only_texts_with_octets_leave_a_choice() -> None:
    assert has_choice(["x = 1\n", "import struct\ny = struct.pack('H', 1)\n"])
    assert not has_choice(["x = u'a'\n", "print x.encode('utf-8')\n"])


def test_an_index_is_taken_either_way() -> None:
    index = texts({"p/__init__.py": "", "p/a.py": "import struct\n"})
    assert not index.octets
    other = index.taken_for(True)
    assert other.octets
    assert not index.octets
    assert index.taken_for(True) is other
    assert index.taken_for(False) is index
    assert other.taken_for(False).octets is False


@pytest.mark.parametrize("engine", [RuleEngine(), RepairingEngine()], ids=["rules", "repairs"])
def test_code_models_go_by_the_trace(engine: RuleEngine | RepairingEngine) -> None:
    source = "import struct\ndef f(x):\n    print x\n    return '' + struct.pack('H', x)\n"
    index = texts({"p/__init__.py": "", "p/a.py": source})
    plain = Request("p/a.py", source, index)
    told = Request("p/a.py", source, index, observations=(decision(True, 3, 1, 4),))
    assert "latin-1" not in engine.propose(plain).texts["p/a.py"]
    assert "struct.pack('H', x).decode(\"latin-1\")" in engine.propose(told).texts["p/a.py"]


def test_the_trace_is_no_observation_of_a_line() -> None:
    seen = Observation("div", 3, 4, ("int/int",))
    index = texts({"a.py": "x = 1\n"})
    request = under_decision(Request("a.py", "x = 1\n", index, observations=(decision(True, 1, 0, 1), seen)))
    assert request.observations == (seen,)
    assert request.index.octets
    assert decided([seen]) is None


@pytest.mark.parametrize(
    ("lost", "won", "decided_so"),
    [(4, 4, True), (6, 4, True), (4, 2, False), (161, 81, True), (34, 14, False), (39, 20, True), (37, 19, False),
     (1, 0, False), (5, -3, False)],
)  # fmt: skip
def test_how_much_the_other_way_has_to_win_back(lost: int, won: int, decided_so: bool) -> None:
    assert outweighs(lost, won) is decided_so


def test_every_file_gets_the_decision_with_the_line_of_its_own() -> None:
    seen, told = Observation("div", 3, 4, ("int/int",)), decision(False, 2, 1, 3)
    both = Seen({"a.py": (seen,)}, told, {"b.py": 7}).by_file(["a.py", "b.py"])
    assert both == {"a.py": (told, seen), "b.py": (replace(told, line=7),)}
    assert patterns_seen(both["b.py"], ()) == (PatternSite("native_strings", 7, "observed"),)
    assert patterns_seen(both["a.py"], ()) == (PatternSite("old_division", 3, "observed"),)
    assert Seen({"a.py": (seen,)}).by_file(["a.py", "b.py"]) == {"a.py": (seen,)}
