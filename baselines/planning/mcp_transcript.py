"""Every message between this program and an MCP server, as it goes over the wire; approvals are answered in between.

The SDK's session drops what it does not know: events of the agent, and the fields by which Codex says what it wants to
do. So messages are looked at before the session sees them.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from baselines.planning.approvals import Approvals, Decision
from environment.traces import timestamp

NAME = "codex_mcp_transcript.jsonl"
#: A message longer than this is kept without its middle.
_MAX_CHARS = 200_000


class Transcript:
    """`codex_mcp_transcript.jsonl`: one JSON object a message, with `time, round, direction, message`.

    `direction` is sent, received, or note for a remark of this program. `secrets` are taken out of what is written.
    """

    def __init__(self, path: Path, secrets: Iterable[str] = ()) -> None:
        self.path = path
        self.round = 0
        self.thread = ""
        self.decisions: list[Decision] = []
        self._secrets = [secret for secret in secrets if len(secret) > 3]
        self._stream = path.open("a", encoding="utf-8")

    def write(self, direction: str, message: Any) -> None:
        """Append a message; it is out of this process when this returns."""
        time = timestamp()
        text = json.dumps(message, ensure_ascii=True, default=str)
        for secret in self._secrets:
            text = text.replace(json.dumps(secret)[1:-1], "[key]")
        if len(text) > _MAX_CHARS:
            text = json.dumps(f"{text[: _MAX_CHARS // 2]} [… {len(text)} characters …] {text[-1000:]}")
        head = json.dumps({"time": time, "round": self.round, "direction": direction})
        self._stream.write(f'{head[:-1]}, "message": {text}}}\n')
        self._stream.flush()

    def received(self, message: Mapping[str, Any]) -> None:
        """Keep a message of the server, and what it says about the agent's thread."""
        self.write("received", message)
        params = message.get("params")
        if isinstance(params, Mapping):
            for holder in (params, params.get("_meta"), params.get("msg")):
                if isinstance(holder, Mapping):
                    named = next((holder[n] for n in _THREAD if isinstance(holder.get(n), str)), "")
                    self.thread = self.thread or named

    def close(self) -> None:
        """Write no more."""
        self._stream.close()


_THREAD = ("threadId", "thread_id", "conversationId", "conversation_id", "session_id")


@asynccontextmanager
async def recorded(
    streams: Any, transcript: Transcript, approvals: Approvals
) -> AsyncIterator[tuple[Any, Any]]:
    """The two streams of a transport, with everything that passes kept, and requests for approval answered here."""
    import anyio
    from mcp.shared.message import SessionMessage
    from mcp_types import JSONRPCRequest, JSONRPCResponse

    incoming, outgoing = streams
    to_session, session_reads = anyio.create_memory_object_stream[Any](16)
    session_writes, from_session = anyio.create_memory_object_stream[Any](16)

    async def inward() -> None:
        async with to_session:
            async for item in incoming:
                if isinstance(item, Exception):
                    transcript.write("received", {"unreadable": str(item)[:2000]})
                    continue
                message = item.message
                transcript.received(_plain(message))
                if isinstance(message, JSONRPCRequest) and message.method == "elicitation/create":
                    decision = approvals.decide(message.params or {})
                    transcript.decisions.append(decision)
                    answer = JSONRPCResponse(jsonrpc="2.0", id=message.id, result=decision.result())
                    transcript.write("sent", _plain(answer) | {"why": decision.why})
                    await outgoing.send(SessionMessage(answer))
                    continue
                if not _is_event(message):
                    await to_session.send(item)

    async def outward() -> None:
        async with from_session:
            async for item in from_session:
                transcript.write("sent", _plain(item.message))
                await outgoing.send(item)

    async with anyio.create_task_group() as group:
        group.start_soon(_until_closed, inward)
        group.start_soon(_until_closed, outward)
        try:
            yield session_reads, session_writes
        finally:
            group.cancel_scope.cancel()


async def _until_closed(work: Callable[[], Any]) -> None:
    """A stream that the other side has closed ends the work, and is no error of it."""
    import anyio

    try:
        await work()
    except (anyio.ClosedResourceError, anyio.BrokenResourceError):
        return


def _is_event(message: Any) -> bool:
    """Whether a message is an event of the agent's own: there may be thousands, and the session drops them all."""
    method = getattr(message, "method", "")
    return not hasattr(message, "id") and not str(method).startswith("notifications/") and bool(method)


def _plain(message: Any) -> dict[str, Any]:
    plain: dict[str, Any] = message.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return plain
