"""d.iteritems(), iterkeys(), itervalues(), viewitems() … → d.items(), keys(), values()."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin
from migration.analysis.classes import (
    class_of,
    classes,
    defines,
    foreign_bases,
    is_own_object,
    local_bases,
    methods,
)
from migration.analysis.dicts import is_dict, may_be_own, owns, reached_by_import
from migration.analysis.laziness.use import Use, disturbed, use_of
from migration.analysis.strings.giving_octets import known_stores
from migration.analysis.values import constants_held
from migration.rule import Findings, Rule
from migration.rules.containers._hashing import is_looked_through
from migration.source.edits import Span
from migration.view.module import Module

_ITERATORS = {"iteritems": "items", "iterkeys": "keys", "itervalues": "values"}
_VIEWS = {"viewitems": "items", "viewkeys": "keys", "viewvalues": "values"}
#: What getattr() is asked for by these names.
_NAMED = {**_ITERATORS, **_VIEWS, "has_key": "__contains__"}

#: For a receiver that may be a dict or an instance of a class that has the old method alone.
_HELPER = '''
def {old}(mapping):
    """The {new} of a dictionary, or of what has its own method for them."""
    own = getattr(mapping, "{old}", None)
    return {made} if own is None else own()
'''


def visit(node: ast.Attribute | ast.Call, module: Module) -> Findings:
    """Rename the method; an iterator that is kept stays one by iter()."""
    if isinstance(node, ast.Call):
        yield from _by_name(node, module)
        return
    new = _ITERATORS.get(node.attr) or _VIEWS.get(node.attr)
    if new is None or not isinstance(node.ctx, ast.Load) or reached_by_import(node.value, module):
        return
    if node.attr in known_stores(module) and not is_dict(node.value, module):
        return
    owner = class_of(node.value, module) if is_own_object(node.value, module) else None
    plain = owner is not None and set(foreign_bases(owner, module)) <= {"builtins.object"}
    if plain or _is_of_a_class(node, module):
        return
    pattern = f"dict_{node.attr}"
    asked = isinstance(node.value, ast.Call) and _is_asked_of_dict(node.value, node.attr, module)
    own = False if asked else owns(node.value, node.attr, new, module)
    if own or (_inside_own_definition(node, module) and not asked):
        return
    call = module.parent(node)
    foreign = may_be_own(node.value, node.attr, module)
    if foreign and not asked and not module.is_proven:
        return
    if own is None and isinstance(call, ast.Call) and call.func is node and not (call.args or call.keywords):
        made = "iter(mapping.{})" if node.attr in _ITERATORS else "mapping.{}"
        source = _HELPER.format(old=node.attr, new=new, made=made.format(f"{new}()"))
        helper = module.helper(node.attr, source)
        yield module.replace(
            call, helper, "(", *module.sub(node.value), ")", pattern=pattern, exactness=Exactness.SEMANTIC
        )
        return
    if own is None:
        yield module.open(
            node,
            f"a class here defines {node.attr} without {new}; it is not known whether this is one",
            pattern=pattern,
        )
        return
    exactness = Exactness.SEMANTIC if foreign else Exactness.EXACT
    name = module.part(Span(module.span(node).end - len(node.attr), module.span(node).end), new)
    parts = [name]
    if isinstance(call, ast.Call) and call.func is node:
        unbound = module.qualified_name(node.value) == "builtins.dict"
        if (call.args or call.keywords) and not unbound:
            return
        around = _around(node, call, module)
        if around:
            parts = [name, module.in_call(call, spell_builtin(around, call, module))]
    yield module.edit(*parts, pattern=pattern, exactness=exactness)


def _by_name(node: ast.Call, module: Module) -> Findings:
    """getattr(d, 'iteritems')(): the name in a string."""
    if not module.is_builtin(node.func, "getattr") or len(node.args) != 2 or node.keywords:
        return
    held = constants_held(node.args[1], module)
    named = held[0] if len(held) == 1 else None
    if named is None:
        return
    new = _NAMED.get(named.value) if isinstance(named.value, str) else None
    if new is None or not is_dict(node.args[0], module):
        return
    parts = [module.part(named, module.quoted(new, named))]
    call = module.parent(node)
    called = isinstance(call, ast.Call) and call.func is node
    if called and named.value in _ITERATORS and _is_kept(call, module):
        parts.append(module.in_call(call, spell_builtin("iter", call, module)))
    yield module.edit(*parts, exactness=Exactness.EXACT)


def _is_kept(call: ast.AST, module: Module) -> bool:
    return isinstance(call, ast.Call) and use_of(call, module) not in (Use.ONCE, Use.LAZY)


def _is_of_a_class(node: ast.Attribute, module: Module) -> bool:
    """Whether a class that has the old method is asked for it: the method itself is meant, under its old name."""
    if module.qualified_name(node.value) == "UserDict.DictMixin":
        return True
    named = classes(module).get(node.value.id, []) if isinstance(node.value, ast.Name) else []
    return len(named) == 1 and defines(named[0], node.attr, module)


def _around(node: ast.Attribute, call: ast.Call, module: Module) -> str:
    """The builtin to put around the call: iter where the iterator is kept, list where a loop changes the dict."""
    if node.attr not in _ITERATORS:
        return ""
    if use_of(call, module) not in (Use.ONCE, Use.LAZY):
        return "iter"
    compared = node.attr == "iterkeys" and is_looked_through(call, module)
    return "list" if compared or disturbed(call, [node.value], module) else ""


def _inside_own_definition(node: ast.Attribute, module: Module) -> bool:
    """Whether this stands in a method that offers the old name: `def iteritems(self): return super()…`."""
    function = module.function(node)
    return (
        isinstance(function, ast.FunctionDef)
        and function.name == node.attr
        and isinstance(node.value, ast.Call)
    )


def _is_asked_of_dict(asked: ast.Call, asked_for: str, module: Module) -> bool:
    """Whether super() leads to a dictionary, and to no other class that may have such a method."""
    owner = module.class_of(asked)
    if owner is None or not module.is_builtin(asked.func, "super"):
        return False
    above = [c for c in local_bases(owner, module) if c is not owner]
    if any(asked_for in methods(c) for c in above):
        return False
    return set(foreign_bases(owner, module)) == {"builtins.dict"}


RULE = Rule(
    id="dict_iteritems",
    family="P5",
    summary="d.iteritems() is d.items(), and so on",
    before="for k, v in d.iteritems(): x = k\nit = d.itervalues()\n",
    after="for k, v in d.items(): x = k\nit = iter(d.values())\n",
    caveats="A class that defines the old name only keeps it; an unknown receiver is then left open.",
    patterns=(
        "dict_iteritems", "dict_iterkeys", "dict_itervalues", "dict_viewitems", "dict_viewkeys", "dict_viewvalues",
    ),
    triggers=(*_ITERATORS, *_VIEWS, "has_key"),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Attribute, ast.Call),
    names=frozenset([*_ITERATORS, *_VIEWS, "getattr"]),
    visit=visit,
)  # fmt: skip
