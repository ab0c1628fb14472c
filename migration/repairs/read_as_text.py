"""data = s.recv(n), used as text from then on → what is read is text: one edit where the value comes from."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.edits import Part
from migration.repair import Candidate, Candidates, Failure, Repair
from migration.repairs._values import NATIVE, is_text, native_helper
from migration.rules._kinds import TEXT, kind
from migration.scene import Scene

#: Methods and functions that give what was read or received, or the octets that something stood for.
_READING = frozenset(
    ["read", "readline", "recv", "getvalue", "get_payload", "b64decode", "decodestring", "decodebytes", "unhexlify",
     "check_output", "decompress", "tostring", "tobytes", "get_data"]
)  # fmt: skip
#: These give several such values at once.
_SEVERAL = frozenset(["communicate", "readlines", "recvfrom", "unpack"])
#: From so many uses as text in one function on, that is what the value is meant as.
_MEANT = 2


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Take for text what a variable of the failing line was given by reading."""
    module, seen = scene.module, set[ast.AST]()
    for name in scene.crashed(ast.Name):
        if not isinstance(name.ctx, ast.Load):
            continue
        for place, several in _read(scene, name):
            if place in seen:
                continue
            seen.add(place)
            before = ("map(", native_helper(scene), ", ") if several else (native_helper(scene), "(")
            edit = module.edit(Part(module.span(place), (*before, *module.sub(place), ")")))
            rank = 8 if _uses_as_text(scene, name) >= _MEANT else 27
            yield Candidate((edit,), rank, f"{name.id} {len(seen)}")


def _read(scene: Scene, name: ast.Name) -> Iterator[tuple[ast.expr, bool]]:
    """Where a variable is given what was read, and whether that is several values."""
    module = scene.module
    for binding in module.bindings(name):
        if binding.value is not None:
            if _called(binding.value) in _READING:
                yield binding.value, False
            continue
        parent = module.parent(binding.node)
        if isinstance(parent, ast.For | ast.comprehension) and parent.target is binding.node:
            if _called(parent.iter) in _SEVERAL or isinstance(parent.iter, ast.Name | ast.Attribute):
                yield parent.iter, True
        elif isinstance(parent, ast.Tuple):
            assign = module.parent(parent)
            if isinstance(assign, ast.Assign) and _called(assign.value) in _SEVERAL:
                yield assign.value, True


def _called(node: ast.expr) -> str:
    """The last name of what a call calls; '' for anything else."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", "") or getattr(node.func, "id", "")


def _uses_as_text(scene: Scene, name: ast.Name) -> int:
    """How often the function around a variable has it meet a literal of text, or a constant that is one."""
    function = scene.function(name.lineno)
    found = 0
    for read in scene.module.names().get(name.id, ()):
        if function is not None and scene.function(read.lineno) is not function:  # type: ignore[attr-defined]
            continue
        parent = scene.module.parent(read)
        beside: list[ast.expr] = []
        if isinstance(parent, ast.BinOp):
            beside = [parent.left, parent.right]
        elif isinstance(parent, ast.Compare):
            beside = [parent.left, *parent.comparators]
        elif isinstance(parent, ast.Attribute):
            call = scene.module.parent(parent)
            beside = call.args if isinstance(call, ast.Call) and call.func is parent else []
        elif isinstance(parent, ast.Call):
            beside = parent.args
        found += any(is_text(one) or (one is not read and kind(one, scene.module) == TEXT) for one in beside)
    return found


REPAIR = Repair(
    id="read_as_text",
    summary="what is read and handled as text is text",
    failure=Failure("TypeError", "a bytes-like object is required, not 'str'", line=3),
    before="def last(s):\n    line = s.recv(9)\n    return line == '' or line.endswith('.')\n",
    after=NATIVE[1:]
    + "\n\ndef last(s):\n    line = native(s.recv(9))\n    return line == '' or line.endswith('.')\n",
    caveats="Octets that are no UTF-8 become the characters of the same numbers.",
    pattern=re.compile(
        r"bytes-like object is required|\(not \"bytes\"\) to str|can't concat str to bytes|on a bytes-like object"
        r"|Comparison between bytes|str\(\) on a bytes|expected str instance, bytes found|str, not '?bytes"
        r"|requires string as left operand|first arg must be bytes|not bytes$|JSON serializable"
    ),
    offer=offer,
    order=40,
)
