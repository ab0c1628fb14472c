"""Functions and constants of standard modules that got another name or place in Python 3.0."""

import re

from environment.traces import Exactness
from migration.rewriting.moves import Move, Moves, later, semantic
from migration.rule import Rule
from migration.view.module import Module

_WALK = '''
def walk_tree(top, visit, argument):
    """Call visit(argument, directory, names) for each directory; what is left in names is entered, in that order."""
    try:
        names = os.listdir(top)
    except OSError:
        return
    visit(argument, top, names)
    for name in names:
        path = os.path.join(top, name)
        if os.path.isdir(path) and not os.path.islink(path):
            walk_tree(path, visit, argument)
'''
_ADVISOR = '''
def add_class_advisor(callback, depth=2):
    """Have `callback` called with the class whose body is run `depth` frames above, as soon as it is made."""

    class Advice:
        def __set_name__(self, owner, name):
            delattr(owner, name)
            callback(owner)

    body = sys._getframe(depth).f_locals
    body[f"_advice_{len(body)}"] = Advice()
'''
_EMPTY = '''
class EmptyClass:
    """Has nothing: an instance gets another class."""
'''
_POPEN = '''
def {name}(command, mode="t", bufsize=-1):
    """The {streams} of a new process, as text unless mode says 'b'."""
    process = subprocess.Popen(
        command,
        shell=isinstance(command, str),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr={stderr},
        universal_newlines="b" not in mode,
    )
    return {result}
'''
_TWO = _POPEN.format(
    name="popen2", streams="input and output", stderr="None", result="process.stdin, process.stdout"
)
_THREE = _POPEN.format(
    name="popen3",
    streams="input, output and error output",
    stderr="subprocess.PIPE",
    result="process.stdin, process.stdout, process.stderr",
)
_FOUR = _POPEN.format(
    name="popen4",
    streams="input and joint output",
    stderr="subprocess.STDOUT",
    result="process.stdin, process.stdout",
)
_HTTP = '''
class OldHTTP:
    """The client of HTTP/1.0 that httplib had: an answer is its status, its reason and its headers."""

    _http_vsn = 10
    _http_vsn_str = "HTTP/1.0"
    debuglevel = 0
    _connection_class = http.client.HTTPConnection

    def __init__(self, host="", port=None, strict=None):
        self._setup(self._connection_class(host, port or None))

    def _setup(self, connection):
        self._conn = connection
        self.send = connection.send
        self.putrequest = connection.putrequest
        self.putheader = connection.putheader
        self.endheaders = connection.endheaders
        self.set_debuglevel = connection.set_debuglevel
        connection._http_vsn = self._http_vsn
        connection._http_vsn_str = self._http_vsn_str
        self.file = self.headers = None

    def connect(self, host=None, port=None):
        if host is not None:
            self._conn.host, self._conn.port = self._conn._get_hostport(host, port)
        self._conn.connect()

    def getfile(self):
        return self.file

    def getreply(self, buffering=False):
        try:
            answer = self._conn.getresponse()
        except http.client.BadStatusLine as error:
            self.file = self.headers = None
            return -1, error.line, None
        self.file, self.headers = answer, answer.msg
        return answer.status, answer.reason, answer.msg

    def close(self):
        self._conn.close()
        self.file = None
'''


def _popen(name: str, source: str) -> Move:
    return Move(helper=(name, source), imports=("import subprocess",), exactness=Exactness.SEMANTIC)


#: Modules that Python 2 found as attributes of `email`, imported or not.
_MAIL_MODULES = {
    **{n: n.lower() for n in ("Charset", "Encoders", "Errors", "FeedParser", "Generator", "Header", "Iterators",
                              "Message", "Parser", "Utils", "base64MIME", "quopriMIME")},
    **{f"MIME{n}": f"mime.{n.lower()}" for n in ("Audio", "Base", "Image", "Message", "Multipart", "NonMultipart",
                                                 "Text")},
}  # fmt: skip
_TLS_ERRORS = (
    "EOF", "INVALID_ERROR_CODE", "SSL", "SYSCALL", "WANT_CONNECT", "WANT_READ", "WANT_WRITE", "WANT_X509_LOOKUP",
    "ZERO_RETURN",
)  # fmt: skip

#: Classes that want to be told of a context since; the functions of the same names make objects of them.
_WITH_CONTEXT = {
    "queues": ("JoinableQueue", "Queue", "SimpleQueue"),
    "synchronize": ("BoundedSemaphore", "Condition", "Event", "Lock", "RLock", "Semaphore"),
}
#: What a function can not stand for, and what tells of the context.
_AS_CLASS = re.compile(
    r"ctx[ \t]*=|i(?:sinstance|ssubclass)\([^\n]*(?:Queue|queues|Lock|Semaphore|synchronize)"
    r"|class [^\n]*\([^\n]*(?:Queue|Lock)"
)


def _only_makes(module: Module) -> bool:
    """Whether the file does nothing with such classes but make objects of them, as Python 2 did."""
    return _AS_CLASS.search(module.text) is None


MOVES = Moves(
    {
        **{
            f"multiprocessing.{part}.{name}": Move(
                f"multiprocessing.{name}", Exactness.SEMANTIC, (3, 4), right=_only_makes
            )
            for part, names in _WITH_CONTEXT.items()
            for name in names
        },
        "os.path.walk": Move(helper=("walk_tree", _WALK), imports=("import os",)),
        "os.popen2": _popen("popen2", _TWO),
        "os.popen3": _popen("popen3", _THREE),
        "os.popen4": _popen("popen4", _FOUR),
        "compiler.compile": semantic("builtins.compile"),
        "htmllib.HTMLParser.entitydefs": semantic("html.entities.entitydefs"),
        "multiprocessing.reduction.reduce_connection": semantic(
            "multiprocessing.connection.reduce_connection"
        ),
        "multiprocessing.reduction.rebuild_connection": semantic(
            "multiprocessing.connection.rebuild_connection"
        ),
        "zope.interface.advice.addClassAdvisor": Move(
            helper=("add_class_advisor", _ADVISOR), imports=("import sys",), exactness=Exactness.SEMANTIC
        ),
        "os.getcwdu": "os.getcwd",
        **{
            f"{module}._{name}": Move(text=f"time.{name}", imports=("import time",))
            for module, name in (("Queue", "time"), ("threading", "time"), ("threading", "sleep"))
        },
        "os.errno": Move(text="errno", imports=("import errno",), gone=(3, 7)),
        "inspect.imp": Move(text="imp", imports=("import imp",)),
        "os.tmpfile": semantic("tempfile.TemporaryFile"),
        "os.tmpnam": Move(reason="removed; use tempfile.mkstemp"),
        "os.tempnam": Move(reason="removed; use tempfile.mkstemp"),
        # What os takes its functions from, under a name for each system.
        **{
            f"{module}.{name}": move
            for module in ("posix", "nt")
            for name, move in (
                ("getcwdu", Move(f"{module}.getcwd")),
                ("fdopen", Move("os.fdopen")),
                ("popen", Move("os.popen")),
                ("tmpfile", semantic("tempfile.TemporaryFile")),
                ("tmpnam", Move(reason="removed; use tempfile.mkstemp")),
                ("tempnam", Move(reason="removed; use tempfile.mkstemp")),
            )
        },
        "nt.popen2": _popen("popen2", _TWO),
        "nt.popen3": _popen("popen3", _THREE),
        "nt.popen4": _popen("popen4", _FOUR),
        **{
            f"{module}.HTTP": Move(
                helper=("OldHTTP", _HTTP), imports=("import http.client",), exactness=Exactness.SEMANTIC
            )
            for module in ("httplib", "http.client")
        },
        **{
            f"{module}.{name}": semantic("http.cookies.SimpleCookie")
            for module in ("Cookie", "http.cookies")
            for name in ("Cookie", "SmartCookie")
        },
        **{
            f"{module}.walk": Move(helper=("walk_tree", _WALK), imports=("import os",))
            for module in ("posixpath", "ntpath")
        },
        **{
            f"nntplib.error_{old}": f"nntplib.NNTP{new}Error"
            for old, new in (
                ("reply", "Reply"),
                ("temp", "Temporary"),
                ("perm", "Permanent"),
                ("proto", "Protocol"),
                ("data", "Data"),
            )
        },
        **{f"{module}.openfp": later(f"{module}.open", (3, 9)) for module in ("aifc", "sunau", "wave")},
        **{f"gc.DEBUG_{name}": Move(text="0") for name in ("INSTANCES", "OBJECTS")},
        "asyncore.EINTR": "errno.EINTR",
        "socket.EINTR": "errno.EINTR",
        "py_compile.MAGIC": "importlib.util.MAGIC_NUMBER",
        "subprocess.MAXFD": Move(text='os.sysconf("SC_OPEN_MAX")', imports=("import os",)),
        "sys.long_info": "sys.int_info",
        "sys.py3kwarning": Move(text="False"),
        "urllib.addbase": "urllib.response.addbase",
        "HTMLParser.attrfind": semantic("html.parser.attrfind_tolerant"),
        "HTMLParser.locatestarttagend": semantic("html.parser.locatestarttagend_tolerant"),
        "socket.sslerror": "ssl.SSLError",
        **{f"socket.SSL_ERROR_{name}": f"ssl.SSL_ERROR_{name}" for name in _TLS_ERRORS},
        **{
            f"xml.etree.{module}.{old}": Move(f"xml.etree.ElementTree.{new}")
            for module in ("ElementTree", "cElementTree")
            for old, new in (
                ("XMLTreeBuilder", "XMLParser"),
                ("_ElementInterface", "Element"),
                ("_Element", "Element"),
            )
        },
        "sys.maxint": semantic("sys.maxsize"),
        **{
            f"pickle.{old}": Move(f"pickle.{new}", Exactness.SEMANTIC)
            for old, new in (("UnpickleableError", "PicklingError"), ("BadPickleGet", "UnpicklingError"))
        },
        "platform.DEV_NULL": "os.devnull",
        "warnings.once_registry": "warnings.onceregistry",
        "warnings.default_action": "warnings.defaultaction",
        "socket.RAND_add": "ssl.RAND_add",
        "socket.RAND_status": "ssl.RAND_status",
        "traceback.tb_lineno": Move(text='operator.attrgetter("tb_lineno")', imports=("import operator",)),
        "contextlib.GeneratorContextManager": "contextlib._GeneratorContextManager",
        "hashlib.algorithms": semantic("hashlib.algorithms_guaranteed"),
        "subprocess.mswindows": "subprocess._mswindows",
        "threading._get_ident": "threading.get_ident",
        "threading._sleep": "time.sleep",
        "weakref.ReferenceError": "builtins.ReferenceError",
        "pickle._EmptyClass": Move(helper=("EmptyClass", _EMPTY)),
        "copy._EmptyClass": Move(helper=("EmptyClass", _EMPTY)),
        "pickle._keep_alive": "copy._keep_alive",
        **{
            f"tokenize.{old}": Move(
                text=f"re.compile(tokenize.{new})",
                imports=("import re", "import tokenize"),
                exactness=Exactness.SEMANTIC,
            )
            for old, new in (
                ("tokenprog", "Token"),
                ("pseudoprog", "PseudoToken"),
                ("single3prog", "Single3"),
                ("double3prog", "Double3"),
            )
        },
        "imp.reload": later("importlib.reload", (3, 12)),
        "imp.new_module": later("types.ModuleType", (3, 12)),
        **{
            f"email.{old}": Move(text=f"email.{new}", imports=(f"import email.{new}",))
            for old, new in _MAIL_MODULES.items()
        },
    }
)

RULE = Rule(
    id="moved_names",
    family="P11",
    summary="os.getcwdu, sys.maxint and others have another name",
    before="import os, sys\na = os.getcwdu(), sys.maxint\n",
    after="import os, sys\na = os.getcwd(), sys.maxsize\n",
    caveats="sys.maxsize bounds containers, not integers, which have no bound any more.",
    triggers=MOVES.triggers,
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    follows=frozenset(["module_renames: pickle"]),
    visit=MOVES.visit,
)
