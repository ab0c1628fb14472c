r"""re.error: bad escape \y at position 2 → a backslash before a letter that means nothing is left out, as it was."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import wrapped
from migration.rewriting.helpers import helper, inside_helper

HELPER = r'''
def known_escapes(pattern):
    """The pattern without the backslashes before letters for which re has no meaning, as Python 2 ignored them."""
    if not isinstance(pattern, (str, bytes)):
        return pattern
    text = pattern if isinstance(pattern, str) else pattern.decode("latin-1")
    text = re.sub(r"\\([^AbBdDsSwWZabfnrtvxuUN])", lambda m: m[1] if m[1].isalpha() and m[1].isascii() else m[0], text)
    return text if isinstance(pattern, str) else text.encode("latin-1")
'''
TEMPLATE = r'''
def known_template(template):
    """The template with its backslashes doubled before letters for which re.sub has no meaning: Python 2 kept them."""
    if not isinstance(template, str):
        return template
    return re.sub(r"\\([^abfgnrtv])", lambda m: "\\" * (m[1].isalpha() and m[1].isascii()) + m[0], template)
'''
_PATTERNS = frozenset(
    f"re.{n}" for n in ("compile", "match", "search", "fullmatch", "findall", "finditer", "split", "sub", "subn")
)  # fmt: skip
_SUBSTITUTES = frozenset(["sub", "subn", "expand"])


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Ask helpers for the pattern, or for the template of a substitution, where they are handed over."""
    module = scene.module
    # Of what patterns know, templates know less; a pattern that is spelled out is read again.
    in_template = match["letter"] in "AbBdDsSwWZNuUx"
    for call in scene.crashed(ast.Call):
        name = module.qualified_name(call.func) or ""
        if inside_helper(call, HELPER, module) or inside_helper(call, TEMPLATE, module) or not call.args:
            continue
        substitutes = isinstance(call.func, ast.Attribute) and call.func.attr in _SUBSTITUTES
        if substitutes:
            place = 1 if name in _PATTERNS else 0
            if place < len(call.args) and not isinstance(call.args[place], ast.Starred | ast.Lambda):
                called = helper("known_template", TEMPLATE, module, ("import re",))
                literal = isinstance(call.args[0], ast.Constant) and f"\\{match['letter']}" not in str(
                    call.args[0].value
                )
                rank = 10 if name not in _PATTERNS or literal else 14
                yield Candidate((wrapped(scene, call.args[place], called),), rank, "template")
        if name in _PATTERNS and not in_template and not isinstance(call.args[0], ast.Starred):
            called = helper("known_escapes", HELPER, module, ("import re",))
            yield Candidate((wrapped(scene, call.args[0], called),), 12, "pattern")


REPAIR = Repair(
    id="bad_escape",
    summary="a backslash before a letter that means nothing to re is as it was in Python 2",
    failure=Failure("error", r"bad escape \y at position 2", line=3),
    before="import re\ndef found(text, pattern):\n    return re.match(pattern, text)\n",
    after="import re\n\n\n"
    + HELPER.strip("\n")
    + "\n\n\ndef found(text, pattern):\n    return re.match(known_escapes(pattern), text)\n",
    caveats="Other meanings that such letters may get are not known to the helpers.",
    pattern=re.compile(r"^(?:PatternError|error|re\.error): bad escape \\(?P<letter>.)"),
    offer=offer,
)
