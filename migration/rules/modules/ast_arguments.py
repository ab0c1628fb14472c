"""[a.id for a in node.args.args] → [a.arg for …], node.args.vararg → its name: parameters are nodes by now."""

from __future__ import annotations

import ast
import re

from migration.analysis.old_trees import are_of_python3
from migration.rule import Exactness, Findings, Rule
from migration.source.words import words_of
from migration.view.module import Module

#: Fields of the arguments of a function that were the names of parameters.
_NAMED = frozenset(["vararg", "kwarg"])
_MODULES = ("ast", "_ast")
#: Each for itself, for what begins with one string is found sooner.
_IMPORTED = (
    re.compile(r"import(?<!\wimport)[ \t]+_?ast\b"),
    re.compile(r"from(?<!\wfrom)[ \t]+_?ast[ \t]+import\b"),
)
#: Whoever reads the names as Python 3 has them knows both.
_KNOWN = re.compile(r"\.arg\b|['\"]arg['\"]")


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Ask a parameter for its name where Python 2 had that of a variable, or the name itself."""
    if not isinstance(node.ctx, ast.Load) or _KNOWN.search(
        module.facts.index.text(module.facts.key) or module.text
    ):
        return
    if node.attr == "id" and _is_parameter(node.value, module):
        end = module.span(node).end
        yield module.replace_span((end - len("id"), end), "arg", evidence=True)
    elif node.attr in _NAMED and _is_field(node.value, "args") and not _is_asked_for_name(node, module):
        yield module.replace(node, "getattr(", module.span(node), ', "arg", None)', needs_python2=True)


def _is_field(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name


def _are_parameters(node: ast.expr) -> bool:
    """Whether `node` is the list of a function's parameters: `node.args.args`, all or a part of it."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        node = node.value
    return isinstance(node, ast.Attribute) and node.attr == "args" and _is_field(node.value, "args")


def _is_parameter(node: ast.expr, module: Module) -> bool:
    """Whether `node` is one of a function's parameters, by its place or as the variable of a loop over them."""
    if isinstance(node, ast.Subscript):
        return not isinstance(node.slice, ast.Slice) and _are_parameters(node.value)
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    loops = [module.parent(b.node) for b in bindings]
    return bool(loops) and all(
        isinstance(loop, (ast.For, ast.comprehension))
        and loop.target is b.node
        and _are_parameters(loop.iter)
        for loop, b in zip(loops, bindings, strict=True)
    )


def _is_asked_for_name(node: ast.Attribute, module: Module) -> bool:
    """Whether a parameter is asked for what it has: it is taken for a node already; or whether there is one."""
    outer = module.parent(node)
    if isinstance(outer, ast.Compare):
        return any(isinstance(side, ast.Constant) and side.value is None for side in outer.comparators)
    return isinstance(outer, ast.Attribute) or (
        isinstance(outer, ast.Call)
        and module.is_builtin(outer.func, "getattr", "hasattr")
        and outer.args[0] is node
    )


def _is_about_trees(module: Module) -> bool:
    named = not words_of(module.text).isdisjoint(_MODULES)
    return named and any(e.search(module.text) for e in _IMPORTED) and are_of_python3(module)


RULE = Rule(
    id="ast_arguments",
    family="P11",
    summary="parameters are nodes of their own in a syntax tree: names no more",
    before="import ast\ndef names(node):\n    return [a.id for a in node.args.args], node.args.vararg\n",
    after=(
        "import ast\ndef names(node):\n    return [a.arg for a in node.args.args], "
        'getattr(node.args.vararg, "arg", None)\n'
    ),
    caveats="A parameter that is a tuple exists no more. A file that speaks of `arg` itself is left alone.",
    triggers=("args",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Attribute,),
    names=_NAMED | {"id"},
    when=_is_about_trees,
    visit=visit,
)
