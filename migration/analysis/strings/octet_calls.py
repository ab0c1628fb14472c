"""Calls at the edges of the library, in a repository of octets: encode what they are given, decode what they give."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.literals import literal
from migration.analysis.made import kept_by
from migration.analysis.names import defined_in_repository, helper_called, last_name, memory
from migration.analysis.strings.as_bytes import HELPER, literal_parts
from migration.analysis.strings.bytearrays import goes_into_array
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.strings.octet_edges import BINARIES, CODEC, GIVE, IDENTIFIERS, RESOURCES, REST
from migration.analysis.strings.octets import VALUES
from migration.analysis.strings.payloads import gives_octets
from migration.analysis.strings.standard_names import standard_name
from migration.analysis.values import written_out
from migration.analysis.whole import has_type_of_number
from migration.rule import Finding
from migration.source.edits import Part, Span
from migration.view.module import Module

#: Attributes that hold octets, of some objects.
OF_OCTETS = frozenset(["bytes", "comment", "data", "extra"])
_PICKLED = frozenset(["pickle.dumps", "cPickle.dumps"])


def decoded(call: ast.Call, module: Module) -> list[Part]:
    """The parts that decode what a call gives. The last bracket is replaced: what is wrapped around the call ends
    behind it.
    """
    end = module.span(call).end
    decoding = module.part(Span(end - 1, end), f").decode({CODEC})")
    # By default pickles were text, of protocol 0.
    pickled = standard_name(call.func, module) in _PICKLED and len(call.args) == 1 and not call.keywords
    if pickled and not isinstance(call.args[0], (ast.Starred, ast.GeneratorExp)):
        return [module.added(call, "0"), decoding]
    return [decoding]


def edges(
    node: ast.Call, takes: list[ast.expr], gives: bool, several: bool, module: Module
) -> Iterator[Finding]:
    """Encode what a call `takes`, decode what it `gives`, alone or among `several` values."""
    parts: list[Part] = []
    # Octets that go from one edge to the next are never text. Calls are seen before what they are given.
    handed_on: set[ast.expr] = memory(module).setdefault("handed on", set())
    for argument in takes:
        if isinstance(argument, ast.Starred):
            row = argument.value
            if isinstance(row, ast.Call) and helper_called(row) == "packable":
                row = row.args[0]
            held = row.elt if isinstance(row, ast.ListComp) else None
            if getattr(getattr(held, "func", None), "id", "") != "as_bytes":
                encoder = module.helper("as_bytes", HELPER)
                given = module.sub(argument.value)
                parts.append(
                    module.part(argument.value, "[", encoder, f"(value, {CODEC}) for value in ", *given, "]")
                )
            continue
        if is_bytes(argument, module) or has_type_of_number(argument, module):
            continue
        given_on = isinstance(argument, ast.Call) and standard_name(argument.func, module) in GIVE
        given_on = given_on or any(gives_them(argument, module) for gives_them in _GIVERS)
        if given_on or argument in handed_on:
            handed_on.add(argument)
            continue
        if literal(argument, module):
            parts += literal_parts(argument, module)
        else:
            parts.append(module.part(argument, *encoded(argument, module)))
    as_is = node in handed_on or is_decoded(node, module) or is_argument_of(node, "as_bytes", module)
    as_is = as_is or _is_first_line(node, module) or is_given_to_array(node, module)
    if gives and not as_is:
        parts += decoded(node, module)
    if several and not is_argument_of(node, "octet_values", module):
        parts.append(module.in_call(node, module.helper("octet_values", VALUES)))
    if parts:
        yield module.edit(*parts, guarded=True)


def is_given_to_array(node: ast.expr, module: Module) -> bool:
    """Whether the library gives octets that go into a bytearray as they are."""
    if not (isinstance(node, ast.Call) and goes_into_array(node, module)):
        return False
    return standard_name(node.func, module) in GIVE


def _is_first_line(node: ast.expr, module: Module) -> bool:
    """Whether `node` is kept as the first line of a request, which the library's handler of requests decodes."""
    kept = module.parent(node)
    targets = kept.targets if isinstance(kept, ast.Assign) else []
    return any(isinstance(t, ast.Attribute) and t.attr == "raw_requestline" for t in targets)


def is_handed_on(node: ast.expr, module: Module) -> bool:
    """Whether a call takes octets, as they are, of what was seen to hold or to give them."""
    return node in memory(module).get("handed on", ())


def is_octet_attribute(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an attribute that holds octets: of an object of the library, as far as that shows."""
    if (
        not isinstance(node, ast.Attribute)
        or node.attr not in OF_OCTETS
        or not isinstance(node.ctx, ast.Load)
    ):
        return False
    makers = IDENTIFIERS if node.attr == "bytes" else BINARIES
    return kept_by(node.value, module, makers) is not None or kind(node, module) == BYTES


def is_mark(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a byte order mark of the library."""
    name = last_name(node)
    if not name.startswith("BOM") or not isinstance(getattr(node, "ctx", None), ast.Load):
        return False
    return standard_name(node, module).startswith("codecs.BOM")


def _is_rest(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what is left behind a packed text, or of it, in an object of the library."""
    if not isinstance(node, ast.Attribute) or node.attr not in REST:
        return False
    return isinstance(node.ctx, ast.Load) and not defined_in_repository(node.attr, module)


def _is_payload(node: ast.expr, module: Module) -> bool:
    """Whether `node` asks a message for its octets."""
    return (
        isinstance(node, ast.Call) and gives_octets(node) and not defined_in_repository("get_payload", module)
    )


#: What says that octets, which a rule decodes otherwise, are given there.
_GIVERS = (is_octet_attribute, is_mark, _is_rest, _is_payload)


def is_decoded(node: ast.expr, module: Module) -> bool:
    """Whether what `node` gives is decoded on the spot."""
    parent = module.parent(node)
    return isinstance(parent, ast.Attribute) and parent.attr == "decode"


def is_latin(node: ast.Call) -> bool:
    """Whether a call of a codec names Latin-1, as a rule writes it."""
    first = node.args[0] if node.args else None
    return isinstance(first, ast.Constant) and first.value == "latin-1"


def encoded(node: ast.expr, module: Module) -> tuple[str | Span, ...]:
    """`node` as octets, as pieces."""
    encoder = module.helper("as_bytes", HELPER)
    return (encoder, "(", *module.sub(node), f", {CODEC})")


def is_bytes(node: ast.expr, module: Module) -> bool:
    """Whether `node` makes bytes by itself."""
    if isinstance(node, ast.Constant):
        return not isinstance(node.value, str)
    if isinstance(node, ast.Call):
        if helper_called(node) in ("as_bytes", "bytearray", "bytes"):
            return True
        if isinstance(node.func, ast.Attribute) and node.func.attr == "encode" and is_latin(node):
            return True
        return standard_name(node.func, module) in RESOURCES
    return False


def is_unicode(node: ast.expr, module: Module) -> bool:
    """Whether `node`, or the one value of a name, is text of the other kind: a literal of it, or what was decoded."""
    value = written_out(node, module)
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return value.kind == "u" or max(value.value, default="") > "\xff"
    function = value.func if isinstance(value, ast.Call) else None
    if isinstance(function, ast.Attribute) and function.attr == "decode":
        return not is_latin(value)  # type: ignore[arg-type]
    return function is not None and module.is_builtin(function, "unicode")


def is_argument_of(node: ast.expr, name: str, module: Module) -> bool:
    """Whether `node` is given to the function called `name`."""
    return helper_called(module.parent(node)) == name
