"""s.encode(codec) → encoded_by(s, codec), where a codec may be hex or the like: no text encoding in Python 3."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.strings.codec_names import is_by_name
from migration.rewriting.helpers import helper, is_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

ENCODED = '''
def encoded_by(value, codec, errors="strict"):
    """Encode as Python 2 did: by a codec of octets (hex, rot13), too. What that gives is text if it is ASCII."""
    codec = codec.replace("string-escape", "string_escape")
    if codec == "string_escape":
        return codecs.escape_encode(value if isinstance(value, bytes) else value.encode("latin-1"))[0].decode("ascii")
    if codecs.lookup(codec)._is_text_encoding:
        return value.encode(codec, errors)
    if codec.startswith("rot"):
        return codecs.encode(value, codec)
    octets = codecs.encode(value if isinstance(value, bytes) else value.encode("latin-1"), codec)
    return octets.decode("ascii") if octets.isascii() else octets
'''
DECODED = '''
def decoded_by(value, codec, errors="strict"):
    """Decode as Python 2 did: by a codec of octets (hex, zlib, rot13), too."""
    codec = codec.replace("string-escape", "string_escape")
    if codec == "string_escape":
        return codecs.escape_decode(value)[0].decode("latin-1")
    if codec.startswith("rot"):
        return codecs.decode(value, codec)
    if codecs.lookup(codec)._is_text_encoding:
        return value if isinstance(value, str) else value.decode(codec, errors)
    return codecs.decode(value if isinstance(value, bytes) else value.encode("latin-1"), codec)
'''
#: The same in a repository that keeps octets as text of Latin-1.
ENCODED_OCTETS = '''
def encoded_by(value, codec, errors="strict"):
    """Encode as Python 2 did: by a codec of octets (hex, zlib, rot13), too. Octets are text of Latin-1."""
    codec = codec.replace("string-escape", "string_escape")
    if codec == "string_escape":
        return codecs.escape_encode(value.encode("latin-1"))[0].decode("ascii")
    if codecs.lookup(codec)._is_text_encoding:
        return value.encode(codec, errors).decode("latin-1")
    if codec.startswith("rot"):
        return codecs.encode(value, codec)
    return codecs.encode(value.encode("latin-1"), codec).decode("latin-1")
'''
DECODED_OCTETS = '''
def decoded_by(value, codec, errors="strict"):
    """Decode as Python 2 did: by a codec of octets (hex, zlib, rot13), too. Octets are text of Latin-1."""
    codec = codec.replace("string-escape", "string_escape")
    if codec == "string_escape":
        return codecs.escape_decode(value.encode("latin-1"))[0].decode("latin-1")
    if codec.startswith("rot"):
        return codecs.decode(value, codec)
    try:
        octets = value.encode("latin-1")
    except UnicodeEncodeError:
        return value  # text already
    if codecs.lookup(codec)._is_text_encoding:
        return octets.decode(codec, errors)
    return codecs.decode(octets, codec).decode("latin-1")
'''
_HELPERS = {
    ("encode", False): ("encoded_by", ENCODED),
    ("decode", False): ("decoded_by", DECODED),
    ("encode", True): ("encoded_by", ENCODED_OCTETS),
    ("decode", True): ("decoded_by", DECODED_OCTETS),
}


def visit(node: ast.Call, module: Module) -> Findings:
    """Leave it to a helper that knows both kinds of codec."""
    if not is_by_name(node, module) or _is_inside(node, module):
        return
    assert isinstance(node.func, ast.Attribute)
    name, source = _HELPERS[node.func.attr, module.facts.index.octets]
    made = helper(name, source, module, ("import codecs",))
    given = [piece for argument in node.args for piece in (", ", *module.sub(argument))]
    yield module.replace(node, made, "(", *module.sub(node.func.value), *given, ")")


def _is_inside(node: ast.Call, module: Module) -> bool:
    """Whether `node` is what the helpers do themselves."""
    function = module.function(node)
    return isinstance(function, ast.FunctionDef) and any(
        is_helper(function, source) for _, source in _HELPERS.values()
    )


RULE = Rule(
    id="codec_by_name",
    family="P10",
    summary="a codec that is a variable may be hex or the like, which are no text encodings",
    before="for codec in ['hex', 'utf-8']:\n    print u'a'.encode(codec)\n",
    after=(
        "import codecs\n\n\n" + ENCODED.strip() + "\n\n\n"
        "for codec in ['hex', 'utf-8']:\n    print(encoded_by('a', codec))\n"
    ),
    caveats="Only where a codec of octets is named by itself in the repository.",
    triggers=("encode", "decode"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=4,
    nodes=(ast.Call,),
    names=frozenset(["encode", "decode"]),
    visit=visit,
)
