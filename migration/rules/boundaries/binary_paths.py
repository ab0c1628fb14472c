"""open('/dev/urandom') → open('/dev/urandom', 'rb'): what a path tells to be octets is no text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.arguments import argument
from migration.analysis.made import OCTET_SUFFIXES, mode_of, told_mode
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule, last_names
from migration.source.edits import Part, Span
from migration.view.module import Module

_OPENERS = frozenset(["builtins.open", "builtins.file"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Read it as bytes."""
    told, meant = told_mode(node), mode_of(node)
    if told == meant or meant is None or stdlib_name(node.func, module) not in _OPENERS:
        return
    if any(isinstance(a, ast.Starred) for a in node.args) or _is_text(node):
        return
    given = argument(node, 1, "mode")
    if given is None:
        end = module.outer_span(node.args[0]).end
        yield module.edit(Part(Span(end, end), (', "rb"',)))
    else:
        yield module.replace(given, module.quoted("rb", given))


def _is_text(node: ast.Call) -> bool:
    """Whether the call says what only text has."""
    return any(k.arg in ("encoding", "errors", "newline", None) for k in node.keywords)


RULE = Rule(
    id="binary_paths",
    family="P9",
    summary="devices that give random octets, and files of formats that are no text, are read as bytes",
    before="print 1\nkey = open('/dev/urandom').read(8)\n",
    after="print(1)\nkey = open('/dev/urandom', \"rb\").read(8)\n",
    caveats="A file that only has the name of such a format is read as bytes, too.",
    triggers=(
        "urandom",
        "random",
        "zero",
        "hwrng",
        *sorted(OCTET_SUFFIXES),
        *sorted(map(str.upper, OCTET_SUFFIXES)),
    ),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=last_names(*_OPENERS),
    visit=visit,
)
