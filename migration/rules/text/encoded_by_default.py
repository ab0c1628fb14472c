"""self.name = name.encode() → name.encode("ascii").decode("ascii"): Python 2's default codec made a native string."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.made import HEADERS, made_by
from migration.analysis.names import last_name
from migration.analysis.strings.encoded import kept_native
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Name the codec, and make text of what it gave."""
    if kept_native(node, module) and not _is_of_object(node, module):
        end = module.span(node).end
        yield module.replace_span(Span(end - 1, end), '"ascii").decode("ascii")')


def _is_of_object(node: ast.Call, module: Module) -> bool:
    """Whether what is encoded is made by a class from elsewhere, a header of mail say: its method is its own."""
    owner = node.func.value if isinstance(node.func, ast.Attribute) else None
    if owner is None or made_by(owner, module, HEADERS) is not None:
        return owner is not None
    if not isinstance(owner, ast.Call) or not last_name(owner.func)[:1].isupper():
        return False
    bindings = module.bindings(owner.func) if isinstance(owner.func, ast.Name) else []
    return bool(bindings) and all(b.kind == "import" for b in bindings)


RULE = Rule(
    id="encoded_by_default",
    family="P8",
    summary="text that is made a native string by the default codec stays text",
    before="class A:\n    def __init__(self, name):\n        self.name = name.encode()\nn = 1L\n",
    after=(
        "class A:\n    def __init__(self, name):\n"
        '        self.name = name.encode("ascii").decode("ascii")\nn = 1\n'
    ),
    caveats="Where an attribute, a row or a format keeps it. Where octets are taken, text is encoded.",
    triggers=(".encode()",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    visit=visit,
)
