"""RecursionError through __getattr__ → names of the interpreter's own protocols are not looked up in the object."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Refuse special names, and what the object itself lacks before it is set up."""
    module = scene.module
    functions = {id(f): f for line in scene.lines if (f := scene.function(line)) and f.name == "__getattr__"}
    others = [
        f
        for f in module.nodes_of(ast.FunctionDef)
        if isinstance(f, ast.FunctionDef) and f.name == "__getattr__" and id(f) not in functions
    ]
    for function, rank in [*((f, 10) for f in functions.values()), *((f, 30) for f in others)]:
        if len(function.args.args) != 2 or not function.body:
            continue
        name = function.args.args[1].arg
        first = function.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and len(function.body) > 1:
            first = function.body[1]
        line, indent = module.line_starts[first.lineno - 1], module.indentation(first)
        own = sorted(
            {
                n.attr
                for n in ast.walk(function)
                if isinstance(n, ast.Attribute)
                and isinstance(n.value, ast.Name)
                and n.value.id == function.args.args[0].arg
            }
        )
        test = f'{name}.startswith("__") and {name}.endswith("__")'
        guard = f"{indent}if {test}:\n{indent}    raise AttributeError({name})\n"
        yield Candidate((module.insert(line, guard),), rank, "special names")
        if own:
            listed = "(" + ", ".join(f'"{n}"' for n in own) + ("," if len(own) == 1 else "") + ")"
            guard = f"{indent}if {test} or {name} in {listed}:\n{indent}    raise AttributeError({name})\n"
            yield Candidate((module.insert(line, guard),), rank + 5, "own names")


REPAIR = Repair(
    id="endless_getattr",
    summary="__getattr__ refuses the names of protocols that Python 3 looks up",
    failure=Failure("RecursionError", "maximum recursion depth exceeded", line=3),
    before="class Proxy:\n    def __getattr__(self, name):\n        return getattr(self.target, name)\n",
    after=(
        "class Proxy:\n    def __getattr__(self, name):\n"
        '        if name.startswith("__") and name.endswith("__"):\n            raise AttributeError(name)\n'
        "        return getattr(self.target, name)\n"
    ),
    caveats="Special methods of the target can't be reached through the object: instances never answered for them.",
    pattern=re.compile(r"^RecursionError"),
    offer=offer,
)
