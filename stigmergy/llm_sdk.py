"""One attempt over the network, through the `openai` SDK, bounded by the wall clock."""

from __future__ import annotations

import ipaddress
import json
import logging
import threading
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from stigmergy.llm_answer import error_parts
from stigmergy.llm_errors import FatalModelError, TransportFailure, redact
from stigmergy.llm_types import OPENAI_URL, OPENROUTER_URL, ChatRequest, LlmSettings, RawAnswer

log = logging.getLogger("stigmergy.llm")

#: An answer longer than this is not a chat completion.
MAX_BODY_BYTES = 16 * 1024 * 1024
#: How long after the deadline the attempt is given up even if it can't be stopped, in seconds.
_GRACE = 1.0
#: Errors of the HTTP library that come before the request has left.
_NEVER_SENT = frozenset(
    {"ConnectError", "ConnectTimeout", "PoolTimeout", "UnsupportedProtocol", "ProxyError"}
)
_HEADERS = {"HTTP-Referer": "http://localhost/stigmergy-migration", "X-Title": "Stigmergy Python 2 migration"}


def is_loopback(url: str) -> bool:
    """Whether `url` points at this machine."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def find_key(settings: LlmSettings, environ: Mapping[str, str]) -> str:
    """The key for `settings.url`, or "" where a server may do without.

    Raises FatalModelError when the provider's own address is to be called and the variable is empty.
    """
    key = environ.get(settings.key_variable, "").strip()
    if not key and settings.url.rstrip("/") in (OPENROUTER_URL, OPENAI_URL):
        raise FatalModelError(
            f"no key for {settings.url}: set the environment variable {settings.key_variable} "
            "(or put it into .env), or use --provider embedded"
        )
    return key


class SdkTransport:
    """Sends attempts to an OpenAI-compatible server. Safe to use from several threads."""

    def __init__(self, settings: LlmSettings, key: str) -> None:
        import openai

        self.settings = settings
        self._key = key
        self._sdk = openai
        self._client = openai.OpenAI(
            # The SDK insists on a key; local servers ignore it.
            api_key=key or "none",
            base_url=settings.url,
            max_retries=0,
            timeout=settings.request_deadline_seconds,
            default_headers=self._headers(openai),
            # A redirect would carry the prompt, and perhaps the key, to another host.
            http_client=openai.DefaultHttpxClient(
                trust_env=not is_loopback(settings.url), follow_redirects=False
            ),
        )

    def send(self, request: ChatRequest, attempt: int, deadline: float) -> RawAnswer:
        """As `Transport.send`.

        The work is done in a thread: looking up a name and receiving slow headers have no time limit of their
        own. A body that drips is cut off by the clock, between two reads.
        """
        outcome: list[RawAnswer | BaseException] = []
        done = threading.Event()

        def work() -> None:
            try:
                outcome.append(self._exchange(request, deadline))
            except BaseException as error:
                outcome.append(error)
            finally:
                done.set()

        threading.Thread(target=work, name=f"llm-{request.file or 'call'}", daemon=True).start()
        if not done.wait(deadline + _GRACE):
            raise TransportFailure(f"no complete answer within {deadline:g} s", maybe_billed=True)
        result = outcome[0]
        if isinstance(result, BaseException):
            raise result
        return result

    def close(self) -> None:
        """Release the connections."""
        self._client.close()

    def list_models(self) -> list[dict[str, Any]]:
        """The provider's model list as plain values. Raises TransportFailure."""
        try:
            page = self._client.with_options(timeout=30.0).models.list()
            return [model.model_dump() for model in page.data]
        except (self._sdk.OpenAIError, ValueError) as error:
            raise self._failure(error) from error

    def _headers(self, openai: Any) -> dict[str, Any]:
        headers: dict[str, Any] = dict(_HEADERS) if self.settings.provider == "openrouter" else {}
        if not self._at_openai:
            # The SDK takes these from the environment and would send them to any host.
            headers |= {"OpenAI-Organization": openai.Omit(), "OpenAI-Project": openai.Omit()}
        return headers

    def _exchange(self, request: ChatRequest, deadline: float) -> RawAnswer:
        began = time.monotonic()
        extra = {"provider": dict(self.settings.routing)} if self._routed else None
        create: Any = self._client.chat.completions.with_streaming_response.create
        try:
            with create(
                model=request.model,
                messages=[message.wire() for message in request.messages],
                **({"tools": [dict(tool) for tool in request.tools]} if request.tools else {}),
                temperature=request.temperature,
                # OpenAI's newer models refuse the old name; other servers may not know the new one.
                **{"max_completion_tokens" if self._at_openai else "max_tokens": request.max_tokens},
                timeout=deadline,
                extra_body=extra,
            ) as response:
                request_id = str(response.headers.get("x-request-id") or "")
                body = bytearray()
                for chunk in response.iter_bytes():
                    body += chunk
                    if time.monotonic() - began > deadline:
                        what = f"no complete answer within {deadline:g} s"
                        raise TransportFailure(what, maybe_billed=True, request_id=request_id)
                    if len(body) > MAX_BODY_BYTES:
                        what = f"the answer is longer than {MAX_BODY_BYTES} bytes"
                        raise TransportFailure(what, maybe_billed=True, request_id=request_id)
        except TransportFailure:
            raise
        except (self._sdk.OpenAIError, ValueError) as error:
            raise self._failure(error) from error
        except Exception as error:
            # The HTTP library's own errors while a body is read: the SDK does not wrap those.
            if type(error).__module__.partition(".")[0] not in ("httpx", "httpx2", "httpcore", "httpcore2"):
                raise
            raise TransportFailure(f"connection lost: {self._clean(error)}", maybe_billed=True) from error
        return RawAnswer(_parse(bytes(body)), request_id, time.monotonic() - began)

    @property
    def _at_openai(self) -> bool:
        return self.settings.url.rstrip("/") == OPENAI_URL

    @property
    def _routed(self) -> bool:
        # Other hosts may refuse fields they don't know.
        return self.settings.provider == "openrouter" and bool(self.settings.routing)

    def _failure(self, error: Exception) -> TransportFailure:
        sdk = self._sdk
        if isinstance(error, sdk.APIStatusError):
            message, code = error_parts(error.body if error.body is not None else error.response.text)
            return TransportFailure(
                redact(message, [self._key]),
                status=error.status_code,
                code=code or str(error.code or ""),
                retry_after=_retry_after(error.response.headers),
                request_id=str(error.request_id or ""),
            )
        if isinstance(error, sdk.APIConnectionError):
            cause = error.__cause__ or error
            what = "timed out" if isinstance(error, sdk.APITimeoutError) else "connection failed"
            sent = type(cause).__name__ not in _NEVER_SENT
            return TransportFailure(f"{what}: {self._clean(cause)}", maybe_billed=sent)
        return TransportFailure(self._clean(error))

    def _clean(self, error: BaseException) -> str:
        return redact(f"{type(error).__name__}: {error}", [self._key])[:300]


def _parse(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return body.decode("utf-8", "replace")


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a server asks to wait (RFC 9110, 10.2.3: a number or a date), or None."""
    millis, value = headers.get("retry-after-ms"), headers.get("retry-after")
    try:
        if millis:
            return max(0.0, float(millis) / 1000)
        if value:
            return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(str(value)).timestamp() - time.time()) if value else None
    except (TypeError, ValueError):
        return None
