"""logging.Formatter('ready') → logging.Formatter('ready', validate=False): a format without a field is refused."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.analysis.values import constants_held
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for no check where the format is text alone."""
    given = node.args[0] if node.args else next((k.value for k in node.keywords if k.arg == "fmt"), None)
    if stdlib_name(node.func, module) != "logging.Formatter" or given is None or module.target < (3, 8):
        return
    if len(node.args) > 2 or any(k.arg in ("style", "validate", None) for k in node.keywords):
        return
    held = constants_held(given, module)
    if held and all(isinstance(c.value, str) and "%(" not in c.value for c in held):
        yield module.edit(module.added(node, "validate=False"))


RULE = Rule(
    id="plain_formats",
    family="P19",
    summary="a format of log messages that is text alone is not checked",
    before="import logging\nf = logging.Formatter('ready')\n",
    after="import logging\nf = logging.Formatter('ready', validate=False)\n",
    caveats="Only formats that are written out.",
    triggers=("Formatter",),
    exactness=Exactness.EXACT,
    nodes=(ast.Call,),
    names=frozenset(["Formatter"]),
    visit=visit,
)
