"""parser.read(path) → parser.read(path, encoding="latin-1"), where octets are text: settings are octets, too."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import class_of, defines, foreign_bases
from migration.analysis.made import kept_by
from migration.analysis.strings.octets import octets_throughout
from migration.rule import Findings, Rule
from migration.view.module import Module

_MAKERS = frozenset(
    f"{module}.{name}"
    for module in ("ConfigParser", "configparser")
    for name in ("ConfigParser", "RawConfigParser", "SafeConfigParser")
)


def visit(node: ast.Call, module: Module) -> Findings:
    """Name the encoding to a parser of settings, the library's own or one derived from it."""
    function = node.func
    if not isinstance(function, ast.Attribute) or len(node.args) != 1 or node.keywords:
        return
    if kept_by(function.value, module, _MAKERS) is None and not _is_derived(function.value, module):
        return
    yield module.edit(module.added(node, 'encoding="latin-1"'))


def _is_derived(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an object of a class of the file that reads as the library's parsers do."""
    owner = class_of(node, module)
    return (
        owner is not None
        and not _MAKERS.isdisjoint(foreign_bases(owner, module))
        and not defines(owner, "read", module)
    )


RULE = Rule(
    id="octet_settings",
    family="P9",
    summary="files of settings are read octet by octet, where octets are text",
    before="import configparser\np = configparser.RawConfigParser()\np.read('a.ini')\n",
    after="import configparser\np = configparser.RawConfigParser()\np.read('a.ini')\n",
    caveats="Only in programs whose strings are octets (dialects/octets.py).",
    triggers=("ConfigParser", "RawConfigParser", "SafeConfigParser"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["read"]),
    when=octets_throughout,
    visit=visit,
)
