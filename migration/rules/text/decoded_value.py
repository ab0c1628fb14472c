"""x.decode('utf-8') → decoded(x, 'utf-8') where x may be text: Python 3 reads text where Python 2 read octets."""

from __future__ import annotations

import ast
import re
from typing import Any

from environment.traces import Exactness
from migration.analysis.builtins import arguments
from migration.analysis.exceptions import is_awaited
from migration.analysis.flow_kinds import may_be_text
from migration.analysis.names import in_repository, stdlib_name
from migration.analysis.strings.decodings import decoded_by_files
from migration.analysis.strings.kinds import BYTES, held_kind
from migration.analysis.strings.octet_characters import octets_again
from migration.analysis.strings.seen import ENCODING, ESCAPING, NATIVE, codec_of, seen_at, watched
from migration.analysis.values import constants_held, default_of
from migration.rewriting.as_text import DECODED, OCTETS_DECODED, OCTETS_TRIED, decoding
from migration.rewriting.as_text import HELPER as AS_TEXT
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Phase, Rule
from migration.source.edits import Piece
from migration.stdlib.codecs import encodes_text, is_ascii_based
from migration.view.module import Module

UNESCAPED = '''
def unescaped(value, codec, errors="strict"):
    """What the escapes in text or bytes stand for."""
    octets = value.encode("latin-1", "backslashreplace") if isinstance(value, str) else value
    return octets.decode(codec, errors)
'''
#: Where a handler waits for what has no such method.
METHOD = '''
def decoded_string(value, encoding="ascii", errors="strict"):
    """Text for text or bytes; nothing else can be decoded."""
    return value if isinstance(value, str) else value.decode(encoding, errors)
'''

#: How octets are spelled in native strings.
_OCTETS = re.compile(r"\\x[89a-fA-F]|\\[23][0-7]{2}")


def visit(node: ast.Call, module: Module) -> Findings:
    """Have a helper tell, when it runs, what nothing in the file tells, and what nobody saw under 2.7."""
    function = node.func
    if (
        not isinstance(function, ast.Attribute)
        or not arguments(node, 2, 1)
        or node in decoded_by_files(module)
        or node in octets_again(module)
    ):
        return
    if any(
        inside_helper(node, source, module)
        for source in (DECODED, OCTETS_DECODED, OCTETS_TRIED, UNESCAPED, METHOD, AS_TEXT)
    ):
        return
    escapes, codec = codec_of(node) in ESCAPING, codec_of(node) or ""
    wide = encodes_text(codec) and not is_ascii_based(codec)
    held = held_kind(function.value, module)
    if not (escapes or wide or by_text_codec(node, module)) or (held is not None and not escapes):
        return
    if held == BYTES:
        return
    if _by_what_was_seen(seen_at("decode", node, module), module) or _is_octets(function.value, module):
        return
    if escapes:
        name = helper("unescaped", UNESCAPED, module)
    elif is_awaited(node, module, "AttributeError"):
        name = helper("decoded_string", METHOD, module)
    elif wide:  # what is spelled so is no text yet
        name = helper("decoded_octets", OCTETS_DECODED, module)
    else:
        name = decoding(module, node)
    given: list[Piece] = [p for a in node.args for p in (", ", *module.sub(a))]
    # Once the file is known to be Python 2's, it does not matter that a rule wrote part of the expression.
    # Where text is seen to come there, no Python 3 can run it as it is.
    flags: dict[str, Any] = {
        "needs_python2": not (
            module.facts.is_proven or (module.facts.presumed and may_be_text(function.value, module))
        )
    }
    if not escapes and not in_repository(_OCTETS, module):
        # Text that is none but for what is decoded here is spelled nowhere: what comes is octets, or text already.
        flags["exactness"] = Exactness.EXACT
    yield module.replace(node, name, "(", *module.sub(function.value), *given, ")", **flags)


def _by_what_was_seen(kinds: frozenset[str], module: Module) -> bool:
    """Whether what was decoded under 2.7 settles it (`seen_decode`): not so octets, which may be text now."""
    octets = kinds <= NATIVE and kinds != {"str ascii"} and watched(module)
    return bool(kinds) and not octets


def by_text_codec(node: ast.Call, module: Module) -> bool:
    """Whether the codec is one of text: written out, all that its variable may be, the default of a parameter or of a
    choice, or by what its variable is called.
    """
    if is_ascii_based(codec_of(node) or ""):
        return True
    return node.args[:1] != [] and _is_text_codec(node.args[0], module)


def _is_text_codec(given: ast.expr, module: Module) -> bool:
    """Whether what names a codec, or one of those among which it chooses, names one of text."""
    if isinstance(given, ast.BoolOp) and isinstance(given.op, ast.Or):
        return any(_is_text_codec(value, module) for value in given.values)
    if isinstance(given, ast.IfExp):
        return any(_is_text_codec(value, module) for value in (given.body, given.orelse))
    if isinstance(given, ast.Constant):
        return _names_text_codec(given)
    if isinstance(given, ast.Call):
        given = given.func  # sys.getfilesystemencoding()
    name = given.id if isinstance(given, ast.Name) else given.attr if isinstance(given, ast.Attribute) else ""
    return ENCODING.search(name) is not None or _holds_text_codecs(given, module)


def _holds_text_codecs(node: ast.expr, module: Module) -> bool:
    """Whether a variable is given the names of codecs of text, or is a parameter with such a default."""
    if (default := default_of(node, module)) is not None:
        return isinstance(default, ast.Constant) and _names_text_codec(default)
    held = constants_held(node, module)
    return bool(held) and all(map(_names_text_codec, held))


def _names_text_codec(node: ast.Constant) -> bool:
    return isinstance(node.value, str) and is_ascii_based(node.value)


def _is_octets(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the result of a function that gives bytes, whatever it is given."""
    name = stdlib_name(node.func, module) if isinstance(node, ast.Call) else None
    return name is not None and name.startswith(("base64.", "binascii.", "xml.etree."))


RULE = Rule(
    id="decoded_value",
    family="P8",
    summary="what is decoded may be text already",
    before="n = 1L\na = b.decode('utf-8')\n",
    after=DECODED[1:] + "\n\nn = 1\na = decoded(b, 'utf-8')\n",
    caveats=(
        "Only codecs of text that are written out, there or for what names them, or whose variable is called an "
        "encoding or a charset. "
        "Text that holds octets one to one stays as it is."
    ),
    triggers=("decode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    needs_proof=True,
    phase=Phase.FINISH,
    nodes=(ast.Call,),
    names=frozenset(["decode"]),
    visit=visit,
)
