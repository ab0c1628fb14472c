"""Functions and constants of standard modules that got another name or place in Python 3.0."""

from environment.traces import Exactness
from migration.rule import Rule
from migration.rules._moves import Move, Moves, later, semantic

_WALK = '''
def walk_tree(top, visit, argument):
    """Call visit(argument, directory, names) for each directory; names taken out are not entered."""
    for directory, folders, files in os.walk(top):
        names = folders + files
        visit(argument, directory, names)
        folders[:] = [name for name in folders if name in names]
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
_SOCKET_FILE = '''
def socket_file(source, mode="rb", bufsize=-1, close=False):
    """A file that reads a socket; what can be read like a file stays as it is."""
    return source.makefile(mode) if hasattr(source, "makefile") else source
'''


def _popen(name: str, source: str) -> Move:
    return Move(helper=(name, source), imports=("import subprocess",), exactness=Exactness.SEMANTIC)


MOVES = Moves(
    {
        "os.path.walk": Move(
            helper=("walk_tree", _WALK), imports=("import os",), exactness=Exactness.SEMANTIC
        ),
        "os.popen2": _popen("popen2", _TWO),
        "os.popen3": _popen("popen3", _THREE),
        "os.popen4": _popen("popen4", _FOUR),
        "compiler.compile": semantic("builtins.compile"),
        "htmllib.HTMLParser.entitydefs": semantic("html.entities.entitydefs"),
        "os.getcwdu": "os.getcwd",
        "os.errno": Move(text="errno", imports=("import errno",), gone=(3, 7)),
        "inspect.imp": Move(text="imp", imports=("import imp",)),
        "os.tmpnam": Move(reason="removed; use tempfile.mkstemp"),
        "os.tempnam": Move(reason="removed; use tempfile.mkstemp"),
        "socket._fileobject": Move(helper=("socket_file", _SOCKET_FILE), exactness=Exactness.SEMANTIC),
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
        "contextlib.GeneratorContextManager": "contextlib._GeneratorContextManager",
        "hashlib.algorithms": semantic("hashlib.algorithms_guaranteed"),
        "subprocess.mswindows": "subprocess._mswindows",
        "threading._get_ident": "threading.get_ident",
        "threading._sleep": "time.sleep",
        "weakref.ReferenceError": "builtins.ReferenceError",
        "pickle._EmptyClass": Move(helper=("EmptyClass", _EMPTY)),
        "copy._EmptyClass": Move(helper=("EmptyClass", _EMPTY)),
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
        "email.Utils": Move(text="email.utils", imports=("import email.utils",)),
        "email.MIMEText": Move(text="email.mime.text", imports=("import email.mime.text",)),
        "email.MIMEMultipart": Move(text="email.mime.multipart", imports=("import email.mime.multipart",)),
        "email.Header": Move(text="email.header", imports=("import email.header",)),
        "email.Message": Move(text="email.message", imports=("import email.message",)),
        "email.Encoders": Move(text="email.encoders", imports=("import email.encoders",)),
        "email.Errors": Move(text="email.errors", imports=("import email.errors",)),
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
    visit=MOVES.visit,
)
