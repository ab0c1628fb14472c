"""__builtin__.unicode → str: builtins that are gone, asked of their module."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._builtins import spell_builtin
from migration.rules._files import is_asked_for, opened
from migration.rules._helpers import helper
from migration.rules._names import last_name, stdlib_name
from migration.rules._values import constants_given
from migration.rules.cmp_call import HELPER

_MODULES = ("__builtin__", "builtins")
_BUILTINS = {"unicode": "str", "basestring": "str", "long": "int", "unichr": "chr", "xrange": "range"}
#: The same for what is asked for by a text. That there is none of it tells one language from the other.
_ASKED = {"raw_input": "input", "file": "open", "buffer": "memoryview"}
_MOVED = {"reduce": "functools.reduce", "reload": "importlib.reload", "intern": "sys.intern"}
#: What has no one successor: a call may have one, the function itself has none.
_GONE = ("apply", "buffer", "cmp", "coerce", "execfile", "file")

#: What sets builtins, or gives all of them.
_SETTING = frozenset(["setattr", "delattr", "vars"])


def visit(node: ast.Attribute | ast.Call, module: Module) -> Findings:
    """Name the successor; what is set there is the program's own."""
    if isinstance(node, ast.Call):
        yield from _asked(node, module)
        return
    owner, _, name = (stdlib_name(node, module) or "").rpartition(".")
    if owner not in _MODULES or not isinstance(node.ctx, ast.Load) or module.guarded(node):
        return
    if name in _BUILTINS:
        yield module.replace(node, spell_builtin(_BUILTINS[name], node, module))
    elif name in _MOVED:
        yield module.replace(node, module.use(_MOVED[name], at=node))
    elif name == "file" and is_asked_for(node, module):
        yield module.replace(node, *opened(node, module))
    elif name == "file" and getattr(module.parent(node), "func", None) is node:
        yield module.replace(node, spell_builtin("open", node, module))
    elif name == "cmp":
        yield module.replace(node, helper("compare", HELPER, module))
    elif name in _GONE:
        yield module.open(node, f"{name} is no builtin any more")


def _asked(node: ast.Call, module: Module) -> Findings:
    """hasattr(__builtin__, 'unichr'), getattr(__builtin__, 'unichr'), also by a name that holds such names."""
    if not module.is_builtin(node.func, "hasattr", "getattr") or len(node.args) < 2 or module.guarded(node):
        return
    owner, name = node.args[:2]
    if stdlib_name(owner, module) not in _MODULES or isinstance(name, ast.Starred):
        return
    if not isinstance(name, ast.Constant):
        yield from _asked_by_name(name, module)
        return
    old = str(name.value)
    if old in _BUILTINS:
        yield module.replace(name, module.quoted(_BUILTINS[old], name))
    elif old in _ASKED:
        yield module.replace(name, module.quoted(_ASKED[old], name), needs_python2=True)
    elif last_name(node.func) == "hasattr" and (old in _MOVED or old in _GONE):
        yield module.replace(node, "True", needs_python2=True)
    elif len(node.args) == 2 and old in _MOVED:
        yield module.replace(node, module.use(_MOVED[old], at=node), needs_python2=True)
    elif len(node.args) == 2 and old == "cmp":
        yield module.replace(node, helper("compare", HELPER, module), needs_python2=True)
    elif len(node.args) == 2 and old in _GONE:
        yield module.open(node, f"{old} is no builtin any more", needs_python2=True)


def _asked_by_name(name: ast.expr, module: Module) -> Findings:
    """What a loop goes through, a constant, or what a function is given: the names may serve for other things, too."""
    held = {str(c.value) for c in constants_given(name, module)}
    new = {old: now for old, now in (*_BUILTINS.items(), *_ASKED.items()) if old in held}
    if new and _is_set_by_name(module):
        message = "the names of builtins that are gone, where builtins are set by name as well"
        yield module.open(name, message, needs_python2=True)
    elif new:
        table = ", ".join(f'"{old}": "{now}"' for old, now in sorted(new.items()))
        name_again = module.sub(name)
        yield module.replace(
            name, "{", table, "}.get(", *name_again, ", ", *name_again, ")", needs_python2=True
        )


def _is_set_by_name(module: Module) -> bool:
    """Whether the file sets or takes away builtins by names that it holds: another name would be asked for than is
    set.
    """
    for call in module.nodes_named(ast.Name, _SETTING):
        node = module.parent(call)
        if isinstance(node, ast.Call) and node.func is call and node.args:
            is_named = len(node.args) > 1 and isinstance(node.args[1], ast.Constant)
            if stdlib_name(node.args[0], module) in _MODULES and not is_named:
                return True
    return any(
        isinstance(node, ast.Attribute)
        and stdlib_name(node.value, module) in _MODULES
        and not _is_one_or_none_set(node, module)
        for node in module.nodes_named(ast.Attribute, frozenset(["__dict__"]))
    )


def _is_one_or_none_set(node: ast.Attribute, module: Module) -> bool:
    """Whether of a table of names one is meant that stands there, or it is only asked for names."""
    outer = module.parent(node)
    if isinstance(outer, ast.Subscript):
        return isinstance(outer.slice, ast.Constant) or isinstance(outer.ctx, ast.Load)
    return isinstance(outer, ast.Compare) and node in outer.comparators


RULE = Rule(
    id="builtin_attributes",
    family="P12",
    summary="builtins that are gone, asked of the module __builtin__",
    before="import __builtin__\na = __builtin__.unicode(b)\n",
    after="import builtins\na = str(b)\n",
    triggers=("__builtin__", "builtins"),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Attribute, ast.Call),
    names=frozenset([*_BUILTINS, *_MOVED, *_GONE, "hasattr", "getattr"]),
    visit=visit,
)
