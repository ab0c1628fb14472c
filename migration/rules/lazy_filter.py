"""filter(…) → list(filter(…)), ''.join(…) of a text, tuple(…) of a tuple, where not gone through at once."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.edits import Piece
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._builtins import is_old_builtin, spell_builtin
from migration.rules._lazy import needs_list, plain

_TEXTS = frozenset(["str", "unicode"])
_NUMBER_READERS = ("int", "float", "long")


def visit(node: ast.Call, module: Module) -> Findings:
    """Keep the type Python 2 gave: that of the argument for texts and tuples, else a list."""
    if not is_old_builtin(node.func, module, "filter") or not plain(node) or len(node.args) != 2:
        return
    types = module.type_of(node.args[1])
    text = bool(types) and types <= _TEXTS
    tuples = types == {"tuple"}
    if not text and not types and _read_as_text(node, module):
        text = True
        needed: bool | None = True
    else:
        needed = needs_list(node, module)
    if needed is False:
        return
    before: list[Piece] = (
        ["''.join("] if text else [spell_builtin("tuple" if tuples else "list", node, module), "("]
    )
    span = module.span(node)
    certain = bool(needed)
    yield module.edit(
        module.part(span, *before, span, ")"),
        evidence=certain,
        needs_python2=not certain,
        exactness=Exactness.EXACT if types else Exactness.SEMANTIC,
    )


def _read_as_text(node: ast.Call, module: Module) -> bool:
    """Whether the place takes text and no list: int(…), a method of str, a comparison with a literal."""
    parent = module.parent(node)
    if isinstance(parent, ast.Call) and node in parent.args:
        return module.is_builtin(parent.func, *_NUMBER_READERS)
    if isinstance(parent, ast.Attribute):
        return hasattr(str, parent.attr) and not hasattr(list, parent.attr)
    if isinstance(parent, (ast.BinOp, ast.Compare)):
        others = (
            [parent.left, parent.right]
            if isinstance(parent, ast.BinOp)
            else [parent.left, *parent.comparators]
        )
        if isinstance(parent, ast.Compare) and not isinstance(parent.ops[0], (ast.Eq, ast.NotEq)):
            return False
        if isinstance(parent, ast.BinOp) and not isinstance(parent.op, ast.Add):
            return False
        known = [module.type_of(o) for o in others if o is not node]
        return all(t and t <= _TEXTS for t in known)
    return False


RULE = Rule(
    id="lazy_filter",
    family="P6",
    summary="filter() is lazy: list(), ''.join() or tuple() as its argument's type demands",
    before="x = filter(f, xs)[0]\nfor y in filter(f, xs): z = y\nd = len(filter(g, 'a1'))\n",
    after="x = list(filter(f, xs))[0]\nfor y in filter(f, xs): z = y\nd = len(''.join(filter(g, 'a1')))\n",
    caveats="Where the argument's type is unknown, a list is made of what may be a text or a tuple.",
    triggers=("filter",),
    nodes=(ast.Call,),
    visit=visit,
)
