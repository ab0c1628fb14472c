"""What tokens cost: from `llm.prices`, else from the provider's model list."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

log = logging.getLogger("stigmergy.llm")


@dataclass(frozen=True, slots=True)
class Price:
    """USD a million prompt tokens and a million completion tokens."""

    prompt: float
    completion: float

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float:
        """USD for so many tokens."""
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / 1_000_000


def configured_price(model: str, prices: Mapping[str, tuple[float, float]]) -> Price | None:
    """The price that `llm.prices` gives for `model`, or None."""
    pair = prices.get(model)
    return Price(*pair) if pair else None


def listed_price(model: str, models: Iterable[Mapping[str, Any]]) -> Price | None:
    """The price in a provider's model list (OpenRouter's form: `pricing`, USD a token, as text), or None."""
    for entry in models:
        pricing = entry.get("pricing")
        if entry.get("id") != model or not isinstance(pricing, Mapping):
            continue
        try:
            prompt, completion = (float(pricing[name]) * 1_000_000 for name in ("prompt", "completion"))
        except (KeyError, TypeError, ValueError):
            log.warning("the provider's price of %s can't be read: %r", model, dict(pricing))
            return None
        # OpenRouter marks a price that depends on routing by -1.
        return Price(prompt, completion) if prompt >= 0 and completion >= 0 else None
    return None
