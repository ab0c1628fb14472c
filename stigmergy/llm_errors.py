"""What can go wrong when a language model is asked, by what has to be done about it.

Fatal ends the run, exhausted ends model calls, everything else concerns one file only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from migration.code_model import Usage

#: Forms of keys that providers hand out, and sometimes echo in their error messages.
_KEY_LIKE = re.compile(r"\b(?:sk|key|or)-[A-Za-z0-9_*.-]{6,}|(?i:bearer)\s+[^\s\"']{6,}")
_SHORTEST_SECRET = 6


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """`text` without the given secrets and without anything that looks like a key."""
    for secret in secrets:
        if len(secret) >= _SHORTEST_SECRET:
            text = text.replace(secret, "[key]")
    return _KEY_LIKE.sub("[key]", text)


class ModelError(Exception):
    """A call to a model brought no usable answer. `usage` is what it cost all the same."""

    def __init__(self, message: str, usage: Usage | None = None) -> None:
        super().__init__(message)
        self.usage = usage or Usage()


class FatalModelError(ModelError):
    """No call can succeed before a person changes something: a wrong key, an unknown model, no price."""


class BudgetExhausted(ModelError):
    """The call does not fit into what is left of the budget, or the provider's account is empty."""


class ContextTooLong(ModelError):
    """The prompt is longer than the model takes. The same task may succeed with a smaller prompt."""


class ModelRefused(ModelError):
    """The provider or the model declined this prompt (moderation, content filter)."""


class RequestRejected(ModelError):
    """The provider finds this request malformed. Sending it again would not help; another file may do."""


class ModelUnavailable(ModelError):
    """Every attempt failed: time-outs, rate limits, server errors, lost connections, unusable answers."""


class TransportFailure(Exception):
    """One attempt failed before there was an answer to look at.

    `status` is the HTTP status (0: there was none), `code` the provider's error code, `retry_after` the
    seconds it asks to wait. `maybe_billed`: the model may have worked although no usage was reported.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: str = "",
        retry_after: float | None = None,
        maybe_billed: bool = False,
        request_id: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.retry_after = retry_after
        self.maybe_billed = maybe_billed
        self.request_id = request_id
