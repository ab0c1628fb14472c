"""From what a model wrote to what it means: one file, or edits of named regions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from stigmergy.models.answer_gate import SyntaxCheck
from stigmergy.models.regions import Region

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)[ \t]*$", re.MULTILINE)
_REGION = re.compile(r"^[#*` \t]*(?:REGION[ \t]+)?(R\d+)\b[^\n]*$")
_SEARCH = re.compile(r"^<{5,9} ?SEARCH[ \t]*$")
_MIDDLE = re.compile(r"^={5,9}[ \t]*$")
_REPLACE = re.compile(r"^>{5,9} ?REPLACE[ \t]*$")
_NOTHING = re.compile(r"^\W*NO CHANGES?\W*$")


class AnswerError(ValueError):
    """The answer can't be understood as asked for. The message is meant for the model."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Lines to replace in a region. `parts` are the block's lines, cut around each separator."""

    region: str
    parts: tuple[tuple[str, ...], ...]


def file_in(answer: str, check: SyntaxCheck) -> str:
    """The one file in `answer`, ending in a newline: a fenced block, or the answer itself if it is bare code.

    Raises AnswerError when there is none, or more than one. A file may itself hold fences (in a docstring):
    the outermost fences count unless the first pair alone encloses a file that compiles.
    """
    answer = answer.replace("\r\n", "\n")
    fences = list(_FENCE.finditer(answer))
    if not fences:
        text = _ended(answer.strip("\n"))
        if check(text):
            raise AnswerError("the answer is neither a fenced block nor a file that compiles")
        return text
    opening, closings = fences[0], [fence for fence in fences[1:] if not fence.group(2)]
    if not closings:
        raise AnswerError("the fenced block is not closed")
    outer = _ended(answer[opening.end() + 1 : closings[-1].start()])
    if len(fences) > 2 and check(outer):
        inner = _ended(answer[opening.end() + 1 : closings[0].start()])
        if not check(inner):
            raise AnswerError("the answer has several fenced blocks; exactly one file was asked for")
    return outer


def edits_in(answer: str) -> list[Edit]:
    """The edits in `answer`, in order; none when it says NO CHANGE.

    Raises AnswerError for blocks that are cut off or name no region, and when there is no block at all.
    """
    edits: list[Edit] = []
    region = ""
    block: list[str] | None = None
    parts: list[tuple[str, ...]] = []
    lines = answer.replace("\r\n", "\n").split("\n")
    for line in lines:
        if block is None:
            named = _REGION.match(line)
            if named:
                region = named.group(1)
            elif _SEARCH.match(line):
                if not region:
                    raise AnswerError("an edit names no region: write REGION and its id above the block")
                block, parts = [], []
        elif _REPLACE.match(line):
            if not parts:
                raise AnswerError(f"an edit of {region} has no ======= between its two halves")
            edits.append(Edit(region, (*parts, tuple(block))))
            block = None
        elif _MIDDLE.match(line):
            parts += [tuple(block), (line,)]
            block = []
        else:
            block.append(line)
    if block is not None:
        raise AnswerError(f"the last edit of {region} is cut off: it has no >>>>>>> REPLACE")
    if not edits and not any(_NOTHING.match(line) for line in lines):
        raise AnswerError("the answer has no edits; if nothing needs to change, say NO CHANGE")
    return edits


def apply_edits(text: str, regions: Mapping[str, Region], edits: Sequence[Edit]) -> str:
    """`text` with every edit applied, each inside its region and exactly once.

    Raises AnswerError for an unknown region, a search text that is empty, not there or there twice, and
    for edits that overlap.
    """
    lines = text.split("\n")
    placed: list[tuple[int, int, list[str]]] = []
    for edit in edits:
        region = regions.get(edit.region)
        if region is None:
            raise AnswerError(f"there is no region {edit.region}; the regions are {', '.join(regions)}")
        placed.append(_place(lines, region, edit))
    placed.sort(key=lambda p: p[0])
    for (_, end, _), (start, _, _) in pairwise(placed):
        if start < end:
            raise AnswerError("two edits overlap: join them into one")
    for start, end, new in reversed(placed):
        lines[start:end] = new
    return "\n".join(lines)


def _place(lines: list[str], region: Region, edit: Edit) -> tuple[int, int, list[str]]:
    """Where an edit applies (0-based, end exclusive) and its new lines.

    Code may hold a line of equal signs too: the last separator whose search text fits is the middle.
    """
    found: list[tuple[int, int, list[str]]] = []
    for middle in range(len(edit.parts) - 2, 0, -2):
        search = list(chain.from_iterable(edit.parts[:middle]))
        new = list(chain.from_iterable(edit.parts[middle + 1 :]))
        if any(line.strip() for line in search):
            found = [(at, at + len(search), new) for at in _occurrences(lines, region, search)]
        if found:
            break
    if len(found) == 1:
        return found[0]
    first = "\n".join(edit.parts[0])
    what = f"there {len(found)} times" if found else "not there" if first.strip() else "empty"
    must = f"the search text of an edit must be in region {region.id} exactly once"
    raise AnswerError(f"{must}, and is {what}: {first[:200]!r}")


def _occurrences(lines: list[str], region: Region, search: list[str]) -> list[int]:
    last = region.end - len(search)
    return [at for at in range(region.start - 1, last + 1) if lines[at : at + len(search)] == search]


def _ended(text: str) -> str:
    return text if text.endswith("\n") or not text else text + "\n"
