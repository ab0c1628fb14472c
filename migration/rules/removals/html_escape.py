"""cgi.escape → html.escape(…, quote=False)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.builtins import arguments
from migration.analysis.names import stdlib_name
from migration.rewriting.moves import Move, Moves
from migration.rule import Finding, Findings, Rule
from migration.view.module import Module

_ERROR = '''
class MalformedMarkup(Exception):
    """What the parser of Python 2 raised; Python 3's accepts any markup."""
'''
_ESCAPE = '''
def escape_html(text, quote=False):
    """`text` with &, < and > escaped, and double quotes if asked for."""
    text = html.escape(text, quote=False)
    return text.replace(\'"\', "&quot;") if quote else text
'''
#: What files are given that import the function from one that does not use it.
_HANDED_ON = (
    "lambda text, quote=False: html.escape(text, quote=False).replace('\"', \"&quot;\" if quote else '\"')"
)
_MISSING = Move(helper=("MalformedMarkup", _ERROR), exactness=Exactness.SEMANTIC, gone=(3, 5))
MOVES = Moves(
    {
        "HTMLParser.HTMLParseError": _MISSING,
        "html.parser.HTMLParseError": _MISSING,
        "cgi.escape": Move(gone=(3, 8), value=_HANDED_ON, imports=("import html",)),
    }
)
_FUNCTION = Move(helper=("escape_html", _ESCAPE), imports=("import html",), gone=(3, 8))


def visit(node: ast.AST, module: Module) -> Findings:
    """Escape as Python 2 did: double quotes only where asked for, single ones never."""
    if isinstance(node, (ast.Attribute, ast.Name)) and stdlib_name(node, module) == "cgi.escape":
        if module.target >= (3, 8) and isinstance(node.ctx, ast.Load):
            yield from _escape(node, module)
        return
    yield from MOVES.visit(node, module)


def _escape(node: ast.expr, module: Module) -> Iterator[Finding]:
    call = module.parent(node)
    called = isinstance(call, ast.Call) and call.func is node
    if called and isinstance(call, ast.Call) and arguments(call, 1, 1):
        function = module.use("html.escape", at=node)
        yield module.replace(call, function, "(", *module.sub(call.args[0]), ", quote=False)")
    else:
        yield module.replace(node, module.helper(*_FUNCTION.helper, imports=_FUNCTION.imports))  # type: ignore[misc]


RULE = Rule(
    id="html_escape",
    family="P19",
    summary="escaping lives in html",
    before="import cgi\na = cgi.escape(b)\n",
    after="import html\nimport cgi\na = html.escape(b, quote=False)\n",
    caveats="",
    triggers=("escape", "HTMLParseError"),
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=visit,
)
