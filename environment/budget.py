"""The ceiling on tokens and money: a call is made only if its worst case fits, and charged what it cost."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any


@dataclass(frozen=True, slots=True, eq=False)
class Reservation:
    """The worst case of one call, set aside: tokens and US dollars, and for which file."""

    tokens: int
    usd: Decimal
    file: str = ""


@dataclass(slots=True)
class _Account:
    """What was charged to one file, or to all."""

    tokens: int = 0
    usd: Decimal = Decimal(0)
    calls: int = 0

    def charge(self, tokens: int, usd: Decimal, calls: int = 1) -> None:
        self.tokens += tokens
        self.usd += usd
        self.calls += calls


class Budget:
    """Tokens and money left, shared by all calls of a run and safe to use from several threads.

    `max_tokens` None and `max_usd` 0 or None mean no ceiling; so do `file_tokens` and `file_usd`, the ceilings on what
    one file may cost. Money is added up in decimals, so that no rounding error grows with the number of calls.
    """

    def __init__(
        self,
        max_tokens: int | None = None,
        max_usd: float | None = None,
        *,
        file_tokens: int | None = None,
        file_usd: float | None = None,
    ) -> None:
        for name, value in (
            ("max_tokens", max_tokens),
            ("max_usd", max_usd),
            ("file_tokens", file_tokens),
            ("file_usd", file_usd),
        ):
            if value is not None and value < 0:
                raise ValueError(f"{name} {value}: expected 0 or more")
        self.max_tokens = max_tokens
        self.max_usd = _exact(max_usd) if max_usd else None
        self.file_tokens = file_tokens
        self.file_usd = _exact(file_usd) if file_usd else None
        self._lock = threading.Lock()
        self._all = _Account()
        self._files: dict[str, _Account] = defaultdict(_Account)
        self._open: set[Reservation] = set()
        self._refused = False
        #: The smallest call ever asked for: where not even that fits, none will.
        self._smallest: Reservation | None = None

    def reserve(self, tokens: int, usd: float = 0.0, file: str = "") -> Reservation | None:
        """Set the worst case of a call aside. None when it does not fit beside the other calls.

        Raises ValueError for a negative estimate.
        """
        if tokens < 0 or usd < 0:
            raise ValueError(f"a call can't cost {tokens} tokens and ${usd}")
        wanted = Reservation(tokens, _exact(usd), file)
        with self._lock:
            least = self._smallest or wanted
            self._smallest = Reservation(min(least.tokens, tokens), min(least.usd, wanted.usd))
            if not self._fits_all(wanted):
                self._refused = self._refused or not self._open
                return None
            if not self._fits_file(wanted):
                return None
            self._open.add(wanted)
            return wanted

    def short_of(self, tokens: int, usd: float = 0.0, file: str = "") -> str:
        """Which ceiling keeps a call from being made, in words; "" for a call that would fit."""
        wanted = Reservation(tokens, _exact(usd), file)
        with self._lock:
            if not self._fits_all(wanted):
                return "more than the budget has left"
            if not self._fits_file(wanted):
                return f"more than {file} may still cost"
            return ""

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
            self._all.charge(tokens, _exact(usd))
            self._files[reservation.file].charge(tokens, _exact(usd))

    @property
    def spent_tokens(self) -> int:
        """Tokens charged so far."""
        with self._lock:
            return self._all.tokens

    @property
    def spent_usd(self) -> float:
        """Dollars charged so far."""
        with self._lock:
            return float(self._all.usd)

    @property
    def tokens_left(self) -> int | None:
        """Tokens neither charged nor set aside; None without a ceiling."""
        with self._lock:
            if self.max_tokens is None:
                return None
            return max(0, self.max_tokens - self._all.tokens - sum(r.tokens for r in self._open))

    @property
    def exhausted(self) -> bool:
        """Whether a ceiling of the run is reached, or a call did not fit and none that was ever asked for would.

        A large call that does not fit says nothing about the small ones of other files.
        """
        with self._lock:
            tokens = self.max_tokens is not None and self._all.tokens >= self.max_tokens
            money = self.max_usd is not None and self._all.usd >= self.max_usd
            least = self._smallest if self._refused else None
            hopeless = least and not self._fits(least, self._all, (), self.max_tokens, self.max_usd)
            return tokens or money or bool(hopeless)

    def state(self) -> dict[str, Any]:
        """What was charged, as plain JSON values, for `restore`. Open reservations are not part of it."""
        with self._lock:
            return {
                **_plain(self._all),
                "files": {file: _plain(self._files[file]) for file in sorted(self._files)},
            }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from an earlier `state`: a resumed run does not get its ceilings anew."""
        with self._lock:
            self._all = _account(state)
            self._files.clear()
            self._files.update({file: _account(each) for file, each in state.get("files", {}).items()})

    def _fits_all(self, wanted: Reservation) -> bool:
        return self._fits(wanted, self._all, self._open, self.max_tokens, self.max_usd)

    def _fits_file(self, wanted: Reservation) -> bool:
        mine = [r for r in self._open if r.file == wanted.file]
        account = self._files.get(wanted.file, _Account())
        return self._fits(wanted, account, mine, self.file_tokens, self.file_usd)

    @staticmethod
    def _fits(
        wanted: Reservation,
        account: _Account,
        under_way: Iterable[Reservation],
        max_tokens: int | None,
        max_usd: Decimal | None,
    ) -> bool:
        beside = [*under_way, wanted]
        if max_tokens is not None and account.tokens + sum(r.tokens for r in beside) > max_tokens:
            return False
        return max_usd is None or account.usd + sum((r.usd for r in beside), Decimal(0)) <= max_usd


def _plain(account: _Account) -> dict[str, Any]:
    return {"tokens": account.tokens, "usd": str(account.usd), "calls": account.calls}


def _account(state: dict[str, Any]) -> _Account:
    return _Account(int(state["tokens"]), Decimal(str(state["usd"])), int(state.get("calls", 0)))


def _exact(usd: float) -> Decimal:
    return Decimal(repr(usd)) if isinstance(usd, float) else Decimal(usd)
