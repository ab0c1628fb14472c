"""Finished runs for the tests of the report: a quiet one, and one over files whose names and texts are hostile."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from front_door import call, python2_repo
from metrics_runs import make_run

#: Would each run as markup or script, or steer whoever looks, if anything forgot to escape it.
HOSTILE_NAMES = (
    "<img src=x onerror=pwned=1>.py",
    "'\"><svg onload=pwned=1>.py",
    "</script><script>pwned=1</script>.py",
    "{{ 7*7 }}{% raw %}.py",
    "javascript:pwned=1.py",
    "\u202eyp.elif.py",
    "a&b<b>.py",
)
HOSTILE_TEXT = (
    "# </script><script>window.pwned = 1</script>\n"
    "# <!--<script>\n"
    'def f(d):\n    print "</script><img src=x onerror=window.pwned=1>", d.has_key("\\x1b[2J")\n'
    "    # \u202e reversed \u2066 \x1b[31m red\n    return d.keys()[0] / 2\n"
)
PLAIN: dict[str, str | bytes] = {
    "app.py": "import loud\n\n\ndef main(n):\n    print loud.loud(n)\n",
    "loud.py": 'def loud(n):\n    print "n is", n\n    return n\n',
    "broken.py": "# -*- coding: no-such-codec -*-\nx = 1\n",
    "clean.py": "X = 1\n",
}


#: More than any evidence gives without a Python 2.7 to compare with: every file needs a person.
STRICT = "thresholds: {validator_confidence_high: 0.95}\n"


def finished(folder: Path, files: Mapping[str, str | bytes], *flags: str) -> Path:
    """The workspace of a run over `files`, with the rules alone and no Python 2.7."""
    folder.mkdir(parents=True, exist_ok=True)
    repo = python2_repo(folder / "old", dict(files))
    ran = call("--repo", repo, "--workspace", folder / "w", *flags)
    assert ran.code == 0, ran.err
    return folder / "w"


_shared: dict[tuple[str, ...], Path] = {}


def shared(factory: pytest.TempPathFactory, files: Mapping[str, str | bytes]) -> Path:
    """As `finished`, made once for all tests of a session. To be read only."""
    names = tuple(sorted(files))
    if names not in _shared or not _shared[names].is_dir():
        _shared[names] = finished(factory.mktemp("run"), files)
    return _shared[names]


def hostile_files() -> dict[str, str | bytes]:
    """Files whose names and texts try to get out of whatever they are shown in."""
    header = "# -*- coding: utf-8 -*-\n"
    return {**dict.fromkeys(HOSTILE_NAMES, header + HOSTILE_TEXT), "plain.py": 'print "plain"\n'}


def campaign_in(folder: Path) -> Path:
    """A campaign of two configurations on two repositories, three seeds each; and a cell that broke."""
    for configuration, validated in (("stigmergic", 9), ("<b>single</b>", 6)):
        for repo in ("tool", "<i>lib"):
            for seed in (1, 2, 3):
                cell = folder / "cells" / repo.strip("<i>") / configuration.strip("</b>") / f"seed_{seed}"
                make_run(
                    cell / "workspace" / "metrics" / "output",
                    f"r-{configuration.strip('</b>')}-{repo.strip('<i>')}-{seed}",
                    validated=validated - seed,
                    tokens=1000 * seed + validated,
                    repo=f"https://example.org/{repo}.git",
                    configuration=configuration,
                    seed=seed,
                )
                state = {"state": "done", "reason": ""}
                (cell / "cell.json").write_text(json.dumps(state))
    broken = folder / "cells" / "tool" / "single" / "seed_4"
    broken.mkdir(parents=True)
    (broken / "cell.json").write_text(json.dumps({"state": "broken", "reason": "<script>pwned=1</script>"}))
    (folder / "campaign.json").write_text(json.dumps({"created_at": "2026-01-01T00:00:00Z"}))
    return folder
