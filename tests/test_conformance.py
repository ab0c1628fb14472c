"""Two runs with the same seed, settings, target and deterministic model are the same: step by step, and bit for bit."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from front_door import branches_of, call, manifest_of, output_of, python2_repo, records_of, summary_of
from git_fixtures import git
from world import make_world

from environment.manifest_digest import PASSING, manifest_digest
from environment.medium import Medium
from environment.traces import Evidence, EvidenceKind, Issue, Judgement, Kind
from stigmergy.colony import Crafts, gather
from stigmergy.crafts import compile_error, is_test, scan_all
from stigmergy.settings import Settings
from verification.evidence import Subject

EPOCH = "1700000000"
#: Fields of the manifest and of the summary that say when, or how long.
TIMES = {*PASSING, "wall_s", "wall_model_s", "wall_tests_s", "wall_coordination_s"}
FILES = {
    "loud.py": 'def loud(n):\n    print "n is", n\n    return n\n',
    "caller.py": "import loud\nprint loud.loud(2)\n",
    "clean.py": "X = 1\n",
    "open.py": "def first(d):\n    return d.values()[0]\n",
    "names.py": "def known(d, key):\n    return d.has_key(key)\n",
}


def judge(tree: Path, subjects: Sequence[Subject]) -> Mapping[str, Judgement]:
    """A verdict that depends on the texts alone: some files pass, some fail once, one is never shown to work."""
    found = {}
    for subject in subjects:
        text = (tree / subject.key).read_bytes()
        confidence = {0: 1.0, 1: 0.3, 2: 0.6}[sum(text) % 3]
        issues = (Issue("t", subject.key, 1, "ValueError", "no"),) if confidence < 0.5 else ()
        kind = EvidenceKind.TESTS if confidence == 1.0 else EvidenceKind.PROBE
        found[subject.key] = Judgement(confidence, Evidence(kind), issues, 1, int(not issues), len(issues))
    return found


def colony(folder: Path) -> tuple[Medium, list[Any]]:
    from migration.models.rule_engine import RuleEngine

    medium = make_world(folder, FILES)
    crafts = Crafts(scan_all, RuleEngine(), judge, is_test, compile_error, (3, 11))
    return medium, gather(medium, crafts, Settings(), "r1")


def seen(medium: Medium) -> dict[str, Any]:
    """All that can be seen of a medium: pheromones, the log's last hash, working copy, delivered commits."""
    maps = {kind.value: medium.store.read_all(kind) for kind in Kind}
    return {**maps, "head": medium.store.head, "tree": medium.target.tree_hash(), "tick": medium.tick}


def test_two_colonies_side_by_side_agree_after_every_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", EPOCH)
    monkeypatch.setenv("GIT_AUTHOR_DATE", f"{EPOCH} +0000")
    monkeypatch.setenv("GIT_COMMITTER_DATE", f"{EPOCH} +0000")
    (one, ones), (two, others) = colony(tmp_path / "one"), colony(tmp_path / "two")
    assert seen(one) == seen(two)
    for _ in range(6):
        for mine, other in zip(ones, others, strict=True):
            assert mine.step() == other.step(), mine.name
            assert seen(one) == seen(two), f"tick {one.tick}, {mine.name}"
        assert one.begin_tick() == two.begin_tick()
    states = one.count_by_status()
    assert sum(states.values()) == len(FILES) and len(states) > 1, states


def lasting(values: Mapping[str, Any]) -> dict[str, Any]:
    """A manifest or summary without its named time fields."""
    return {
        name: lasting(value) if isinstance(value, Mapping) else value
        for name, value in values.items()
        if name not in TIMES and f"verification.{name}" not in TIMES
    }


def test_two_whole_runs_leave_the_same_bytes(tmp_path: Path) -> None:
    repo = python2_repo(tmp_path / "old", FILES)
    one, two = tmp_path / "one", tmp_path / "two"
    for workspace in (one, two):
        assert call("--repo", repo, "--workspace", workspace, SOURCE_DATE_EPOCH=EPOCH).code == 0
    ticks = [{r["tick"]: [] for r in records_of(w)} for w in (one, two)]  # type: ignore[var-annotated]
    for by_tick, workspace in zip(ticks, (one, two), strict=True):
        for record in records_of(workspace):
            by_tick[record["tick"]].append(record)
    for tick in ticks[0]:
        assert ticks[0][tick] == ticks[1].get(tick), f"tick {tick}"
    for name in ("audit_log.jsonl", "audit_head.json", *(f"{kind.value}.json" for kind in Kind)):
        assert (one / "pheromones" / name).read_bytes() == (two / "pheromones" / name).read_bytes(), name
    assert output_of(one, "ticks.csv").read_bytes() == output_of(two, "ticks.csv").read_bytes()
    assert lasting(manifest_of(one)) == lasting(manifest_of(two))
    assert lasting(summary_of(one)) == lasting(summary_of(two))
    for ends in (0, 1):
        shas = {git(w / "target_repo", "rev-parse", branches_of(w)[ends]) for w in (one, two)}
        assert len(shas) == 1, "the commits are the same"


def test_what_passes_is_no_part_of_a_manifests_digest(tmp_path: Path) -> None:
    manifest = {"seed": 1, "status": "started", "verification": {"seconds": 1.5, "tests": 3}}
    digest = manifest_digest(manifest)
    assert digest == manifest_digest({**manifest, "status": "closed", "ended_at": "later"})
    assert digest == manifest_digest({**manifest, "verification": {"seconds": 9.0, "tests": 3}})
    assert digest != manifest_digest({**manifest, "verification": {"seconds": 1.5, "tests": 4}})
    assert digest != manifest_digest({**manifest, "seed": 2})
    assert digest == manifest_digest(json.loads(json.dumps(manifest)))
