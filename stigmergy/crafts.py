"""From settings to crafts: which code model rewrites, how files are scanned, what judges them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from environment.traces import PatternSite, is_document
from migration.code_model import CodeModel
from migration.dialects.dialect import compile_failure
from migration.engine.documents import decode_file, scan_document
from migration.engine.outcome import Scan
from migration.engine.pipeline import scan
from migration.models.repair_engine import RepairingEngine
from migration.models.rule_engine import RuleEngine
from migration.repository.index import RepositoryIndex
from migration.source.source_text import UndecodableError
from stigmergy.settings import Settings, SettingsError
from verification.runners import looks_like_test
from verification.settings import VerificationSettings


def target_version(settings: Settings) -> tuple[int, int]:
    """The Python version that is migrated to, as (major, minor)."""
    text = settings.verification.target_python
    if text == "auto":
        return sys.version_info[:2]
    major, minor = text.split(".")
    return int(major), int(minor)


def is_test(key: str) -> bool:
    """Whether a file is one of the target's tests: the same answer wherever it is asked."""
    return looks_like_test(key)


def scan_all(sources: Mapping[str, bytes]) -> dict[str, Scan | str]:
    """Scan files by key. A file that can't be read as text gives the reason in place of a finding."""
    texts: dict[str, str] = {}
    stray: dict[str, int] = {}
    result: dict[str, Scan | str] = {}
    for key, data in sources.items():
        try:
            source = decode_file(key, data)
        except UndecodableError as error:
            result[key] = str(error)
        else:
            texts[key] = source.text
            if source.stray_line:
                stray[key] = source.stray_line
    index = RepositoryIndex(texts, texts.__getitem__)
    for key, text in texts.items():
        found = (scan_document if is_document(key) else scan)(text, key, index)
        if key in stray:
            pattern = PatternSite("stray_octets", stray[key], "tokens")
            found = replace(found, compiles=False, patterns=(pattern, *found.patterns))
        result[key] = found
    return result


def compile_error(key: str, data: bytes) -> str:
    """Why `data` does not compile on the running Python, or '' when it does. Of text files only examples would."""
    if is_document(key):
        return ""
    error = compile_failure(data, key)
    return f"{type(error).__name__}: {error}" if error is not None else ""


def embedded_model(settings: Settings) -> CodeModel:
    """Rules, without those that are switched off, and repairs. Raises SettingsError for a rule it does not know."""
    try:
        return RepairingEngine(RuleEngine(settings.migration.disabled_rules))
    except (KeyError, ValueError) as error:
        raise SettingsError(f"migration.disabled_rules: {error}") from error


def verification_settings(settings: Settings, allow_unsandboxed: bool = False) -> VerificationSettings:
    """The tester and verification sections in the form that verification takes."""
    tester, verification = settings.tester, settings.verification
    return VerificationSettings(
        python2=os.environ.get("STIGMERGY_PYTHON2") or verification.python2
        if verification.python2 == "auto"
        else verification.python2,
        target_python=verification.target_python,
        runner=verification.runner,
        args=tuple(verification.args),
        test_command=verification.test_command,
        workdir=verification.workdir,
        pythonpath=tuple(verification.pythonpath),
        env=dict(verification.env),
        prepare=tuple(verification.prepare),
        dependencies_python2=tuple(verification.dependencies.python2),
        dependencies_python3=tuple(verification.dependencies.python3),
        sandbox=verification.sandbox,
        allow_unsandboxed=allow_unsandboxed,
        require_evidence=tester.require_evidence,
        fallback_broken=tester.fallback_quality.compile_import_fail,
        fallback_regression=tester.fallback_quality.related_regression,
        fallback_pass=tester.fallback_quality.pass_or_inconclusive,
        timeout_seconds=None if tester.timeout_seconds == "auto" else tester.timeout_seconds,
        test_timeout_seconds=tester.test_timeout_seconds,
        memory_mb=tester.memory_mb,
        max_processes=tester.max_processes,
        max_output_mb=tester.max_output_mb,
    )


def read_dotenv(path: Any) -> dict[str, str]:
    """Variables of a `.env` file: NAME=value lines, quotes stripped; comments and empty values ignored."""
    found: dict[str, str] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return found
    for line in lines:
        name, equals, value = line.removeprefix("export ").partition("=")
        value = value.strip().strip("'\"")
        if equals and value and not name.lstrip().startswith("#"):
            found[name.strip()] = value
    return found
