"""The ceiling on tokens and money: a call is made only if its worst case fits, and charged what it cost."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from decimal import Decimal
from typing import Any


@dataclass(frozen=True, slots=True, eq=False)
class Reservation:
    """The worst case of one call, set aside: tokens and US dollars."""

    tokens: int
    usd: Decimal


class Budget:
    """Tokens and money left, shared by all calls of a run and safe to use from several threads.

    `max_tokens` None and `max_usd` 0 or None mean no ceiling. Money is added up in decimals, so that no
    rounding error grows with the number of calls.
    """

    def __init__(self, max_tokens: int | None = None, max_usd: float | None = None) -> None:
        if max_tokens is not None and max_tokens < 0:
            raise ValueError(f"max_tokens {max_tokens}: expected 0 or more")
        if max_usd is not None and max_usd < 0:
            raise ValueError(f"max_usd {max_usd}: expected 0 (no ceiling) or more")
        self.max_tokens = max_tokens
        self.max_usd = _exact(max_usd) if max_usd else None
        self._lock = threading.Lock()
        self._spent_tokens = 0
        self._spent_usd = Decimal(0)
        self._calls = 0
        self._open: set[Reservation] = set()
        self._refused = False

    def reserve(self, tokens: int, usd: float = 0.0) -> Reservation | None:
        """Set the worst case of a call aside. None when it does not fit beside the other calls.

        Raises ValueError for a negative estimate.
        """
        if tokens < 0 or usd < 0:
            raise ValueError(f"a call can't cost {tokens} tokens and ${usd}")
        wanted = Reservation(tokens, _exact(usd))
        with self._lock:
            fits = self._fits(wanted)
            if fits:
                self._open.add(wanted)
                self._refused = False
            elif not self._open:
                self._refused = True
            return wanted if fits else None

    def settle(self, reservation: Reservation, tokens: int, usd: float = 0.0) -> None:
        """Give a reservation back and charge what the call really used, even if it is more.

        Raises ValueError for a reservation that is not open, or negative usage.
        """
        if tokens < 0 or usd < 0:
            raise ValueError(f"a call can't have cost {tokens} tokens and ${usd}")
        with self._lock:
            if reservation not in self._open:
                raise ValueError("this reservation was settled already, or is another budget's")
            self._open.discard(reservation)
            self._spent_tokens += tokens
            self._spent_usd += _exact(usd)
            self._calls += 1

    @property
    def spent_tokens(self) -> int:
        """Tokens charged so far."""
        with self._lock:
            return self._spent_tokens

    @property
    def spent_usd(self) -> float:
        """Dollars charged so far."""
        with self._lock:
            return float(self._spent_usd)

    @property
    def tokens_left(self) -> int | None:
        """Tokens neither charged nor set aside; None without a ceiling."""
        with self._lock:
            return None if self.max_tokens is None else max(0, self.max_tokens - self._tokens())

    @property
    def exhausted(self) -> bool:
        """Whether a ceiling is reached, or the last call asked for did not fit with no other under way."""
        with self._lock:
            tokens = self.max_tokens is not None and self._spent_tokens >= self.max_tokens
            money = self.max_usd is not None and self._spent_usd >= self.max_usd
            return tokens or money or self._refused

    def state(self) -> dict[str, Any]:
        """What was charged, as plain JSON values, for `restore`. Open reservations are not part of it."""
        with self._lock:
            return {"tokens": self._spent_tokens, "usd": str(self._spent_usd), "calls": self._calls}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from an earlier `state`: a resumed run does not get its ceiling anew."""
        with self._lock:
            self._spent_tokens = int(state["tokens"])
            self._spent_usd = Decimal(str(state["usd"]))
            self._calls = int(state.get("calls", 0))

    def _fits(self, wanted: Reservation) -> bool:
        if self.max_tokens is not None and self._tokens() + wanted.tokens > self.max_tokens:
            return False
        usd = self._spent_usd + sum((r.usd for r in self._open), Decimal(0)) + wanted.usd
        return self.max_usd is None or usd <= self.max_usd

    def _tokens(self) -> int:
        return self._spent_tokens + sum(r.tokens for r in self._open)


def _exact(usd: float) -> Decimal:
    return Decimal(repr(usd)) if isinstance(usd, float) else Decimal(usd)
