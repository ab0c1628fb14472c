"""json.dumps(x, encoding='utf-8') → json.dumps(x)."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.edits import Part, Span
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._names import stdlib_name

_FUNCTIONS = frozenset(
    ["json.dumps", "json.dump", "json.loads", "json.load", "json.JSONEncoder", "json.JSONDecoder"]
)


def visit(node: ast.Call, module: Module) -> Findings:
    """Drop the argument: text has no encoding."""
    if stdlib_name(node.func, module) not in _FUNCTIONS:
        return
    for keyword in node.keywords:
        if keyword.arg == "encoding":
            utf8 = isinstance(keyword.value, ast.Constant) and str(keyword.value.value).lower() in (
                "utf-8",
                "utf8",
            )
            exactness = Exactness.EXACT if utf8 else Exactness.SEMANTIC
            yield module.edit(removal(keyword, node, module), exactness=exactness)


def removal(keyword: ast.keyword, call: ast.Call, module: Module) -> Part:
    """A part that removes a keyword argument with its comma."""
    span = module.span(keyword)
    ends = [module.outer_span(a).end for a in call.args]
    ends += [module.span(k).end for k in call.keywords]
    before = [e for e in ends if e <= span.start]
    if before:
        return Part(Span(max(before), span.end), ())
    following = [module.span(k).start for k in call.keywords if module.span(k).start > span.start]
    return Part(Span(span.start, min(following) if following else span.end), ())


RULE = Rule(
    id="json_arguments",
    family="P10",
    summary="json takes no encoding",
    before="import json\na = json.dumps(b, indent=1, encoding='utf-8')\n",
    after="import json\na = json.dumps(b, indent=1)\n",
    caveats="Bytes inside the data are no longer decoded.",
    triggers=("json",),
    nodes=(ast.Call,),
    visit=visit,
)
