"""A scripted OpenAI-compatible server on loopback: real HTTP, answers and faults as they were scripted."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PROMPT_TOKENS, COMPLETION_TOKENS, COST = 100, 50, 0.001
USAGE = {"prompt_tokens": PROMPT_TOKENS, "completion_tokens": COMPLETION_TOKENS, "cost": COST}


@dataclass(frozen=True)
class Reply:
    """One scripted response. `drip` seconds pass between single bytes of the body, `drip_head` of the head."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    drip: float = 0.0
    drip_head: float = 0.0
    hang: float = 0.0
    drop: bool = False


def completion(
    text: str | None, *, finish: str = "stop", usage: dict[str, Any] | None = None, model: str = "scripted"
) -> dict[str, Any]:
    """A chat completion as a plain value, with usage and a price as OpenRouter reports them."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}],
        "usage": dict(USAGE) if usage is None else usage,
    }


def says(text: str | None, **more: Any) -> Reply:
    """The reply of a model that says `text`."""
    return json_reply(completion(text, **more))


def json_reply(value: Any, status: int = 200, **more: Any) -> Reply:
    """A reply with a JSON body."""
    headers = {"Content-Type": "application/json"} | more.pop("headers", {})
    return Reply(status, json.dumps(value).encode(), headers, **more)


def error(status: int, message: str = "scripted", code: str = "", **more: Any) -> Reply:
    """An error reply in OpenAI's form."""
    body = {"error": {"message": message, "code": code or None, "type": "scripted"}}
    return json_reply(body, status, **more)


Answerer = Callable[[dict[str, Any]], Reply]


class LoopbackModel:
    """The server. `script` is replies in order, the last one for ever, or a function of the request's JSON.

    `requests` are the JSON bodies received, `headers` their headers, `paths` what was asked for.
    """

    def __init__(self, script: Iterable[Reply] | Answerer, models: list[dict[str, Any]] | None = None):
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.at_once = 0
        self.peak = 0
        self._models = models or []
        self._answer = script if callable(script) else None
        self._replies = [] if callable(script) else list(script)
        self._lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Headers and body in one segment: of two, the second waits 40 ms for a delayed acknowledgement.
            wbufsize = -1

            def log_message(self, format: str, *args: Any) -> None:
                pass

            def do_GET(self) -> None:
                outer.paths.append(self.path)
                self._send(json_reply({"object": "list", "data": outer._models}))

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with outer._lock:
                    outer.paths.append(self.path)
                    outer.requests.append(request)
                    outer.headers.append({k.lower(): v for k, v in self.headers.items()})
                    outer.at_once += 1
                    outer.peak = max(outer.peak, outer.at_once)
                try:
                    self._send(outer._next(request))
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True
                finally:
                    with outer._lock:
                        outer.at_once -= 1

            def _send(self, reply: Reply) -> None:
                time.sleep(reply.hang)
                if reply.drop:
                    self.close_connection = True
                    return
                if reply.drip_head:
                    for byte in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"x" * 1000:
                        self.wfile.write(bytes([byte]))
                        self.wfile.flush()
                        time.sleep(reply.drip_head)
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply.body)))
                self.end_headers()
                if not reply.drip:
                    self.wfile.write(reply.body)
                    self.wfile.flush()
                    return
                for byte in reply.body:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(reply.drip)

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False

            def handle_error(self, request: Any, client_address: Any) -> None:
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """The base URL to give to a client."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def _next(self, request: dict[str, Any]) -> Reply:
        if self._answer:
            return self._answer(request)
        with self._lock:
            return self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]

    def __enter__(self) -> LoopbackModel:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)
