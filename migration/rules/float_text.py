"""str(0.1 + 0.2) → format(0.1 + 0.2, ".12"): Python 2 spelled a float with twelve digits at most."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from itertools import chain

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._names import stdlib_name
from migration.rules._shown import put_into_text, spelled

_MATH = frozenset(
    f"math.{n}"
    for n in (
        "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cos", "cosh", "degrees", "exp", "expm1", "fabs",
        "fmod", "fsum", "hypot", "log", "log10", "log1p", "pow", "radians", "sin", "sinh", "sqrt", "tan", "tanh",
    )
)  # fmt: skip
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div)
_WHOLE = ("len", "int", "ord")
#: A conversion of %-formatting or a replacement field, or what stands for the sign itself.
_FIELD = re.compile(r"%%|\{\{|\}\}|%[^\w(]*(?:\(\w*\))?[^a-zA-Z]*[a-zA-Z]|\{[^}]*\}")
#: How far names are followed.
_DEPTH = 4


def visit(node: ast.BinOp | ast.Call, module: Module) -> Findings:
    """Spell as before what is certainly a float: all it is made of is seen."""
    shown = _plainly_put(node, module)
    if isinstance(node, ast.Call):
        shown = chain(shown, spelled(node, module))
    for value in shown:
        if _is_float(value, module) and not _is_short(value):
            whole = node if module.is_builtin(getattr(node, "func", node), "str") else value
            yield module.replace(whole, "format(", *module.sub(value), ', ".12")')


def _plainly_put(node: ast.BinOp | ast.Call, module: Module) -> Iterator[ast.expr]:
    """What goes into native text by `%s` or `{}` alone: other fields say themselves how to spell it."""
    values = list(put_into_text(node, module))
    template = node.left if isinstance(node, ast.BinOp) else getattr(node.func, "value", None)
    if not (values and isinstance(template, ast.Constant) and isinstance(template.value, str)):
        return
    sign, plain = ("%", "%s") if isinstance(node, ast.BinOp) else ("{", "{}")
    fields = [f for f in _FIELD.findall(template.value) if f[0] == sign and f not in ("%%", "{{")]
    in_order = not any("*" in f or "(" in f if sign == "%" else f[1] not in ":!}" for f in fields)
    if in_order and len(fields) == len(values):
        yield from (v for v, field in zip(values, fields, strict=True) if field == plain)


def _is_float(node: ast.expr, module: Module, depth: int = _DEPTH) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, (ast.USub, ast.UAdd)) and _is_float(node.operand, module, depth)
    if isinstance(node, ast.BinOp):
        if not isinstance(node.op, _OPERATORS):
            return False
        sides = (node.left, node.right)
        floats = [_is_float(s, module, depth) for s in sides]
        return any(floats) and all(
            f or _is_whole(s, module, depth) for f, s in zip(floats, sides, strict=True)
        )
    if isinstance(node, ast.Call):
        return module.is_builtin(node.func, "float") or stdlib_name(node.func, module) in _MATH
    if isinstance(node, ast.Attribute):
        return stdlib_name(node, module) in ("math.pi", "math.e")
    return isinstance(node, ast.Name) and _named(node, module, depth, _is_float)


def _is_whole(node: ast.expr, module: Module, depth: int) -> bool:
    if isinstance(node, ast.Constant):
        return type(node.value) is int
    if isinstance(node, ast.Call):
        return module.is_builtin(node.func, *_WHOLE)
    return isinstance(node, ast.Name) and _named(node, module, depth, _is_whole)


def _named(
    node: ast.Name, module: Module, depth: int, holds: Callable[[ast.expr, Module, int], bool]
) -> bool:
    """Whether all that a variable is given in this file is such a number."""
    bindings = module.bindings(node)
    return bool(depth and bindings) and all(
        b.kind == "assign" and b.value is not None and holds(b.value, module, depth - 1) for b in bindings
    )


def _is_short(node: ast.expr) -> bool:
    """Whether a constant expression needs no more than twelve digits: both spell it alike."""
    if not all(
        isinstance(n, (ast.BinOp, ast.UnaryOp, ast.Constant, ast.operator, ast.unaryop))
        for n in ast.walk(node)
    ):
        return False
    try:
        value = eval(compile(ast.Expression(node), "", "eval"), {"__builtins__": {}})
    except (ArithmeticError, ValueError):
        return True
    return format(value, ".12") == repr(value)


RULE = Rule(
    id="float_text",
    family="P7",
    summary="floats that are printed or given to str() keep their twelve digits",
    before="print 2 / 3.0\n",
    after='print(format(2 / 3.0, ".12"))\n',
    caveats="Only where the value is seen to be a float: floats in variables of other kinds, in lists and from calls "
    "are spelled with up to 17 digits.",
    triggers=("print", "str", "%s", "format"),
    needs_python2=True,
    alone=True,
    order=90,
    nodes=(ast.BinOp, ast.Call),
    names=frozenset(["format", "print", "str"]),
    visit=visit,
)
