"""visit_Str and visit_Num → and visit_Constant, which calls them: literals are nodes of one class now."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.edits import Needs
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._classes import methods
from migration.rules._members import after


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Add the method behind the last of those that it calls."""
    own = methods(node)
    text, number = own.get("visit_Str"), own.get("visit_Num")
    if not (isinstance(text, ast.FunctionDef) and isinstance(number, ast.FunctionDef)):
        return
    if "visit_Constant" in own or any(_is_of_the_library(base, module) for base in node.bases):
        return
    lines = ["", "def visit_Constant(self, node):"]
    needed: list[Needs] = []
    if isinstance(own.get("visit_Name"), ast.FunctionDef):
        name, load = (module.use(f"ast.{n}", at=node) for n in ("Name", "Load"))
        needed = [name, load]
        lines += [
            "    if node.value is None or isinstance(node.value, bool):",
            f"        return self.visit_Name({name}(repr(node.value), {load}()))",
        ]
    lines += [
        "    if isinstance(node.value, (int, float, complex)):",
        "        return self.visit_Num(node)",
        "    return self.visit_Str(node)",
    ]
    part = after(max(text, number, key=lambda m: m.lineno), lines, module)
    if part is not None:
        imports = tuple(i for n in needed for i in n.imports)
        pieces = (*part.pieces[:-1], Needs.of(str(part.pieces[-1]), imports))
        yield module.edit(module.part(part.span, *pieces))


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
    triggers=("visit_Str",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
