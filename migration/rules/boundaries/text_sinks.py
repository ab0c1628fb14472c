"""json.dump(x, open(p, 'wb')) → open(p, 'w', newline=''): what writes text by itself needs a file of text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.made import OPENERS, mode_of
from migration.analysis.names import stdlib_name
from migration.analysis.strings.sinks import demands_text
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Open it as text, with line ends left as they are."""
    if stdlib_name(node.func, module) not in OPENERS or not demands_text(node, module):
        return
    given = node.args[1] if len(node.args) > 1 else next(k.value for k in node.keywords if k.arg == "mode")
    quote, end = module.source(module.span(given))[-1], module.span(node).end - 1
    yield module.edit(
        module.part(given, f"{quote}{(mode_of(node) or '').replace('b', '')}{quote}"),
        Part(Span(end, end), (f", newline={quote}{quote}",)),
    )


RULE = Rule(
    id="text_sinks",
    family="P9",
    summary="files that json, ConfigParser or print write to are text",
    before="import json\njson.dump(a, open(p, 'wb'))\n",
    after="import json\njson.dump(a, open(p, 'w', newline=''))\n",
    caveats="The text is encoded by the default encoding. Not where octets are written to the same file in sight.",
    triggers=("json", "simplejson", "ConfigParser", "print", "'wb'", '"wb"', "'ab'", '"ab"'),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    names=frozenset(["open", "file"]),
    # There files are opened as text of Latin-1, whatever is written to them.
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
