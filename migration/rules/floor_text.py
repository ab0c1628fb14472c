"""print math.floor(x) → print(float(math.floor(x))): floor and ceil gave floats, which showed their .0.

So do those that go where they may be shown later: out of a function, into a list, to map() or under another name.
"""

from __future__ import annotations

import ast
from itertools import chain

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._helpers import helper
from migration.rules._names import stdlib_name
from migration.rules._shown import put_plainly, spelled
from migration.rules._values import assigned

_FLOATS = frozenset(["math.floor", "math.ceil"])


HELPER = '''
def {0}_as_float(number):
    """math.{0}() as Python 2 had it: a float."""
    return float(math.{0}(number))
'''
#: Builtins that give back, or show, one of their arguments as it is.
_KEEPING = ("max", "min", "type", "sorted", "list", "tuple", "print", "str", "repr")


def visit(node: ast.BinOp | ast.Call | ast.Name | ast.Attribute, module: Module) -> Findings:
    """Make a float of it where it is, or may be, spelled out; elsewhere an integer does the same."""
    if isinstance(node, (ast.Name, ast.Attribute)):
        yield from _handed_on(node, module)
        return
    if isinstance(node, ast.Call) and stdlib_name(node.func, module) in _FLOATS:
        if _is_kept(node, module):
            yield module.wrap(node, "float(")
        return
    shown = put_plainly(node, module)
    if isinstance(node, ast.Call):
        shown = chain(shown, spelled(node, module))
        for value in _represented(node, module):
            if _is_floor(value, module):
                yield module.replace(value, "float(", *module.sub(value), ")")
    for value in shown:
        if _is_floor(value, module):
            whole = node if module.is_builtin(getattr(node, "func", node), "str") else value
            yield module.replace(whole, "format(float(", *module.sub(value), '), ".12")')


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


def _represented(node: ast.Call, module: Module) -> list[ast.expr]:
    return node.args[:1] if module.is_builtin(node.func, "repr") else []


def _is_floor(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the result of floor or ceil, in place or under the one name it was given."""
    if isinstance(node, ast.Name):
        value = assigned(node, module)
        return isinstance(value, ast.Call) and _is_floor(value, module)
    return isinstance(node, ast.Call) and stdlib_name(node.func, module) in _FLOATS


RULE = Rule(
    id="floor_text",
    family="P7",
    summary="floor and ceil are shown as the floats they were",
    before="import math\nprint math.floor(x)\n",
    after='import math\nprint(format(float(math.floor(x)), ".12"))\n',
    caveats="Only where the result is spelled out, in place or by one name, leaves its function or is kept in a "
    "collection.",
    triggers=("floor", "ceil"),
    needs_python2=True,
    alone=True,
    order=60,
    nodes=(ast.BinOp, ast.Call, ast.Name, ast.Attribute),
    names=frozenset(["ceil", "floor", "format", "print", "repr", "str"]),
    visit=visit,
)
