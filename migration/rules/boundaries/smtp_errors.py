"""except SMTPDataError, e: print e.smtp_error → as_text(e.smtp_error): octets are what a mail server said."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.names import in_repository
from migration.analysis.strings.as_bytes import HELPER as AS_BYTES
from migration.analysis.strings.octet_calls import is_argument_of
from migration.rewriting.as_text import HELPER
from migration.rule import Findings, Rule
from migration.view.module import Module

_SAID = "smtp_error"
#: An exception of the program's own that has such an attribute.
_GIVEN = re.compile(rf"\.{_SAID}[ \t]*=(?!=)")


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Make text of it, also where the program raised the error itself, and with text."""
    outer = module.parent(node)
    asked = isinstance(outer, ast.Attribute) and outer.attr == "decode"
    made = is_argument_of(node, "as_text", module) or is_argument_of(node, "as_bytes", module)
    if not isinstance(node.ctx, ast.Load) or asked or made or in_repository(_GIVEN, module):
        return
    if isinstance(outer, ast.Call) and module.is_builtin(outer.func, "isinstance", "type", "unicode"):
        return
    if module.facts.index.octets:
        octets = module.helper("as_bytes", AS_BYTES)
        yield module.replace(node, octets, "(", module.span(node), ', "latin-1").decode("latin-1")')
    else:
        yield module.replace(node, module.helper("as_text", HELPER), "(", module.span(node), ")")


RULE = Rule(
    id="smtp_errors",
    family="P9",
    summary="what a mail server said is text",
    before="import smtplib\ntry: f()\nexcept smtplib.SMTPDataError, e: print e.smtp_error\n",
    after=(
        f"import smtplib\n\n{HELPER}\n\ntry: f()\nexcept smtplib.SMTPDataError as e: print(as_text(e.smtp_error))\n"
    ),
    caveats="As UTF-8, or else Latin-1. Not where the program has such an attribute of its own.",
    triggers=("smtp_error",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Attribute,),
    names=frozenset([_SAID]),
    visit=visit,
)
