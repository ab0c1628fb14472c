"""TypeError: string argument expected, got 'bytes' → the file in memory holds bytes (or, the other way round, text)."""

from __future__ import annotations

import ast
import re

from migration.analysis.strings.as_bytes import HELPER
from migration.analysis.strings.kinds import BYTES, kind
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import argument_calls, decoded, encoded, method_of, wrapped
from migration.source.edits import Edit

#: Builtins that take a file of either kind.
_READING = (
    "list",
    "tuple",
    "iter",
    "next",
    "enumerate",
    "sorted",
    "map",
    "filter",
    "zip",
    "isinstance",
    "super",
)
_OTHER = {"io.StringIO": "io.BytesIO", "io.BytesIO": "io.StringIO"}


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Change the files in memory that are written to here; else decode the value written."""
    if "reading" in match[0]:
        yield from _read_as_bytes(scene)
        return
    wrong = "io.StringIO" if "string argument" in match[0] or "initial_value" in match[0] else "io.BytesIO"
    for call in argument_calls(scene):
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        made = [call]
        if owner is not None and not _is(scene, call, wrong):
            made = [m for m in scene.producers(owner) if isinstance(m, ast.Call)]
        if "initial_value" in match[0] and _is(scene, call, wrong) and _is_handed_over(scene, call):
            # What reads it wants octets, whichever kind it is made of the next time.
            edit = encoded(scene, call.args[0], safely=True)
            yield Candidate((_swapped(scene, call, wrong), edit) if edit else (), 9, "handed over, either")
        edits = tuple(_swapped(scene, one, wrong) for one in made if _is(scene, one, wrong))
        # A file that was made binary mostly ought to be: there the value is encoded first.
        yield Candidate(edits, 10 if wrong == "io.StringIO" else 45, "here")
    everywhere = [
        c
        for c in scene.module.nodes_of(ast.Call)
        if isinstance(c, ast.Call) and _is(scene, c, wrong) and not _is_gone_through(scene, c)
    ]
    rank = 14 if wrong == "io.StringIO" else 46
    yield Candidate(tuple(_swapped(scene, c, wrong) for c in everywhere), rank, "file")
    if wrong == "io.StringIO":
        for call in argument_calls(scene):
            if method_of(call) not in ("write", "writelines") and not _is(scene, call, wrong):
                continue
            edit = decoded(scene, call.args[0])
            yield Candidate((edit,) if edit else (), 18, "value")


def _is_handed_over(scene: Scene, call: ast.Call) -> bool:
    """Whether a file in memory is made where a function gets it, which is none of this file: it says what it reads."""
    module = scene.module
    parent = module.parent(call)
    outer = module.parent(parent) if isinstance(parent, ast.keyword) else parent
    if not isinstance(outer, ast.Call) or call is outer.func or kind(call.args[0], module) == BYTES:
        return False
    if module.is_builtin(outer.func, *_READING):
        return False
    name = outer.func.attr if isinstance(outer.func, ast.Attribute) else getattr(outer.func, "id", "")
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return all(getattr(one, "name", "") != name for one in module.nodes_of(*kinds))


def _is_gone_through(scene: Scene, call: ast.Call) -> bool:
    """Whether a file in memory is only read there, line by line: nothing was written to it."""
    parent = scene.module.parent(call)
    return isinstance(parent, ast.For | ast.comprehension) and parent.iter is call


def _read_as_bytes(scene: Scene) -> Candidates:
    """What a parser reads from files of text in memory is encoded: those made on the lines that ran, or in the file."""
    made = [
        c for c in scene.module.nodes_of(ast.Call) if isinstance(c, ast.Call) and _is(scene, c, "io.StringIO")
    ]
    here = [c for c in made if c in scene.along(ast.Call)]
    for rank, calls, variant in ((11, here, "read here"), (13, made, "read in the file")):
        edits = []
        for call in (c for c in calls if c.args):
            # What has the same name is taken for the file itself, and is what the file is made of.
            named = isinstance(call.args[0], ast.Name)
            helped = (
                wrapped(scene, call.args[0], scene.module.helper("as_bytes", HELPER), ")") if named else None
            )
            edit = helped or encoded(scene, call.args[0], safely=True)
            edits += [_swapped(scene, call, "io.StringIO"), *([edit] if edit else [])]
        yield Candidate(tuple(edits), rank, variant)


def _is(scene: Scene, call: ast.Call, name: str) -> bool:
    return scene.module.qualified_name(call.func) == name


def _swapped(scene: Scene, call: ast.Call, wrong: str) -> Edit:
    module = scene.module
    return module.replace_span(module.span(call.func), module.use(_OTHER[wrong], call))


REPAIR = Repair(
    id="in_memory_file",
    summary="StringIO where bytes are written becomes BytesIO, and the reverse",
    failure=Failure("TypeError", "string argument expected, got 'bytes'", line=4),
    before="import io\ndef f(data):\n    out = io.StringIO()\n    out.write(data)\n    return out\n",
    after="import io\ndef f(data):\n    out = io.BytesIO()\n    out.write(data)\n    return out\n",
    caveats="A file that is handed elsewhere may be read there as the other kind.",
    pattern=re.compile(
        r"string argument expected, got 'bytes'|initial_value must be str or None, not bytes"
        r"|a bytes-like object is required, not 'str'|^TypeError: reading file objects must return bytes"
    ),
    offer=offer,
    order=40,
)
