"""isinstance(x, str) that was true of what is bytes by now → (str, bytes), where a failure speaks of bytes."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.source.edits import Edit


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Widen the tests of the functions that were running; in a file without a line, all of them."""
    functions = {f for line in scene.lines if (f := scene.function(line)) is not None}
    tests = [
        (test, edit)
        for test in scene.module.nodes_of(ast.Call)
        if isinstance(test, ast.Call) and scene.module.is_builtin(test.func, "isinstance")
        if (edit := _widened(scene, test)) is not None
    ]
    if scene.lines:
        near = [edit for test, edit in tests if scene.module.function(test) in functions]
        yield Candidate(tuple(near), 45, "near")
    else:
        yield Candidate(tuple(edit for _, edit in tests), 55, "file")


def _widened(scene: Scene, test: ast.Call) -> Edit | None:
    """A test for native strings that takes bytes as well; None where it asked for text alone, or takes them already."""
    if len(test.args) != 2 or not _asked_for_native(scene, test.args[0]):
        return None
    kinds = test.args[1]
    asked = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
    native = [k for k in asked if scene.module.is_builtin(k, "str")]
    if not native or any(scene.module.is_builtin(k, "bytes") for k in asked):
        return None
    if isinstance(kinds, ast.Tuple):
        return scene.module.insert(scene.module.span(native[0]).end, ", bytes")
    return scene.module.replace(kinds, "(str, bytes)")


def _asked_for_native(scene: Scene, subject: ast.expr) -> bool:
    """Whether the original asks the same for `str` or `basestring`, and nowhere for `unicode` alone."""
    named = re.escape(ast.unparse(subject))
    asking = rf"isinstance\(\s*{named}\s*,\s*\(?[^()]*?\b(str|basestring|unicode|StringTypes?)\b"
    asked = set(re.findall(asking, scene.original))
    return bool(asked) and "unicode" not in asked


REPAIR = Repair(
    id="native_tests",
    summary="a test for native strings takes bytes as well",
    failure=Failure("TypeError", "sequence item 0: expected a bytes-like object, int found", line=4),
    before="def f(body):\n    if isinstance(body, str):\n        body = [body]\n    return b''.join(body)\n",
    after="def f(body):\n    if isinstance(body, (str, bytes)):\n        body = [body]\n    return b''.join(body)\n",
    caveats="What is done with the text behind such a test has to be right for bytes, too.",
    pattern=re.compile(
        r"expected a bytes-like object, int found|return a bytes\b|<class 'bytes'>|(?:not|type) '?bytes\b"
        r"|AssertionError: .*\bb['\"]|'bytes' object has no attribute",
        re.DOTALL,
    ),
    offer=offer,
    order=90,
)
