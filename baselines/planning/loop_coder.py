"""The project's own coder for any repository: a model with tools in the worktree; without one, rules of a migration."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from baselines.contained import CommandRunner
from baselines.planning.coder import CoderOutput
from baselines.planning.planner import Plan
from baselines.planning.reviewer import Review
from baselines.planning.worktrees import Worktree
from baselines.toolloop.loop import PROMPTS, LoopLimits, Taken, ToolLoop
from baselines.toolloop.repository_tools import Tree, looking_tools, python_tool
from baselines.toolloop.tools import Parameter, Tool, ToolError
from baselines.voice import Templates, Voice, Words
from environment.guardrails import GuardrailViolation
from environment.tree_files import write_file
from migration.code_model import Request
from migration.repository.index import RepositoryIndex
from migration.source.source_text import SourceText, UndecodableError, decode
from stigmergy.crafts import compile_error, embedded_model, target_version
from stigmergy.settings import Settings

#: Calls of the model for one turn of the coder, where the settings say auto.
_CALLS = 60


class LoopCoder:
    """Looks, edits and runs things in the worktree until it says that it is done."""

    def __init__(
        self,
        worktree: Worktree,
        voice: Voice,
        settings: Settings,
        runner: CommandRunner,
        test_words: Sequence[str] | None,
        pause: Callable[[], None],
    ) -> None:
        self.worktree = worktree
        self.voice = voice
        self.settings = settings
        self.runner = runner
        self.test_words = test_words
        self.pause = pause
        self.tree = Tree(worktree.path)
        self.templates = Templates(PROMPTS)

    def code(self, prompt: str, number: int, plan: Plan, review: Review | None) -> CoderOutput:
        """As `Coder.code`."""
        section = self.settings.baselines.react
        calls = _CALLS if section.max_calls == "auto" else section.max_calls
        loop = ToolLoop(
            self.voice,
            self.templates,
            [
                *looking_tools(self.tree),
                python_tool(self.tree, self.runner, section.python_seconds, lambda seconds: None),
                self._edit_tool(),
                *([self._test_tool(self.test_words)] if self.test_words else []),
            ],
            prompt,
            LoopLimits(calls, section.observation_chars, section.window_tokens),
            lambda taken: Words(""),
            self._watch,
            "coder",
        )
        ended = loop.run()
        steps = [
            f"{taken.number}. {taken.step.action}: {taken.told.partition(chr(10))[0][:120]}"
            for taken in ended.steps
        ]
        said = ended.answer or f"(ended without an answer: {ended.reason})"
        failed = (
            ""
            if ended.reason in ("answered", "calls")
            else "the model could not be understood, or gave no answers"
        )
        return CoderOutput("\n".join([said, "", *steps]), failed)

    def report(self) -> str:
        """As `Coder.report`."""
        return ""

    def close(self) -> None:
        """As `Coder.close`."""

    def _watch(self, taken: Taken) -> None:
        self.pause()

    def _edit_tool(self) -> Tool:
        def edit(path: str, old: str, new: str, text: str) -> str:
            if old:
                present = self.tree.text(path)
                if present.count(old) != 1:
                    raise ToolError(
                        f"`old` must be in {path} exactly once, and is there {present.count(old)} times"
                    )
                text = present.replace(old, new)
            elif not text:
                raise ToolError("edit needs `old` and `new`, or `text`")
            try:
                encoding = (
                    decode((self.worktree.path / path).read_bytes()) if old else SourceText("", "utf-8")
                )
                data = encoding.encode(text)
                write_file(
                    self.worktree.path, path, data, self.worktree.repository / ".git" / "stigmergy-unfinished"
                )
            except (OSError, GuardrailViolation, UndecodableError, UnicodeEncodeError) as error:
                raise ToolError(f"{path!r} can't be written: {error}") from None
            problem = compile_error(path, data) if path.endswith(".py") else ""
            return f"{path} is written" + (f", but does not compile: {problem}" if problem else "")

        return Tool(
            "edit",
            "replace the one place in a file where `old` stands by `new`, or write the whole file by `text`",
            edit,
            {
                "path": Parameter("string", "path of a file, from the repository's root", required=True),
                "old": Parameter("string", "text as it is, in the file exactly once", ""),
                "new": Parameter("string", "text to put there", ""),
                "text": Parameter("string", "the whole new text", ""),
            },
        )

    def _test_tool(self, words: Sequence[str]) -> Tool:
        def run_tests() -> str:
            seconds = self.runner.settings.limit(0.0)
            result = self.runner.run(self.worktree.path, words, seconds)
            return f"{result.output.rstrip()}\n[{result.ending}]"

        return Tool("run_tests", f"run the tests: {' '.join(words)}", run_tests)


class RulesCoder:
    """What can be done without a model: migrate to Python 3 what is still Python 2. Any other idea needs a model."""

    def __init__(self, worktree: Worktree, settings: Settings) -> None:
        self.worktree = worktree
        self.settings = settings
        self.model = embedded_model(settings)

    def code(self, prompt: str, number: int, plan: Plan, review: Review | None) -> CoderOutput:
        """As `Coder.code`. A second round has nothing to add: rules give one answer."""
        if number > 1:
            return CoderOutput("The rules have nothing to add.")
        sources: dict[str, SourceText] = {}
        keys = Tree(self.worktree.path).keys()
        for key in keys:
            if key.endswith(".py"):
                try:
                    sources[key] = decode((self.worktree.path / key).read_bytes())
                except (OSError, UndecodableError):
                    continue
        index = RepositoryIndex(sources, lambda key: sources[key].text)
        index.read_dialects()
        lines = []
        for key, source in sorted(sources.items()):
            request = Request(key, source.text, index, target=target_version(self.settings))
            proposal = self.model.propose(request)
            changed = {k: t for k, t in proposal.texts.items() if k in sources and t != sources[k].text}
            for name, text in {**changed, **proposal.new_files}.items():
                data = sources[name].encode(text) if name in sources else text.encode()
                if not compile_error(name, data):
                    scratch = self.worktree.repository / ".git" / "stigmergy-unfinished"
                    write_file(self.worktree.path, name, data, scratch)
                    lines.append(f"{name}: migrated")
        none = "Without a model I can only migrate Python 2 to 3, and here is nothing to migrate. Choose a --provider."
        return CoderOutput("\n".join(lines) or none)

    def report(self) -> str:
        """As `Coder.report`."""
        return ""

    def close(self) -> None:
        """As `Coder.close`."""
