"""assert not isinstance(x, str), 'must be unicode' → assert not isinstance(x, bytes), …: octets are refused.

So are they where unicode was refused for a native string: the one of the two that is not native is bytes now.
"""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import is_text_type, spell_builtin
from migration.analysis.flow_kinds import may_be_octets
from migration.analysis.strings.kinds import BYTES
from migration.analysis.strings.kinds import kind as kind_of
from migration.rule import Findings, Rule
from migration.view.module import Module

#: What says that a native string is refused because it is not unicode; who wants no text at all says something else.
_DEMANDS = re.compile(
    r"(?:must|should|has to|need\w*|expect\w*|require\w*|want\w*)\b.{0,20}\bunicode\b"
    r"|\bnot\b.{0,12}\b(?:plain|byte|8-?bit|raw)[ -]?str"
    r"|\bunicode\b.{0,30}\b(?:instead of|rather than|and not|, not)\b",
    re.IGNORECASE | re.DOTALL,
)
#: What says that a native string was wanted; who wanted octets, or speaks of unicode, says what this does not hold.
_WANTS = re.compile(
    r"(?:must|should|has to|need\w*|expect\w*|require\w*)\b.{0,20}\bstr(?:ing)?s?\b"
    r"|\bstr(?:ing)?s?\b.{0,15}\b(?:expected|required|needed|only)\b",
    re.IGNORECASE | re.DOTALL,
)
_OTHERS = re.compile(
    r"unicode|byte|octet|enc|binary|8-?bit|\braw|ascii|utf|\bno[tr]?\b|\b(?:list|dict|tuple|set|sequence|iterable|number)s?\b",
    re.IGNORECASE,
)
_DENYING = frozenset(["assertFalse", "failIf", "assert_false"])


def visit(node: ast.Call | ast.Compare, module: Module) -> Findings:
    """Name the type of octets, where the one of native strings is refused in favour of unicode, or the other way."""
    asked = _asked(node, module)
    if asked is None:
        return
    value, kind = asked
    texts = list(_texts(_refusal(node, module)))
    if is_text_type(kind, module):
        if not any(map(_WANTS.search, texts)) or any(map(_OTHERS.search, texts)):
            return
        if kind_of(value, module) == BYTES or may_be_octets(value, module):
            return
    elif not any(map(_DEMANDS.search, texts)) or isinstance(node, ast.Compare):
        return
    yield module.replace(kind, spell_builtin("bytes", kind, module))


def _asked(node: ast.Call | ast.Compare, module: Module) -> tuple[ast.expr, ast.expr] | None:
    """What is asked for its type, and the type: `isinstance(value, str)`, `type(value) == unicode`."""
    if isinstance(node, ast.Call):
        named = len(node.args) == 2 and module.is_builtin(node.func, "isinstance")
        value, kind = (node.args[0], node.args[1]) if named else (None, None)
    else:
        left, same = node.left, len(node.ops) == 1 and isinstance(node.ops[0], (ast.Eq, ast.Is))
        typed = isinstance(left, ast.Call) and len(left.args) == 1 and module.is_builtin(left.func, "type")
        value, kind = (left.args[0], node.comparators[0]) if same and typed else (None, None)  # type: ignore[attr-defined]
    if value is None or kind is None:
        return None
    if is_text_type(kind, module) or (isinstance(kind, ast.Name) and module.is_builtin(kind, "str")):
        return value, kind
    return None


def _refusal(node: ast.expr, module: Module) -> list[ast.expr]:
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
    triggers=("isinstance", "type"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=5,
    nodes=(ast.Call, ast.Compare),
    names=frozenset(["isinstance"]),
    visit=visit,
)
