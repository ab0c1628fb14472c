"""visit_Str and visit_Num → and visit_Constant, which calls them: literals are nodes of one class now."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import methods
from migration.analysis.old_trees import are_of_python3
from migration.rewriting.members import after
from migration.rule import Findings, Rule
from migration.source.edits import Needs
from migration.view.module import Module

_OLD = re.compile(r"(?P<prefix>\w+_)(?:Str|Num)")


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Add the method behind the last of those that it calls, whatever it is that visits: `visit_Num`, `process_Num`."""
    own = methods(node)
    if any(_is_of_the_library(base, module) for base in node.bases):
        return
    for prefix in sorted({found["prefix"] for name in own if (found := _OLD.fullmatch(name))}):
        text, number = own.get(f"{prefix}Str"), own.get(f"{prefix}Num")
        if not (isinstance(text, ast.FunctionDef) and isinstance(number, ast.FunctionDef)):
            continue
        given = _given(text)
        if f"{prefix}Constant" in own or given is None or len(given) != len(_given(number) or ()):
            continue
        visitor, value = f"{given[0]}.{prefix}", f"{given[1]}.value"
        rest = "".join(f", {name}" for name in given[2:])
        lines = ["", f"def {prefix}Constant({', '.join(given)}):"]
        needed: list[Needs] = []
        if isinstance(own.get(f"{prefix}Name"), ast.FunctionDef):
            name, load = (module.use(f"ast.{n}", at=node) for n in ("Name", "Load"))
            needed = [name, load]
            lines += [
                f"    if {value} is None or isinstance({value}, bool):",
                f"        return {visitor}Name({name}(repr({value}), {load}()){rest})",
            ]
        lines += [
            f"    if isinstance({value}, (int, float, complex)):",
            f"        return {visitor}Num({given[1]}{rest})",
            f"    return {visitor}Str({given[1]}{rest})",
        ]
        part = after(max(text, number, key=lambda m: m.lineno), lines, module)
        if part is not None:
            imports = tuple(i for n in needed for i in n.imports)
            pieces = (*part.pieces[:-1], Needs.of(str(part.pieces[-1]), imports))
            yield module.edit(module.part(part.span, *pieces))


def _given(method: ast.FunctionDef) -> list[str] | None:
    """The names of a method's parameters: itself, the node, and what else it is given."""
    arguments = method.args
    plain = not (arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs)
    names = [a.arg for a in arguments.args[: len(arguments.args) - len(arguments.defaults)]]
    return names if plain and len(names) > 1 and not method.decorator_list else None


def _is_of_the_library(base: ast.expr, module: Module) -> bool:
    """Whether a base is a visitor of the standard library, which calls the old methods itself."""
    return (module.qualified_name(base) or "").startswith("ast.")


RULE = Rule(
    id="constant_visitors",
    family="P19",
    summary="visitors of syntax trees meet literals as ast.Constant",
    before=(
        "n = 1L\nclass Writer:\n    def visit_Num(self, node):\n        self.write(repr(node.n))\n"
        "    def visit_Str(self, node):\n        self.write(repr(node.s))\n"
    ),
    after=(
        "n = 1\nclass Writer:\n    def visit_Num(self, node):\n        self.write(repr(node.n))\n"
        "    def visit_Str(self, node):\n        self.write(repr(node.s))\n\n"
        "    def visit_Constant(self, node):\n"
        "        if isinstance(node.value, (int, float, complex)):\n            return self.visit_Num(node)\n"
        "        return self.visit_Str(node)\n"
    ),
    caveats="`n` and `s` of a constant are gone in 3.14; visitors of blocks (TryExcept, Print) are left alone.",
    triggers=("_Str(",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    when=are_of_python3,
    visit=visit,
)
