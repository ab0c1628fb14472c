"""re.error: global flags not at the start of the expression → the flags go to its start."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import wrapped
from migration.rewriting.helpers import helper, inside_helper
from migration.source.edits import Edit
from migration.trees.constants import is_text

HELPER = '''
def flags_first(pattern):
    """The pattern with its global flags, such as (?i), at its start: Python 2 took them anywhere."""
    found = re.findall(r"\\(\\?[aiLmsux]+\\)", pattern) if isinstance(pattern, str) else []
    for flags in found:
        pattern = pattern.replace(flags, "", 1)
    return "".join(found) + pattern
'''
_FLAGS = re.compile(r"\(\?[aiLmsux]+\)")
_TAKES_PATTERN = frozenset(
    f"re.{n}"
    for n in ("compile", "match", "search", "fullmatch", "findall", "finditer", "split", "sub", "subn")
)


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Move the flags of a literal; those of any other pattern when it is compiled."""
    module = scene.module
    for call in scene.along(ast.Call):
        if module.qualified_name(call.func) not in _TAKES_PATTERN or not call.args:
            continue
        if inside_helper(call, HELPER, module):
            continue
        pattern = call.args[0]
        if is_text(pattern):
            edit = _moved(scene, pattern)
            yield Candidate((edit,) if edit else (), 10, "literal")
        else:
            name = helper("flags_first", HELPER, module, ("import re",))
            yield Candidate((wrapped(scene, pattern, name),), 20, "compiled")


def _moved(scene: Scene, pattern: ast.expr) -> Edit | None:
    span = scene.module.span(pattern)
    source = scene.module.source(span)
    opened = re.match(r"[rR]?(\"\"\"|'''|\"|')", source)
    flags = _FLAGS.findall(source)
    if opened is None or not flags or "\n" in source:
        return None
    rest = _FLAGS.sub("", source[opened.end() :])
    return scene.module.replace_span(span, source[: opened.end()] + "".join(flags) + rest)


REPAIR = Repair(
    id="inline_flags",
    summary="global flags of a pattern stand at its start",
    failure=Failure("error", "global flags not at the start of the expression at position 1", line=2),
    before="import re\nWORD = re.compile('a(?i)b')\n",
    after="import re\nWORD = re.compile('(?i)ab')\n",
    caveats="An escaped parenthesis that looks like flags is taken for them.",
    pattern=re.compile(r"global flags not at the start of the expression"),
    offer=offer,
)
