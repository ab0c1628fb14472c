"""raise Illegal under if isinstance(key, str) → and not key.isascii(): native strings were let in, unicode was not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.analysis.builtins import type_asked
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.source.edits import Edit


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Refuse text that no native string of Python 2 was: there, and wherever else the file refuses it."""
    if not any(scene.line_text(line).startswith("raise") for line in scene.lines[:1]):
        return
    tests = list(_refusals(scene))
    here = [test for line, test in tests if line in scene.lines[:1]]
    if not here:
        return
    yield Candidate(tuple(_narrowed(scene, test) for _line, test in tests), 12, "file")
    if len(tests) > 1:
        yield Candidate(tuple(_narrowed(scene, test) for test in here), 30, "here")


def _refusals(scene: Scene) -> Iterator[tuple[int, ast.Call]]:
    """The tests for text after which nothing is done but to raise, where the original tests for unicode; the line that
    raises.
    """
    module = scene.module
    for node in module.nodes:
        if not (
            isinstance(node, ast.If)
            and isinstance(node.test, ast.Call)
            and isinstance(node.body[0], ast.Raise)
        ):
            continue
        test = node.test
        found = type_asked(test, module)
        if found is None:
            continue
        value, kind = found
        if not (isinstance(value, ast.Name) and module.is_builtin(kind, "str")):
            continue
        asked = re.compile(rf"\bisinstance\(\s*{value.id}\s*,\s*unicode\s*\)")
        if _raises(node.body[0], scene.failure.exception) and (
            scene.original == module.text or asked.search(scene.original)
        ):
            yield node.body[0].lineno, test


def _raises(statement: ast.Raise, name: str) -> bool:
    """Whether a statement raises the class of that name, or an instance made there."""
    raised = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
    return (raised.attr if isinstance(raised, ast.Attribute) else getattr(raised, "id", "")) == name


def _narrowed(scene: Scene, test: ast.Call) -> Edit:
    return scene.module.wrap(test, "", f" and not {ast.unparse(test.args[0])}.isascii()")


REPAIR = Repair(
    id="refused_native",
    summary="where unicode was refused, native strings are let in",
    failure=Failure("KeyError", "'a'", line=3),
    before="def get(key):\n    if isinstance(key, str):\n        raise KeyError(key)\n    return key\n",
    after=(
        "def get(key):\n    if isinstance(key, str) and not key.isascii():\n        raise KeyError(key)\n"
        "    return key\n"
    ),
    caveats="unicode that is ASCII is let in as well.",
    pattern=re.compile(r"^\w"),
    offer=offer,
    order=60,
)
