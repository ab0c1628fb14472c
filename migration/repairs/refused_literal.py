"""AssertionError: ValidationError not raised by validate → the native string that had to be refused is bytes.

Where a program wants text, its tests hand it a native string to see that refused: text is what it became by migration.
"""

from __future__ import annotations

import ast
import re
from difflib import SequenceMatcher

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import encoded, method_of
from migration.trees.constants import is_text

_ASSERTIONS = re.compile(r"^(?:fail(?:Unless|If)|assert)_?[rR]aises(?:Regexp?)?$|^raises$")


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Bytes for the last literal that the assertion hands over; for one before it; for all."""
    module = scene.module
    handed: list[ast.expr] = []
    for call in scene.crashed(ast.Call):
        if _ASSERTIONS.search(method_of(call) or getattr(call.func, "id", "")) and len(call.args) > 1:
            given = [*call.args[1:], *(keyword.value for keyword in call.keywords)]
            handed += [node for value in given for node in _literals(value)]
    for statement in scene.statements(scene.lines[0])[:1] if scene.lines else ():
        if isinstance(statement, ast.With):
            handed += [node for inner in statement.body for node in _literals(inner)]
    native = [node for node in dict.fromkeys(handed) if _was_native(scene, node)]
    native.sort(key=module.start, reverse=True)
    for number, node in enumerate(native[:3]):
        edit = encoded(scene, node)
        yield Candidate((edit,) if edit else (), 50 + number, f"literal {number}")
    if len(native) > 1:
        edits = [encoded(scene, node) for node in native]
        yield Candidate(tuple(edit for edit in edits if edit), 55, "all literals")


def _literals(node: ast.AST) -> list[ast.expr]:
    return [one for one in ast.walk(node) if isinstance(one, ast.Constant) and is_text(one)]


def _was_native(scene: Scene, node: ast.expr) -> bool:
    """Whether the original spells the literal there, and not as unicode."""
    source = scene.module.source(scene.module.span(node))
    if source[:1] not in "'\"":
        return False
    before, now = scene.original.split("\n"), scene.module.text.split("\n")
    for _tag, i1, i2, j1, j2 in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if j1 < node.lineno <= j2:
            there = "\n".join(before[i1:i2])
            return source in there and not re.search(rf"(?<!\w)[uU]{re.escape(source)}", there)
    return False


REPAIR = Repair(
    id="refused_literal",
    summary="a native string that a test expects to be refused, where unicode was wanted, is bytes",
    failure=Failure("AssertionError", "ValidationError not raised by validate", line=2),
    before="def test(self, field):\n    self.assertRaises(ValidationError, field.validate, 'hello')\n",
    after="def test(self, field):\n    self.assertRaises(ValidationError, field.validate, b'hello')\n",
    caveats="A literal that is refused for another reason than its type passes as well, once it is bytes.",
    pattern=re.compile(r"^(?:AssertionError|Failed): (?:\w+ not raised\b|DID NOT RAISE)"),
    offer=offer,
    order=80,
)
