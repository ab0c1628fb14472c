"""cookie['a'] = text.encode('utf-8') → ….decode('latin-1'): a cookie's value is text, whose characters are octets."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.made import made_by
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.strings.octet_characters import COOKIES
from migration.analysis.values import value_there
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Assign, module: Module) -> Findings:
    """Keep the octets as they were, one character each: those above 127 are escaped as before."""
    value = node.value
    given = (value_there(value, module) if isinstance(value, ast.Name) else None) or value
    if isinstance(value, ast.Call) and isinstance(getattr(value.func, "value", None), ast.Constant):
        return  # Other rules spell an encoded literal without its codec.
    for target in node.targets:
        if (
            isinstance(target, ast.Subscript)
            and made_by(target.value, module, COOKIES) is not None
            and kind(given, module) == BYTES
        ):
            yield module.edit(module.part(value, *module.atom(value), ".decode('latin-1')"))
            return


RULE = Rule(
    id="cookie_values",
    family="P10",
    summary="the values of cookies are text",
    before="import Cookie\nc = Cookie.SimpleCookie()\nc['a'] = x.encode('utf-8')\nprint c\n",
    after="import http.cookies\nc = http.cookies.SimpleCookie()\n"
    "c['a'] = x.encode('utf-8').decode('latin-1')\nprint(c)\n",
    caveats="Only cookies that are made in sight.",
    triggers=("Cookie", "cookies"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Assign,),
    visit=visit,
)
