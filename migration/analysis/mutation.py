"""Whether a loop's body can change the size of what it goes through: directly, or through calls in this file."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from typing import Any

from migration.analysis.names import memory
from migration.view.module import Module

_CHANGING = frozenset(
    [
        "pop", "popitem", "clear", "update", "setdefault", "remove", "append", "insert", "extend", "add", "discard",
        "appendleft", "popleft",
    ]
)  # fmt: skip
_DEEPEST = 5


def changed_meanwhile(source: ast.expr, loop: ast.For | ast.comprehension, module: Module) -> bool:
    """Whether the body of `loop` may add to or take from `source` (a name, an attribute, an item or what vars() gives
    of an object; others: no).
    """
    if isinstance(source, ast.Call) and not source.args and isinstance(source.func, ast.Attribute):
        source = source.func.value
    if isinstance(source, ast.Name):
        place = module.scope(source).lookup(source.id)
        shared = place is None or place[0] is module.module_scope
        search = _Search(module, source.id, source.id if shared else None)
    elif isinstance(source, ast.Attribute):
        search = _Search(module, None, None, source.attr)
        if _same_object_name(source):
            search.owner = source.value.id  # type: ignore[attr-defined]
    elif isinstance(source, ast.Subscript):
        search = _Search(module, None, None)
        search.item = ast.unparse(source)
    elif isinstance(source, ast.Call) and module.is_builtin(source.func, "vars") and len(source.args) == 1:
        search = _Search(module, None, None, "__dict__")
        search.owner = source.args[0].id if isinstance(source.args[0], ast.Name) else None
    else:
        return False
    search.others = _other_names(source, module)
    body = _body(loop, module)
    leaves = isinstance(body[-1], (ast.Return, ast.Break, ast.Raise))
    return not leaves and search.body(body, _names(loop.target), 0)


#: A variable by the scope it belongs to, or an attribute by its name alone.
_Key = tuple[object, str]


def _other_names(source: ast.expr, module: Module) -> frozenset[_Key]:
    """The variables and attributes under which the file keeps the same container as well, by assigning one to the
    other: `self.table = table`.
    """
    known = memory(module)
    if "other names" not in known:
        table: dict[_Key, set[_Key]] = {}
        for node in module.nodes_of(ast.Assign):
            values = [_key(v, module) for v in _either(node.value)]  # type: ignore[attr-defined]
            targets = [_key(t, module) for t in node.targets]  # type: ignore[attr-defined]
            for one, other in ((v, t) for v in values for t in targets):
                if one is not None and other is not None:
                    table.setdefault(one, set()).add(other)
                    table.setdefault(other, set()).add(one)
        known["other names"] = table
    first, found = _key(source, module), set[_Key]()
    pending = [first] if first is not None else []
    while pending:
        one = pending.pop()
        if one not in found:
            found.add(one)
            pending += known["other names"].get(one, ())
    return frozenset(found) if len(found) > 1 else frozenset()


def _either(value: ast.expr) -> list[ast.expr]:
    """What an expression may be: `a or b`, `a if c else b`."""
    if isinstance(value, ast.BoolOp):
        return value.values
    return [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]


def _key(node: ast.expr, module: Module) -> _Key | None:
    if isinstance(node, ast.Attribute):
        return None, node.attr
    place = module.scope(node).lookup(node.id) if isinstance(node, ast.Name) else None
    return (place[0], node.id) if place is not None else None  # type: ignore[attr-defined]


def _body(loop: ast.For | ast.comprehension, module: Module) -> list[ast.AST]:
    """What runs for each item."""
    if isinstance(loop, ast.For):
        return list(loop.body)
    outer: Any = module.parent(loop)
    inner = outer.generators[outer.generators.index(loop) + 1 :]
    made = [outer.key, outer.value] if isinstance(outer, ast.DictComp) else [outer.elt]
    return [*loop.ifs, *inner, *made]


def _same_object_name(source: ast.Attribute) -> bool:
    return isinstance(source.value, ast.Name)


def _names(target: ast.expr) -> frozenset[str]:
    return frozenset(n.id for n in ast.walk(target) if isinstance(n, ast.Name))


def functions_by_name(module: Module) -> dict[str, list[ast.FunctionDef]]:
    """The functions and methods of the file."""
    known = memory(module)
    if "functions" not in known:
        table: dict[str, list[ast.FunctionDef]] = {}
        for node in module.nodes_of(ast.FunctionDef):
            if isinstance(node, ast.FunctionDef):
                table.setdefault(node.name, []).append(node)
        known["functions"] = table
    return known["functions"]  # type: ignore[no-any-return]


class _Search:
    """Looks for changes of one container: a local name, a name shared by the module, or an attribute."""

    def __init__(
        self, module: Module, name: str | None, shared: str | None, attribute: str | None = None
    ) -> None:
        self.module, self.name, self.shared, self.attribute = module, name, shared, attribute
        self.item: str | None = None
        self.owner: str | None = None
        self.others: frozenset[_Key] = frozenset()
        self.seen: set[tuple[ast.AST, str | None]] = set()

    def body(self, statements: Iterable[ast.AST], loop_names: frozenset[str], depth: int) -> bool:
        """Whether running `statements` may change the container."""
        return any(
            self._changes(n, loop_names) or self._is_given(n) or self._calls(n, depth)
            for n in _running(statements)
        )

    def _is_given(self, node: ast.AST) -> bool:
        """Whether the object whose namespace is gone through gets another attribute, or goes where it may get one."""
        if self.attribute != "__dict__" or self.owner is None:
            return False
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            return self._is_owner(node.value)
        if not isinstance(node, ast.Call) or not any(map(self._is_owner, node.args)):
            return False
        head, _, name = (self.module.qualified_name(node.func) or "").partition(".")
        return head != "builtins" or name in ("setattr", "delattr") or not hasattr(builtins, name)

    def _is_owner(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id == self.owner

    def _is_it(self, node: ast.expr) -> bool:
        if self.others and _key(node, self.module) in self.others:
            return True
        if isinstance(node, ast.Name):
            return self.name is not None and node.id == self.name
        if isinstance(node, ast.Subscript):
            return self.item is not None and ast.unparse(node) == self.item
        if isinstance(node, ast.Call):
            asked = len(node.args) == 1 and self.attribute == "__dict__" and self._is_owner(node.args[0])
            return asked and self.module.is_builtin(node.func, "vars")
        return isinstance(node, ast.Attribute) and node.attr == self.attribute

    def _changes(self, node: ast.AST, loop_names: frozenset[str]) -> bool:
        if isinstance(node, ast.Subscript) and self._is_it(node.value):
            if isinstance(node.ctx, ast.Del):
                return True
            own_key = isinstance(node.slice, ast.Name) and node.slice.id in loop_names
            return isinstance(node.ctx, ast.Store) and not own_key
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return node.func.attr in _CHANGING and self._is_it(node.func.value)
        if isinstance(node, ast.AugAssign):
            return self._is_it(node.target)
        return False

    def _calls(self, node: ast.AST, depth: int) -> bool:
        """Whether a call reaches a function of this file that changes the container."""
        if depth >= _DEEPEST or not isinstance(node, (ast.Call, ast.Delete, ast.Subscript)):
            return False
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            # `del self[k]` and `self[k] = v` run methods of a class of this file.
            owned = isinstance(node.value, ast.Name) and node.value.id == self.owner
            name = ("__delitem__" if isinstance(node.ctx, ast.Del) else "__setitem__") if owned else ""
        else:
            return False
        for function in functions_by_name(self.module).get(name, ()):
            inner = self._seen_from(node, function)
            key = (function, inner.name)
            if key in self.seen:
                continue
            self.seen.add(key)
            if inner.body(function.body, frozenset(), depth + 1):
                return True
        return False

    def _seen_from(self, call: ast.AST, function: ast.FunctionDef) -> _Search:
        """This search inside `function`: a container passed as an argument has the parameter's name there."""
        name = self.shared
        if isinstance(call, ast.Call):
            shift = 1 if isinstance(call.func, ast.Attribute) else 0
            for position, argument in enumerate(call.args):
                if self._is_it(argument) and position + shift < len(function.args.args):
                    name = function.args.args[position + shift].arg
        inner = _Search(self.module, name, self.shared, self.attribute)
        inner.owner = function.args.args[0].arg if function.args.args else None
        inner.seen, inner.others = self.seen, self.others
        return inner


def _running(statements: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The nodes that run when `statements` do: not the bodies of functions defined there."""
    stack = list(statements)
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            stack.extend(ast.iter_child_nodes(node))
