"""input() → eval(input()), which is what it did."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_old_builtin
from migration.analysis.names import names_by_id
from migration.analysis.values import reads_of, written_out
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

_NUMBERS = frozenset(["int", "long", "float"])
_ORDERING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


HELPER = '''
def evaluated_input(prompt=""):
    """Python 2's input(): the value of what is typed."""
    return eval(input(prompt))
'''


def visit(node: ast.Call | ast.Name, module: Module) -> Findings:
    """Say the evaluation aloud, in a file known to be Python 2; by a function of that name where it is handed on."""
    if isinstance(node, ast.Name):
        call = module.parent(node)
        called = isinstance(call, ast.Call) and (
            call.func is node or module.is_builtin(call.func, "isinstance", "type", "hasattr", "getattr")
        )
        if not called and isinstance(node.ctx, ast.Load) and is_old_builtin(node, module, "input"):
            yield module.replace(node, helper("evaluated_input", HELPER, module), needs_python2=True)
        return
    if not (isinstance(node.func, ast.Name) and is_old_builtin(node.func, module, "input")):
        return
    parent = module.parent(node)
    if isinstance(parent, ast.Call) and module.is_builtin(parent.func, "eval"):
        return
    raw = any(is_old_builtin(n, module, "raw_input") for n in names_by_id(module).get("raw_input", ()))
    proof = raw or any(_is_number(read, module) for read in reads_of(node, module))
    yield module.wrap(node, "eval(", needs_python2=not proof, evidence=proof)


def _is_compared(node: ast.expr, module: Module) -> bool:
    """Whether a value is compared with a number."""
    parent = module.parent(node)
    sides = [parent.left, *parent.comparators] if isinstance(parent, ast.Compare) else []
    return any(module.type_of(s) and module.type_of(s) <= _NUMBERS for s in sides if s is not node)


def _is_typed(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what another call of input() gives, there or by the one name it has."""
    given = written_out(node, module)
    return isinstance(given, ast.Call) and is_old_builtin(given.func, module, "input")


def _is_number(node: ast.expr, module: Module) -> bool:
    """Whether the place of `node` would fail for text, whatever it says: it was written for Python 2's input."""
    parent = module.parent(node)
    if isinstance(parent, ast.Call):
        return module.is_builtin(parent.func, "range", "xrange", "abs") and node in parent.args
    if isinstance(parent, ast.Assign):
        # Text could be taken apart so, too, where just as many characters are typed.
        return any(isinstance(t, (ast.Tuple, ast.List)) for t in parent.targets)
    if isinstance(parent, ast.BinOp):
        if isinstance(parent.op, (ast.Sub, ast.Div, ast.FloorDiv, ast.Pow)):
            return True
        beside = parent.right if parent.left is node else parent.left
        other = module.type_of(beside)
        if isinstance(parent.op, ast.Mult):
            return other == {"float"} or _is_typed(beside, module)
        # A text may be a template, but what is made of that is compared with no number.
        rest = isinstance(parent.op, ast.Mod) and parent.left is node and _is_compared(parent, module)
        return (rest or isinstance(parent.op, ast.Add)) and bool(other) and other <= _NUMBERS
    if isinstance(parent, ast.UnaryOp):
        return isinstance(parent.op, (ast.USub, ast.UAdd, ast.Invert))
    if isinstance(parent, ast.Compare) and len(parent.ops) == 1:
        other = module.type_of(parent.comparators[0] if parent.left is node else parent.left)
        return isinstance(parent.ops[0], _ORDERING) and bool(other) and other <= _NUMBERS
    return False


RULE = Rule(
    id="input_call",
    family="P12",
    summary="input evaluated what was typed",
    before="a = raw_input()\nn = input('? ')\n",
    after="a = input()\nn = eval(input('? '))\n",
    caveats="eval runs what a user types; ast.literal_eval is enough where only values are meant.",
    triggers=("input",),
    needs_python2=True,
    needs_proof=True,
    nodes=(ast.Call, ast.Name),
    names=frozenset(["input"]),
    visit=visit,
)
