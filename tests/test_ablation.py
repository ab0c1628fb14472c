"""Mechanisms switched off: what agents then sense and do, what is recorded, what the run is called."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from front_door import call, manifest_of, python2_repo, records_of, states_of
from git_target import GitTarget

from environment.audit_report import main as auditor
from environment.medium import Medium
from environment.medium_settings import MediumSettings
from environment.traces import Kind
from stigmergy.ablation import ABLATIONS, configuration_name
from stigmergy.settings import Settings, SettingsError, load

ISSUE = {"test": "t", "file": "a.py", "line": 1, "exception": "E", "message": "m"}


@contextmanager
def world(folder: Path, settings: MediumSettings) -> Iterator[Medium]:
    """Two files found; on the weaker, which needs no change, tests left an issue."""
    folder.mkdir()
    texts = {"a.py": b"print 1\n", "b.py": b"print 2\n"}
    medium = Medium.open(folder / "pheromones", GitTarget(folder / "repo", texts), "r", settings=settings)
    try:
        medium.begin_tick()
        with medium.seat("scout").transaction() as tx:
            for key, intensity, status in (("a.py", 0.3, "transformed"), ("b.py", 1.0, "pending")):
                tx.write(Kind.TASKS, key, {"intensity": intensity, "patterns_found": ["print_statement"]})
                tx.write(Kind.STATUS, key, {"status": status})
        with medium.seat("tester").transaction() as tx:
            tx.write(
                Kind.QUALITY, "a.py", {"confidence": 0.4, "issues": [ISSUE], "evidence": {"kind": "tests"}}
            )
        yield medium
    finally:
        medium.close()


@pytest.fixture
def settled(tmp_path: Path) -> Callable[..., MediumSettings]:
    def make(*mechanisms: str) -> MediumSettings:
        return MediumSettings.of(load(None, {"pheromones.ablate": list(mechanisms)}))

    return make


def test_without_issues_the_transformer_alone_senses_none(
    tmp_path: Path, settled: Callable[..., MediumSettings]
) -> None:
    with world(tmp_path / "whole", settled()) as medium:
        assert medium.seat("transformer").read_one(Kind.QUALITY, "a.py")["issues"] == [ISSUE]  # type: ignore[index]
    with world(tmp_path / "without", settled("issues")) as medium:
        seat = medium.seat("transformer")
        for entry in (
            seat.read_one(Kind.QUALITY, "a.py"),
            seat.read_all(Kind.QUALITY)["a.py"],
            seat.query(Kind.QUALITY, confidence__lt=0.5)["a.py"],
        ):
            assert entry is not None and entry["issues"] == [] and entry["confidence"] == 0.4
        # The trace itself is there for everyone else, and in the file.
        assert medium.seat("validator").read_one(Kind.QUALITY, "a.py")["issues"] == [ISSUE]  # type: ignore[index]
        assert medium.store.read_all(Kind.QUALITY)["a.py"]["issues"] == [ISSUE]


def test_without_priority_all_tasks_are_equally_strong(
    tmp_path: Path, settled: Callable[..., MediumSettings]
) -> None:
    with world(tmp_path / "whole", settled()) as medium:
        tasks = medium.seat("transformer").read_all(Kind.TASKS)
        assert tasks["a.py"]["intensity"] < tasks["b.py"]["intensity"]
    with world(tmp_path / "without", settled("priority")) as medium:
        tasks = medium.seat("transformer").read_all(Kind.TASKS)
        assert tasks["a.py"]["intensity"] == tasks["b.py"]["intensity"]
        assert medium.store.read_all(Kind.TASKS)["b.py"]["intensity"] == 1.0


def test_without_decay_a_task_keeps_its_strength(
    tmp_path: Path, settled: Callable[..., MediumSettings]
) -> None:
    after: dict[str, float] = {}
    for name, settings in (("whole", settled()), ("without", settled("decay"))):
        with world(tmp_path / name, settings) as medium:
            for _ in range(5):
                medium.begin_tick()
            after[name] = medium.seat("transformer").read_all(Kind.TASKS)["b.py"]["intensity"]
    assert after["whole"] < after["without"] == 1.0


def test_without_inhibition_nothing_holds_a_retry_back(settled: Callable[..., MediumSettings]) -> None:
    whole, without = settled(), settled("inhibition")
    most = whole.retry_inhibition * 1000
    assert whole.inhibition_threshold < most < without.inhibition_threshold


def test_without_examples_none_are_shown() -> None:
    assert load(None, {"pheromones.ablate": ["examples"]}).transformer.max_examples == 0


def test_each_set_of_mechanisms_is_one_name_and_one_fingerprint() -> None:
    chosen = [c for n in range(3) for c in itertools.combinations(ABLATIONS, n)]
    names = {configuration_name("stigmergic", c) for c in chosen}
    prints = {load(None, {"pheromones.ablate": list(c)}).fingerprint() for c in chosen}
    assert len(names) == len(prints) == len(chosen)
    assert configuration_name("stigmergic", ("issues", "decay")) == "stigmergic-no-decay-no-issues"
    assert configuration_name("stigmergic", ()) == "stigmergic"


def test_medium_settings_survive_the_log() -> None:
    for settings in (MediumSettings(), MediumSettings(withheld=("issues", "priority"))):
        assert MediumSettings.from_dict(settings.as_dict()) == settings
    old = MediumSettings().as_dict()
    del old["withheld"]
    assert MediumSettings.from_dict(old) == MediumSettings()


def test_an_unknown_mechanism_is_named() -> None:
    with pytest.raises(SettingsError, match=r"pheromones\.ablate.*'gravity' is not allowed"):
        load(None, {"pheromones.ablate": ["gravity"]})
    assert call("--repo", ".", "--ablate", "gravity").code == 2
    assert Settings().pheromones.ablate == []


def test_a_run_without_mechanisms_says_so_everywhere(tmp_path: Path) -> None:
    repo, workspace = python2_repo(tmp_path / "old"), tmp_path / "ws"
    done = call("--repo", repo, "--workspace", workspace, "--ablate", "issues", "--ablate", "decay")
    assert done.code == 0, done.err
    assert set(states_of(workspace).values()) == {"validated"}
    manifest = manifest_of(workspace)
    assert manifest["ablated"] == ["issues", "decay"]
    assert manifest["configuration"] == "stigmergic-no-decay-no-issues"
    assert manifest["settings"]["pheromones"]["decay_rate"] == 0
    opening = records_of(workspace)[0]["after"]["settings"]
    assert (opening["withheld"], opening["decay_rate"]) == (["issues"], 0)
    assert auditor(["verify", str(workspace)]) == 0
