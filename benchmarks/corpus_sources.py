"""Source distributions of the corpus: fetched from the package index, checked by hash, unpacked once into a cache."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import yaml

from verification.interpreters import find_python2

MANIFEST = Path(__file__).with_name("corpus_packages.yaml")
CACHE = Path(os.environ.get("STIGMERGY_CORPUS", "~/.cache/stigmergy/corpus")).expanduser()


class CorpusError(Exception):
    """A package can't be had. The message says which, and why."""


def packages(only: set[str] | None = None, kind: str | None = "public") -> list[dict[str, Any]]:
    """The manifest's entries, by name (`only`) or by set (`kind`). Raises CorpusError for an unknown name."""
    listed: list[dict[str, Any]] = yaml.safe_load(MANIFEST.read_text())["packages"]
    if only:
        unknown = only - {p["name"] for p in listed}
        if unknown:
            raise CorpusError(f"not in {MANIFEST.name}: {', '.join(sorted(unknown))}")
        return [p for p in listed if p["name"] in only]
    return [p for p in listed if kind is None or p["set"] == kind]


def unpacked(package: dict[str, Any]) -> Path:
    """The package's pristine tree in the cache. Raises CorpusError when it can't be fetched or its hash differs."""
    tree = CACHE / "trees" / f"{package['name']}-{package['version']}"
    if not tree.exists():
        archive = _fetched(package)
        unfinished = tree.with_name(tree.name + ".unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        if archive.suffix == ".zip":
            with zipfile.ZipFile(archive) as packed:
                packed.extractall(unfinished)
        else:
            with tarfile.open(archive) as packed:
                packed.extractall(unfinished, filter="data")
        # Resource forks of another system are no source, and compiled files are not the package's.
        for path in [*unfinished.rglob("._*"), *unfinished.rglob("*.pyc")]:
            path.unlink()
        inner = [p for p in unfinished.iterdir() if p.name not in ("__MACOSX", "pax_global_header")]
        (inner[0] if len(inner) == 1 and inner[0].is_dir() else unfinished).rename(tree)
        shutil.rmtree(unfinished, ignore_errors=True)
    return tree


def _fetched(package: dict[str, Any]) -> Path:
    folder = CACHE / "sdists"
    folder.mkdir(parents=True, exist_ok=True)
    archive = folder / str(package["sdist"])
    if not archive.exists():
        python2 = find_python2("auto")
        if python2 is None:
            raise CorpusError("fetching needs the pip of a Python 2.7: set STIGMERGY_PYTHON2")
        wanted = f"{package['name']}=={package['version']}"
        command = [
            str(python2.path),
            "-m",
            "pip",
            "download",
            "-q",
            "-d",
            str(folder),
            "--no-deps",
            "--no-binary",
            ":all:",
        ]
        done = subprocess.run([*command, wanted], capture_output=True, text=True)
        if not archive.exists():
            raise CorpusError(
                f"{wanted} can't be fetched: {done.stderr.strip().splitlines()[-1:] or 'no reason given'}"
            )
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    if digest != package["sha256"]:
        raise CorpusError(f"{archive.name}: its hash is {digest}, expected {package['sha256']}")
    return archive
