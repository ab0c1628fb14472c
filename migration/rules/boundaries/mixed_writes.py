"""self.out.write('<'); self.out.write(x.encode(c)) → the latter with .decode(c): both go to one stream.

What a class writes to a stream it does not know is native text where any of it is spelled out: what is encoded beside
that was to be a native string as well. So is what it writes to a file of text that it opens and keeps, and what a
pipe to a command is given.
"""

from __future__ import annotations

import ast
from typing import TypeGuard

from environment.traces import Exactness
from migration.analysis.literals import literal, summands
from migration.analysis.made import OPENERS, kept_by, made_by
from migration.analysis.names import is_of_self, memory
from migration.analysis.strings.encodings import is_anothers, text_again
from migration.analysis.strings.file_kinds import file_kind
from migration.analysis.strings.kinds import is_octets
from migration.analysis.strings.seen import named_encoding, seen_at
from migration.analysis.strings.takers import is_of_files, is_text_file
from migration.rule import Findings, Rule
from migration.rules.boundaries.stream_of_either import encoded_streams, stream_of
from migration.stdlib.codecs import encodes_text, is_ascii_based
from migration.view.module import Module

#: What takes text for the input of a command.
_PIPES = frozenset(["os.popen"])
#: What streams of octets are called.
_OCTETS = frozenset(["buffer", "conn", "connection", "rfile", "sock", "socket", "transport", "wfile"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Decode what is encoded right there, and leave the encoding out where any text can be had."""
    if not (isinstance(node.func, ast.Attribute) and node.func.attr == "write" and len(node.args) == 1):
        return
    value, stream = node.args[0], node.func.value
    kept = is_of_self(stream) and is_text_file(stream, module) and not _takes_octets(stream, module)
    if kept or made_by(stream, module, _PIPES) is not None:
        parts = [part for part in summands(value) if _encodes(part) and is_of_files(part)]
    else:
        known = _encodes(value) and stream_of(node, module) not in encoded_streams(module)
        parts = [value] if known and _is_written_text(stream, module) else []  # type: ignore[list-item]
    for part in parts:
        if _may_be_text(part, module):
            yield text_again(part, module)


def _may_be_text(value: ast.Call, module: Module) -> bool:
    """Whether a codec of text encodes something, and no other rule takes that back."""
    if len(value.args) not in (1, 2) or value.keywords:
        return False
    codec, text = value.args[0], value.func.value  # type: ignore[attr-defined]
    if isinstance(text, ast.Constant):
        return False
    if isinstance(codec, ast.Constant):
        if not (encodes_text(str(codec.value)) and is_ascii_based(str(codec.value))):
            return False
    elif not named_encoding(codec):
        return False  # encoders that are objects get a value there
    return not (
        seen_at("write", value, module) or module.decoded_again(value) or is_anothers(value, text, module)
    )


def _takes_octets(stream: ast.Attribute, module: Module) -> bool:
    """Whether a class writes octets that were no text to an attribute."""
    owner = module.class_of(stream)
    written = _written(stream.attr, owner, module) if owner is not None else []
    parts = [part for w in written for part in summands(w)]
    return any(is_octets(part, module) and not _encodes(part) for part in parts)


def _is_written_text(stream: ast.expr, module: Module) -> bool:
    """Whether an attribute of a method's object, which nothing tells more of, is written native literals in the class,
    and no octets.
    """
    owner = module.class_of(stream)
    if owner is None or not is_of_self(stream) or stream.attr in _OCTETS:
        return False
    known = memory(module)
    key = ("written text", owner, stream.attr)
    if key not in known:
        known[key] = kept_by(stream, module, OPENERS) is None and file_kind(stream, module) is None
        written = _written(stream.attr, owner, module)
        spelled = any(literal(w, module) for w in written)
        known[key] = (
            known[key] and spelled and not any(is_octets(w, module) and not _encodes(w) for w in written)
        )
    return bool(known[key])


def _written(name: str, owner: ast.ClassDef, module: Module) -> list[ast.expr]:
    """All that methods of a class write to an attribute."""
    found = []
    for call in module.nodes_named(ast.Call, frozenset(["write"])):
        function = call.func if isinstance(call, ast.Call) and len(call.args) == 1 else None
        stream = function.value if isinstance(function, ast.Attribute) else None
        same = isinstance(stream, ast.Attribute) and stream.attr == name
        if same and module.class_of(call) is owner:
            found.append(call.args[0])  # type: ignore[attr-defined]
    return found


def _encodes(node: ast.expr) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "encode"


RULE = Rule(
    id="mixed_writes",
    family="P9",
    summary="what is encoded beside native literals, for a stream that may be either, is text",
    before=(
        "class W:\n    def __init__(self, out): self.out = out if out else Log()\n"
        "    def f(self, x):\n        self.out.write('<')\n        self.out.write(x.encode('utf-8'))\nn = 1L\n"
    ),
    after=(
        "class W:\n    def __init__(self, out): self.out = out if out else Log()\n"
        "    def f(self, x):\n        self.out.write('<')\n        self.out.write(x.encode('utf-8').decode('utf-8'))\n"
        "n = 1\n"
    ),
    caveats="Attributes alone, by what the class itself writes to them; a file that is opened there goes by its mode.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=59,
    nodes=(ast.Call,),
    names=frozenset(["write"]),
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
