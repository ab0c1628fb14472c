"""Repairs in the baselines that have a feedback loop, and their absence in the pipeline that has none."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from baseline_door import call, left_by
from front_door import python2_repo
from git_fixtures import git

#: Rules can't know that `data` holds bytes; the failing test tells where, and a repair decodes them.
FILES = {
    "words.py": "import re\n\n\ndef words(data):\n    print 'of', len(data)\n    return re.findall('[a-z]+', data)\n",
    "test_words.py": "import io\nimport words\n\n\ndef test_words():\n"
    "    data = getattr(io.BytesIO(b'ab c'), 're' + 'ad')()\n    assert words.words(data) == ['ab', 'c']\n",
}
#: Judged on the scale that needs no Python 2.7: all tests pass 0.8, one fails 0.6.
SCALE = {"tester": {"require_evidence": False}}


def run(name: str, folder: Path) -> tuple[int, Path]:
    source = python2_repo(folder / "old", FILES)
    config = folder / "config.yaml"
    config.write_text(yaml.safe_dump(SCALE))
    ran = call(name, "--repo", source, "--workspace", folder / "w", "--config", config, "--quiet")
    return ran.code, folder / "w"


@pytest.mark.parametrize(
    "name", ["hierarchical", *(pytest.param(n, marks=pytest.mark.slow) for n in ("single_agent", "react"))]
)
def test_a_failing_test_leads_to_a_repair(name: str, tmp_path: Path) -> None:
    code, workspace = run(name, tmp_path)
    (left,) = left_by(name, workspace)
    assert code == 0
    assert left.states == dict.fromkeys(FILES, "validated")
    assert left.fact("words.py", "rules")[-1].startswith("repair:")
    text = git(left.workspace / "target_repo", "show", f"{left.run.summary['branch']}:words.py")
    assert "re.findall('[a-z]+', data.decode(" in text
    assert left.run.metric("retry_resolution_rate") == 1.0


@pytest.mark.slow
def test_the_pipeline_has_no_repairs_for_it_has_no_feedback(tmp_path: Path) -> None:
    _, workspace = run("sequential", tmp_path)
    (left,) = left_by("sequential", workspace)
    assert left.states == {"words.py": "needs_review", "test_words.py": "validated"}
    assert left.fact("words.py", "attempts") == 1
