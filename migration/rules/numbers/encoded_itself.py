"""s.encode('ascii') == s → s.encode('ascii').decode('latin-1') == s: encoded text is compared with what it was."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.values import assigned
from migration.rewriting.as_text import DECODED
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Encodings whose result is no text, or that have functions of their own now.
_OTHERS = frozenset(["hex", "base64", "zlib", "bz2", "rot13", "rot-13", "rot_13", "uu", "quopri", "zip"])


def visit(node: ast.Compare, module: Module) -> Findings:
    """Read the octets as the characters that Python 2 compared with the text's, one by one."""
    if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
        return
    sides = [node.left, node.comparators[0]]
    for one, other in (sides, sides[::-1]):
        if not isinstance(other, (ast.Name, ast.Attribute)):
            continue
        if _encodes(one, other):
            yield module.replace(one, module.span(one), '.decode("latin-1")')
        elif (
            isinstance(one, ast.Name)
            and _encodes(assigned(one, module), other)
            and _is_bound_once(other, module)
        ):
            # What is kept may be made text by another rule: a helper tells, when it runs.
            yield module.replace(
                one, helper("decoded", DECODED, module), "(", module.span(one), ', "latin-1")'
            )


def _encodes(value: ast.expr | None, what: ast.expr) -> bool:
    """Whether `value` is `what`, encoded as text is."""
    if not (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "encode"
    ):
        return False
    codec = value.args[0] if value.args else None
    if isinstance(codec, ast.Constant) and (
        not isinstance(codec.value, str) or codec.value.lower() in _OTHERS
    ):
        return False
    return ast.dump(value.func.value) == ast.dump(what)


def _is_bound_once(node: ast.expr, module: Module) -> bool:
    """Whether a name means the same all over its function: what was encoded is what is compared with."""
    return isinstance(node, ast.Name) and len(module.bindings(node)) == 1


RULE = Rule(
    id="encoded_itself",
    family="P7",
    summary="encoded text that is compared with the text itself",
    before="def f(s):\n    if s.encode('ascii') != s:\n        raise ValueError(s)\nn = 1L\n",
    after="def f(s):\n    if s.encode('ascii').decode(\"latin-1\") != s:\n        raise ValueError(s)\nn = 1\n",
    caveats="Encodings that are no text's are left.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Compare,),
    visit=visit,
)
