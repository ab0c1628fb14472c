"""self.getpeername() → self.socket.getpeername(): channels of asyncore don't pass on what is asked of sockets."""

from __future__ import annotations

import ast
import re
from functools import lru_cache

from environment.traces import Exactness
from migration.analysis.classes import class_of, defines, foreign_bases
from migration.analysis.names import in_repository, is_path
from migration.flow.atoms import Atom, Class, Instance, Library
from migration.flow.world import has_method
from migration.rule import Findings, Rule
from migration.view.module import Module

#: What sockets are asked for that no channel has itself.
_OF_SOCKETS = frozenset(
    [
        "connect_ex", "fileno", "getpeername", "getsockname", "getsockopt", "gettimeout", "makefile",
        "recv_into", "recvfrom", "recvfrom_into", "sendall", "sendto", "setblocking", "setsockopt",
        "settimeout", "shutdown",
    ]
)  # fmt: skip
_CHANNELS = frozenset(
    [
        "asynchat.async_chat",
        "asyncore.dispatcher",
        "asyncore.dispatcher_with_send",
        "smtpd.SMTPChannel",
        "smtpd.SMTPServer",
    ]
)
_PLAIN = frozenset(["object", "builtins.object"])
#: What would be asked in place of the socket.
_LOOKUP = "__getattr__"
#: How many bases above each other are looked at.
_DEEPEST = 8


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Ask the socket of what is a channel for certain; where something else may be asked, too, whichever it is."""
    call, asked = module.parent(node), node.value
    if not isinstance(call, ast.Call) or call.func is not node:
        return
    certain = _is_channel(asked, node.attr, module)
    if not certain and not (is_path(asked) and _may_be_channel(asked, node.attr, module)):
        return
    if in_repository(_given(node.attr), module):
        return
    if certain:
        yield module.wrap(asked, "", ".socket")
    else:
        yield module.replace(asked, "getattr(", asked, ', "socket", ', asked, ")")


@lru_cache(maxsize=len(_OF_SOCKETS))
def _given(name: str) -> re.Pattern[str]:
    """A method or an attribute of that name, which a class that derives from another may have."""
    return re.compile(rf"{name}(?:\((?<=def {name}\()|[ \t]*=(?!=))")


def _is_channel(asked: ast.expr, method: str, module: Module) -> bool:
    """Whether something is certainly a channel that has no such method itself."""
    owner = class_of(asked, module)
    bases = {b for b in foreign_bases(owner, module) if b not in _PLAIN} if owner is not None else set()
    if owner is not None and bases and bases <= _CHANNELS:
        return not defines(owner, method, module) and not defines(owner, _LOOKUP, module)
    held = module.held(asked)
    return any(isinstance(a, Instance) for a in held) and all(
        a == "NoneType" or _is_of_channels(a, method) for a in held
    )


def _may_be_channel(asked: ast.expr, method: str, module: Module) -> bool:
    """Whether channels that have no such method are all objects of the repository that `asked` is known to be."""
    held = [a for a in module.may_hold(asked) if isinstance(a, Instance)]
    return bool(held) and all(_is_of_channels(a, method) for a in held)


def _is_of_channels(atom: Atom, method: str) -> bool:
    if not isinstance(atom, Instance) or not _derives(atom.kind):
        return False
    return not has_method(atom.kind, method) and not has_method(atom.kind, _LOOKUP)


def _derives(kind: Class, depth: int = 0) -> bool:
    """Whether a class has channels above itself, and nothing else."""
    bases = [b for place in kind.bases for b in place.atoms]
    above = [b for b in bases if not (isinstance(b, Library) and b.name in _PLAIN)]
    return bool(above) and all(
        b.name in _CHANNELS
        if isinstance(b, Library)
        else isinstance(b, Class) and depth < _DEEPEST and _derives(b, depth + 1)
        for b in above
    )


RULE = Rule(
    id="channel_attributes",
    family="P9",
    summary="channels of asyncore are not asked for methods of their sockets: the sockets are",
    before="import asyncore\nclass C(asyncore.dispatcher):\n    def f(self):\n        print self.getpeername()\n",
    after="import asyncore\nclass C(asyncore.dispatcher):\n    def f(self):\n"
    "        print(self.socket.getpeername())\n",
    caveats="What isn't seen to be a channel is asked as before; so are channels where a class of the repository has a "
    "method of the name.",
    triggers=tuple(sorted(_OF_SOCKETS)),
    exactness=Exactness.EXACT,
    nodes=(ast.Attribute,),
    names=_OF_SOCKETS,
    visit=visit,
)
