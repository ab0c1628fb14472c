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
from migration.__main__ import EXIT_DONE, EXIT_OPEN, NATIVE_STRINGS
from stigmergy.crafts import verification_settings
from stigmergy.settings import load
from verification.evidence import Retention, Verifier

_RULES = (sys.executable, "-m", "migration", "-w", "{tree}")
#: Command of each converter; 2to3 left the standard library in 3.13.
CONVERTERS: Mapping[str, tuple[str, ...]] = {
    "rules": _RULES,
    **(
        {"2to3": (sys.executable, "-W", "ignore", "-m", "lib2to3", "-w", "-n", "--no-diffs", "{tree}")}
        if sys.version_info < (3, 13)
        else {}
    ),
}
#: The rules, told what native strings are: a run of the agents may find one of these better (decision 0022).
WAYS: Mapping[str, tuple[str, ...]] = {way: (*_RULES, "--native-strings", way) for way in NATIVE_STRINGS}


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

    def convert(self, converter: str) -> tuple[Path, float]:
        """A copy that a converter has rewritten, and the seconds that took."""
        tree = self.folder / converter
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(self.pristine, tree, symlinks=True)
        began = time.monotonic()
        command = [part.replace("{tree}", str(tree)) for part in {**CONVERTERS, **WAYS}[converter]]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=3600)
        if converter in WAYS or converter == "rules":
            _check(done)
        return tree, round(time.monotonic() - began, 1)

    def measure(self, converter: str) -> dict[str, Any]:
        """`retention` (a share, or None without tests on 2.7), tests `kept` and `of`, and `seconds` to convert."""
        return self._tested(*self.convert(converter))

    def _tested(self, tree: Path, seconds: float) -> dict[str, Any]:
        found = self.retention(tree)
        return {
            "retention": found.suite_retention,
            "kept": found.passing,
            "of": found.baseline,
            "seconds": seconds,
        }

    def measure_ways(self) -> dict[str, dict[str, Any]]:
        """The same of the rules alone, under "rules"; where it makes a difference, for each of `WAYS` too."""
        tree, seconds = self.convert("rules")
        usual = _texts(tree)
        found = {"rules": self._tested(tree, seconds)}
        for way in WAYS:
            tree, seconds = self.convert(way)
            if _texts(tree) != usual:
                found[way] = self._tested(tree, seconds)
        return found


def _check(done: subprocess.CompletedProcess[str]) -> None:
    """Raises RuntimeError unless the rules went through all files: half a tree tells nothing of them."""
    if " files read, " not in done.stderr or done.returncode not in (EXIT_DONE, EXIT_OPEN):
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise RuntimeError(f"the rules ended with {done.returncode}: {' '.join(last) or 'not a word'}")


def _texts(tree: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(tree)): path.read_bytes()
        for path in tree.rglob("*.py")
        if path.is_file() and "__pycache__" not in path.parts
    }
