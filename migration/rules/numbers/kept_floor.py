"""[math.floor(x)] → [float(math.floor(x))]: floor and ceil gave floats, which show where they are kept or handed on."""

from __future__ import annotations

import ast

from migration.analysis.names import stdlib_name
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

_FLOATS = frozenset(["math.floor", "math.ceil"])
HELPER = '''
def {0}_as_float(number):
    """math.{0}() as Python 2 had it: a float."""
    return float(math.{0}(number))
'''
#: Builtins that give back, or show, one of their arguments as it is.
_KEEPING = ("max", "min", "type", "sorted", "list", "tuple", "print", "str", "repr")


def visit(node: ast.Call | ast.Name | ast.Attribute, module: Module) -> Findings:
    """Make a float of what may be spelled out somewhere else; what is only reckoned with is the same as an integer."""
    if not isinstance(node, ast.Call):
        yield from _handed_on(node, module)
    elif stdlib_name(node.func, module) in _FLOATS and _is_kept(node, module):
        yield module.wrap(node, "float(")


def _handed_on(node: ast.Name | ast.Attribute, module: Module) -> Findings:
    """Put a helper where the function itself is kept, or given to map()."""
    name, parent = stdlib_name(node, module), module.parent(node)
    if name not in _FLOATS or not isinstance(node.ctx, ast.Load):
        return
    mapped = isinstance(parent, ast.Call) and module.is_builtin(parent.func, "map") and parent.args[0] is node
    if mapped or isinstance(parent, (ast.Assign, ast.Dict)):
        last = (name or "").rpartition(".")[2]
        text = helper(f"{last}_as_float", HELPER.format(last), module, ("import math",))
        yield module.replace(node, text)


def _is_kept(node: ast.expr, module: Module) -> bool:
    """Whether the result leaves its function, or becomes part of a collection that no strange function is given."""
    parent = module.parent(node)
    if isinstance(parent, (ast.Return, ast.Yield)):
        return True
    if isinstance(parent, ast.Lambda):
        return parent.body is node
    if isinstance(parent, ast.BinOp):
        product = isinstance(parent.op, (ast.Mult, ast.Add, ast.Sub)) and isinstance(
            module.parent(parent), ast.Return
        )
        other = parent.right if parent.left is node else parent.left
        return product and module.type_of(other) != {"float"}
    if isinstance(parent, ast.keyword):
        return module.is_builtin(getattr(module.parent(parent), "func", parent), "dict")
    if isinstance(parent, ast.Call):
        return module.is_builtin(parent.func, "max", "min", "type") and node in parent.args
    if isinstance(
        parent, (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.GeneratorExp, ast.SetComp)
    ):
        if isinstance(parent, ast.Dict) and node not in parent.values:
            return False
        outer = module.parent(parent)
        if isinstance(outer, ast.Call):
            return module.is_builtin(outer.func, *_KEEPING)
        return not isinstance(outer, (ast.BinOp, ast.Subscript, ast.Compare))
    return False


RULE = Rule(
    id="kept_floor",
    family="P7",
    summary="floor and ceil are floats where they leave their function, are kept in a collection or go to map()",
    before="import math\nx = [math.floor(y)]\nn = 1L\n",
    after="import math\nx = [float(math.floor(y))]\nn = 1\n",
    caveats="Not in a collection that a function of another library is given, and not under a name.",
    triggers=("floor", "ceil"),
    needs_python2=True,
    nodes=(ast.Call, ast.Name, ast.Attribute),
    names=frozenset(["ceil", "floor"]),
    follows=frozenset(["star_in_function"]),
    visit=visit,
)
