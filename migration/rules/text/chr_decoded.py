"""chr(n).decode(e) → bytes([n]).decode(e), ''.join(map(chr, ns)).decode(e) → bytes(ns).decode(e)."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import arguments, spell_builtin
from migration.rule import Findings, Rule
from migration.source.edits import Part, Piece
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Make the octets that are decoded on the spot of their numbers."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr != "decode" or module.facts.index.octets:
        return
    made = function.value
    if not isinstance(made, ast.Call) or made.keywords or len(made.args) != 1:
        return
    name = spell_builtin("bytes", node, module)
    if module.is_builtin(made.func, "chr"):
        yield module.replace(made, name, "([", *module.sub(made.args[0]), "])")
    elif _joins(made):
        parts = _numbers(made.args[0], module)
        if parts is None:
            return
        items, inner = made.args[0], module.span(made.args[0])
        if not parts:
            yield module.replace(made, name, "(", *_mapped(items, module), ")")
        else:
            # A generator that is the only argument has the parentheses of the call already.
            own = isinstance(items, ast.GeneratorExp)
            yield module.edit(
                Part(module.span(made), (name, inner) if own else (name, "(", inner, ")")), *parts
            )


def _joins(call: ast.Call) -> bool:
    """Whether this is ''.join(…)."""
    function = call.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "join"
        and isinstance(function.value, ast.Constant)
        and function.value.value == ""
    )


def _numbers(items: ast.expr, module: Module) -> list[Part] | None:
    """The parts that leave the numbers of characters made one by one; none for a map, None for other items."""
    if isinstance(items, ast.Call):
        mapped = module.is_builtin(items.func, "map") and arguments(items, 2, 2)
        return [] if mapped and module.is_builtin(items.args[0], "chr") else None
    if isinstance(items, (ast.ListComp, ast.GeneratorExp)):
        made = [items.elt]
    elif isinstance(items, (ast.List, ast.Tuple)) and items.elts:
        made = items.elts
    else:
        return None
    parts = []
    for one in made:
        if not (isinstance(one, ast.Call) and module.is_builtin(one.func, "chr") and arguments(one, 1, 1)):
            return None
        parts.append(module.part(one, *module.sub(one.args[0])))
    return parts


def _mapped(items: ast.expr, module: Module) -> tuple[Piece, ...]:
    """What chr() is called for, one by one."""
    return module.sub(items.args[1]) if isinstance(items, ast.Call) else ()


RULE = Rule(
    id="chr_decoded",
    family="P8",
    summary="octets that are made by chr() and decoded on the spot are bytes",
    before="a = chr(n).decode('latin-1')\nb = ''.join(map(chr, ns)).decode('cp1252')\n",
    after="a = bytes([n]).decode('latin-1')\nb = bytes(ns).decode('cp1252')\n",
    caveats="",
    triggers=("chr",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Call,),
    names=frozenset(["decode"]),
    visit=visit,
)
