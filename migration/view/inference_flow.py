"""Types that flow between places: attributes of `self`, parameters from calls, results of functions.

Only what the file itself shows is followed. A caller in another file may pass something else: what is concluded
from here is evidence, not proof.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Callable, Iterable
from functools import cached_property

from migration.trees.bodies import always_leaves, is_static, own_nodes
from migration.view.names_view import NamesView

Types = frozenset[str]
UNKNOWN: Types = frozenset()
#: Stands for a value that depends on itself, until the rest is known.
NOTHING_YET: Types = frozenset(["…"])

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def joined(several: Iterable[Types]) -> Types:
    """All of the types; unknown as soon as one of them is."""
    result: set[str] = set()
    for types in several:
        if not types:
            return UNKNOWN
        result |= types
    return frozenset(result - NOTHING_YET) or (NOTHING_YET if result else UNKNOWN)


class Flow:
    """Follows values through attributes, calls and results of one module. `type_of` gives the types of expressions."""

    def __init__(self, module: NamesView, type_of: Callable[[ast.expr], Types]) -> None:
        self.module = module
        self._type = type_of

    # -- tables ----------------------------------------------------------------------------------------------

    @cached_property
    def stores(self) -> dict[str, list[ast.AST]]:
        """Every place that sets an attribute, by the attribute's name: the value, or the target if not simple."""
        table: dict[str, list[ast.AST]] = {}
        for node in self.module.nodes_of(ast.Attribute):
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                if isinstance(node.ctx, ast.Del):
                    continue
                parent = self.module.parent(node)
                simple = isinstance(parent, ast.Assign) and node in parent.targets
                place = parent if simple or isinstance(parent, ast.AugAssign) else node
                table.setdefault(node.attr, []).append(place)
        return table

    @cached_property
    def calls(self) -> dict[str, list[ast.Call | None]]:
        """Every call by the last name of what is called; None where that name is read but not called."""
        table = {name: list(calls) for name, calls in self.calls_of_names.items()}
        for name, calls in self._calls_by(ast.Attribute).items():
            table.setdefault(name, []).extend(calls)
        return table

    @cached_property
    def calls_of_names(self) -> dict[str, list[ast.Call | None]]:
        """As `calls`, without what is reached through a dot: that is no function of the module."""
        return self._calls_by(ast.Name)

    def _calls_by(self, kind: type[ast.Name | ast.Attribute]) -> dict[str, list[ast.Call | None]]:
        table: dict[str, list[ast.Call | None]] = {}
        for name, nodes in self.module.grouped(kind).items():
            calls = [self._call_of.get(n) for n in nodes if n.ctx.__class__ is ast.Load]  # type: ignore[attr-defined, call-overload]
            if calls:
                table[name] = calls
        return table

    @cached_property
    def _call_of(self) -> dict[ast.expr, ast.Call]:
        """The calls by what they call."""
        return {call.func: call for call in self.module.nodes_of(ast.Call) if isinstance(call, ast.Call)}

    @cached_property
    def functions(self) -> dict[str, list[ast.FunctionDef]]:
        """The functions and methods of the file by name."""
        table: dict[str, list[ast.FunctionDef]] = {}
        for node in self.module.nodes_of(ast.FunctionDef):
            if isinstance(node, ast.FunctionDef):
                table.setdefault(node.name, []).append(node)
        return table

    # -- attributes ------------------------------------------------------------------------------------------

    def attribute(self, node: ast.Attribute) -> Types:
        """The types of `self.x` by everything the file stores in an attribute `x`, and by the class's body."""
        owner = self._class_of_self(node.value)
        if owner is None:
            return UNKNOWN
        values = [s for s in self.stores.get(node.attr, ()) if not self._is_number_step(s)]
        in_body = [
            s.value
            for s in owner.body
            if isinstance(s, ast.Assign)
            and any(isinstance(t, ast.Name) and t.id == node.attr for t in s.targets)
        ]
        if not values and not in_body:
            return UNKNOWN
        return joined([self._stored(v) for v in values] + [self._type(v) for v in in_body])

    def _stored(self, place: ast.AST) -> Types:
        if isinstance(place, ast.Assign):
            return self._type(place.value)
        if isinstance(place, ast.AugAssign):
            return self._type(place.value)
        return UNKNOWN

    def _is_number_step(self, place: ast.AST) -> bool:
        """Whether this only adds an integer to what is there (then the other places decide)."""
        whole = isinstance(place, ast.AugAssign) and self._type(place.value) in ({"int"}, {"bool"})
        return whole and not (isinstance(place.op, ast.Div) and self.module.has_future("division"))  # type: ignore[attr-defined]

    def _class_of_self(self, node: ast.expr) -> ast.ClassDef | None:
        """The class whose method has `node` as its first parameter."""
        if not isinstance(node, ast.Name):
            return None
        function = self.module.function(node)
        while isinstance(function, ast.Lambda):
            function = self.module.function(function)
        if not isinstance(function, _Function) or not function.args.args:
            return None
        parent = self.module.parent(function)
        if function.args.args[0].arg != node.id or not isinstance(parent, ast.ClassDef):
            return None
        return None if is_static(function, parent) else parent

    def class_of_self(self, node: ast.expr) -> ast.ClassDef | None:
        """The class of this file that `node` is the `self` of, or None."""
        return self._class_of_self(node)

    # -- parameters ------------------------------------------------------------------------------------------

    def parameter(self, node: ast.arg) -> Types:
        """The types a parameter gets by all calls in this file and by its default; unknown without a call."""
        return joined(self._type(v) for v in self.arguments_for(node))

    def arguments_for(self, node: ast.arg) -> list[ast.expr]:
        """What all calls in this file give a parameter, or its default; [] where that does not show."""
        arguments = self.module.parent(node)
        function = self.module.parent(arguments)
        if not isinstance(arguments, ast.arguments) or not isinstance(function, ast.FunctionDef):
            return []
        if node not in arguments.args or function.decorator_list:
            return []
        return self._given(function, arguments.args.index(node), node.arg) or []

    def _given(self, function: ast.FunctionDef, position: int, name: str) -> list[ast.expr] | None:
        owner = self.module.parent(function)
        method = isinstance(owner, ast.ClassDef)
        called = function.name
        if method:
            makes = function.name in ("__init__", "__new__")
            if position == 0 or (len(self.functions[function.name]) > 1 and not makes):
                return None
            position -= 1
            if makes:
                called = owner.name  # type: ignore[attr-defined]
            elif function.name.startswith("__"):
                return None
        elif len(self.functions[function.name]) > 1:
            return None
        calls = (self.calls if method else self.calls_of_names).get(called, [])
        if not calls or None in calls:
            return None
        if method and called in _OF_BUILTINS and not all(self._is_of_self(call) for call in calls):
            return None
        offset = len(function.args.args) - len(function.args.defaults)
        index = position + method - offset
        default = function.args.defaults[index] if index >= 0 else None
        values: list[ast.expr] = []
        for call in calls:
            if call is None:
                return None
            value = _argument(call, position, name)
            if value is None and default is None:
                return None
            values.append(value or default)  # type: ignore[arg-type]
        return values

    def _is_of_self(self, call: ast.Call | None) -> bool:
        """Whether a method is called on `self`, and so not one of a builtin type that has the same name."""
        function = call.func if call is not None else None
        return isinstance(function, ast.Attribute) and self._class_of_self(function.value) is not None

    # -- results ---------------------------------------------------------------------------------------------

    def returned(self, function: ast.FunctionDef) -> Types:
        """The types a function of this file returns."""
        if function.decorator_list:
            return UNKNOWN
        own = list(own_nodes(function.body))
        if any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own):
            return frozenset(["iterator"])
        results = [n.value for n in own if isinstance(n, ast.Return)]
        if not results:
            return frozenset(["NoneType"])
        types = [self._type(r) if r is not None else frozenset(["NoneType"]) for r in results]
        if not always_leaves(function.body):
            types.append(frozenset(["NoneType"]))
        return joined(types)

    def of_method(self, owner: Types, name: str) -> Types:
        """What the method that alone has its name in the file gives for an instance of its class (`owner`)."""
        several = self.functions.get(name, ())
        method = several[0] if len(several) == 1 else None
        parent = self.module.parent(method) if method is not None else None
        if method is None or not isinstance(parent, ast.ClassDef) or owner != {f"class:{parent.name}"}:
            return UNKNOWN
        results = [n.value for n in own_nodes(method.body) if isinstance(n, ast.Return)]
        of_self = all(r is not None and self._class_of_self(r) is parent for r in results)
        if results and not method.decorator_list and of_self:
            return owner
        return self.returned(method)

    # -- unpacking -------------------------------------------------------------------------------------------

    def unpacked(self, target: ast.Name) -> Types:
        """The types of `a` in `a, b = 1, 2`, or in `a = b = 1`."""
        parent = self.module.parent(target)
        if isinstance(parent, (ast.Tuple, ast.List)):
            outer = self.module.parent(parent)
            if not isinstance(outer, ast.Assign) or parent not in outer.targets:
                return UNKNOWN
            value, position = outer.value, parent.elts.index(target)
            if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(parent.elts):
                return self._type(value.elts[position])
            if isinstance(value, ast.Call) and self.module.is_builtin(value.func, "divmod") and value.args:
                return joined(map(self._type, value.args))
        return UNKNOWN


def _argument(call: ast.Call, position: int, name: str) -> ast.expr | None:
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
        return _OPAQUE
    if position < len(call.args):
        return call.args[position]
    return next((k.value for k in call.keywords if k.arg == name), None)


#: Methods of builtin types: what is given to one of these need not be meant for a method of the file.
_OF_BUILTINS = frozenset(name for kind in (str, bytes, list, dict, set, io.StringIO) for name in dir(kind))
#: Stands for an argument nothing is known about.
_OPAQUE = ast.Await(value=ast.Constant(value=None))
