"""u'%s' % item → '%s' % unicode_text(item): unicode formats asked for __unicode__, where it is not what str() says."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import class_of, local_bases, methods
from migration.analysis.formats import formatted
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.rules.text.unicode_builtin import TWO_TEXTS, may_say_unicode
from migration.rules.text.unicode_method import can_rename, keeps_octets
from migration.source.edits import Part
from migration.view.module import Module


def visit(node: ast.BinOp, module: Module) -> Findings:
    """Ask an object of a class of the file for the text that the format asked it for."""
    if not isinstance(node.left, ast.Constant) or node.left.kind != "u":
        return
    parts = list[Part]()
    for letter, value in formatted(node):
        if letter == "s" and _has_two_texts(value, module):
            name = helper("unicode_text", TWO_TEXTS, module)
            parts.append(module.part(value, name, "(", *module.sub(value), ")"))
    if parts:
        yield module.edit(*parts, exactness=Exactness.SEMANTIC)


def _has_two_texts(value: ast.expr, module: Module) -> bool:
    owner = class_of(value, module)
    owners = [c for c in local_bases(owner, module) if "__unicode__" in methods(c)] if owner else []
    if owners:
        return not can_rename(owners[0], module)
    return keeps_octets(module) and may_say_unicode(value, module)


RULE = Rule(
    id="unicode_formats",
    family="P8",
    summary="a unicode format shows what __unicode__ says",
    before=(
        "class A(object):\n    def __str__(self): return 'a'\n    def __unicode__(self): return u'b'\n"
        "n = 1L\ntext = u'%s' % A()\n"
    ),
    after=(
        f"{TWO_TEXTS.strip()}\n\n\n"
        "class A(object):\n    def __str__(self): return 'a'\n    def __unicode__(self): return 'b'\n"
        "n = 1\ntext = '%s' % unicode_text(A())\n"
    ),
    caveats="Only objects whose class the file shows, or, in small programs of octets, the repository; in formats that "
    "are written out.",
    triggers=("__unicode__", re.compile(r"[uU][\"'][^\n\"']*%s")),
    when=lambda module: "__unicode__" in module.text or keeps_octets(module),
    needs_python2=True,
    nodes=(ast.BinOp,),
    visit=visit,
)
