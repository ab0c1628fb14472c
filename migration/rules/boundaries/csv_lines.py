"""csv.reader(line.encode('utf-8') for line in f) → csv.reader(line for line in f): csv reads lines of text."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.called import function_called
from migration.analysis.classes import class_of, methods
from migration.analysis.names import memory, names_by_id, stdlib_name
from migration.analysis.strings.seen import UNIVERSAL, codec_of
from migration.analysis.values import given_last, written_out
from migration.rule import Findings, Rule, last_names
from migration.trees.bodies import own_nodes
from migration.view.module import Module

_READERS = frozenset(["csv.reader", "csv.DictReader"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Don't encode lines that are made where they are read; decode those that a generator or an iterator encodes."""
    if stdlib_name(node.func, module) not in _READERS or not node.args:
        return
    lines = node.args[0]
    made, shared = lines, False
    if isinstance(lines, ast.Name):
        given = given_last(lines, module)
        made = given.value if isinstance(given, ast.Assign) else lines
        shared = sum(isinstance(n.ctx, ast.Load) for n in names_by_id(module)[lines.id]) > 1
    if isinstance(made, (ast.ListComp, ast.GeneratorExp, ast.List, ast.Tuple)) and not shared:
        items = made.elts if isinstance(made, (ast.List, ast.Tuple)) else [made.elt]
        for call in (c for item in items for c in _encoded_parts(item)):
            memory(module).setdefault("unencoded", set()).add(call)
            yield module.replace(call, *module.atom(call.func.value))  # type: ignore[attr-defined]
    elif (codec := _codec_of_lines(made, module)) is not None:
        yield module.replace(lines, f"(line.decode({codec}) for line in ", *module.sub(lines), ")")


def _encoded_parts(node: ast.expr) -> Iterator[ast.Call]:
    """The calls of encode() that a line is, or is a sum of."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from _encoded_parts(node.left)
        yield from _encoded_parts(node.right)
    elif _is_encoded(node):
        yield node  # type: ignore[misc]


def _is_encoded(node: ast.expr | None) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "encode"
        and codec_of(node) in UNIVERSAL
    )


def _codec_of_lines(node: ast.expr, module: Module) -> str | None:
    """The codec by which all lines are encoded that a generator of the file yields, or an iterator of its own gives."""
    if not isinstance(node, ast.Call):
        return None
    function = function_called(node, module)
    if function is not None:
        values = [n.value for n in own_nodes(function.body) if isinstance(n, ast.Yield)]
    else:
        owner = class_of(node, module)
        own = methods(owner) if owner is not None else {}
        step = own.get("next") or own.get("__next__")
        if not isinstance(step, ast.FunctionDef):
            return None
        values = [n.value for n in own_nodes(step.body) if isinstance(n, ast.Return)]
    values = [written_out(v, module) for v in values]
    if not values or not all(map(_is_encoded, values)):
        return None
    codec = values[0].args[0] if values[0].args else None  # type: ignore[union-attr]
    return repr(codec.value) if isinstance(codec, ast.Constant) else None


RULE = Rule(
    id="csv_lines",
    family="P9",
    summary="csv reads lines of text, which are not encoded for it",
    before=(
        "import csv\ndef lines(f):\n    for line in f:\n        yield line.encode('utf-8')\n"
        "a = csv.reader(lines(f))\nprint a\n"
    ),
    after=(
        "import csv\ndef lines(f):\n    for line in f:\n        yield line.encode('utf-8')\n"
        "a = csv.reader((line.decode('utf-8') for line in lines(f)))\nprint(a)\n"
    ),
    caveats="Where the lines come from is seen in the same file alone.",
    triggers=("csv",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=45,
    nodes=(ast.Call,),
    names=last_names(*_READERS),
    # Octets that stay text are what csv gives as well, to be decoded.
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
