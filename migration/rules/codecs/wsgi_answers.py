"""app(environ, start_response)[0] == 'a' → == b'a': who asks an application gets octets."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.classes import methods
from migration.analysis.literals import literal
from migration.analysis.names import is_of_self, last_name, names_by_id
from migration.analysis.strings.as_bytes import HELPER as ENCODING
from migration.analysis.strings.as_bytes import bytes_parts, literal_parts
from migration.analysis.strings.kinds import TEXT, kind
from migration.analysis.values import assigned, called_here, value_there
from migration.rewriting.as_text import HELPER
from migration.rule import Findings, Rule
from migration.rules.codecs.wsgi_iterables import NAME, is_of_wsgi
from migration.source.edits import Part, Span
from migration.view.module import Module

_EQUAL = frozenset(["assertEqual", "assertEquals", "assertNotEqual", "failUnlessEqual", "eq_"])
_STARTER = "start_response"


def visit(node: ast.Compare | ast.Call, module: Module) -> Findings:
    """Compare what an application answered with literals of bytes."""
    if isinstance(node, ast.Call):
        yield from _joined(node, module)
        sides = node.args[:2] if _named(node) in _EQUAL else []
    else:
        sides = [node.left, *node.comparators]
    if len(sides) != 2:
        return
    for answer, expected in (sides, sides[::-1]):
        joint = _joint(answer, module)
        whole = joint is not None or _is_part(answer, module)
        found = list(_literals(expected, module, listed=not whole))
        if found and (whole or _is_answer(answer, module)):
            for one in [*found, *([joint] if joint is not None else [])]:
                made = bytes_parts(one, module, guess=False)
                if made is not None:
                    yield module.edit(*made[0])


def _joined(node: ast.Call, module: Module) -> Findings:
    """What joins an answer to go on as text: the answer of a function of the file, or one that is seen."""
    called = node.func if len(node.args) == 1 else None
    if not (isinstance(called, ast.Attribute) and called.attr == "join" and _is_text(called.value, module)):
        return
    if not (_is_answer(node.args[0], module) or _answers_here(node.args[0], module)):
        return
    parent = module.parent(node)
    compared = isinstance(parent, ast.Compare) and not _answers_here(node.args[0], module)
    if compared or (isinstance(parent, ast.Call) and _named(parent) in _EQUAL):
        return
    octets = [*_octets(called.value, module), *_each_octets(node.args[0], module)]
    if isinstance(parent, ast.Attribute) and parent.attr == "decode":
        yield module.edit(*octets)
        return
    end = module.span(node).end
    start = module.start(node)
    if module.facts.index.octets:
        yield module.edit(*octets, module.part(Span(end, end), '.decode("latin-1")'))
        return
    yield module.edit(
        module.part(Span(start, start), module.helper("as_text", HELPER), "("),
        *octets,
        module.part(Span(end, end), ")"),
    )


def _each_octets(node: ast.expr, module: Module) -> list[Part]:
    """The parts that make octets of each piece of an answer, where no function of the file gives it that others see to:
    an application may go on with text.
    """
    if _answers_here(node, module) or isinstance(node, (ast.GeneratorExp, ast.ListComp)):
        return []
    codec = ', "latin-1") for part in ' if module.facts.index.octets else ""
    encoder = module.helper("as_bytes", ENCODING)
    if codec:
        return [module.part(node, encoder, "(part", codec, *module.sub(node))]
    return [module.part(node, "map(", encoder, ", ", *module.sub(node), ")")]


def _is_text(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a literal of text of either kind."""
    return literal(node, module) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _octets(node: ast.expr, module: Module) -> list[Part]:
    """The parts that make a literal one of octets."""
    if literal(node, module):
        return literal_parts(node, module)
    start = module.start(node)
    return [module.part(Span(start, start + 1), "b")]


def _answers_here(node: ast.expr, module: Module) -> bool:
    """Whether an application of the file is asked, directly or for the only value of a name."""
    if isinstance(node, ast.Name):
        given = assigned(node, module)
        return isinstance(given, ast.Call) and _answers_here(given, module)
    function = called_here(node, module)
    parameters = [a.arg for a in function.args.args] if function is not None else []
    return len(parameters) == 2 and parameters[1] == _STARTER and len(node.args) == 2  # type: ignore[attr-defined]


def _named(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _literals(node: ast.expr, module: Module, listed: bool) -> Iterator[ast.expr]:
    """A native literal, or with `listed` those of a list of nothing else, or of names that such have."""
    several = node.elts if listed and isinstance(node, (ast.List, ast.Tuple)) else [] if listed else [node]
    if all(literal(one, module) or (listed and _is_constant(one, module)) for one in several):
        yield from several


def _is_constant(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the name of a native literal, and text as such."""
    value = assigned(node, module) if isinstance(node, ast.Name) else None
    return value is not None and literal(value, module) and kind(node, module) == TEXT


def _joint(node: ast.expr, module: Module) -> ast.expr | None:
    """The native literal by which an answer is joined."""
    called = node.func if isinstance(node, ast.Call) and len(node.args) == 1 else None
    if not (isinstance(called, ast.Attribute) and called.attr == "join" and literal(called.value, module)):
        return None
    return called.value if _is_answer(node.args[0], module) else None  # type: ignore[attr-defined]


def _is_part(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an item of an answer, or the next of it, or the only thing that a name is given and one."""
    if isinstance(node, ast.Name):
        given = assigned(node, module)
        return given is not None and not isinstance(given, ast.Name) and _is_part(given, module)
    if isinstance(node, ast.Subscript):
        return not isinstance(node.slice, ast.Slice) and _is_answer(node.value, module)
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr == "next" and _is_answer(called.value, module)


def _is_answer(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what a call with an environment and a function that starts the response gave back, or what a
    response is made of.
    """
    if isinstance(node, ast.Name):
        given = assigned(node, module) or value_there(node, module)
        if isinstance(given, ast.List) and not given.elts:
            return _is_collected(node, module)
        return isinstance(given, ast.Call) and _is_answer(given, module)
    if isinstance(node, ast.Attribute):
        return node.attr == NAME and is_of_wsgi(module)
    if not isinstance(node, ast.Call):
        return False
    if module.is_builtin(node.func, "iter", "list") and len(node.args) == 1:
        return _is_answer(node.args[0], module)
    if len(node.args) != 2 or node.keywords or called_here(node, module) is not None:
        return False
    starter = node.args[1]
    if isinstance(starter, ast.Lambda):
        return len(starter.args.args) in (2, 3) and _is_environment(node.args[0])
    if isinstance(starter, ast.Attribute):
        return starter.attr == _STARTER or _is_starting_method(starter, module)
    return isinstance(starter, ast.Name) and (starter.id == _STARTER or _starts(starter, module))


def _is_collected(name: ast.Name, module: Module) -> bool:
    """Whether nothing but the parts of an answer is appended to a list: `for part in answer: parts.append(part)`."""
    bindings, added = module.bindings(name), list[ast.expr]()
    for read in names_by_id(module)[name.id]:
        method = module.parent(read)
        call = module.parent(method)
        if (
            isinstance(method, ast.Attribute)
            and method.attr == "append"
            and module.bindings(read) == bindings
        ):
            added += call.args if isinstance(call, ast.Call) else []
    loops = [module.parent(b.node) for a in added if isinstance(a, ast.Name) for b in module.bindings(a)]
    return len(loops) == len(added) > 0 and all(
        isinstance(loop, ast.For) and _is_answer(loop.iter, module) for loop in loops
    )


def _is_environment(node: ast.expr) -> bool:
    """Whether `node` is called what environments of requests are."""
    return last_name(node) in ("env", "environ")


def _is_starting_method(method: ast.Attribute, module: Module) -> bool:
    """Whether a method of the own object takes a status and headers."""
    owner = module.class_of(method)
    found = methods(owner).get(method.attr) if owner is not None and is_of_self(method) else None
    return isinstance(found, ast.FunctionDef) and _takes_status(found.args.args[1:])


def _starts(name: ast.Name, module: Module) -> bool:
    """Whether a function of the file takes a status and headers."""
    bindings = module.bindings(name)
    function = bindings[0].node if len(bindings) == 1 else None
    return isinstance(function, ast.FunctionDef) and _takes_status(function.args.args)


def _takes_status(parameters: list[ast.arg]) -> bool:
    names = [a.arg for a in parameters]
    return 2 <= len(names) <= 3 and "status" in names[0] and "headers" in names[1]


RULE = Rule(
    id="wsgi_answers",
    family="P10",
    summary="what a WSGI application answered is compared with bytes",
    before="def test(environ, start_response):\n    assert app(environ, start_response) == ['x']\n    print 1\n",
    after="def test(environ, start_response):\n    assert app(environ, start_response) == [b'x']\n    print(1)\n",
    caveats="Only where the function that starts the response is known by its name or its parameters.",
    triggers=("start_response", "status", NAME),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Compare, ast.Call),
    names=_EQUAL | {"join"},
    visit=visit,
)
