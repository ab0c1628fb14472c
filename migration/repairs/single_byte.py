"""TypeError: ord() expected string of length 1, but int found → an item of bytes is its number already."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import encoded
from migration.source.edits import Part
from migration.trees.constants import is_text


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Take the number; where a byte is wanted, take a slice; where text is, its character."""
    module = scene.module
    if "ord()" in match[0]:
        for call in scene.crashed(ast.Call):
            if module.is_builtin(call.func, "ord") and len(call.args) == 1:
                yield Candidate((module.replace(call, *module.sub(call.args[0])),), 10, "number")
                text = module.source(module.span(call.args[0]))
                if isinstance(call.args[0], ast.Name | ast.Subscript):
                    pieces = f"({text} if isinstance({text}, int) else ord({text}))"
                    yield Candidate((module.replace(call, pieces),), 20, "either")
        for call in scene.crashed(ast.Call):
            if module.is_builtin(call.func, "map") and call.args and module.is_builtin(call.args[0], "ord"):
                yield Candidate((module.replace(call, *module.sub(call.args[1])),), 12, "numbers")
        return
    for compare in scene.crashed(ast.Compare):
        if isinstance(compare.ops[0], ast.In | ast.NotIn) and is_text(compare.comparators[0]):
            edit = encoded(scene, compare.comparators[0])
            yield Candidate((edit,) if edit else (), 10, "in bytes")
    for node in scene.crashed(ast.Subscript):
        if isinstance(node.ctx, ast.Load) and not isinstance(
            node.slice, ast.Slice | ast.Tuple | ast.Constant
        ):
            text = module.source(module.span(node.slice))
            span = module.span(node.slice)
            yield Candidate((module.edit(Part(span, (span, f":{text} + 1"))),), 20, "slice")
        elif (
            isinstance(node.ctx, ast.Load)
            and isinstance(node.slice, ast.Constant)
            and isinstance(node.slice.value, int)
        ):
            span, number = module.span(node.slice), node.slice.value
            yield Candidate((module.edit(Part(span, (span, f":{number + 1}"))),), 20, "slice")
        elif isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.UnaryOp):
            span = module.span(node.slice)
            if module.source(span) == "-1":
                yield Candidate((module.edit(Part(span, ("-1:",))),), 20, "slice")
    for call in scene.crashed(ast.Call):
        joined = isinstance(call.func, ast.Attribute) and call.func.attr == "join"
        if joined and "int found" in match[0] and len(call.args) == 1:
            yield Candidate((module.replace(call, "bytes(", *module.sub(call.args[0]), ")"),), 10, "bytes")


REPAIR = Repair(
    id="single_byte",
    summary="an item of bytes is a number: no ord(), or a slice instead",
    failure=Failure("TypeError", "ord() expected string of length 1, but int found", line=2),
    before="def first(data):\n    return ord(data[0])\n",
    after="def first(data):\n    return data[0]\n",
    caveats="A value that is text in other calls needs the second candidate.",
    pattern=re.compile(
        r"ord\(\) expected string of length 1, but int found|requires string as left operand, not int"
        r"|can't concat int to bytes|'int' object is not (?:subscriptable|iterable)|object of type 'int' has no len"
        r"|sequence item \d+: expected (?:a bytes-like object|str instance), int found"
        r"|'int' object has no attribute '(?:encode|decode|lower|upper|isdigit|isalpha|isspace|strip)'"
        r"|can only concatenate str \(not \"int\"\) to str"
    ),
    offer=offer,
    order=70,
)
