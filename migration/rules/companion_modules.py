"""import sgmllib → a stand-in that goes along with the program."""

from __future__ import annotations

import ast

from migration import companions
from migration.module import Module
from migration.rule import Findings, Phase, Rule
from migration.rules._imports import module_span, replace_import
from migration.rules._names import alias_text, is_local


def visit(node: ast.Import | ast.ImportFrom, module: Module) -> Findings:
    """Name the package that the stand-in is put into; beside a lone module the import stays as it is."""
    key, index = module.facts.key, module.facts.index
    if isinstance(node, ast.ImportFrom):
        name = node.module or ""
        if node.level or name not in companions.NAMES or is_local(name, module):
            return
        _, dotted = companions.place(name, key, index)
        if dotted != name:
            yield module.replace_span(module_span(node, module), dotted)
        return
    moved = [a for a in node.names if a.name in companions.NAMES and not is_local(a.name, module)]
    places = {a.name: companions.place(a.name, key, index)[1] for a in moved}
    if not moved or all(dotted == name for name, dotted in places.items()):
        return
    keep = [alias_text(a) for a in node.names if a not in moved]
    lines = [f"import {', '.join(keep)}"] if keep else []
    for alias in moved:
        package = places[alias.name].rpartition(".")[0]
        lines.append(f"from {package} import {alias_text(alias)}")
    yield module.edit(*replace_import(node, lines, module))


RULE = Rule(
    id="companion_modules",
    family="P19",
    summary="standard modules that are gone come along as a file",
    before="import sgmllib, os\n",
    after="import sgmllib, os\n",
    caveats="The file is to be installed with the program: inside a package it is, beside a lone module setup.py has "
    "to name it.",
    triggers=tuple(companions.NAMES),
    evidence=True,
    phase=Phase.FINISH,
    nodes=(ast.Import, ast.ImportFrom),
    visit=visit,
)
