"""re.compile(r'\\w', re.LOCALE) → re.compile(r'\\w', re.ASCII): the flag is for bytes alone, and an error for text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule, last_names
from migration.rules.text.ascii_classes import FLAGS_AT, flags_of
from migration.source.edits import Edit, Span
from migration.view.module import Module

_HEAD = re.compile(r"\(\?[aimsux]*L[aimsux]*\)")
_LOCALE = ("re.L", "re.LOCALE")
_UNICODE = ("re.U", "re.UNICODE")


def visit(node: ast.Call, module: Module) -> Findings:
    """Name the classes that an ordinary string had in the locales "C" and UTF-8, unless another flag named others."""
    given = flags_of(node, module)
    named = [stdlib_name(f, module) for f in _joined(given)] if given is not None else []
    yield from _inline(node.args[0] if node.args else None, any(n in _UNICODE for n in named), module)
    if given is None or (isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, bytes)):
        return
    flags = list(_joined(given))
    unicode = any(stdlib_name(f, module) in _UNICODE for f in flags)
    for flag in flags:
        if stdlib_name(flag, module) in _LOCALE:
            yield _without(flag, module) if unicode else module.replace(flag, module.use("re.ASCII", at=node))


def _inline(pattern: ast.expr | None, unicode: bool, module: Module) -> Findings:
    """The flag at the head of a literal: `(?Li)` → `(?ai)`."""
    if not isinstance(pattern, ast.Constant) or not isinstance(pattern.value, str):
        return
    flags = _HEAD.match(pattern.value)
    start = module.start(pattern)
    opening = module.text.find("(?", start, module.span(pattern).end)
    if flags is not None and module.text.startswith(flags[0], opening):
        plain = flags[0].replace("L", "" if unicode or "u" in flags[0] else "a")
        yield module.replace_span(Span(opening, opening + len(flags[0])), plain if plain != "(?)" else "")


def _joined(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.Add)):
        yield from _joined(node.left)
        yield from _joined(node.right)
    else:
        yield node


def _without(flag: ast.expr, module: Module) -> Edit:
    """The union that `flag` is part of, without it."""
    union = module.parent(flag)
    assert isinstance(union, ast.BinOp)
    return module.replace(union, *module.sub(union.right if union.left is flag else union.left))


RULE = Rule(
    id="locale_flag",
    family="P19",
    summary="re.LOCALE is for bytes alone; text of ASCII matches as it did",
    before="import re\na = re.compile(r'\\w+', re.LOCALE)\nn = 1L\n",
    after="import re\na = re.compile(r'\\w+', re.ASCII)\nn = 1\n",
    caveats="Letters of a locale with one octet a letter are letters no longer.",
    triggers=("re",),
    needs_python2=True,
    nodes=(ast.Call,),
    names=last_names(*FLAGS_AT),
    visit=visit,
)
