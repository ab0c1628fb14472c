"""AttributeError: 'X' object has no attribute 'next' → next(x); a class of the file gets its __next__."""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import methods
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.source.edits import Part, Span


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Call the builtin; or name the method of a class of this file as Python 3 wants it."""
    module = scene.module
    owner = match["owner"] or match["iterator"] or match["returned"]
    for cls in scene.classes(owner):
        own = methods(cls)
        if "next" in own and "__next__" not in own:
            last = own["next"]
            indent = module.indentation(last)
            end = module.line_span(last).end
            start = "" if module.text[end - 1 : end] == "\n" else "\n"
            yield Candidate((module.insert(end, f"{start}\n{indent}__next__ = next\n"),), 10, "class")
        elif "__next__" in own and "next" not in own and match["owner"]:
            last = own["__next__"]
            indent, end = module.indentation(last), module.line_span(last).end
            start = "" if module.text[end - 1 : end] == "\n" else "\n"
            yield Candidate((module.insert(end, f"{start}\n{indent}next = __next__\n"),), 30, "old name")
    if match["owner"] is None:
        return
    edits = []
    for node in scene.crashed(ast.Attribute):
        if node.attr != "next":
            continue
        parent = module.parent(node)
        if isinstance(parent, ast.Call) and parent.func is node and not parent.args:
            edits.append(module.edit(Part(module.span(parent), ("next(", *module.sub(node.value), ")"))))
        elif not isinstance(parent, ast.Call) or parent.func is not node:
            end = module.span(node).end
            edits.append(module.edit(Part(Span(end - 4, end), ("__next__",))))
    yield Candidate(tuple(edits), 20, "call")
    if not edits:
        named = [
            n for n in module.nodes_of(ast.Constant) if isinstance(n, ast.Constant) and n.value == "next"
        ]
        yield Candidate(tuple(module.replace(n, '"__next__"') for n in named), 40, "named by a string")


REPAIR = Repair(
    id="iterator_method",
    summary="the next() method of iterators is a builtin, and __next__ in a class",
    failure=Failure("AttributeError", "'generator' object has no attribute 'next'", line=2),
    before="def head(rows):\n    return rows.next()\n",
    after="def head(rows):\n    return next(rows)\n",
    caveats="An object that has a next() of its own and is none of these fails afterwards; its tests tell.",
    pattern=re.compile(
        r"'(?P<owner>[\w.]+)' object has no attribute 'next'|'(?P<iterator>\w+)' object is not an iterator"
        r"|iter\(\) returned non-iterator of type '(?P<returned>\w+)'"
    ),
    offer=offer,
)
