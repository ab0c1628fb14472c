"""Lists of what has no order in Python 3: Python 2 ordered such instances by their address."""

from __future__ import annotations

import ast
import re
from collections.abc import Set

from migration.analysis.builtins import is_none, type_asked
from migration.analysis.classes import class_of, classes, foreign_bases, local_bases, methods
from migration.analysis.exceptions import is_exception_name
from migration.analysis.names import last_name, names_by_id, repository_texts, uses
from migration.analysis.values import returns_of
from migration.view.module import Module

#: What text, numbers and sequences have is no sign of an instance.
_COMMON = frozenset(n for kind in (str, bytes, int, float, tuple, list, set) for n in dir(kind)) | {"decode"}
#: The beginning of each class at the left margin, with what stands behind it up to the next.
_CLASSES = re.compile(r"^(?=class\b)", re.MULTILINE)
#: The base in the library that gives no order.
PLAIN = frozenset(["builtins.object"])
_ASKING = ("getattr", "hasattr", "setattr")


def holds_instances(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a list of a function's own that gets what has attributes, alone or at the end of tuples."""
    if not isinstance(node, ast.Name) or module.function(node) is None:
        return False
    last = [
        e.elts[-1] if isinstance(e, (ast.Tuple, ast.List)) and e.elts else e for e in _given(node, module)
    ]
    return any(isinstance(one, ast.Name) and is_instance(one, module) for one in last)


def has_no_order(node: ast.expr, module: Module, bases: Set[str] = PLAIN) -> bool:
    """Whether `node` is an object of a class of the file that defines no order, with none but `bases` elsewhere."""
    owner = class_of(node, module)
    if owner is None or not bases >= set(foreign_bases(owner, module)):
        return False
    return not any(name in methods(c) for c in local_bases(owner, module) for name in ("__lt__", "__cmp__"))


def lacks_argument(place: int, module: Module) -> bool:
    """Whether objects of a class of the file, whose items are the arguments it was made with, are made with None there,
    as an exception of a parser that is about no place is.
    """
    for name, several in classes(module).items():
        if not any(_gives_arguments(one, module) for one in several):
            continue
        made = (c for c in module.nodes_named(ast.Call, frozenset([name])) if isinstance(c, ast.Call))
        if any(place < len(c.args) and is_none(c.args[place]) for c in made):
            return True
    return False


def _gives_arguments(owner: ast.ClassDef, module: Module) -> bool:
    """Whether items of an object are those of `self.args`: by its own method, or as of Python 2's exceptions."""
    getter = methods(owner).get("__getitem__")
    if not isinstance(getter, ast.FunctionDef):
        return any(is_exception_name(base) for base in foreign_bases(owner, module))
    values = [r.value for r in returns_of(getter)]
    return any(isinstance(v, ast.Subscript) and getattr(v.value, "attr", "") == "args" for v in values)


def _given(node: ast.Name, module: Module) -> list[ast.expr]:
    """What a list gets one by one, where it is made and grows; [] where it may be something else than a list."""
    bindings = module.bindings(node)
    lists = [b for b in bindings if isinstance(b.value, (ast.List, ast.ListComp))]
    began = min((_line(b.node) for b in lists), default=0)
    # What the name meant before it was a list does not matter.
    if not began or any(
        b.kind != "augmented" and b not in lists and _line(b.node) >= began for b in bindings
    ):
        return []
    values = [b.node.value if isinstance(b.node, ast.AugAssign) else b.value for b in bindings]
    found = [e for v in values if isinstance(v, ast.List) for e in v.elts]
    found += [v.elt for v in values if isinstance(v, ast.ListComp)]
    for name in names_by_id(module)[node.id]:
        method = module.parent(name)
        call = module.parent(method)
        appends = isinstance(method, ast.Attribute) and method.attr == "append" and method.value is name
        if appends and isinstance(call, ast.Call) and module.bindings(name) == bindings:
            found += call.args
    return found


def _line(node: ast.AST) -> int:
    return getattr(node, "lineno", 0)


def is_instance(name: ast.Name, module: Module, follow: bool = True) -> bool:
    """Whether a variable is asked for attributes that text, numbers and sequences lack, by this name or another."""
    found = module.scope(name).lookup(name.id)
    if found is None or module.type_of(name):
        return False
    for one in uses(name.id, found[0], module):
        parent = module.parent(one)
        if isinstance(parent, ast.Attribute) and parent.attr not in _COMMON:
            return not _is_ordered(parent.attr, module)
        call = parent if isinstance(parent, ast.Call) and one in parent.args[:1] else None
        if call is not None and (module.is_builtin(call.func, *_ASKING) or _is_of_own_class(call, module)):
            return True
        targets = parent.targets if follow and isinstance(parent, ast.Assign) and parent.value is one else []
        if any(isinstance(t, ast.Name) and is_instance(t, module, follow=False) for t in targets):
            return True
    return False


def _is_of_own_class(test: ast.Call, module: Module) -> bool:
    """Whether a call asks if something is an instance of a class of the repository that has no order."""
    asked = type_asked(test, module)
    name = last_name(asked[1]) if asked is not None else ""
    if not name or module.is_builtin(asked[1], name):  # type: ignore[index]
        return False
    return _is_class_of_repository(name, module) and not _is_ordered(name, module)


def rows_of_instances(rows: ast.expr, module: Module) -> bool:
    """Whether the last of what a row is taken apart into, `when, event = rows[0]`, is used as an instance."""
    source = ast.dump(rows)
    for statement in module.nodes_of(ast.Assign):
        assert isinstance(statement, ast.Assign)
        target, value = statement.targets[0], statement.value
        if not isinstance(target, ast.Tuple) or not isinstance(target.elts[-1], ast.Name):
            continue
        taken = value.value if isinstance(value, ast.Subscript) else None
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "pop":
            taken = value.func.value
        if taken is not None and ast.dump(taken) == source and is_instance(target.elts[-1], module):
            return True
    return False


def _is_ordered(attribute: str, module: Module) -> bool:
    """Whether a class of the repository has the attribute, or that name, and says how it is ordered."""
    word = re.compile(rf"\b{attribute}\b")
    return any(
        word.search(block)
        for text in repository_texts(module)
        if "def __cmp__" in text or "def __lt__" in text
        for block in _CLASSES.split(text)[1:]
        if "def __cmp__" in block or "def __lt__" in block
    )


def _is_class_of_repository(name: str, module: Module) -> bool:
    word = re.compile(rf"^[ \t]*class[ \t]+{name}\b", re.MULTILINE)
    return any(name in text and word.search(text) for text in repository_texts(module))
