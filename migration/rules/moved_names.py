"""Functions and constants of standard modules that got another name or place in Python 3.0."""

from environment.traces import Exactness
from migration.rule import Rule
from migration.rules._moves import Move, Moves, later, semantic

MOVES = Moves(
    {
        "os.getcwdu": "os.getcwd",
        "os.errno": Move(text="errno", imports=("import errno",), gone=(3, 7)),
        "os.tmpnam": Move(reason="removed; use tempfile.mkstemp"),
        "os.tempnam": Move(reason="removed; use tempfile.mkstemp"),
        "sys.maxint": semantic("sys.maxsize"),
        "tokenize.pseudoprog": Move(
            text="re.compile(tokenize.PseudoToken)",
            imports=("import re", "import tokenize"),
            exactness=Exactness.SEMANTIC,
        ),
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
    visit=MOVES.visit,
)
