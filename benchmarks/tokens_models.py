"""Stand-ins for a language model that answer over HTTP: one as 2to3 would, one that knows the right text of every file.

They see what a model sees, the prompt and nothing else, and are charged as one: tokens by the harness's estimate, at an
assumed price.
"""

from __future__ import annotations

import json
import re
import threading
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from stigmergy.llm_tokens import estimate_tokens
from stigmergy.models.simulated import SIMULATED_PRICE

_FILE = re.compile(r'(?:this file|the file),? ("(?:[^"\\]|\\.)*")', re.I)
_SOURCE = re.compile(r"<source (\w+)>\n(.*?)\n</source \1>", re.DOTALL)
_REGION = re.compile(r"^(R\d+) \(lines \d+ to \d+\):\n<region (\w+)>\n(.*?)\n</region \2>$", re.M | re.DOTALL)
_SITES = re.compile(r"<sites (\w+)>\n(.*?)\n</sites \1>", re.DOTALL)

#: A rewriter: file key, text, and whether it is a whole file → the text as it should be, or None for "no change".
Rewriter = Callable[[str, str, bool], str | None]


@dataclass(frozen=True)
class Asked:
    """What a prompt asks about: the file's key, its whole source or the regions shown, and the places to settle."""

    file: str
    source: str | None
    regions: Mapping[str, str] = field(default_factory=dict)
    sites: tuple[str, ...] = ()


def asked(request: Mapping[str, Any]) -> Asked:
    """What the body of a chat request asks about. Raises ValueError for a prompt of an unknown form."""
    prompt = str(request["messages"][1]["content"])
    named = _FILE.search(prompt)
    if named is None:
        raise ValueError(f"the prompt names no file: {prompt[:200]!r}")
    source = _SOURCE.search(prompt)
    sites = _SITES.search(prompt)
    return Asked(
        json.loads(named.group(1)),
        source.group(2) if source else None,
        {name: text for name, _, text in _REGION.findall(prompt)},
        tuple(sites.group(2).split("\n")) if sites else (),
    )


def completion(request: Mapping[str, Any], text: str) -> dict[str, Any]:
    """The answer `text` in the form of a chat completion, cut at the limit asked for, with usage and its price."""
    prompt = sum(estimate_tokens(str(message["content"])) for message in request["messages"])
    written, finish = estimate_tokens(text), "stop"
    limit = int(request.get("max_tokens") or request.get("max_completion_tokens") or written)
    if written > limit:
        text, written, finish = text[: int(len(text) * limit / written)], limit, "length"
    return {
        "id": "chatcmpl-stand-in",
        "object": "chat.completion",
        "created": 1,
        "model": request["model"],
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}],
        "usage": {
            "prompt_tokens": prompt,
            "completion_tokens": written,
            "total_tokens": prompt + written,
            "cost": SIMULATED_PRICE.cost(prompt, written),
        },
    }


def answer(request: Mapping[str, Any], rewrite: Rewriter) -> str:
    """What a model that rewrites like `rewrite` says: a fenced file, edits of the regions shown, or NO CHANGE."""
    about = asked(request)
    if about.source is not None:
        text = rewrite(about.file, about.source + "\n", True)
        return f"```python\n{text if text is not None else about.source}\n```".replace("\n\n```", "\n```")
    edits = []
    for name, shown in about.regions.items():
        new = rewrite(about.file, shown, False)
        if new is not None and new.rstrip("\n") != shown.rstrip("\n"):
            edits.append(
                f"REGION {name}\n<<<<<<< SEARCH\n{shown}\n=======\n{new.rstrip(chr(10))}\n>>>>>>> REPLACE"
            )
    return "\n\n".join(edits) or "NO CHANGE"


# -- as 2to3 would -----------------------------------------------------------------------------------------------


def as_2to3(file: str, text: str, whole: bool) -> str | None:
    """`text` as 2to3 leaves it; None where it can't parse it. Needs a Python that still has lib2to3 (up to 3.12)."""
    from lib2to3.pgen2.parse import ParseError
    from lib2to3.pgen2.tokenize import TokenError

    for print_function in (False, True):
        try:
            with _ONE_AT_A_TIME:
                return str(
                    _refactoring(print_function).refactor_string(
                        text + "\n" * (not text.endswith("\n")), file
                    )
                )
        except (ParseError, TokenError, IndentationError):
            continue
    return None


#: Fixers keep state while they work.
_ONE_AT_A_TIME = threading.Lock()


@lru_cache(maxsize=2)
def _refactoring(print_function: bool) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from lib2to3.refactor import RefactoringTool, get_fixers_from_package

        tool = RefactoringTool(get_fixers_from_package("lib2to3.fixes"), {"print_function": print_function})
    tool.log_message = lambda *_: None  # it would tell of every file
    return tool


# -- as one who knows --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reference:
    """Knows the right text of some files, and brings what it is shown to it."""

    texts: Mapping[str, str]

    def __call__(self, file: str, text: str, whole: bool) -> str | None:
        """The right text for the part shown; None for a file it does not know."""
        wanted = self.texts.get(file)
        if wanted is None or whole:
            return wanted
        lines, goal = text.split("\n"), wanted.split("\n")
        blocks = SequenceMatcher(None, lines, goal, autojunk=False).get_matching_blocks()[:-1]
        if not blocks:
            return None
        start = max(0, blocks[0].b - blocks[0].a)
        end = blocks[-1].b + blocks[-1].size
        if blocks[-1].a + blocks[-1].size < len(lines):
            # The last lines shown are to change: into what stands there up to the next empty line.
            end = next((n for n in range(end, len(goal)) if not goal[n].strip()), len(goal))
        return "\n".join(goal[start:end])
