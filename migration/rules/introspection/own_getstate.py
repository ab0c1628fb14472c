"""hasattr(x, '__getstate__') → has_getstate(x): every object has one since Python 3.11."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.exceptions import is_awaited
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

_NAME = "__getstate__"
#: How both helpers below ask: whoever had none was asked by its `__getattr__` in Python 2.
_ASKED = """
    def own(method):
        owner = getattr(method, "__self__", 0)
        if owner is None or method in (object.__getstate__, object.__getstate__.__get__(owner)):
            raise AttributeError
        return method

    try:
        try:
            {0}own(value.__getstate__)
        except AttributeError:
            {0}own(type(value).__getattr__(value, "__getstate__"))
    except AttributeError:
"""
HELPER = f'''
def has_getstate(value):
    """Whether a value has a __getstate__ besides the one that every object has since Python 3.11."""

    {_ASKED.format("").strip()}
        return False
    return True
'''
GETTER = f'''
def own_getstate(value, *default):
    """A value's __getstate__, unless it is the one that every object has since Python 3.11."""

    {_ASKED.format("return ").strip()}
        if default:
            return default[0]
        raise AttributeError(f"{{type(value).__name__!r}} object has no attribute '__getstate__'") from None
'''


def visit(node: ast.Call | ast.Attribute, module: Module) -> Findings:
    """Ask whether there is another one than that of all objects, where the program is prepared for none."""
    if inside_helper(node, HELPER, module) or inside_helper(node, GETTER, module):
        return
    if isinstance(node, ast.Attribute):
        if isinstance(node.ctx, ast.Load) and is_awaited(node, module, "AttributeError"):
            yield from _replaced(node, node.value, "own_getstate", GETTER, module)
        return
    if len(node.args) < 2 or node.keywords or getattr(node.args[1], "value", None) != _NAME:
        return
    if len(node.args) == 2 and module.is_builtin(node.func, "hasattr"):
        yield from _replaced(node, node.args[0], "has_getstate", HELPER, module)
    elif len(node.args) == 3 and module.is_builtin(node.func, "getattr"):
        yield from _replaced(node, node.args[0], "own_getstate", GETTER, module, node.args[2])


def _replaced(
    node: ast.expr, value: ast.expr, name: str, source: str, module: Module, *default: ast.expr
) -> Findings:
    """The call of a helper; what all objects have tells only which language it is."""
    if not module.is_builtin(value, "object"):
        given = [piece for other in default for piece in (", ", *module.sub(other))]
        called = (helper(name, source, module), "(", *module.sub(value), *given, ")")
        yield module.replace(node, *called, needs_python2=True)


RULE = Rule(
    id="own_getstate",
    family="P15",
    summary="objects that have a __getstate__ are told from those that only inherit that of all objects",
    before="if hasattr(x, '__getstate__'): y = 1L\n",
    after=f"{HELPER.lstrip()}\n\nif has_getstate(x): y = 1\n",
    caveats="What copies and pickles objects does not ask their __getattr__ for it any more.",
    triggers=(_NAME,),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call, ast.Attribute),
    names=frozenset(["hasattr", "getattr", _NAME]),
    when=lambda module: module.target >= (3, 11),
    visit=visit,
)
