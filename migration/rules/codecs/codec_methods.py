"""s.encode('hex') → binascii.hexlify(…): codecs that are no text encodings."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from environment.traces import Exactness
from migration.analysis.classes import class_of, defines
from migration.analysis.literals import literal
from migration.analysis.made import kept_by
from migration.analysis.names import defined_in_repository, stdlib_name
from migration.analysis.strings.as_bytes import bytes_parts
from migration.analysis.strings.blobs import has_blobs
from migration.analysis.strings.encoded import split_as_text
from migration.analysis.strings.kinds import BYTES, TEXT, kind
from migration.analysis.strings.octet_edges import BINARY_CODECS
from migration.analysis.values import written_out
from migration.rewriting.as_text import HELPER as AS_TEXT
from migration.rule import Findings, Rule
from migration.source.edits import Edit, Part, Piece
from migration.view.module import Module

#: Codec → (function that encodes, function that decodes, whether the encoded form is ASCII text).
_CODECS = {
    "hex": ("binascii.hexlify", "binascii.unhexlify", True),
    "base64": ("base64.encodebytes", "base64.decodebytes", True),
    "zlib": ("zlib.compress", "zlib.decompress", False),
    "zip": ("zlib.compress", "zlib.decompress", False),
    "bz2": ("bz2.compress", "bz2.decompress", False),
    "quopri": ("quopri.encodestring", "quopri.decodestring", True),
}
#: What a function is told, to write what the codec wrote: blanks in quotes, too.
_TOLD = {"quopri.encodestring": ", quotetabs=True"}
_FUNCTIONS = frozenset(["codecs.encode", "codecs.decode"])
_STRINGS = frozenset(["str", "unicode", "bytes"])
_PATTERNS = frozenset(["re.compile"])
_SAME_NAMES = {"hex-codec": "hex", "hex_codec": "hex", "base64_codec": "base64", "base-64": "base64",
               "zlib_codec": "zlib", "bz2_codec": "bz2", "rot_13": "rot13", "rot-13": "rot13",
               "string-escape": "string_escape", "quoted-printable": "quopri",
               "unicode-internal": "unicode_internal"}  # fmt: skip


def visit(node: ast.Call, module: Module) -> Findings:
    """Call the module behind the codec; bytes go in, text comes out where the code is ASCII."""
    function = node.func
    if stdlib_name(function, module) in _FUNCTIONS:
        yield from _of_codecs(node, module)
        return
    if not isinstance(function, ast.Attribute) or function.attr not in ("encode", "decode"):
        return
    if not node.args or len(node.args) > 2 or node.keywords:
        return
    named = written_out(node.args[0], module)
    if not isinstance(named, ast.Constant):
        return
    codec = str(named.value).lower()
    codec = _SAME_NAMES.get(codec, codec)
    encodes = function.attr == "encode"
    if len(node.args) == 2 and codec != "string_escape":
        return
    value = function.value
    owner = class_of(value, module)
    if owner is not None and defines(owner, function.attr, module):
        return
    types = module.type_of(value)
    if (
        not (types and types <= _STRINGS)
        and defined_in_repository(function.attr, module)
        and not module.is_proven
    ):
        return  # the repository's own, as far as anything shows
    if codec == "rot13":
        call = module.use(f"codecs.{function.attr}", at=node)
        yield module.replace(node, call, "(", *module.sub(value), ", 'rot13')", exactness=Exactness.EXACT)
    elif codec == "unicode_internal":
        if module.target >= (3, 8):
            # It wrote the characters as they are in memory, without a mark of the byte order.
            order = module.use("sys.byteorder", at=node)
            pieces = ('"utf-32-le" if ', order, ' == "little" else "utf-32-be"')
            yield module.replace(node.args[0], *pieces, evidence=False)
    elif codec == "string_escape" and not encodes:
        outer = module.parent(node)
        decoded = (
            isinstance(outer, ast.Attribute) and outer.attr == "decode" and not module.facts.index.octets
        )
        tail = "[0]" if decoded else '[0].decode("latin-1")'
        yield from _call(node, value, "codecs.escape_decode", tail, module)
    elif codec in _CODECS:
        encoder, decoder, ascii_only = _CODECS[codec]
        octets = not encodes and module.facts.index.octets and codec not in BINARY_CODECS
        octets = octets or (not encodes and _is_put_into_text(node, module))
        tail = '.decode("ascii")' if encodes and ascii_only else '.decode("latin-1")' if octets else ""
        before: tuple[Piece, ...] = ()
        if codec == "base64" and not encodes and not octets and split_as_text(node, module):
            before, tail = (module.helper("as_text", AS_TEXT), "("), ")"
        yield from _call(node, value, encoder if encodes else decoder, tail, module, *before)
    elif codec == "string_escape":
        yield from _call(node, value, "codecs.escape_encode", '[0].decode("ascii")', module)
    elif codec == "uu":
        tail = '.decode("ascii")' if encodes else '.decode("latin-1")' if module.facts.index.octets else ""
        yield from _call(node, value, f"codecs.{function.attr}", f', "uu"){tail}', module)


def _of_codecs(node: ast.Call, module: Module) -> Findings:
    """The same of `codecs.encode(s, 'hex')`, which takes and gives bytes alone; programs for both languages give them.

    The codec is spelled out, as where it is a variable the function may be asked for bytes.
    """
    if len(node.args) != 2 or node.keywords:
        return
    value, named = node.args
    codec = str(named.value).lower() if isinstance(named, ast.Constant) else ""
    encoder, decoder, ascii_only = _CODECS.get(_SAME_NAMES.get(codec, codec), ("", "", False))
    outer = module.parent(node)
    decoded = isinstance(outer, ast.Attribute) and outer.attr == "decode"
    held = kind(value, module)
    if not encoder or isinstance(value, ast.Starred) or (held == BYTES and (decoded or not module.is_proven)):
        return
    encodes = stdlib_name(node.func, module) == "codecs.encode"
    tail = '.decode("ascii")' if encodes and ascii_only else ""
    tail = '.decode("latin-1")' if module.facts.index.octets and not tail else tail
    tail = "" if decoded else tail
    for finding in _call(node, value, encoder if encodes else decoder, tail, module):
        # Text alone is what Python 3 never takes here.
        surely = literal(value, module) or held == TEXT
        yield replace(finding, needs_python2=not surely, evidence=False)


def _is_put_into_text(node: ast.Call, module: Module) -> bool:
    """Whether a lambda gives it in the place of what a pattern of text has found: `re.sub('%(..)', lambda m: …, s)`."""
    given = module.parent(node)
    call = module.parent(given) if isinstance(given, ast.Lambda) and given.body is node else None
    if not isinstance(call, ast.Call) or module.facts.index.octets:
        return False
    function = call.func
    if stdlib_name(function, module) == "re.sub":
        return literal(call.args[0], module) and call.args[1:2] == [given]
    made = kept_by(function.value, module, _PATTERNS) if isinstance(function, ast.Attribute) else None
    named = isinstance(function, ast.Attribute) and function.attr in ("sub", "subn")
    return named and made is not None and literal(made.args[0], module) and call.args[:1] == [given]


def _call(
    node: ast.Call, value: ast.expr, function: str, tail: str, module: Module, *before: Piece
) -> Iterator[Edit]:
    """`tail` follows the call, or ends it; `before` stands before it."""
    handled = node.args[1:] if value not in node.args else []
    errors = [piece for handling in handled for piece in (", ", *module.sub(handling))]
    pieces: list[Piece] = [*before, module.use(function, at=node), "(", module.span(value), *errors]
    pieces.append(tail if tail.startswith(",") else f"{_TOLD.get(function, '')}){tail}")
    made = bytes_parts(value, module, guess=True, octets=has_blobs(module))
    inner = list(made[0]) if made else []
    outer = Part(module.span(node), tuple(pieces))
    yield module.edit(outer, *inner, exactness=Exactness.SEMANTIC)


RULE = Rule(
    id="codec_methods",
    family="P10",
    summary="hex, base64, zlib and the like are no text encodings",
    before="import binascii\na = 'x'.encode('hex')\n",
    after="import binascii\na = binascii.hexlify(b'x').decode(\"ascii\")\n",
    caveats="What is decoded stays bytes.",
    triggers=("encode", "decode"),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Call,),
    names=frozenset(["encode", "decode"]),
    visit=visit,
)
