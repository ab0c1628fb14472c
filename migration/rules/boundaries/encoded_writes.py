"""f = open(p, 'w'); f.write(u.encode('utf-8')) → the file encodes, write() gets text; a file for octets is binary.

So is one for what is encoded only where it was unicode: the rest of it is encoded where it is written.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.made import mode_of
from migration.analysis.names import stdlib_name
from migration.analysis.strings.as_bytes import bytes_parts
from migration.analysis.strings.kinds import BYTES, TEXT, is_octets, kind
from migration.analysis.strings.seen import codec_of, named_encoding, seen_at
from migration.analysis.strings.streams import OPENERS, Stream, stream_of
from migration.analysis.values import value_there
from migration.rule import Findings, Rule
from migration.source.edits import Edit, Part, Span
from migration.stdlib.codecs import is_ascii_based
from migration.view.module import Module

_OPENERS = OPENERS | {"os.fdopen"}
#: Methods of a file that is written to: their arguments are written, or numbers.
_WRITING = frozenset(["close", "fileno", "flush", "seek", "tell", "truncate", "write"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Decide by all that is written to the file in sight."""
    mode = mode_of(node)
    if (
        stdlib_name(node.func, module) not in _OPENERS
        or mode is None
        or not set("wa+") & set(mode)
        or "b" in mode
    ):
        return
    if len(node.args) > 2 or any(k.arg != "mode" for k in node.keywords) or seen_at("open", node, module):
        return
    stream = stream_of(node, module)
    written, unseen = list[ast.expr](), any(module.is_builtin(c.func, "print") for c in stream.given)
    for call in stream.calls:
        method = call.func.attr if isinstance(call.func, ast.Attribute) and len(call.args) == 1 else ""
        if method == "write":
            written.append(call.args[0])
        elif method == "writelines" and isinstance(call.args[0], (ast.ListComp, ast.GeneratorExp)):
            written.append(call.args[0].elt)
        elif method == "writelines":
            unseen = True
    octets = [w for w in written if is_octets(w, module) or _is_mark(w, module)]
    if octets:
        if not unseen and all(
            w in octets
            or literal(w, module)
            or kind(w, module) == TEXT
            or any(call is w for call in _encodings(w))
            for w in written
        ):
            yield _binary(node, mode, written, module)
        return
    encoded = [call for w in written for call in _encodings(w)]
    codecs = {codec_of(call) for call in encoded}
    codec = codecs.pop() if len(codecs) == 1 else None
    if codec and is_ascii_based(codec):
        end = max(module.outer_span(a).end for a in (*node.args, *(k.value for k in node.keywords)))
        parts = [Part(Span(end, end), (f', encoding="{codec}"',))]
        for call in encoded:
            if module.decoded_again(call):
                continue  # it is text already
            assert isinstance(call.func, ast.Attribute)
            parts.append(module.part(call, *module.atom(call.func.value)))
        yield module.edit(*parts)
    elif (
        written
        and not unseen
        and (
            _are_octets(written, module)
            or (any(_may_be_encoded(w, module) for w in written) and _is_only_written(stream, module))
        )
    ):
        yield _binary(node, mode, written, module)


def _are_octets(written: list[ast.expr], module: Module) -> bool:
    """Whether octets are written, and nothing else but literals."""
    others = [w for w in written if kind(w, module) != BYTES]
    return len(others) < len(written) and all(literal(w, module) for w in others)


def _is_mark(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a byte order mark of the library, which is octets."""
    return (stdlib_name(node, module) or "").startswith("codecs.BOM")


def _may_be_encoded(node: ast.expr, module: Module) -> bool:
    """Whether a variable is text that was encoded, or what it was before, where nothing tells which."""
    if not isinstance(node, ast.Name) or value_there(node, module) is not None:
        return False
    given = [b.value for b in module.bindings(node)]
    encoded = [v is not None and _is_encoded(v) and not module.decoded_again(v) for v in given]
    return any(encoded) and not all(encoded)


def _is_encoded(value: ast.expr) -> bool:
    """Whether a codec of text encodes `value`, or one that a variable names."""
    call = next(_encodings(value), None)
    codec = codec_of(call) if call is not None else None
    return call is value and (is_ascii_based(codec) if codec else named_encoding(call.args[0]))


def _is_only_written(stream: Stream, module: Module) -> bool:
    """Whether nothing is done with a file but to write to it, by methods that binary files have for octets."""
    asked = {c.func.attr for c in stream.calls if isinstance(c.func, ast.Attribute)}
    whole = not (stream.escapes or stream.given or module.facts.index.octets)
    return whole and asked <= _WRITING


def _binary(node: ast.Call, mode: str, written: list[ast.expr], module: Module) -> Edit:
    """Open a file as a binary one, and encode what is written to it that is none, or may be none."""
    given = _mode_given(node)
    binary = module.part(given, module.quoted(mode.replace("t", "") + "b", given))
    made = [bytes_parts(w, module, guess=True) for w in written if not _is_mark(w, module)]
    return module.edit(binary, *(part for one in made if one is not None for part in one[0]))


def _mode_given(node: ast.Call) -> ast.expr:
    """The argument that tells the mode."""
    return node.args[1] if len(node.args) > 1 else node.keywords[0].value


def _encodings(node: ast.expr) -> Iterator[ast.Call]:
    """The calls of encode() whose results `node` is made of."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from _encodings(node.left)
        yield from _encodings(node.right)
        return
    plain = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.keywords
    if plain and node.func.attr == "encode" and len(node.args) == 1:  # type: ignore[attr-defined]
        yield node  # type: ignore[misc]


RULE = Rule(
    id="encoded_writes",
    family="P9",
    summary="a file to which encoded text is written encodes it itself; one for octets is binary",
    before="n = 1L\nf = open(p, 'w')\nf.write(a.encode('utf-8') + '.')\n",
    after="n = 1\nf = open(p, 'w', encoding=\"utf-8\")\nf.write(a + '.')\n",
    caveats="Only what is written by the name the file is given.",
    triggers=("open", "file", "fdopen"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=58,
    nodes=(ast.Call,),
    names=frozenset(["open", "file", "fdopen"]),
    visit=visit,
)
