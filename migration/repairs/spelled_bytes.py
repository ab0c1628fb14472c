"""BytesWarning: str() on a bytes instance → what is spelled out there is text: '%s' % data no longer writes b'…'."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import NATIVE, method_of, native_helper, wrapped
from migration.source.edits import Part
from migration.trees.constants import is_text

#: Methods of loggers that put their further arguments into the first.
_LOGGING = frozenset(["debug", "info", "warn", "warning", "error", "critical", "exception", "log"])


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Take for text all that the line spells out together; else one value after the other."""
    for rank, values in enumerate(_spelled(scene), 10):
        edits = [wrapped(scene, value, native_helper(scene)) for value in values]
        if edits:
            yield Candidate(tuple(edits), rank, "together")
        if len(edits) > 1:
            yield from (Candidate((edit,), rank + 10, f"value {n}") for n, edit in enumerate(edits))
    for call in scene.crashed(ast.Call):
        mapped = call.args[0] if call.args and scene.module.is_builtin(call.func, "map") else None
        if mapped is not None and scene.module.is_builtin(mapped, "str"):
            pieces = ("lambda item: str(", native_helper(scene), "(item))")
            yield Candidate((scene.module.edit(Part(scene.module.span(mapped), pieces)),), 15, "map")


def _spelled(scene: Scene) -> list[list[ast.expr]]:
    """What goes into text on the failing line: by %, by format(), by str(), by print(); each place for itself."""
    found: list[list[ast.expr]] = []
    for node in (*scene.crashed(ast.BinOp, ast.Call), *_logged(scene)):
        values: list[ast.expr] = []
        if isinstance(node, ast.BinOp):
            values = _parts(node.right) if isinstance(node.op, ast.Mod) else []
        elif not isinstance(node, ast.Call):
            continue
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            values = [*node.args, *(k.value for k in node.keywords if k.arg)]
        elif method_of(node) in _LOGGING:
            # The handler spells them, in code of the library.
            place = next((n for n, a in enumerate(node.args[:2]) if is_text(a)), len(node.args))
            values = list(node.args[place + 1 :])
        elif scene.module.is_builtin(node.func, "str", "print", "format") and node.args:
            values = list(node.args if node.func.id == "print" else node.args[:1])  # type: ignore[attr-defined]
        kept = [v for v in values if not _is_settled(v)]
        if kept:
            found.append(kept)
    return found


def _logged(scene: Scene) -> list[ast.Call]:
    """The calls of loggers on the way to a handler that failed."""
    return [c for line in scene.lines[1:] for c in scene.on(line, ast.Call) if method_of(c) in _LOGGING]


def _parts(right: ast.expr) -> list[ast.expr]:
    if isinstance(right, ast.Tuple):
        return right.elts
    return list(right.values) if isinstance(right, ast.Dict) else [right]


def _is_settled(node: ast.expr) -> bool:
    """Whether `node` is no bytes as it stands, or a whole collection: what is in it is spelled in its own way."""
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") in ("native", "as_text", "str", "repr", "len", "int")
    return is_text(node) or isinstance(
        node, ast.Constant | ast.Starred | ast.Compare | ast.JoinedStr | ast.Dict | ast.List | ast.Lambda
    )


REPAIR = Repair(
    id="spelled_bytes",
    summary="bytes that are put into text are spelled without b and quotes",
    failure=Failure("BytesWarning", "str() on a bytes instance", line=2),
    before="def line(key, value):\n    return '%s:%s' % (key, value)\n",
    after=NATIVE[1:] + "\n\ndef line(key, value):\n    return '%s:%s' % (native(key), native(value))\n",
    caveats="Octets that are no UTF-8 become the characters of the same numbers.",
    pattern=re.compile(r"^BytesWarning: str\(\) on a bytes instance"),
    offer=offer,
)
