"""gettext.bind_textdomain_codeset('a', 'UTF-8') → nothing: what asked for a codec where all is text now."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import defined_in_repository, stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Expr, module: Module) -> Findings:
    """Take the statement out, with the target that no longer knows it."""
    call = node.value
    if (
        module.target < (3, 11)
        or not isinstance(call, ast.Call)
        or not isinstance(call.func, ast.Attribute | ast.Name)
    ):
        return
    name = stdlib_name(call.func, module) or ""
    method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    charset = method == "set_output_charset" and not defined_in_repository(method, module)
    if name == "gettext.bind_textdomain_codeset" or charset:
        yield module.delete_statement(node)


RULE = Rule(
    id="gone_statements",
    family="P19",
    summary="translations give text: no codec is set for them",
    before="import gettext\ngettext.textdomain('a')\ngettext.bind_textdomain_codeset('a', 'UTF-8')\n",
    after="import gettext\ngettext.textdomain('a')\n",
    caveats="lgettext and its like are gone as well.",
    triggers=("bind_textdomain_codeset", "set_output_charset"),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Expr,),
    visit=visit,
)
