"""struct.pack(…) → struct.pack(…).decode("latin-1"): octets stay text in a repository that uses native strings so."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from environment.traces import Exactness
from migration.edits import Edit, Part, Span
from migration.module import Module
from migration.rule import Finding, Findings, Rule
from migration.rules._as_bytes import CHARACTERS, DIGESTS, HELPER, hash_made, literal_parts
from migration.rules._classes import class_of, defines, foreign_bases
from migration.rules._flow_kinds import is_made, is_own, library_function, library_functions
from migration.rules._helpers import helper
from migration.rules._kinds import BYTES, STRUCTS, TEXT, is_binary_member, kind
from migration.rules._literals import literal
from migration.rules._made import (
    COMPRESSORS,
    HEADERS,
    is_archive,
    is_bytearray,
    kept_by,
    looks_like_array,
    made_by,
    made_by_class,
    mode_of,
)
from migration.rules._moves import Move, Moves
from migration.rules._names import (
    defined_in_repository,
    has_own_method,
    in_repository,
    is_local,
    last_name,
    memory,
)
from migration.rules._octet_edges import (
    ANSWERS,
    ARRAYS,
    BINARIES,
    BINARY_CODECS,
    CIPHER_MAKERS,
    CIPHERING,
    CODEC,
    CODEC_WORD,
    FILLING,
    GIVE,
    HASH_MAKERS,
    HASH_NAME,
    IDENTIFIERS,
    METHODS_GIVE,
    METHODS_TAKE,
    NAMES_CODEC,
    OF_BUFFERS,
    OPENERS,
    OTHER_CODECS,
    QUOTERS,
    RANDOM_MAKERS,
    RESOURCES,
    REST,
    TAKE,
    TAKE_NAMED,
    URL_OPENERS,
    WRAPPED,
)
from migration.rules._octets import (
    BUFFER,
    DECODER,
    ENCODER,
    FILE,
    MAPPED,
    PACKER,
    UNPACKER,
    VALUES,
    VIEW,
    WRAPPER,
    binary_mode,
    octets_throughout,
    seeks_relatively,
)
from migration.rules._structs import OCTETS, codes, constant_text, letters_of
from migration.rules._values import assigned, reads_of
from migration.rules.codec_by_name import is_by_name
from migration.rules.native_text import ENCODING
from migration.rules.string_io import CLASSES, given_to_binary, makes_bytes

_BUFFER = "OctetsIO"
_BUFFERS = Moves(
    {
        f"{module}.{name}": Move(helper=(_BUFFER, BUFFER), imports=("import io",), exactness=Exactness.SEMANTIC)
        for module, name in (
            ("StringIO", "StringIO"), ("cStringIO", "StringIO"), ("io", "StringIO"), ("io", "BytesIO"),
        )
    },
    {"StringIO": "", "cStringIO": ""},
)  # fmt: skip


_IMPORTS_SOCKETS = re.compile(r"^[ \t]*(?:import|from)[ \t]+(?:[\w, \t]+,[ \t]*)?socket\b", re.MULTILINE)
_IN_MEMORY = CLASSES | {"io.BytesIO"}
#: Classes whose recv() and send() are a socket's.
_CHANNELS = frozenset(["asyncore.dispatcher", "asyncore.dispatcher_with_send", "asynchat.async_chat"])
_PACKERS = {
    "pack": ("octet_packer", PACKER),
    "unpack": ("octet_unpacker", UNPACKER),
    "unpack_from": ("octet_unpacker", UNPACKER),
}
#: Functions that look for half of a codec → how that is spelled for octets.
_HALVES = {
    "codecs.getencoder": ("octet_encoder", ENCODER),
    "codecs.getdecoder": ("octet_decoder", DECODER),
}
#: Functions that read or write bytes in a file → where that stands among their arguments.
_FILES = {
    f"{module}.{name}": place
    for module in ("pickle", "cPickle", "marshal")
    for name, place in (("dump", 1), ("load", 0), ("Pickler", 0), ("Unpickler", 0))
}
#: Methods by which a program reads or writes a file itself.
_OF_FILES = re.compile(r"(?:read|write)")
_STRINGS = frozenset(["str", "unicode"])
#: How a parameter for a codec is called.
_ENCODING_BY_NAME = re.compile(r"enc(?:oding|od)?\d?(?:_|$)")
#: Where a program has codecs of its own, whose names are any.
_REGISTERED = re.compile(r"codecs\.register\(")
_PICKLED = frozenset(["pickle.dumps", "cPickle.dumps"])
#: What takes or gives octets whatever they hold: pickles hold strings, an address or a cipher may be something else.
_EDGES = OPENERS | frozenset(
    name
    for name in (*TAKE, *GIVE, "struct.pack", "struct.pack_into", "struct.calcsize")
    if name.split(".")[0]
    in ("base64", "binascii", "bz2", "hashlib", "hmac", "os", "quopri", "socket", "struct", "zlib")
)
_OF_STRINGS = frozenset(
    [
        "center",
        "join",
        "ljust",
        "lower",
        "lstrip",
        "replace",
        "rjust",
        "rstrip",
        "strip",
        "title",
        "upper",
        "zfill",
    ]
)
_OF_ARRAYS = frozenset(["tofile", "fromfile"])


def _is_handed_on(node: ast.Attribute, module: Module) -> bool:
    """Whether a name is given what packs or unpacks by a format."""
    outer = module.parent(node)
    outer = module.parent(outer) if isinstance(outer, ast.Tuple) else outer
    return isinstance(outer, ast.Assign) and made_by(node.value, module, STRUCTS) is not None


def visit(node: ast.AST, module: Module) -> Findings:
    """Encode what the standard library takes, decode what it gives.

    Where it is certain that it does, this means the same by construction: each octet is one character.
    """
    exact = _is_edge(node, module)
    for finding in _findings(node, module):
        yield replace(finding, exactness=Exactness.EXACT) if exact and isinstance(finding, Edit) else finding


def _is_edge(node: ast.AST, module: Module) -> bool:
    """Whether `node` is a byte order mark, or the call of a function of the library that takes or gives octets alone,
    opens a file of them, or of a codec of text that is told.
    """
    if not isinstance(node, ast.Call):
        return isinstance(node, (ast.Attribute, ast.Name)) and _is_mark(node, module)
    if standard_name(node.func, module) in _EDGES:
        return True
    codes = isinstance(node.func, ast.Attribute) and node.func.attr in ("encode", "decode")
    return codes and (not node.args or _may_name_codec(node.args[0]))


def _findings(node: ast.AST, module: Module) -> Findings:
    if isinstance(node, ast.Call):
        yield from _call(node, module)
        return
    if isinstance(node, ast.Attribute) and node.attr in _PACKERS and _is_handed_on(node, module):
        name, source = _PACKERS[node.attr]
        yield module.edit(module.remade(node, module.helper(name, source)), guarded=True)
        return
    if isinstance(node, (ast.Attribute, ast.Name)) and _is_mark(node, module):
        if not _is_decoded(node, module):
            yield module.wrap(node, "", f".decode({CODEC})", guarded=True)
        return
    if (
        isinstance(node, ast.Attribute)
        and node.attr in ("read", "readline")
        and _is_asked_by_iter(node, module)
    ):
        yield module.replace(node, "lambda: ", *module.sub(node), f"().decode({CODEC})", guarded=True)
        return
    if isinstance(node, ast.Attribute) and node.attr == "rfile":
        loop = module.parent(node)
        decoded = isinstance(gone := module.parent(loop), ast.GeneratorExp) and _is_decoding(gone.elt)
        if isinstance(loop, (ast.For, ast.comprehension)) and loop.iter is node and not decoded:
            # What is read behind the loop is read from the same file: no other object buffers its lines.
            text = f"(raw.decode({CODEC}) for raw in ", module.span(node), ")"
            yield module.replace(node, *text, guarded=True)
        return
    if isinstance(node, ast.Attribute) and node.attr in ("bytes", "data") and isinstance(node.ctx, ast.Load):
        makers = IDENTIFIERS if node.attr == "bytes" else BINARIES
        octets = kept_by(node.value, module, makers) is not None or kind(node, module) == BYTES
        if octets and not _is_decoded(node, module):
            yield module.wrap(node, "", f".decode({CODEC})", guarded=True)
        return
    if isinstance(node, ast.Attribute) and node.attr in REST:
        decoded = isinstance(module.parent(node), ast.Attribute)
        if isinstance(node.ctx, ast.Load) and not decoded and not defined_in_repository(node.attr, module):
            yield module.wrap(node, "", f".decode({CODEC})", guarded=True)
    elif seeks_relatively(module):
        for finding in _BUFFERS.visit(node, module):
            if not (isinstance(node, ast.Name | ast.Attribute) and _is_base(node, module)):
                # The class of io stands behind a `try`, too, where StringIO is what it falls back on.
                of_io = isinstance(node, ast.ImportFrom) and node.module == "io" and isinstance(finding, Edit)
                yield replace(finding, guarded=True) if of_io else finding


def _is_asked_by_iter(node: ast.Attribute, module: Module) -> bool:
    """Whether `node` is `iter(file.readline, '')` of a file of octets."""
    outer = module.parent(node)
    if not isinstance(outer, ast.Call) or not module.is_builtin(outer.func, "iter"):
        return False
    if outer.args[:1] != [node] or len(outer.args) != 2:
        return False
    return _is_given_by_server(node.value, module)


def _is_mark(node: ast.Attribute | ast.Name, module: Module) -> bool:
    """Whether `node` is a byte order mark of the library."""
    name = node.attr if isinstance(node, ast.Attribute) else node.id
    if not name.startswith("BOM") or not isinstance(node.ctx, ast.Load):
        return False
    return standard_name(node, module).startswith("codecs.BOM")


def _is_decoding(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "decode"


def _is_base(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what the helper itself derives from."""
    owner = module.parent(node)
    return isinstance(owner, ast.ClassDef) and owner.name == _BUFFER


def _call(node: ast.Call, module: Module) -> Findings:
    name = standard_name(node.func, module)
    takes = [node.args[p] for p in TAKE.get(name, ()) if p < len(node.args)]
    takes += [k.value for k in node.keywords if k.arg in TAKE_NAMED.get(name, ())]
    if name == "array.array":
        takes = (
            []
            if _is_of_characters(node)
            else [a for a in takes if isinstance(a, ast.Constant | ast.Name) or kind(a, module) == TEXT]
        )
    gives, several = name in GIVE, False
    function = node.func
    if name == "builtins.apply" and len(node.args) == 2 and standard_name(node.args[0], module) in GIVE:
        packing, handed = module.atom(node.args[0]), module.sub(node.args[1])
        yield module.replace(node, *packing, "(*", *handed, f").decode({CODEC})", guarded=True)
        return
    handed_in = name in OPENERS and isinstance(function, ast.Name) and bool(module.bindings(function))
    if name in OPENERS and not handed_in:
        mode = mode_of(node)
        if _is_for_the_library(node, module):
            parts = binary_mode(node, module, 1)
            if parts:
                yield module.edit(*parts, guarded=True)
            return
        if "U" in (mode or "") and _takes_name_and_mode(node, module):
            # Newlines of any kind are one: that is what Python 3 does by itself.
            yield module.replace(
                node, "open(", *module.sub(node.args[0]), f', "r", encoding={CODEC})', guarded=True
            )
            return
        if _opens_plainly(node, mode, module):
            plain = (mode or "r").replace("b", "").replace("t", "")
            file = module.sub(node.args[0])
            yield module.replace(
                node, "open(", *file, f', "{plain}", encoding={CODEC}, newline="\\n")', guarded=True
            )
            return
        if "U" not in (mode or "") and module.facts.key != "setup.py":
            opener = module.helper("open_octets", FILE, imports=("import io",))
            yield module.replace(function, opener, guarded=True)
        return
    half = _HALVES.get(name)
    if half is not None and not _is_argument_of(node, half[0], module):
        yield module.edit(module.in_call(node, module.helper(*half)), guarded=True)
        return
    place = 0 if getattr(function, "attr", "") in _OF_ARRAYS and "array" in module.text else _FILES.get(name)
    if place is not None and place < len(node.args) and _may_hold_text(node.args[place], module):
        given = node.args[place]
        view = module.helper("OctetFile", VIEW)
        yield module.edit(module.part(given, view, "(", *module.sub(given), ")"), guarded=True)
    if name == "mmap.mmap":
        mapped = module.helper("OctetMap", MAPPED, imports=("import mmap",))
        yield module.replace(function, mapped, guarded=True)
        return
    if (
        name in ("builtins.str", "builtins.bytes")
        and len(node.args) == 1
        and is_bytearray(node.args[0], module)
    ):
        yield module.replace(node, *module.atom(node.args[0]), f".decode({CODEC})", guarded=True)
        return
    if name in ANSWERS or (
        not name and isinstance(function, ast.Attribute) and is_binary_member(node, module)
    ):
        yield from _lines(node, module)
    if handed_in or name in WRAPPED or (name == "" and getattr(function, "attr", "") == "makefile"):
        wrapper, outer = helper("octets", WRAPPER, module, ("import io",)), module.parent(node)
        if not (
            isinstance(outer, ast.Call) and isinstance(outer.func, ast.Name) and outer.func.id == wrapper
        ):
            parts = [module.in_call(node, wrapper)]
            if handed_in or not name:
                parts += binary_mode(node, module, 1 if handed_in else 0)
            yield module.edit(*parts, guarded=True)
        return
    if name in _IN_MEMORY and makes_bytes(function, module):
        yield from _edges(node, node.args[:1], False, False, module)
        return
    if name in QUOTERS and not any(k.arg == "encoding" for k in node.keywords):
        end = module.span(node).end - 1
        yield module.edit(module.part(Span(end, end), f", encoding={CODEC}"), guarded=True)
        return
    if name == "builtins.unicode" and len(node.args) in (2, 3) and not node.keywords:
        tail = [p for a in node.args[1:] for p in (", ", *module.sub(a))][1:]
        yield module.replace(node, *_encoded(node.args[0], module), ".decode(", *tail, ")", guarded=True)
        return
    if isinstance(function, ast.Attribute) and not name:
        method, owner = function.attr, function.value
        if method in ("encode", "decode"):
            if not is_by_name(node, module):
                yield from _codec(node, function, module)
            return
        socket = is_made(owner, "socket", module) or _is_channel(owner, method, module)
        own = has_own_method(owner, method, module) and not (socket or _is_named_socket(owner, module))
        held = is_own(owner, module) and not socket
        own = own or held or (method in ("getContent", "setContent") and "twisted" not in module.text)
        if own and method in _PACKERS:
            own = kept_by(owner, module, STRUCTS) is None
        sent = (method in METHODS_TAKE and bool(node.args) and not own) or (
            method == "write" and _is_given_by_server(owner, module) and len(node.args) == 1
        )
        hashed = method == "update" and len(node.args) == 1 and not held and _is_hash(owner, module)
        unpacked = (
            not own
            and "Struct" in module.text
            and (
                (method == "unpack" and len(node.args) == 1)
                or (method == "unpack_from" and 0 < len(node.args) < 3)
            )
        )
        filled = method in FILLING and (
            kept_by(owner, module, ARRAYS) is not None or looks_like_array(node, module)
        )
        ciphered = method in CIPHERING and _is_cipher(owner, node, module)
        grown = method == "extend" and is_bytearray(owner, module)
        if sent or hashed or unpacked or filled or ciphered or grown:
            takes = node.args[:1]
        # A socket is told flags, too: recv(1, MSG_PEEK).
        most = {"digest": 0, "tostring": 0, "tobytes": 0, "recv": 2}.get(method, 1)
        few = len(node.args) <= most
        hash_result = method == "digest" and not held and _is_hash(owner, module)
        if method in ("compress", "decompress", "flush") and kept_by(owner, module, COMPRESSORS) is not None:
            gives = True
            takes = [] if method == "flush" else node.args[:1]
        packed = method == "pack" and not own and "Struct" in module.text
        gives = gives or (method in METHODS_GIVE and few and (not own or hash_result)) or packed or ciphered
        if method == "tostring" and _holds_characters(owner, module):
            gives = False  # character_buffers decodes what it gives
        if method in ("toxml", "toprettyxml") and kind(node, module) == BYTES:
            gives = True
        if method in ("read", "readline"):
            answer = made_by(owner, module, ANSWERS) is not None or _is_answer_of_error(owner, module)
            gives = gives or answer or _is_given_by_server(owner, module) or is_binary_member(owner, module)
            gives = gives or kept_by(owner, module, RANDOM_MAKERS) is not None
        if method == "open" and kept_by(owner, module, URL_OPENERS) is not None:
            takes = node.args[1:2]
        if method in ("read", "writestr") and is_archive(owner, module):
            gives, takes = method == "read", node.args[1:2] if method == "writestr" else []
        if method in OF_BUFFERS and _is_binary_buffer(owner, module):
            gives, takes = method != "write", node.args[:1] if method == "write" else []
        several = method == "recvfrom" and not own
        if few and own and not (held or gives) and _may_have_stand_in(owner, method, module):
            # A socket or a hash, or what stands in for one somewhere, which gives text.
            unread = isinstance(module.parent(node), ast.Expr)
            if not (unread or _is_argument_of(node, "characters", module) or _is_decoded(node, module)):
                yield module.edit(module.in_call(node, module.helper("characters", CHARACTERS)), guarded=True)
            return
    if not takes and (_makes_hash(node, module) or made_by_class(node, module, HASH_MAKERS)):
        takes = node.args
    if not name and not takes and not gives:
        functions = library_functions(function, module)
        takes = node.args[:1] if functions and functions <= HASH_MAKERS else []
    if name in ("struct.pack", "struct.pack_into", "struct.unpack", "struct.unpack_from", "struct.calcsize"):
        form = constant_text(node.args[0] if node.args else None, module)
        if form is None and node.args and OCTETS.isdisjoint(letters_of(node.args[0], module) or "s"):
            form = ""  # of numbers alone
        several = name.startswith("struct.unpack") and (form is None or bool(set(codes(form)) & set(OCTETS)))
        if name.startswith("struct.pack"):
            values = node.args[1:] if name == "struct.pack" else node.args[3:]
            takes = [
                v for i, v in enumerate(values)
                if form is None or (i < len(codes(form)) and codes(form)[i] in OCTETS)
            ]  # fmt: skip
    elif isinstance(function, ast.Attribute) and not name and "Struct" in module.text:
        if function.attr == "pack" and gives:
            takes = list(node.args)
        elif function.attr == "pack_into" and not defined_in_repository("pack_into", module):
            takes = node.args[2:]
        several = several or (function.attr in ("unpack", "unpack_from") and bool(takes))
    if takes or gives or several:
        yield from _edges(node, takes, gives, several, module)


def _may_have_stand_in(owner: ast.expr, method: str, module: Module) -> bool:
    """Whether a method is a socket's or a hash's, by what the file imports or how its object is called."""
    if method == "recv":
        return _IMPORTS_SOCKETS.search(module.text) is not None
    made = owner.func if isinstance(owner, ast.Call) else owner
    return method == "digest" and HASH_NAME.search(last_name(made)) is not None


def _is_channel(owner: ast.expr, method: str, module: Module) -> bool:
    """Whether an object has a method from the library's class for connections, whatever else is so called."""
    known = class_of(owner, module)
    return (
        known is not None
        and not defines(known, method, module)
        and not _CHANNELS.isdisjoint(foreign_bases(known, module))
    )


def _is_given_by_server(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the file that a handler of requests reads or writes: not one that a socket made for its own."""
    return getattr(node, "attr", "") in ("rfile", "wfile") and not is_made(node, "file.m", module)


def _is_answer_of_error(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what an except clause caught of urllib2: an answer with another status."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    clauses = [b.node for b in bindings if b.kind == "except"]
    types = [c.type for c in clauses if isinstance(c, ast.ExceptHandler) and c.type is not None]
    named = [standard_name(t, module) for t in types]
    return bool(named) and all(n in ("urllib2.HTTPError", "urllib.error.HTTPError") for n in named)


def _may_hold_text(node: ast.expr, module: Module) -> bool:
    """Whether a file is one that other places may read or write as text: handed in, or kept by an object."""
    if isinstance(node, ast.Attribute):
        return module.qualified_name(node) is None and node.attr != "buffer"
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if bindings and all(b.kind == "parameter" for b in bindings):
        return True
    made = made_by(node, module, OPENERS)
    return made is not None and not _is_for_the_library(made, module)


def _is_cipher(owner: ast.expr, call: ast.Call, module: Module) -> bool:
    """Whether a call is one of a cipher, or with its one argument can be nothing else in a file of ciphers."""
    if kept_by(owner, module, CIPHER_MAKERS) is not None:
        return True
    if len(call.args) != 1 or call.keywords or "Crypto.Cipher" not in module.text:
        return False
    return not defined_in_repository(getattr(call.func, "attr", ""), module)


def _lines(node: ast.Call, module: Module) -> Findings:
    """Read as text the lines of a file that gives octets, where it is gone through, and all where it is handed on to
    the program itself.
    """
    wrapper = helper("octets", WRAPPER, module, ("import io",))
    for read in reads_of(node, module):
        outer = module.parent(read)
        looped = isinstance(outer, (ast.For, ast.comprehension)) and outer.iter is read
        handed = (
            isinstance(outer, ast.Call)
            and read in outer.args
            and not _is_argument_of(read, "octets", module)
            and _is_programs(outer.func, module)
        )
        if looped or handed or (isinstance(outer, ast.Attribute) and outer.attr == "readlines"):
            yield module.edit(module.in_call(read, wrapper), guarded=True)


def _is_programs(function: ast.expr, module: Module) -> bool:
    """Whether a function or a class is the program's own: what it reads is text."""
    bindings = module.bindings(function) if isinstance(function, ast.Name) else []
    if bindings:
        return all(
            b.kind in ("class", "function") or (b.kind == "import" and is_local(b.target, module))
            for b in bindings
        )
    named = module.qualified_name(function)
    return is_local(named, module) if named else is_own(function, module)


def _holds_characters(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an array of characters."""
    made = kept_by(node, module, ARRAYS)
    return made is not None and _is_of_characters(made)


def _is_of_characters(made: ast.Call) -> bool:
    return bool(made.args) and getattr(made.args[0], "value", None) == "c"


def _is_binary_buffer(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a file in memory that the standard library reads or writes octets in."""
    made = kept_by(node, module, _IN_MEMORY)
    return made is not None and makes_bytes(made.func, module)


def _is_for_the_library(node: ast.Call, module: Module) -> bool:
    """Whether what is opened is handed to a function of the standard library that reads or writes octets there, and is
    neither read nor written by the program itself.
    """
    reads = reads_of(node, module)
    asked = (getattr(module.parent(read), "attr", "") for read in reads)
    return any(given_to_binary(read, module) for read in reads) and not any(map(_OF_FILES.match, asked))


def _opens_plainly(node: ast.Call, mode: str | None, module: Module) -> bool:
    """Whether a program of a few files opens one, and never asks where in it it is, or goes elsewhere from there."""
    if module.facts.index.packages or mode is None or "U" in mode or not _takes_name_and_mode(node, module):
        return False
    return ".tell(" not in module.text and not seeks_relatively(module)


def _takes_name_and_mode(node: ast.Call, module: Module) -> bool:
    """Whether a call of open() is given a name, and at most a mode, by their places."""
    plain = 1 <= len(node.args) <= 2 and not node.keywords and not isinstance(node.args[0], ast.Starred)
    return plain and module.is_builtin(node.func, "open", "file")


def _decoded(call: ast.Call, module: Module) -> list[Part]:
    """The parts that decode what a call gives. The last bracket is replaced: what is wrapped around the call ends
    behind it.
    """
    end = module.span(call).end
    decoding = module.part(Span(end - 1, end), f").decode({CODEC})")
    # By default pickles were text, of protocol 0.
    pickled = standard_name(call.func, module) in _PICKLED and len(call.args) == 1 and not call.keywords
    if pickled and not isinstance(call.args[0], (ast.Starred, ast.GeneratorExp)):
        return [module.added(call, "0"), decoding]
    return [decoding]


def _is_named_socket(node: ast.expr, module: Module) -> bool:
    """Whether a program of a few files calls `node` a socket: what it defines itself under a name of a socket's methods
    is something else. The tests of a package put others in its place.
    """
    if module.facts.index.packages:
        return False
    last = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return "sock" in last.lower()


def _makes_hash(node: ast.Call, module: Module) -> bool:
    """Whether a call of a variable makes a hash, whose digest is asked for at once or by the name it gets."""
    parent = module.parent(node)
    if not isinstance(parent, ast.Assign):
        return hash_made(parent, module) is node
    return any(hash_made(asked, module) is node for asked in module.nodes_named(ast.Attribute, DIGESTS))


def _edges(
    node: ast.Call, takes: list[ast.expr], gives: bool, several: bool, module: Module
) -> Iterator[Finding]:
    parts: list[Part] = []
    # Octets that go from one edge to the next are never text. Calls are seen before what they are given.
    handed_on: set[ast.expr] = memory(module).setdefault("handed on", set())
    for argument in takes:
        if isinstance(argument, ast.Starred):
            held = argument.value.elt if isinstance(argument.value, ast.ListComp) else None
            if getattr(getattr(held, "func", None), "id", "") != "as_bytes":
                encoder = module.helper("as_bytes", HELPER)
                given = module.sub(argument.value)
                parts.append(
                    module.part(argument.value, "[", encoder, f"(value, {CODEC}) for value in ", *given, "]")
                )
            continue
        if _is_bytes(argument, module):
            continue
        if isinstance(argument, ast.Call) and standard_name(argument.func, module) in GIVE:
            handed_on.add(argument)
            continue
        if literal(argument, module):
            parts += literal_parts(argument, module)
        else:
            parts.append(module.part(argument, *_encoded(argument, module)))
    as_is = node in handed_on or _is_decoded(node, module) or _is_argument_of(node, "as_bytes", module)
    if gives and not as_is:
        parts += _decoded(node, module)
    if several and not _is_argument_of(node, "octet_values", module):
        parts.append(module.in_call(node, module.helper("octet_values", VALUES)))
    if parts:
        yield module.edit(*parts, guarded=True)


def _codec(node: ast.Call, function: ast.Attribute, module: Module) -> Findings:
    """The codecs: text of Latin-1 goes in, and comes out of encode."""
    if len(node.args) > 2 or node.keywords:
        return
    if not defined_in_repository(function.attr, module) and _is_of_codec_object(node, module):
        outer = module.parent(node)
        if function.attr == "decode":
            yield from _edges(node, node.args, False, False, module)
        elif isinstance(outer, ast.Subscript) and not _is_decoded(outer, module):
            yield module.wrap(outer, "", f".decode({CODEC})", guarded=True)
        return
    owner = function.value
    if (
        _is_own_codec(node, function, module)
        or class_of(owner, module) is not None
        or is_own(function, module)
    ):
        return
    if (
        isinstance(owner, ast.Subscript)
        and getattr(getattr(owner.value, "func", None), "attr", "") == "encode"
    ):
        owner = owner.value
    made = isinstance(owner, ast.Call) or (
        isinstance(owner, ast.Attribute) and (owner.attr in REST or kind(owner, module) == BYTES)
    )
    if made and _is_latin(node) and function.attr == "decode" and not _gives_native(owner, module):
        return
    codec = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else ""
    spelled = str(codec).lower().replace("-", "_").removesuffix("_codec")
    if spelled in BINARY_CODECS:
        call = module.use(BINARY_CODECS[spelled][function.attr == "decode"], at=node)
        octets = _encoded(function.value, module)
        yield module.replace(node, call, "(", *octets, f").decode({CODEC})", guarded=True)
    elif spelled in OTHER_CODECS:
        return
    elif function.attr == "encode":
        if not _is_decoded(node, module) and not _is_argument_of(node, "as_bytes", module):
            yield module.edit(*_decoded(node, module), guarded=True)
    elif not _is_bytes(function.value, module):
        yield module.edit(module.part(function.value, *_encoded(function.value, module)), guarded=True)


def _gives_native(node: ast.expr, module: Module) -> bool:
    """Whether `node` calls what is the repository's own, or a method of strings, in a text that no rule has written in:
    what that gives has not been decoded.
    """
    if not isinstance(node, ast.Call):
        return False
    of_strings = getattr(node.func, "attr", "") in _OF_STRINGS and module.is_first_look
    return of_strings or is_own(node.func, module)


def _is_of_codec_object(node: ast.Call, module: Module) -> bool:
    """Whether what `node` gives is taken apart, as that of `codecs.lookup(name)` is: text, and how much was read."""
    outer, given = module.parent(node), node.args[0] if len(node.args) == 1 else None
    if given is None:
        return False
    if not _is_bytes(given, module) and (_may_name_codec(given) or _tells_codec(given, module)):
        return False
    if isinstance(outer, ast.Subscript) and outer.value is node:
        return isinstance(outer.slice, ast.Constant) and outer.slice.value == 0
    targets = outer.targets if isinstance(outer, ast.Assign) else []
    return any(isinstance(t, ast.Tuple) and len(t.elts) == 2 for t in targets)


def _is_decoded(node: ast.expr, module: Module) -> bool:
    """Whether what `node` gives is decoded on the spot."""
    parent = module.parent(node)
    return isinstance(parent, ast.Attribute) and parent.attr == "decode"


def _is_own_codec(node: ast.Call, function: ast.Attribute, module: Module) -> bool:
    """Whether `node` calls a method of the repository's own, or a function of a module, which are called so, too.

    Text is hardly ever encoded, or decoded, without a word about the codec.
    """
    owner = function.value
    if isinstance(owner, ast.Name) and any(b.kind == "import" for b in module.bindings(owner)):
        return True
    if made_by(owner, module, HEADERS) is not None:
        return True
    types = module.type_of(owner)
    if types and types <= _STRINGS:
        return False
    if isinstance(module.parent(node), ast.Expr) and not (node.args and _tells_codec(node.args[0], module)):
        return True  # what a codec gives is wanted, or whether it gives anything
    handled = len(node.args) == 2 and (
        isinstance(node.args[1], ast.Constant) or _may_name_codec(node.args[0])
    )
    told = handled or (bool(node.args) and _tells_codec(node.args[0], module))
    if not told and len(node.args) == 1 and isinstance(node.args[0], ast.Constant):
        told = in_repository(_REGISTERED, module)  # one of its own
    if not defined_in_repository(function.attr, module):
        # An encoder that is another package's takes a value, and no codec.
        return len(node.args) == 1 and not told and not _may_name_codec(node.args[0])
    return not told


def _may_name_codec(node: ast.expr) -> bool:
    named = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
    return isinstance(node, ast.Constant) or ENCODING.search(named) is not None


def _tells_codec(node: ast.expr, module: Module) -> bool:
    """Whether an argument is a codec: by its spelling, by what gave its name a value, or as all that is handed on."""
    if isinstance(node, ast.Starred) or NAMES_CODEC.search(module.source(module.span(node))):
        return True
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    return any(
        _ENCODING_BY_NAME.match(b.name) is not None
        if b.kind == "parameter"
        else _is_given_codec(b.node, module)
        for b in bindings
    )


def _is_given_codec(node: ast.AST, module: Module) -> bool:
    statement = module.statement(node)
    if not isinstance(statement, ast.Assign):
        return False
    given = module.source(module.span(statement.value))
    named = isinstance(statement.value, ast.Constant) and NAMES_CODEC.search(given) is not None
    return named or CODEC_WORD.search(given.replace("codecs.", "")) is not None


def _is_latin(node: ast.Call) -> bool:
    first = node.args[0] if node.args else None
    return isinstance(first, ast.Constant) and first.value == "latin-1"


def _encoded(node: ast.expr, module: Module) -> tuple[str | Span, ...]:
    """`node` as octets, as pieces."""
    encoder = module.helper("as_bytes", HELPER)
    return (encoder, "(", *module.sub(node), f", {CODEC})")


def _is_bytes(node: ast.expr, module: Module) -> bool:
    """Whether `node` makes bytes by itself."""
    if isinstance(node, ast.Constant):
        return not isinstance(node.value, str)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in ("as_bytes", "bytearray", "bytes"):
            return True
        if isinstance(node.func, ast.Attribute) and node.func.attr == "encode" and _is_latin(node):
            return True
        return standard_name(node.func, module) in RESOURCES
    return False


def _is_argument_of(node: ast.expr, name: str, module: Module) -> bool:
    parent = module.parent(node)
    return isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id == name


def _is_hash(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a hash object, by what makes it or by what else the file asks of it."""
    if made_by(node, module, HASH_MAKERS) is not None or is_made(node, "hash", module):
        return True
    if isinstance(node, ast.Call):
        known = standard_name(node.func, module) in HASH_MAKERS
        return known or made_by_class(node, module, HASH_MAKERS)
    last = last_name(node)
    if HASH_NAME.search(last):
        return True
    return bool(last) and any(
        isinstance(n, ast.Attribute)
        and n.attr in ("digest", "hexdigest")
        and last in (getattr(n.value, "attr", ""), getattr(n.value, "id", ""))
        for n in module.nodes_of(ast.Attribute)
    )


def _looked_up(call: ast.Call, module: Module) -> str:
    """The standard name that `getattr(base64, 'urlsafe_b64encode', other)` gives."""
    match call:
        case ast.Call(func=function, args=[owner, ast.Constant(value=str(name)), *_], keywords=[]):
            if module.is_builtin(function, "getattr") and isinstance(owner, (ast.Name, ast.Attribute)):
                return f"{module.qualified_name(owner)}.{name}"
    return ""


def standard_name(node: ast.expr, module: Module) -> str:
    """The standard name `node` means, also where it is imported under a guard, or kept in a variable of a function to
    be at hand; '' for what is not standard.
    """
    name = module.qualified_name(node)
    flowing = library_function(node, module) if name is None else ""
    unbound = isinstance(node, ast.Name) and not module.bindings(node)
    # A module that a function gives is nobody's own name for it.
    owner = node.value if isinstance(node, ast.Attribute) else None
    of_module = isinstance(owner, ast.Name) and library_function(owner, module) != ""
    if flowing and (unbound or of_module or flowing in HASH_MAKERS):
        return flowing  # other functions that are handed on are wrapped where they are named
    kept = assigned(node, module) if name is None and isinstance(node, ast.Name) else None
    if isinstance(kept, ast.Call) and (looked_up := _looked_up(kept, module)) in _EDGES:
        return looked_up
    if isinstance(kept, (ast.Name, ast.Attribute)) and module.function(node) is not None:
        return standard_name(kept, module) if module.qualified_name(kept) else ""
    root = node
    while isinstance(root, ast.Attribute):
        root = root.value
    if name is not None and name.startswith("_socket."):
        name = name[1:]
    if isinstance(node, ast.Name) and f"hashlib.{node.id}" in HASH_MAKERS and name == f"builtins.{node.id}":
        # It comes along with all that another file has, which has it from the library.
        return "" if defined_in_repository(node.id, module) else f"hashlib.{node.id}"
    if name is None or name.startswith(".") or not isinstance(root, ast.Name):
        return ""
    # What a file of the repository has from the library, others may have from that file.
    return library_function(node, module) if is_local(name, module) else name


RULE = Rule(
    id="octet_text",
    family="P9",
    summary="octets in native strings stay text, of Latin-1, where a repository uses strings so throughout",
    before="import struct\na = struct.pack('B', 1)\n",
    after="import struct\na = struct.pack('B', 1)\n",
    caveats="Only in repositories whose strings are octets (migration/octets.py); text meets bytes at the standard "
    "library's edges alone. What comes from other packages is not seen.",
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=5,
    nodes=(ast.Call, *_BUFFERS.nodes),
    follows=frozenset(["octet_text"]),
    when=octets_throughout,
    visit=visit,
)
