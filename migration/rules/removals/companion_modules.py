"""import sgmllib → a stand-in that goes along with the program."""

from __future__ import annotations

import ast

from migration import companions
from migration.analysis.names import alias_text, is_local
from migration.analysis.old_trees import STAND_IN
from migration.analysis.scripts import may_be_script
from migration.rewriting.imports import module_span, replace_import
from migration.rule import Findings, Phase, Rule
from migration.view.module import Module


def visit(node: ast.Import | ast.ImportFrom, module: Module) -> Findings:
    """Name the package that the stand-in is put into; beside a lone module the import stays as it is."""
    if isinstance(node, ast.ImportFrom):
        name = (node.module or "").split(".")[0]
        if node.level or not _stands_in(name, module):
            return
        for alias in node.names:
            if not companions.may_offer(name, alias.name):
                yield module.open(node, f"the stand-in for {name} has no {alias.name}")
        dotted = companions.inside(_package(name, module), name)
        if dotted != node.module:
            yield module.replace_span(module_span(node, module), dotted, guarded=name == STAND_IN)
        return
    moved = [a for a in node.names if _stands_in(a.name.split(".")[0], module)]
    lines = [line for a in moved for line in _imported(a, module)]
    keep = [alias_text(a) for a in node.names if a not in moved]
    if not moved or lines == [f"import {alias_text(a)}" for a in moved]:
        return
    first = [f"import {', '.join(keep)}"] if keep else []
    # That one is written by a rule, for whatever imports the module that it stands in for.
    guarded = any(a.name == STAND_IN for a in moved)
    yield module.edit(*replace_import(node, [*first, *dict.fromkeys(lines)], module), guarded=guarded)


def _stands_in(name: str, module: Module) -> bool:
    if name not in companions.NAMES or is_local(name, module):
        return False
    # A file of that name which was there before is the program's own.
    index = module.facts.index
    there = companions.place(name, module.facts.key, index)[0]
    return there not in index.keys or index.text(there) == companions.source(name)


def _package(name: str, module: Module) -> str:
    """The package that a stand-in is imported from. A script has no place in one from which to tell."""
    key, index = module.facts.key, module.facts.index
    package = companions.package_of(name, key, index)
    if package[:1] == "." and may_be_script(module):
        return companions.place(name, key, index)[1].rpartition(".")[0]
    return package


def _imported(alias: ast.alias, module: Module) -> list[str]:
    """The statement in place of one imported module. A stand-in is one module: what lay in it is its attribute."""
    name, _, inner = alias.name.partition(".")
    package = _package(name, module)
    dotted = companions.inside(package, name)
    if inner and alias.asname:
        return [f"from {dotted} import {inner} as {alias.asname}"]
    renamed = f" as {alias.asname}" if alias.asname and alias.asname != name else ""
    return [f"from {package} import {name}{renamed}" if package else f"import {name}{renamed}"]


RULE = Rule(
    id="companion_modules",
    family="P19",
    summary="standard modules that are gone come along as a file",
    before="import sgmllib, os\nx = sgmllib.SGMLParser\n",
    after="import sgmllib, os\nx = sgmllib.SGMLParser\n",
    caveats="A stand-in has not all that the module had; what it lacks for certain is left open. The file is to be "
    "installed with the program: inside a package it is, beside a lone module setup.py has to name it.",
    triggers=(*companions.NAMES, "_ast", "ast"),
    evidence=True,
    phase=Phase.FINISH,
    nodes=(ast.Import, ast.ImportFrom),
    follows=frozenset(["python2_trees", "rfc822_module"]),
    visit=visit,
)
