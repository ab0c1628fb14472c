"""bytes(5) → str(5): bytes was another name of str, which spells what it is given.

Where literals without a mark are text, bytes(x) and map(bytes, xs) → octets_of(x): octets as they are, objects by what
they show.
"""

from __future__ import annotations

import ast
import re

from migration.analysis.builtins import spell_builtin, type_asked
from migration.analysis.exceptions import tries_around
from migration.analysis.literals import literal
from migration.analysis.names import names_by_id
from migration.analysis.strings.as_bytes import OCTETS_OF, literal_parts
from migration.analysis.strings.kinds import BYTES, TEXT, kind
from migration.analysis.strings.takers import takes_octets
from migration.analysis.values import default_of
from migration.rule import Findings, Rule
from migration.view.module import Module

#: What may be octets, and is no native string.
_OF_OCTETS = re.compile(r"\b(?:bytearray|memoryview|buffer)\b")
#: What Python 3 makes bytes of, a number each.
_OF_NUMBERS = (ast.List, ast.Tuple, ast.Set, ast.ListComp, ast.SetComp, ast.GeneratorExp)
_SPELLED = frozenset(["NoneType", "bool", "class", "dict", "float", "int", "long"])


def visit(node: ast.Call, module: Module) -> Findings:
    """A number is spelled, not counted; a literal becomes one of bytes."""
    if module.is_builtin(node.func, "dir") and len(node.args) == 1:
        if module.is_builtin(node.args[0], "bytes"):
            # What native strings can do, by another of their names.
            yield module.replace(node.args[0], spell_builtin("str", node.args[0], module), needs_python2=True)
        return
    if module.is_builtin(node.func, "map") and len(node.args) == 2:
        if module.is_builtin(node.args[0], "bytes") and _tells_octets(module):
            helper = module.helper("octets_of", OCTETS_OF)
            yield module.replace(node.args[0], helper, needs_python2=True)
        return
    if not module.is_builtin(node.func, "bytes") or len(node.args) > 1 or node.keywords:
        return
    octets = module.facts.index.octets
    if not node.args:
        if octets and isinstance(module.parent(node), ast.Attribute):
            # No octets, to join others: they stay text.
            new = spell_builtin("str", node, module)
            yield module.replace(node.func, new, needs_python2=True, guarded=True)
        return
    value = node.args[0]
    if literal(value, module):
        # Python 3 has no such call: bytes() wants to know by what codec.
        shown = not any(tries_around(node, module)) and not any(
            isinstance(a, ast.With) for a in module.ancestors(node)
        )
        if octets:
            yield module.replace(node, *module.sub(value), evidence=shown, needs_python2=not shown)
        else:
            part, *_ = literal_parts(value, module)
            yield module.edit(part, evidence=shown, needs_python2=not shown)
        return
    default = default_of(value, module) if octets else None
    if default is not None and literal(default, module):
        yield module.replace(node.func, spell_builtin("str", node, module), needs_python2=True)
        return
    # Who writes text without a prefix asks for a native string so.
    texts = {TEXT, None} if module.has_future("unicode_literals") else {TEXT}
    if _is_name_there(node, module) and kind(value, module) in texts:
        yield module.replace(node.func, spell_builtin("str", node, module), needs_python2=True)
        return
    asked = _asked_before(node, module)
    if asked is not None:
        new = spell_builtin("str", node, module)
        yield module.edit(module.part(node.func, new), module.part(asked, new))
        return
    types = module.type_of(value)
    if types and types <= _SPELLED:
        yield module.replace(node.func, spell_builtin("str", node, module), needs_python2=True)
    elif _tells_octets(module) and _may_be_anything(value, module):
        yield module.replace(node.func, module.helper("octets_of", OCTETS_OF), needs_python2=True)


def _tells_octets(module: Module) -> bool:
    """Whether a file that is Python 2's alone has literals of text without a mark: bytes() is to give octets."""
    return module.has_future("unicode_literals") and not module.facts.index.octets and module.is_proven


def _may_be_anything(value: ast.expr, module: Module) -> bool:
    """Whether Python 3 may not know how to make bytes of `value`: what gives numbers, one by one, is left."""
    if isinstance(value, (ast.Starred, *_OF_NUMBERS)) or kind(value, module) == BYTES:
        return False
    types = module.type_of(value)
    return not types or bool(types & {"str", "unicode"})


def _asked_before(node: ast.Call, module: Module) -> ast.expr | None:
    """The type in `if not isinstance(x, bytes): x = bytes(x)`: what is no native string is spelled as one."""
    statement, value = module.parent(node), node.args[0]
    if not isinstance(statement, ast.Assign):
        return None
    choice = module.parent(statement)
    if not (isinstance(choice, ast.If) and choice.body == [statement] and isinstance(value, ast.Name)):
        return None
    test = choice.test
    asked = (
        type_asked(test.operand, module)
        if isinstance(test, ast.UnaryOp)
        and isinstance(test.op, ast.Not)
        and isinstance(test.operand, ast.Call)
        else None
    )
    if asked is None or not (isinstance(asked[0], ast.Name) and asked[0].id == value.id):
        return None
    if not module.is_builtin(asked[1], "bytes") or _OF_OCTETS.search(module.text):
        return None
    function = module.function(node)
    reads = [
        n for n in names_by_id(module)[value.id] if module.function(n) is function and n.lineno > node.lineno
    ]
    # What is decoded then is text already: a rule of its own leaves that as it is.
    places = [n for n in reads if getattr(module.parent(n), "attr", "") not in ("decode", "encode")]
    return None if any(takes_octets(n, module) for n in places) else asked[1]


def _is_name_there(node: ast.Call, module: Module) -> bool:
    """Whether a name is made that Python looks up: a key of a namespace, what a class or an attribute is called."""
    parent = module.parent(node)
    if isinstance(parent, ast.Subscript):
        return parent.slice is node
    if isinstance(parent, ast.Dict):
        return node in parent.keys
    if isinstance(parent, ast.keyword):
        return parent.arg == "name"
    if not isinstance(parent, ast.Call) or node not in parent.args:
        return False
    place = parent.args.index(node)
    if module.is_builtin(parent.func, "getattr", "hasattr", "setattr", "delattr"):
        return place == 1
    return place == 0 and module.is_builtin(parent.func, "type", "__import__")


RULE = Rule(
    id="bytes_builtin",
    family="P8",
    summary="bytes() of a number was its text, bytes() of a text that text",
    before="print bytes(5)\n",
    after="print(str(5))\n",
    caveats="Only arguments whose type is seen; of text only where it is a name that Python looks up. Any argument "
    "where literals without a mark are text: what is no octets is encoded to UTF-8 there.",
    triggers=("bytes",),
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["bytes", "dir", "map"]),
    visit=visit,
)
