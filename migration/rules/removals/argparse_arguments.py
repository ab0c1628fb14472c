"""argparse: version= is an argument of its own, sub-commands are optional unless required."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.arguments import without
from migration.analysis.classes import local_bases, methods
from migration.analysis.made import made_by
from migration.analysis.names import defined_in_repository, stdlib_name
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module

_PARSER = frozenset(["argparse.ArgumentParser"])
_IMPORTED = re.compile(r"^[ \t]*(?:import|from)[ \t]+argparse\b", re.MULTILINE)
_METHOD = "add_subparsers"


def visit(node: ast.Call | ast.keyword, module: Module) -> Findings:
    """Add the option that version= stood for; demand a sub-command."""
    if isinstance(node, ast.keyword):
        keyword, call = node, module.parent(node)
        if node.arg == "version" and isinstance(call, ast.Call) and _makes_parser(call.func, module):
            yield from _told_version(keyword, call, module)
    elif isinstance(node.func, ast.Attribute) and node.func.attr == _METHOD:
        given = {k.arg for k in node.keywords}
        if not node.args and not given & {"required", None} and _is_parser(node.func.value, module):
            yield module.edit(module.added(node, "required=True"), needs_python2=True)


def _told_version(keyword: ast.keyword, node: ast.Call, module: Module) -> Findings:
    statement = module.parent(node)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        yield module.open(node, "version= is gone; add_argument('--version', action='version', version=…)")
        return
    target = module.source(module.span(statement.targets[0]))
    version = module.source(module.span(keyword.value))
    end = module.span(statement).end
    options = f"'-v', '--version', action='version', version={version}"
    text = f"\n{module.indentation(statement)}{target}.add_argument({options})"
    yield module.edit(*without([keyword], node, module), Part(Span(end, end), (text,)))


def _makes_parser(function: ast.expr, module: Module) -> bool:
    """Whether `function` is the class of parsers, or one of this file that derives from it and is made as it is."""
    if stdlib_name(function, module) in _PARSER:
        return True
    bindings = module.bindings(function) if isinstance(function, ast.Name) else []
    made = bindings[0].node if len(bindings) == 1 else None
    if not isinstance(made, ast.ClassDef):
        return False
    family = local_bases(made, module)
    own = any("__init__" in methods(kind) for kind in family)
    return not own and any(stdlib_name(b, module) in _PARSER for kind in family for b in kind.bases)


def _is_parser(node: ast.expr, module: Module) -> bool:
    """Whether a parser of argparse is asked for sub-commands: one made there, or where no class has such a method."""
    if made_by(node, module, _PARSER) is not None:
        return True
    return _IMPORTED.search(module.text) is not None and not defined_in_repository(
        _METHOD, module, assigned=True
    )


RULE = Rule(
    id="argparse_arguments",
    family="P19",
    summary="argparse: version is an option, sub-commands have to be required",
    before="import argparse\np = argparse.ArgumentParser(version='1')\n",
    after="import argparse\np = argparse.ArgumentParser()\n"
    "p.add_argument('-v', '--version', action='version', version='1')\n",
    caveats="",
    triggers=("argparse",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call, ast.keyword),
    names=frozenset([_METHOD]),
    visit=visit,
)
