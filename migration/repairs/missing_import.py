"""ImportError: cannot import name 'x' from 'm'; No module named 'm' → the import is tried; without it the name is None.

One name that the library has no more keeps all that imports the file from being tested, also what never asks for it.
"""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.rules.removals.gone_names import MOVES
from migration.source.edits import Edit, Part
from migration.stdlib.names import REMOVED_MODULES


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Try the import that failed, where Python 2's library had it and nothing of the repository was to be imported."""
    missing = match["place"] or match["module"]
    index = scene.module.facts.index
    if match["name"]:
        known = f"{missing}.{match['name']}" in MOVES.table
    else:
        known = missing.split(".")[0] in REMOVED_MODULES
    if not known:
        return  # something to be installed, or a mistake
    if index.absolute(missing.split(".")[0]) or index.implicit_relative(scene.module.facts.key, missing):
        return
    for line in scene.lines[:1]:
        for statement in scene.statements(line):
            edit = _tried(scene, statement, missing, match["name"])
            if edit is not None:
                yield Candidate((edit,), 60, "tried")


def _tried(scene: Scene, statement: ast.stmt, missing: str, name: str | None) -> Edit | None:
    module = scene.module
    before = module.text[module.line_span(statement).start : module.start(statement)]
    if before.strip() or isinstance(module.parent(statement), ast.Try):
        return None
    if isinstance(statement, ast.ImportFrom):
        if statement.level or not f"{statement.module}.".startswith(f"{missing}."):
            return None
        head, wanted = (
            f"from {statement.module} import ",
            [a for a in statement.names if name in (None, a.name)],
        )
    elif isinstance(statement, ast.Import) and name is None:
        head, wanted = "import ", [a for a in statement.names if f"{a.name}.".startswith(f"{missing}.")]
    else:
        return None
    if not wanted or any(a.name == "*" for a in wanted):
        return None
    others = [ast.unparse(a) for a in statement.names if a not in wanted]
    rows = [f"{head}{', '.join(others)}"] if others else []
    bound = [
        a.asname or (a.name if isinstance(statement, ast.ImportFrom) else a.name.split(".")[0])
        for a in wanted
    ]
    rows += ["try:", f"    {head}{', '.join(ast.unparse(a) for a in wanted)}", "except ImportError:"]
    rows.append(f"    {' = '.join(bound)} = None")
    return module.edit(Part(module.span(statement), (f"\n{before}".join(rows),)))


REPAIR = Repair(
    id="missing_import",
    summary="an import of what the library has no more is tried; the name is None without it",
    failure=Failure("ImportError", "cannot import name 'subversion' from 'sys' (unknown location)", line=1),
    before="from sys import argv, subversion\n\n\ndef run():\n    return argv or subversion\n",
    after=(
        "from sys import argv\ntry:\n    from sys import subversion\nexcept ImportError:\n    subversion = None\n\n\n"
        "def run():\n    return argv or subversion\n"
    ),
    caveats="What asks for the name fails where it does, instead of where the file is imported.",
    pattern=re.compile(
        r"cannot import name '(?P<name>\w+)' from '(?P<place>[\w.]+)'|No module named '?(?P<module>[\w.]+)"
    ),
    offer=offer,
    order=90,
    doubt="what was to be imported does not exist there in Python 3: whatever asks for it will fail",
)
