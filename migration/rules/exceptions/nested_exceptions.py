"""E = (A, (B, C)), caught by `except E` → E = (A, *(B, C)): Python 3 takes no tuples inside of tuples there."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.names import imported_elsewhere, is_of_self, last_name, memory, names_by_id
from migration.analysis.values import given_to_attributes
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.rules.exceptions._caught import holds_tuples, tuple_named
from migration.source.edits import Part, Span
from migration.view.module import Module

HELPER = '''
def exceptions_in(kinds):
    """The classes of exceptions in a tuple that may hold tuples, as Python 2 took them."""
    if not isinstance(kinds, tuple):
        return (kinds,)
    return tuple(one for kind in kinds for one in exceptions_in(kind))
'''


def visit(node: ast.ExceptHandler | ast.Assign, module: Module) -> Findings:
    """Unpack them where the tuple is written, if it is for handlers alone; else where it is caught."""
    if isinstance(node, ast.Assign):
        if (
            isinstance(node.value, ast.Tuple)
            and _is_unpacked(node.value, module)
            and _is_caught(node, module)
        ):
            yield module.edit(*_stars(node.value, module))
        return
    handled = node.type
    if isinstance(handled, ast.Tuple):
        parts = list(_stars(handled, module))
        if parts:
            yield module.edit(*parts)
        return
    held = tuple_named(handled, module) if handled is not None else None
    if handled is not None and (
        _is_given_tuples(handled, module) if held is None else _needs_help(held, module)
    ):
        yield module.edit(module.in_call(handled, helper("exceptions_in", HELPER, module)))


def _is_given_tuples(kinds: ast.expr, module: Module) -> bool:
    """Whether `kinds` is a parameter, or what an object's attribute is given of one, and a call in the file gives it a
    tuple that holds tuples: `Guard(KeyError, (ValueError, IndexError))`.
    """
    if isinstance(kinds, ast.Attribute):
        given = given_to_attributes(module).get(kinds.attr, []) if is_of_self(kinds) else []
        return len(given) == 1 and isinstance(given[0], ast.Name) and _is_given_tuples(given[0], module)
    bindings = module.bindings(kinds) if isinstance(kinds, ast.Name) else []
    function = module.parent(module.parent(bindings[0].node)) if len(bindings) == 1 else None
    if not isinstance(function, ast.FunctionDef) or bindings[0].kind != "parameter":
        return False
    arguments, parameter = function.args, bindings[0].node
    owner = module.parent(function)
    method = isinstance(owner, ast.ClassDef)
    name = owner.name if isinstance(owner, ast.ClassDef) and function.name == "__init__" else function.name
    calls = [
        c for c in module.nodes_named(ast.Call, frozenset([name]))
        if isinstance(c, ast.Call) and last_name(c.func) == name
    ]  # fmt: skip
    if parameter is arguments.vararg:
        place = len(arguments.args) - method
        return any(_is_tuple(a, module) for c in calls for a in c.args[place:])
    if parameter not in arguments.args:
        return False
    place = arguments.args.index(parameter) - method
    several = [*(c.args[place] for c in calls if place < len(c.args)), *arguments.defaults]
    several += [k.value for c in calls for k in c.keywords if k.arg == kinds.id]  # type: ignore[attr-defined]
    tuples = [a if isinstance(a, ast.Tuple) else tuple_named(a, module) for a in several]
    return any(t is not None and holds_tuples(t, module) for t in tuples)


def _is_tuple(node: ast.expr, module: Module) -> bool:
    return isinstance(node, ast.Tuple) or tuple_named(node, module) is not None


def _stars(kinds: ast.Tuple, module: Module) -> Iterator[Part]:
    """The parts that unpack what a tuple holds of tuples."""
    for kind in kinds.elts:
        start = module.outer_span(kind).start
        if isinstance(kind, ast.Tuple):
            yield Part(Span(start, start), ("*",))
            yield from _stars(kind, module)
        elif (held := tuple_named(kind, module)) is not None:
            if _needs_help(held, module):
                flat = helper("exceptions_in", HELPER, module)
                yield Part(Span(start, module.outer_span(kind).end), ("*", flat, "(", module.span(kind), ")"))
            else:
                yield Part(Span(start, start), ("*",))


def _needs_help(kinds: ast.Tuple, module: Module) -> bool:
    """Whether a tuple holds others, and goes on doing so."""
    return holds_tuples(kinds, module) and not _is_unpacked(kinds, module)


def _is_unpacked(kinds: ast.Tuple, module: Module) -> bool:
    """Whether a tuple that holds others is a variable's, and those it holds are unpacked where it is written."""
    inner = [held for kind in kinds.elts if (held := tuple_named(kind, module)) is not None]
    return (
        holds_tuples(kinds, module)
        and _only_tells(kinds, module)
        and not any(_needs_help(held, module) for held in inner if held is not kinds)
    )


def _only_tells(kinds: ast.Tuple, module: Module) -> bool:
    """Whether the variable of a tuple is read for nothing else than to tell exceptions by it."""
    known: dict[ast.Tuple, bool] = memory(module).setdefault("tuples of exceptions", {})
    if kinds not in known:
        known[kinds] = False
        reads = _reads(kinds, module)
        known[kinds] = (
            bool(reads)
            and all(_tells_exceptions(place, module) for place in reads)
            and not _is_read_elsewhere(reads[0].id, module)
        )
    return known[kinds]


def _is_read_elsewhere(name: str, module: Module) -> bool:
    """Whether another file takes the variable from this one: it may ask for its parts."""
    index = module.facts.index
    others = (index.text(key) or "" for key in index.importers(module.facts.key))
    return imported_elsewhere(name, module) or any(f".{name}" in text for text in others)


def _reads(kinds: ast.Tuple, module: Module) -> list[ast.Name]:
    """Where the one name of a tuple is read."""
    statement = module.parent(kinds)
    target = (
        statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    )
    if not isinstance(target, ast.Name) or isinstance(module.parent(statement), ast.ClassDef):
        return []
    return [n for n in names_by_id(module)[target.id] if tuple_named(n, module) is kinds and n is not target]


def _tells_exceptions(place: ast.expr, module: Module) -> bool:
    """Whether `place` is caught, or asked by for the kind of something; or is part of a tuple that only is."""
    outer = module.parent(place)
    if isinstance(outer, ast.ExceptHandler):
        return True
    if isinstance(outer, ast.Call):
        return place in outer.args[1:] and module.is_builtin(outer.func, "isinstance", "issubclass")
    if isinstance(outer, ast.Tuple):
        return _tells_exceptions(outer, module) or _only_tells(outer, module)
    return False


def _is_caught(statement: ast.Assign, module: Module) -> bool:
    """Whether a handler of the file names the variable, or one whose tuple holds that."""
    kinds = statement.value
    assert isinstance(kinds, ast.Tuple)
    for place in _reads(kinds, module):
        outer = module.parent(place)
        while isinstance(outer, ast.Tuple):
            outer = module.parent(outer)
        if isinstance(outer, ast.ExceptHandler) or (
            isinstance(outer, ast.Assign) and outer is not statement and _is_caught(outer, module)
        ):
            return True
    return False


RULE = Rule(
    id="nested_exceptions",
    family="P2",
    summary="tuples of exceptions hold no tuples",
    before="E = (KeyError, (ValueError, IndexError))\ntry:\n    f()\nexcept E, e:\n    g()\n",
    after="E = (KeyError, *(ValueError, IndexError))\ntry:\n    f()\nexcept E as e:\n    g()\n",
    caveats="Only tuples are seen that the file writes itself.",
    triggers=("except",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.ExceptHandler, ast.Assign),
    when=lambda module: bool(module.nodes_of(ast.ExceptHandler)),
    visit=visit,
)
