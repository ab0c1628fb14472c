"""Functions and methods of the standard library, by what they take and give in Python 3."""

from __future__ import annotations

import re

#: One of these must occur, or there is nothing to find.
WORDS = re.compile(
    r"struct|imghdr|zlib|bz2|base64|binascii|hashlib|hmac|marshal|pickle|os\.(?:read|write)|socket|subprocess|['\"][rwa]\+?b|csv|zipfile|array|tostring|toxml|codecs|uuid|ctypes|get_payload|tarfile"
    r"|tempfile|gzip|\.(?:en|de)code\(|bytearray|memoryview|mmap|[ (\[,=+]b['\"]"
)
HASHES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
ENCODERS = ("b64encode", "standard_b64encode", "urlsafe_b64encode", "b32encode", "b16encode")
DECODERS = ("b64decode", "standard_b64decode", "urlsafe_b64decode", "b32decode", "b16decode")
#: Function → positions at which a native string fails in Python 3.
TAKE: dict[str, tuple[int, ...]] = (
    dict.fromkeys([f"hashlib.{n}" for n in HASHES], (0,))
    | dict.fromkeys([f"base64.{n}" for n in (*ENCODERS, "encodestring", "decodestring")], (0,))
    | dict.fromkeys(
        ["binascii.hexlify", "binascii.b2a_hex", "binascii.b2a_base64", "binascii.crc32", "zlib.crc32", "zlib.adler32",
         "zlib.compress", "zlib.decompress", "bz2.compress", "bz2.decompress", "marshal.loads", "pickle.loads",
         "builtins.memoryview", "builtins.bytes", "socket.inet_ntoa"], (0,),
    )
    | {"hashlib.new": (1,), "hmac.new": (0, 1), "os.write": (1,), "struct.unpack": (1,), "struct.unpack_from": (1,)}
    | {"ctypes.string_at": (0,), "imghdr.what": (1,)}
)  # fmt: skip
#: Functions that give octets.
GIVE = frozenset(
    [f"base64.{n}" for n in (*ENCODERS, *DECODERS)]
    + ["binascii.hexlify", "binascii.unhexlify", "binascii.b2a_hex", "binascii.a2b_hex", "binascii.b2a_base64",
       "binascii.a2b_base64", "zlib.compress", "zlib.decompress", "bz2.compress", "bz2.decompress", "struct.pack",
       "os.read", "os.urandom", "marshal.dumps", "pickle.dumps", "socket.inet_aton"]
)  # fmt: skip
MAKERS = {
    **dict.fromkeys([f"hashlib.{n}" for n in (*HASHES, "new")] + ["hmac.new"], "hash"),
    **dict.fromkeys(["tempfile.TemporaryFile", "tempfile.NamedTemporaryFile"], "file"),
    **dict.fromkeys(["gzip.open", "gzip.GzipFile", "bz2.BZ2File"], "file"),
    **dict.fromkeys(["socket.socket", "socket.create_connection"], "socket"),
    "subprocess.Popen": "process",
    "mmap.mmap": "map",
    "string.Template": "template",
    "ctypes.CDLL": "library",
    "zipfile.ZipFile": "archive",
    "array.array": "array",
    "zlib.compressobj": "compressor",
    "zlib.decompressobj": "decompressor",
}
BINARY_CODECS = frozenset(
    ["hex", "base64", "zlib", "bz2", "zip", "uu", "rot13", "quopri", "string_escape", "string-escape"]
)
#: What makes files that take text, and write octets: a standard stream takes none in Python 3.
CODECS = frozenset(["codecs.getwriter", "codecs.getreader"])
#: Methods, and of what, that fail when they are given text.
GIVEN = frozenset(
    [
        ("update", "hash"),
        ("send", "socket"),
        ("sendall", "socket"),
        ("sendto", "socket"),
        ("writelines", "file"),
        ("fromstring", "array"),
        ("compress", "compressor"),
        ("decompress", "decompressor"),
    ]
)
#: Methods that give octets, and of what.
READ: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(["read", "readline"], ("file", "map", "archive")),
    **dict.fromkeys(["compress", "decompress", "flush"], ("compressor", "decompressor")),
    **dict.fromkeys(["tostring", "tobytes"], ("array",)),
    "digest": ("hash",),
    "recv": ("socket",),
    "recvfrom": ("socket",),
}
#: Methods of octets that fail when they are given text.
MEET = frozenset(
    [
        "split",
        "rsplit",
        "partition",
        "rpartition",
        "strip",
        "lstrip",
        "rstrip",
        "startswith",
        "endswith",
        "find",
        "rfind",
        "index",
        "rindex",
        "count",
        "replace",
        "join",
    ]
)
SAME = frozenset(
    [
        "strip",
        "lstrip",
        "rstrip",
        "lower",
        "upper",
        "replace",
        "title",
        "capitalize",
        "ljust",
        "rjust",
        "center",
    ]
)
OLD = frozenset(
    [
        "xrange",
        "basestring",
        "raw_input",
        "unichr",
        "long",
        "reduce",
        "file",
        "buffer",
        "execfile",
        "apply",
        "cmp",
        "unicode",
        "StandardError",
    ]
)
PATTERNS = frozenset(f"re.{n}" for n in ("match", "search", "findall", "split", "finditer"))


OF_TEXT = frozenset(["text", "universal_newlines", "encoding", "errors"])
#: What handlers catch that may be there for Python 3.
CAUGHT = frozenset(
    [
        "TypeError",
        "AttributeError",
        "NameError",
        "ImportError",
        "Exception",
        "BaseException",
        "StandardError",
        "LookupError",
    ]
)
#: Methods of strings that give several.
PARTING = frozenset(["split", "rsplit", "partition", "rpartition"])
#: Functions that give native strings, text in Python 3.
TEXTS = frozenset(
    ["builtins.chr", "builtins.str", "builtins.repr", "builtins.hex", "builtins.oct", "builtins.bin", "json.dumps",
     "time.strftime", "time.ctime", "os.path.join", "os.path.basename"]
)  # fmt: skip

#: What pickle writes before what it pickles: octets, by whose numbers a loader finds its methods.
PICKLE_CODES = frozenset(
    ["APPEND", "APPENDS", "BINFLOAT", "BINGET", "BININT", "BININT1", "BININT2", "BINPERSID", "BINPUT", "BINSTRING",
     "BINUNICODE", "BUILD", "DICT", "DUP", "EMPTY_DICT", "EMPTY_LIST", "EMPTY_TUPLE", "EXT1", "EXT2", "EXT4", "FLOAT",
     "GET", "GLOBAL", "INST", "INT", "LIST", "LONG", "LONG1", "LONG4", "LONG_BINGET", "LONG_BINPUT", "MARK", "NEWFALSE",
     "NEWOBJ", "NEWTRUE", "NONE", "OBJ", "PERSID", "POP", "POP_MARK", "PROTO", "PUT", "REDUCE", "SETITEM", "SETITEMS",
     "SHORT_BINSTRING", "STOP", "STRING", "TUPLE", "TUPLE1", "TUPLE2", "TUPLE3", "UNICODE"]
)  # fmt: skip
