"""assert not isinstance(x, str), 'must be unicode' → assert not isinstance(x, bytes), …: octets are refused."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._builtins import spell_builtin

#: What says that a native string is refused because it is not unicode; who wants no text at all says something else.
_DEMANDS = re.compile(
    r"(?:must|should|has to|need\w*|expect\w*|require\w*|want\w*)\b.{0,20}\bunicode\b"
    r"|\bnot\b.{0,12}\b(?:plain|byte|8-?bit|raw)[ -]?str"
    r"|\bunicode\b.{0,30}\b(?:instead of|rather than|and not|, not)\b",
    re.IGNORECASE | re.DOTALL,
)
_DENYING = frozenset(["assertFalse", "failIf", "assert_false"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Name the type of octets, where the one of native strings is refused in favour of unicode."""
    if len(node.args) != 2 or not module.is_builtin(node.func, "isinstance"):
        return
    kind = node.args[1]
    if not (isinstance(kind, ast.Name) and kind.id == "str" and module.is_builtin(kind, "str")):
        return
    if any(_DEMANDS.search(text) for text in _texts(_refusal(node, module))):
        yield module.replace(kind, spell_builtin("bytes", kind, module))


def _refusal(node: ast.Call, module: Module) -> list[ast.expr]:
    """What is said where `node` is true: by an assertion against it, or by what is raised at once."""
    outer = module.parent(node)
    if isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.Not):
        stated = module.parent(outer)
        return [stated.msg] if isinstance(stated, ast.Assert) and stated.msg is not None else []
    if isinstance(outer, ast.If) and outer.test is node and isinstance(outer.body[0], ast.Raise):
        raised = outer.body[0].exc
        return list(raised.args) if isinstance(raised, ast.Call) else []
    if isinstance(outer, ast.Call) and outer.args and outer.args[0] is node:
        name = outer.func.attr if isinstance(outer.func, ast.Attribute) else getattr(outer.func, "id", "")
        return [*outer.args[1:], *(k.value for k in outer.keywords)] if name in _DENYING else []
    return []


def _texts(said: list[ast.expr]) -> list[str]:
    constants = (n.value for value in said for n in ast.walk(value) if isinstance(n, ast.Constant))
    return [text for text in constants if isinstance(text, str)]


RULE = Rule(
    id="demanded_unicode",
    family="P8",
    summary="what is no unicode is bytes",
    before="assert not isinstance(a, str), 'a must be unicode'\nn = 1L\n",
    after="assert not isinstance(a, bytes), 'a must be unicode'\nn = 1\n",
    caveats="What says so in other words is left.",
    triggers=("isinstance",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["isinstance"]),
    visit=visit,
)
