"""Python 2's order of values that Python 3 refuses to compare: the helper that keeps it, and whether 2.7 was seen to
use it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.names import memory
from migration.analysis.values import as_read, value_there
from migration.analysis.whole import has_type_of_number
from migration.view.module import Module

#: Dictionaries were compared by size, then by their smallest difference: the same as by their sorted items.
ORDERED = '''
def ordered(value):
    """A key that orders as Python 2 did: None first, then numbers, then other values by their type's name."""
    if value is None:
        return 0, "", 0
    if hasattr(type(value), "__float__"):
        return 1, "", value
    for kind in (list, tuple):
        if isinstance(value, kind) and type(value).__lt__ is kind.__lt__:
            return 2, kind.__name__, [ordered(one) for one in value]
    name = "str" if isinstance(value, str) else type(value).__name__
    if isinstance(value, dict):
        return 2, name, (len(value), sorted((ordered(k), ordered(v)) for k, v in value.items()))
    if type(value).__lt__ is object.__lt__:
        return 2, name, id(value)
    return 2, name, value
'''
_TEXTS = ("comparing unequal types", "dict inequality comparisons")


def seen_mixed(node: ast.AST, module: Module) -> bool:
    """Whether Python 2.7 was seen, on the line of `node`, to order what Python 3 does not compare."""
    return any(
        seen.site == "warning" and any(known in text for text in seen.seen for known in _TEXTS)
        for seen in module.observed(node)
    )


def tested(operand: ast.expr, node: ast.AST, module: Module) -> bool:
    """Whether the function asks anywhere whether `operand` is None, or true: then it is taken to know."""
    function = module.function(node) or module.tree
    known = memory(module)
    key = ("tested", function)
    if key not in known:
        known[key] = list(_subjects(module.below(function)))
    if isinstance(operand, ast.Name):
        return any(isinstance(s, ast.Name) and s.id == operand.id for s in known[key])
    wanted = as_read(operand)
    return any(s.__class__ is operand.__class__ and ast.dump(s) == wanted for s in known[key])


def is_number_there(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a number for certain: by its type, or by what it was given last before it is read."""
    given = value_there(node, module) if isinstance(node, ast.Name) else _given_just_before(node, module)
    return any(has_type_of_number(n, module) for n in (node, given) if n is not None)


def _given_just_before(node: ast.expr, module: Module) -> ast.expr | None:
    """What the statement before gives an attribute or an item, where nothing comes between that may change it."""
    if not isinstance(node, (ast.Attribute, ast.Subscript)):
        return None
    if isinstance(node, ast.Attribute) and f"def {node.attr}(" in module.text:
        return None  # what is given to a property may be another thing afterwards
    statement = module.statement(node)
    block = module.block(statement)
    place = block.index(statement)
    before = block[place - 1] if place else None
    tested_first = statement.test if isinstance(statement, ast.If) else statement
    if not isinstance(before, ast.Assign) or isinstance(statement, (ast.For, ast.While, ast.With, ast.Try)):
        return None
    if node is not tested_first and not any(n is node for n in ast.walk(tested_first)):
        return None
    called = any(isinstance(n, ast.Call) for n in ast.walk(tested_first))
    same = [as_read(t) for t in before.targets] == [as_read(node)]
    return before.value if same and not called else None


def _subjects(nodes: list[ast.AST]) -> Iterator[ast.expr]:
    """The expressions that any of `nodes` tests."""
    for one in nodes:
        subjects: list[ast.expr] = []
        if isinstance(one, ast.Compare) and isinstance(one.ops[0], (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)):
            subjects = [one.left]
        elif isinstance(one, ast.BoolOp):
            subjects = one.values
        elif isinstance(one, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            subjects = [one.test]
        elif isinstance(one, ast.UnaryOp) and isinstance(one.op, ast.Not):
            subjects = [one.operand]
        elif isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "isinstance":
            subjects = one.args[:1]
        yield from subjects
