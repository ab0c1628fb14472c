"""row.__dict__ → attributes_of(row), in a file with named tuples: those have no __dict__ any more."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import class_of
from migration.analysis.names import memory
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def attributes_of(value):
    """What `value.__dict__` held in Python 2.7: of a named tuple, its fields."""
    return value._asdict() if hasattr(value, "_asdict") else value.__dict__
'''
_NO_TUPLES = frozenset(["class", "function", "import"])


def visit(node: ast.Attribute | ast.Call, module: Module) -> Findings:
    """Ask for the fields where that is one; a test for the attribute holds for those as well."""
    if inside_helper(node, HELPER, module):
        return
    if isinstance(node, ast.Attribute):
        asked = node.attr == "__dict__" and isinstance(node.ctx, ast.Load)
        if asked and _may_be_one(node.value, module) and ast.dump(node.value) not in _stored_in(module):
            made = helper("attributes_of", HELPER, module)
            yield module.replace(node, made, "(", *module.sub(node.value), ")")
    elif module.is_builtin(node.func, "vars") and len(node.args) == 1 and _may_be_one(node.args[0], module):
        yield module.edit(module.part(node.func, helper("attributes_of", HELPER, module)))
    elif module.is_builtin(node.func, "hasattr") and len(node.args) == 2 and not node.keywords:
        name = node.args[1]
        asked = isinstance(name, ast.Constant) and name.value == "__dict__"
        if asked and isinstance(node.args[0], ast.Name) and _may_be_one(node.args[0], module):
            text = f' or hasattr({node.args[0].id}, "_asdict"))'
            yield module.wrap(node, "(", text)


def _may_be_one(node: ast.expr, module: Module) -> bool:
    """Whether `node` is no object that the file shows to be something else."""
    if isinstance(node, ast.Name):
        bindings = module.bindings(node)
        known = any(b.kind in _NO_TUPLES for b in bindings) or not bindings
        return not known and class_of(node, module) is None and node.id not in ("self", "cls")
    return isinstance(node, ast.Subscript) or (isinstance(node, ast.Attribute) and node.attr != "__class__")


def _stored_in(module: Module) -> frozenset[str]:
    """The expressions, dumped, whose __dict__ the file stores in: what takes that is no tuple."""
    known = memory(module)
    if "stored in" not in known:
        known["stored in"] = frozenset(
            ast.dump(read.value)
            for read in module.nodes_named(ast.Attribute, frozenset(["__dict__"]))
            if isinstance(read, ast.Attribute)
            and isinstance(outer := module.parent(read), ast.Subscript)
            and not isinstance(outer.ctx, ast.Load)
        )
    return known["stored in"]  # type: ignore[no-any-return]


RULE = Rule(
    id="tuple_attributes",
    family="P14",
    summary="named tuples have no __dict__ any more",
    before="from collections import namedtuple\nP = namedtuple('P', 'x y')\ndef f(p): return p.__dict__\nn = 1L\n",
    after=(
        "from collections import namedtuple\n"
        f"\n{HELPER}\n\nP = namedtuple('P', 'x y')\ndef f(p): return attributes_of(p)\nn = 1\n"
    ),
    caveats="In the file that makes named tuples alone. A class derived from one has a __dict__ of its own.",
    triggers=("namedtuple",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Attribute, ast.Call),
    names=frozenset(["__dict__", "vars", "hasattr"]),
    visit=visit,
)
