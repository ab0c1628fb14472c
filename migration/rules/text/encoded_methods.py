"""s.encode('ascii', 'ignore').replace(' ', '-') → s.encode('ascii', 'ignore').decode('ascii').replace(' ', '-').

Who encodes as ASCII, tells what to do with all else, and goes on with native text makes one text of another.
"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.names import memory
from migration.analysis.strings.encodings import decides, is_anothers, text_again
from migration.analysis.strings.takers import takes_octets
from migration.rule import Findings, Rule
from migration.stdlib.codecs import is_ascii_based
from migration.view.module import Module

#: Methods that give what they are asked of, changed or in pieces. What only tells something is asked of bytes.
_METHODS = frozenset(["lstrip", "partition", "replace", "rpartition", "rsplit", "rstrip", "split", "strip"])
#: The same, of which none is told anything.
_ALIKE = frozenset(["capitalize", "lower", "lstrip", "rstrip", "strip", "swapcase", "title", "upper"])
_CODECS = frozenset(["ascii", "us-ascii", "us_ascii"])
_HANDLERS = frozenset(["backslashreplace", "ignore", "replace", "xmlcharrefreplace"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Decode what was encoded, where a method of native strings is given native literals."""
    function = node.func
    if not (isinstance(function, ast.Attribute) and function.attr in _METHODS and node.args):
        return
    native = [a for a in node.args if literal(a, module)]
    rest = [a for a in node.args if a not in native]
    numbers = all(isinstance(a, ast.Constant) and isinstance(a.value, int) for a in rest)
    if not (native and numbers):
        return
    encoded = before_alike(function.value)
    if not transforms(encoded):
        yield from _kept_as_text(node, function.value, encoded, module)
        return
    # What 2.7 was seen to encode without effect, seen_encode sees to.
    if not (isinstance(encoded, ast.Call) and decides(encoded, module)):
        yield module.wrap(encoded, "", ".decode('ascii')")


def before_alike(node: ast.expr) -> ast.expr:
    """What methods that give a string for a string are asked of: `x` in `x.strip().lower()`."""
    while (
        isinstance(node, ast.Call)
        and not (node.args or node.keywords)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _ALIKE
    ):
        node = node.func.value
    return node


def _kept_as_text(node: ast.Call, owner: ast.expr, encoded: ast.expr, module: Module) -> Findings:
    """Go on with text where nothing takes what comes of it for octets: with these literals it was a native string.

    What is changed first (`owner` is made of `encoded`) is so as octets, of which only letters of ASCII change.
    """
    match encoded:
        case ast.Call(
            func=ast.Attribute(value=text, attr="encode"), args=[ast.Constant(value=codec), *_], keywords=[]
        ):
            if not is_ascii_based(str(codec)) or is_anothers(encoded, text, module):
                return
            if takes_octets(node, module) or module.decoded_again(encoded):
                return
            if owner is not encoded:
                yield module.wrap(owner, "", f".decode({module.source(module.span(encoded.args[0]))})")
                return
            memory(module).setdefault("unencoded", set()).add(encoded)
            yield text_again(encoded, module)


def transforms(node: ast.expr) -> bool:
    """Whether `node` encodes as ASCII and says what becomes of other characters."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    if node.func.attr != "encode" or len(node.args) != 2 or node.keywords:
        return False
    codec, handler = (a.value if isinstance(a, ast.Constant) else None for a in node.args)
    return str(codec).lower() in _CODECS and handler in _HANDLERS


RULE = Rule(
    id="encoded_methods",
    family="P8",
    summary="text that is made ASCII and handled as native text stays text",
    before="a = b.encode('ascii', 'ignore').replace(' ', '-')\nn = 1L\n",
    after="a = b.encode('ascii', 'ignore').decode('ascii').replace(' ', '-')\nn = 1\n",
    caveats="Only ASCII, where an error handler is named: UTF-8 may be meant as octets.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=_METHODS,
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
