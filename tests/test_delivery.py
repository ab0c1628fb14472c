"""What a run leaves on its branches: every file's best candidate, or the first ones where these keep more together."""

# ruff: noqa: F811

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from verification_fixtures import Repository, cache, python2  # noqa: F401
from world import make_repository

from environment.target_repo import TargetRepo
from environment.workspace import Workspace
from stigmergy.delivery import Delivery, kept_back
from verification.evidence import Retention, Verifier
from verification.sandbox import GivenUp

ORIGINAL = {
    "one.py": "def one():\n    print 1\n    return 1\n",
    "two.py": "def two():\n    print 2\n    return 2\n",
    "test_both.py": "from one import one\nfrom two import two\n"
    "def test_one(): assert one() == 1\ndef test_two(): assert two() == 2\n",
}
GOOD = {
    "one.py": "def one():\n    print(1)\n    return 1\n",
    "two.py": "def two():\n    print(2)\n    return 2\n",
}
BAD = {"one.py": "raise ValueError\n", "two.py": "def two(): return 3\n"}


class World:
    """A run that has come to its end, over a real clone and with a real suite."""

    def __init__(self, folder: Path, cache: Path, best: dict[str, str]) -> None:
        source = make_repository(folder / "source", ORIGINAL)
        self.target = TargetRepo.acquire(str(source), None, folder / "target_repo", run_id="r1")
        self.verifier = Repository(folder, cache, ORIGINAL, {}).verifier()
        self.delivery = Delivery(self.target, self.verifier, Workspace(folder))
        self.status: dict[str, dict[str, Any]] = {}
        for key in ("one.py", "two.py"):
            blobs = {"first": self.keep(GOOD[key]), "best": self.keep(best[key])}
            self.status[key] = {"status": "needs_review", "metadata": {**blobs, "candidate": blobs["best"]}}

    def keep(self, text: str) -> str:
        return self.target.keep(text.encode())

    def candidates(self, folder: Path) -> dict[str, str]:
        self.target.export(folder, self.target.candidates_branch)
        return {key: (folder / key).read_text() for key in self.status}


@pytest.mark.python2
def test_the_first_candidates_go_where_they_keep_more_together(tmp_path: Path, cache: Path) -> None:
    world = World(tmp_path, cache, {**GOOD, "one.py": BAD["one.py"]})
    assert world.delivery.retentions(world.status)[1].passing == 0
    delivered, candidates = world.delivery.better_whole(world.status)
    assert delivered is not None and delivered.passing == 0
    assert candidates is not None and candidates.suite_retention == 1.0
    assert world.candidates(tmp_path / "out") == {key: GOOD[key] for key in world.status}


@pytest.mark.python2
def test_the_best_stay_where_the_first_keep_no_more(tmp_path: Path, cache: Path) -> None:
    spaced = {key: text + "\n\n" for key, text in GOOD.items()}
    world = World(tmp_path, cache, {**spaced, "two.py": BAD["two.py"]})
    world.status["two.py"]["metadata"]["first"] = world.keep("def two(): return 4\n")
    _, candidates = world.delivery.better_whole(world.status)
    assert candidates is not None and candidates.passing == 1
    assert world.candidates(tmp_path / "out") == {"one.py": spaced["one.py"], "two.py": BAD["two.py"]}


@pytest.mark.python2
def test_a_whole_that_loses_nothing_is_not_held_against_another(tmp_path: Path, cache: Path) -> None:
    world = World(tmp_path, cache, GOOD)
    for entry in world.status.values():
        entry["metadata"]["first"] = world.keep("raise ValueError\n")
    stages: list[str] = []
    world.delivery = Delivery(world.target, world.verifier, Workspace(tmp_path), stages.append)
    _, candidates = world.delivery.better_whole(world.status)
    assert candidates is not None and candidates.suite_retention == 1.0
    assert len(stages) == 2, "the candidates branch and the delivered one"


@pytest.mark.python2
def test_no_time_for_the_other_whole_leaves_the_best(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path, cache, {**GOOD, "one.py": BAD["one.py"]})
    asked: list[Path] = []
    real = Verifier.retention

    def once(verifier: Verifier, tree: Path) -> Retention:
        asked.append(tree)
        if len(asked) > 1:
            raise GivenUp
        return real(verifier, tree)

    monkeypatch.setattr(Verifier, "retention", once)
    delivered, candidates = world.delivery.better_whole(world.status)
    assert delivered is None and candidates is not None and candidates.passing == 0
    assert len(asked) == 2
    assert world.candidates(tmp_path / "out")["one.py"] == BAD["one.py"]


@pytest.mark.python2
def test_what_was_validated_is_delivered_either_way(tmp_path: Path, cache: Path) -> None:
    world = World(tmp_path, cache, {**GOOD, "one.py": BAD["one.py"]})
    world.status["two.py"] = {"status": "validated", "metadata": {"first": world.keep(BAD["two.py"])}}
    world.target.write("two.py", GOOD["two.py"].encode())
    world.target.commit(["two.py"], "migrate(two.py)", {})
    delivered, candidates = world.delivery.better_whole(world.status)
    assert delivered is not None and candidates is not None and candidates.passing == 2
    assert world.candidates(tmp_path / "out") == {key: GOOD[key] for key in world.status}


@pytest.mark.parametrize(
    ("seconds", "suite", "kept"),
    [(600.0, None, 0.0), (600.0, 4.0, 18.0), (600.0, 100.0, 90.0), (6.0, 4.0, 0.9)],
)
def test_time_for_three_suites_is_kept_back_unless_that_is_much(
    seconds: float, suite: float | None, kept: float
) -> None:
    assert kept_back(seconds, suite) == pytest.approx(kept)
