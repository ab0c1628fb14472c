"""u'é'.encode('utf-8') == str(x) → 'é' == str(x): what `__str__` encoded is text now.

So is what a file of text in memory holds, whichever codec stood between.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.laziness.use import COMPARING
from migration.analysis.made import kept_by
from migration.analysis.names import OUTPUTS, last_name, memory, stdlib_name
from migration.analysis.strings.memory_files import CLASSES, makes_bytes
from migration.analysis.strings.seen import UNIVERSAL, codec_of
from migration.analysis.values import attributes_given
from migration.rule import Findings, Rule
from migration.stdlib.codecs import encodes_text
from migration.view.module import Module

_CODECS = UNIVERSAL | {"ascii"}
_TEXT = "io.StringIO"
_FILES = CLASSES | {_TEXT}


def visit(node: ast.Compare | ast.Call, module: Module) -> Findings:
    """Leave the text that is compared with str(…), or with what such a file holds, as it is."""
    for one, other in _pairs(node):
        if (
            not isinstance(one, ast.Call)
            or not isinstance(one.func, ast.Attribute)
            or one.func.attr != "encode"
            or len(one.args) > 1
            or one.keywords
            or not isinstance(other, ast.Call)
        ):
            continue
        shown = module.is_builtin(other.func, "str") and len(other.args) == 1 and codec_of(one) in _CODECS
        if shown or (_encodes_text(one) and _is_text_in_memory(other, module)):
            memory(module).setdefault("unencoded", set()).add(one)
            yield module.replace(one, *module.atom(one.func.value), needs_python2=True)


def _encodes_text(node: ast.Call) -> bool:
    codec = codec_of(node)
    return codec is not None and encodes_text(codec)


def _is_text_in_memory(node: ast.Call, module: Module) -> bool:
    """Whether a call gives what a file of text in memory holds, also one that stands for a standard stream: nothing
    that is encoded is ever equal to it.
    """
    method = node.func
    if not isinstance(method, ast.Attribute) or method.attr != "getvalue" or node.args or node.keywords:
        return False
    file = method.value
    made = _stands_for(file, module) if stdlib_name(file, module) in OUTPUTS else None
    made = made or kept_by(file, module, _FILES)
    if made is None:
        return False
    return stdlib_name(made.func, module) == _TEXT or not makes_bytes(made.func, module)


def _stands_for(stream: ast.expr, module: Module) -> ast.Call | None:
    """The file in memory that the same function, of all that it makes itself, puts in the place of a stream."""
    spelled, made = ast.unparse(stream), list[ast.Call]()
    for place, value in attributes_given(module).get(last_name(stream), ()):
        if module.function(place) is module.function(stream) and ast.unparse(place) == spelled:
            made += [value] if isinstance(value, ast.Call) else []
    return made[0] if len(made) == 1 and stdlib_name(made[0].func, module) in _FILES else None


def _pairs(node: ast.Compare | ast.Call) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        sides = sides if len(sides) == 2 and isinstance(node.ops[0], ast.Eq | ast.NotEq) else []
    else:
        named = last_name(node.func)
        sides = node.args[:2] if named in COMPARING else []
    if len(sides) == 2:
        yield sides[0], sides[1]
        yield sides[1], sides[0]


RULE = Rule(
    id="encoded_beside_str",
    family="P8",
    summary="what is compared with str(), or with what a file of text in memory holds, is not encoded",
    before="a = u'x'.encode('utf-8') == str(b)\nn = 1L\n",
    after="a = 'x' == str(b)\nn = 1\n",
    caveats="Beside str() by UTF-8 or ASCII alone.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=5,
    nodes=(ast.Compare, ast.Call),
    names=COMPARING,
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
