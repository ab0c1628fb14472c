"""Tokens of a text, estimated without a tokenizer: for budgets only, the provider's usage is what counts."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable

from stigmergy.llm_types import ChatRequest, LlmSettings, Message

#: Where byte-pair encodings cut source text: a word with its leading blank, up to three digits, a character beyond
#: ASCII, a run of ASCII punctuation with the line ends after it, blank space.
_PIECES = re.compile(r" ?[A-Za-z]+|[0-9]{1,3}|[^\x00-\x7f]| ?[^\w\s\x80-\U0010ffff]+\n*|_+|\s*\n|[ \t]+")
#: A common piece is one token; longer ones are cut again. Fitted to cl100k_base on the Python 2.7 library.
_LETTERS_PER_TOKEN = 9
_SIGNS_PER_TOKEN = 4
#: Estimates are raised by this factor before they are held against a budget.
SAFETY = 1.2
#: Roles and separators around each message.
_PER_MESSAGE = 4


def estimate_tokens(text: str) -> int:
    """About how many tokens `text` has, without any safety margin."""
    total = 0
    for piece in _PIECES.findall(text):
        visible = piece.strip()
        if not visible:
            total += 1
        elif visible[0].isalpha():
            total += math.ceil(len(visible) / _LETTERS_PER_TOKEN)
        else:
            total += math.ceil(len(visible) / _SIGNS_PER_TOKEN)
    return total


def estimate_prompt(messages: Iterable[Message]) -> int:
    """About how many tokens a conversation has, with the safety margin, rounded up."""
    told = sum(estimate_tokens(m.content) + _PER_MESSAGE for m in messages)
    called = sum(estimate_tokens(c.name + c.arguments) + _PER_MESSAGE for m in messages for c in m.tool_calls)
    return math.ceil(SAFETY * (told + called))


def estimate_request(request: ChatRequest) -> int:
    """About how many tokens a request has, the tools it offers included, with the safety margin, rounded up."""
    tools = sum(estimate_tokens(json.dumps(dict(tool))) for tool in request.tools)
    return estimate_prompt(request.messages) + math.ceil(SAFETY * tools)


def room_for(source: str, settings: LlmSettings) -> int:
    """A completion limit for `source`, rewritten, as answer, in tokens; 0 when no answer could hold it."""
    needed = estimate_tokens(source) * SAFETY
    if needed > settings.max_completion_tokens:
        return 0
    wished = max(settings.estimated_completion_tokens, math.ceil(1.25 * needed) + 256)
    return min(wished, settings.max_completion_tokens)
