"""if n < 3: … elif n is None: …, n < m or n is None → asks for None first: to Python 2 it was the least."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from migration.analysis.builtins import is_none
from migration.analysis.values import as_read
from migration.rule import Findings, Rule
from migration.trees.fields import walk
from migration.view.module import Module, Precedence

_LESS, _GREATER = (ast.Lt, ast.LtE), (ast.Gt, ast.GtE)
#: What does nothing when it is asked.
_PLAIN = (ast.Name, ast.Attribute, ast.Constant, ast.expr_context)
_NUMBERS = frozenset(["int", "long", "float", "bool"])


def visit(node: ast.If | ast.BoolOp, module: Module) -> Findings:
    """Ask for None where the same block, or condition, does so only after it has compared the value."""
    if isinstance(node, ast.BoolOp):
        yield from _late_in_condition(node, module)
        return
    compare = _compared(node.test)
    value = _value(compare, module) if compare is not None else None
    if compare is None or value is None:
        return
    answer = _with_none(compare, value)
    if answer is None or not _asked_later(node, value, module) or _known_before(compare, value, module):
        return
    asked, needed = ("is None or", Precedence.OR) if answer else ("is not None and", Precedence.AND)
    spelled = module.source(module.span(value))
    yield module.replace(compare, f"{spelled} {asked} ", module.span(compare), precedence_of_new=needed)


def _late_in_condition(node: ast.BoolOp, module: Module) -> Findings:
    """Change the places of an order and of the test for None that follows it in the same condition."""
    wanted = (ast.Is, ast.Eq) if isinstance(node.op, ast.Or) else (ast.IsNot, ast.NotEq)
    for place, (order, test) in enumerate(itertools.pairwise(node.values)):
        if not (isinstance(test, ast.Compare) and isinstance(test.ops[0], wanted)):
            continue
        value, compare = test.left, _compared(order)
        if compare is not order or not _is_none_test(test, ast.dump(value)):
            continue
        operands = [compare.left, *compare.comparators]
        plain = all(
            isinstance(n, (ast.Name, ast.Attribute, ast.Constant, ast.expr_context))
            for o in operands
            for n in walk(o)
        )
        compared = any(ast.dump(o) == ast.dump(value) for o in operands)
        if plain and compared and not _is_asked(node.values[:place], value):
            # Whatever Python this is written for: that None can't be compared is all that the places can change.
            places = [module.part(order, module.span(test)), module.part(test, module.span(order))]
            yield module.edit(*places, needs_python2=False)
            return


def _is_asked(earlier: list[ast.expr], value: ast.expr) -> bool:
    """Whether conditions that come first ask for the value."""
    return any(ast.dump(n) == ast.dump(value) for one in earlier for n in walk(one))


def _compared(test: ast.expr) -> ast.Compare | None:
    """The comparison of order that a condition is, or begins with."""
    while isinstance(test, ast.BoolOp):
        test = test.values[0]
    ordered = isinstance(test, ast.Compare) and all(isinstance(op, _LESS + _GREATER) for op in test.ops)
    return test if isinstance(test, ast.Compare) and ordered else None


def _value(compare: ast.Compare, module: Module) -> ast.Name | ast.Attribute | None:
    """The one operand that is a variable, where all others are numbers."""
    operands = [compare.left, *compare.comparators]
    others = [o for o in operands if not _is_number(o, module)]
    value = others[0] if len(others) == 1 else None
    if isinstance(value, ast.Attribute) and not isinstance(value.value, ast.Name):
        return None
    return value if isinstance(value, (ast.Name, ast.Attribute)) else None


def _is_number(node: ast.expr, module: Module) -> bool:
    types = module.type_of(node)
    return bool(types) and types <= _NUMBERS


def _with_none(compare: ast.Compare, value: ast.expr) -> bool | None:
    """What Python 2 gave for None, where its place alone tells."""
    operands = [compare.left, *compare.comparators]
    place = operands.index(value)
    before = isinstance(compare.ops[place - 1], _GREATER) if place else True
    after = isinstance(compare.ops[place], _LESS) if place < len(compare.ops) else True
    if not (before and after):
        return False
    return True if len(compare.ops) == 1 else None


def _asked_later(node: ast.If, value: ast.expr, module: Module) -> bool:
    """Whether the arms after the first, or the statements that follow, ask if the value is None before it changes."""
    wanted = ast.dump(value)
    block = module.block(node)
    for statement in [*node.orelse, *block[block.index(node) + 1 :]]:
        if isinstance(statement, ast.If) and _is_none_test(statement.test, wanted):
            return True
        if any(as_read(t) == wanted for t in _stored(statement)):
            return False
    return False


def _stored(statement: ast.stmt) -> Iterator[ast.AST]:
    for one in walk(statement):
        if isinstance(one, (ast.Name, ast.Attribute)) and not isinstance(one.ctx, ast.Load):
            yield one


def _is_none_test(test: ast.expr, wanted: str) -> bool:
    return (
        isinstance(test, ast.Compare)
        and len(test.ops) == 1
        and isinstance(test.ops[0], (ast.Is, ast.IsNot, ast.Eq, ast.NotEq))
        and is_none(test.comparators[0])
        and ast.dump(test.left) == wanted
    )


def _known_before(compare: ast.Compare, value: ast.expr, module: Module) -> bool:
    """Whether the function asks for the value, or its truth, anywhere before the comparison."""
    function = module.function(compare) or module.tree
    wanted, place = ast.dump(value), (compare.lineno, compare.col_offset)
    for one in walk(function):
        if isinstance(one, (ast.If, ast.While, ast.IfExp)):
            asked = [one.test]
        elif isinstance(one, ast.BoolOp):
            asked = one.values
        elif isinstance(one, (ast.UnaryOp, ast.Assert)):
            asked = [one.operand if isinstance(one, ast.UnaryOp) else one.test]
        elif isinstance(one, ast.Compare) and isinstance(one.ops[0], (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)):
            asked = [one.left]
        else:
            continue
        if (one.lineno, one.col_offset) < place and any(ast.dump(a) == wanted for a in asked):
            return True
    return False


RULE = Rule(
    id="late_none_test",
    family="P13",
    summary="a value that is compared with numbers before it is asked for None",
    before="def f(n):\n    if 0 <= n <= 3: return n\n    if n is None: return None\n    print n\n",
    after=(
        "def f(n):\n    if n is not None and 0 <= n <= 3: return n\n    if n is None: return None\n    print(n)\n"
    ),
    caveats="Only in one block, or one condition, where nothing asks for the value before.",
    triggers=("None",),
    needs_python2=True,
    nodes=(ast.If, ast.BoolOp),
    visit=visit,
)
