"""E.__bases__ += (C,) → what C derives from goes out of the bases: Python 3 finds no order for both."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.classes import classes, foreign_bases, local_bases, methods
from migration.analysis.exceptions import is_exception_name
from migration.analysis.names import memory
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module

HELPER = '''
def with_base(bases, added):
    """The bases with one more, as Python 2 ordered them: what the new one derives from is reached through it."""
    kept = (b for b in bases if not (isinstance(b, type) and isinstance(added, type) and issubclass(added, b)))
    return (*kept, added)
'''


def visit(node: ast.AugAssign | ast.Assign, module: Module) -> Findings:
    """Add the base by a helper; the exceptions that are added keep the layout of those they are added to."""
    target, added = _added(node, module)
    if target is None or added is None:
        return
    owner = module.span(target)
    call = (helper("with_base", HELPER, module), "(", owner, ", ", *module.sub(added), ")")
    yield module.replace(node, owner, " = ", *call)
    settled: set[str] = memory(module).setdefault("bases without slots", set())
    for one in _highest(_classes_of(added, module), module):
        part = _without_slots(one, module)
        if part is not None and one.name not in settled:
            settled.add(one.name)
            yield module.edit(part)


def _added(node: ast.AugAssign | ast.Assign, module: Module) -> tuple[ast.Attribute | None, ast.expr | None]:
    """`E.__bases__` and C of `E.__bases__ += (C,)` and `E.__bases__ = E.__bases__ + (C,)`, where E is a plain name."""
    value: ast.expr = node.value
    target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
    if (
        not isinstance(target, ast.Attribute)
        or target.attr != "__bases__"
        or not isinstance(target.value, ast.Name)
    ):
        return None, None
    if isinstance(node, ast.AugAssign):
        grows = isinstance(node.op, ast.Add)
    else:
        grows = isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add) and len(node.targets) == 1
        if grows and isinstance(value, ast.BinOp):
            grows = ast.unparse(value.left) == ast.unparse(target)
            value = value.right
    one = value.elts[0] if isinstance(value, ast.Tuple) and len(value.elts) == 1 else None
    return (target, one) if grows and one is not None and not isinstance(one, ast.Starred) else (None, None)


def _classes_of(node: ast.expr, module: Module) -> list[ast.ClassDef]:
    """The classes of the file that `node` names: by its own name, or as what a loop over their names goes through."""
    if not isinstance(node, ast.Name):
        return []
    if node.id in classes(module):
        return classes(module)[node.id][:1]
    found: list[ast.ClassDef] = []
    for binding in module.bindings(node):
        loop = module.parent(binding.node)
        if not isinstance(loop, ast.For) or not isinstance(loop.iter, (ast.Tuple, ast.List)):
            return []
        found += (
            classes(module)[i.id][0]
            for i in loop.iter.elts
            if isinstance(i, ast.Name) and i.id in classes(module)
        )
    return found


def _highest(added: list[ast.ClassDef], module: Module) -> Iterator[ast.ClassDef]:
    """The exceptions that derive from none of the others, with their own bases in the file.

    Those of a module derive from each other as these do (PEP 249): only the highest there have the builtin layout.
    """
    for one in added:
        chain = local_bases(one, module)
        if any(other in chain for other in added if other is not one):
            continue
        if all(is_exception_name(name) for name in foreign_bases(one, module)):
            yield from chain


def _without_slots(owner: ast.ClassDef, module: Module) -> Part | None:
    """`__slots__ = ()`: objects still have the attributes that every exception has, but no further layout."""
    if "__slots__" in methods(owner):
        return None
    first = owner.body[0]
    if isinstance(first, ast.Pass):
        return module.part(first, "__slots__ = ()")
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    if documented and len(owner.body) > 1:
        first = owner.body[1]
    if first.lineno == owner.lineno or getattr(first, "decorator_list", None):
        return None
    at = module.span(first).start
    if documented and len(owner.body) == 1:
        at = module.span(first).end
        return module.part(Span(at, at), f"\n\n{module.indentation(first)}__slots__ = ()")
    return module.part(Span(at, at), f"__slots__ = ()\n\n{module.indentation(first)}")


RULE = Rule(
    id="added_bases",
    family="P16",
    summary="a base that is added to a class takes the place of what it derives from",
    before="def install(E):\n    E.__bases__ += (C,)\nn = 1L\n",
    after=(
        HELPER.replace("\n", "", 1)
        + "\n\ndef install(E):\n    E.__bases__ = with_base(E.__bases__, C)\nn = 1\n"
    ),
    caveats="Exceptions of the file that are added get __slots__ = (): Python 3 asks for the same layout.",
    triggers=("__bases__",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.AugAssign, ast.Assign),
    visit=visit,
)
