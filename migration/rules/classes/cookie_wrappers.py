"""class Request: def get_type(self): … → type = property(…), too: http.cookiejar asks for attributes now."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import foreign_bases, local_bases, methods
from migration.rewriting.members import after
from migration.rule import Findings, Rule
from migration.rules.removals.renamed_methods import OF_REQUEST
from migration.view.module import Module

#: What cookies are kept by asks of a request.
_ASKED = ("get_host", "get_type", "get_origin_req_host", "is_unverifiable")
#: What any class has that stands in for a request, or for an answer and its headers.
_KEEPS = re.compile(r"^[ \t]*(?:import|from)[ \t].*\b(?:cookielib|cookiejar)\b", re.MULTILINE)
_REQUEST, _HEADERS = "get_full_url", "getheaders"


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Give a class that stands in for a request, or for an answer's headers, what Python 3 asks of it."""
    own, lines = methods(node), list[str]()
    if not {_REQUEST, _HEADERS} & own.keys() or foreign_bases(node, module) not in ([], ["builtins.object"]):
        return
    known = {name for base in local_bases(node, module) for name in _attributes(base)}
    if _REQUEST in own:
        for method in _ASKED:
            if method in own and OF_REQUEST[method] not in known:
                lines += ["", f"{OF_REQUEST[method]} = property(lambda self: self.{method}())"]
    if _HEADERS in own and "get_all" not in known:
        lines += [
            "",
            "def get_all(self, name, default=None):",
            f"    return self.{_HEADERS}(name) or default",
        ]
    if lines and _KEEPS.search(module.text):
        part = after(node.body[-1], lines, module)
        if part is not None:
            yield module.edit(part)


def _attributes(owner: ast.ClassDef) -> set[str]:
    """The names that a class gives its objects: in its body, or through `self`."""
    found = set(methods(owner))
    for node in ast.walk(owner):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            found.add(node.attr)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
    return found


RULE = Rule(
    id="cookie_wrappers",
    family="P14",
    summary="what stands in for a request has its host, type and origin as attributes",
    before="import cookielib\nclass R(object):\n    def get_full_url(self):\n        return 'http://a/'\n"
    "    def get_type(self):\n        return 'http'\n",
    after="import http.cookiejar\nclass R(object):\n    def get_full_url(self):\n        return 'http://a/'\n"
    "    def get_type(self):\n        return 'http'\n\n    type = property(lambda self: self.get_type())\n",
    caveats="Only of classes that derive from none of the library, in files that keep cookies.",
    triggers=(_REQUEST, _HEADERS),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
