"""Names and where they are bound: modules, classes, functions, lambdas, comprehensions, with Python 2's
leaks.

A list comprehension's variable is bound in the enclosing scope too, as it was in Python 2.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from migration.trees.fields import FIELDS, child_fields


@dataclass(slots=True)
class Binding:
    """One place that binds a name. `kind`: import, assign, parameter, function, class, loop, except, with,
    delete.

    `target` is the dotted name an import binds; `value` the expression of a plain assignment `name = value`.
    """

    name: str
    kind: str
    node: ast.AST
    target: str = ""
    value: ast.expr | None = None


@dataclass(slots=True, eq=False)
class Scope:
    """One namespace: `kind` is module, class, function or comprehension."""

    node: ast.AST
    kind: str
    parent: Scope | None
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    globals: set[str] = field(default_factory=set)
    star_imports: list[str] = field(default_factory=list)

    def bind(self, binding: Binding) -> None:
        """Record a binding, in the module's scope when the name is declared global."""
        scope = self
        if binding.name in self.globals:
            while scope.parent is not None:
                scope = scope.parent
        scope.bindings.setdefault(binding.name, []).append(binding)

    def lookup(self, name: str) -> tuple[Scope, list[Binding]] | None:
        """The scope that binds `name` as seen from here, with all its bindings there; None for a builtin."""
        scope: Scope | None = self
        first = True
        while scope is not None:
            if (
                (first or scope.kind != "class")
                and name in scope.bindings
                and not (name in scope.globals and scope.parent is not None)
            ):
                return scope, scope.bindings[name]
            first = first and scope.kind == "comprehension"
            scope = scope.parent
        return None


def _bound_so_far(name: str, scope: Scope) -> Scope:
    """Where a name that a class's body reads is looked up: around the class, unless the body has bound it before."""
    if name in scope.bindings:
        return scope
    outer = scope.parent
    while outer is not None and outer.kind == "class":
        outer = outer.parent
    return outer or scope


class ScopeBuilder:
    """Builds the scopes of a tree in one pass.

    `scope_of` maps each node that opens a scope to it, `scope_at` each name to the scope it is looked up in.
    `has_globals`: whether the tree may hold `global` statements, which are looked for before all else.
    """

    def __init__(self, tree: ast.Module, has_globals: bool = True) -> None:
        self._has_globals = has_globals
        self.module = Scope(tree, "module", None)
        self.scope_of: dict[ast.AST, Scope] = {tree: self.module}
        self.scope_at: dict[ast.AST, Scope] = {}
        self._declare_globals(tree.body, self.module)
        for statement in tree.body:
            self._visit(statement, self.module)

    def _declare_globals(self, body: list[ast.stmt], scope: Scope) -> None:
        for node in _own_nodes(body) if self._has_globals else ():
            if isinstance(node, ast.Global):
                scope.globals.update(node.names)

    def _open(self, node: ast.AST, kind: str, parent: Scope) -> Scope:
        scope = Scope(node, kind, parent)
        self.scope_of[node] = scope
        return scope

    def _visit(self, node: ast.AST, scope: Scope) -> None:
        handler = _HANDLERS.get(node.__class__)
        if handler is not None:
            handler(self, node, scope)
            return
        for name in FIELDS.get(node.__class__) or child_fields(node):
            value = getattr(node, name)
            kind = value.__class__
            if kind is list:
                for child in value:
                    if child is not None:
                        self._visit(child, scope)
            elif kind is ast.Name and value.ctx.__class__ is ast.Load:
                self.scope_at[value] = scope if scope.kind != "class" else _bound_so_far(value.id, scope)
            elif value is not None and kind is not ast.Constant:
                self._visit(value, scope)

    def _attribute(self, node: ast.Attribute, scope: Scope) -> None:
        value = node.value
        if value.__class__ is ast.Name and value.ctx.__class__ is ast.Load:
            self.scope_at[value] = scope if scope.kind != "class" else _bound_so_far(value.id, scope)
        else:
            self._visit(value, scope)

    def _constant(self, node: ast.Constant, scope: Scope) -> None:
        """A literal holds no names."""

    def _name(self, node: ast.Name, scope: Scope) -> None:
        loaded = isinstance(node.ctx, ast.Load)
        self.scope_at[node] = _bound_so_far(node.id, scope) if loaded and scope.kind == "class" else scope
        if not loaded:
            kind = "delete" if isinstance(node.ctx, ast.Del) else "assign"
            scope.bind(Binding(node.id, kind, node))

    def _assign(self, node: ast.Assign, scope: Scope) -> None:
        self._visit(node.value, scope)
        for target in node.targets:
            if isinstance(target, ast.Name):
                scope.bind(Binding(target.id, "assign", node, value=node.value))
            else:
                self._unpacked(target, node.value, scope)

    def _unpacked(self, target: ast.expr, value: ast.expr, scope: Scope) -> None:
        """Bind the targets of `a, b = x, y`, each with its own value."""
        if not isinstance(target, (ast.Tuple, ast.List)) or not isinstance(value, (ast.Tuple, ast.List)):
            self._visit(target, scope)
            return
        spread = any(isinstance(e, ast.Starred) for e in (*target.elts, *value.elts))
        if spread or len(target.elts) != len(value.elts):
            self._visit(target, scope)
            return
        for one, given in zip(target.elts, value.elts, strict=True):
            if isinstance(one, ast.Name):
                self.scope_at[one] = scope
                scope.bind(Binding(one.id, "assign", one, value=given))
            else:
                self._unpacked(one, given, scope)

    def _annotated(self, node: ast.AnnAssign, scope: Scope) -> None:
        self._visit(node.annotation, scope)
        if node.value is not None:
            self._visit(node.value, scope)
        if isinstance(node.target, ast.Name):
            scope.bind(Binding(node.target.id, "assign", node, value=node.value))
        else:
            self._visit(node.target, scope)

    def _augmented(self, node: ast.AugAssign, scope: Scope) -> None:
        self._visit(node.value, scope)
        if isinstance(node.target, ast.Name):
            scope.bind(Binding(node.target.id, "augmented", node))
        else:
            self._visit(node.target, scope)

    def _import(self, node: ast.Import, scope: Scope) -> None:
        for alias in node.names:
            bound = alias.asname or alias.name.split(".")[0]
            scope.bind(Binding(bound, "import", node, target=alias.name if alias.asname else bound))

    def _import_from(self, node: ast.ImportFrom, scope: Scope) -> None:
        module = "." * node.level + (node.module or "")
        for alias in node.names:
            if alias.name == "*":
                scope.star_imports.append(module)
            else:
                joint = "" if module.endswith(".") or not module else "."
                target = f"{module}{joint}{alias.name}"
                scope.bind(Binding(alias.asname or alias.name, "import", node, target=target))

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope) -> None:
        scope.bind(Binding(node.name, "function", node))
        for outer in (*node.decorator_list, *_defaults(node.args), *filter(None, [node.returns])):
            self._visit(outer, scope)
        inner = self._open(node, "function", scope)
        self._parameters(node.args, inner)
        self._declare_globals(node.body, inner)
        for statement in node.body:
            self._visit(statement, inner)

    def _lambda(self, node: ast.Lambda, scope: Scope) -> None:
        for default in _defaults(node.args):
            self._visit(default, scope)
        inner = self._open(node, "function", scope)
        self._parameters(node.args, inner)
        self._visit(node.body, inner)

    def _parameters(self, args: ast.arguments, scope: Scope) -> None:
        for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg):
            if arg is not None:
                scope.bind(Binding(arg.arg, "parameter", arg))

    def _class(self, node: ast.ClassDef, scope: Scope) -> None:
        scope.bind(Binding(node.name, "class", node))
        for outer in (*node.decorator_list, *node.bases, *node.keywords):
            self._visit(outer, scope)
        inner = self._open(node, "class", scope)
        self._declare_globals(node.body, inner)
        for statement in node.body:
            self._visit(statement, inner)

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, scope: Scope
    ) -> None:
        inner = self._open(node, "comprehension", scope)
        for position, generator in enumerate(node.generators):
            self._visit(generator.iter, scope if position == 0 else inner)
            self._loop_target(generator.target, inner)
            if isinstance(node, ast.ListComp):
                self._loop_target(generator.target, scope)
                # Its variable stays, and so does that of one inside it.
                outer = scope
                while isinstance(outer.node, ast.ListComp) and outer.parent is not None:
                    outer = outer.parent
                    self._loop_target(generator.target, outer)
            for condition in generator.ifs:
                self._visit(condition, inner)
        for part in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
            self._visit(part, inner)

    def _for(self, node: ast.For | ast.AsyncFor, scope: Scope) -> None:
        self._visit(node.iter, scope)
        self._loop_target(node.target, scope)
        for statement in (*node.body, *node.orelse):
            self._visit(statement, scope)

    def _loop_target(self, target: ast.expr, scope: Scope) -> None:
        if isinstance(target, ast.Name):
            scope.bind(Binding(target.id, "loop", target))
        elif isinstance(target, (ast.Tuple, ast.List)):
            for element in target.elts:
                self._loop_target(element, scope)
        else:
            self._visit(target, scope)

    def _handler(self, node: ast.ExceptHandler, scope: Scope) -> None:
        if node.type is not None:
            self._visit(node.type, scope)
        if node.name:
            scope.bind(Binding(node.name, "except", node))
        for statement in node.body:
            self._visit(statement, scope)


def _defaults(args: ast.arguments) -> list[ast.expr]:
    return [*args.defaults, *(d for d in args.kw_defaults if d is not None)]


def _own_nodes(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a body and of its blocks, without those of nested functions and classes."""
    found: list[ast.stmt] = []
    stack = list(body)
    while stack:
        node = stack.pop()
        found.append(node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        for name in ("body", "orelse", "finalbody"):
            stack.extend(getattr(node, name, ()))
        for handler in getattr(node, "handlers", ()):
            stack.extend(handler.body)
    return found


_HANDLERS: dict[type, Any] = {
    ast.Name: ScopeBuilder._name,
    ast.Attribute: ScopeBuilder._attribute,
    ast.Constant: ScopeBuilder._constant,
    ast.Assign: ScopeBuilder._assign,
    ast.AnnAssign: ScopeBuilder._annotated,
    ast.AugAssign: ScopeBuilder._augmented,
    ast.Import: ScopeBuilder._import,
    ast.ImportFrom: ScopeBuilder._import_from,
    ast.FunctionDef: ScopeBuilder._function,
    ast.AsyncFunctionDef: ScopeBuilder._function,
    ast.Lambda: ScopeBuilder._lambda,
    ast.ClassDef: ScopeBuilder._class,
    ast.ListComp: ScopeBuilder._comprehension,
    ast.SetComp: ScopeBuilder._comprehension,
    ast.DictComp: ScopeBuilder._comprehension,
    ast.GeneratorExp: ScopeBuilder._comprehension,
    ast.For: ScopeBuilder._for,
    ast.AsyncFor: ScopeBuilder._for,
    ast.ExceptHandler: ScopeBuilder._handler,
}
