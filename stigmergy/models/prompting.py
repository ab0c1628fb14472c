"""Prompts: versioned templates, filled with what is known about a file, within a size limit.

Whatever comes from the target repository is put between tags made from its own hash, which it can't forge.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import Template

from environment.traces import Issue, OpenSite
from migration.code_model import Request
from migration.models.string_policy import under_decision
from stigmergy.llm_tokens import estimate_prompt
from stigmergy.llm_types import Message
from stigmergy.models.regions import Region, regions_around

TEMPLATES = Path(__file__).parent.parent / "prompts"
_NAMES = ("system", "preamble", "scout", "whole_file", "edits", "repair")
_MAX_MESSAGE = 400
_MAX_EXAMPLE = 4000
_MAX_OBSERVATIONS = 40
_MAX_PATTERNS = 60


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a prompt may carry, in tokens by estimate and in numbers of traces."""

    prompt_tokens: int = 24_000
    examples: int = 3
    issues: int = 5
    opinions: int = 40

    def shrunk(self, steps: int) -> Limits:
        """The limits after so many steps of doing without: first examples, then all issues but one."""
        return Limits(
            self.prompt_tokens,
            0 if steps else self.examples,
            1 if steps > 1 else self.issues,
            0 if steps > 1 else self.opinions,
        )


#: Lines shown on each side of a place, at each degree of doing without.
_CONTEXTS = (15, 8, 3)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question within the limits: its messages, the regions it shows, the degree of doing without."""

    messages: tuple[Message, ...]
    shrink: int
    regions: Mapping[str, Region] = field(default_factory=dict)


class Prompts:
    """The templates of one run. `preamble` is default, or a text of one's own; "" leaves it out."""

    def __init__(
        self, directory: Path = TEMPLATES, preamble: str = "default", limits: Limits | None = None
    ) -> None:
        texts = {name: (directory / f"{name}.md").read_text(encoding="utf-8") for name in _NAMES}
        if preamble != "default":
            texts["preamble"] = preamble
        self._texts = texts
        self.limits = limits or Limits()

    @property
    def hashes(self) -> dict[str, str]:
        """SHA-256 of each template as used, for the manifest."""
        return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in self._texts.items()}

    @property
    def version(self) -> str:
        """One short hash of all templates: it changes when any of them does."""
        return hashlib.sha256(json.dumps(self.hashes, sort_keys=True).encode()).hexdigest()[:16]

    def whole_file(self, request: Request, source: str, shrink: int = 0) -> Prompt | None:
        """The question for a complete file, or None when even the smallest form is over the limit."""
        for step in range(shrink, len(_CONTEXTS)):
            traces = self._traces(request, self.limits.shrunk(step), step)
            found = [f"line {p.line}: {p.pattern}" for p in request.patterns[:_MAX_PATTERNS]]
            patterns = _section("Python 2 patterns found in it:", "patterns", "\n".join(found))
            fields = traces | {"patterns": patterns, "source": quoted("source", source)}
            messages = self._conversation("whole_file", request, fields)
            if estimate_prompt(messages) <= self.limits.prompt_tokens:
                return Prompt(messages, step)
        return None

    def edits(self, request: Request, text: str, lines: Mapping[int, str], shrink: int = 0) -> Prompt | None:
        """The question for edits of `text` at `lines` (1-based, with the reason of each), or None."""
        return self._about_places("edits", request, text, lines, shrink)

    def scout(self, request: Request, text: str, lines: Mapping[int, str], shrink: int = 0) -> Prompt | None:
        """The question what to make of the places at `lines` of `text`, or None."""
        return self._about_places("scout", request, text, lines, shrink)

    def _about_places(
        self, template: str, request: Request, text: str, lines: Mapping[int, str], shrink: int
    ) -> Prompt | None:
        all_lines = text.split("\n")
        for step in range(shrink, len(_CONTEXTS)):
            regions = regions_around(text, lines, _CONTEXTS[step])
            shown = "\n".join(
                f"{r.id} (lines {r.start} to {r.end}):\n{quoted('region', r.text(all_lines))}"
                for r in regions.values()
            )
            sites = "\n".join(
                f"line {line}: {reason}: {all_lines[line - 1].strip()[:120]}"
                for line, reason in sorted(lines.items())
                if 1 <= line <= len(all_lines)
            )
            fields = self._traces(request, self.limits.shrunk(step), step) | {
                "sites": _section("Places to settle:", "sites", sites),
                "regions": shown,
            }
            messages = self._conversation(template, request, fields)
            if estimate_prompt(messages) <= self.limits.prompt_tokens:
                return Prompt(messages, step, regions)
        return None

    def repair(self, answer: str, problems: Iterable[str]) -> tuple[Message, Message]:
        """The bad answer, and the request to do it again."""
        listed = quoted("problems", "\n".join(f"- {problem}" for problem in problems))
        return (
            Message("assistant", answer),
            Message("user", Template(self._texts["repair"]).substitute(problems=listed)),
        )

    def _conversation(
        self, template: str, request: Request, fields: Mapping[str, str]
    ) -> tuple[Message, Message]:
        target = ".".join(map(str, request.target))
        preamble = self._texts["preamble"].strip()
        system = _filled(self._texts["system"], {"target": target, "preamble": preamble})
        user = _filled(self._texts[template], {**fields, "target": target, "file": json.dumps(request.key)})
        return Message("system", system), Message("user", user)

    def _traces(self, request: Request, limits: Limits, step: int) -> dict[str, str]:
        seen = [
            f"line {o.line} of the original: {o.site}: {', '.join(o.seen)}"
            for o in under_decision(request).observations[: 0 if step > 1 else _MAX_OBSERVATIONS]
        ]
        examples = [
            quoted("example", f"{e.key}\n{e.diff[:_MAX_EXAMPLE]}")
            for e in request.examples[: limits.examples]
        ]
        opinions = [
            f"line {o.line}, {o.code}: {o.verdict}: {o.why}" for o in request.opinions[: limits.opinions]
        ]
        hint = f"{quoted('hint', request.hint)}\n" if request.hint else ""
        return {
            "observations": _section("Seen under Python 2:", "observations", "\n".join(seen)),
            "opinions": _section(
                "What a model made of ambiguous places (an opinion, not evidence):",
                "opinions",
                "\n".join(opinions),
            ),
            "issues": hint
            + _section(
                "What failed after an earlier attempt:",
                "issues",
                "\n".join(_issue(i) for i in request.issues[: limits.issues]),
            ),
            "examples": "Similar files that were migrated and validated:\n" + "\n".join(examples)
            if examples
            else "",
        }


def quoted(name: str, text: str) -> str:
    """`text` as data: between tags that carry a hash of it, which no text can contain by design."""
    tag = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    while tag in text:
        tag = hashlib.sha256(f"{tag}{text}".encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return f"<{name} {tag}>\n{text}\n</{name} {tag}>"


def site_lines(sites: Iterable[OpenSite]) -> dict[int, str]:
    """Lines of open sites with what is open there."""
    return {site.line: f"{site.pattern}, {site.reason}" for site in sites}


def blamed_lines(key: str, issues: Sequence[Issue]) -> dict[int, str]:
    """Lines of `key` that issues point at: the deepest frame in it, else the issue's own line, where it has one."""
    lines: dict[int, str] = {}
    for issue in issues:
        inside = [frame.line for frame in issue.frames if frame.file == key]
        if not inside and issue.file == key:
            inside = [issue.line]
        for line in (line for line in inside[-1:] if line > 0):
            lines.setdefault(line, f"{issue.exception}: {' '.join(issue.message.split())[:120]}")
    return lines


def _issue(issue: Issue) -> str:
    frames = " <- ".join(f"{f.file}:{f.line}" for f in reversed(issue.frames[-4:]))
    message = " ".join(issue.message.split())[:_MAX_MESSAGE]
    where = frames or f"{issue.file}:{issue.line}"
    return f"{issue.test}: {issue.exception}: {message} (at {where})"


def _section(title: str, name: str, text: str) -> str:
    return f"{title}\n{quoted(name, text)}\n" if text else ""


def _filled(template: str, fields: Mapping[str, str]) -> str:
    """The template with its fields; the line of an empty one is left out. Values are not looked into."""
    for name, value in fields.items():
        if not value:
            template = template.replace(f"${name}\n", "")
    return Template(template).substitute(fields).strip() + "\n"
