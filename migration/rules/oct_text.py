"""oct(n) → '0%o' % n: the text Python 2 gave."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.precedence import Precedence
from migration.rule import Findings, Rule


def visit(node: ast.Call, module: Module) -> Findings:
    """Rewrite calls of the builtin."""
    if module.is_builtin(node.func, "oct") and len(node.args) == 1 and not node.keywords:
        number = module.sub(node.args[0], Precedence.UNARY)
        yield module.replace(node, "'0%o' % ", *number, precedence_of_new=Precedence.PRODUCT)


RULE = Rule(
    id="oct_text",
    family="P3",
    summary="oct() wrote 0777, now 0o777",
    before="a = oct(8L)\n",
    after="a = '0%o' % 8\n",
    caveats="Zero gave '0' and negative numbers '-010'; long integers a final L.",
    triggers=("oct",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["oct"]),
    visit=visit,
)
