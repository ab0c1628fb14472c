"""name in ['__builtin__', 'exceptions'] → also 'builtins': where what is built in says that it is from."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.names import last_name
from migration.analysis.values import reads_of
from migration.rule import Findings, Rule
from migration.view.module import Module

_OLD, _NEW = "__builtin__", "builtins"
_KNOWN = re.compile(r"['\"]builtins['\"]")
_OF_MODULE = re.compile(r"mod(?:ule|name|path|_|$)", re.IGNORECASE)


def visit(node: ast.Constant, module: Module) -> Findings:
    """Say the new name beside the old one, which a text or a pickle may still say."""
    if node.value != _OLD or module.guarded(node):
        return
    around = module.parent(node)
    if isinstance(around, (ast.List, ast.Tuple, ast.Set)):
        if _is_of_names(around) and _is_only_looked_in(around, module):
            yield module.insert(module.span(node).end, f", {module.quoted(_NEW, node)}", needs_python2=True)
    elif isinstance(around, ast.Compare) and len(around.ops) == 1 and around.comparators[0] is node:
        equal = isinstance(around.ops[0], ast.Eq)
        if (equal or isinstance(around.ops[0], ast.NotEq)) and _is_name_of_module(around.left):
            both = f"({module.source(module.span(node))}, {module.quoted(_NEW, node)})"
            yield module.replace(
                around,
                *module.sub(around.left),
                " in " if equal else " not in ",
                both,
                needs_python2=True,
            )


def _is_of_names(display: ast.List | ast.Tuple | ast.Set) -> bool:
    named = [e.value for e in display.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)]
    return len(named) == len(display.elts) and _NEW not in named


def _is_only_looked_in(display: ast.expr, module: Module) -> bool:
    """Whether all that is done with the names, in place or by what they are kept in, is to look for one among them."""
    reads = reads_of(display, module)
    kept = module.parent(display)
    target = kept.targets[0] if isinstance(kept, ast.Assign) and len(kept.targets) == 1 else None
    named = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
    in_class = isinstance(target, ast.Name) and isinstance(module.parent(kept), ast.ClassDef)
    if isinstance(target, ast.Attribute) or in_class:
        reads = [n for n in module.nodes_of(ast.Attribute) if _is_read(n, named)]  # type: ignore[misc]
    places = [(module.parent(read), read) for read in reads]
    return bool(places) and all(
        isinstance(place, ast.Compare)
        and place.comparators == [read]
        and isinstance(place.ops[0], (ast.In, ast.NotIn))
        for place, read in places
    )


def _is_read(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name and isinstance(node.ctx, ast.Load)


def _is_name_of_module(node: ast.expr) -> bool:
    """Whether `node` is called so; what is asked for its `__module__` in place is renamed by another rule."""
    named = last_name(node.func if isinstance(node, ast.Call) else node) or ""
    return named != "__module__" and _OF_MODULE.search(named) is not None


def _is_unaware(module: Module) -> bool:
    return _KNOWN.search(module.text) is None


RULE = Rule(
    id="builtin_origins",
    family="P15",
    summary="what is built in says that it is from builtins: names of modules are looked for by both names",
    before="ignored = '__builtin__', 'exceptions'\ndef f(a):\n    return a.__class__.__module__ in ignored\nn = 1L\n",
    after=(
        "ignored = '__builtin__', 'builtins', 'exceptions'\ndef f(a):\n"
        "    return a.__class__.__module__ in ignored\nn = 1\n"
    ),
    caveats="Lists that are looked in and nothing else, and comparisons with what is called a module.",
    triggers=(_OLD,),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Constant,),
    when=_is_unaware,
    visit=visit,
)
