"""u'é'.encode('utf-8') == str(x) → 'é' == str(x): what `__str__` encoded is text now."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._names import last_name, memory
from migration.rules._seen import UNIVERSAL, codec_of
from migration.rules._use import COMPARING

_CODECS = UNIVERSAL | {"ascii"}


def visit(node: ast.Compare | ast.Call, module: Module) -> Findings:
    """Leave the text that is compared with str(…) as it is."""
    for one, other in _pairs(node):
        if not (
            isinstance(other, ast.Call) and module.is_builtin(other.func, "str") and len(other.args) == 1
        ):
            continue
        if (
            not isinstance(one, ast.Call)
            or not isinstance(one.func, ast.Attribute)
            or one.func.attr != "encode"
        ):
            continue
        if len(one.args) <= 1 and not one.keywords and codec_of(one) in _CODECS:
            memory(module).setdefault("unencoded", set()).add(one)
            yield module.replace(one, *module.atom(one.func.value), needs_python2=True)


def _pairs(node: ast.Compare | ast.Call) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        sides = sides if len(sides) == 2 and isinstance(node.ops[0], ast.Eq | ast.NotEq) else []
    else:
        named = last_name(node.func)
        sides = node.args[:2] if named in COMPARING else []
    if len(sides) == 2:
        yield sides[0], sides[1]
        yield sides[1], sides[0]


RULE = Rule(
    id="encoded_beside_str",
    family="P8",
    summary="what is compared with str() is text and is not encoded",
    before="a = u'x'.encode('utf-8') == str(b)\nn = 1L\n",
    after="a = 'x' == str(b)\nn = 1\n",
    caveats="By UTF-8 or ASCII alone.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=5,
    nodes=(ast.Compare, ast.Call),
    names=COMPARING,
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
