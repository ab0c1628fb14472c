"""class Sink(smtpd.SMTPServer): mail comes as text (decode_data=True), and process_message() is told more."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import classes, foreign_bases, local_bases, methods
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module

_BASES = frozenset(["smtpd.SMTPServer", "smtpd.DebuggingServer", "smtpd.PureProxy"])
#: The object, and what Python 2 told it: the peer, the sender, those who get it, the mail.
_TOLD = 5


def visit(node: ast.ClassDef | ast.Call, module: Module) -> Findings:
    """Take what Python 3 tells besides, and have servers give mail as text."""
    if isinstance(node, ast.Call):
        if _makes_server(node, module) and not any(k.arg in ("decode_data", None) for k in node.keywords):
            yield module.edit(module.added(node, "decode_data=True"))
        return
    method = methods(node).get("process_message")
    if not isinstance(method, ast.FunctionDef) or not _is_server(node, module):
        return
    told = method.args
    if told.kwarg is None and told.vararg is None and len(told.args) == _TOLD and not told.kwonlyargs:
        yield module.insert(module.span(told.args[-1]).end, f", **{module.fresh_name('options')}")


def _is_server(owner: ast.ClassDef, module: Module) -> bool:
    return not _BASES.isdisjoint(foreign_bases(owner, module))


def _makes_server(node: ast.Call, module: Module) -> bool:
    """Whether a call makes a server, or hands what one is made of to the library's class."""
    function = node.func
    if stdlib_name(function, module) in _BASES:
        return True
    if isinstance(function, ast.Name):
        owner = classes(module).get(function.id, [None])[0]
        own = owner is not None and any("__init__" in methods(c) for c in local_bases(owner, module))
        return owner is not None and not own and _is_server(owner, module)
    if not isinstance(function, ast.Attribute) or function.attr != "__init__":
        return False
    if isinstance(function.value, ast.Call) and module.is_builtin(function.value.func, "super"):
        owner = module.class_of(node)
        if owner is None or any("__init__" in methods(c) for c in local_bases(owner, module)[1:]):
            return False
        return _is_server(owner, module)
    return stdlib_name(function.value, module) in _BASES


RULE = Rule(
    id="smtp_server",
    family="P17",
    summary="servers of mail give it as text, and tell more than what it is",
    before="import smtpd\nclass Sink(smtpd.SMTPServer):\n    def process_message(self, peer, sender, to, data):\n"
    "        print data\nSink(a, None)\n",
    after="import smtpd\nclass Sink(smtpd.SMTPServer):\n"
    "    def process_message(self, peer, sender, to, data, **options):\n"
    "        print(data)\nSink(a, None, decode_data=True)\n",
    caveats="Mail that is not UTF-8 is refused. Python 3.12 has no smtpd.",
    triggers=("smtpd",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.ClassDef, ast.Call),
    visit=visit,
)
