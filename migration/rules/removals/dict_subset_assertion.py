"""self.assertDictContainsSubset(part, d) → self.assertEqual(d, {**d, **part}) (3.12)."""

from __future__ import annotations

import ast

from migration.analysis.builtins import arguments
from migration.analysis.names import defined_in_repository
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Compare with what the dictionary would be with the part in it."""
    function = node.func
    if not (isinstance(function, ast.Attribute) and function.attr == "assertDictContainsSubset"):
        return
    if defined_in_repository(function.attr, module, assigned=True):
        return
    optional = module.target < (3, 12)
    if not arguments(node, 3, 2) or any(isinstance(n, ast.Call) for n in ast.walk(node.args[1])):
        if not optional:
            yield module.open(node, "removed in 3.12; compare {**d, **part} with d")
        return
    part, whole, *message = node.args
    pieces: list[Piece] = [*module.atom(function.value), ".assertEqual(", *module.sub(whole), ", {**"]
    pieces += [*module.atom(whole), ", **", *module.atom(part), "}"]
    for text in message:
        pieces += [", ", *module.sub(text)]
    yield module.replace(node, *pieces, ")", needs_python2=optional)


RULE = Rule(
    id="dict_subset_assertion",
    family="P19",
    summary="assertDictContainsSubset is a comparison",
    before="a = 1L\nself.assertDictContainsSubset(b, c)\n",
    after="a = 1\nself.assertEqual(c, {**c, **b})\n",
    caveats="The message of a failure shows both dictionaries.",
    triggers=("assertDictContainsSubset",),
    nodes=(ast.Call,),
    names=frozenset(["assertDictContainsSubset"]),
    visit=visit,
)
