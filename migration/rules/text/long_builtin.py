"""long → int."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import is_isinstance_argument, is_old_builtin, spell_builtin
from migration.analysis.names import in_repository
from migration.analysis.values import may_hold
from migration.analysis.whole import has_type_of_number
from migration.rewriting.alike import needless
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.trees.precedence import Precedence
from migration.view.module import Module

#: A text that ends as numbers of the type long were spelled.
_SPELLED = re.compile(r"\d[lL]['\"]")
HELPER = '''
def long_number(value):
    """A whole number, also of a text that ends with the L by which Python 2 spelled long ones."""
    return int(value.strip().rstrip("lL") if isinstance(value, str) else value)
'''


def visit(node: ast.Name, module: Module) -> Findings:
    """Rename; (int, long) shrinks to int, alone or among other types."""
    if node.id != "long" or not is_old_builtin(node, module, "long"):
        return
    parent, name = module.parent(node), spell_builtin("int", node, module)
    if isinstance(parent, ast.Call) and _asks_for_overflow(parent, module):
        tested, most = module.source(module.span(parent.args[0])), module.use("sys.maxsize", at=node)
        bounds = ("not -", most, f" - 1 <= {tested} <= ", most)
        yield module.replace(parent, *bounds, precedence_of_new=Precedence.NOT)
        return
    if (
        isinstance(parent, ast.Tuple)
        and is_isinstance_argument(node, module)
        and len(parent.elts) > 1
        and any(module.is_builtin(e, "int") for e in parent.elts)
    ):
        if len(parent.elts) == 2:
            yield module.replace(parent, name)
        else:
            yield module.edit(module.part(_with_comma(node, parent, module)))
        return
    beside = _beside_int(node, module)
    gone = needless(node, "int", module) if beside is None else [module.part(beside)]
    if gone:
        yield module.edit(*gone)
        return
    if _is_told_apart(node, module):
        assert isinstance(parent, ast.Call)
        value = parent.args[0]
        pieces = ("(", module.span(parent.func), "(", *module.sub(value), f", {name}) and not -")
        bound = module.use("sys.maxsize", at=node)
        yield module.replace(parent, *pieces, bound, " - 1 <= ", *module.sub(value), " <= ", bound, ")")
        return
    if before := _asked_for_int_before(node, module):
        test, value = before
        bound = module.use("sys.maxsize", at=node)
        pieces = (module.span(test), " and -", bound, " - 1 <= ", *module.sub(value), " <= ", bound)
        yield module.edit(module.part(test, *pieces), module.part(node, name))
        return
    if isinstance(parent, ast.Call) and _may_be_a_truth(node, parent, module):
        of_which, asks = module.span(parent.args[0]), module.span(parent.func)
        truth = spell_builtin("bool", node, module)
        copied = f"{module.source(asks)}({module.source(of_which)}, "
        both = (asks, "(", of_which, ", ", name, f") and not {copied}", truth, ")")
        yield module.replace(parent, *both, precedence_of_new=Precedence.AND)
        return
    called = isinstance(parent, ast.Call) and parent.func is node
    if isinstance(parent, ast.Call) and called and _may_spell_long(parent, module):
        yield module.replace(node, helper("long_number", HELPER, module))
        return
    paired = isinstance(parent, (ast.Tuple, ast.List)) and any(
        module.is_builtin(e, "int") for e in parent.elts
    )
    exactness = Exactness.EXACT if called or paired else Exactness.SEMANTIC
    yield module.replace(node, name, exactness=exactness)


def _may_be_a_truth(node: ast.Name, call: ast.Call, module: Module) -> bool:
    """Whether `isinstance(x, long)` is asked of what may be True or False: those are of the type int."""
    if not is_isinstance_argument(node, module) or call.args[1:] != [node]:
        return False
    value = call.args[0]
    return isinstance(value, (ast.Name, ast.Attribute)) and "bool" in module.may_hold(value)


def _may_spell_long(call: ast.Call, module: Module) -> bool:
    """Whether what a call makes a number of may be a text that ends with the L of Python 2: such are spelled here."""
    if len(call.args) != 1 or call.keywords or isinstance(call.args[0], (ast.Starred, ast.Constant)):
        return False
    return not has_type_of_number(call.args[0], module) and in_repository(_SPELLED, module)


def _with_comma(node: ast.Name, parent: ast.Tuple, module: Module) -> Span:
    """One of several types with the comma before it, or behind the first."""
    place = parent.elts.index(node)
    if place:
        return Span(module.outer_span(parent.elts[place - 1]).end, module.outer_span(node).end)
    return Span(module.outer_span(node).start, module.outer_span(parent.elts[1]).start)


def _beside_int(node: ast.Name, module: Module) -> Span | None:
    """The question for long in `isinstance(x, int) and not isinstance(x, long)`, or its contrary: no int was a long."""
    call = module.parent(node)
    asked = module.parent(call)
    negated = isinstance(asked, ast.UnaryOp) and isinstance(asked.op, ast.Not)
    question = asked if negated else call
    both = module.parent(question)
    if not isinstance(both, ast.BoolOp) or isinstance(both.op, ast.And) is not negated:
        return None
    assert isinstance(call, ast.expr) and isinstance(question, ast.expr)
    sought = ast.dump(call).replace("id='long'", "id='int'")
    if isinstance(both.op, ast.Or):
        sought = ast.dump(ast.UnaryOp(ast.Not(), ast.Constant(0))).replace("Constant(value=0)", sought)
    position = both.values.index(question)
    if not is_isinstance_argument(node, module) or sought not in [
        ast.dump(v) for v in both.values[:position]
    ]:
        return None
    return Span(module.outer_span(both.values[position - 1]).end, module.outer_span(question).end)


def _asks_for_overflow(call: ast.Call, module: Module) -> bool:
    """Whether `isinstance(x, long)` asks if `x = int(…)` was too large for an int: that made a long of it."""
    if not (
        module.is_builtin(call.func, "isinstance")
        and len(call.args) == 2
        and isinstance(call.args[0], ast.Name)
    ):
        return False
    values = may_hold(call.args[0], module)
    return bool(values) and all(
        isinstance(v, ast.Call) and module.is_builtin(v.func, "int") and len(v.args) == 1 for v in values
    )


def _asked_for_int_before(node: ast.Name, module: Module) -> tuple[ast.expr, ast.expr] | None:
    """The test `type(x) is int`, or `isinstance(x, int)`, of an earlier arm with another body, where long is asked for
    in the same way; and x. Only numbers that an int could hold stopped there.
    """
    test = module.parent(node)
    arm = module.parent(test)
    if not isinstance(arm, ast.If) or arm.test is not test:
        return None
    if isinstance(test, ast.Compare):
        told = test.left if isinstance(test.ops[0], (ast.Is, ast.Eq)) and test.comparators == [node] else None
        told = told if isinstance(told, ast.Call) and module.is_builtin(told.func, "type") else None
    else:
        told = test if is_isinstance_argument(node, module) else None
    if not isinstance(told, ast.Call) or not told.args or not isinstance(told.args[0], ast.Name):
        return None
    sought, body = ast.dump(test).replace("id='long'", "id='int'"), [ast.dump(s) for s in arm.body]
    outer = module.parent(arm)
    while isinstance(outer, ast.If) and outer.orelse == [arm]:
        if ast.dump(outer.test) == sought and [ast.dump(s) for s in outer.body] != body:
            return outer.test, told.args[0]
        arm, outer = outer, module.parent(outer)
    return None


def _is_told_apart(node: ast.Name, module: Module) -> bool:
    """Whether `isinstance(x, long)` is asked of a variable that the same function asks for int by itself, afterwards:
    only numbers that an int could not hold got that far.
    """
    call = module.parent(node)
    if not (isinstance(call, ast.Call) and is_isinstance_argument(node, module) and call.args[1:] == [node]):
        return False
    asked, around = call.args[0], module.function(node) or module.tree
    if not isinstance(asked, ast.Name):
        return False
    return any(
        module.start(other) > module.start(call)
        and module.is_builtin(other.func, "isinstance")
        and len(other.args) == 2
        and module.is_builtin(other.args[1], "int")
        and getattr(other.args[0], "id", "") == asked.id
        and (module.function(other) or module.tree) is around
        and module.statement(other) is not module.statement(call)
        for other in module.nodes_named(ast.Call, frozenset(["isinstance"]))
        if isinstance(other, ast.Call)
    )


RULE = Rule(
    id="long_builtin",
    family="P8",
    summary="long is int",
    before="a = long(b), isinstance(b, (int, long))\n",
    after="a = int(b), isinstance(b, int)\n",
    caveats=(
        "Code that treats long and int apart meets one type; where long is asked for first, numbers that no int held."
    ),
    triggers=("long",),
    evidence=True,
    nodes=(ast.Name,),
    names=frozenset(["long"]),
    visit=visit,
)
