"""A line that was rewritten fails → what the rewriting put around a value is left out, or the line is as it was.

The last thing to try: the rules had a reason for what they wrote, and no repair knows the failure any better.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.source.edits import Edit, Span
from migration.source.line_changes import blocks
from migration.source.words import words_of

#: After all repairs that know something of the failure.
_RANK = 70
#: So many frames of the file are looked at, the innermost first.
_FRAMES = 3
#: A line with one of these can't be as it was.
_PYTHON2 = frozenset(
    ["basestring", "cmp", "execfile", "file", "has_key", "iteritems", "iterkeys", "itervalues", "long", "raw_input",
     "reduce", "reload", "unichr", "unicode", "xrange"]
)  # fmt: skip


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """For each line of the file that was running: without a helper of the rewriting, without a codec, as it was."""
    if scene.original == scene.module.text:
        return
    rank = _RANK
    for line in scene.lines[:_FRAMES]:
        for variant, edits in (*_bare(scene, line), *_as_before(scene, line)):
            yield Candidate(edits, rank, f"{variant} {line}")
            rank += 1


def _bare(scene: Scene, line: int) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    """Calls on the line that only the rewriting makes: of its helpers, and of codecs where there were none."""
    module, before = scene.module, words_of(scene.original)
    for call in scene.on(line, ast.Call):
        function = call.func
        if isinstance(function, ast.Name) and function.id not in before and len(call.args) >= 1:
            bound = module.module_scope.bindings.get(function.id, [])
            if bound and all(isinstance(b.node, ast.FunctionDef | ast.ClassDef) for b in bound):
                yield function.id, (module.replace(call, *module.sub(call.args[0])),)
            continue
        if not isinstance(function, ast.Attribute) or function.attr not in ("encode", "decode"):
            continue
        if f".{function.attr}(" not in _line_before(scene, line):
            yield function.attr, (module.replace(call, *module.sub(function.value)),)


def _as_before(scene: Scene, line: int) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    """The line as Python 2 had it, where that can still be meant."""
    for first, last, old in _rewritten(scene):
        if not first <= line <= last or not _PYTHON2.isdisjoint(words_of("\n".join(old))):
            continue
        if last - first + 1 == len(old):
            old, first, last = old[line - first : line - first + 1], line, line
        starts = scene.module.line_starts
        end = starts[last] - 1 if last < len(starts) else len(scene.module.text)
        yield "as it was", (scene.module.replace_span(Span(starts[first - 1], end), "\n".join(old)),)


def _line_before(scene: Scene, line: int) -> str:
    return next(("\n".join(old) for first, last, old in _rewritten(scene) if first <= line <= last), "")


def _rewritten(scene: Scene) -> Iterator[tuple[int, int, list[str]]]:
    """What was rewritten: the first and the last line by now, 1-based, and the lines that were there."""
    before = scene.original.split("\n")
    for tag, i1, i2, j1, j2 in blocks(scene.original, scene.module.text):
        if tag == "replace":
            yield j1 + 1, j2, before[i1:i2]


REPAIR = Repair(
    id="rewritten_back",
    summary="what was rewritten where it fails is taken back",
    failure=Failure("TypeError", "register() got an unexpected object", line=6),
    original="def keep(store, name):\n    return store.register(open(name))\n",
    before=(
        'def opened(file):\n    """The file."""\n    return file\n\n\n'
        "def keep(store, name): return store.register(opened(open(name)))\n"
    ),
    after=(
        'def opened(file):\n    """The file."""\n    return file\n\n\n'
        "def keep(store, name): return store.register(open(name))\n"
    ),
    caveats="Knows nothing of the cause: tests decide, and all other repairs come first.",
    pattern=re.compile(
        r"^(?:\w+\.)*(?:TypeError|AttributeError|ValueError|Unicode\w+Error|KeyError|UnsupportedOperation|AssertionError"
        r"|BufferError|OSError|error)\b"
    ),
    offer=offer,
    order=90,
)
