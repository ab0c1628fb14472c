"""The sample through a real model: `pytest -m e2e` with OPENROUTER_API_KEY set. Costs money: only on request."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from main import main

SAMPLE = Path(__file__).parent / "fixtures" / "synthetic_py2_repo"

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not os.environ.get("OPENROUTER_API_KEY"), reason="needs OPENROUTER_API_KEY"),
]


def test_the_sample_is_migrated_by_rules_and_a_model_within_its_budget(tmp_path: Path) -> None:
    ceiling = 60_000
    code = main(
        [
            "--repo",
            str(SAMPLE),
            "--workspace",
            str(tmp_path),
            "--provider",
            "openrouter",
            "--code-model",
            "hybrid",
            "--max-tokens",
            str(ceiling),
            "--quiet",
        ]
    )
    assert code in (0, 1)
    summary = json.loads(next(tmp_path.glob("metrics/output/run_*_summary.json")).read_text())
    assert 0 < summary["total_tokens"] <= ceiling
    assert summary["files_total"] == sum(summary["files_by_status"].values())
    assert summary["files_validated"] > 0
