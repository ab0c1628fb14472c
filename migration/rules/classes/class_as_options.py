"""meta.__dict__ of a class `Meta` in a class's body → the names that its own body gave."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.values import assigned
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.trees.constants import text_of
from migration.view.module import Module

HELPER = '''
def own_names(made):
    """What the body of a class gave names to, in a dictionary of its own."""
    added = ("__dict__", "__weakref__", "__static_attributes__", "__firstlineno__")
    return {name: value for name, value in vars(made).items() if name not in added}
'''
_TAKING = frozenset(["get", "pop"])
_WHOLE = frozenset(["copy", "items", "iteritems"])
_METACLASS = 4


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Take the names where the namespace is copied, gone through, or kept: none of it could be changed or set again."""
    function, made = module.function(node), node.value
    if not (
        isinstance(function, ast.FunctionDef)
        and isinstance(made, ast.Name)
        and isinstance(node.ctx, ast.Load)
    ):
        return
    if not _is_kept(node, module) or inside_helper(node, HELPER, module):
        return
    value = assigned(made, module)
    if value is None or not _is_class_of_body(value, function, module):
        return
    text = module.source(module.span(function))
    if "startswith('_" in text or 'startswith("_' in text:
        return  # it leaves out what it did not give itself
    yield module.replace(node, helper("own_names", HELPER, module), "(", made.id, ")")


def _is_kept(node: ast.expr, module: Module) -> bool:
    parent = module.parent(node)
    if isinstance(parent, ast.Attribute):
        call = module.parent(parent)
        return parent.attr in _WHOLE and isinstance(call, ast.Call) and call.func is parent
    if isinstance(parent, ast.Call):
        return module.is_builtin(parent.func, "dict") and parent.args[:1] == [node]
    return isinstance(parent, ast.Assign) and parent.value is node


def _is_class_of_body(value: ast.expr, function: ast.FunctionDef, module: Module) -> bool:
    """Whether `value` is taken out of the namespace that a metaclass is given, by a name as classes have them."""
    parameters = function.args.args
    if function.name not in ("__new__", "__init__") or len(parameters) != _METACLASS:
        return False
    if not isinstance(module.parent(function), ast.ClassDef):
        return False
    source: ast.expr | None = None
    key: ast.expr | None = None
    if isinstance(value, ast.Subscript):
        source, key = value.value, value.slice
    elif isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _TAKING:
        source, key = value.func.value, value.args[0] if value.args else None
    spelled = text_of(key) or ""
    return isinstance(source, ast.Name) and source.id == parameters[-1].arg and spelled[:1].isupper()


RULE = Rule(
    id="class_as_options",
    family="P14",
    summary="the namespace of every class holds __dict__ and __weakref__, and can't be changed in place",
    before="class T(type):\n    def __init__(cls, name, bases, names):\n        meta = names.pop('Meta', 0L)\n"
    "        cls.meta = meta.__dict__\n",
    after=HELPER.lstrip()
    + "\n\nclass T(type):\n    def __init__(cls, name, bases, names):\n        meta = names.pop('Meta', 0)\n"
    "        cls.meta = own_names(meta)\n",
    caveats="What is put into the namespace later is not the class's any more.",
    triggers=("__dict__",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Attribute,),
    names=frozenset(["__dict__"]),
    visit=visit,
)
