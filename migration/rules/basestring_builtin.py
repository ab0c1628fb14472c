"""basestring → str, or (str, bytes) where the value is decoded too."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._builtins import is_isinstance_argument, is_old_builtin, spell_builtin
from migration.rules._byte_sources import keeps_bytes


def visit(node: ast.Name, module: Module) -> Findings:
    """Text, unless the function that tests the value also decodes it."""
    if node.id != "basestring" or not is_old_builtin(node, module, "basestring"):
        return
    parent, name = module.parent(node), spell_builtin("str", node, module)
    if is_isinstance_argument(node, module) and _is_decoded(node, module):
        pair = [name, ", bytes"] if isinstance(parent, ast.Tuple) else ["(", name, ", bytes)"]
        yield module.replace(node, *pair, exactness=Exactness.EXACT)
    elif isinstance(parent, ast.ClassDef):
        yield module.open(node, "basestring can't be a base class; derive from str or bytes")
    else:
        # A value that can be no bytes is text, or it was no string before either.
        exactness = Exactness.SEMANTIC if keeps_bytes(module) else Exactness.EXACT
        yield module.replace(node, name, exactness=exactness)


def _is_decoded(node: ast.expr, module: Module) -> bool:
    test = module.parent(node)
    if isinstance(test, ast.Tuple):
        test = module.parent(test)
    subject = test.args[0] if isinstance(test, ast.Call) else None
    if not isinstance(subject, ast.Name):
        return False
    place: ast.AST = module.function(node) or module.tree
    refused = module.parent(test)
    branch = module.parent(refused)
    if (
        isinstance(refused, ast.UnaryOp)
        and isinstance(branch, ast.If)
        and branch.test is refused
        and any(_decodes(n, subject) for s in branch.body for n in ast.walk(s))
    ):
        # What is decoded where the test said no was no text: bytes have to stay out of it.
        return False
    return any(_decodes(n, subject) for n in ast.walk(place))


def _decodes(n: ast.AST, subject: ast.Name) -> bool:
    return (
        isinstance(n, ast.Attribute)
        and n.attr == "decode"
        and isinstance(n.value, ast.Name)
        and n.value.id == subject.id
    )


RULE = Rule(
    id="basestring_builtin",
    family="P8",
    summary="basestring is str",
    before="a = isinstance(b, basestring)\n",
    after="a = isinstance(b, str)\n",
    caveats="bytes are no longer among them, unless the value is decoded nearby.",
    triggers=("basestring",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Name,),
    names=frozenset(["basestring"]),
    visit=visit,
)
