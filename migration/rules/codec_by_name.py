"""s.encode(codec) → encoded_by(s, codec), where a codec may be hex or the like: no text encoding in Python 3."""

from __future__ import annotations

import ast
import re
from weakref import WeakKeyDictionary

from environment.traces import Exactness
from migration.imports import IMPORTS, imported_files
from migration.module import Module
from migration.repository_index import RepositoryIndex
from migration.rule import Findings, Rule
from migration.rules._helpers import helper, is_helper
from migration.rules._names import defined_in_repository, last_name, memory
from migration.rules._values import constants_held

#: Named somewhere by itself, so that it may be handed to where a codec is a variable.
_NAMED = re.compile(
    r"['\"](?:hex|base64|zlib|zip|bz2|quopri|uu|rot_?13|string[-_]escape)(?:[-_]codec)?['\"](?!\))",
    re.IGNORECASE,
)
#: How a variable for a codec is called: other objects encode and decode what is no text.
_CODEC = re.compile(r"codec|charset|encoding|^enc\b|^enc_|_enc$", re.IGNORECASE)
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
_named: WeakKeyDictionary[RepositoryIndex, frozenset[str]] = WeakKeyDictionary()


def is_by_name(node: ast.Call, module: Module) -> bool:
    """Whether `node` encodes or decodes by a codec that is a variable, and a codec of octets is named somewhere."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr not in ("encode", "decode"):
        return False
    if not 1 <= len(node.args) <= 2 or node.keywords or isinstance(node.args[0], (ast.Constant, ast.Starred)):
        return False
    if not _may_be_codec(node.args[0], module) or _is_settled(node.args[0], module):
        return False
    if module.qualified_name(function) is not None or defined_in_repository(function.attr, module):
        return False
    return _is_handed_one(module)


def _may_be_codec(node: ast.expr, module: Module) -> bool:
    """Whether `node` is called as codecs are, a choice of such, or goes through constants that name one of octets."""
    if isinstance(node, (ast.BoolOp, ast.IfExp)):
        parts = node.values if isinstance(node, ast.BoolOp) else [node.body, node.orelse]
        return any(_CODEC.search(last_name(part)) for part in parts)
    if _CODEC.search(last_name(node)):
        return True
    return any(_NAMED.fullmatch(repr(c.value)) for c in constants_held(node, module))


def _is_handed_one(module: Module) -> bool:
    """Whether a codec of octets is named in this file, in one that imports it, or in one that it imports."""
    index, key = module.facts.index, module.facts.key
    if index not in _named:
        _named[index] = frozenset(k for k in index.keys if _NAMED.search(index.text(k) or ""))
    naming = _named[index]
    if not naming:
        return _NAMED.search(module.text) is not None
    known = memory(module)
    if "names of codecs" not in known:
        near = {key, *index.importers(key)}
        known["names of codecs"] = not naming.isdisjoint(near) or not naming.isdisjoint(
            imported_files(module.nodes_of(*IMPORTS), key, index)
        )
    return bool(known["names of codecs"])


def _is_settled(node: ast.expr, module: Module) -> bool:
    """Whether a codec has one name for all: a constant, of this file or imported."""
    if isinstance(node, ast.Attribute):
        return module.qualified_name(node) is not None
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    return bool(bindings) and all(b.kind == "import" or isinstance(b.value, ast.Constant) for b in bindings)


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
