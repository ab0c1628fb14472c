"""Regular expressions: flags inside the pattern stand first; unknown escapes in templates are errors."""

from __future__ import annotations

import ast
import re

from migration.module import Module
from migration.rule import Findings, Rule, last_names
from migration.rules._names import stdlib_name

_WITH_PATTERN = frozenset(
    f"re.{n}"
    for n in ("compile", "match", "search", "findall", "finditer", "split", "sub", "subn", "fullmatch")
)
_FLAGS = re.compile(r"\(\?[aiLmsux]+\)")
_UNKNOWN = re.compile(r"(?<!\\)((?:\\\\)*)\\(?=[A-Zc-dh-mo-qswyzeu])")


def visit(node: ast.Call, module: Module) -> Findings:
    """Move the flags; double the backslash of an escape that means nothing."""
    name = stdlib_name(node.func, module)
    if name not in _WITH_PATTERN or not node.args:
        return
    pattern = node.args[0]
    if isinstance(pattern, ast.Constant) and isinstance(pattern.value, str) and module.target >= (3, 11):
        source = module.source(module.span(pattern))
        found = _FLAGS.search(source)
        opening = re.match(r"[rRuU]*('{3}|\"{3}|'|\")", source)
        if found and opening and found.start() > opening.end() and _single(pattern, module):
            before, after = source[opening.end() : found.start()], source[found.end() :]
            if not before.endswith("\\") and not _FLAGS.search(after):
                yield module.replace(pattern, source[: opening.end()], found.group(), before, after)
    if name in ("re.sub", "re.subn") and len(node.args) > 1 and module.target >= (3, 7):
        template = node.args[1]
        if isinstance(template, ast.Constant) and isinstance(template.value, str):
            fixed = _UNKNOWN.sub(lambda m: m.group(1) + "\\\\", template.value)
            if fixed != template.value:
                yield module.replace(template, repr(fixed))


def _single(node: ast.expr, module: Module) -> bool:
    span = module.span(node)
    return sum(span.start <= s < span.end for s in module.tokens.starts) == 1


RULE = Rule(
    id="regular_expressions",
    family="P19",
    summary="global flags stand first, templates hold known escapes",
    before="import re\na = re.compile('b(?i)')\n",
    after="import re\na = re.compile('(?i)b')\n",
    caveats="Only patterns and templates written in the call itself.",
    triggers=("re",),
    nodes=(ast.Call,),
    names=last_names(*_WITH_PATTERN),
    visit=visit,
)
