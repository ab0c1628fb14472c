"""Request.get_method(self) → "GET" or "POST", in a class that keeps a method of its own: Python 3 would give that."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import attribute_values, foreign_bases, local_bases, methods
from migration.analysis.made import REQUESTS
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Write out what the library chose by whether there are data: in Python 3 an attribute, maybe None, goes before."""
    function, owner = node.func, module.class_of(node)
    if not isinstance(function, ast.Attribute) or function.attr != "get_method" or owner is None:
        return
    every = local_bases(owner, module)
    if REQUESTS.isdisjoint(foreign_bases(owner, module)) or not any(
        attribute_values(c, "method") for c in every
    ):
        return
    receiver = _receiver(node, function, module)
    if receiver is not None:
        yield module.replace(node, f'("GET" if {receiver}.data is None else "POST")')


def _receiver(node: ast.Call, function: ast.Attribute, module: Module) -> str | None:
    """The object whose method of the library's class is called: `urllib2.Request.get_method(self)`, or by super()."""
    given = node.args[0] if len(node.args) == 1 and not node.keywords else None
    if isinstance(given, ast.Name) and stdlib_name(function.value, module) in REQUESTS:
        return given.id
    asked = function.value
    inherited = isinstance(asked, ast.Call) and module.is_builtin(asked.func, "super") and not node.args
    method, owner = module.function(node), module.class_of(node)
    if owner is None or any("get_method" in methods(c) for c in local_bases(owner, module) if c is not owner):
        return None  # what a class of the program says
    if inherited and isinstance(method, ast.FunctionDef) and method.args.args:
        return method.args.args[0].arg
    return None


RULE = Rule(
    id="request_method",
    family="P19",
    summary="a request that keeps a method of its own is GET or POST without one",
    before=(
        "import urllib2\nclass R(urllib2.Request):\n    method = None\n"
        "    def get_method(self): return self.method or urllib2.Request.get_method(self)\n"
    ),
    after=(
        "import urllib.request\nclass R(urllib.request.Request):\n    method = None\n"
        '    def get_method(self): return self.method or ("GET" if self.data is None else "POST")\n'
    ),
    caveats="Only in a class that gives `method` a value itself.",
    triggers=("get_method",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["get_method"]),
    visit=visit,
)
