"""path.write(x, mode='wb') → path.write(as_bytes(x), mode='wb'): octets, whole, to a binary file."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import defined_in_repository
from migration.analysis.strings.as_bytes import HELPER, bytes_parts
from migration.rule import Findings, Rule
from migration.trees.constants import text_of
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Encode what is written in one call that says that it writes octets."""
    if (
        len(node.args) != 1
        or isinstance(node.args[0], ast.Starred)
        or [k.arg for k in node.keywords] != ["mode"]
    ):
        return
    if not isinstance(node.func, ast.Attribute) or node.func.attr != "write":
        return
    mode = text_of(node.keywords[0].value) or ""
    if mode not in ("wb", "ab") or defined_in_repository("write", module):
        return
    made = bytes_parts(node.args[0], module, guess=True)
    if made is not None and made[0]:
        yield module.edit(*made[0], exactness=made[1])


RULE = Rule(
    id="path_writes",
    family="P9",
    summary="what a path writes to a binary file is octets",
    before="p.write(x, mode='wb')\nn = 1L\n",
    after=f"{HELPER.strip()}\n\n\np.write(as_bytes(x), mode='wb')\nn = 1\n",
    caveats="Those of py.path, of which tests are given some.",
    triggers=("write",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Call,),
    names=frozenset(["write"]),
    when=lambda module: "mode=" in module.text,
    visit=visit,
)
