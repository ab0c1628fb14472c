"""e[0] → e.args[0] and `a, b = e` → `a, b = e.args`, for the name of a caught exception."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import type_asked
from migration.analysis.classes import defines as defines_method
from migration.analysis.classes import foreign_bases
from migration.analysis.exceptions import (
    asserted,
    caught_by,
    caught_names,
    defines,
    is_exception_name,
    local_class,
    nearest_handler,
    own_exception,
)
from migration.analysis.flow_kinds import is_exception
from migration.analysis.names import defined_in_repository
from migration.analysis.values import called_here, parameter_meant, returns_of
from migration.rule import Findings, Rule
from migration.trees.bodies import always_leaves
from migration.trees.scopes import Binding
from migration.view.module import Module

_INDEXED = ("__getitem__", "__iter__", "__getslice__")


def visit(
    node: ast.Subscript | ast.Assign | ast.Call | ast.Compare | ast.For | ast.comprehension, module: Module
) -> Findings:
    """Go through `args`, unless a class of this file can be indexed itself."""
    if isinstance(node, ast.Call):
        given = node.args[0] if len(node.args) == 1 else None
        if given is not None and module.is_builtin(node.func, "list", "tuple"):
            if _is_made(given, module):
                yield module.wrap(given, "", ".args", needs_python2=True)
            else:
                yield from _gone_through(given, module)
        return
    if isinstance(node, (ast.For, ast.comprehension)):
        yield from _gone_through(node.iter, module)
        return
    if isinstance(node, ast.Compare):
        looked = isinstance(node.ops[-1], (ast.In, ast.NotIn)) and isinstance(node.comparators[-1], ast.Name)
        if looked and not defined_in_repository("__contains__", module):
            yield from _gone_through(node.comparators[-1], module)
        return
    value = node.value
    if isinstance(node, ast.Assign) and not all(isinstance(t, (ast.Tuple, ast.List)) for t in node.targets):
        return
    if isinstance(value, ast.Attribute) and asserted(value, module):
        yield module.wrap(value, "", ".args", needs_python2=True)
        return
    if isinstance(value, ast.Call) and _is_made(value, module):
        yield module.wrap(value, "", ".args", needs_python2=True, evidence=False)
    key = node.slice if isinstance(node, ast.Subscript) else None
    if isinstance(value, (ast.Attribute, ast.Subscript)) and isinstance(key, ast.Constant):
        if isinstance(key.value, int) and is_exception(value, module):
            yield module.wrap(value, "", ".args", needs_python2=True, evidence=False)
        return
    if not isinstance(value, ast.Name) or (isinstance(key, ast.Constant) and isinstance(key.value, str)):
        return  # what has keys has items of its own
    if _is_caught(value, module):
        yield module.replace(value, f"{value.id}.args")
    elif _is_own(value, module) or _is_made(value, module) or is_exception(value, module):
        yield module.replace(value, f"{value.id}.args", needs_python2=True, evidence=False)


def _gone_through(node: ast.expr, module: Module) -> Findings:
    """An exception that is gone through: of Python's own, or of the file; others may have items of their own."""
    if isinstance(node, ast.Name) and _is_own(node, module):
        yield module.replace(node, f"{node.id}.args", needs_python2=True, evidence=False)
        return
    if isinstance(node, ast.Name) and any(b.kind == "loop" for b in module.bindings(node)):
        if _is_made(node, module):
            yield module.replace(node, f"{node.id}.args", needs_python2=True, evidence=False)
        return
    if not isinstance(node, ast.Name) or not _is_caught(node, module):
        return
    nearest = nearest_handler(node, module)
    if nearest is None:
        return
    caught = nearest.type
    kinds = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    if all(
        k is None or local_class(k, module) is not None or is_exception_name(module.qualified_name(k) or "")
        for k in kinds
    ):
        yield module.replace(node, f"{node.id}.args", needs_python2=True, evidence=False)


def _is_caught(name: ast.Name, module: Module) -> bool:
    """Whether `name` is that of a handler around or before, or of nothing but handlers, for exceptions that can't be
    indexed themselves.
    """
    if name.id not in caught_names(module):
        return False
    if _is_found_a_row(name, module):
        return False
    nearest = nearest_handler(name, module)
    handlers = [nearest] if nearest is not None else caught_by(name, module)
    return bool(handlers) and not any(defines(h, module, *_INDEXED) for h in handlers)


def _is_found_a_row(name: ast.Name, module: Module) -> bool:
    """Whether the name stands where it was found to be a tuple or a list: `if isinstance(error, tuple): …`."""
    below: ast.AST = name
    for outer in module.ancestors(name):
        inside = isinstance(outer, (ast.If, ast.IfExp)) and (
            below is outer.body if isinstance(outer, ast.IfExp) else below in outer.body
        )
        asked = type_asked(outer.test, module) if inside else None  # type: ignore[attr-defined]
        if asked is not None and getattr(asked[0], "id", "") == name.id:
            kinds = asked[1].elts if isinstance(asked[1], ast.Tuple) else [asked[1]]
            return any(module.is_builtin(kind, "list", "tuple") for kind in kinds)
        below = outer
    return False


def _is_own(name: ast.Name, module: Module) -> bool:
    """Whether a method of an exception of this file, which has no items of its own, asks its object for them."""
    owner = own_exception(name, module)
    return owner is not None and not any(defines_method(owner, method, module) for method in _INDEXED)


def _is_made(node: ast.expr, module: Module) -> bool:
    """Whether a name is given exceptions made on the spot, and nothing else, that can't be indexed themselves; or a
    function of this file gives back nothing but what it caught.
    """
    function = called_here(node, module)
    if function is not None and not function.decorator_list:
        given = [r.value for r in returns_of(function)]
        handlers = [h for v in given for h in (caught_by(v, module) if v is not None else [])]
        caught = all(v is not None and caught_by(v, module) for v in given) and always_leaves(function.body)
        return caught and bool(given) and not any(defines(h, module, *_INDEXED) for h in handlers)
    parameter = parameter_meant(node, module)
    if parameter is not None:
        return _is_given_caught(parameter, module)
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    made = [m for b in bindings for m in _made_by(b, module)]
    if not made or not all(isinstance(m, ast.Call) for m in made):
        return False
    for called in (m.func for m in made if isinstance(m, ast.Call)):
        own = local_class(called, module)
        if own is None:
            if not is_exception_name(module.qualified_name(called) or ""):
                return False
        elif any(defines_method(own, name, module) for name in _INDEXED) or not any(
            is_exception_name(base) for base in foreign_bases(own, module)
        ):
            return False
    return True


def _made_by(binding: Binding, module: Module) -> list[ast.expr | None]:
    """What a name is given: by an assignment, or by a loop through what is written out."""
    if binding.kind == "assign":
        return [binding.value]
    loop = module.parent(binding.node)
    if binding.kind == "loop" and isinstance(loop, (ast.For, ast.comprehension)):
        written = loop.iter
        if loop.target is binding.node and isinstance(written, (ast.Tuple, ast.List)):
            return list(written.elts)
    return [None]


def _is_given_caught(parameter: ast.arg, module: Module) -> bool:
    """Whether all calls in the file give a parameter what they caught: no class of the file, for which exception_items
    is there.
    """
    found = [caught_by(given, module) for given in module.arguments_for(parameter)]
    handlers = [handler for caught in found for handler in caught]
    kinds = [n for h in handlers for n in (h.type.elts if isinstance(h.type, ast.Tuple) else [h.type])]
    return bool(found) and all(found) and all(n is None or local_class(n, module) is None for n in kinds)


RULE = Rule(
    id="exception_index",
    family="P2",
    summary="exceptions can't be indexed or unpacked; their args can",
    before="try:\n    f()\nexcept IOError as e:\n    n = e[0]\n    n, m = e\n",
    after="try:\n    f()\nexcept IOError as e:\n    n = e.args[0]\n    n, m = e.args\n",
    caveats="Only the exception's own name inside its handler, or one that is given exceptions alone, is followed.",
    triggers=("except", "exception", re.compile(r"E(?:rror|xception)\b")),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Subscript, ast.Assign, ast.Call, ast.Compare, ast.For, ast.comprehension),
    names=frozenset(["list", "tuple"]),
    visit=visit,
)
