"""Lists of what has no order in Python 3: Python 2 ordered such instances by their address."""

from __future__ import annotations

import ast
import re

from migration.module import Module
from migration.rules._names import names_by_id, repository_texts, uses

#: What text, numbers and sequences have is no sign of an instance.
_COMMON = frozenset(n for kind in (str, bytes, int, float, tuple, list, set) for n in dir(kind)) | {"decode"}
_ASKING = ("getattr", "hasattr", "setattr")


def holds_instances(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a list of a function's own that gets what has attributes, alone or at the end of tuples."""
    if not isinstance(node, ast.Name) or module.function(node) is None:
        return False
    last = [
        e.elts[-1] if isinstance(e, (ast.Tuple, ast.List)) and e.elts else e for e in _given(node, module)
    ]
    return any(isinstance(one, ast.Name) and _is_instance(one, module) for one in last)


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


def _is_instance(name: ast.Name, module: Module, follow: bool = True) -> bool:
    """Whether a variable is asked for attributes that text, numbers and sequences lack, by this name or another."""
    found = module.scope(name).lookup(name.id)
    if found is None or module.type_of(name):
        return False
    for one in uses(name.id, found[0], module):
        parent = module.parent(one)
        if isinstance(parent, ast.Attribute) and parent.attr not in _COMMON:
            return not _is_ordered(parent.attr, module)
        if (
            isinstance(parent, ast.Call)
            and module.is_builtin(parent.func, *_ASKING)
            and one is parent.args[0]
        ):
            return True
        targets = parent.targets if follow and isinstance(parent, ast.Assign) and parent.value is one else []
        if any(isinstance(t, ast.Name) and _is_instance(t, module, follow=False) for t in targets):
            return True
    return False


def _is_ordered(attribute: str, module: Module) -> bool:
    """Whether a file of the repository has both the attribute and a class that says how it is ordered."""
    word = re.compile(rf"\b{attribute}\b")
    return any(
        word.search(text)
        for text in repository_texts(module)
        if "def __cmp__" in text or "def __lt__" in text
    )
