"""Arguments that have to be bytes: hashlib.md5('x') → hashlib.md5(b'x'), struct, zlib, base64, sockets …"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from environment.traces import Exactness
from migration.analysis.builtins import is_none
from migration.analysis.callers import TEXT, argument_kind
from migration.analysis.flow_kinds import holds_only, may_be_characters, may_be_text
from migration.analysis.follow import standard_origin
from migration.analysis.literals import has_high_escapes, literal
from migration.analysis.made import (
    COMPRESSORS,
    is_encoded_array,
    is_socket,
    kept_by,
    made_by,
    mode_of,
    opened,
    sends_all,
    texts_in_memory,
)
from migration.analysis.names import defined_in_repository, in_repository, last_name, memory, stdlib_name
from migration.analysis.strings.as_bytes import argument_as_bytes, first_asked, hash_made, is_hash
from migration.analysis.strings.csv_texts import texts_for_csv
from migration.analysis.strings.giving_octets import STRUCTS
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.strings.memory_files import CLASSES, makes_bytes
from migration.analysis.strings.octet_edges import (
    ARRAYS,
    ATTACHMENTS,
    CIPHER_MAKERS,
    CIPHERING,
    FILLING,
    URL_OPENERS,
)
from migration.analysis.strings.sinks import demands_text
from migration.analysis.strings.structs import constant_text, counted
from migration.analysis.strings.takers import SENDERS
from migration.analysis.values import attributes_given, default_of, written_out
from migration.flow.atoms import Made
from migration.rule import Findings, Rule, last_names
from migration.rules.codecs._packed_streams import is_packed_into, written
from migration.rules.removals.renamed_methods import is_request, looks_like_request
from migration.stdlib.names import STANDARD_MODULES
from migration.stdlib.struct_formats import OCTETS, codes
from migration.view.module import Module

_HASHES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
#: What makes a key of a password.
_DERIVED = "hashlib.pbkdf2_hmac"
_OLD_HASHES = ("md5.new", "md5.md5", "sha.new", "sha.sha")
#: What takes a body to be sent, and no text as one.
_REQUESTS = frozenset(
    [
        "urllib.urlopen",
        "urllib2.urlopen",
        "urllib2.Request",
        "urllib.request.urlopen",
        "urllib.request.Request",
    ]
)
#: What guesses by which codec octets are text, of a package of its own.
_DETECTOR = "chardet.detect"
#: Function → positions of the arguments that are bytes.
_FUNCTIONS: dict[str, tuple[int, ...]] = (
    {f"hashlib.{n}": (0,) for n in _HASHES}
    | {"hashlib.new": (1,), "hmac.new": (0, 1), "hmac.HMAC": (0, 1), _DERIVED: (1, 2)}
    | dict.fromkeys(_OLD_HASHES, (0,))
    | dict.fromkeys(
        [
            "zlib.compress", "zlib.decompress", "zlib.crc32", "zlib.adler32", "bz2.compress", "bz2.decompress",
            "binascii.crc32", "binascii.crc_hqx", "binascii.unhexlify", "binascii.a2b_hex", "base64.decodestring",
            "base64.decodebytes", "pickle.loads", "cPickle.loads", "marshal.loads", "ctypes.c_char_p",
            "ctypes.create_string_buffer", "io.BytesIO", "builtins.bytearray", "builtins.memoryview",
        ],
        (0,),
    )
    | dict.fromkeys(["plistlib.loads", "plistlib.readPlistFromString", "plistlib.readPlistFromBytes"], (0,))
    | {_DETECTOR: (0,)}
    | {"socket.inet_ntoa": (0,), "imghdr.what": (1,), "ctypes.c_char": (0,), "struct.unpack_from": (1,)}
    | {"ctypes.string_at": (0,)}
    | {"os.write": (1,), "struct.unpack": (1,), "xmlrpclib.Binary": (0,), "builtins.UnicodeDecodeError": (1,)}
    | dict.fromkeys(_REQUESTS, (1,))
    | dict.fromkeys(ATTACHMENTS, (0,))
)  # fmt: skip
#: Parsers that take text as well: single bytes above 127 are read by the document's own encoding.
_DOCUMENTS = frozenset(
    f"xml.{name}"
    for name in (
        "dom.minidom.parseString", "dom.pulldom.parseString", "etree.ElementTree.XML", "etree.ElementTree.fromstring",
        "etree.cElementTree.XML", "etree.cElementTree.fromstring", "sax.parseString",
    )
)  # fmt: skip
#: What these read was never text, but octets of which text was made somewhere else.
_READING = frozenset(
    [
        "bz2.decompress", "cPickle.loads", "imghdr.what", "marshal.loads", "pickle.loads", "socket.inet_ntoa",
        "struct.unpack", "struct.unpack_from", "zlib.decompress",
    ]
)  # fmt: skip
#: These take ASCII text as well.
_LENIENT = frozenset(["binascii.unhexlify", "binascii.a2b_hex"])
#: An unknown argument of these is worth a helper; the others get bytes in most programs.
_GUESSED = (
    frozenset(f"hashlib.{n}" for n in (*_HASHES, "new"))
    | frozenset(_OLD_HASHES)
    | _REQUESTS
    | ATTACHMENTS
    | {
        _DETECTOR,
        _DERIVED,
        "hmac.new",
        "hmac.HMAC",
        "zlib.compress",
        "zlib.crc32",
        "zlib.adler32",
        "binascii.crc32",
        "bz2.compress",
        "base64.decodestring",
        "base64.decodebytes",
        "imghdr.what",
        "io.BytesIO",
        "os.write",
        "plistlib.readPlistFromString",
    }
)
_HASH_MAKERS = frozenset(
    n for n in _FUNCTIONS if n.startswith(("hashlib.", "hmac.", "md5.", "sha.")) and n != _DERIVED
)
#: Functions that programs take from a module of their own, which chooses among imports.
_MOVABLE = frozenset(n for n in _FUNCTIONS if n.startswith(("hashlib.", "hmac.", "md5.", "sha.", "zlib.")))
#: What modules of databases make of octets to be stored (PEP 249); others' classes of that name take bytes, too.
_STORED = "Binary"
_OWN = re.compile(rf"\b(?:class|def)[ \t]+{_STORED}\b")
#: Expressions that give one number after the other.
_LISTS = (ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp, ast.Starred)
#: What sends text as ASCII.
_MAILERS = frozenset(["smtplib.SMTP", "smtplib.SMTP_SSL"])
#: Functions that write octets into the file that is their second argument.
_DUMPERS = frozenset(["marshal.dump", "pickle.dump", "cPickle.dump"])
_DUMP = frozenset(["dump"])
_DUMPED = re.compile(r"dump\((?<!\wdump\()")
_PACKED = frozenset(["gzip.GzipFile", "bz2.BZ2File"])
#: What open() gives in a binary mode.
_OPENED = Made("file.b", "opened")
_IN_MEMORY = frozenset(["io.BytesIO"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Make bytes of what is text for certain; hash what is unknown through a helper."""
    name = _named(node, module)
    if node in texts_in_memory(module) or is_encoded_array(name, node):
        return
    if name in CLASSES and makes_bytes(node.func, module):
        name = "io.BytesIO"
    if name in _DOCUMENTS and node.args and has_high_escapes(node.args[0], module):
        yield from argument_as_bytes(node.args[0], module, guess=True, site="octets")
    elif name in _FUNCTIONS and name not in _LENIENT:
        for position in _FUNCTIONS[name]:
            if position < len(node.args):
                yield from argument_as_bytes(
                    node.args[position], module, name in _GUESSED, site="octets", octets=name in _READING
                )
        if (name or "").startswith(("url", "hmac.")):
            for keyword in node.keywords:
                if keyword.arg in ("data", "key", "msg"):
                    yield from argument_as_bytes(keyword.value, module, guess=name in _REQUESTS)
        elif name == _DERIVED:
            for keyword in node.keywords:
                if keyword.arg in ("password", "salt"):
                    yield from argument_as_bytes(keyword.value, module, guess=True, site="octets")
        elif name == "imghdr.what":
            for keyword in node.keywords:
                if keyword.arg == "h":
                    yield from argument_as_bytes(keyword.value, module, True, site="octets", octets=True)
    elif name == "uuid.UUID":
        for keyword in node.keywords:
            if keyword.arg in ("bytes", "bytes_le"):
                yield from argument_as_bytes(keyword.value, module, guess=False)
    elif name in CIPHER_MAKERS:
        for given in (*node.args[:1], *node.args[2:3]):
            yield from argument_as_bytes(given, module, guess=True, site="octets", octets=True)
    elif name == "array.array" and len(node.args) == 2:
        yield from _of_array(node.args[0], node.args[1], module)
    elif name == "struct.pack":
        yield from _packed(node, node.args[:1], node.args[1:], module)
    elif isinstance(node.func, ast.Attribute) and node.func.attr in ("digest", "hexdigest"):
        made = hash_made(node.func, module)
        known = made is None or _named(made, module) in _FUNCTIONS
        if made is not None and not known and first_asked(made, module) is node.func:
            yield from argument_as_bytes(made.args[0], module, guess=True, site="octets")
    elif _is_stored(node, name, module):
        yield from argument_as_bytes(node.args[0], module, guess=name == "sqlite3.Binary", site="octets")
    elif isinstance(node.func, ast.Name) and node.func.id == "write":
        stream = written(node, module)
        if stream is not None and is_packed_into(stream, module) and not opened(stream, module):
            yield from argument_as_bytes(node.args[0], module, _is_doubtful(node.args[0], module), "write")
    elif isinstance(node.func, ast.Attribute) and node.args:
        owner, method = node.func.value, node.func.attr
        if (method == "update" and (kept_by(owner, module, _HASH_MAKERS) or is_hash(owner, module))) or (
            method in ("compress", "decompress") and kept_by(owner, module, COMPRESSORS)
        ):
            yield from argument_as_bytes(node.args[0], module, guess=True, site="octets")
        elif method in CIPHERING and kept_by(owner, module, CIPHER_MAKERS):
            octets = method == "decrypt"
            yield from argument_as_bytes(node.args[0], module, guess=True, site="octets", octets=octets)
        elif method == "pack" and (packer := kept_by(owner, module, STRUCTS)):
            yield from _packed(node, packer.args[:1], node.args, module)
        elif method in ("unpack", "unpack_from") and kept_by(owner, module, STRUCTS):
            yield from argument_as_bytes(node.args[0], module, guess=False, site="octets")
        elif sends_all(node, module) or (
            method in SENDERS
            and (
                is_socket(owner, module)
                or (kept_by(owner, module, _MAILERS) and has_high_escapes(node.args[0], module))
            )
        ):
            yield from argument_as_bytes(node.args[0], module, guess=True, site="send")
        elif (
            method == "add_data"
            and len(node.args) == 1
            and (is_request(owner, module) or looks_like_request(owner, method, module))
        ) or (_takes_bytes_by_name(node, method, module)):
            yield from argument_as_bytes(node.args[0], module, guess=True)
        elif len(node.args) > 1 and (
            (method == "open" and kept_by(owner, module, URL_OPENERS))
            or (
                method == "writestr"
                and has_high_escapes(node.args[1], module)
                and not defined_in_repository(method, module)
            )
        ):
            yield from argument_as_bytes(node.args[1], module, guess=True)
        elif method in FILLING and kept_by(owner, module, ARRAYS):
            yield from argument_as_bytes(node.args[0], module, guess=False)
        elif method == "write" and isinstance(owner, ast.Attribute) and owner.attr == "wfile":
            yield from argument_as_bytes(node.args[0], module, guess=True)
        elif method == "write":
            calls = [call for call in opened(owner, module) if not demands_text(call, module)]
            if not texts_for_csv(module).isdisjoint(calls):
                return
            modes = [m for m in (mode_of(call) or "" for call in calls) if m.strip("rbU")]
            packed = made_by(owner, module, _PACKED)
            if packed is not None and "t" in (mode_of(packed) or "t"):
                packed = None
            packed = packed or kept_by(owner, module, _IN_MEMORY)
            if packed in texts_in_memory(module):
                return
            native = kept_by(owner, module, CLASSES) if packed is None else None
            packed = native if native is not None and makes_bytes(native.func, module) else packed
            known = packed is not None or (bool(modes) and all("b" in mode for mode in modes))
            kept = not modes and (_is_packed_into(owner, module) or _is_kept_binary(owner, module))
            if known or kept or (not modes and is_packed_into(owner, module)):
                value = node.args[0]
                yield from argument_as_bytes(value, module, _is_doubtful(value, module), "write")


def _is_doubtful(value: ast.expr, module: Module) -> bool:
    """Whether what is written to a file of octets may be text."""
    given = _is_given_text(value, module) or _is_made_by_program(value, module)
    return given or may_be_text(value, module) or may_be_characters(value, module)


def _is_opened(node: ast.expr, module: Module) -> bool:
    """Whether `node` can only be what open() gives in a binary mode: of temporary files, another rule tells it."""
    return holds_only(node, lambda atom: atom == _OPENED, module)


def _is_kept_binary(file: ast.expr, module: Module) -> bool:
    """Whether an attribute can only be a file that was opened as binary, in whatever method, as all that the file gives
    that name, and the repository hands none on: there it may be wanted for text, and be opened so.
    """
    if not isinstance(file, ast.Attribute) or module.facts.index.octets:
        return False
    if not _is_opened(file, module):
        return False
    known = memory(module)
    if ("handed on", file.attr) not in known:
        handed = re.compile(rf"(?:[(,=]|>>)\s*(?:\w+\.)+{file.attr}\b(?=\s*[,)\n])")
        given = (value for _, value in attributes_given(module).get(file.attr, ()))
        files = all(v is not None and (is_none(v) or _is_only_opened(v, module)) for v in given)
        known["handed on", file.attr] = not files or in_repository(handed, module)
    return not known["handed on", file.attr]


def _is_only_opened(value: ast.expr, module: Module) -> bool:
    """Whether a value can only be such a file, also where a caller gives none."""
    other = default_of(value, module)
    return _is_opened(value, module) and (other is None or is_none(other) or _is_opened(other, module))


def _takes_bytes_by_name(node: ast.Call, method: str, module: Module) -> bool:
    """Whether a method is called so because it takes bytes, whatever class has it: from_bytes of keys, send_bytes of
    connections between processes.
    """
    alone = method == "from_bytes" and len(node.args) == 1
    sent = method == "send_bytes" and "multiprocessing" in module.text
    return (alone or sent) and not defined_in_repository(method, module)


def _is_packed_into(file: ast.expr, module: Module) -> bool:
    """Whether the function also dumps into a file, which is named, by the library: what is written there is octets."""
    function = module.function(file)
    if not isinstance(file, ast.Name) or function is None or _DUMPED.search(module.text) is None:
        return False
    return any(
        isinstance(call, ast.Call)
        and module.function(call) is function
        and stdlib_name(call.func, module) in _DUMPERS
        and any(isinstance(a, ast.Name) and a.id == file.id for a in call.args[1:2])
        for call in module.nodes_named(ast.Call, _DUMP)
    )


def _of_array(code: ast.expr, values: ast.expr, module: Module) -> Findings:
    """An array is made of a string's octets, or of numbers; one of unicode of its characters."""
    if not isinstance(code, ast.Constant) or code.value == "u":
        return
    if code.value == "c" and not literal(values, module):
        return  # another rule makes an array of octets of that
    while isinstance(values, ast.BinOp) and isinstance(values.op, ast.Mult):
        values = values.right if literal(values.right, module) else values.left
    types = module.type_of(values)
    numbers = isinstance(values, _LISTS) or (
        isinstance(values, ast.Call) and module.is_builtin(values.func, "range", "xrange", "list", "map")
    )
    if not numbers and (not types or types & {"str", "unicode"}):
        yield from argument_as_bytes(values, module, guess=True, octets=True)


def _is_stored(node: ast.Call, name: str | None, module: Module) -> bool:
    """Whether octets are made ready for a database by its module, or by a class that is named like that function."""
    function = node.func
    named = isinstance(function, ast.Attribute) and function.attr == _STORED
    plain = len(node.args) == 1 and not node.keywords
    if not plain or (name or "").split(".")[0] in STANDARD_MODULES - {"sqlite3"}:
        return False  # msilib's takes the name of a file
    return (named or name == "sqlite3.Binary") and not _is_own(module)


def _is_own(module: Module) -> bool:
    """Whether the repository has a class or a function of that name, which may want text."""
    return in_repository(_OWN, module)


def _is_given_text(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a parameter for which all callers in sight give native literals."""
    function, bindings = module.function(node), module.bindings(node) if isinstance(node, ast.Name) else []
    if len(bindings) != 1 or bindings[0].kind != "parameter" or not isinstance(function, ast.FunctionDef):
        return False
    return argument_kind(function, bindings[0].name, module, frozenset()) == TEXT


def _is_made_by_program(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what a function or a method of the repository makes, and not of octets."""
    made = written_out(node, module)
    name = last_name(made.func) if isinstance(made, ast.Call) else ""
    if not isinstance(made, ast.Call) or not name or not defined_in_repository(name, module):
        return False
    return not any(kind(argument, module) == BYTES for argument in made.args)


def _named(node: ast.Call, module: Module) -> str | None:
    named = stdlib_name(node.func, module) or standard_origin(node.func, module, _MOVABLE)
    return named or (_DETECTOR if module.qualified_name(node.func) == _DETECTOR else None)


def _packed(node: ast.Call, form: Sequence[ast.expr], values: Sequence[ast.expr], module: Module) -> Findings:
    """The texts among the values that a format packs as s, p or c."""
    text = constant_text(form[0] if form else None, module) or counted(node.args[0] if node.args else None)
    for code, value in zip(codes(text or ""), values, strict=False):
        if isinstance(value, ast.Starred):
            return
        if code in OCTETS:
            yield from argument_as_bytes(value, module, guess=True, site="octets")


RULE = Rule(
    id="binary_arguments",
    family="P10",
    summary="hashes, compressors, struct, sockets and binary files take bytes",
    before="import hashlib\na = hashlib.md5('x').hexdigest()\n",
    after="import hashlib\na = hashlib.md5(b'x').hexdigest()\n",
    caveats="Text that is no literal is encoded as UTF-8.",
    triggers=(
        "array",
        "chardet",
        "Cipher",
        "hashlib",
        "hmac",
        "md5",
        "sha",
        "zlib",
        "bz2",
        "gzip",
        "struct",
        "binascii",
        "base64",
        "pickle",
        "cPickle",
        "marshal",
        "ctypes",
        "imghdr",
        "MIMEApplication",
        "MIMEAudio",
        "MIMEImage",
        "plistlib",
        "socket",
        "open",
        "file",
        "BytesIO",
        "StringIO",
        "bytearray",
        "memoryview",
        "urllib",
        "urllib2",
        "uuid",
        "sendall",
        "smtplib",
        "write",
        "writestr",
        "xmlrpclib",
        "Binary",
        "UnicodeDecodeError",
        "parseString",
        "fromstring",
        "frombytes",
        "from_bytes",
        "send_bytes",
        "XML",
        "digest",
        "hexdigest",
    ),
    exactness=Exactness.SEMANTIC,
    order=60,
    nodes=(ast.Call,),
    names=last_names(
        *_FUNCTIONS,
        *_DOCUMENTS,
        *SENDERS,
        *CLASSES,
        _STORED,
        "array.array",
        "struct.pack",
        "uuid.UUID",
        "add_data",
        "writestr",
        "from_bytes",
        "send_bytes",
        "open",
        "update",
        "write",
        "digest",
        "hexdigest",
        "compress",
        "decompress",
        "pack",
        "unpack",
        "unpack_from",
        *FILLING,
        *CIPHERING,
        *last_names(*CIPHER_MAKERS),
    ),
    follows=frozenset(["hash_module_uses"]),
    visit=visit,
)
