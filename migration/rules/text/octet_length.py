"""len('été') → len('été'.encode('utf-8')): the length of a native string was that of its octets."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.literals import has_high_escapes, has_letters_beyond
from migration.analysis.names import is_named
from migration.analysis.strings.as_bytes import HELPER
from migration.analysis.strings.encoded import is_found_text
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.values import constants_held, places_of
from migration.rule import Findings, Rule
from migration.stdlib.codecs import encodes_text, is_utf8
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Count the octets of what is written out, or is decoded elsewhere, and is text now."""
    if not module.is_builtin(node.func, "len") or len(node.args) != 1 or module.facts.index.octets:
        return
    counted = node.args[0]
    if not isinstance(counted, (ast.Name, ast.Constant)) or _is_asked_whether_any(node, module):
        return
    if kind(counted, module) == BYTES:
        return
    if _is_written_out(counted, module):
        if not _has_places_counted(counted, module):
            yield module.replace(node, "len(", *module.atom(counted), '.encode("utf-8"))')
    elif (
        isinstance(counted, ast.Name)
        and (codec := _codec_of_octets(counted, module))
        and not _has_places_counted(counted, module)
    ):
        named = "" if is_utf8(codec) else f', "{codec}"'
        helper = module.helper("as_bytes", HELPER)
        yield module.replace(node, "len(", helper, "(", module.span(counted), f"{named}))")


def _is_written_out(node: ast.expr, module: Module) -> bool:
    """Whether `node` may be a native literal with characters that UTF-8 spells by several octets, and is all text."""
    held = constants_held(node, module)
    return any(has_letters_beyond(c, module) for c in held) and all(
        isinstance(c.value, str) and c.kind != "u" for c in held
    )


def _codec_of_octets(name: ast.Name, module: Module) -> str | None:
    """The codec by which a variable's octets are text."""
    return "utf-8" if _is_octets(name, module) else _codec_of_found_text(name, module)


def _codec_of_found_text(name: ast.Name, module: Module) -> str | None:
    """The codec of `if isinstance(x, unicode): x = x.encode(codec)`, where that stands before the variable."""
    for binding in module.bindings(name):
        made, statement = binding.value, binding.node
        method = made.func if isinstance(made, ast.Call) and len(made.args) == 1 else None
        if not (
            isinstance(method, ast.Attribute) and method.attr == "encode" and is_named(method.value, name.id)
        ):
            continue
        codec = made.args[0] if isinstance(made, ast.Call) else None
        if (
            isinstance(statement, ast.Assign)
            and isinstance(codec, ast.Constant)
            and encodes_text(str(codec.value))
            and is_found_text(method.value, module)
            and _comes_before(module.parent(statement), name, module)
        ):
            return str(codec.value)
    return None


def _comes_before(statement: ast.AST, node: ast.expr, module: Module) -> bool:
    """Whether a statement, done as a whole, has been passed wherever `node` is reached."""
    place: ast.AST = module.statement(node)
    while isinstance(place, ast.stmt) and isinstance(statement, ast.stmt):
        block = module.block(place)
        if statement in block:
            return block.index(statement) < block.index(place)
        place = module.parent(place)
    return False


def _is_octets(name: ast.Name, module: Module) -> bool:
    """Whether a variable that is never asked for its type is decoded from UTF-8 somewhere."""
    places = places_of(name, module)
    if any(_is_asked(p, module) for p in places) or has_high_escapes(name, module):
        return False
    return any(_is_decoded(p, module) for p in places)


def _is_asked(place: ast.expr, module: Module) -> bool:
    call = module.parent(place)
    return isinstance(call, ast.Call) and module.is_builtin(call.func, "isinstance", "type")


def _is_decoded(place: ast.expr, module: Module) -> bool:
    outer = module.parent(place)
    if isinstance(outer, ast.Call) and module.is_builtin(outer.func, "unicode"):
        return place in outer.args[:1] and _is_utf8(outer.args[1:2])
    call = module.parent(outer)
    method = isinstance(outer, ast.Attribute) and outer.attr == "decode"
    return method and isinstance(call, ast.Call) and call.func is outer and _is_utf8(call.args[:1])


def _is_utf8(given: list[ast.expr]) -> bool:
    codec = given[0].value if given and isinstance(given[0], ast.Constant) else None
    return isinstance(codec, str) and is_utf8(codec)


def _has_places_counted(node: ast.expr, module: Module) -> bool:
    """Whether a variable's parts are told by their places too: those are of characters, and so is their number."""
    outer = [module.parent(p) for p in places_of(node, module)] if isinstance(node, ast.Name) else []
    return any(isinstance(o, ast.Subscript) and not _is_constant(o.slice) for o in outer)


def _is_constant(node: ast.expr) -> bool:
    parts = [node.lower, node.upper, node.step] if isinstance(node, ast.Slice) else [node]
    return all(p is None or isinstance(p, (ast.Constant, ast.UnaryOp)) for p in parts)


def _is_asked_whether_any(node: ast.Call, module: Module) -> bool:
    """Whether it only matters that there is something, or nothing."""
    outer = module.parent(node)
    if isinstance(outer, ast.Compare):
        others = [o for o in (outer.left, *outer.comparators) if o is not node]
        return all(isinstance(o, ast.Constant) and o.value in (0, 1) for o in others)
    return isinstance(outer, (ast.If, ast.While, ast.BoolOp, ast.UnaryOp, ast.IfExp)) or (
        isinstance(outer, ast.Call) and module.is_builtin(outer.func, "range", "xrange", "bool")
    )


RULE = Rule(
    id="octet_length",
    family="P8",
    summary="the length of a native string was that of its octets",
    before="s = 'été'\nn = len(s)\nm = 1L\n",
    after="s = 'été'\nn = len(s.encode(\"utf-8\"))\nm = 1\n",
    caveats="Only of literals with such letters, in place or for the one name they have, and of variables that are "
    "decoded from UTF-8 as well, or encoded where they are found to be text; not where their characters are asked for "
    "by their places.",
    triggers=("len(",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["len"]),
    visit=visit,
)
