"""What every way of coordinating needs around its work: where a run lives, its target, verifier, manifest, end."""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import os
import platform
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from environment.git_acquire import remove_tree
from environment.target_repo import TargetError, TargetRepo
from environment.traces import Status
from environment.workspace import Workspace, WorkspaceError
from metrics.causes import cause_of
from metrics.manifest import build_manifest, hash_files
from stigmergy import __version__
from stigmergy.ablation import configuration_name
from stigmergy.crafts import verification_settings
from stigmergy.harness_code import harness_code
from stigmergy.providers import ChosenModel
from stigmergy.settings import Settings, SettingsError
from stigmergy.stopping import FatalError
from verification.containment import Contain
from verification.evidence import BaselineSummary, Verifier
from verification.interpreters import InterpreterError
from verification.runners import NoTests
from verification.sandbox import SandboxUnavailable

#: Sections of the settings that make a variant of the way agents work.
_BEHAVIOUR = ("pheromones", "thresholds", "transformer", "tester", "migration", "prompts")
PROJECT_ROOT = Path(__file__).resolve().parent.parent
#: Where runs live unless told otherwise: the project's folder. A program that was installed without it has none.
RUNS_ROOT = PROJECT_ROOT if (PROJECT_ROOT / "pyproject.toml").is_file() else Path.cwd()


def new_run_id(spec: str, ref: str | None, seed: int, fingerprint: str) -> str:
    """UTC time and four digits of a hash of what makes the run; SOURCE_DATE_EPOCH, when set, is the time."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    moment = datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now(UTC)
    digest = hashlib.sha256(f"{spec}\0{ref}\0{seed}\0{fingerprint}".encode()).hexdigest()
    return f"{moment:%Y%m%d-%H%M%S}-{digest[:4]}"


@contextmanager
def unless_refused(root: Path) -> Iterator[None]:
    """Take the folder `root` away again if it was made for input that turned out to be wrong."""
    made = next((path for path in (*reversed(root.parents), root) if not path.exists()), None)
    try:
        yield
    except (SettingsError, TargetError, WorkspaceError):
        if made is not None:
            shutil.rmtree(made, ignore_errors=True)
        raise


def acquire_target(
    options: argparse.Namespace, settings: Settings, workspace: Workspace, run_id: str
) -> TargetRepo:
    """Bring in the target that the flags name, and only then move an earlier run to the archive.

    Raises TargetError; the earlier run is then where it was.
    """
    prefix, incoming = settings.git.branch_prefix, workspace.root / ".target_repo.incoming"
    remove_tree(incoming)
    TargetRepo.acquire(
        options.repo,
        options.repo_ref,
        incoming,
        run_id=run_id,
        branch_prefix=prefix,
        shallow=settings.git.shallow_clone,
    )
    try:
        workspace.prepare_new_run(run_id)
        os.replace(incoming, workspace.target_repo)
    except BaseException:
        remove_tree(incoming)
        raise
    return TargetRepo.open(workspace.target_repo, run_id=run_id, branch_prefix=prefix)


def prepare_verifier(
    target: TargetRepo,
    workspace: Workspace,
    settings: Settings,
    allow_unsandboxed: bool,
    contain: Contain | None = None,
) -> tuple[Verifier, BaselineSummary]:
    """A verifier of the target's original, and what its baseline showed. `contain` runs its commands.

    Raises FatalError when code can't be contained here, SettingsError for an interpreter that can't be used.
    """
    original = workspace.scratch / "original"
    shutil.rmtree(workspace.scratch, ignore_errors=True)
    target.export(original, target.base_commit)
    verifier = Verifier(
        original=original,
        scratch=workspace.scratch / "runs",
        settings=verification_settings(settings, allow_unsandboxed),
        contain=contain,
    )
    try:
        return verifier, verifier.prepare()
    except SandboxUnavailable as error:
        raise FatalError(str(error)) from error
    except (InterpreterError, NoTests) as error:
        raise SettingsError(str(error)) from error


def manifest_of(
    options: argparse.Namespace,
    settings: Settings,
    target: TargetRepo,
    chosen: ChosenModel,
    checked: BaselineSummary,
    **more: Any,
) -> dict[str, Any]:
    """The manifest of a run; `more` goes into it too, such as `baseline` and `configuration`."""
    return build_manifest(
        run_id=target.run_id,
        repo=options.repo,
        repo_ref=options.repo_ref,
        target_commit=target.base_commit,
        branch=target.branch,
        provider=chosen.provider,
        code_model=chosen.kind,
        model=chosen.model_name,
        simulated=chosen.simulated,
        budget={"max_tokens": settings.llm.max_tokens_total, "max_budget_usd": settings.llm.max_budget_usd},
        config_hash=settings.fingerprint(),
        prompts_hash=chosen.prompts_hash,
        lock_hash=hash_files([PROJECT_ROOT / "pyproject.toml", PROJECT_ROOT / "requirements.lock"]),
        interpreters={
            "target": checked.target,
            "python2": checked.python2,
            "harness": platform.python_version(),
        },
        harness_version=__version__,
        harness_code=harness_code(),
        settings=settings.model_dump(mode="json"),
        platform=platform.platform(),
        verification=dataclasses.asdict(checked),
        ablated=list(settings.pheromones.ablate),
        **{
            "seed": options.seed,
            "configuration": getattr(options, "configuration", None)
            or variant(settings, options.config, more),
            **more,
        },
    )


def variant(settings: Settings, config: Path | None, more: Mapping[str, Any]) -> str | None:
    """What runs under these settings are compared as: the way of coordinating, and the name of the configuration
    where it changes how agents behave (an ablation); how a target is tested and what may be spent is no variant.
    """
    if settings.pheromones.ablate:
        return configuration_name(str(more.get("baseline", "stigmergic")), settings.pheromones.ablate)
    mine, usual = settings.model_dump(), Settings().model_dump()
    if config is None or all(mine[section] == usual[section] for section in _BEHAVIOUR):
        return None
    return f"{more.get('baseline', 'stigmergic')}:{Path(config).stem}"


def describe_baseline(checked: BaselineSummary) -> list[str]:
    """The conditions under which files will be judged, in words."""
    lines = [f"target Python: {checked.target}; compared with: {checked.python2}; sandbox: {checked.backend}"]
    if checked.runner == "none":
        lines.append("tests: none found")
    elif checked.python2 == "none":
        lines.append(f"tests: run by {checked.runner}, without a baseline")
    else:
        cached = " (known from an earlier run)" if checked.cached else f" in {checked.seconds:.1f} s"
        lines.append(
            f"tests: {checked.passing} of {checked.tests} pass on Python 2.7{cached}, by {checked.runner}"
        )
    return lines


def describe_file(key: str, entry: Mapping[str, Any], quality: Mapping[str, Any]) -> dict[str, Any]:
    """What the closing summary says of a file."""
    metadata = entry.get("metadata", {})
    evidence = quality.get("evidence", {}).get("kind", "")
    total = quality.get("tests_total", 0)
    return {
        "file": key,
        "state": entry["status"],
        "evidence": evidence,
        "unchanged": bool(metadata.get("unchanged")),
        "confidence": f"{quality['confidence']:.2f}" if "confidence" in quality else "",
        "tests": f"{quality.get('tests_passed', 0)}/{total}" if total else "",
        "cause": None if entry["status"] == Status.VALIDATED else cause_of(key, entry, quality),
    }


def candidates_of(
    target: TargetRepo, status: Mapping[str, Mapping[str, Any]], first: bool = False
) -> Iterator[tuple[str, bytes, str]]:
    """For the candidates branch: key, text and message of each file's best candidate that was not validated.

    `first`: of each file's first candidate, which knew of no test, in its place. New files that one came with
    (stand-ins for modules that are gone) go with it.
    """
    for key in sorted(status):
        entry = status[key]
        metadata = entry.get("metadata", {})
        blob = (first and metadata.get("first")) or metadata.get("best") or metadata.get("candidate")
        if entry["status"] == Status.VALIDATED or not blob or metadata.get("unchanged"):
            continue
        why = metadata.get("reason") or "not decided"
        yield key, target.kept(blob), f"candidate({key}): {entry['status']}, not validated\n\n{why}"
        for other in metadata.get("group", ()):
            # Gone where somebody has removed it from the working copy: the candidate goes alone then.
            with suppress(OSError):
                if other not in status:
                    yield other, target.read(other), f"candidate({other}): comes with {key}"
