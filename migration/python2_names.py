"""What the names of one file are given, read from its tree alone: the little that python2_only.py asks for.

Names are looked up by scope; what parameters are given is what the calls of that file give them, where there are any.
"""

from __future__ import annotations

import ast

_SCOPES = (
    ast.FunctionDef,
    ast.Lambda,
    ast.ClassDef,
    ast.ListComp,
    ast.SetComp,
    ast.GeneratorExp,
    ast.DictComp,
)
Scopes = tuple[ast.AST, ...]


class Names:
    """The names of a file: what they are imported as, and the expressions they are given.

    A value that can't be told is None; `items` are loop variables, with what is gone through.
    """

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._imports: dict[str, str] = {}
        #: Scopes, from the innermost, of each name that is read.
        self._scopes: dict[ast.Name, Scopes] = {}
        self._values: dict[tuple[ast.AST, str], list[ast.expr | None]] = {}
        self._attributes: dict[str, list[ast.expr]] = {}
        self._parameters: dict[tuple[ast.AST, str], tuple[str, int]] = {}
        self._items: dict[tuple[ast.AST, str], ast.expr] = {}
        self._functions: dict[str, int] = {}
        self._calls: dict[str, list[ast.Call]] = {}
        grown: list[tuple[Scopes, ast.AugAssign]] = []
        self._read(tree, (tree,), grown)
        for scopes, node in grown:
            if isinstance(node.target, ast.Name):
                self._bind(node.target.id, None, scopes[0])

    def _read(self, node: ast.AST, scopes: Scopes, grown: list[tuple[Scopes, ast.AugAssign]]) -> None:
        if isinstance(node, ast.Name):
            self._scopes[node] = scopes
        elif isinstance(node, ast.Call):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            self._calls.setdefault(name, []).append(node)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.name if alias.asname else alias.name.split(".")[0]
                self._imports[alias.asname or name] = name
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            for alias in node.names:
                self._imports[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self._assign(target, node.value, scopes)
        elif isinstance(node, ast.AugAssign):
            grown.append((scopes, node))
        elif isinstance(node, (ast.For, ast.comprehension)):
            self._assign(node.target, None, scopes)
            if isinstance(node.target, ast.Name):
                self._items[scopes[0], node.target.id] = node.iter
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            self._assign(node.optional_vars, node.context_expr, scopes)
        elif isinstance(node, ast.Global):
            for name in node.names:
                self._bind(name, None, self._tree)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
            self._define(node, scopes)
        inner = (node, *scopes) if isinstance(node, _SCOPES) else scopes
        for child in ast.iter_child_nodes(node):
            self._read(child, inner, grown)

    def _define(self, node: ast.FunctionDef | ast.ClassDef | ast.Lambda, scopes: Scopes) -> None:
        name = getattr(node, "name", "")
        if name:
            self._bind(name, None, scopes[0])
            self._functions[name] = self._functions.get(name, 0) + 1
        if isinstance(node, ast.ClassDef):
            return
        bound = isinstance(scopes[0], ast.ClassDef) and not getattr(node, "decorator_list", ())
        for place, argument in enumerate((*node.args.posonlyargs, *node.args.args)):
            self._bind(argument.arg, None, node)
            plain = name and not getattr(node, "decorator_list", ()) and not node.args.defaults
            if plain and place >= bound:
                self._parameters[node, argument.arg] = (name, place - bound)
        for argument in filter(None, (node.args.vararg, node.args.kwarg)):
            self._bind(argument.arg, None, node)

    def _bind(self, name: str, value: ast.expr | None, scope: ast.AST) -> None:
        self._values.setdefault((scope, name), []).append(value)

    def _assign(self, target: ast.expr, value: ast.expr | None, scopes: Scopes) -> None:
        if isinstance(target, ast.Name):
            self._bind(target.id, value, scopes[0])
        elif isinstance(target, ast.Attribute) and value is not None:
            self._attributes.setdefault(target.attr, []).append(value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            pair = value is not None and self.named(value) == "socket.socketpair"
            for element in target.elts:
                self._assign(element, value if pair else None, scopes)

    def _place(self, node: ast.Name) -> tuple[ast.AST, str] | None:
        for scope in self._scopes.get(node, (self._tree,)):
            if (scope, node.id) in self._values:
                return scope, node.id
        return None

    def given(self, node: ast.Name) -> list[ast.expr | None]:
        """All that a name is assigned where it can be seen; [] for what is not the file's own."""
        place = self._place(node)
        return self._values[place] if place is not None else []

    def item_of(self, node: ast.expr) -> ast.expr | None:
        """What is gone through, where `node` is a loop's variable and nothing else."""
        place = self._place(node) if isinstance(node, ast.Name) else None
        return self._items.get(place) if place is not None and len(self._values[place]) == 1 else None

    def values(self, node: ast.expr) -> list[ast.expr]:
        """All that an expression may stand for: itself, what its name is ever given, what calls give a parameter; []
        where that can't be told.
        """
        if isinstance(node, ast.Attribute):
            return self._attributes.get(node.attr) or [node]
        if not isinstance(node, ast.Name):
            return [node]
        place = self._place(node)
        given = self._values[place] if place is not None else []
        if len(given) == 1 and given[0] is not None:
            return [given[0]]
        if place is None or len(given) != 1 or place not in self._parameters:
            return []
        name, position = self._parameters[place]
        calls = self._calls.get(name, [])
        if self._functions.get(name) != 1 or any(len(c.args) <= position or c.keywords for c in calls):
            return []
        found = [c.args[position] for c in calls]
        return [] if any(isinstance(f, ast.Starred) for f in found) else found

    def named(self, node: ast.expr) -> str:
        """The dotted name that is called, by the file's imports; '' when it is none of theirs."""
        function = node.func if isinstance(node, ast.Call) else node
        parts: list[str] = []
        while isinstance(function, ast.Attribute):
            parts.append(function.attr)
            function = function.value
        if not isinstance(function, ast.Name) or self.given(function):
            return ""
        root = self._imports.get(function.id, "" if parts else f"builtins.{function.id}")
        return ".".join([root, *reversed(parts)]) if root else ""
