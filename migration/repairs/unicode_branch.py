"""TypeError under if isinstance(body, str) → and not body.isascii(): native strings did not come here, unicode did."""

from __future__ import annotations

import ast
import re

from migration.analysis.builtins import type_asked
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Keep text that a native string could hold out of what is done to unicode, around the line that failed."""
    module = scene.module
    for line in scene.lines[:1]:
        for statement in scene.statements(line):
            if not isinstance(statement, ast.If) or line < statement.body[0].lineno:
                continue
            if line > (statement.body[-1].end_lineno or 0) or not isinstance(statement.test, ast.Call):
                continue
            found = type_asked(statement.test, module)
            if found is None or not module.is_builtin(found[1], "str"):
                continue
            value = found[0]
            if not isinstance(value, ast.Name | ast.Attribute):
                continue
            name = ast.unparse(value)
            asked = re.compile(rf"\bisinstance\(\s*{re.escape(name)}\s*,\s*unicode\s*\)")
            if scene.original == module.text or asked.search(scene.original):
                edit = module.wrap(statement.test, "", f" and not {name}.isascii()")
                yield Candidate((edit,), 65, name)


REPAIR = Repair(
    id="unicode_branch",
    summary="what was done to unicode alone is not done to text that may be a native string",
    failure=Failure("TypeError", "expected string or bytes-like object, got 'NoneType'", line=3),
    before="def sent(body, kind):\n    if isinstance(body, str):\n        check(kind)\n    return body\n",
    after=(
        "def sent(body, kind):\n    if isinstance(body, str) and not body.isascii():\n        check(kind)\n"
        "    return body\n"
    ),
    caveats="unicode that is ASCII is left as well.",
    pattern=re.compile(r"^(?:TypeError|AttributeError|ValueError|KeyError|Unicode\w+Error): "),
    offer=offer,
    order=80,
    doubt="done to unicode alone in Python 2: unicode that is ASCII is taken for a native string here",
)
