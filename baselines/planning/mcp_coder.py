"""A coder behind an MCP server: an external agent that is given the worktree and the prompt, over stdio."""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import ExitStack, asynccontextmanager
from typing import Any

from baselines.contained import parsed
from baselines.planning.approvals import Approvals
from baselines.planning.artefacts import Artefacts
from baselines.planning.coder import CoderOutput
from baselines.planning.mcp_transcript import NAME, Transcript, recorded
from baselines.planning.planner import Plan
from baselines.planning.reviewer import Review
from baselines.planning.worktrees import Worktree
from environment.git_commands import run_git
from environment.tree_files import walk
from stigmergy import __version__
from stigmergy.baseline_settings import Mcp
from stigmergy.settings import SettingsError

SERVER_LOG = "mcp_server.log"
_SETTING = "baselines.hierarchical.mcp"


class McpFailure(Exception):
    """The server or the agent behind it failed. The message says how, and what to do."""


class McpCoder:
    """One server process for all rounds of a worktree. It is started with the first turn."""

    def __init__(self, section: Mcp, worktree: Worktree, artefacts: Artefacts, stop: threading.Event) -> None:
        self.section = section
        self.worktree = worktree
        self.artefacts = artefacts
        self.stop = stop
        self.words = server_words(section)
        secrets = [os.environ[name] for name in section.env]
        self.transcript = Transcript(artefacts.folder / NAME, secrets)
        self._stack = ExitStack()
        self._portal: Any = None
        self._session: Any = None
        self._tools: Mapping[str, Any] = {}

    # -- the coder -----------------------------------------------------------------------------------------------

    def code(self, prompt: str, number: int, plan: Plan, review: Review | None) -> CoderOutput:
        """As `Coder.code`. A server that hangs, lies or exits ends the turn with a reason; what it wrote stands."""
        self.transcript.round = number
        before = _fingerprint(self.worktree)
        try:
            if self._session is None:
                self._open()
            text = self._await(lambda: self._turn(prompt), self.section.turn_seconds)
            failed = ""
        except McpFailure as failure:
            text, failed = "", str(failure)
            self.transcript.write("note", {"failed": failed})
            self.close_session()
        changed = _changed(before, _fingerprint(self.worktree))
        if changed:
            failed = f"the agent changed what is not its own: {', '.join(changed)}"
            self.transcript.write("note", {"failed": failed})
        denied = [decision.why for decision in self.transcript.decisions if not decision.approved]
        self.transcript.decisions.clear()
        notes = [f"[declined: {why}]" for why in denied]
        return CoderOutput("\n".join([text or "(the agent said nothing)", *notes]), failed)

    def report(self) -> str:
        """As `Coder.report`: an external agent runs what it likes by itself."""
        return ""

    def close(self) -> None:
        """End the server and the transcript."""
        self.close_session()
        self.transcript.close()

    def close_session(self) -> None:
        """End the server's process, and whatever it has started."""
        self._session = None
        try:
            self._stack.close()
        except Exception as error:  # the process is gone either way
            self.transcript.write("note", {"closing": str(error)})
        self._stack = ExitStack()

    # -- the session ---------------------------------------------------------------------------------------------

    def _open(self) -> None:
        from anyio.from_thread import start_blocking_portal

        # What the SDK has to say of odd messages is in the transcript, message by message.
        logging.getLogger("mcp").addHandler(logging.NullHandler())
        self._portal = self._stack.enter_context(start_blocking_portal())
        manager = self._portal.wrap_async_context_manager(self._connection())
        seconds = self.section.start_seconds
        try:
            self._session = self._stack.enter_context(manager)
        except Exception as error:
            if isinstance(_innermost(error), TimeoutError):
                why = f"did not answer within {seconds:g} s of its start"
            else:
                why = f"could not be used: {_first(error)}"
            raise McpFailure(
                f"the MCP server {why}; {SERVER_LOG} may say why; check {_SETTING}.command"
            ) from None

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """A session with the server; raises TimeoutError when it does not come about in time."""
        import anyio
        from mcp import ClientSession, StdioServerParameters, stdio_client
        from mcp_types import ElicitResult, Implementation

        async def nobody(context: Any, params: Any) -> ElicitResult:
            return ElicitResult(action="decline")

        parameters = StdioServerParameters(
            command=self.words[0],
            args=self.words[1:],
            env={name: os.environ[name] for name in self.section.env},
            cwd=self.worktree.path,
        )
        with (self.artefacts.folder / SERVER_LOG).open("a", encoding="utf-8") as errors:
            async with (
                stdio_client(parameters, errlog=errors) as streams,
                recorded(streams, self.transcript, Approvals(self.worktree.path)) as (read, write),
                ClientSession(
                    read,
                    write,
                    elicitation_callback=nobody,
                    client_info=Implementation(name="stigmergy", version=__version__),
                ) as session,
            ):
                with anyio.fail_after(self.section.start_seconds):
                    await session.initialize()
                    listed = await session.list_tools()
                self._tools = {tool.name: tool for tool in listed.tools}
                yield session

    async def _turn(self, prompt: str) -> str:
        """One call of the agent's tool."""
        name, arguments = self._call(prompt)
        result = await self._session.call_tool(name, arguments)
        text = "\n".join(block.text for block in result.content if getattr(block, "type", "") == "text")
        structured = result.structured_content
        if isinstance(structured, Mapping):
            thread = next((structured[n] for n in ("threadId", "conversationId") if structured.get(n)), "")
            self.transcript.thread = self.transcript.thread or str(thread)
            text = text or str(structured.get("content") or "")
        if result.is_error:
            raise McpFailure(f"the agent reports an error: {text.strip()[:500] or 'without a word'}")
        return text

    def _call(self, prompt: str) -> tuple[str, dict[str, Any]]:
        """The tool to call and its arguments: to go on with the agent's thread, or to begin one."""
        section, thread = self.section, self.transcript.thread
        if thread and section.reply_tool in self._tools:
            fields = _properties(self._tools[section.reply_tool])
            name = next((n for n in ("threadId", "conversationId") if n in fields), "threadId")
            return section.reply_tool, {name: thread, "prompt": prompt}
        tool = self._tools.get(section.tool)
        if tool is None:
            offered = ", ".join(sorted(self._tools)) or "none"
            raise McpFailure(
                f"the MCP server has no tool {section.tool!r} (it has: {offered}): set {_SETTING}.tool"
            )
        fields = _properties(tool)
        if fields and "prompt" not in fields:
            raise McpFailure(
                f"the tool {section.tool!r} takes no prompt, but {', '.join(sorted(fields))}: set {_SETTING}.tool"
            )
        wanted = {"prompt": prompt, "cwd": str(self.worktree.path), **section.arguments}
        return section.tool, {name: value for name, value in wanted.items() if not fields or name in fields}

    def _await(self, work: Callable[[], Any], seconds: float) -> str:
        """What the coroutine of `work` returns, within `seconds`, unless the run is stopped. Raises McpFailure."""
        from mcp import MCPError

        async def bounded() -> Any:
            import anyio

            with anyio.fail_after(seconds):
                return await work()

        future = self._portal.start_task_soon(bounded)
        try:
            while True:
                try:
                    return str(future.result(timeout=0.2))
                except FutureTimeout:
                    if future.done():
                        raise McpFailure(
                            f"the agent did not end its turn within {seconds:g} s: raise {_SETTING}.turn_seconds, "
                            "or look at the transcript for what it waits for"
                        ) from None
                    if self.stop.is_set():
                        future.cancel()
                        raise McpFailure("the run was stopped") from None
        except McpFailure:
            raise
        except CancelledError:
            raise McpFailure("the MCP server's connection was closed") from None
        except MCPError as error:
            raise McpFailure(_told(error.message)) from None
        except Exception as error:
            raise McpFailure(f"what the MCP server said can't be used: {_first(error)}") from None


def _told(message: str) -> str:
    if "closed" in message.lower():
        return f"the MCP server exited in the middle of a turn; {SERVER_LOG} may say why"
    return f"the MCP server answers with an error: {message[:500]}"


def _innermost(error: BaseException) -> BaseException:
    """The first thing that went wrong in a group of errors."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return error


def _first(error: BaseException) -> str:
    error = _innermost(error)
    return " ".join(f"{type(error).__name__}: {error}".split())[:500]


def _properties(tool: Any) -> frozenset[str]:
    schema = tool.input_schema if isinstance(tool.input_schema, Mapping) else {}
    fields = schema.get("properties")
    return frozenset(fields) if isinstance(fields, Mapping) else frozenset()


def server_words(section: Mcp) -> list[str]:
    """The words of the server's command. Raises SettingsError when it can't be started as it is set."""
    words = parsed(section.command, f"{_SETTING}.command")
    _check_sdk()
    if shutil.which(words[0]) is None:
        raise SettingsError(
            f"{_SETTING}.command: there is no program {words[0]!r}: install the agent, or name another server"
        )
    missing = [name for name in section.env if name not in os.environ]
    if missing:
        raise SettingsError(f"{_SETTING}.env: {', '.join(missing)} is not set in the environment")
    return words


def _check_sdk() -> None:
    try:
        import mcp  # noqa: F401
    except ImportError:
        raise SettingsError(
            "an external coder needs the MCP SDK: pip install 'stigmergy-migration[mcp]'"
        ) from None


# -- what is not the agent's own -----------------------------------------------------------------------------


def _fingerprint(worktree: Worktree) -> dict[str, str]:
    """What an agent in the worktree must leave alone: the clone's refs, settings and files."""
    git = worktree.repository / ".git"
    found = {"refs of the repository": run_git(["for-each-ref"], worktree.repository).decode()}
    found["HEAD of the repository"] = (git / "HEAD").read_text()
    for name in ("config", "info/attributes", "info/exclude"):
        path = git / name
        found[f".git/{name}"] = path.read_text("utf-8", "replace") if path.is_file() else ""
    hooks = git / "hooks"
    found[".git/hooks"] = ", ".join(sorted(p.name for p in hooks.iterdir())) if hooks.is_dir() else ""
    digest = hashlib.sha256()
    for item in walk(worktree.repository):
        if item.is_file:
            state = item.state
            digest.update(
                f"{item.key}\0{state.st_size}\0{state.st_mtime_ns}\0".encode("utf-8", "surrogateescape")
            )
    found["files of the working copy"] = digest.hexdigest()
    return found


def _changed(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    return [name for name in before if after.get(name) != before[name]]
