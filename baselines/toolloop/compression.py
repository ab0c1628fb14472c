"""Observations within a size limit, and conversations within a window: what is left out is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stigmergy.llm_tokens import estimate_prompt
from stigmergy.llm_types import Message

#: Of a text that is too long, this share of the room goes to its beginning, the rest to its end.
_HEAD = 0.6
#: Observations that are never shortened: the last ones are what the next thought is about.
_KEPT = 4


def compressed(text: str, limit: int) -> str:
    """`text` in at most `limit` characters: repeated lines told once, then its middle left out.

    The end is kept, for that is where tracebacks and summaries of tests are.
    """
    if len(text) <= limit:
        return text
    text = _without_repeats(text)
    if len(text) <= limit:
        return text
    lost = f"\n[… {len(text) - limit} of {len(text)} characters left out …]\n"
    room = max(0, limit - len(lost))
    head = text[: int(room * _HEAD)]
    tail = text[len(text) - (room - len(head)) :] if room > len(head) else ""
    # Whole lines read better, where a cut line is not most of what is left.
    cut = head.rfind("\n")
    head = head[:cut] if cut > len(head) // 2 else head
    start = tail.find("\n")
    tail = tail[start + 1 :] if 0 <= start < len(tail) // 2 else tail
    return (head + lost + tail)[:limit]


def _without_repeats(text: str) -> str:
    lines: list[str] = []
    count = 0
    for line in [*text.split("\n"), None]:
        if lines and line == lines[-1]:
            count += 1
            continue
        if count > 1:
            lines.append(f"[the same line {count} more times]")
        elif count:
            lines.append(lines[-1])
        count = 0
        if line is not None:
            lines.append(line)
    return "\n".join(lines)


def windowed(messages: Sequence[Message], tokens: int, first: int = 2) -> list[Message]:
    """The conversation within about `tokens`: the oldest observations give way to a note of their length.

    The `first` messages (rules and task) stay, and so do all actions: what was done is not forgotten. Where that is
    not enough, the oldest exchanges are left out as a whole.
    """
    shown = list(messages)
    observed = [i for i, m in enumerate(shown) if i >= first and m.role in ("user", "tool")]
    for i in observed[:-_KEPT]:
        if estimate_prompt(shown) <= tokens:
            return shown
        length = len(shown[i].content)
        if length > 120:
            shown[i] = replace(shown[i], content=f"[an observation of {length} characters, left out]")
    while estimate_prompt(shown) > tokens:
        # An exchange: what the model said, and everything observed after it.
        start = next((i for i in range(first, len(shown)) if shown[i].role == "assistant"), len(shown))
        end = next((i for i in range(start + 1, len(shown)) if shown[i].role == "assistant"), len(shown))
        if end == len(shown):
            break
        del shown[start:end]
    return shown
