"""Regular expressions: flags inside the pattern stand first; unknown escapes are errors."""

from __future__ import annotations

import ast
import re
import warnings

from migration.analysis.made import kept_by
from migration.analysis.names import names_by_id, stdlib_name
from migration.analysis.values import assigned, constants_held, reads_alike
from migration.rule import Findings, Rule, last_names
from migration.source.edits import Span
from migration.source.tokens import OPENING
from migration.view.module import Module

_WITH_PATTERN = frozenset(
    f"re.{n}"
    for n in ("compile", "match", "search", "findall", "finditer", "split", "sub", "subn", "fullmatch")
)
_FLAGS = re.compile(r"\(\?[aiLmsux]+\)")
_UNKNOWN = re.compile(r"(?<!\\)((?:\\\\)*)\\(?=[A-Zc-dh-mo-qswyzeu])")
#: A backslash before a letter that is no escape in a pattern; the same where each backslash is spelled by two.
_MEANINGLESS = re.compile(r"(?<!\\)((?:\\\\)*)\\(?=[CE-RTVXYceg-mopqyz])")
_SPELLED_MEANINGLESS = re.compile(r"(?<!\\)((?:\\{4})*)\\\\(?=[CE-RTVXYceg-mopqyz])")


_SUBSTITUTING = frozenset(["re.sub", "re.subn"])
_COMPILED = frozenset(["re.compile"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Move the flags; a backslash that means nothing goes from a pattern, and is doubled in a template."""
    template = _template(node, module)
    if template is not None and module.target >= (3, 7):
        yield from _doubled(template, module)
    name = stdlib_name(node.func, module)
    if name not in _WITH_PATTERN or not node.args:
        return
    pattern = node.args[0]
    if isinstance(pattern, ast.BinOp) and isinstance(pattern.op, ast.Mod):
        pattern = pattern.left
    held = [pattern] if isinstance(pattern, ast.Constant) else _held_for_patterns(pattern, module)
    for constant in held:
        if isinstance(constant.value, str):
            if module.target >= (3, 11):
                yield from _flags_first(constant, module)
            yield from known_escapes(constant, module)


def _held_for_patterns(node: ast.expr, module: Module) -> list[ast.Constant]:
    """What a variable may hold that is read as a pattern and as nothing else; once, at the first place that does."""
    if not isinstance(node, ast.Name):
        return []
    reads = reads_alike(node, module)
    only = all(_is_pattern(n, module) for n in reads)
    return constants_held(node, module) if only and reads[0] is node else []


def _is_pattern(node: ast.expr, module: Module) -> bool:
    call = module.parent(node)
    return (
        isinstance(call, ast.Call)
        and call.args[:1] == [node]
        and stdlib_name(call.func, module) in _WITH_PATTERN
    )


def _template(node: ast.AST | None, module: Module) -> ast.expr | None:
    """What a call puts in the place of what is found, by a function or by a method of a pattern."""
    if not isinstance(node, ast.Call):
        return None
    if stdlib_name(node.func, module) in _SUBSTITUTING:
        return node.args[1] if len(node.args) > 1 else None
    function = node.func
    named = isinstance(function, ast.Attribute) and function.attr in ("sub", "subn") and node.args
    made = kept_by(function.value, module, _COMPILED) if named else None  # type: ignore[attr-defined]
    return node.args[0] if made is not None else None


def _doubled(template: ast.expr, module: Module) -> Findings:
    """Double what means nothing, in place or where the one name is given that is used for nothing else."""
    if isinstance(template, ast.Name):
        reads = [n for n in names_by_id(module)[template.id] if isinstance(n.ctx, ast.Load)]
        held = assigned(template, module)
        if held is None or any(_template(module.parent(n), module) is not n for n in reads):
            return
        template = held
    if isinstance(template, ast.Constant) and isinstance(template.value, str):
        fixed = _UNKNOWN.sub(lambda m: m.group(1) + "\\\\", template.value)
        if fixed != template.value:
            yield module.replace(template, repr(fixed))


def known_escapes(pattern: ast.Constant, module: Module) -> Findings:
    """Take the backslash from letters that stand for themselves behind one, as they did in Python 2."""
    if not _MEANINGLESS.search(str(pattern.value)):
        return
    parts = []
    for start, text in _literals(pattern, module):
        opening = OPENING.match(text)
        raw = opening is not None and "r" in opening["prefix"].lower()
        for found in (_MEANINGLESS if raw else _SPELLED_MEANINGLESS).finditer(text):
            parts.append(module.part(Span(start + found.end(1), start + found.end()), ""))
    if parts:
        yield module.edit(*parts)


def _flags_first(pattern: ast.Constant, module: Module) -> Findings:
    """Move the flags of a pattern, which may be written as several literals side by side, to its beginning."""
    value = str(pattern.value)
    if not _FLAGS.search(value, 1) or is_pattern(value):
        return  # there are none, or none that are flags: in a set of characters
    literals = [
        (start, text, opening)
        for start, text in _literals(pattern, module)
        if (opening := OPENING.match(text)) is not None
    ]
    found = [(start + f.start(), f[0]) for start, text, _ in literals for f in _FLAGS.finditer(text)]
    if len(found) > 1 and not is_pattern("".join(f for _, f in found) + _FLAGS.sub("", _known(value))):
        return
    first, _, opening = literals[0]
    beginning = first + opening.end()
    late = [(place, flags) for place, flags in found if place > beginning]
    if late and all(module.text[place - 1] != "\\" for place, _ in late):
        moved = module.part(Span(beginning, beginning), "".join(flags for _, flags in late))
        yield module.edit(moved, *(module.part(Span(p, p + len(flags)), "") for p, flags in late))


def _known(pattern: str) -> str:
    """A pattern without the backslashes that mean nothing."""
    return _MEANINGLESS.sub(r"\1", pattern)


def is_pattern(text: str) -> bool:
    """Whether a text is a regular expression of the Python that runs this, which wants flags first."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(text)
    except (re.error, OverflowError, RecursionError, ValueError):
        return False
    return True


def _literals(node: ast.expr, module: Module) -> list[tuple[int, str]]:
    """The literals that make up a text: where each starts, and its source."""
    tokens, span = module.tokens, module.span(node)
    return [
        (tokens.starts[i], tokens.texts[i])
        for i in tokens.strings
        if span.start <= tokens.starts[i] < span.end
    ]


RULE = Rule(
    id="regular_expressions",
    family="P19",
    summary="global flags stand first, patterns and templates hold known escapes",
    before="import re\na = re.compile('b(?i)')\n",
    after="import re\na = re.compile('(?i)b')\n",
    caveats="Only patterns and templates that are written in the call itself, or under a name of their own.",
    triggers=("re",),
    nodes=(ast.Call,),
    names=last_names(*_WITH_PATTERN),
    visit=visit,
)
