"""A content-addressed record of model calls: request and attempt → what came back."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from stigmergy.llm_errors import TransportFailure
from stigmergy.llm_types import ChatRequest, Clock, RawAnswer, Transport, WallClock

_FORMAT = 1
_TERMS = "terms.json"


@dataclass(frozen=True, slots=True)
class Entry:
    """One recorded attempt: the request's identity, for which file, and the answer or the failure."""

    key: str
    attempt: int
    identity: dict[str, Any]
    file: str
    purpose: str
    seconds: float
    answer: dict[str, Any] | None
    failure: dict[str, Any] | None

    def outcome(self) -> RawAnswer:
        """The answer as it came. Raises TransportFailure where the attempt failed."""
        if self.failure is not None:
            values = dict(self.failure)
            raise TransportFailure(values.pop("message"), **values)
        answer = self.answer or {}
        return RawAnswer(answer.get("body"), str(answer.get("request_id", "")), self.seconds)


@dataclass(frozen=True, slots=True)
class Terms:
    """Which model was recorded, and its price (USD a million prompt and completion tokens) if known."""

    model: str
    price: tuple[float, float] | None


class CallStore:
    """A folder with one JSON file an attempt, named by the hash of the request.

    Headers are never part of a request, so no key is in it; `secrets` that a prompt might hold by accident
    are taken out of what is written, and do not change the name.
    """

    def __init__(self, folder: Path, secrets: Iterable[str] = ()) -> None:
        self.folder = folder
        self._secrets = tuple(s for s in secrets if s)

    def path(self, key: str, attempt: int) -> Path:
        """Where an attempt is kept."""
        return self.folder / key[:2] / f"{key}.{attempt}.json"

    def get(self, key: str, attempt: int) -> Entry | None:
        """The recorded attempt, or None. Raises ValueError for a file that is no record, naming it."""
        path = self.path(key, attempt)
        return self._read(path) if path.exists() else None

    def entries(self) -> Iterator[Entry]:
        """All recorded attempts, in the order of their names."""
        for path in sorted(self.folder.glob("??/*.json")):
            yield self._read(path)

    def put(self, entry: Entry) -> None:
        """Keep an attempt, whole or not at all. A later one under the same name replaces it."""
        path = self.path(entry.key, entry.attempt)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"format": _FORMAT} | asdict(entry), indent=1, sort_keys=True, ensure_ascii=True)
        self._replace(path, self._without_secrets(text))

    @staticmethod
    def _replace(path: Path, text: str) -> None:
        handle, temporary = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(text)
            os.replace(temporary, path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise

    def _without_secrets(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "[key]")
        return text

    def put_terms(self, terms: Terms) -> None:
        """Keep under which terms calls are recorded, for a replay to count by the same price."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._replace(self.folder / _TERMS, json.dumps(asdict(terms), indent=1, sort_keys=True))

    def terms(self) -> Terms | None:
        """The terms of the recording, or None where none were kept."""
        path = self.folder / _TERMS
        if not path.exists():
            return None
        try:
            values = json.loads(path.read_text(encoding="ascii"))
            price = values.get("price")
            return Terms(str(values["model"]), tuple(price) if price else None)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"{path} can't be read ({error}): record again") from error

    @staticmethod
    def _read(path: Path) -> Entry:
        try:
            values = json.loads(path.read_text(encoding="ascii"))
            if values.pop("format") != _FORMAT:
                raise ValueError("written by another version")
            return Entry(**values)
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise ValueError(
                f"{path} is no record of a model call ({error}): delete it and record again"
            ) from error


class RecordingTransport:
    """Passes attempts on and keeps what came back. With `reuse`, what is on record is not paid for again."""

    def __init__(
        self, inner: Transport, store: CallStore, reuse: bool = False, clock: Clock | None = None
    ) -> None:
        self.inner = inner
        self.store = store
        self.reuse = reuse
        self.clock = clock or WallClock()

    def send(self, request: ChatRequest, attempt: int, deadline: float) -> RawAnswer:
        """As `Transport.send`."""
        known = self.store.get(request.key(), attempt) if self.reuse else None
        if known is not None:
            return known.outcome()
        began = self.clock.now()
        try:
            answer = self.inner.send(request, attempt, deadline)
        except TransportFailure as failure:
            self._keep(request, attempt, self.clock.now() - began, failure=failure)
            raise
        self._keep(request, attempt, self.clock.now() - began, answer=answer)
        return answer

    def _keep(
        self,
        request: ChatRequest,
        attempt: int,
        seconds: float,
        answer: RawAnswer | None = None,
        failure: TransportFailure | None = None,
    ) -> None:
        self.store.put(
            Entry(
                key=request.key(),
                attempt=attempt,
                identity=request.identity(),
                file=request.file,
                purpose=request.purpose,
                seconds=round(seconds, 6),
                answer={"body": answer.body, "request_id": answer.request_id} if answer else None,
                failure={
                    "message": failure.message,
                    "status": failure.status,
                    "code": failure.code,
                    "retry_after": failure.retry_after,
                    "maybe_billed": failure.maybe_billed,
                    "request_id": failure.request_id,
                }
                if failure
                else None,
            )
        )
