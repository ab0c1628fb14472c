"""hasattr(o, 'x') → has_attribute(o, 'x'), where asking may fail otherwise: Python 2's took any error for a no."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.builtins import arguments
from migration.analysis.classes import class_of, classes, local_bases, methods, values_given
from migration.analysis.names import is_of_self, memory
from migration.analysis.values import constants_given, parameter_meant
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def has_attribute(value, name):
    """hasattr() as Python 2 had it: whatever goes wrong when it is asked for, there is no such attribute."""
    try:
        getattr(value, name)
    except Exception:
        return False
    return True
'''
#: Functions that raise what is no AttributeError where they don't like what they are given.
_FAILING = ("int", "float", "long", "open", "file", "unichr", "chr")


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask by a helper for what a class of the file gives by code that may raise something else."""
    if not module.is_builtin(node.func, "hasattr") or not arguments(node, 2, 2):
        return
    failing = _failing(module)
    surely = not isinstance(node.args[1], ast.Constant) and any(failing.values())
    named = failing and not failing.keys().isdisjoint(_names(node.args[1], module))
    if not (surely or named or ("" in failing and _is_such(node.args[0], module))):
        return
    if not inside_helper(node, HELPER, module):
        yield module.edit(module.part(node.func, helper("has_attribute", HELPER, module)))


def _names(node: ast.expr, module: Module) -> Iterator[str]:
    """The names that are asked for: written there, held by a name, or given by a call of the function."""
    for constant in constants_given(node, module):
        if isinstance(constant.value, str):
            yield constant.value


def _is_such(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an object of a class of the file whose __getattr__ may fail otherwise."""
    owner = class_of(node, module)
    found = (methods(c).get("__getattr__") for c in local_bases(owner, module)) if owner is not None else ()
    method = next((m for m in found if m is not None), None)
    return isinstance(method, ast.FunctionDef) and _may_fail(method, module)


def _failing(module: Module) -> dict[str, bool]:
    """The names of properties that may raise what is no AttributeError; "" for those that a __getattr__ sees to. True:
    by what is written to fail; False: by a key or a place that may be missing.
    """
    known = memory(module)
    if "failing attributes" not in known:
        found: dict[str, bool] = {}
        for owner in (c for several in classes(module).values() for c in several):
            for name, method in methods(owner).items():
                if not isinstance(method, ast.FunctionDef):
                    continue
                gets = any(module.is_builtin(d, "property") for d in method.decorator_list)
                fails = (gets or name == "__getattr__") and _may_fail(method, module)
                if fails or (gets and _asks_another(method, owner, module)):
                    found["" if name == "__getattr__" else name] = True
                elif gets and _looks_up(method, module):
                    found.setdefault(name, False)
        known["failing attributes"] = found
    return known["failing attributes"]  # type: ignore[no-any-return]


def _looks_up(method: ast.FunctionDef, module: Module) -> bool:
    """Whether a method reads what may not be there by a key or a place that is written out, and catches nothing."""
    nodes = module.below(method)
    return not any(isinstance(n, ast.Try) for n in nodes) and any(
        isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load) and isinstance(n.slice, ast.Constant)
        for n in nodes
    )


def _asks_another(method: ast.FunctionDef, owner: ast.ClassDef, module: Module) -> bool:
    """Whether a method calls a function that its object was given, which may raise anything, and catches nothing:
    `return self.load()`, where `__init__` says `self.load = load`.
    """
    nodes = module.below(method)
    called = [n.func for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)]
    return not any(isinstance(n, ast.Try) for n in nodes) and any(
        is_of_self(function)
        and any(parameter_meant(v, module) is not None for v in values_given(owner, function.attr, module))
        for function in called
    )


def _may_fail(method: ast.FunctionDef, module: Module) -> bool:
    """Whether a method raises, or looks up by a key, or converts, what nothing in it catches."""
    nodes = module.below(method)
    if any(isinstance(n, ast.Try) for n in nodes):
        return False
    given = {a.arg for a in method.args.args[1:]}
    for node in nodes:
        if isinstance(node, ast.Raise) and isinstance(node.exc, (ast.Call, ast.Name)):
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            if not module.is_builtin(raised, "AttributeError"):
                return True
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and any(getattr(a, "id", None) in given for a in node.args)
            and _is_own_lookup(node.func.attr, module)
        ):
            return True
        looked_up = getattr(getattr(node, "slice", None), "id", None) in given
        if looked_up or (isinstance(node, ast.Call) and module.is_builtin(node.func, *_FAILING)):
            return True
    return False


def _is_own_lookup(name: str, module: Module) -> bool:
    """Whether a method of the file, which is no special one, raises or calls another that may, and catches nothing."""
    found = [methods(c)[name] for several in classes(module).values() for c in several if name in methods(c)]
    if not found or (name.startswith("__") and name.endswith("__")):
        return False
    nodes = [node for method in found for node in module.below(method)]
    if any(isinstance(node, ast.Try) for node in nodes):
        return False
    return any(
        isinstance(node, ast.Raise)
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_of_self(node.func))
        for node in nodes
    )


RULE = Rule(
    id="hidden_errors",
    family="P15",
    summary="hasattr() takes only AttributeError for a no: others are caught where a class raises such",
    before=(
        "class C(object):\n    def __getattr__(self, name):\n        return self.d[name]\n"
        "if hasattr(C(), 'x'):\n    n = 1L\n"
    ),
    after=(
        f"{HELPER.strip()}\n\n\nclass C(object):\n    def __getattr__(self, name):\n        return self.d[name]\n"
        "if has_attribute(C(), 'x'):\n    n = 1\n"
    ),
    caveats="Only classes of the same file, which look up a key, convert or raise, or ask its methods that may, or a "
    "function that they were given.",
    triggers=("hasattr",),
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["hasattr"]),
    visit=visit,
)
