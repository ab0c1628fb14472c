"""The standard library's edges, where octets that are text are taken and given: what octet_text goes by."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

HASHES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
#: The library of ciphers of those days, PyCrypto, and its successor of the same name.
CIPHER_MAKERS = frozenset(
    f"Crypto.Cipher.{n}.new" for n in ("AES", "ARC2", "ARC4", "Blowfish", "CAST", "DES", "DES3")
)
CIPHERING = frozenset(["encrypt", "decrypt"])
#: What it reads octets from by chance.
RANDOM_MAKERS = frozenset(["Crypto.Random.new"])
_CRYPTO_HASHES = frozenset(
    f"Crypto.Hash.{n}.new"
    for n in ("MD2", "MD4", "MD5", "RIPEMD", "SHA", "SHA256", "SHA384", "SHA512", "HMAC")
)
HASH_MAKERS = frozenset(f"hashlib.{n}" for n in (*HASHES, "new")) | _CRYPTO_HASHES | {
    "md5.new", "md5.md5", "sha.new", "sha.sha", "hmac.new", "hmac.HMAC",
}  # fmt: skip
BASE64 = (
    "b64encode b64decode standard_b64encode standard_b64decode urlsafe_b64encode urlsafe_b64decode b32encode "
    "b32decode b16encode b16decode encodestring decodestring encodebytes decodebytes"
)
BINASCII = (
    "hexlify unhexlify a2b_hex b2a_hex a2b_base64 b2a_base64 a2b_uu b2a_uu a2b_qp b2a_qp "
    "rledecode_hqx rlecode_hqx"
)
#: Classes of mail whose first argument is what an attachment holds.
ATTACHMENTS = frozenset(
    f"email.{module}.MIME{kind}"
    for kind in ("Application", "Audio", "Image")
    for module in (f"mime.{kind.lower()}", f"MIME{kind}")
)
#: Function → the positions of its octets among the arguments.
TAKE: Mapping[str, tuple[int, ...]] = (
    dict.fromkeys([*(f"hashlib.{n}" for n in HASHES), "md5.new", "md5.md5", "sha.new", "sha.sha"], (0,))
    | dict.fromkeys(["hmac.new", "hmac.HMAC"], (0, 1))
    | {"hashlib.pbkdf2_hmac": (1, 2)}
    | {"hashlib.new": (1,), "os.write": (1,), "struct.unpack": (1,), "struct.unpack_from": (1,)}
    | dict.fromkeys(
        [f"base64.{n}" for n in BASE64.split()] + [f"binascii.{n}" for n in BINASCII.split()], (0,)
    )
    | dict.fromkeys(
        [
            "binascii.crc32",
            "binascii.crc_hqx",
            "zlib.crc32",
            "zlib.adler32",
            "zlib.compress",
            "zlib.decompress",
        ],
        (0,),
    )
    | dict.fromkeys(
        ["bz2.compress", "bz2.decompress", "pickle.loads", "cPickle.loads", "marshal.loads"]
        + [f"{module}.decode_long" for module in ("pickle", "cPickle")],
        (0,),
    )
    | {
        "socket.inet_ntoa": (0,),
        "socket.inet_ntop": (1,),
        "builtins.bytearray": (0,),
        "builtins.memoryview": (0,),
    }
    | {f"quopri.{n}": (0,) for n in ("encodestring", "decodestring")}
    | {f"plistlib.{n}": (0,) for n in ("loads", "readPlistFromString")}
    | dict.fromkeys(ATTACHMENTS, (0,))
    | {f"{m}.Binary": (0,) for m in ("xmlrpclib", "xmlrpc.client", "sqlite3", "sqlite3.dbapi2")}
    | {f"{m}.{n}": (1,) for m in ("urllib", "urllib2", "urllib.request") for n in ("urlopen", "Request")}
    | {"base64.b64encode": (0, 1), "base64.b64decode": (0, 1)}
    | dict.fromkeys(CIPHER_MAKERS, (0, 2))
    | dict.fromkeys(_CRYPTO_HASHES, (0,))
    | {"Crypto.Hash.HMAC.new": (0, 1), "Crypto.Util.number.bytes_to_long": (0,)}
    | {"array.array": (1,), "imghdr.what": (1,), "ctypes.create_string_buffer": (0,), "ctypes.c_char_p": (0,)}
    | {"chardet.detect": (0,), "ctypes.c_char": (0,), "ctypes.string_at": (0,), "numpy.ndarray": (2,)}
    | {"numpy.fromstring": (0,), "numpy.frombuffer": (0,), "ctypes.memmove": (1,)}
)
#: The same by keyword.
TAKE_NAMED: Mapping[str, tuple[str, ...]] = {
    "hmac.new": ("key", "msg"),
    "hashlib.pbkdf2_hmac": ("password", "salt"),
    **dict.fromkeys(CIPHER_MAKERS, ("key", "IV", "iv")),
    "hashlib.new": ("data", "string"),
    "imghdr.what": ("h",),
    "uuid.UUID": ("bytes",),
    "numpy.ndarray": ("buffer",),
    **{
        f"{m}.{n}": ("data",) for m in ("urllib", "urllib2", "urllib.request") for n in ("urlopen", "Request")
    },
}
_ELEMENT_TREES = (
    "xml.etree.ElementTree",
    "xml.etree.cElementTree",
    "elementtree.ElementTree",
    "cElementTree",
)
#: Functions that parse a document: it says by itself in which encoding its octets are. Text of any other than ASCII was
#: refused.
DOCUMENTS = frozenset(
    [f"{module}.{name}" for module in _ELEMENT_TREES for name in ("fromstring", "XML", "XMLID")]
    + ["xml.dom.minidom.parseString", "xml.dom.pulldom.parseString", "xml.sax.parseString"]
)
#: What makes parsers that are given a document piece by piece, by these methods, and a file of it by others.
PARSERS = frozenset(
    [f"{module}.{name}" for module in _ELEMENT_TREES for name in ("XMLParser", "XMLTreeBuilder")]
    + [f"{module}.ParserCreate" for module in ("xml.parsers.expat", "pyexpat")]
    + ["xml.sax.make_parser", "xml.sax.expatreader.create_parser"]
)
FED = frozenset(["feed", "Parse"])
PARSING = frozenset(["parse", "ParseFile"])
#: What has such a method besides.
TREES = frozenset(f"{module}.ElementTree" for module in _ELEMENT_TREES)
#: Functions that parse a file → its place among their arguments, and its name.
DOCUMENT_FILES: Mapping[str, tuple[int, str]] = (
    {f"{module}.{name}": (0, "source") for module in _ELEMENT_TREES for name in ("parse", "iterparse")}
    | {f"{module}.ElementTree": (1, "file") for module in _ELEMENT_TREES}
    | {"xml.dom.minidom.parse": (0, "file"), "xml.sax.parse": (0, "source")}
    | {"xml.dom.pulldom.parse": (0, "stream_or_string")}
)
#: Functions whose result is octets.
GIVE = frozenset(
    [f"base64.{n}" for n in BASE64.split()]
    + [f"binascii.{n}" for n in BINASCII.split()]
    + [
        "struct.pack", "zlib.compress", "zlib.decompress", "bz2.compress", "bz2.decompress", "os.urandom", "os.read",
        "pickle.dumps", "cPickle.dumps", "pickle.encode_long", "cPickle.encode_long", "marshal.dumps",
        "ctypes.string_at", "socket.inet_aton", "socket.inet_pton",
        "Crypto.Random.get_random_bytes", "Crypto.Util.number.long_to_bytes",
        "encodings.idna.ToASCII", "quopri.encodestring", "quopri.decodestring",
        "hashlib.pbkdf2_hmac",
    ]
)  # fmt: skip
#: Functions that spell octets by escapes, and read those.
QUOTERS = frozenset(
    f"{module}.{name}"
    for module in ("urllib", "urllib.parse")
    for name in ("quote", "quote_plus", "unquote", "unquote_plus", "urlencode")
) | {
    f"{module}.{name}" for module in ("cgi", "urlparse", "urllib.parse") for name in ("parse_qs", "parse_qsl")
}
#: What reads the fields of a form, which come by such escapes as well.
FORM = "cgi.FieldStorage"
#: Methods with one argument, of sockets, compressors, packers, Twisted's paths and types of C, where no class of the
#: repository has them.
METHODS_TAKE = frozenset(
    [
        "send", "sendall", "sendto", "send_bytes", "decompress", "writeframes", "writeframesraw", "setContent",
        "from_buffer_copy",
    ]
)  # fmt: skip
METHODS_GIVE = frozenset(
    ["recv", "recv_bytes", "decompress", "digest", "tostring", "tobytes", "readframes", "getContent"]
)
FILLING = frozenset(["fromstring", "frombytes"])
ARRAYS = frozenset(["array.array"])
#: Codec of octets → the functions that encode and decode.
BINARY_CODECS = {
    "hex": ("binascii.hexlify", "binascii.unhexlify"),
    "base64": ("base64.encodebytes", "base64.decodebytes"),
    "zlib": ("zlib.compress", "zlib.decompress"),
    "zip": ("zlib.compress", "zlib.decompress"),
    "bz2": ("bz2.compress", "bz2.decompress"),
}
OTHER_CODECS = frozenset(["rot13", "rot_13", "string_escape", "quopri", "uu"])
OPENERS = frozenset(["builtins.open", "builtins.file", "os.fdopen"])
WRAPPED = frozenset(
    [
        "os.tmpfile",
        "tempfile.TemporaryFile",
        "tempfile.NamedTemporaryFile",
        "tempfile.SpooledTemporaryFile",
        "gzip.open",
        "gzip.GzipFile",
        "bz2.BZ2File",
        "pkg_resources.resource_stream",
    ]
)
OF_BUFFERS = frozenset(["getvalue", "read", "readline", "write"])
ANSWERS = frozenset(["urllib.urlopen", "urllib2.urlopen", "urllib.request.urlopen"])
#: What makes an object whose `open` sends a body, and answers as urlopen does.
URL_OPENERS = frozenset(
    f"{module}.{name}"
    for module in ("urllib", "urllib2", "urllib.request")
    for name in ("build_opener", "FancyURLopener", "OpenerDirector", "URLopener")
)
#: What reads a file of a package; a rule of its own decodes what they give.
RESOURCES = frozenset(["pkg_resources.resource_string", "pkgutil.get_data"])
IDENTIFIERS = frozenset(f"uuid.{n}" for n in ("UUID", "uuid1", "uuid3", "uuid4", "uuid5"))
BINARIES = frozenset(["xmlrpclib.Binary", "xmlrpc.client.Binary"])
#: Functions that are given others to call.
CALLERS = ("map", "filter", "sorted", "max", "min", "reduce")
#: Attributes of decompressors.
REST = frozenset(["unused_data", "unconsumed_tail"])
#: The name of a hash, and of no `shared` state or `shape`.
HASH_NAME = re.compile(r"sha(?:\d|_|sum|(?![a-z]))|md5|hmac|hash", re.IGNORECASE)
CODEC = '"latin-1"'
CODEC_WORD = re.compile("codec|charset|encoding", re.IGNORECASE)
#: What the first argument of `encode` and `decode` says when they are those of text.
NAMES_CODEC = re.compile(
    r"codec|charset|coding|['\"](?:utf|ascii|latin|iso|cp\d|koi|big5|euc|gb|shift|us-|hex|base64|zlib|zip|bz2"
    r"|rot|string_|unicode_|raw_unicode|idna|punycode|mbcs|quopri|uu)",
    re.IGNORECASE,
)
#: Functions that read or write bytes through a file given to them.
BINARY_FILES = frozenset(
    [
        "cgi.FieldStorage", "cgi.parse", "cgi.parse_multipart",
        "gzip.GzipFile", "zipfile.ZipFile", "zipfile.PyZipFile", "zipfile.is_zipfile",
        "tarfile.open", "tarfile.TarFile",
        "pickle.dump", "pickle.load", "pickle.Pickler", "pickle.Unpickler", "cPickle.dump", "cPickle.load",
        "cPickle.Pickler", "cPickle.Unpickler", "pickle._Pickler", "pickle._Unpickler",
        "marshal.dump", "marshal.load", "PIL.Image.open", "Image.open",
        "wave.open", "aifc.open", "sunau.open", "plistlib.load", "plistlib.readPlist", "plistlib.writePlist",
        "bz2.BZ2File", "base64.encode", "base64.decode", "quopri.encode", "quopri.decode", "uu.encode", "uu.decode",
        "codecs.EncodedFile", "gettext.GNUTranslations",
        "urllib2.addinfourl", "urllib.addinfourl", "urllib.addinfo", "urllib.addbase", "urllib.addclosehook",
        "twisted.web.client.FileBodyProducer", "lxml.etree.iterparse", "numpy.load", "numpy.save", "numpy.savez",
        "numpy.lib.format.read_array", "numpy.lib.format.write_array",
    ]
)  # fmt: skip


def codec_spelled(call: ast.Call) -> str:
    """The codec that a call of `encode` or `decode` is told, where it is a constant, as `BINARY_CODECS` spells it."""
    codec = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else ""
    return str(codec).lower().replace("-", "_").removesuffix("_codec")


def names_binary_codec(call: ast.Call) -> bool:
    """Whether a call of `encode` or `decode` makes octets of octets."""
    return codec_spelled(call) in BINARY_CODECS
