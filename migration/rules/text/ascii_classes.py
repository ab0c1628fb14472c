"""re.compile(r'\\w+') → re.compile(r'\\w+', re.ASCII): classes meant ASCII unless re.UNICODE was given."""

from __future__ import annotations

import ast
import re

from migration.analysis.names import stdlib_name
from migration.analysis.strings.structs import constant_text
from migration.rule import Findings, Rule, last_names
from migration.trees.precedence import Precedence
from migration.view.module import Module

#: Function → position of its flags.
FLAGS_AT = {
    "re.compile": 1,
    "re.match": 2,
    "re.search": 2,
    "re.findall": 2,
    "re.finditer": 2,
    "re.split": 3,
    "re.sub": 4,
    "re.subn": 4,
}
_CLASS = re.compile(r"(?<!\\)(?:\\\\)*\\[wWdDsSbB]")
_OWN_FLAGS = re.compile(r"\(\?[a-zA-Z]*[LuUa]")
_HARMLESS = frozenset(
    f"re.{n}" for n in ("I", "IGNORECASE", "M", "MULTILINE", "S", "DOTALL", "X", "VERBOSE", "DEBUG")
)


def visit(node: ast.Call, module: Module) -> Findings:
    """Add the flag to what is given, where all flags can be seen and none decides the question."""
    position = _place_of_flags(node, module)
    if position is None:
        return
    pattern = constant_text(node.args[0], module)
    if pattern is None or not _CLASS.search(pattern) or _OWN_FLAGS.search(pattern):
        return
    if any(k.arg is None for k in node.keywords):
        return
    given = flags_of(node, module)
    flag = module.use("re.ASCII", at=node)
    if given is None:
        last = max((module.outer_span(a).end for a in node.args), default=0)
        end = max([last, *(module.span(k).end for k in node.keywords)])
        label = ", " if position == 1 and not node.keywords else ", flags="
        yield module.insert(end, label, flag)
    elif _is_known(given, module):
        if isinstance(given, ast.Constant):
            yield module.replace(given, flag)
        else:
            pieces = module.sub(given, Precedence.BIT_OR)
            yield module.replace(given, *pieces, " | ", flag, precedence_of_new=Precedence.BIT_OR)


def _place_of_flags(node: ast.Call, module: Module) -> int | None:
    """At which position a function of `re` is given flags, if all of its arguments can be seen."""
    if not node.args or any(isinstance(a, ast.Starred) for a in node.args):
        return None
    return FLAGS_AT.get(stdlib_name(node.func, module) or "")


def flags_of(node: ast.Call, module: Module) -> ast.expr | None:
    """The flags that a call gives to a function of `re`, if any."""
    position = _place_of_flags(node, module)
    if position is None:
        return None
    named = next((k.value for k in node.keywords if k.arg == "flags"), None)
    return node.args[position] if len(node.args) > position else named


def _is_known(node: ast.expr, module: Module) -> bool:
    """Whether `node` is 0 or a union of flags that leave the classes alone."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.Add)):
        return _is_known(node.left, module) and _is_known(node.right, module)
    if isinstance(node, ast.Constant):
        return node.value == 0 and isinstance(node.value, int)
    return stdlib_name(node, module) in _HARMLESS


RULE = Rule(
    id="ascii_classes",
    family="P8",
    summary="\\w, \\d, \\s and \\b meant ASCII unless re.UNICODE was asked for",
    before="import re\na = re.compile(r'\\w+$')\nn = 1L\n",
    after="import re\na = re.compile(r'\\w+$', re.ASCII)\nn = 1\n",
    caveats="Only patterns and flags that can be seen in the file.",
    triggers=("re",),
    needs_python2=True,
    nodes=(ast.Call,),
    names=last_names(*FLAGS_AT),
    visit=visit,
)
