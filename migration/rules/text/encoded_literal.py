"""'k'.encode('ascii') + 'x' → 'k' + 'x': encoding an ASCII literal gave the native string it was.

In Python 2 that holds of u'k' as well; there, being shown is enough to tell that text is meant.
"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.names import defined_in_repository, memory, stdlib_name
from migration.analysis.strings.encoded import has_ascii, is_encoded_literal
from migration.analysis.strings.meets import meets_text
from migration.analysis.strings.seen import watched
from migration.analysis.strings.takers import takes_octets
from migration.analysis.values import reads_of
from migration.rule import Findings, Rule
from migration.view.module import Module

_GIVES_ASCII = frozenset(["ascii", "us-ascii", "idna", "punycode"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Drop an encoding without effect where the value meets text: bytes fail there, or never match."""
    literal_text = is_encoded_literal(node, module) or _is_of_unicode(node)
    if isinstance(node.func, ast.Attribute) and not literal_text and _decodes(node, module):
        yield module.wrap(
            node, "", '.decode("ascii")', exactness=Exactness.SEMANTIC, needs_python2=True, evidence=False
        )
        return
    if isinstance(node.func, ast.Attribute) and (reads := _drops(node, module)):
        # Beside bytes of that kind, text may be meant in Python 3: only what fails there tells.
        fails = not _is_of_unicode(node) and any(_fails(read, module) for read in reads)
        yield module.replace(node, module.span(node.func.value), evidence=fails, needs_python2=not fails)


def is_dropped(node: ast.expr, module: Module) -> bool:
    """Whether this rule, or one before it, makes a call of encode() the text it encodes, or decodes it."""
    if node in memory(module).get("unencoded", ()):
        return True
    return isinstance(node, ast.Call) and bool(_drops(node, module) or _decodes(node, module))


def _decodes(node: ast.Call, module: Module) -> list[ast.expr]:
    """The places that show that what is made ASCII is native text from then on; [] where it may be octets."""
    codec = node.args[0] if node.args else None
    if not (isinstance(codec, ast.Constant) and str(codec.value).lower() in _GIVES_ASCII):
        return []
    assign = module.parent(node)
    if watched(module):
        return []  # `seen_encode` knows more
    if not isinstance(assign, ast.Assign) or defined_in_repository("encode", module):
        return []
    reads = reads_of(node, module)
    if any(takes_octets(read, module) or not _stays_native(read, module) for read in reads):
        return []
    return [read for read in reads if meets_text(read, module)]


def _stays_native(node: ast.expr, module: Module) -> bool:
    """Whether what is done with `node` is no other encoding, and no handing it on to the program's own functions."""
    parent = module.parent(node)
    return getattr(parent, "attr", "") not in ("decode", "encode") and not isinstance(parent, ast.Return)


def _drops(node: ast.Call, module: Module) -> list[ast.expr]:
    """The places that show that the literal which `node` encodes is native text; [] where it is kept as it is."""
    if _is_of_unicode(node):
        reads = reads_of(node, module)
        if any(takes_octets(read, module) for read in reads):
            return []
        return [read for read in reads if meets_text(read, module) or _is_shown(read, module)]
    if not is_encoded_literal(node, module):
        return []
    return [read for read in reads_of(node, module) if meets_text(read, module)]


def _is_of_unicode(node: ast.Call) -> bool:
    """Whether an ASCII literal that is text in Python 2 is encoded by a codec that has ASCII."""
    value = node.func.value if isinstance(node.func, ast.Attribute) else None
    if not (isinstance(value, ast.Constant) and value.kind == "u" and isinstance(value.value, str)):
        return False
    return value.value.isascii() and len(node.args) < 2 and not node.keywords and has_ascii(node)


def _is_shown(node: ast.expr, module: Module) -> bool:
    """Whether `node` is formatted, listed, asked for its type, or a key."""
    inner, parent = node, module.parent(node)
    if isinstance(parent, ast.Tuple):
        inner, parent = parent, module.parent(parent)
    if isinstance(parent, ast.BinOp):
        return isinstance(parent.op, ast.Mod) and parent.right is inner and literal(parent.left, module)
    if isinstance(parent, ast.Dict):
        return node in parent.keys
    if not isinstance(parent, ast.Call) or node not in parent.args:
        return False
    if module.is_builtin(parent.func, "list", "tuple", "sorted", "str", "repr", "type"):
        return True
    if isinstance(parent.func, ast.Attribute) and parent.func.attr == "format":
        return literal(parent.func.value, module)
    return (stdlib_name(parent.func, module) or "").startswith("os.path.")


def _fails(node: ast.expr, module: Module) -> bool:
    """Whether bytes can't stand where `node` does, among text."""
    parent = module.parent(node)
    if isinstance(parent, ast.Subscript):
        return parent.value is not node
    return not isinstance(parent, (ast.List, ast.Tuple, ast.For, ast.comprehension))


RULE = Rule(
    id="encoded_literal",
    family="P8",
    summary="encoding an ASCII literal had no effect: text that meets text stays text",
    before="a = 'k'.encode('ascii') + 'x'\n",
    after="a = 'k' + 'x'\n",
    caveats="Only literals, in place or by one name, and only where they are seen to meet native text.",
    triggers=("encode",),
    order=55,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    visit=visit,
)
