"""self.msg(channel, text.encode('utf-8')) → …decode('utf-8')): Twisted's client of IRC takes text, and encodes it."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import class_of, foreign_bases
from migration.analysis.far_classes import far_bases
from migration.analysis.names import asked_once, in_repository, is_local, is_of_self, last_name
from migration.analysis.strings.encodings import text_again
from migration.analysis.strings.takers import takes_octets
from migration.rule import Findings, Rule
from migration.rules.text.encoded_names import reads_elsewhere
from migration.view.module import Module

_CLIENT = "twisted.words.protocols.irc.IRCClient"
_IMPORTED = re.compile(r"^[ \t]*(?:from|import)[ \t]+twisted\.words\.protocols\b", re.MULTILINE)
#: Methods of a client that take text, and those of them that say something: also of others that hand it on to one.
_TAKING = frozenset(
    ["away", "ctcpMakeQuery", "ctcpMakeReply", "describe", "join", "kick", "leave", "me", "mode", "msg", "notice",
     "quit", "say", "sendLine", "setNick", "topic"]
)  # fmt: skip
_SAYING = frozenset(["describe", "msg", "notice", "say"])
#: Attributes of a client that it sends of itself.
_OWN_NAMES = frozenset(["nickname", "password", "realname", "userinfo", "username"])
#: What a client is called.
_NAMED = re.compile(r"bot\b|irc|client|protocol|proto\b|conn(?:ection)?\b", re.IGNORECASE)


def visit(node: ast.Call, module: Module) -> Findings:
    """Keep as text what is encoded for a client, in place or under a name that is given to one alone."""
    reads = reads_elsewhere(node, module)
    if reads is None:
        return
    if (reads and all(_is_said(read, module) for read in reads)) or _is_expected(node, reads, module):
        yield text_again(node, module, needs_python2=True)


def _is_said(node: ast.expr, module: Module) -> bool:
    """Whether a client of IRC is given `node` to send it."""
    given, call = node, module.parent(node)
    while isinstance(call, (ast.List, ast.Tuple)):
        given, call = call, module.parent(call)  # tags and what belongs to them
    if isinstance(call, ast.Assign) and given is node:
        return any(_is_own_name(target, module) for target in call.targets)
    if not isinstance(call, ast.Call) or given not in call.args or not isinstance(call.func, ast.Attribute):
        return False
    name, client = call.func.attr, call.func.value
    if name not in _TAKING:
        return False
    if module.qualified_name(client) == _CLIENT:
        return True  # its own method, of a class that derives from it
    owner = class_of(client, module)
    if owner is not None:
        return _is_client(owner, module)
    plain = name in _SAYING and len(call.args) > 1
    if (not plain and name != "setNick") or module.qualified_name(client) is not None:
        return False
    return _NAMED.search(last_name(client)) is not None


def _is_client(owner: ast.ClassDef, module: Module) -> bool:
    bases = [*foreign_bases(owner, module), *(base.name for base in far_bases(owner, module))]
    return any(base.rpartition(".")[2] == "IRCClient" for base in bases)


def _is_own_name(target: ast.expr, module: Module) -> bool:
    """Whether a client is told by an attribute who it is."""
    if not is_of_self(target) or target.attr not in _OWN_NAMES:
        return False
    owner = class_of(target.value, module)
    return owner is not None and _is_client(owner, module)


def _is_expected(node: ast.Call, reads: list[ast.expr], module: Module) -> bool:
    """Whether a file that puts a function in the place of a client's method encodes a constant, which is held against
    what that was given.
    """
    statement = module.parent(node)
    if not isinstance(statement, ast.Assign) or not isinstance(module.parent(statement), ast.Module):
        return False
    if not reads or node in reads or not _stands_in(module):
        return False
    asked = (getattr(module.parent(read), "attr", "") for read in reads)
    return "decode" not in asked and not any(takes_octets(read, module) for read in reads)


def _stands_in(module: Module) -> bool:
    """Whether the file gives a client another method to say something."""
    return asked_once("stands in for a client", module, lambda: _gives_method(module))


def _gives_method(module: Module) -> bool:
    places: list[ast.AST] = module.nodes_named(ast.Attribute, _SAYING)
    return any(
        isinstance(p, ast.Attribute) and isinstance(p.ctx, ast.Store) and _NAMED.search(last_name(p.value))
        for p in places
    )


def when(module: Module) -> bool:
    """Whether a program talks by such clients, whose native strings are text or octets place by place."""
    if module.facts.index.octets:
        return False
    return in_repository(_IMPORTED, module) and not is_local("twisted", module)


RULE = Rule(
    id="irc_texts",
    family="P8",
    summary="what Twisted's client of IRC is given to send is text: it encodes that itself",
    before=(
        "from twisted.words.protocols import irc\nclass Bot(irc.IRCClient):\n    def greet(self, c, a):\n"
        "        self.msg(c, a.encode('utf-8'))\n        return 1L\n"
    ),
    after=(
        "from twisted.words.protocols import irc\nclass Bot(irc.IRCClient):\n    def greet(self, c, a):\n"
        "        self.msg(c, a.encode('utf-8').decode('utf-8'))\n        return 1\n"
    ),
    caveats="It is sent as UTF-8, whatever it was encoded by before.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=57,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    when=when,
    visit=visit,
)
