"""Scout: what it deposits about files, and that no file can stop it."""

from __future__ import annotations

import itertools
import logging
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from world import make_world, states

from agents.scout import IntensityScale, Scout
from environment.medium import Medium
from environment.traces import Kind, Status
from stigmergy.crafts import scan_all


def scout(medium: Medium) -> Scout:
    return Scout(medium.seat("scout"), scan_all)


def test_a_task_for_every_file_and_first_states(tmp_path: Path) -> None:
    medium = make_world(
        tmp_path,
        {
            "loud.py": "import quiet\nprint 'a'\nfor k in xrange(3): print k\n",
            "quiet.py": "VALUE = 1\n",
            "tool": "#!/usr/bin/env python\nprint 'script'\n",
            "notes.txt": "print 'no code'\n",
        },
    )
    assert scout(medium).step()
    assert states(medium) == {"loud.py": "pending", "quiet.py": "transformed", "tool": "pending"}
    task = medium.store.read_one(Kind.TASKS, "loud.py")
    assert task is not None
    assert set(task["patterns_found"]) == {"print_statement", "xrange"}
    assert task["dependencies"] == ["quiet.py"] and task["dep_count"] == 1
    assert task["intensity"] == 1.0 and task["created_by"] == "scout"
    assert {site["line"] for site in task["pattern_details"]} == {2, 3}
    assert medium.store.read_one(Kind.TASKS, "quiet.py") is not None
    unchanged = medium.store.read_one(Kind.STATUS, "quiet.py")
    assert unchanged is not None and unchanged["metadata"]["unchanged"] is True


def test_it_looks_at_a_file_once(tmp_path: Path) -> None:
    medium = make_world(tmp_path, {"a.py": "print 1\n"})
    agent = scout(medium)
    assert agent.step()
    assert not agent.step()


def test_a_file_that_cannot_be_read_is_skipped_with_the_reason_and_stops_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    medium = make_world(
        tmp_path,
        {
            "good.py": "print 1\n",
            "latin.py": b"name = '\xe9'\n",
            "cookie.py": b"# -*- coding: latin-1 -*-\nprint '\xe9'\n",
            "unknown.py": b"# -*- coding: klingon -*-\nprint 1\n",
            "nul.py": b"print 1\n\0\n",
        },
    )
    with caplog.at_level(logging.WARNING, "stigmergy"):
        scout(medium).step()
    found = states(medium)
    assert found["good.py"] == found["cookie.py"] == "pending"
    assert {k for k, s in found.items() if s == Status.SKIPPED} == {"latin.py", "unknown.py", "nul.py"}
    for key in ("latin.py", "unknown.py", "nul.py"):
        entry = medium.store.read_one(Kind.STATUS, key)
        assert entry is not None and entry["metadata"]["reason"]
        assert any(key in record.getMessage() for record in caplog.records)


def test_a_file_that_does_not_parse_is_pending_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    medium = make_world(tmp_path, {"broken.py": "print 'a'\ndef f(:\n  xrange(3\n"})
    with caplog.at_level(logging.WARNING, "stigmergy"):
        scout(medium).step()
    assert states(medium) == {"broken.py": "pending"}
    assert any("broken.py" in record.getMessage() for record in caplog.records)


def test_intensity_by_hand() -> None:
    scale = IntensityScale()
    counts = {"a": (10, 0), "b": (0, 5), "c": (0, 0)}
    assert scale.intensities(counts) == pytest.approx({"a": 1.0, "b": 2.0 / 6.0, "c": 0.1})
    assert scale.intensities({"a": (1, 1), "b": (1, 1)}) == {"a": 0.5, "b": 0.5}
    assert scale.intensities({}) == {}


@given(st.dictionaries(st.text(min_size=1), st.tuples(st.integers(0, 500), st.integers(0, 50)), min_size=2))
def test_intensity_lies_within_its_bounds_and_follows_the_score(counts: dict[str, tuple[int, int]]) -> None:
    values = IntensityScale().intensities(counts)
    assert all(0.1 <= v <= 1.0 for v in values.values())
    score = {k: 0.6 * p + 0.4 * d for k, (p, d) in counts.items()}
    ranked = sorted(counts, key=score.__getitem__)
    for weaker, stronger in itertools.pairwise(ranked):
        assert values[weaker] <= values[stronger] or math.isclose(score[weaker], score[stronger])
