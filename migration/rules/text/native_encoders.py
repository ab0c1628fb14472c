"""def utf8(s): return s.encode('utf-8') → the same with .decode('utf-8'), where native text is made of the result."""

from __future__ import annotations

import ast

from migration.analysis.builtins import type_asked, typed
from migration.analysis.names import stdlib_name
from migration.analysis.values import as_read
from migration.rewriting.as_text import decoding
from migration.rule import Exactness, Findings, Rule
from migration.rules.text import native_text
from migration.rules.text._encoders import encodes_text, encodings
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Decode again what a function encodes only to give back a native string."""
    if not encodes_text(node, module):
        return
    function = module.function(node)
    if not isinstance(function, ast.FunctionDef) or node not in encodings(function, module):
        return
    value = node.func.value  # type: ignore[attr-defined]
    if len(node.args) == 1 and _is_no_native(value, node, module):
        yield module.replace(node, decoding(module), "(", value, ", ", node.args[0], ")")
    elif not any(native_text.visit(node, module)):
        yield module.wrap(node, "", f".decode({module.source(module.span(node.args[0]))})")


def _is_no_native(value: ast.expr, node: ast.Call, module: Module) -> bool:
    """Whether a test leads to a place only with what is no native string: octets come there now."""
    inner: ast.AST = node
    for outer in module.ancestors(node):
        if isinstance(outer, (ast.FunctionDef, ast.Lambda)):
            return False
        if isinstance(outer, ast.If) and inner in outer.body and _tells_others(outer.test, value, module):
            return True
        inner = outer
    return False


def _tells_others(test: ast.expr, value: ast.expr, module: Module) -> bool:
    """Whether a test is only true of what is no native string: `type(x) != str`, `not isinstance(x, str)`."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return any(_tells_others(one, value, module) for one in test.values)
    subject, kind = None, None
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        subject, kind = type_asked(test.operand, module) or (None, None)
    elif (
        isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.IsNot, ast.NotEq)) and not test.ops[1:]
    ):
        subject, kind = typed(test.left, module), test.comparators[0]
    if subject is None or kind is None or as_read(subject) != as_read(value):
        return False
    return module.is_builtin(kind, "str") or stdlib_name(kind, module) == "types.StringType"


RULE = Rule(
    id="native_encoders",
    family="P8",
    summary="what a function encodes to give back a native string leaves it as text",
    before="def f(s, codec='utf-8'):\n    return s.encode(codec)\nprint '<%s>' % f(u'x')\n",
    after="def f(s, codec='utf-8'):\n    return s.encode(codec).decode(codec)\nprint('<%s>' % f('x'))\n",
    caveats="Known by the calls of that name: some put it into native text, none gives it to what takes octets.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=39,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    visit=visit,
)
