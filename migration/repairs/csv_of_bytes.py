"""Error: iterator should return strings, not bytes → csv goes over the lines as text; what it writes is encoded."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import ENCODED_FILE, NATIVE, method_of, native_helper
from migration.source.edits import Part

_READERS = frozenset(["csv.reader", "csv.DictReader"])
_WRITERS = frozenset(["csv.writer", "csv.DictWriter"])
_ASKED = frozenset(["next", "__next__", "writerow", "writerows", "writeheader"])


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Stand between csv and the file, where the reader or writer of the failing line is made."""
    module = scene.module
    for rank, call in enumerate(_made(scene), 8):
        name = module.qualified_name(call.func)
        if not call.args or isinstance(call.args[0], ast.Starred):
            continue
        file = call.args[0]
        if name in _READERS and "bytes" in match[0]:
            pieces = ("map(", native_helper(scene), ", ", *module.sub(file), ")")
        elif name in _WRITERS and "required" in match[0]:
            pieces = (module.helper("EncodedFile", ENCODED_FILE), "(", *module.sub(file), ")")
        else:
            continue
        yield Candidate((module.edit(Part(module.span(file), pieces)),), rank, f"{name} {rank}")


def _made(scene: Scene) -> Iterator[ast.Call]:
    """The calls that may have made the reader or writer that the failing line asks, the nearest first."""
    seen: set[ast.expr] = set()
    asked: list[ast.expr] = [c.func.value for c in scene.along(ast.Call) if method_of(c) in _ASKED]  # type: ignore[attr-defined]
    asked += [
        c.args[0] for c in scene.along(ast.Call) if c.args and scene.module.is_builtin(c.func, "next", "list")
    ]
    for statement in (s for line in scene.lines for s in scene.statements(line)):
        if isinstance(statement, ast.For):
            asked.append(statement.iter)
    for node in scene.along(ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp):
        asked += [generator.iter for generator in getattr(node, "generators", ())]
    for node in asked:
        for made in scene.producers(node):
            if isinstance(made, ast.Call) and made not in seen:
                seen.add(made)
                yield made


REPAIR = Repair(
    id="csv_of_bytes",
    summary="csv reads and writes text, whatever its file holds",
    failure=Failure(
        "Error", "iterator should return strings, not bytes (did you open the file in text mode?)", line=4
    ),
    before="import csv\ndef rows(f):\n    reader = csv.reader(f)\n    return next(reader)\n",
    after="import csv\n\n"
    + NATIVE
    + "\n\ndef rows(f):\n    reader = csv.reader(map(native, f))\n    return next(reader)\n",
    caveats="What a writer's file holds is UTF-8 then.",
    pattern=re.compile(
        r"iterator should return strings, not bytes|a bytes-like object is required, not 'str'"
    ),
    offer=offer,
    order=30,
)
