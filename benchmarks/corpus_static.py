"""What a converter that only rewrites, and runs nothing, keeps of a package's suite: the rules alone, 2to3."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.migrate_in_place import settings_of
from stigmergy.crafts import verification_settings
from stigmergy.settings import load
from verification.evidence import Retention, Verifier

#: Command of each converter; 2to3 left the standard library in 3.13.
CONVERTERS: Mapping[str, tuple[str, ...]] = {
    "rules": (sys.executable, "-m", "migration", "-w", "{tree}"),
    **(
        {"2to3": (sys.executable, "-W", "ignore", "-m", "lib2to3", "-w", "-n", "--no-diffs", "{tree}")}
        if sys.version_info < (3, 13)
        else {}
    ),
}


class StaticMeasure:
    """One package's baseline, against which any number of converted copies is held."""

    def __init__(self, spec: Mapping[str, Any], pristine: Path, folder: Path) -> None:
        """`folder` is for copies and runs. The baseline runs when the first copy is asked about."""
        self.pristine, self.folder = pristine, folder
        overrides = settings_of(dict(spec), pristine)
        self.verifier = Verifier(
            original=pristine,
            scratch=folder / "runs",
            settings=verification_settings(load(None, overrides), False),
        )
        self._prepared = False

    def retention(self, tree: Path) -> Retention:
        """How much of the suite passes on a converted copy."""
        if not self._prepared:
            self.verifier.prepare()
            self._prepared = True
        return self.verifier.retention(tree)

    def measure(self, converter: str) -> dict[str, Any]:
        """`retention` (a share, or None without tests on 2.7), tests `kept` and `of`, and `seconds` to convert."""
        tree = self.folder / converter
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(self.pristine, tree, symlinks=True)
        began = time.monotonic()
        command = [part.replace("{tree}", str(tree)) for part in CONVERTERS[converter]]
        subprocess.run(command, capture_output=True, timeout=3600)
        seconds = round(time.monotonic() - began, 1)
        found = self.retention(tree)
        return {
            "retention": found.suite_retention,
            "kept": found.passing,
            "of": found.baseline,
            "seconds": seconds,
        }
