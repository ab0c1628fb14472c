"""TypeError between text and bytes → what was encoded only to be a native string, as libraries of Python 2 wanted it,
stays text.
"""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.source.edits import Edit

#: So many values on the line are followed.
_MOST = 6


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """For each value on the line that failed, leave out the encodings that it may have come by."""
    found: list[tuple[Edit, ...]] = []
    for node in scene.crashed(ast.Name, ast.Attribute, ast.Call):
        if isinstance(node, ast.Name | ast.Attribute) and not isinstance(node.ctx, ast.Load):
            continue
        edits = _bare(scene, node)
        if edits and edits not in found:
            found.append(edits)
        if len(found) == _MOST:
            break
    for position, edits in enumerate(found):
        yield Candidate(edits, 23 + position, f"value {position}")


def _bare(scene: Scene, node: ast.expr) -> tuple[Edit, ...]:
    """The edits that leave out `.encode(…)` wherever `node` may have been made by it."""
    edits = []
    for made in scene.producers(node, 2):
        if isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute) and made.func.attr == "encode":
            edits.append(_without(scene, made, made.func.value))
    return tuple(edits)


def _without(scene: Scene, made: ast.Call, text: ast.expr) -> Edit:
    """`text` in the place of its encoding; a statement that would do nothing any more goes."""
    statement = scene.module.parent(made)
    if isinstance(statement, ast.Assign) and [ast.unparse(t) for t in statement.targets] == [
        ast.unparse(text)
    ]:
        return scene.module.delete_statement(statement)
    return scene.module.replace(made, *scene.module.sub(text))


REPAIR = Repair(
    id="needless_encoding",
    summary="what was encoded to be a native string stays text",
    failure=Failure("TypeError", "a bytes-like object is required, not 'str'", line=3),
    before="def load(lib, name):\n    name = name.encode('ascii')\n    return lib.resource(name)\n",
    after="def load(lib, name):\n    return lib.resource(name)\n",
    caveats="Octets that are meant as such are tried as text, too: tests decide.",
    pattern=re.compile(
        r"bytes-like object is required, not '?str|can't concat str to bytes|not [\"']?bytes|must be str, not bytes"
        r"|string pattern on a bytes-like|str instance, bytes found|mix (?:strings and bytes|str and non-str)"
        r"|quote_from_bytes\(\) expected bytes|'bytes' object has no attribute '(?:encode|format)'"
    ),
    offer=offer,
    order=55,
)
