"""isinstance(n, int) → isinstance(n, (int, numpy.int_)): NumPy's integers were ints, as its floats still are floats."""

from __future__ import annotations

import ast

from migration.analysis.names import is_local
from migration.rule import Exactness, Findings, Phase, Rule
from migration.source.edits import Span
from migration.view.module import Module

_NAME = "numpy.int_"
#: Types that hold an array's integers as well.
_WIDER = frozenset(
    ["Integral", "Number", "Real", "Complex", "Rational", "generic", "integer", "number", "int_", "int64"]
)


def when(module: Module) -> bool:
    """Whether the file imports the library by a name."""
    return module.imported_as(_NAME) is not None and not is_local("numpy", module)


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for both, unless the value is known to be something else."""
    if len(node.args) != 2 or node.keywords or not module.is_builtin(node.func, "isinstance"):
        return
    value, kinds = node.args
    asked = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
    if not any(module.is_builtin(kind, "int") for kind in asked) or module.type_of(value):
        return
    if any(_last(kind) in _WIDER for kind in asked):
        return
    found = module.scope(node).lookup(str(module.imported_as(_NAME)).split(".")[0])
    if found is None or found[0] is not module.module_scope:
        return
    name = module.use(_NAME, at=node)
    if isinstance(kinds, ast.Tuple):
        last = module.outer_span(kinds.elts[-1]).end
        yield module.insert(last, ", ", name)
    else:
        # The edit begins before the type: that may have been written for a pair of types.
        opening = Span(module.outer_span(value).end, module.outer_span(kinds).start)
        closing = Span(module.outer_span(kinds).end, module.outer_span(kinds).end)
        yield module.edit(module.part(opening, opening, "("), module.part(closing, ", ", name, ")"))


def _last(kind: ast.expr) -> str:
    return kind.attr if isinstance(kind, ast.Attribute) else getattr(kind, "id", "")


RULE = Rule(
    id="array_integers",
    family="P7",
    summary="NumPy's integers are no ints any more: a test for those asks for both",
    before="import numpy\nif isinstance(n, int): print n\n",
    after="import numpy\nif isinstance(n, (int, numpy.int_)): print(n)\n",
    caveats="numpy.int_ is a C long, as Python 2's int was; other files of the program may get such integers, too.",
    triggers=("isinstance",),
    exactness=Exactness.EXACT,
    phase=Phase.FINISH,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["isinstance"]),
    when=when,
    visit=visit,
)
