"""__hex__ and __oct__ are never called, __coerce__ neither: hex(x) → x.__hex__() where x's class is seen."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import is_old_builtin
from migration.analysis.classes import class_of, classes, defines, methods
from migration.analysis.names import defined_in_repository
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def hexadecimal(value):
    """hex() as Python 2 had it: what an object says itself, where it does."""
    return value.__hex__() if hasattr(value, "__hex__") else hex(value)
'''
OCTAL = '''
def octal(value):
    """oct() as Python 2 had it: what an object says itself, where it does, and 0777 for 511."""
    if hasattr(value, "__oct__"):
        return value.__oct__()
    return ("-" if value < 0 else "") + (f"0{abs(value):o}" if value else "0")
'''
_HELPERS = {"hex": ("hexadecimal", HELPER), "oct": ("octal", OCTAL)}
_CALLS = {"hex": "__hex__", "oct": "__oct__"}
_LONG = "__long__"


def visit(node: ast.ClassDef | ast.Call, module: Module) -> Findings:
    """Call the method by its name; say so for the class where other files may use it."""
    if isinstance(node, ast.Call):
        yield from _long(node, module)
        for name, method in _CALLS.items():
            if not module.is_builtin(node.func, name) or len(node.args) != 1 or node.keywords:
                continue
            owner = class_of(node.args[0], module)
            if owner is not None and defines(owner, method, module):
                # With __index__ the class may be made for Python 3 too, which asks for that.
                asked = defines(owner, "__index__", module)
                yield module.replace(node, *module.atom(node.args[0]), f".{method}()", needs_python2=asked)
            elif owner is None and may_say(node, method, module):
                yield module.replace(node.func, helper(*_HELPERS[name], module), needs_python2=True)
        return
    own = methods(node)
    if "__coerce__" in own and "__add__" not in own:
        yield module.open(
            node, "Python 3 never calls __coerce__: convert the other operand in each arithmetic method"
        )
    for name, method in _CALLS.items():
        if method in own and not defines(node, "__index__", module):
            yield module.open(
                node, f"{name}() calls __index__ now, not {method}: define __index__ if this is a number"
            )


def _long(node: ast.Call, module: Module) -> Findings:
    """long(x): int(x) asks for another method, which the class has as well."""
    if not is_old_builtin(node.func, module, "long") or len(node.args) != 1 or node.keywords:
        return
    owner = class_of(node.args[0], module)
    if owner is not None and defines(owner, _LONG, module) and defines(owner, "__int__", module):
        yield module.replace(node, *module.atom(node.args[0]), f".{_LONG}()")


def may_say(node: ast.Call, method: str, module: Module) -> bool:
    """Whether hex() or oct() is asked of what is not known, and a class of the file says by `method` what that is of
    its instances.
    """
    if module.type_of(node.args[0]) or any(inside_helper(node, text, module) for text in (HELPER, OCTAL)):
        return False
    here = any(method in methods(c) for several in classes(module).values() for c in several)
    return here or defined_in_repository(method, module)


RULE = Rule(
    id="number_methods",
    family="P14",
    summary="__hex__, __oct__ and __coerce__ are never called",
    before="class H(object):\n    def __hex__(self): return '0x2a'\nx = hex(H())\n",
    after="class H(object):\n    def __hex__(self): return '0x2a'\nx = H().__hex__()\n",
    caveats="Where the class is not seen, a helper asks the object, in files that define such a method.",
    triggers=("__hex__", "__oct__", "__coerce__", "__long__", "hex(", "oct("),
    exactness=Exactness.EXACT,
    nodes=(ast.ClassDef, ast.Call),
    visit=visit,
)
