"""pop.retr(1)[1] → answered(pop.retr(1))[1]: what clients of mail and terminals are answered was native text."""

from __future__ import annotations

import ast

from migration.analysis.made import kept_by
from migration.analysis.names import last_name, stdlib_name
from migration.analysis.strings.as_bytes import HELPER as AS_BYTES
from migration.analysis.strings.as_bytes import literal_parts
from migration.analysis.strings.octet_calls import is_argument_of
from migration.analysis.strings.octets import octets_throughout
from migration.rewriting.helpers import helper
from migration.rule import Exactness, Findings, Rule
from migration.trees.constants import text_of
from migration.view.module import Module

TEXT = '''
def answered(value):
    """Text for the octets in what a server answered: UTF-8, or else Latin-1."""
    if isinstance(value, (list, tuple)):
        return type(value)([answered(one) for one in value])
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")
'''
OCTETS = '''
def answered(value):
    """Octets in what a server answered, as the characters of the same numbers (Latin-1)."""
    if isinstance(value, (list, tuple)):
        return type(value)([answered(one) for one in value])
    return value.decode("latin-1") if isinstance(value, bytes) else value
'''
_POP = frozenset(["poplib.POP3", "poplib.POP3_SSL"])
_IMAP = frozenset(["imaplib.IMAP4", "imaplib.IMAP4_SSL", "imaplib.IMAP4_stream"])
_TELNET = frozenset(["telnetlib.Telnet"])
_OF_POP = "getwelcome user pass_ apop rpop list retr top uidl dele noop rset quit"
_OF_IMAP = (
    "append authenticate capability check close copy create delete deleteacl expunge fetch getacl getannotation "
    "getquota getquotaroot list login login_cram_md5 logout lsub myrights namespace noop partial proxyauth recent "
    "rename response search select setacl setannotation setquota sort status store subscribe thread uid "
    "unsubscribe xatom"
)
_OF_TELNET = (
    "read_until read_all read_some read_very_eager read_eager read_lazy read_very_lazy read_sb_data expect"
)
#: What makes clients → their methods that give octets, also within tuples and lists.
_GIVE = {
    _POP: frozenset(_OF_POP.split()),
    _IMAP: frozenset(_OF_IMAP.split()),
    _TELNET: frozenset(_OF_TELNET.split()),
}
#: The same, and where those that take octets are given them.
_TAKE = {
    _IMAP: {"append": 3},
    _TELNET: {"write": 0, "read_until": 0},
}
_NAMES = frozenset().union(*_GIVE.values(), *_TAKE.values())


def visit(node: ast.Call, module: Module) -> Findings:
    """Have the answer as text where it is used, and octets sent where text is given."""
    function = node.func
    if not isinstance(function, ast.Attribute):
        return
    makers = next(
        (m for m in _GIVE if _asks(function.attr, m) and _is_client(function.value, m, module)), None
    )
    if makers is None:
        return
    place = _TAKE.get(makers, {}).get(function.attr)
    if place is not None and place < len(node.args):
        yield from _sent(node.args[place], module)
    if function.attr not in _GIVE[makers] or isinstance(module.parent(node), ast.Expr):
        return
    source = OCTETS if octets_throughout(module) else TEXT
    made = helper("answered", source, module)
    if not is_argument_of(node, made, module):
        yield module.edit(module.in_call(node, made))


def _asks(method: str, makers: frozenset[str]) -> bool:
    return method in _GIVE[makers] or method in _TAKE.get(makers, {})


def _is_client(node: ast.expr, makers: frozenset[str], module: Module) -> bool:
    """Whether `node` is made by one of `makers`: all that a name, or an attribute, is ever given is."""
    if kept_by(node, module, makers) is not None:
        return True
    values = [b.value for b in module.bindings(node)] if isinstance(node, ast.Name) else []
    return bool(values) and all(
        isinstance(v, ast.Call) and stdlib_name(v.func, module) in makers for v in values
    )


def _sent(given: ast.expr, module: Module) -> Findings:
    """Bytes for what is sent: of a literal of ASCII, by its spelling."""
    text = text_of(given)
    if text is not None and text.isascii():
        parts = literal_parts(given, module)
        if parts:
            yield module.edit(*parts)
    elif not (isinstance(given, ast.Constant) or last_name(getattr(given, "func", None)) == "as_bytes"):
        codec = '"latin-1"' if octets_throughout(module) else ""
        yield module.edit(
            module.in_call(given, helper("as_bytes", AS_BYTES, module), *([f", {codec}"] if codec else []))
        )


RULE = Rule(
    id="server_answers",
    family="P9",
    summary="clients of mail servers and of telnet answer with octets: they are text where they are used",
    before="import poplib\nc = poplib.POP3('h')\nfor line in c.retr(1)[1]: print line\n",
    after=f"import poplib\n\n{TEXT}\n\nc = poplib.POP3('h')\nfor line in answered(c.retr(1))[1]: print(line)\n",
    caveats="Only clients that are made in the file, by names of the standard library. Errors keep their octets.",
    triggers=("poplib", "imaplib", "telnetlib"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=40,
    nodes=(ast.Call,),
    names=_NAMES,
    visit=visit,
)
