"""urllib.request.urlopen(url, proxies=p) → build_opener(ProxyHandler(p)).open(url): urlopen takes no proxies now."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module

_OPENER = "urllib.request.urlopen"


def visit(node: ast.Call, module: Module) -> Findings:
    """Make what opens by these proxies, and ask that; for None it finds those of the surroundings, as urlopen did."""
    given = {k.arg: k.value for k in node.keywords}
    proxies = given.pop("proxies", None)
    if proxies is None or stdlib_name(node.func, module) != _OPENER or not given.keys() <= {"data"}:
        return
    if not 1 <= len(node.args) + len(given) <= 2 or any(isinstance(a, ast.Starred) for a in node.args):
        return
    opener = module.use("urllib.request.build_opener", node)
    handler = module.use("urllib.request.ProxyHandler", node)
    rest = [piece for a in node.args for piece in (", ", *module.sub(a))]
    rest += [piece for name, value in given.items() for piece in (f", {name}=", *module.sub(value))]
    yield module.replace(node, opener, "(", handler, "(", *module.sub(proxies), ")).open(", *rest[1:], ")")


RULE = Rule(
    id="url_proxies",
    family="P11",
    summary="what opens URLs by proxies of its own is made for that",
    before="import urllib\nf = urllib.urlopen(url, proxies={})\n",
    after=(
        "import urllib.request\nf = urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url)\n"
    ),
    caveats="What answers with an error is raised, as urlopen does in Python 3.",
    triggers=("proxies",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    names=frozenset(["urlopen"]),
    follows=frozenset(["urllib_import"]),
    visit=visit,
)
