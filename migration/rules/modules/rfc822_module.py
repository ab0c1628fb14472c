"""Functions of rfc822 live in email.utils."""

import ast

from migration.analysis.builtins import spell_builtin
from migration.analysis.names import memory, stdlib_name, wanted_elsewhere
from migration.rewriting.moves import Move, Moves
from migration.rule import Findings, Rule
from migration.source.edits import Edit
from migration.view.module import Module

_PAIR = '''
def address_text(pair):
    """A name and an address as rfc822 wrote them: the name in quotes, whatever it is."""
    return f'"{pair[0]}" <{pair[1]}>' if pair[0] else pair[1]
'''
_LIST = '''
class ParsedAddresses(email._parseaddr.AddressList):
    """The addresses of a header, which str() gives back as rfc822 wrote them."""

    def __str__(self):
        pairs = self.addresslist
        return ", ".join(f'"{name}" <{address}>' if name else address for name, address in pairs)

    def __add__(self, other):
        both = ParsedAddresses(None)
        both.addresslist = super().__add__(other).addresslist
        return both

    def __sub__(self, other):
        rest = ParsedAddresses(None)
        rest.addresslist = super().__sub__(other).addresslist
        return rest
'''
_SAME = "parsedate parsedate_tz mktime_tz formatdate parseaddr quote unquote"
_DATE = '''
def http_date(timeval=None):
    """A time as rfc822 wrote it, in GMT."""
    return email.utils.formatdate(timeval, usegmt=True)
'''
_MOVED: dict[str, Move | str] = {
    **{f"rfc822.{n}": f"email.utils.{n}" for n in _SAME.split()},
    "rfc822.dump_address_pair": Move(helper=("address_text", _PAIR)),
    "rfc822.AddressList": Move(helper=("ParsedAddresses", _LIST), imports=("import email._parseaddr",)),
    "rfc822._daynames": "email._parseaddr._daynames",
    "rfc822._monthnames": "email._parseaddr._monthnames",
    "rfc822._timezones": "email._parseaddr._timezones",
}
MOVES = Moves(_MOVED, {"rfc822": ""})
#: Where the function itself goes on to others, who can't be told of the argument.
HANDED_ON = Moves(
    {**_MOVED, "rfc822.formatdate": Move(helper=("http_date", _DATE), imports=("import email.utils",))},
    {"rfc822": ""},
)


def _hands_on(module: Module) -> bool:
    """Whether the file gives away the function that writes dates: as a value, or to files that read it from here."""
    known = memory(module)
    if "rfc822.formatdate" not in known:
        aliases = [
            alias.asname or alias.name
            for node in module.nodes_of(ast.ImportFrom)
            if isinstance(node, ast.ImportFrom) and node.module == "rfc822"
            for alias in node.names
            if alias.name == "formatdate"
        ]
        read = [use for alias in aliases for use in module.names().get(alias, ())]
        read += [
            n
            for n in module.nodes_of(ast.Attribute)
            if isinstance(n, ast.Attribute) and n.attr == "formatdate"
        ]
        called = {call.func for call in module.nodes_of(ast.Call) if isinstance(call, ast.Call)}
        known["rfc822.formatdate"] = any(wanted_elsewhere(alias, module) for alias in aliases) or any(
            stdlib_name(n, module) == "rfc822.formatdate" and n not in called for n in read
        )
    return bool(known["rfc822.formatdate"])


def visit(node: ast.AST, module: Module) -> Findings:
    """Move the functions; what is left comes with the stand-in (see companion_modules)."""
    if isinstance(node, ast.Call):
        if stdlib_name(node.func, module) == "rfc822.formatdate" and not _hands_on(module):
            # It said GMT; the other function says -0000 unless it is asked.
            yield module.edit(module.added(node, "usegmt=True"))
        elif stdlib_name(node.func, module) == "rfc822.mktime_tz":
            # It asked time.mktime(), which gives a float; the other function counts whole seconds.
            yield module.wrap(node, f"{spell_builtin('float', node, module)}(")
        return
    for finding in (HANDED_ON if _hands_on(module) else MOVES).visit(node, module):
        if isinstance(finding, Edit):
            yield finding


RULE = Rule(
    id="rfc822_module",
    family="P11",
    summary="functions of rfc822 live in email.utils",
    before="import rfc822\na = rfc822.parsedate(b)\n",
    after="import email.utils\na = email.utils.parsedate(b)\n",
    caveats="rfc822.Message comes as a stand-in.",
    triggers=("rfc822",),
    evidence=True,
    nodes=(*MOVES.nodes, ast.Call),
    names=frozenset(["formatdate", "mktime_tz"]),
    imports=MOVES.heads,
    visit=visit,
)
