"""self.set_terminator('\\n') → self.set_terminator(b'\\n') in a class of asynchat, which hands over octets."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import class_of, defines, foreign_bases, local_bases, methods
from migration.analysis.flow_kinds import holds_only
from migration.analysis.literals import literal
from migration.analysis.names import is_decoded_in_place, stdlib_name
from migration.analysis.strings.as_bytes import HELPER, literal_parts
from migration.analysis.strings.kinds import BYTES, kind
from migration.flow.atoms import Atom, Class, Instance, Library
from migration.flow.world import has_method
from migration.rule import Findings, Rule
from migration.view.module import Module

_CHAT = "asynchat.async_chat"
_TAKING = frozenset(["push", "set_terminator"])
#: What keeps what is collected, as octets, and what gives it back.
_KEEPS, _KEPT = "_collect_incoming_data", "_get_data"
_PRODUCER = frozenset(["asynchat.simple_producer"])
#: How many bases above each other are looked at.
_DEEPEST = 8


def visit(node: ast.ClassDef | ast.Call, module: Module) -> Findings:
    """Make octets of terminators and of what is sent, and text again, octet by octet, of what is collected."""
    if isinstance(node, ast.ClassDef):
        if _CHAT in foreign_bases(node, module):
            collects = methods(node).get("collect_incoming_data")
            if isinstance(collects, ast.FunctionDef):
                yield from _decoded(collects, module)
        return
    if stdlib_name(node.func, module) in _PRODUCER:
        yield from _given(node.args[0] if node.args else None, module, always=True)
        return
    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if method in _TAKING and module.qualified_name(node.func) == f"{_CHAT}.{method}":
        if len(node.args) == 2 and not node.keywords:
            yield from _given(node.args[1], module, always=method == "push")
        return
    if method in _TAKING and len(node.args) == 1 and not node.keywords and _is_of_others(node, module):
        yield from _given(node.args[0], module, always=method == "push")
        return
    owner = _asked(node, module)
    if owner is None or _CHAT not in foreign_bases(owner, module):
        return
    if method == "get_terminator" and not node.args:
        yield from _compared(node, module)
    if method == _KEPT and not (
        node.args or defines(owner, method, module) or is_decoded_in_place(node, module)
    ):
        yield module.wrap(node, "", '.decode("latin-1")', needs_python2=True)
    if method not in _TAKING or len(node.args) != 1 or node.keywords or _is_own(node, owner, module):
        return
    yield from _given(node.args[0], module, always=method == "push")


def _given(given: ast.expr | None, module: Module, always: bool) -> Findings:
    """Make octets of what asynchat is given: `always`, or where it is no number, and not None."""
    if given is None or isinstance(given, ast.Starred):
        return
    if literal(given, module):
        yield module.edit(*literal_parts(given, module))
    elif (always or _may_be_text(given, module)) and kind(given, module) != BYTES:
        made = module.helper("as_bytes", HELPER)
        yield module.replace(given, made, "(", *module.sub(given), ', "latin-1")', needs_python2=True)


def _may_be_text(given: ast.expr, module: Module) -> bool:
    types = module.type_of(given)
    return "str" in types or (not types and not isinstance(given, ast.Constant))


def _is_own(node: ast.Call, owner: ast.ClassDef, module: Module) -> bool:
    """Whether a class of the file has a method of its own that is called, and says what becomes of what it is given."""
    method = node.func
    if not isinstance(method, ast.Attribute):
        return False
    above = isinstance(method.value, ast.Call) and module.is_builtin(method.value.func, "super")
    lines = local_bases(owner, module)[1 if above else 0 :]
    return any(method.attr in methods(c) for c in lines)


def _is_of_others(node: ast.Call, module: Module) -> bool:
    """Whether an object of a class of asynchat is asked for a method that this has from the library, wherever the
    object comes from: `for s in self.sessions: s.push(x)`.
    """
    method = node.func
    if not isinstance(method, ast.Attribute) or class_of(method.value, module) is not None:
        return False
    asked = method.attr

    def is_it(atom: Atom) -> bool:
        return isinstance(atom, Instance) and _chats(atom.kind) and not has_method(atom.kind, asked)

    return holds_only(method.value, is_it, module)


def _chats(kind: Class, depth: int = 0) -> bool:
    """Whether a class derives from that of asynchat."""
    bases = [base for place in kind.bases for base in place.atoms]
    return any(
        (isinstance(base, Library) and base.name == _CHAT)
        or (isinstance(base, Class) and depth < _DEEPEST and _chats(base, depth + 1))
        for base in bases
    )


def _compared(node: ast.Call, module: Module) -> Findings:
    """What a terminator is held against is octets as well; what it is joined to is text."""
    outer = module.parent(node)
    if isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Add):
        yield module.wrap(node, "", '.decode("latin-1")', needs_python2=True)
    if isinstance(outer, ast.Compare) and all(isinstance(o, (ast.Eq, ast.NotEq)) for o in outer.ops):
        for side in (outer.left, *outer.comparators):
            if literal(side, module):
                yield module.edit(*literal_parts(side, module), needs_python2=True)


def _asked(node: ast.Call, module: Module) -> ast.ClassDef | None:
    """The class whose method is called: of the object, or the one around where that is not known."""
    known = class_of(node.func.value, module) if isinstance(node.func, ast.Attribute) else None
    return known or module.class_of(node)


def _decoded(function: ast.FunctionDef, module: Module) -> Findings:
    """Decode the data where it is read, unless the method does so itself or asks what it is."""
    names = [a.arg for a in function.args.args]
    reads = [
        n for n in ast.walk(function) if isinstance(n, ast.Name) and len(names) == 2 and n.id == names[1]
    ]
    if any(_tells_octets(n, module) or not isinstance(n.ctx, ast.Load) for n in reads):
        return
    for read in reads:
        if _is_kept(read, module):
            continue
        yield module.wrap(read, "", '.decode("latin-1")', needs_python2=True)


def _tells_octets(read: ast.Name, module: Module) -> bool:
    """Whether a method knows what it is given: it decodes it, or asks what it is."""
    outer = module.parent(read)
    asks = isinstance(outer, ast.Call) and module.is_builtin(outer.func, "isinstance", "type")
    return asks or (isinstance(outer, ast.Attribute) and outer.attr == "decode")


def _is_kept(read: ast.Name, module: Module) -> bool:
    """Whether the library itself keeps what is collected: it joins it as octets."""
    outer = module.parent(read)
    return isinstance(outer, ast.Call) and getattr(outer.func, "attr", "") == _KEEPS


RULE = Rule(
    id="asynchat_octets",
    family="P9",
    summary="asynchat looks for octets, and hands them over",
    before="import asynchat\nclass C(asynchat.async_chat):\n    def f(self):\n        self.set_terminator('\\n')\n",
    after="import asynchat\nclass C(asynchat.async_chat):\n    def f(self):\n        self.set_terminator(b'\\n')\n",
    caveats="Octets stay text, of Latin-1, between what is collected and what is sent.",
    triggers=("async_chat", "simple_producer"),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.ClassDef, ast.Call),
    visit=visit,
)
