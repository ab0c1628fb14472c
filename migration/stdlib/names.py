"""Which standard modules and names of Python 2 moved, and where to (facts, no behaviour)."""

from __future__ import annotations

import sys

#: Modules that only changed their name: every public attribute is found at the new place.
RENAMED_MODULES: dict[str, str] = {
    "__builtin__": "builtins",
    "BaseHTTPServer": "http.server",
    "CGIHTTPServer": "http.server",
    "ConfigParser": "configparser",
    "Cookie": "http.cookies",
    "Dialog": "tkinter.dialog",
    "FileDialog": "tkinter.filedialog",
    "FixTk": "tkinter._fix",
    "HTMLParser": "html.parser",
    "Queue": "queue",
    "ScrolledText": "tkinter.scrolledtext",
    "SimpleDialog": "tkinter.simpledialog",
    "SimpleHTTPServer": "http.server",
    "SimpleXMLRPCServer": "xmlrpc.server",
    "DocXMLRPCServer": "xmlrpc.server",
    "SocketServer": "socketserver",
    "Tix": "tkinter.tix",
    "Tkconstants": "tkinter.constants",
    "Tkdnd": "tkinter.dnd",
    "Tkinter": "tkinter",
    "_abcoll": "collections.abc",
    "_winreg": "winreg",
    "cPickle": "pickle",
    "cookielib": "http.cookiejar",
    "copy_reg": "copyreg",
    "dbhash": "dbm",
    "dummy_thread": "_thread",
    "dummy_threading": "threading",
    "_dummy_threading": "threading",
    "gdbm": "dbm.gnu",
    "htmlentitydefs": "html.entities",
    "httplib": "http.client",
    "markupbase": "_markupbase",
    "repr": "reprlib",
    "sre": "re",
    "robotparser": "urllib.robotparser",
    "test.test_support": "test.support",
    "thread": "_thread",
    "tkColorChooser": "tkinter.colorchooser",
    "tkCommonDialog": "tkinter.commondialog",
    "tkFileDialog": "tkinter.filedialog",
    "tkFont": "tkinter.font",
    "tkMessageBox": "tkinter.messagebox",
    "tkSimpleDialog": "tkinter.simpledialog",
    "ttk": "tkinter.ttk",
    "xmlrpclib": "xmlrpc.client",
    "email.Charset": "email.charset",
    "email.Encoders": "email.encoders",
    "email.Errors": "email.errors",
    "email.FeedParser": "email.feedparser",
    "email.Generator": "email.generator",
    "email.Header": "email.header",
    "email.Iterators": "email.iterators",
    "email.MIMEAudio": "email.mime.audio",
    "email.MIMEBase": "email.mime.base",
    "email.MIMEImage": "email.mime.image",
    "email.MIMEMessage": "email.mime.message",
    "email.MIMEMultipart": "email.mime.multipart",
    "email.MIMENonMultipart": "email.mime.nonmultipart",
    "email.MIMEText": "email.mime.text",
    "email.Message": "email.message",
    "email.Parser": "email.parser",
    "email.Utils": "email.utils",
    "email.base64MIME": "email.base64mime",
    "email.quopriMIME": "email.quoprimime",
}

#: Modules of buffers: what they made is a text buffer of io, or one of bytes where it holds some.
BUFFER_MODULES: dict[str, str] = {"StringIO": "io", "cStringIO": "io"}

#: Renamed databases: keys and values are bytes now, so the rename alone may not be enough.
RENAMED_DATABASES: dict[str, str] = {"anydbm": "dbm", "dumbdbm": "dbm.dumb", "whichdb": "dbm"}

#: Modules that went without a successor of the same shape: (the first Python without them, what to do).
REMOVED_MODULES: dict[str, tuple[tuple[int, int], str]] = {
    "Bastion": ((3, 0), "restricted execution is gone; isolate untrusted code in another process"),
    "rexec": ((3, 0), "restricted execution is gone; isolate untrusted code in another process"),
    "CDROM": ((3, 0), "removed; the constants of linux/cdrom.h"),
    "Canvas": ((3, 0), "removed; use the items of tkinter.Canvas"),
    "DLFCN": ((3, 0), "removed; the constants are in os"),
    "IN": ((3, 0), "removed; the constants are in socket"),
    "MimeWriter": ((3, 0), "removed; use the email package"),
    "TYPES": ((3, 0), "removed without a successor"),
    "audiodev": ((3, 0), "removed without a successor"),
    "bsddb": ((3, 0), "removed; the berkeleydb package is a successor"),
    "bsddb185": ((3, 0), "removed; use the dbm module"),
    "cl": ((3, 0), "removed with the SGI modules"),
    "compiler": ((3, 0), "removed; ast.parse, compile and dis cover most uses"),
    "dircache": ((3, 0), "removed; use os.listdir"),
    "dl": ((3, 0), "removed; use ctypes"),
    "fpformat": ((3, 0), "removed; use string formatting"),
    "hotshot": ((3, 0), "removed; use cProfile"),
    "htmllib": ((3, 0), "removed; use html.parser, or the sgmllib3k package for its base class"),
    "ihooks": ((3, 0), "removed; use importlib"),
    "imageop": ((3, 0), "removed; the pillow package covers it"),
    "imputil": ((3, 0), "removed; use importlib"),
    "linuxaudiodev": ((3, 0), "removed; ossaudiodev or a package of the index replaces it"),
    "mhlib": ((3, 0), "removed; use mailbox.MH"),
    "mimetools": ((3, 0), "removed; use the email package (Message became email.message.Message)"),
    "mimify": ((3, 0), "removed; use the email package"),
    "multifile": ((3, 0), "removed; use the email package"),
    "mutex": ((3, 0), "removed; use threading.Lock and a queue"),
    "os2emxpath": ((3, 0), "removed with OS/2"),
    "popen2": ((3, 0), "removed; use subprocess.Popen with text=True"),
    "posixfile": ((3, 0), "removed; use fcntl.lockf"),
    "pure": ((3, 0), "removed without a successor"),
    "rfc822": ((3, 0), "removed; use the email package (parsedate and others are in email.utils)"),
    "sgmllib": ((3, 0), "removed; the sgmllib3k package provides it under the same name"),
    "statvfs": ((3, 0), "removed; the result of os.statvfs has named fields"),
    "stringold": ((3, 0), "removed; use the methods of str"),
    "sunaudio": ((3, 0), "removed; use sunau or a package of the index"),
    "timing": ((3, 0), "removed; use time.perf_counter"),
    "toaiff": ((3, 0), "removed without a successor"),
    "user": ((3, 0), "removed without a successor"),
    "xmllib": ((3, 0), "removed; use xml.sax or xml.etree.ElementTree"),
    "strop": ((3, 0), "removed; use the methods of str"),
    "future_builtins": ((3, 0), "removed; its functions are the builtins"),
    "formatter": ((3, 10), "removed in 3.10 without a successor"),
    "parser": ((3, 10), "removed in 3.10; use ast"),
    "symbol": ((3, 10), "removed in 3.10; use ast and token"),
    "macpath": ((3, 8), "removed in 3.8; use posixpath"),
    "binhex": ((3, 11), "removed in 3.11 without a successor"),
    "asynchat": ((3, 12), "removed in 3.12; the pyasynchat package provides it under the same name"),
    "asyncore": ((3, 12), "removed in 3.12; the pyasyncore package provides it under the same name"),
    "smtpd": ((3, 12), "removed in 3.12; aiosmtpd, or standard-smtpd under the same name"),
    "distutils": ((3, 12), "removed in 3.12; setuptools provides it while it is installed"),
    "imp": ((3, 12), "removed in 3.12; use importlib"),
    "aifc": ((3, 13), "removed in 3.13; the standard-aifc package provides it under the same name"),
    "audioop": ((3, 13), "removed in 3.13; the audioop-lts package provides it under the same name"),
    "cgi": ((3, 13), "removed in 3.13; the legacy-cgi package provides it under the same name"),
    "cgitb": ((3, 13), "removed in 3.13; the legacy-cgi package provides it under the same name"),
    "chunk": ((3, 13), "removed in 3.13; the standard-chunk package provides it under the same name"),
    "crypt": ((3, 13), "removed in 3.13; the legacycrypt or crypt-r packages replace it"),
    "imghdr": ((3, 13), "removed in 3.13; the standard-imghdr package provides it under the same name"),
    "lib2to3": ((3, 13), "removed in 3.13; the fissix package is a successor"),
    "mailcap": ((3, 13), "removed in 3.13; the standard-mailcap package provides it under the same name"),
    "msilib": ((3, 13), "removed in 3.13 without a successor"),
    "nis": ((3, 13), "removed in 3.13 without a successor"),
    "nntplib": ((3, 13), "removed in 3.13; the standard-nntplib package provides it under the same name"),
    "ossaudiodev": ((3, 13), "removed in 3.13 without a successor"),
    "pipes": ((3, 13), "removed in 3.13; the standard-pipes package provides it under the same name"),
    "sndhdr": ((3, 13), "removed in 3.13; the standard-sndhdr package provides it under the same name"),
    "spwd": ((3, 13), "removed in 3.13 without a successor"),
    "sunau": ((3, 13), "removed in 3.13; the standard-sunau package provides it under the same name"),
    "telnetlib": ((3, 13), "removed in 3.13; the standard-telnetlib package provides it under the same name"),
    "uu": ((3, 13), "removed in 3.13; the standard-uu package provides it under the same name"),
    "xdrlib": ((3, 13), "removed in 3.13; the standard-xdrlib package provides it under the same name"),
}

#: Modules of Python 2 that other rules dissolve name by name.
DISSOLVED_MODULES = frozenset(
    [
        "StringIO", "cStringIO", "UserDict", "UserList", "UserString", "commands", "exceptions", "md5", "new",
        "sets", "sha", "urllib2", "urlparse",
    ]
)  # fmt: skip

#: Every module that the standard library of Python 2 or 3 has.
#: Modules that came with Python 2.5 to 2.7 and that Python 3 has, too: where one is missing, Python is older than that.
LATE_MODULES = frozenset(
    [
        "abc", "argparse", "ast", "collections", "contextlib", "ctypes", "fractions", "functools", "hashlib",
        "importlib", "io", "json", "multiprocessing", "numbers", "sqlite3", "ssl", "sysconfig", "uuid", "wsgiref",
    ]
)  # fmt: skip
STANDARD_MODULES = (
    frozenset(sys.stdlib_module_names)
    | frozenset(RENAMED_MODULES)
    | frozenset(RENAMED_DATABASES)
    | DISSOLVED_MODULES
    | frozenset(REMOVED_MODULES)
)
#: Modules that came with Python 3, other than those that an old one is called now.
NEW_MODULES = frozenset(
    ["asyncio", "concurrent", "contextvars", "dataclasses", "ensurepip", "enum", "faulthandler", "graphlib",
     "ipaddress", "lzma", "pathlib", "secrets", "selectors", "statistics", "tomllib", "tracemalloc", "typing", "venv",
     "zipapp", "zoneinfo"]
)  # fmt: skip
_RENAMED_ROOTS = frozenset(
    ["_dummy_thread", "_markupbase", "_thread", "builtins", "configparser", "copyreg", "html", "http", "queue",
     "reprlib", "socketserver", "tkinter", "winreg", "xmlrpc"]
)  # fmt: skip
_NEW_PARTS = frozenset(
    ["collections.abc", "importlib.abc", "importlib.machinery", "importlib.metadata", "importlib.resources",
     "importlib.util", "test.support", "unittest.mock", "urllib.error", "urllib.parse", "urllib.request",
     "urllib.response", "urllib.robotparser"]
)  # fmt: skip


#: Builtins that were new in Python 2.3 to 2.6, and are still there.
SETTLED_BUILTINS = frozenset(
    [
        "all",
        "any",
        "bool",
        "bytes",
        "enumerate",
        "frozenset",
        "next",
        "property",
        "reversed",
        "set",
        "sorted",
        "sum",
    ]
)


def is_of_2_7(dotted: str) -> bool:
    """Whether a dotted name begins with a module that the library of Python 2.7 has, so that its import succeeds there
    as far as modules go.
    """
    root = dotted.partition(".")[0]
    if root not in STANDARD_MODULES or root in NEW_MODULES or root in _RENAMED_ROOTS:
        return False
    return ".".join(dotted.split(".")[:2]) not in _NEW_PARTS
