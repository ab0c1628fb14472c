"""basestring → str, or (str, bytes) where the value is decoded too, or encoded only if it is unicode."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import is_isinstance_argument, is_old_builtin, spell_builtin, type_asked
from migration.analysis.strings.byte_sources import keeps_bytes
from migration.rule import Findings, Rule
from migration.rules.text._string_tests import asks_octets
from migration.view.module import Module


def visit(node: ast.Name, module: Module) -> Findings:
    """Text, unless the function that tests the value also decodes it, or tells its unicode from native strings."""
    if node.id != "basestring" or not is_old_builtin(node, module, "basestring"):
        return
    parent, name = module.parent(node), spell_builtin("str", node, module)
    if is_isinstance_argument(node, module) and _may_be_bytes(node, module):
        pair = [name, ", bytes"] if isinstance(parent, ast.Tuple) else ["(", name, ", bytes)"]
        yield module.replace(node, *pair, exactness=Exactness.EXACT)
    elif isinstance(parent, ast.ClassDef):
        yield module.open(node, "basestring can't be a base class; derive from str or bytes")
    else:
        # A value that can be no bytes is text, or it was no string before either.
        exactness = Exactness.SEMANTIC if keeps_bytes(module) else Exactness.EXACT
        yield module.replace(node, name, exactness=exactness)


def _may_be_bytes(node: ast.expr, module: Module) -> bool:
    """Whether the function that asks decodes the value, or encodes it where it is unicode: the others are octets; or
    octets flow to it.
    """
    test = module.parent(node)
    if isinstance(test, ast.Tuple):
        test = module.parent(test)
    subject = test.args[0] if isinstance(test, ast.Call) else None
    if not isinstance(subject, ast.Name):
        return asks_octets(node, module)
    place: ast.AST = module.function(node) or module.tree
    refused = module.parent(test)
    branch = module.parent(refused)
    denied: list[ast.stmt] = []
    if isinstance(refused, ast.UnaryOp) and isinstance(branch, ast.If) and branch.test is refused:
        denied = branch.body
    # What is decoded, or encoded, where the test said no was no text: bytes have to stay out of it.
    if any(_decodes(n, subject) for s in denied for n in ast.walk(s)):
        return False
    if any(_decodes(n, subject) for n in ast.walk(place)) or asks_octets(node, module):
        return True
    if module.facts.index.octets or place is module.tree or any(_encodes(s, subject) for s in denied):
        return False
    return any(_encodes_unicode(n, subject, module) for n in ast.walk(place))


def _encodes_unicode(node: ast.AST, subject: ast.Name, module: Module) -> bool:
    """Whether a branch that is taken where the value is unicode, and nothing else is asked, encodes it."""
    if not isinstance(node, (ast.If, ast.IfExp)):
        return False
    asked = type_asked(node.test, module)
    if asked is None or not (isinstance(asked[0], ast.Name) and asked[0].id == subject.id):
        return False
    if not is_old_builtin(asked[1], module, "unicode"):
        return False
    return any(_encodes(s, subject) for s in (node.body if isinstance(node, ast.If) else [node.body]))


def _encodes(branch: ast.AST, subject: ast.Name) -> bool:
    """Whether the value itself is encoded, to be kept in its own name or to be returned."""
    for n in ast.walk(branch):
        made = n.value if isinstance(n, (ast.Assign, ast.Return)) else n if n is branch else None
        method = made.func if isinstance(made, ast.Call) else None
        if not (isinstance(method, ast.Attribute) and method.attr == "encode"):
            continue
        own = isinstance(method.value, ast.Name) and method.value.id == subject.id
        targets = n.targets if isinstance(n, ast.Assign) else []
        if own and all(isinstance(t, ast.Name) and t.id == subject.id for t in targets):
            return True
    return False


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
    caveats="bytes are no longer among them, unless the value is decoded nearby, or encoded if it is unicode.",
    triggers=("basestring",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Name,),
    names=frozenset(["basestring"]),
    visit=visit,
)
