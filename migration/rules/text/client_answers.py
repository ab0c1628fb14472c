"""parts, status, headers = client.get('/') → parts are text: those of werkzeug's test client are octets."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.values import assigned, attributes_given, reads_alike
from migration.rewriting.as_text import HELPER
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

_CLIENTS = frozenset(["werkzeug.Client", "werkzeug.test.Client"])
_RUNNERS = frozenset(["werkzeug.run_wsgi_app", "werkzeug.test.run_wsgi_app"])
_ASKING = frozenset(["open", "get", "post", "put", "delete", "head", "patch"])


def visit(node: ast.Assign, module: Module) -> Findings:
    """Decode the parts where an answer is taken apart, before anything is asked of them."""
    target = node.targets[0] if len(node.targets) == 1 else None
    if not isinstance(target, ast.Tuple) or len(target.elts) != 3 or not isinstance(node.value, ast.Call):
        return
    parts = target.elts[0]
    if not isinstance(parts, ast.Name) or module.facts.index.octets or not _asks(node.value, module):
        return
    line = module.source(module.line_span(node)).strip()
    if line != module.source(module.span(node)).strip() or not reads_alike(parts, module):
        return
    end = module.span(node).end
    text = module.helper("as_text", HELPER)
    given = f"\n{module.indentation(node)}{parts.id} = map("
    yield module.edit(module.part(Span(end, end), given, text, f", {parts.id})"))


def _asks(call: ast.Call, module: Module) -> bool:
    """Whether a call gives an answer as its parts, its status and its headers."""
    if module.qualified_name(call.func) in _RUNNERS:
        return True
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in _ASKING:
        return False
    asked = call.func.value
    if isinstance(asked, ast.Name):
        made: list[ast.expr | None] = [assigned(asked, module)]
    elif isinstance(asked, ast.Attribute):
        made = [value for _, value in attributes_given(module).get(asked.attr, [])]
    else:
        made = [asked]
    return bool(made) and all(
        isinstance(m, ast.Call) and module.qualified_name(m.func) in _CLIENTS for m in made
    )


RULE = Rule(
    id="client_answers",
    family="P8",
    summary="what a test client of werkzeug is answered with is octets, and compared as text",
    before="from werkzeug.test import Client\nparts, status, headers = Client(app).get('/')\nprint list(parts)\n",
    after="from werkzeug.test import Client\n\n"
    f"{HELPER}\n\nparts, status, headers = Client(app).get('/')\nparts = map(as_text, parts)\nprint(list(parts))\n",
    caveats="Where the answer is taken apart on a line of its own. What is no UTF-8 is taken for Latin-1.",
    triggers=("werkzeug",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Assign,),
    visit=visit,
)
