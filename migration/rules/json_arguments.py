"""json.dumps(x, encoding='utf-8') → json.dumps(x); json.dumps(x, indent=1) prints trailing blanks as before."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.edits import Part, Span
from migration.module import Module
from migration.rule import Findings, Rule, last_names
from migration.rules._arguments import without
from migration.rules._builtins import is_none
from migration.rules._names import stdlib_name

_FUNCTIONS = frozenset(
    ["json.dumps", "json.dump", "json.loads", "json.load", "json.JSONEncoder", "json.JSONDecoder"]
)

#: Writer → position of its argument `indent`; `separators` comes next.
_INDENT_AT = {"json.dumps": 6, "json.dump": 7, "json.JSONEncoder": 6}


def visit(node: ast.Call, module: Module) -> Findings:
    """Drop the encoding: text has none. Spell out the separators of indented output."""
    name = stdlib_name(node.func, module)
    if name not in _FUNCTIONS:
        return
    if _indents(node, _INDENT_AT.get(name or "")):
        end = next(module.span(k).end for k in node.keywords if k.arg == "indent")
        added = Part(Span(end, end), (", separators=(', ', ': ')",))
        yield module.edit(added, exactness=Exactness.EXACT, needs_python2=True)
    for keyword in node.keywords:
        if keyword.arg == "encoding":
            utf8 = isinstance(keyword.value, ast.Constant) and str(keyword.value.value).lower() in (
                "utf-8",
                "utf8",
            )
            exactness = Exactness.EXACT if utf8 else Exactness.SEMANTIC
            yield module.edit(*without([keyword], node, module), exactness=exactness)


def _indents(node: ast.Call, position: int | None) -> bool:
    """Whether `node` asks for indented output by name and leaves the separators to the default."""
    if position is None or len(node.args) > position or any(isinstance(a, ast.Starred) for a in node.args):
        return False
    given = {k.arg: k.value for k in node.keywords}
    indent = given.get("indent")
    return not (indent is None or None in given or "separators" in given or is_none(indent))


RULE = Rule(
    id="json_arguments",
    family="P10",
    summary="json takes no encoding; indented output keeps its trailing blanks",
    before="import json\na = json.dumps(b, indent=1, encoding='utf-8')\n",
    after="import json\na = json.dumps(b, indent=1)\n",
    caveats="Bytes inside the data are no longer decoded.",
    triggers=("json",),
    nodes=(ast.Call,),
    names=last_names(*_FUNCTIONS),
    visit=visit,
)
