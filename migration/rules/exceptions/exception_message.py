"""e.message → str(e), for a caught exception, what is made of it, and what it is handed to."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import local_bases, methods
from migration.analysis.exceptions import (
    asserted,
    caught_by,
    caught_names,
    classes_of,
    defines,
    has_message,
    may_be_exception,
    nearest_handler,
    own_exception,
)
from migration.analysis.flow_kinds import is_exception
from migration.analysis.names import defined_in_repository, memory
from migration.analysis.strings.giving_octets import known_stores
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Builtin exceptions whose text is their only argument, as `message` was.
_PLAIN = frozenset(
    f"builtins.{n}"
    for n in (
        "ValueError", "TypeError", "RuntimeError", "AttributeError", "NameError", "NotImplementedError",
        "ImportError", "IndexError", "AssertionError", "ArithmeticError", "ZeroDivisionError", "OverflowError",
        "LookupError", "EOFError", "KeyboardInterrupt", "UserWarning", "Warning", "DeprecationWarning",
    )
)  # fmt: skip

HELPER = '''
def message_of(value):
    """The message of an object; what an exception without one was given, where that is one thing."""
    if isinstance(value, BaseException) and not hasattr(value, "message"):
        return value.args[0] if len(value.args) == 1 else ""
    return value.message
'''
#: What exceptions are called where they come from somewhere else.
_NAMES = frozenset(["e", "err", "error", "exc", "exception"])
_OF_SYSTEM = frozenset(["errno", "strerror"])
#: Those of them that may say a key, in quotes.
_QUOTING = frozenset(["builtins.KeyError", "builtins.LookupError"])


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Rewrite reads; a class that has a `message` of its own keeps it."""
    if node.attr != "message" or not isinstance(node.ctx, ast.Load):
        return
    if asserted(node.value, module):
        yield module.replace(
            node, _asked(module.source(module.span(node.value))), evidence=False, needs_python2=True
        )
        return
    handler = nearest_handler(node.value, module) if isinstance(node.value, ast.Name) else None
    if _is_own(node.value, module):
        own = module.source(module.span(node.value))
        yield module.replace(node, f"({_argument(own)})", evidence=False, needs_python2=True)
        return
    if handler is None:
        if may_be_exception(node.value, module) or _is_of_record(node.value, module):
            spelled = _asked(module.source(module.span(node.value)))
            yield module.replace(node, spelled, evidence=False, needs_python2=True)
        elif _is_kept_somewhere(node.value, module):
            asked = helper("message_of", HELPER, module)
            yield module.replace(
                node, asked, "(", module.span(node.value), ")", needs_python2=True, evidence=False
            )
        elif _is_called_one(node.value, module) or _is_handed_on(node.value, module):
            name = module.source(module.span(node.value))
            spelled = f"({name}.message if hasattr({name}, 'message') else {_argument(name)})"
            yield module.replace(node, spelled, evidence=False, needs_python2=True)
        return
    if defines(handler, module, "message"):
        return
    name = module.source(module.span(node.value))
    classes = classes_of(handler, module)
    if defines(handler, module, "__str__", "__unicode__") or _is_taken_apart(handler, node.value):
        # What it says is no longer what it was given, or it was given several things.
        yield module.replace(node, f"({_argument(name)})", needs_python2=True, evidence=False)
    elif classes == ["builtins.KeyError"]:
        yield module.replace(node, f"{name}.args[0]")
    elif classes and all(c in _PLAIN | _QUOTING for c in classes):
        shown = not _QUOTING.intersection(classes) and not _is_given_several(classes, module)
        yield module.replace(node, f"str({name})" if shown else f"({_argument(name)})")
    else:
        yield module.replace(node, _asked(name), evidence=False, needs_python2=True)


def _is_taken_apart(handler: ast.ExceptHandler, caught: ast.expr) -> bool:
    """Whether a handler gives names to the several things that what it caught was made of."""
    several = [
        n.value.value if isinstance(n.value, ast.Attribute) else n.value
        for n in ast.walk(handler)
        if isinstance(n, ast.Assign)
        and isinstance(n.targets[0], (ast.Tuple, ast.List))
        and len(n.targets[0].elts) > 1
    ]
    return any(ast.dump(value) == ast.dump(caught) for value in several)


def _is_given_several(classes: list[str], module: Module) -> bool:
    """Whether the file makes an exception of one of `classes` of several things, of which there was no message."""
    calls = module.nodes_named(ast.Call, frozenset(c.rpartition(".")[2] for c in classes))
    return any(
        isinstance(call, ast.Call)
        and (len(call.args) > 1 or any(isinstance(a, ast.Starred) for a in call.args))
        and module.qualified_name(call.func) in classes
        for call in calls
    )


def _is_of_record(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the warning of a record: `caught[0].message`, with `catch_warnings(record=True) as caught`."""
    record = node.value if isinstance(node, ast.Attribute) and node.attr == "message" else None
    while isinstance(record, ast.Subscript) and not isinstance(record.slice, ast.Slice):
        record = record.value
    for _ in range(2):
        bindings = module.bindings(record) if isinstance(record, ast.Name) else []
        place = module.parent(bindings[0].node) if len(bindings) == 1 else None
        if isinstance(place, ast.withitem) and isinstance(place.context_expr, ast.Call):
            return module.qualified_name(place.context_expr.func) == "warnings.catch_warnings"
        record = place.iter if isinstance(place, (ast.For, ast.comprehension)) else None
    return False


def _is_own(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the object of a method of an exception of this file that is made as Python's own are, and has
    no message of its own.
    """
    owner = own_exception(node, module)
    if owner is None or any("__init__" in methods(c) for c in local_bases(owner, module)):
        return False  # what hands its arguments on keeps its message
    return not has_message(owner, module)


def _is_kept_somewhere(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an item of something, in a file that puts what it catches into collections, and that knows of
    no other message.
    """
    item = isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    item = item or (bool(bindings) and all(b.kind == "loop" for b in bindings))
    if not item or "message" in known_stores(module) or inside_helper(node, HELPER, module):
        return False
    return _keeps_caught(module) and not defined_in_repository("message", module)


def _keeps_caught(module: Module) -> bool:
    """Whether a handler of the file puts what it caught into a collection."""
    known = memory(module)
    if "keeps caught" not in known:
        named = caught_names(module)
        calls = module.nodes_named(ast.Call, frozenset(["append", "add", "insert"]))
        kept = [a for c in calls for a in c.args]  # type: ignore[attr-defined]
        kept += [
            n.value for n in module.nodes_of(ast.Assign)
            if isinstance(n, ast.Assign) and any(isinstance(t, ast.Subscript) for t in n.targets)
        ]  # fmt: skip
        items = (e for k in kept for e in (k.elts if isinstance(k, ast.Tuple) else [k]))
        known["keeps caught"] = bool(named) and any(
            isinstance(i, ast.Name) and i.id in named and caught_by(i, module) for i in items
        )
    return bool(known["keeps caught"])


def _is_called_one(node: ast.expr, module: Module) -> bool:
    """Whether a loop's variable has a name of exceptions, and nothing in the repository has a message of its own."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) and node.id in _NAMES else []
    looped = bool(bindings) and all(b.kind == "loop" for b in bindings)
    return looped and "message" not in known_stores(module) and not defined_in_repository("message", module)


def _is_handed_on(node: ast.expr, module: Module) -> bool:
    """Whether a parameter is given exceptions alone, or is called as one and asked for what the system's have."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if not isinstance(node, ast.Name) or [b.kind for b in bindings] != ["parameter"]:
        return False
    if node.id == "self":
        return False  # which has the message that its class gives it
    if is_exception(node, module):
        return True
    asked = module.nodes_named(ast.Attribute, _OF_SYSTEM) if node.id in _NAMES else []
    return any(
        isinstance(n, ast.Attribute)
        and getattr(n.value, "id", "") == node.id
        and module.bindings(n.value) == bindings  # type: ignore[arg-type]
        for n in asked
    )


def _argument(name: str) -> str:
    """What `message` held: the only argument, of several nothing."""
    return f"{name}.args[0] if len({name}.args) == 1 else ''"


def _asked(name: str) -> str:
    """As `_argument`, of an exception that may have a message of its own."""
    return f"getattr({name}, 'message', {_argument(name)})"


RULE = Rule(
    id="exception_message",
    family="P2",
    summary="exceptions have no message attribute",
    before="try:\n    f()\nexcept ValueError as e:\n    m = e.message\n",
    after="try:\n    f()\nexcept ValueError as e:\n    m = str(e)\n",
    caveats="Of a builtin exception with several arguments, of which `message` was empty, all are shown.",
    triggers=("message",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Attribute,),
    names=frozenset(["message"]),
    visit=visit,
)
