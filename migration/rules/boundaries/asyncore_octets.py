"""self.send(text) → self.send(as_bytes(text, "latin-1")) in a class of asyncore, which sends octets alone."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import foreign_bases, local_bases, methods
from migration.analysis.literals import literal
from migration.analysis.names import is_of_self
from migration.analysis.strings.as_bytes import HELPER, literal_parts
from migration.analysis.strings.kinds import BYTES, kind
from migration.rule import Findings, Rule
from migration.source.edits import Edit
from migration.view.module import Module

_BUFFERED = "asyncore.dispatcher_with_send"
_CHANNELS = frozenset(["asyncore.dispatcher", "asyncore.file_dispatcher", "asynchat.async_chat", _BUFFERED])
_SENDING = frozenset(["send", "sendto"])
#: What a channel that keeps what is not sent yet keeps it in.
_BUFFER = "out_buffer"


def visit(node: ast.Call | ast.Assign | ast.AugAssign, module: Module) -> Findings:
    """Make octets of what a channel sends, and of what is put into its buffer."""
    if isinstance(node, ast.Call):
        given = _sent(node, module)
    else:
        given = _added(node.value) if _is_buffer(node, module) else None
    edit = _as_octets(given, module) if given is not None else None
    if edit is not None:
        yield edit


def _sent(node: ast.Call, module: Module) -> ast.expr | None:
    """What a method of a channel's class sends by its own object."""
    method = node.func
    if not isinstance(method, ast.Attribute) or method.attr not in _SENDING or node.keywords:
        return None
    own, named = 1 + (method.attr == "sendto"), module.qualified_name(method)
    if named in {f"{channel}.{method.attr}" for channel in _CHANNELS}:
        return node.args[1] if len(node.args) == own + 1 else None
    owner = module.class_of(node)
    # Where octets are text throughout, another rule does so.
    if owner is None or not is_of_self(method) or len(node.args) != own or module.facts.index.octets:
        return None
    defined = any(method.attr in methods(c) for c in local_bases(owner, module))
    return None if defined or not _CHANNELS.intersection(foreign_bases(owner, module)) else node.args[0]


def _is_buffer(node: ast.Assign | ast.AugAssign, module: Module) -> bool:
    """Whether a statement puts something into the buffer of a channel that has one."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    owner = module.class_of(node)
    if owner is None or len(targets) != 1 or not is_of_self(targets[0]) or targets[0].attr != _BUFFER:
        return False
    return _BUFFERED in foreign_bases(owner, module)


def _added(value: ast.expr) -> ast.expr:
    """What is put behind the buffer itself, or in its place."""
    both = isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add)
    if both and getattr(value.left, "attr", "") == _BUFFER:  # type: ignore[attr-defined]
        return value.right  # type: ignore[attr-defined,no-any-return]
    return value


def _as_octets(given: ast.expr, module: Module) -> Edit | None:
    if isinstance(given, ast.Starred) or kind(given, module) == BYTES or _reads_buffer(given):
        return None
    if literal(given, module):
        return module.edit(*literal_parts(given, module))
    made = module.helper("as_bytes", HELPER)
    return module.replace(given, made, "(", *module.sub(given), ', "latin-1")', needs_python2=True)


def _reads_buffer(node: ast.expr) -> bool:
    """Whether octets of the buffer are part of it: `self.out_buffer[n:]`."""
    return any(isinstance(n, ast.Attribute) and n.attr == _BUFFER for n in ast.walk(node))


RULE = Rule(
    id="asyncore_octets",
    family="P9",
    summary="channels of asyncore send octets",
    before="import asyncore\nclass C(asyncore.dispatcher):\n    def handle_write(self):\n        self.send('x')\n",
    after="import asyncore\nclass C(asyncore.dispatcher):\n    def handle_write(self):\n        self.send(b'x')\n",
    caveats="By a method of the class itself. Text is sent as Latin-1, so that as many octets are sent as it has "
    "characters.",
    triggers=("asyncore", "async_chat"),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call, ast.Assign, ast.AugAssign),
    names=_SENDING,
    visit=visit,
)
