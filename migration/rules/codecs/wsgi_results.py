"""What a WSGI application answers with is bytes: return ['text'] → return [b'text']."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.arguments import argument
from migration.analysis.classes import class_of, defines, foreign_bases, methods
from migration.analysis.made import made_by
from migration.analysis.names import is_local, last_name, memory, stdlib_name
from migration.analysis.strings.as_bytes import HELPER, bytes_parts
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.values import called_here, returns_of
from migration.rule import Findings, Rule
from migration.trees.bodies import own_nodes
from migration.view.module import Module

#: What an application is given, and what it may have been answered.
_ENVIRONMENTS = frozenset(["env", "environ", "environment"])
_OF_REQUESTS = _ENVIRONMENTS | {"app_iter", "start_response"}
#: What the library makes that asks an application.
_HANDLERS = frozenset(
    f"wsgiref.handlers.{name}" for name in ("SimpleHandler", "BaseCGIHandler", "CGIHandler", "IISCGIHandler")
)
_MADE_SERVERS = frozenset(["wsgiref.simple_server.make_server", "wsgiref.simple_server.WSGIServer"])
#: How handlers and servers are given the application.
_RUNNING = frozenset(["run", "set_app"])
_SERVERS = _RUNNING | {"make_server"}
#: What makes an answer of a file, or waits for its end.
_OF_FILES = frozenset(["FileIter", "FileWrapper", "_FileIter", "file_wrapper", "closing", "open"])


def visit(node: ast.FunctionDef, module: Module) -> Findings:
    """Make bytes of what the function yields, or of the items it returns, once it calls start_response."""
    starter = _starter(node, module)
    if not starter and node.name != "__iter__":
        return
    body = list(own_nodes(node.body))
    if not any(_starts(n, starter) for n in body):
        return
    for part in _answers(body):
        made = bytes_parts(part, module, guess=True)
        if made is not None:
            parts, exactness = made
            yield module.edit(*parts, exactness=exactness)
    for value in _made_elsewhere(body, module) if _is_application(node) else ():
        encoder, codec = module.helper("as_bytes", HELPER), ', "latin-1"' if module.facts.index.octets else ""
        begin, end = "[]" if _is_listed(value, body, module) else "()"
        pieces = (begin, encoder, f"(part{codec}) for part in ", *module.sub(value), end)
        yield module.replace(value, *pieces, needs_python2=True)


def _is_application(node: ast.FunctionDef) -> bool:
    """Whether a function is given the environment as well: what only starts a response gives something else."""
    names = [argument.arg for argument in node.args.args]
    return names[-1:] == ["start_response"] and not _ENVIRONMENTS.isdisjoint(names)


def _starter(node: ast.FunctionDef, module: Module) -> str:
    """The parameter by which a function starts the response, or "": by its name, or where a server of the library is
    handed the function.
    """
    names = [argument.arg for argument in node.args.args]
    if "start_response" in names:
        return "start_response"
    return names[1] if len(names) == 2 and node in _served(module) else ""


def _served(module: Module) -> set[ast.AST]:
    """The functions of the file that it hands to a server of the library, or to one of its handlers."""
    known = memory(module)
    if "served functions" not in known:
        found: set[ast.AST] = set()
        library = "wsgiref" in module.text and not is_local("wsgiref", module)
        for call in module.nodes_named(ast.Call, _SERVERS) if library else ():
            if isinstance(call, ast.Call) and isinstance(app := _application_of(call, module), ast.Name):
                bindings = module.bindings(app)
                found.update(b.node for b in bindings if len(bindings) == 1)
        known["served functions"] = found
    return known["served functions"]  # type: ignore[no-any-return]


def _application_of(call: ast.Call, module: Module) -> ast.expr | None:
    """What `call` serves requests with."""
    if stdlib_name(call.func, module) == "wsgiref.simple_server.make_server":
        return argument(call, 2, "app")
    method = call.func if isinstance(call.func, ast.Attribute) and len(call.args) == 1 else None
    if method is None or method.attr not in _RUNNING:
        return None
    makers = _HANDLERS if method.attr == "run" else _MADE_SERVERS
    own = class_of(method.value, module)
    if own is not None and not defines(own, method.attr, module):
        return None if makers.isdisjoint(foreign_bases(own, module)) else call.args[0]
    return call.args[0] if made_by(method.value, module, makers) is not None else None


def _starts(node: ast.AST, starter: str) -> bool:
    """Whether `node` calls what a function was given to start the response with, or what the object keeps for that."""
    if not isinstance(node, ast.Call):
        return False
    if starter:
        return isinstance(node.func, ast.Name) and node.func.id == starter
    return isinstance(node.func, ast.Attribute) and node.func.attr == "start_response"


def _answers(body: list[ast.AST]) -> Iterator[ast.expr]:
    for node in body:
        if isinstance(node, ast.Yield) and node.value is not None:
            yield node.value
        elif isinstance(node, ast.Return) and node.value is not None:
            yield from _items(node.value)
    returned = (n.value for n in body if isinstance(n, ast.Return))
    for name in dict.fromkeys(value.id for value in returned if isinstance(value, ast.Name)):
        yield from _collected(name, body)


def _made_elsewhere(body: list[ast.AST], module: Module) -> Iterator[ast.expr]:
    """What is returned of what a function gives that does not answer itself: `return rendered(page)`."""
    for node in body:
        value = node.value if isinstance(node, ast.Return) else None
        made = _calls_that_make(value, body)
        if made and not any(_hands_on(call, module) for call in made):
            yield value  # type: ignore[misc]


def _calls_that_make(value: ast.expr | None, body: list[ast.AST]) -> list[ast.Call]:
    """The calls that all give what is returned, there or under a name; [] where it may be made otherwise."""
    made: list[ast.expr | None] = [value]
    if isinstance(value, ast.Name):
        stored = [
            n for n in body if isinstance(n, ast.Name) and n.id == value.id and isinstance(n.ctx, ast.Store)
        ]
        made = [n.value for n in body if isinstance(n, ast.Assign) and n.targets[0] in stored]
        if len(made) != len(stored):
            return []
    calls = [m for m in made if isinstance(m, ast.Call)]
    return calls if len(calls) == len(made) else []


def _hands_on(call: ast.Call, module: Module) -> bool:
    """Whether another application is asked, by whatever it is given the environment with, or what sends a file is made:
    they give octets themselves, and may have to be closed. So may objects of classes that say so.
    """
    given = [*call.args, *(k.value for k in call.keywords)]
    if any(isinstance(g, ast.Name) and g.id in _OF_REQUESTS for g in given) or kind(call, module) == BYTES:
        return True
    function = call.func
    if not isinstance(function, (ast.Name, ast.Attribute)):
        return True
    bound = module.bindings(function) if isinstance(function, ast.Name) else []
    begun = any(isinstance(b.value, ast.Call) and last_name(b.value.func) == "start_response" for b in bound)
    closed = any(isinstance(b.node, ast.ClassDef) and "close" in methods(b.node) for b in bound)
    # What is encoded on its way already is made by the helper.
    return begun or closed or last_name(function) in _OF_FILES or last_name(function) == "as_bytes"


def _is_listed(value: ast.expr, body: list[ast.AST], module: Module) -> bool:
    """Whether functions of the file make what is returned, and give lists: who asks may count what is answered."""
    functions = [called_here(call, module) for call in _calls_that_make(value, body)]
    given = [r.value for f in functions if f is not None for r in returns_of(f)]
    return (
        None not in functions and bool(given) and all(isinstance(g, (ast.List, ast.ListComp)) for g in given)
    )


def _items(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.ListComp):
        return [node.elt]
    return node.elts if isinstance(node, (ast.List, ast.Tuple)) else []


def _collected(name: str, body: list[ast.AST]) -> Iterator[ast.expr]:
    """The items of what a variable is given, where those are lists written out, and of what is appended to it."""
    stored = sum(isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load) for n in body)
    given = [
        n.value
        for n in body
        if isinstance(n, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in n.targets)
    ]
    if len(given) != stored or not all(isinstance(v, (ast.List, ast.ListComp)) for v in given):
        return
    for value in given:
        yield from _items(value)
    for node in body:
        called = node.func if isinstance(node, ast.Call) and len(node.args) == 1 else None
        appends = isinstance(called, ast.Attribute) and called.attr == "append"
        if appends and getattr(called.value, "id", "") == name:  # type: ignore[union-attr]
            yield node.args[0]  # type: ignore[attr-defined]


RULE = Rule(
    id="wsgi_results",
    family="P10",
    summary="a WSGI application answers with bytes",
    before="def app(environ, start_response):\n    start_response('200 OK', [])\n    return [x, 1L]\n",
    after=(
        'def as_bytes(value, encoding="utf-8"):\n    """Bytes for text or bytes."""\n'
        "    return value.encode(encoding) if isinstance(value, str) else value\n\n\n"
        "def app(environ, start_response):\n    start_response('200 OK', [])\n    return [as_bytes(x), as_bytes(1)]\n"
    ),
    caveats="Text is encoded as UTF-8. An iterator that is made elsewhere is not followed.",
    triggers=("start_response", "wsgiref"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.FunctionDef,),
    visit=visit,
)
