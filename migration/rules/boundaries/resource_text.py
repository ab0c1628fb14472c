"""pkg_resources.resource_string("p", "default.cfg") → ….decode("utf-8"), where the file is one of text by its name."""

from __future__ import annotations

import ast
import re

from migration.analysis.names import stdlib_name
from migration.flow.atoms import Library
from migration.rule import Exactness, Findings, Rule
from migration.view.module import Module

_READERS = frozenset(["pkg_resources.resource_string", "pkgutil.get_data"])
_TEXTS = re.compile(
    r"\.(?:txt|text|cfg|conf|ini|html?|x?ht?ml|xsl|xsd|dtd|css|js|json|csv|tsv|py|rst|md|sql|tmpl|tpl|mako|pt|yaml|yml|toml"
    r"|svg|properties|po|sh|types)$",
    re.IGNORECASE,
)
_KEEPING = frozenset(["decode", "read"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Read text where Python 2's native string was it; a file of another kind stays bytes."""
    # Whether there is such a package is asked for; what it reads is bytes wherever Python 3 has it.
    named = stdlib_name(node.func, module) or module.qualified_name(node.func)
    if not (named in _READERS or _may_read(node.func, module)) or len(node.args) != 2 or node.keywords:
        return
    name = node.args[1]
    parent = module.parent(node)
    if isinstance(parent, ast.Attribute) and parent.attr in _KEEPING:
        return
    if isinstance(name, ast.Constant) and isinstance(name.value, str) and _TEXTS.search(name.value):
        yield module.replace(node, module.span(node), '.decode("utf-8")', guarded=True)
    else:
        yield module.open(
            node, "the contents of a package's file are bytes now: decode them where they are text"
        )


def _may_read(node: ast.expr, module: Module) -> bool:
    """Whether another file has the function from the library, or one of that name where the library has none."""
    held = module.may_hold(node) if isinstance(node, ast.Name) else ()
    return any(isinstance(atom, Library) and atom.name in _READERS for atom in held)


RULE = Rule(
    id="resource_text",
    family="P9",
    summary="files of text that belong to a package are decoded",
    before="import pkgutil\ntext = pkgutil.get_data('p', 'a.txt')\nn = 1L\n",
    after="import pkgutil\ntext = pkgutil.get_data('p', 'a.txt').decode(\"utf-8\")\nn = 1\n",
    caveats="Which files are text is told by the end of their names; they are taken for UTF-8.",
    triggers=("resource_string", "get_data"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    visit=visit,
)
