"""The manifest of a run: under which settings it ran, so that nobody compares what can't be compared."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from metrics.run_files import Run


def build_manifest(
    *,
    repo: str,
    target_commit: str,
    provider: str,
    model: str,
    seed: int | None,
    budget: Mapping[str, float],
    config_hash: str,
    prompts_hash: str,
    lock_hash: str,
    interpreters: Mapping[str, str],
    harness_version: str,
    baseline: str = "stigmergic",
    configuration: str | None = None,
    **more: Any,
) -> dict[str, Any]:
    """The fields of a manifest that comparisons rely on, under their names.

    `repo` is a URL or a path as given (a user name and password in it are left out); runs are clustered by
    `repo_name`, its last part. `budget` holds `max_tokens` and `max_budget_usd`, `interpreters` version by
    role (target, python2, harness). `configuration` names a variant (an ablation) of a baseline; runs of
    one configuration are averaged. `more` is anything else that is plain JSON.
    """
    return {
        **more,
        "repo": without_secrets(repo),
        "repo_name": repository_name(repo),
        "target_commit": target_commit,
        "provider": provider,
        "model": model,
        "seed": seed,
        "budget": dict(budget),
        "config_hash": config_hash,
        "prompts_hash": prompts_hash,
        "lock_hash": lock_hash,
        "interpreters": dict(interpreters),
        "harness_version": harness_version,
        "baseline": baseline,
        "configuration": configuration or baseline,
    }


def without_secrets(repo: str) -> str:
    """A repository's URL or path, without the user name and password that a URL may carry."""
    parts = urlsplit(repo)
    if not parts.scheme or "@" not in parts.netloc:
        return repo
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def repository_name(repo: str) -> str:
    """The last part of a repository's URL or path: `https://host/team/tool.git` is `tool`."""
    path = urlsplit(repo).path or repo
    parts = [part for part in re.split(r"[/\\:]", path) if part not in ("", ".")]
    return parts[-1].removesuffix(".git") if parts else repo


def hash_files(paths: Iterable[Path]) -> str:
    """One SHA-256 over the names and contents of several files, leaving out missing ones; "" for none."""
    digest, found = hashlib.sha256(), False
    for path in sorted(paths):
        if path.is_file():
            content = path.read_bytes()
            digest.update(f"{path.name}\0{len(content)}\0".encode() + content)
            found = True
    return digest.hexdigest() if found else ""


def alarms(runs: Iterable[Run]) -> list[str]:
    """One line for each way in which these runs differ although a comparison needs them equal.

    Model and provider, budget, version and code of the harness must be the same in all; the commit within a
    repository; the prompts within a configuration; the settings within a configuration on a repository. Runs of
    a configuration on a repository must have distinct seeds: the same seed again is a copy, no repeat.
    """
    every = list(runs)
    found: list[str] = []
    for names in (("provider", "model"), ("budget",), ("harness_version",), ("harness_code",)):
        found += _mixed(every, " and ".join(names).replace("harness_", "harness "), "", lambda run: "", names)
    found += _mixed(every, "target commit", " of {}", lambda run: run.repository, ("target_commit",))
    found += _mixed(every, "prompts", " of {}", lambda run: run.label, ("prompts_hash",))
    found += _mixed(every, "settings", " of {}", _place, ("config_hash",))
    seeds: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for run in every:
        seed = run.setting("seed")
        if seed is not None:
            seeds[run.label, run.repository, str(seed)].append(run.run_id)
    for (label, repository, seed), ids in sorted(seeds.items()):
        if len(ids) > 1:
            where = _place_of(label, repository)
            found.append(f"same seed {seed} for {where}: copies, not repeats ({', '.join(ids)})")
    return found


def _place(run: Run) -> str:
    return _place_of(run.label, run.repository)


def _place_of(label: str, repository: str) -> str:
    return f"{label} on {repository}" if repository else label


def _mixed(
    runs: list[Run], what: str, where: str, group: Callable[[Run], str], names: tuple[str, ...]
) -> list[str]:
    values: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for run in runs:
        values[group(run)][", ".join(_shown(run.setting(name)) for name in names)] += 1
    return [
        f"mixed {what}{where.format(name)}: "
        + "; ".join(
            f"{_short(value)} ({count} {'run' if count == 1 else 'runs'})"
            for value, count in sorted(counts.items())
        )
        for name, counts in sorted(values.items())
        if len(counts) > 1
    ]


def _shown(value: Any) -> str:
    if value is None or value == "":
        return "not recorded"
    if isinstance(value, Mapping):
        return " ".join(f"{name}={value[name]}" for name in sorted(value))
    return str(value)


def _short(value: str) -> str:
    # A hash is told apart by its beginning.
    return re.sub(r"\b([0-9a-f]{12})[0-9a-f]{20,}\b", r"\1…", value)
