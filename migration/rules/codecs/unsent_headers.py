"""class H(BaseHTTPRequestHandler) with a path that never ends its headers → what is kept back is sent at the end, or
before something is written by hand.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from environment.traces import Exactness
from migration.analysis.classes import methods
from migration.analysis.names import is_of_self, stdlib_name
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module

_HANDLERS = frozenset(
    f"{old}.{name}"
    for name, module in (
        ("BaseHTTPRequestHandler", "BaseHTTPServer"),
        ("SimpleHTTPRequestHandler", "SimpleHTTPServer"),
        ("CGIHTTPRequestHandler", "CGIHTTPServer"),
    )
    for old in (module, "http.server")
)
#: What writes the first lines of an answer, which Python 3 keeps back.
_BEGINNING = {"send_response", "send_header"}
_FINISH = """
{indent}def finish(self):
{indent}    # Headers that no end_headers() followed are kept back.
{indent}    self.flush_headers()
{indent}    super().finish()
"""


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Python 2 wrote each line at once; a response without end_headers() is not sent at all now."""
    own = methods(node)
    if not any(stdlib_name(base, module) in _HANDLERS for base in node.bases):
        return
    functions = [f for f in own.values() if isinstance(f, ast.FunctionDef)]
    ending = {f.name for f in functions if any(_calls(n, {"end_headers"}) for n in ast.walk(f))}
    for function in functions:
        for statement in _written_by_hand(function.body, ending | {"end_headers", "flush_headers", "finish"}):
            start, first = module.line_span(statement).start, module.start(statement)
            if not module.text[start:first].strip():
                yield module.edit(
                    Part(Span(first, first), (f"self.flush_headers()\n{module.text[start:first]}",))
                )
    if "finish" in own or all(_ends(f.body, ending | {"end_headers"}) for f in functions):
        return
    end, text = module.line_span(node.body[-1]).end, _FINISH.format(indent=module.indentation(node.body[0]))
    yield module.edit(Part(Span(end, end), (text if module.text[end - 1] == "\n" else f"\n{text}",)))


def _ends(block: Sequence[ast.stmt], ending: set[str]) -> bool:
    """Whether the headers of each response that a block begins are ended behind it, in the same block or around it."""
    for position, statement in enumerate(block):
        behind = any(_certainly(later, ending) for later in block[position + 1 :])
        if isinstance(statement, ast.Expr) and _calls(statement.value, {"send_response"}):
            if not behind:
                return False
            continue
        inner = [getattr(statement, field, None) or [] for field in ("body", "orelse", "finalbody")]
        inner += [h.body for h in getattr(statement, "handlers", [])]
        if not behind and not all(_ends(one, ending) for one in inner if isinstance(one, list)):
            return False
    return True


def _written_by_hand(block: Sequence[ast.stmt], ending: set[str], begun: bool = False) -> Iterator[ast.stmt]:
    """The first statements that use the file of an answer while its first lines are kept back: no headers are added,
    sent or ended there, nor between. `begun`: an answer is begun before the block.
    """
    for statement in block:
        calls = {n.func.attr for n in ast.walk(statement) if _calls(n, ending | _BEGINNING)}  # type: ignore[attr-defined]
        inside = begun and bool(calls)
        if calls:
            begun = (
                isinstance(statement, ast.Expr)
                and calls <= _BEGINNING
                and (begun or "send_response" in calls)
            )
        elif begun and any(_is_file(n) for n in ast.walk(statement)):
            yield statement
            begun = False
        for field in ("body", "orelse", "finalbody"):
            inner = getattr(statement, field, None) or []
            yield from _written_by_hand(inner, ending, inside and field != "finalbody")
        for handler in getattr(statement, "handlers", []):
            yield from _written_by_hand(handler.body, ending)


def _is_file(node: ast.AST) -> bool:
    """Whether `node` is the file that an answer is written to."""
    return is_of_self(node) and node.attr == "wfile"


def _certainly(statement: ast.stmt, ending: set[str]) -> bool:
    """Whether a statement ends the headers in any case."""
    if isinstance(statement, (ast.With, ast.Try)):
        return any(_certainly(s, ending) for s in statement.body)
    return isinstance(statement, (ast.Expr, ast.Return)) and _calls(statement.value, ending)


def _calls(node: ast.AST | None, names: set[str]) -> bool:
    """Whether `node` calls one of an object's own methods."""
    called = node.func if isinstance(node, ast.Call) else None
    return is_of_self(called) and called.attr in names


RULE = Rule(
    id="unsent_headers",
    family="P10",
    summary="HTTP headers that are never ended are sent all the same",
    before="from BaseHTTPServer import BaseHTTPRequestHandler\nclass H(BaseHTTPRequestHandler):\n"
    "    def do_GET(self):\n        self.send_response(304)\n",
    after="from http.server import BaseHTTPRequestHandler\nclass H(BaseHTTPRequestHandler):\n"
    "    def do_GET(self):\n        self.send_response(304)\n\n    def finish(self):\n"
    "        # Headers that no end_headers() followed are kept back.\n"
    "        self.flush_headers()\n        super().finish()\n",
    caveats="They are sent when the connection is done with, and not before.",
    triggers=("send_response",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
