"""Whether a name is read after a statement before it is bound anew: shared by the rules about leaked names."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from enum import Enum

from migration.analysis.names import names_by_id, uses
from migration.analysis.values import binds
from migration.trees.fields import walk
from migration.trees.scopes import Scope
from migration.view.module import Module

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_OWNERS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class First(Enum):
    """What happens first to a name."""

    NOTHING = 0
    READ = 1
    BOUND = 2


def read_later(name: str, statement: ast.stmt, module: Module) -> bool:
    """Whether what follows `statement` in its function may read `name` as it left it."""
    if not _read_around(name, statement, module):
        return False
    while True:
        block = module.block(statement)
        position = block.index(statement)
        first = first_in(block[position + 1 :], name)
        if first is not First.NOTHING:
            return first is First.READ
        parent = module.parent(statement)
        if isinstance(parent, (ast.For, ast.While)) and statement in parent.body:
            if isinstance(parent, ast.While) and _expression(parent.test, name) is First.READ:
                return True
            bound = isinstance(parent, ast.For) and binds(parent.target, name)
            again = First.BOUND if bound else first_in(parent.body[: parent.body.index(statement) + 1], name)
            if again is First.READ or first_in(parent.orelse, name) is First.READ:
                return True
        if isinstance(parent, ast.ExceptHandler):
            # One of the same name is read afterwards as this one left it: its own is kept there, too.
            parent = module.parent(parent)
        if isinstance(parent, ast.Try) and statement in parent.body:
            handlers = (h.body for h in parent.handlers if h.name != name)
            if any(first_in(body, name) is First.READ for body in handlers):
                return True
        if isinstance(parent, ast.Try) and statement not in parent.finalbody:
            final = first_in(parent.finalbody, name)
            if statement in parent.body and final is First.NOTHING:
                final = first_in(parent.orelse, name)
            if final is not First.NOTHING:
                return final is First.READ
        if not isinstance(parent, (ast.For, ast.While, ast.If, ast.With, ast.Try)):
            return False
        statement = parent


def _read_around(name: str, statement: ast.stmt, module: Module) -> bool:
    """Whether anything around `statement` reads `name` but a comprehension's own variable: seldom, and soon told."""
    owner = next((a for a in module.ancestors(statement) if isinstance(a, _OWNERS)), None)
    first, last = (owner.lineno, owner.end_lineno or owner.lineno) if owner else (0, len(module.line_starts))
    for node in names_by_id(module).get(name, ()):
        if first <= node.lineno <= last and not (
            isinstance(node.ctx, ast.Store) and not isinstance(module.parent(node), ast.AugAssign)
        ):
            scope = module.scope(node)
            if scope.kind != "comprehension" or name not in scope.bindings:
                return True
    return False


def first_in(statements: Sequence[ast.stmt], name: str) -> First:
    """What the statements do first to `name`."""
    for statement in statements:
        found = _statement(statement, name)
        if found is not First.NOTHING:
            return found
        if isinstance(statement, (ast.Return, ast.Raise, ast.Continue, ast.Break)):
            return First.BOUND
    return First.NOTHING


def _statement(node: ast.stmt, name: str) -> First:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
        if node.name == name:
            return First.BOUND
        return First.READ if _mentions(node, name) else First.NOTHING
    if isinstance(node, ast.If):
        return _first_of(_expression(node.test, name), node.body, node.orelse, name)
    if isinstance(node, ast.While):
        inner = _first_of(_expression(node.test, name), node.body, node.orelse, name)
        return First.READ if inner is First.READ else First.NOTHING
    if isinstance(node, ast.For):
        source = _expression(node.iter, name)
        if source is not First.NOTHING:
            return source
        if binds(node.target, name):
            return First.READ if first_in(node.orelse, name) is First.READ else First.NOTHING
        return (
            First.READ
            if First.READ in (first_in(node.body, name), first_in(node.orelse, name))
            else First.NOTHING
        )
    if isinstance(node, ast.With):
        for item in node.items:
            if _expression(item.context_expr, name) is First.READ:
                return First.READ
            if item.optional_vars is not None and binds(item.optional_vars, name):
                return First.BOUND
        return first_in(node.body, name)
    if isinstance(node, ast.Try):
        return _try(node, name)
    if isinstance(node, ast.Delete):
        return First.READ if _mentions(node, name) else First.NOTHING
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        bound = any((a.asname or a.name.split(".")[0]) == name for a in node.names)
        return First.BOUND if bound else First.NOTHING
    return _expression(node, name)


def _first_of(test: First, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt], name: str) -> First:
    if test is not First.NOTHING:
        return test
    arms = (first_in(body, name), first_in(orelse, name))
    if First.READ in arms:
        return First.READ
    return First.BOUND if arms == (First.BOUND, First.BOUND) else First.NOTHING


def _try(node: ast.Try, name: str) -> First:
    body = first_in(node.body, name)
    parts = [first_in(h.body, name) for h in node.handlers if h.name != name]
    if First.READ in (body, *parts):
        return First.READ  # a clause is entered before the body has come to its end, or left
    if body is not First.NOTHING:
        return body
    parts += [first_in(node.orelse, name), first_in(node.finalbody, name)]
    return First.READ if First.READ in parts else First.NOTHING


def _expression(node: ast.AST, name: str) -> First:
    """What evaluating a simple statement or expression does first: reads come before the targets' bindings."""
    bound = False
    stack = [node]
    while stack:
        one = stack.pop()
        if isinstance(one, ast.Name) and one.id == name:
            if isinstance(one.ctx, ast.Store) and not isinstance(node, ast.AugAssign):
                bound = True
                continue
            return First.READ
        if isinstance(one, _COMPREHENSIONS) and any(binds(g.target, name) for g in one.generators):
            stack.append(one.generators[0].iter)
            continue
        if isinstance(one, _FUNCTIONS) and any(
            a.arg == name for a in ast.walk(one) if isinstance(a, ast.arg)
        ):
            continue
        stack.extend(ast.iter_child_nodes(one))
    return First.BOUND if bound else First.NOTHING


def _mentions(node: ast.AST, name: str) -> bool:
    """Whether `node` reads `name`, and binds it nowhere itself."""
    own = isinstance(node, (ast.FunctionDef, ast.ClassDef))
    found = False
    for one in walk(node):
        if isinstance(one, ast.Name):
            if one.id != name:
                continue
            if own and isinstance(one.ctx, ast.Store):
                return False
            found = True
        elif isinstance(one, ast.arg):
            if one.arg == name:
                return False
        elif own and isinstance(one, ast.ExceptHandler) and one.name == name:
            return False
    return found


def only_deleted(name: str, scope: Scope, module: Module) -> bool:
    """Whether only list comprehensions give `name` a value in `scope`, and nothing but `del` wants it afterwards."""
    bound = [b.node for b in scope.bindings.get(name, ()) if b.kind != "delete"]
    lists = [list_of(node, module) for node in bound]
    if not bound or None in lists or name in scope.globals or len(bound) == len(scope.bindings[name]):
        return False
    reads = (n for n in uses(name, scope, module) if isinstance(n.ctx, ast.Load))
    return all(any(outer in lists for outer in module.ancestors(n)) for n in reads)


def comprehension_of(node: ast.AST, module: Module) -> ast.comprehension | None:
    """The loop of a comprehension whose variable `node` is, alone or as one of several."""
    parent = module.parent(node)
    while isinstance(parent, (ast.Tuple, ast.List)):
        parent = module.parent(parent)
    return parent if isinstance(parent, ast.comprehension) else None


def list_of(node: ast.AST, module: Module) -> ast.ListComp | None:
    """The list comprehension whose variable `node` is."""
    loop = comprehension_of(node, module)
    owner = module.parent(loop) if loop is not None else None
    return owner if isinstance(owner, ast.ListComp) else None
