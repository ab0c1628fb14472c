"""Who takes __module__ out of a class's namespace takes __qualname__ out too."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.values import assigned, reads_of
from migration.rule import Findings, Rule
from migration.view.module import Module

_DISPLAYS = (ast.List, ast.Set, ast.Tuple)


def visit(node: ast.Delete | ast.Compare, module: Module) -> Findings:
    """Treat the name that Python 3 puts in every class body like the one that Python 2 put there."""
    if isinstance(node, ast.Compare):
        yield from _choice(node, module)
        return
    target = node.targets[0]
    if len(node.targets) != 1 or not (isinstance(target, ast.Subscript) and _is_module(target.slice)):
        return
    if not isinstance(target.value, ast.Name) or "__qualname__" in module.text:
        return
    name = target.value.id
    place = _outermost(node, name, module)
    margin = module.indentation(place)
    if module.text[module.line_span(place).start : module.start(place)].strip():
        return
    text = f'{name}.pop("__qualname__", None)'
    if place is node:
        yield module.insert(module.span(node).end, f"\n{margin}{text}")
    else:
        yield module.insert(module.start(place), f"{text}\n{margin}")


def _outermost(node: ast.stmt, name: str, module: Module) -> ast.stmt:
    """The statement around `node` before which `name` is known to be that namespace already."""
    place: ast.stmt = node
    for outer in module.ancestors(node):
        if not isinstance(outer, ast.If) or module.text.startswith("elif", module.start(outer)):
            break
        named = [n for n in ast.walk(outer) if isinstance(n, ast.Name) and n.id == name]
        if any(n in named for n in ast.walk(outer.test)) or any(isinstance(n.ctx, ast.Store) for n in named):
            break
        place = outer
    return place


def _choice(node: ast.Compare, module: Module) -> Findings:
    """`name in ("__module__", "__doc__")`."""
    if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
        return
    names = _written_out(node.comparators[0], module)
    if not isinstance(names, _DISPLAYS) or not any(_is_module(n) for n in names.elts):
        return
    found = {n.value for n in names.elts if isinstance(n, ast.Constant)}
    if "__qualname__" in found or not found & {"__doc__", "__metaclass__", "__dict__", "__weakref__"}:
        return
    known = next(n for n in names.elts if _is_module(n))
    yield module.insert(module.span(known).end, ', "__qualname__"')


def _written_out(node: ast.expr, module: Module) -> ast.expr | None:
    """A collection in place, or by a name of which nothing is asked but what is in it; for the first who asks that."""
    if not isinstance(node, ast.Name):
        return node
    made = assigned(node, module)
    if made is None or not isinstance(module.parent(made), ast.Assign):
        return None
    asked = [module.parent(read) for read in reads_of(made, module)]
    if not all(isinstance(a, ast.Compare) and isinstance(a.ops[0], (ast.In, ast.NotIn)) for a in asked):
        return None
    if module.parent(node) is not asked[0]:
        return None  # one edit is enough
    if (
        isinstance(made, ast.Call)
        and len(made.args) == 1
        and module.is_builtin(made.func, "frozenset", "set")
    ):
        return made.args[0]
    return made


def _is_module(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == "__module__"


RULE = Rule(
    id="class_namespace",
    family="P14",
    summary="the namespace of a class holds __qualname__ beside __module__",
    before="def make(names):\n    del names['__module__']\n    print repr(names)\n",
    after="def make(names):\n    del names['__module__']\n    names.pop(\"__qualname__\", None)\n"
    "    print(repr(names))\n",
    caveats="Namespaces that are compared as a whole are not seen.",
    triggers=("__module__",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Delete, ast.Compare),
    visit=visit,
)
