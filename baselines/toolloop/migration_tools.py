"""Tools that rewrite and judge files of a migration, under the walls that hold for every way of coordinating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from baselines.attempts import Attempts
from baselines.decision import Thresholds
from baselines.reports import judgement_lines
from baselines.toolloop.tools import Parameter, Tool, ToolError
from baselines.workbench import Candidate, Workbench
from environment.guardrails import GuardrailViolation, safe_key
from environment.traces import TERMINAL, Judgement, OpenSite, Status
from migration.code_model import CodeModel, Proposal
from migration.engine.documents import decode_file
from migration.source.line_changes import carried, changes_between, sites_left
from stigmergy.crafts import compile_error, is_test
from stigmergy.models.newlines import newline_of, with_newlines
from verification.baseline import tree_hash
from verification.needs import Needs

#: Files whose evidence is told one by one when nothing failed in them.
_MAX_TOLD = 40


class Migration:
    """The state of a migration as one agent works on it: candidates that stand, drafts that do not compile yet.

    `rules` is the embedded code model, None where the model is to write every text itself.
    """

    def __init__(self, bench: Workbench, agent: str, rules: CodeModel | None) -> None:
        self.bench = bench
        self.memory = bench.memory
        self.agent = agent
        self.rules = rules
        self.attempts = Attempts(bench, agent)
        self.thresholds = Thresholds.of(bench.settings)
        self.author = f"model:{bench.chosen.model_name or 'stand-in'}"
        self.judged: dict[str, Judgement] = {}
        #: Texts in the tree that can't stand, with the reason; new files by key.
        self.drafts: dict[str, str] = {}
        self.new_files: dict[str, str] = {}
        #: How often a file came to have more passing tests than ever.
        self.gains = 0
        self._standing: dict[str, Candidate] = {}

    def tools(self) -> list[Tool]:
        """The tools over this migration."""
        path = Parameter("string", "path of a file, from the repository's root", required=True)
        tools = [
            Tool(
                "edit",
                "replace the one place in a file where `old` stands by `new`, or the whole file by `text`; a new file "
                "is made by `text`",
                self.edit,
                {
                    "path": path,
                    "old": Parameter("string", "lines as they are, in the file exactly once", ""),
                    "new": Parameter("string", "lines to put there", ""),
                    "text": Parameter("string", "the whole new text", ""),
                },
            ),
            Tool(
                "run_tests",
                "run the tests of all rewritten files, or of one, and see what fails where",
                self.run_tests,
                {"path": Parameter("string", "path of a file, empty for all", "")},
            ),
        ]
        if self.rules is not None:
            meaning = "rewrite a file by known rules; again after a failing test: by known repairs"
            tools.insert(0, Tool("migrate", meaning, self.migrate, {"path": path}))
        return tools

    # -- rewriting -----------------------------------------------------------------------------------------------

    def migrate(self, path: str) -> str:
        """Have rules, or after a failure repairs, rewrite a file."""
        assert self.rules is not None
        key = self._open(path)
        if self.attempts.known(key).fresh is not None:
            raise ToolError(f"{key} was rewritten and not tested since: run the tests first")
        [proposal] = self.bench.ask(self.agent, [self.attempts.request(key)], self.rules)
        candidate = self.attempts.usable(key, proposal)
        if not isinstance(candidate, Candidate):
            return f"nothing was changed: {candidate}"
        self.stand(candidate)
        lines = sum(change.end_line - change.line + 1 for change in candidate.changes)
        rules = sorted({change.author for change in candidate.changes})
        left = _sites(proposal.open_sites.get(key, ()))
        return f"{key}: {lines} lines rewritten by {', '.join(rules) or 'nobody'}{left}"

    def edit(self, path: str, old: str, new: str, text: str) -> str:
        """Change a file as the model says."""
        if path not in self.memory.status:
            return self._new_file(path, old, text)
        key = self._open(path)
        present = decode_file(key, self.bench.read(key)).text
        wanted = with_newlines(text or _replaced(with_newlines(present, "\n"), old, new), newline_of(present))
        if wanted == present:
            return "nothing was changed: that is the text as it is"
        if self.memory.state(key) == Status.TESTED or not (key in self.drafts or key in self._standing):
            # Edits up to the next run of the tests are one try.
            self.memory.note(self.agent, key, attempts=self.attempts.number(key) + 1)
        candidate = self.bench.check(key, self._proposal(key, wanted))
        if isinstance(candidate, Candidate):
            self.stand(candidate)
            return f"{key} is written, and compiles"
        if "keeps its tests" in candidate or "can't express" in candidate:
            raise ToolError(candidate)
        self._begin(key)
        self.bench.write(key, self.bench.encode(key, wanted))
        self.drafts[key] = candidate
        return f"{key} is written, but can't stand yet: {candidate}"

    def _new_file(self, path: str, old: str, text: str) -> str:
        try:
            key = safe_key(path)
        except GuardrailViolation as refusal:
            raise ToolError(str(refusal)) from None
        exists = (self.bench.tree / key).exists()
        if old or not text or (exists and key not in self.new_files):
            raise ToolError(f"{path!r} is none of the files to migrate; a new file is made by `text`")
        error = compile_error(key, text.encode()) if key.endswith(".py") else "only Python files can be added"
        if error:
            raise ToolError(f"{key}: {error}")
        self.bench.write(key, text.encode())
        self.new_files[key] = text
        return f"{key} is new; it goes with the files that mention it"

    def _open(self, path: str) -> str:
        """The key of a file that may be rewritten. Raises ToolError."""
        key = path.removeprefix("./")
        state = self.memory.state(key)
        if state is None:
            raise ToolError(f"{path!r} is none of the files to migrate")
        if state in TERMINAL:
            raise ToolError(f"{key} is {state.value}: it is not touched any more")
        if state == Status.TESTED and not self.attempts.may_retry(key):
            raise ToolError(f"{key} was tried again too often without a gain: leave it")
        if self.attempts.number(key) >= self.attempts.most:
            raise ToolError(f"{key} was rewritten {self.attempts.most} times, which is the most: leave it")
        return key

    def _begin(self, key: str) -> None:
        """Note that a file that was tested is tried again."""
        if self.memory.state(key) == Status.TESTED:
            self.memory.note(self.agent, key, Status.FAILED, reason=self._why(key))
            self.memory.note(self.agent, key, Status.RETRY)

    def _why(self, key: str) -> str:
        judgement = self.judged.get(key)
        return self.thresholds.decide(judgement, 1)[1] if judgement else "tried again"

    def stand(self, candidate: Candidate) -> None:
        """Have a candidate stand, to be judged."""
        self._begin(candidate.key)
        self.attempts.put(candidate)
        self._standing[candidate.key] = candidate
        self.drafts.pop(candidate.key, None)

    def _proposal(self, key: str, text: str) -> Proposal:
        """The model's text as a proposal; lines that are still as rules left them stay the rules' own."""
        before = self._standing.get(key)
        base = with_newlines(self.bench.text(before) if before else self.bench.source(key), "\n")
        plain = with_newlines(text, "\n")
        kept = carried(before.changes, base, plain) if before else ()
        own = changes_between(base, plain, self.author)
        sites: tuple[OpenSite, ...] = ()
        if before:
            sites = sites_left(before.proposal.open_sites.get(key, ()), base, plain)
        mentioned = {name: new for name, new in self.new_files.items() if _stem(name) in text}
        return Proposal(
            {key: text},
            changes={key: tuple(sorted((*kept, *own), key=lambda c: (c.line, c.end_line)))},
            open_sites={key: sites},
            new_files=mentioned,
            author=self.author,
        )

    # -- judging -------------------------------------------------------------------------------------------------

    def run_tests(self, path: str) -> str:
        """Judge what stands, and say what failed, and what is still to be done."""
        keys = [self._judgeable(path)] if path else self.unjudged() or self.standing()
        lines = []
        for key, judgement in self.judge(keys).items():
            back = self.learn(key, judgement)
            lines.append("\n".join(judgement_lines(key, judgement)) + back)
        told = sorted(lines, key=lambda line: "\n" not in line)
        if len(told) > _MAX_TOLD:
            told[_MAX_TOLD:] = [f"and {len(told) - _MAX_TOLD} more files without a failure"]
        for key, why in sorted(self.drafts.items()):
            told.append(f"{key}: was not run: {why}")
        pending = self.memory.in_state(Status.PENDING)
        if pending:
            told.append(f"still in Python 2: {', '.join(pending[:_MAX_TOLD])}")
        return "\n".join(told) or "there is nothing to run: no file was rewritten"

    def judge(self, keys: Sequence[str]) -> dict[str, Judgement]:
        """Run what exercises these files as they stand."""
        found = self.bench.judge(self.agent, keys)
        self.judged |= found
        return found

    def learn(self, key: str, judgement: Judgement) -> str:
        """Remember what came of a file's text; where it is worse, the earlier one stands again, and that is told."""
        before = self.attempts.known(key).best
        fresh = self.attempts.known(key).fresh
        gained = self.attempts.judged(key, judgement)
        self.gains += gained
        self.memory.note(self.agent, key, gained=gained or None)
        best = self.attempts.known(key).best
        if fresh is not None and best is not fresh:
            if before is not None:
                self._standing[key] = before
            return "\n  fewer of its tests pass than before: the earlier text was put back"
        return ""

    def _judgeable(self, path: str) -> str:
        key = path.removeprefix("./")
        if key not in self.standing():
            raise ToolError(
                f"{path!r} can't be judged: it is none of the files that were rewritten, or is a draft"
            )
        return key

    def standing(self) -> list[str]:
        """Files whose text can be judged."""
        found = self.memory.in_state(Status.TRANSFORMED, Status.TESTED)
        return [key for key in found if key not in self.drafts]

    def unjudged(self) -> list[str]:
        """Files that stand and were not judged among the files as they are now."""
        present = tree_hash(self.bench.tree)
        return [
            key
            for key in self.standing()
            if key not in self.judged or self.judged[key].evidence.tree_hash != present
        ]

    # -- the end -------------------------------------------------------------------------------------------------

    def give_up_drafts(self) -> None:
        """Put the last text that could stand in the place of each draft."""
        for key in sorted(self.drafts):
            standing = self._standing.get(key)
            if standing is not None:
                self.bench.put(self.agent, standing)
                self.judged.pop(key, None)
            else:
                self.bench.restore(self.agent, key)
                if self.memory.fact(key, "unchanged"):
                    self.memory.note(self.agent, key, Status.TRANSFORMED)
        self.drafts.clear()

    def conclude(self, agent: str, abandoned: str, held: Mapping[str, str] | None = None) -> None:
        """Decide about every file by what is known of it.

        `abandoned` is why the others are given up; "" leaves them as they are. `held` names files that a person is to
        decide about although their evidence is good, with the reason.
        """
        imports = {key: finding.imports for key, finding in self.bench.findings.items()}
        needs, pending = Needs(imports, is_test), set(self.memory.in_state(Status.PENDING))
        for key in self.standing():
            judgement = self.judged.get(key)
            if judgement is None:
                continue
            status, reason = self.thresholds.decide(judgement, 0)
            blocker = min(needs.to_judge(key) & pending, default="")
            against = (held or {}).get(key)
            if against and status == Status.VALIDATED:
                status, reason = Status.NEEDS_REVIEW, f"{reason}; {against}"
            if blocker and status != Status.VALIDATED:
                status, reason = Status.NEEDS_REVIEW, f"{reason}; waited in vain for {blocker}"
            self.bench.conclude(agent, key, status, reason)
        if abandoned:
            for key in self.memory.undecided():
                why = str(self.memory.fact(key, "reason") or abandoned)
                self.bench.conclude(agent, key, Status.FAILED, why)


def _replaced(text: str, old: str, new: str) -> str:
    old, new = with_newlines(old, "\n"), with_newlines(new, "\n")
    if not old:
        raise ToolError("edit needs `old` and `new`, or `text`")
    count = text.count(old)
    if count != 1:
        there = "not there" if not count else f"there {count} times: give more lines around it"
        raise ToolError(f"`old` must be in the file exactly once, and is {there}")
    return text.replace(old, new)


def _sites(sites: Sequence[OpenSite]) -> str:
    if not sites:
        return "; nothing is left open"
    listed = "\n".join(f"  line {site.line}: {site.pattern}, {site.reason}" for site in sites[:20])
    return f"; left open:\n{listed}"


def _stem(key: str) -> str:
    return key.rpartition("/")[2].removesuffix(".py")
