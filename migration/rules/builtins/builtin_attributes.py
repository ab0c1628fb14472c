"""__builtin__.unicode → str: builtins that are gone, asked of their module."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin
from migration.analysis.files import is_asked_for, opened
from migration.analysis.names import is_path, last_name, memory, repository_texts, stdlib_name
from migration.analysis.values import constants_given, given_to_attributes, parameter_meant
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.rules.ordering.cmp_call import HELPER
from migration.view.module import Module

_MODULES = ("__builtin__", "builtins")
_BUILTINS = {"unicode": "str", "basestring": "str", "long": "int", "unichr": "chr", "xrange": "range"}
#: The same for what is asked for by a text. That there is none of it tells one language from the other.
_ASKED = {"raw_input": "input", "file": "open", "buffer": "memoryview"}
_MOVED = {"reduce": "functools.reduce", "reload": "importlib.reload", "intern": "sys.intern"}
#: What has no one successor: a call may have one, the function itself has none.
_GONE = ("apply", "buffer", "cmp", "coerce", "execfile", "file")

#: What asks a module for something by its name, or sets it.
_BY_NAME = ("hasattr", "getattr", "setattr", "delattr")


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
    if not module.is_builtin(node.func, *_BY_NAME) or len(node.args) < 2 or module.guarded(node):
        return
    owner, name = node.args[:2]
    if stdlib_name(owner, module) not in _MODULES or isinstance(name, ast.Starred):
        return
    if not isinstance(name, ast.Constant):
        if not _is_translated(name):
            yield from _asked_by_name(name, module)
        return
    old = str(name.value)
    if last_name(node.func) == "setattr":
        return  # another rule looks at what is put in the place of a builtin
    if old in _BUILTINS:
        yield module.replace(name, module.quoted(_BUILTINS[old], name))
    elif old in _ASKED:
        yield module.replace(name, module.quoted(_ASKED[old], name), needs_python2=True)
    elif last_name(node.func) == "hasattr" and (old in _MOVED or old in _GONE):
        yield module.replace(node, "True", needs_python2=True)
    elif last_name(node.func) == "delattr":
        return
    elif len(node.args) == 2 and old in _MOVED:
        yield module.replace(node, module.use(_MOVED[old], at=node), needs_python2=True)
    elif len(node.args) == 2 and old == "cmp":
        yield module.replace(node, helper("compare", HELPER, module), needs_python2=True)
    elif len(node.args) == 2 and old in _GONE:
        yield module.open(node, f"{old} is no builtin any more", needs_python2=True)


def _asked_by_name(name: ast.expr, module: Module) -> Findings:
    """What a loop goes through, a constant, or what a function is given: the names may serve for other things, too.

    Where builtins are set by such names as well, all places speak of the same ones.
    """
    sets = _are_set_by_name(module)
    held = _all_names_held(module) if sets else _names_held(name, module)
    new = {old: now for old, now in (*_BUILTINS.items(), *_ASKED.items()) if old in held}
    if not new:
        return
    # Two of them would be one: what is set by the first name is what the second finds there.
    alike = len(set(new.values())) < len(new) or not held.isdisjoint(new.values())
    asked = _names_asked(_BY_NAME, module) if sets else ()
    apart = any(not is_path(one) or module.guarded(one) for one in asked)
    if sets and (alike or apart or _is_table_changed(module)):
        message = "the names of builtins that are gone, where builtins are set by name as well"
        yield module.open(name, message, needs_python2=True)
    else:
        table = ", ".join(f'"{old}": "{now}"' for old, now in sorted(new.items()))
        name_again = module.sub(name)
        yield module.replace(
            name, "{", table, "}.get(", *name_again, ", ", *name_again, ")", needs_python2=True
        )


def _is_translated(name: ast.expr) -> bool:
    """Whether a name is looked up in a table of names already."""
    function = name.func if isinstance(name, ast.Call) else None
    return isinstance(function, ast.Attribute) and isinstance(function.value, ast.Dict)


def _names_held(name: ast.expr, module: Module) -> set[str]:
    """The texts that a name may be, or that an object's attribute is given, by calls of this file and of others."""
    values: list[ast.expr | None] = [name]
    if isinstance(name, ast.Attribute):
        values = [*given_to_attributes(module).get(name.attr, ())]
    known = (v for v in values if v is not None)
    held = {str(c.value) for v in known for c in constants_given(v, module)}
    for value in values:
        held |= _given_by_calls(value, module)
    return held


def _given_by_calls(node: ast.expr | None, module: Module) -> set[str]:
    """The names of builtins that are gone, as calls of the function around that have one of them among what they give
    say, in whatever file.
    """
    parameter = parameter_meant(node, module)
    function = module.parent(module.parent(parameter)) if parameter is not None else None
    if not isinstance(function, ast.FunctionDef):
        return set()
    owner, called = module.parent(function), function.name
    if called == "__init__" and isinstance(owner, ast.ClassDef):
        called = owner.name
    given = re.compile(rf"{called}\((?<!\w{called}\()[^()]*?(['\"])({'|'.join((*_BUILTINS, *_ASKED))})\1")
    return {found[1] for text in repository_texts(module) for found in given.findall(text)}


def _all_names_held(module: Module) -> set[str]:
    """What all places of the file hold that ask for builtins, or set them, by a name."""
    known = memory(module)
    if _all_names_held not in known:
        known[_all_names_held] = {
            held for name in _names_asked(_BY_NAME, module) for held in _names_held(name, module)
        }
    return known[_all_names_held]  # type: ignore[no-any-return]


def _names_asked(functions: Iterable[str], module: Module) -> list[ast.expr]:
    """What builtins are asked for, or set, by names that are not written there."""
    calls = (module.parent(n) for n in module.nodes_named(ast.Name, frozenset(functions)))
    asked = (c for c in calls if isinstance(c, ast.Call) and len(c.args) > 1)
    return [
        call.args[1]
        for call in asked
        if stdlib_name(call.args[0], module) in _MODULES
        and not isinstance(call.args[1], ast.Constant)
        and not _is_translated(call.args[1])
    ]


def _are_set_by_name(module: Module) -> bool:
    """Whether the file sets or takes away builtins by names that it holds."""
    return bool(_names_asked(("setattr", "delattr"), module)) or _is_table_changed(module)


def _is_table_changed(module: Module) -> bool:
    """Whether the file has the table of all builtins: another name may be asked for there than is set."""
    for name in module.nodes_named(ast.Name, frozenset(["vars"])):
        call = module.parent(name)
        given = call.args[:1] if isinstance(call, ast.Call) and call.func is name else []
        if any(stdlib_name(value, module) in _MODULES for value in given):
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
    names=frozenset([*_BUILTINS, *_MOVED, *_GONE, *_BY_NAME]),
    visit=visit,
)
