"""class P(HTMLParser) → with convert_charrefs=False: Python 2's parser never resolved &amp; by itself."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import local_bases, methods
from migration.analysis.names import stdlib_name
from migration.rewriting.members import after
from migration.rule import Findings, Rule
from migration.view.module import Module

_OLD = "HTMLParser.HTMLParser"
#: What is told of text and of references in it: without these a parser makes no difference between the two.
_EVENTS = frozenset(["handle_data", "handle_entityref", "handle_charref"])

#: An argument that the first releases of Python 3 had, and programs for both pass by their number.
_GIVEN_STRICT = re.compile(r"""\[["']strict["']\] *=|\bstrict *= *(?:True|False)\b""")


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Pass it on where the base is initialised; initialise it where nobody does; name it where the base is not."""
    family = local_bases(node, module)
    if not any(_is_parser(base, module) for base in node.bases) or not _EVENTS & methods(node).keys():
        return
    own = methods(node).get("__init__")
    if not isinstance(own, ast.FunctionDef):
        if len(node.bases) == 1 and len(family) == 1:
            unit = "\t" if "\t" in module.indentation(node.body[0]) else "    "
            taken = "self, strict=False" if _GIVEN_STRICT.search(module.text) else "self"
            lines = ["", f"def __init__({taken}):", f"{unit}super().__init__(convert_charrefs=False)"]
            part = after(node.body[-1], lines, module)
            if part is not None:
                yield module.edit(part)
        return
    calls = [call for call in ast.walk(own) if isinstance(call, ast.Call) and _initialises(call, module)]
    for call in calls:
        if not any(keyword.arg == "convert_charrefs" for keyword in call.keywords):
            yield module.edit(module.added(call, "convert_charrefs=False"))
    if not calls and "convert_charrefs" not in methods(node):
        # Python 2's base had no state of its own but for what reset() sets, and many call just that.
        part = after(node.body[-1], ["", "convert_charrefs = False"], module)
        if part is not None:
            yield module.edit(part)


def _is_parser(base: ast.expr, module: Module) -> bool:
    return stdlib_name(base, module) == _OLD


def _initialises(call: ast.Call, module: Module) -> bool:
    """Whether it is HTMLParser.__init__(self), or super(…).__init__()."""
    if not (isinstance(call.func, ast.Attribute) and call.func.attr == "__init__"):
        return False
    owner = call.func.value
    return _is_parser(owner, module) or (
        isinstance(owner, ast.Call) and module.is_builtin(owner.func, "super")
    )


RULE = Rule(
    id="charref_events",
    family="P11",
    summary="HTMLParser resolves character references unless it is told not to",
    before=(
        "from HTMLParser import HTMLParser\nclass P(HTMLParser):\n    def __init__(self):\n"
        "        HTMLParser.__init__(self)\n    def handle_data(self, data):\n        pass\n"
    ),
    after=(
        "from html.parser import HTMLParser\nclass P(HTMLParser):\n    def __init__(self):\n"
        "        HTMLParser.__init__(self, convert_charrefs=False)\n    def handle_data(self, data):\n        pass\n"
    ),
    caveats="A class with further bases and no __init__ of its own is left as it is.",
    triggers=("HTMLParser",),
    exactness=Exactness.EXACT,
    order=40,
    nodes=(ast.ClassDef,),
    visit=visit,
)
