"""if k in ("__module__", "__doc__") in a metaclass → with "__qualname__": what Python 3 puts into a class too."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._names import memory
from migration.rules._values import reads_of

_NAMED = "__module__"
#: What else is in the namespace that a metaclass is given, and from which version on.
_ADDED = {"__qualname__": (3, 3), "__firstlineno__": (3, 13), "__static_attributes__": (3, 13)}
_MAKERS = frozenset(["frozenset", "list", "set", "tuple"])


def visit(node: ast.Constant, module: Module) -> Findings:
    """Name those beside the module, where names of a class's namespace are told from what its author wrote."""
    names = module.parent(node)
    if node.value != _NAMED or not isinstance(names, (ast.List, ast.Set, ast.Tuple)):
        return
    held = {e.value for e in names.elts if isinstance(e, ast.Constant)}
    added = [n for n, since in _ADDED.items() if since <= module.target and n not in held]
    if added and len(held) == len(names.elts) and _has_metaclass(module) and _is_asked(names, module):
        quote = module.source(module.span(node))[-1]
        yield module.insert(module.span(node).end, "".join(f", {quote}{name}{quote}" for name in added))


def _has_metaclass(module: Module) -> bool:
    """Whether a class of the file derives from type."""
    known = memory(module)
    if "metaclasses" not in known:
        known["metaclasses"] = any(
            module.is_builtin(base, "type")
            for owner in module.nodes_of(ast.ClassDef)
            for base in owner.bases  # type: ignore[attr-defined]
        )
    return bool(known["metaclasses"])


def _is_asked(names: ast.expr, module: Module) -> bool:
    """Whether nothing is done with a collection but to ask whether something is in it."""
    made = module.parent(names)
    if isinstance(made, ast.Call) and made.args == [names] and module.is_builtin(made.func, *_MAKERS):
        names = made
    asked = [module.parent(read) for read in reads_of(names, module)]
    return bool(asked) and all(
        isinstance(a, ast.Compare) and isinstance(a.ops[0], (ast.In, ast.NotIn)) for a in asked
    )


RULE = Rule(
    id="class_namespace",
    family="P14",
    summary="metaclasses are given names that nobody wrote, and one more since Python 3",
    before="class M(type):\n    def __new__(c, n, b, d):\n        for k in d.keys():\n"
    "            if k not in ('__module__', '__doc__'): check(k)\nn = 1L\n",
    after="class M(type):\n    def __new__(c, n, b, d):\n        for k in d.keys():\n"
    "            if k not in ('__module__', '__qualname__', '__doc__'): check(k)\nn = 1\n",
    caveats="Names that are compared one by one are not seen.",
    triggers=(_NAMED,),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Constant,),
    visit=visit,
)
