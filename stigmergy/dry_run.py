"""Show what would be done, and what it could cost: no model call, no test, no commit, nothing left behind."""

from __future__ import annotations

import argparse
import difflib
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from environment.target_repo import TargetRepo
from environment.workspace import Workspace
from migration.code_model import Request
from migration.engine.documents import decode_file
from migration.repository.index import RepositoryIndex
from stigmergy.console import Console
from stigmergy.crafts import embedded_model, scan_all, target_version
from stigmergy.models.factory import resolve_provider
from stigmergy.settings import Settings, SettingsError

if TYPE_CHECKING:
    from stigmergy.models.estimate import Estimate


def dry_run(options: argparse.Namespace, settings: Settings) -> int:
    """Print findings, the rules' diff and an estimate; `--estimate` prints the estimate alone. Returns 0."""
    if not options.repo:
        raise SettingsError("--dry-run and --estimate need --repo URL_OR_PATH")
    console = Console(options.quiet)
    provider = resolve_provider(settings.llm.provider)
    kind = settings.llm.code_model
    if kind == "auto":
        kind = "rules" if provider == "embedded" else "hybrid"
    with tempfile.TemporaryDirectory(prefix="stigmergy-dry-run-") as folder:
        workspace = Workspace(Path(folder))
        target = TargetRepo.acquire(
            options.repo,
            options.repo_ref,
            workspace.target_repo,
            run_id="dry-run",
            branch_prefix=settings.git.branch_prefix,
            shallow=settings.git.shallow_clone,
        )
        survey = _Survey(target, settings)
        if not options.estimate:
            survey.show(console)
        for line in survey.estimate(provider, kind, settings):
            print(line, flush=True)
    return 0


class _Survey:
    """What the Scout would find in the target and what the rules would make of it."""

    def __init__(self, target: TargetRepo, settings: Settings) -> None:
        odd = target.oddities()
        sources = {key: target.read(key) for key in target.files() if key not in odd}
        self.findings = scan_all(sources)
        self.unreadable = odd | {k: f for k, f in self.findings.items() if isinstance(f, str)}
        self.texts = {k: decode_file(k, data).text for k, data in sources.items() if k not in self.unreadable}
        index = RepositoryIndex(self.texts, self.texts.__getitem__)
        model, version = embedded_model(settings), target_version(settings)
        self.requests = [Request(key, text, index, target=version) for key, text in self.texts.items()]
        self.proposals = {request.key: model.propose(request) for request in self.requests}

    def show(self, console: Console) -> None:
        """Each file's patterns, the rules' diff, and what they leave open."""
        for key in sorted(self.unreadable):
            console.say(f"{key}: skipped: {self.unreadable[key]}")
        for key in sorted(self.texts):
            finding, proposal = self.findings[key], self.proposals[key]
            assert not isinstance(finding, str)
            counts = Counter(site.pattern for site in finding.patterns)
            found = ", ".join(f"{name} {n}" for name, n in sorted(counts.items())) or "nothing to migrate"
            console.say(f"{key}: {found}")
            if finding.warning:
                console.say(f"  warning: {finding.warning}")
            before, after = self.texts[key], proposal.texts.get(key, self.texts[key])
            lines = difflib.unified_diff(
                before.splitlines(keepends=True), after.splitlines(keepends=True), f"a/{key}", f"b/{key}"
            )
            for line in lines:
                console.say(line.rstrip("\n"))
            for site in proposal.open_sites.get(key, ()):
                console.say(f"  left open, line {site.line}: {site.pattern}: {site.reason}")

    def estimate(self, provider: str, kind: str, settings: Settings) -> list[str]:
        """Files, share that rules alone settle, and the tokens and money a run would need at most."""
        open_files = [k for k, p in self.proposals.items() if p.open_sites.get(k)]
        changed = [k for k, p in self.proposals.items() if p.texts.get(k) not in (None, self.texts[k])]
        lines = [
            "",
            f"{len(self.texts)} files: {len(changed)} to rewrite, {len(self.texts) - len(changed)} stay as they are, "
            f"{len(self.unreadable)} can't be read.",
            f"Rules alone settle {len(self.texts) - len(open_files)} of them; {len(open_files)} keep open sites.",
        ]
        from stigmergy.llm_prices import configured_price
        from stigmergy.llm_types import LlmSettings
        from stigmergy.models.estimate import Estimator
        from stigmergy.models.prompting import Prompts

        llm = LlmSettings.of(settings.llm, provider=provider)
        price = configured_price(llm.model, llm.prices)
        repairs = settings.transformer.syntax_repair_attempts
        prompts = Prompts(preamble=settings.prompts.stigmergic_preamble)
        worst = Estimator(kind, embedded_model(settings), llm, prompts, price, repairs).estimate(
            self.requests
        )
        money = "" if worst.tokens == 0 else ", price unknown (set llm.prices)"
        if worst.usd is not None:
            money = f", {worst.usd:.4f} USD"
        named = f"{kind} by {provider}" + (f", {llm.model}" if kind != "rules" else "")
        return [
            *lines,
            f"First candidates with {named}: at most {worst.tokens} tokens; "
            f"{worst.tokens_with_repairs} with every repair{money}.",
            *self._whole_run(worst, settings),
        ]

    @staticmethod
    def _whole_run(worst: Estimate, settings: Settings) -> list[str]:
        """What a run in which nothing goes well would need, and what it would be let have."""
        if not worst.run_tokens:
            return []
        usd = f", {worst.run_usd:.4f} USD" if worst.run_usd is not None else ""
        llm = settings.llm
        ceilings = [f"{llm.max_tokens_total} tokens"] if llm.max_tokens_total else []
        ceilings += [f"{llm.max_budget_usd:g} USD"] if llm.max_budget_usd else []
        stop = f"; it is stopped at {' and '.join(ceilings)}" if ceilings else "; there is no ceiling"
        return [
            f"The whole run, every candidate and every attempt used up: at most {worst.run_tokens} tokens{usd}{stop}."
        ]
