"""MIMEText(x.encode('utf-8')) → MIMEText(x): a text of mail that is told no character set takes text alone."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.arguments import argument
from migration.analysis.names import stdlib_name
from migration.analysis.strings.encoded import is_text_codec
from migration.analysis.values import written_out
from migration.rewriting.as_text import DECODED
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule, last_names
from migration.view.module import Module

_TEXTS = frozenset(["email.mime.text.MIMEText", "email.MIMEText.MIMEText", "email.mime.Text.MIMEText"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Hand over the text that was encoded there; where the variable holds it, what it is decoded to."""
    if stdlib_name(node.func, module) not in _TEXTS or any(isinstance(a, ast.Starred) for a in node.args):
        return
    if argument(node, 2, "_charset") is not None or any(k.arg is None for k in node.keywords):
        return
    text = argument(node, 0, "_text")
    made = written_out(text, module)
    if text is None or not _encodes(made):
        return
    assert isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute)
    if made is text and len(made.args) + len(made.keywords) < 2:
        yield module.replace(text, *module.sub(made.func.value))
        return
    codec = module.source(module.span(made.args[0])) if made.args else '"ascii"'
    if made is text and not module.decoded_again(made):
        yield module.wrap(text, "", f".decode({codec})")
    elif made is not text:
        # What is kept may be made text by another rule: a helper tells, when it runs.
        yield module.edit(module.in_call(text, helper("decoded", DECODED, module), f", {codec}"))


def _encodes(node: ast.expr | None) -> bool:
    """Whether `node` encodes by a codec of text that is spelled out, or by the default."""
    if not (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "encode"
    ):
        return False
    return all(k.arg == "errors" for k in node.keywords) and (not node.args or is_text_codec(node))


RULE = Rule(
    id="mail_text",
    family="P8",
    summary="a text of mail without a character set is made of text",
    before="from email.mime.text import MIMEText\nprint MIMEText(x.encode('utf-8'))\n",
    after="from email.mime.text import MIMEText\nprint(MIMEText(x))\n",
    caveats="What is no ASCII is sent as UTF-8, which the mail says then; in Python 2 it said ASCII of any octets.",
    triggers=("MIMEText",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=30,
    nodes=(ast.Call,),
    names=last_names(*_TEXTS),
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
