"""'{0:6}'.format(None) → '{0!s:6}'.format(None): objects without a format of their own took that of their text."""

from __future__ import annotations

import ast
import re

from migration.edits import Part, Span
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._builtins import spell_builtin
from migration.rules._classes import class_of, foreign_bases, local_bases, methods

#: Types that have no __format__ of their own: a width makes format() fail for them in Python 3.4 and later (bpo-7994).
_PLAIN = frozenset(["NoneType", "list", "tuple", "dict", "set", "frozenset"])
#: Doubled braces, or a field with a format and no conversion; its name is that of an argument itself, not of a part.
_FIELD = re.compile(r"\{\{|\}\}|\{(?P<name>\w*)(?P<rest>[^{}]*)\}")


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for the text aloud where an argument is certainly of such a type."""
    function = node.func
    if module.is_builtin(function, "format"):
        yield from _of_builtin(node, module)
        return
    if not (isinstance(function, ast.Attribute) and function.attr == "format"):
        return
    pattern = function.value
    if not (isinstance(pattern, ast.Constant) and isinstance(pattern.value, str)):
        return
    if any(isinstance(a, ast.Starred) for a in node.args):
        return
    span = module.span(pattern)
    parts: list[Part] = []
    count = 0
    for field in _FIELD.finditer(module.source(span)):
        name, rest = field["name"], field["rest"]
        if name is None:
            continue
        value = _argument(node, name or str(count))
        count += not name
        if value is not None and len(rest) > 1 and rest[0] == ":" and _is_plain(value, module):
            place = span.start + field.end("name")
            parts.append(module.part(Span(place, place), "!s"))
    if parts:
        yield module.edit(*parts)


def _of_builtin(node: ast.Call, module: Module) -> Findings:
    """format(value, spec), unless the specification is empty."""
    if len(node.args) != 2 or getattr(node.args[1], "value", None) == "":
        return
    value, spec = node.args
    if not isinstance(spec, ast.Starred) and _is_plain(value, module):
        yield module.replace(value, spell_builtin("str", value, module), "(", *module.sub(value), ")")


def _is_plain(node: ast.expr, module: Module) -> bool:
    """Whether `node` certainly has no __format__ of its own: a container, None, or an instance of a class here."""
    types = module.type_of(node)
    if types and types <= _PLAIN:
        return True
    owner = class_of(node, module)
    return (
        owner is not None
        and set(foreign_bases(owner, module)) <= {"builtins.object"}
        and not any({"__format__", "__getattr__"} & set(methods(c)) for c in local_bases(owner, module))
    )


def _argument(node: ast.Call, name: str) -> ast.expr | None:
    if name.isdigit():
        return node.args[int(name)] if int(name) < len(node.args) else None
    return next((k.value for k in node.keywords if k.arg == name), None)


RULE = Rule(
    id="format_spec",
    family="P15",
    summary="None and containers have no format of their own: their text has",
    before="a = '{0:6}'.format(None)\n",
    after="a = '{0!s:6}'.format(None)\n",
    caveats="Only arguments whose type is seen; the text of the pattern has to be a literal.",
    triggers=("format",),
    nodes=(ast.Call,),
    names=frozenset(["format"]),
    visit=visit,
)
