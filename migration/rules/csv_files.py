"""csv.reader(open(p, 'rb')) → csv.reader(open(p, newline=''))."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.edits import Part, Span
from migration.module import Module
from migration.rule import Findings, Rule, last_names
from migration.rules._made import OPENERS, made_by, mode_of
from migration.rules._names import stdlib_name

_CSV = frozenset(["csv.reader", "csv.writer", "csv.DictReader", "csv.DictWriter"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Open as text, with line ends left to the module."""
    if stdlib_name(node.func, module) not in _CSV or not node.args:
        return
    if module.facts.index.octets:
        return  # there all files are opened as text of Latin-1
    opened = [made_by(file, module, OPENERS) for file in _files(node.args[0], module)]
    for call in dict.fromkeys(opened) if None not in opened else ():
        yield from _as_text(call, module)  # type: ignore[arg-type]


def _files(node: ast.expr, module: Module) -> list[ast.expr]:
    """The file itself, or what all calls in sight give the parameter that it is."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if len(bindings) == 1 and isinstance(bindings[0].node, ast.arg):
        return module.arguments_for(bindings[0].node)
    return [node]


def _as_text(call: ast.Call, module: Module) -> Findings:
    mode = mode_of(call)
    if mode is None or "b" not in mode or any(k.arg == "newline" for k in call.keywords):
        return
    given = call.args[1] if len(call.args) > 1 else next(k.value for k in call.keywords if k.arg == "mode")
    quote = module.source(module.span(given))[-1]
    end = module.span(call).end - 1
    yield module.edit(
        module.part(given, f"{quote}{mode.replace('b', '')}{quote}"),
        Part(Span(end, end), (f", newline={quote}{quote}",)),
    )


RULE = Rule(
    id="csv_files",
    family="P9",
    summary="csv reads and writes text",
    before="import csv\na = csv.reader(open(p, 'rb'))\n",
    after="import csv\na = csv.reader(open(p, 'r', newline=''))\n",
    caveats="A file that a caller gives is seen in the same file alone. The text is decoded by the default encoding.",
    triggers=("csv",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    names=last_names(*_CSV),
    visit=visit,
)
