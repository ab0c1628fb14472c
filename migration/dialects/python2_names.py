"""What the names of one file are given, read from its tree alone: the little that python2_only.py asks for.

Names are looked up by scope; what parameters are given is what the calls of that file give them, where there are any.
"""

from __future__ import annotations

import ast

from migration.stdlib.star_names import BOUND_BY_STAR
from migration.stdlib.tables import PARTING, SAME

_SCOPES = (
    ast.FunctionDef,
    ast.Lambda,
    ast.ClassDef,
    ast.ListComp,
    ast.SetComp,
    ast.GeneratorExp,
    ast.DictComp,
)
_BRANCHES = (ast.If, ast.For, ast.While, ast.Try, ast.IfExp)
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
        #: Loop variables that take the values of a display, one after the other.
        self._choices: dict[tuple[ast.AST, str], list[ast.expr]] = {}
        #: Assignments in a row: where each ends.
        self._ends: dict[tuple[ast.AST, str], list[tuple[int, int]]] = {}
        self._functions: dict[str, int] = {}
        self._results: dict[str, list[ast.expr | None]] = {}
        self._calls: dict[str, list[ast.Call]] = {}
        self._read(tree, (tree,))

    def _read(self, node: ast.AST, scopes: Scopes, nested: bool = False) -> None:
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
                taken = BOUND_BY_STAR.get(node.module, ()) if alias.name == "*" else [alias.name]
                for one in taken:
                    self._imports[alias.asname or one] = f"{node.module}.{one}"
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self._assign(target, node.value, scopes)
                if isinstance(target, ast.Name) and not nested:
                    self._end(target.id, node.value, scopes[0])
        elif isinstance(node, ast.AugAssign) and not isinstance(node.op, ast.Add):
            self._assign(node.target, None, scopes)
        elif isinstance(node, (ast.For, ast.comprehension)):
            self._assign(node.target, None, scopes)
            self._loop(node.target, node.iter, scopes[0])
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            self._assign(node.optional_vars, node.context_expr, scopes)
            if isinstance(node.optional_vars, ast.Name) and not nested:
                self._end(node.optional_vars.id, node.optional_vars, scopes[0])
        elif isinstance(node, ast.Return) and isinstance(scopes[0], ast.FunctionDef):
            self._results.setdefault(scopes[0].name, []).append(node.value)
        elif isinstance(node, ast.Global):
            for name in node.names:
                self._bind(name, None, self._tree)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
            self._define(node, scopes)
        inner = (node, *scopes) if isinstance(node, _SCOPES) else scopes
        nested = (nested and inner is scopes) or isinstance(node, _BRANCHES)
        for child in ast.iter_child_nodes(node):
            self._read(child, inner, nested)

    def _end(self, name: str, last: ast.expr, scope: ast.AST) -> None:
        self._ends.setdefault((scope, name), []).append((last.end_lineno or 0, last.end_col_offset or 0))

    def _loop(self, target: ast.expr, iterated: ast.expr, scope: ast.AST) -> None:
        """What a loop gives its variables: items of what it goes through, or the values of a display."""
        displayed = iterated.elts if isinstance(iterated, (ast.List, ast.Tuple)) else []
        if isinstance(target, ast.Name):
            self._items[scope, target.id] = iterated
            if displayed:
                self._choices[scope, target.id] = displayed
        elif isinstance(target, ast.Tuple) and displayed:
            rows = [r.elts for r in displayed if isinstance(r, ast.Tuple) and len(r.elts) == len(target.elts)]
            for column, element in enumerate(target.elts):
                if isinstance(element, ast.Name) and len(rows) == len(displayed):
                    self._choices[scope, element.id] = [row[column] for row in rows]

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
            plain = name and not getattr(node, "decorator_list", ())
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
            received = isinstance(value, ast.Call) and getattr(value.func, "attr", "") == "recvfrom"
            parted = isinstance(value, ast.Call) and getattr(value.func, "attr", "") in PARTING
            for place, element in enumerate(target.elts):
                given = value if pair or (received and place == 0) else None
                if parted and value is not None:
                    given = ast.copy_location(ast.Subscript(value, ast.Constant(place), ast.Load()), value)
                self._assign(element, given, scopes)

    def returned(self, call: ast.Call) -> list[ast.expr]:
        """All that the function of the file gives back which `call` calls by its name; [] where there are more."""
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        found = self._results.get(name, [])
        return [] if self._functions.get(name) != 1 or None in found else [f for f in found if f is not None]

    def defines(self, name: str) -> bool:
        """Whether the file defines a function or a class of that name."""
        return name in self._functions

    def _place(self, node: ast.Name) -> tuple[ast.AST, str] | None:
        for scope in self._scopes.get(node, (self._tree,)):
            if (scope, node.id) in self._values:
                return scope, node.id
        return None

    def given(self, node: ast.Name) -> list[ast.expr | None]:
        """All that a name is assigned where it can be seen; [] for what is not the file's own."""
        place = self._place(node)
        return self._values[place] if place is not None else []

    def is_parameter(self, node: ast.expr) -> bool:
        """Whether `node` names what a function is given."""
        return isinstance(node, ast.Name) and self._place(node) in self._parameters

    def item_of(self, node: ast.expr) -> ast.expr | None:
        """What is gone through, where `node` is a loop's variable and nothing else than what its own methods make of it
        (`line = line.strip()`).
        """
        place = self._place(node) if isinstance(node, ast.Name) else None
        if place is None:
            return None
        others = [v for v in self._values[place] if v is not None]
        once = len(self._values[place]) - len(others) == 1
        return self._items.get(place) if once and all(_is_made_of(v, place[1]) for v in others) else None

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
        if place in self._choices and len(given) == 1:
            return self._choices[place]
        if len(given) > 1 and place is not None:
            return self._given_last(node, place, given)
        if place is None or len(given) != 1 or place not in self._parameters:
            return []
        name, position = self._parameters[place]
        calls = [c for c in self._calls.get(name, []) if not self._is_of_module(c.func)]
        if self._functions.get(name) != 1 or any(c.keywords for c in calls):
            return []
        # What is left out has a default.
        found = [c.args[position] for c in calls if position < len(c.args)]
        return [] if any(isinstance(f, ast.Starred) for f in found) else found

    def _is_of_module(self, function: ast.expr) -> bool:
        """Whether what is called is a module's, by the file's imports, and no function of the file's own."""
        owner = function.value if isinstance(function, ast.Attribute) else None
        return isinstance(owner, ast.Name) and owner.id in self._imports and self._place(owner) is None

    def _given_last(
        self, node: ast.Name, place: tuple[ast.AST, str], given: list[ast.expr | None]
    ) -> list[ast.expr]:
        """What a name was given last, where all its assignments are statements in a row of the scope it is read in."""
        ends = self._ends.get(place, [])
        if len(ends) != len(given) or self._scopes[node][0] is not place[0]:
            return []
        before = [v for v, end in zip(given, ends, strict=True) if end <= (node.lineno, node.col_offset)]
        return [before[-1]] if before and before[-1] is not None else []

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


def _is_made_of(value: ast.expr, name: str) -> bool:
    """Whether a method of a string that gives another of its kind is called on `name`."""
    function = value.func if isinstance(value, ast.Call) else None
    owner = function.value if isinstance(function, ast.Attribute) and function.attr in SAME else None
    return isinstance(owner, ast.Name) and owner.id == name
