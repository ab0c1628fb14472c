"""int(x) → int(plain_number(x)), where '1_000' is given: Python 2 took no underscore in a number."""

from __future__ import annotations

import ast
import re

from migration.analysis.builtins import is_old_builtin
from migration.analysis.values import constants_given
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def plain_number(text, refusal="invalid literal for int() with base 10: %r"):
    """The text of a number, or what else one is made of: an error where Python 3 alone takes an underscore."""
    if isinstance(text, str) and "_" in text:
        raise ValueError(refusal % text)
    return text
'''
_FLOAT = ', "invalid literal for float(): %s"'
_KINDS = frozenset(["int", "long", "float"])
_NUMBER = r"[-+\d.]*\d_\d[\d_.]*"
#: The same without what may go before: told at once, where quotes are everywhere.
_INSIDE = re.compile(r"_(?<=\d_)\d")
_QUOTED = re.compile(rf"""["']\s*{_NUMBER}(?:[eE][-+\d_]+)?\s*["']""")


def visit(node: ast.Call, module: Module) -> Findings:
    """Refuse it by a helper where such a text is written out, there or where the function is called."""
    if len(node.args) != 1 or node.keywords or not is_old_builtin(node.func, module, *_KINDS):
        return
    given = (c.value for c in constants_given(node.args[0], module))
    if any(isinstance(text, str) and _QUOTED.fullmatch(f"'{text}'") for text in given):
        refusal = _FLOAT if module.is_builtin(node.func, "float") else ""
        plain = helper("plain_number", HELPER, module)
        yield module.edit(module.in_call(node.args[0], plain, refusal))


RULE = Rule(
    id="underscored_numbers",
    family="P19",
    summary="a text with underscores was no number",
    before="try:\n    a = int('1_000')\nexcept ValueError:\n    a = 1L\n",
    after=f"{HELPER.strip()}\n\n\ntry:\n    a = int(plain_number('1_000'))\nexcept ValueError:\n    a = 1\n",
    caveats="Only where the file gives such a text itself.",
    triggers=("int", "long", "float"),
    needs_python2=True,
    nodes=(ast.Call,),
    names=_KINDS,
    when=lambda module: _INSIDE.search(module.text) is not None and _QUOTED.search(module.text) is not None,
    visit=visit,
)
