"""Calls of codecs in a repository of octets: text of Latin-1 goes in, and comes out of encode."""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import class_of
from migration.analysis.flow_kinds import is_own
from migration.analysis.literals import literal
from migration.analysis.made import HEADERS, kept_by, made_by
from migration.analysis.names import defined_in_repository, in_repository, memory
from migration.analysis.strings.incremental import is_incremental
from migration.analysis.strings.kinds import BYTES, GIVING_THEIR_KIND, kind
from migration.analysis.strings.octet_calls import (
    decoded,
    edges,
    encoded,
    is_argument_of,
    is_bytes,
    is_decoded,
    is_handed_on,
    is_latin,
)
from migration.analysis.strings.octet_edges import (
    BINARY_CODECS,
    CODEC,
    CODEC_WORD,
    NAMES_CODEC,
    OTHER_CODECS,
    QUOTERS,
    REST,
    codec_spelled,
)
from migration.analysis.strings.standard_names import standard_name
from migration.analysis.strings.takers import ENCODING
from migration.rule import Findings
from migration.stdlib.codecs import encodes_text
from migration.trees.constants import text_of
from migration.view.module import Module

#: What gives the classes that encode and decode piece by piece.
_STRINGS = frozenset(["str", "unicode"])
#: How a parameter for a codec is called.
_ENCODING_BY_NAME = re.compile(r"enc(?:oding|od)?\d?(?:_|$)")
#: Where a program has codecs of its own, whose names are any.
_REGISTERED = re.compile(r"codecs\.register\(")
_OF_TABLES = frozenset(["get", "pop", "setdefault"])
_OF_STRINGS = GIVING_THEIR_KIND | {"join"}


def at_codec_function(node: ast.Call, name: str, module: Module) -> Findings:
    """What is edited where `codecs.encode` or `codecs.decode` is called with a codec of text."""
    codec = node.args[1] if len(node.args) == 2 and not node.keywords else None
    if isinstance(codec, ast.Constant) and encodes_text(str(codec.value)):
        takes = node.args[:1] if name == "codecs.decode" else []
        yield from edges(node, takes, not takes, False, module)


def at_codec(node: ast.Call, function: ast.Attribute, module: Module) -> Findings:
    """What is edited where `encode` or `decode` is called."""
    if len(node.args) > 2 or node.keywords:
        return
    if is_incremental(function.value, module):
        yield from edges(
            node, node.args[:1] if function.attr == "decode" else [], function.attr == "encode", False, module
        )
        return
    if not defined_in_repository(function.attr, module) and _is_of_codec_object(node, module):
        outer = module.parent(node)
        if function.attr == "decode":
            yield from edges(node, node.args, False, False, module)
        elif isinstance(outer, ast.Subscript) and not is_decoded(outer, module):
            yield module.wrap(outer, "", f".decode({CODEC})", guarded=True)
        return
    owner = function.value
    if (
        _is_own_codec(node, function, module)
        or class_of(owner, module) is not None
        or is_own(function, module)
    ):
        return
    if (
        isinstance(owner, ast.Subscript)
        and getattr(getattr(owner.value, "func", None), "attr", "") == "encode"
    ):
        owner = owner.value
    made = isinstance(owner, ast.Call) or (
        isinstance(owner, ast.Attribute) and (owner.attr in REST or kind(owner, module) == BYTES)
    )
    if made and is_latin(node) and function.attr == "decode" and not _gives_native(owner, module):
        return
    spelled = codec_spelled(node)
    if spelled in BINARY_CODECS:
        call = module.use(BINARY_CODECS[spelled][function.attr == "decode"], at=node)
        given_on = is_handed_on(function.value, module)
        octets = module.sub(function.value) if given_on else encoded(function.value, module)
        end = ")" if is_handed_on(node, module) else f").decode({CODEC})"
        yield module.replace(node, call, "(", *octets, end, guarded=True)
    elif spelled in OTHER_CODECS:
        return
    elif function.attr == "encode":
        taken = is_argument_of(node, "as_bytes", module) or is_handed_on(node, module)
        if not taken and not is_decoded(node, module):
            yield module.edit(*decoded(node, module), guarded=True)
    elif not is_bytes(function.value, module):
        yield module.edit(module.part(function.value, *encoded(function.value, module)), guarded=True)


def _gives_native(node: ast.expr, module: Module) -> bool:
    """Whether `node` calls what is the repository's own, a method of strings, or what spells octets by escapes; or asks
    a table for an item that is text if there is none, in a text that no rule has written in: what that gives has not
    been decoded.
    """
    if not isinstance(node, ast.Call):
        return False
    method = getattr(node.func, "attr", "")
    of_table = method in _OF_TABLES and len(node.args) == 2 and literal(node.args[1], module)
    spelled = standard_name(node.func, module) in QUOTERS  # text in either language
    of_text = method in _OF_STRINGS or of_table or spelled
    return (of_text and module.is_first_look) or is_own(node.func, module)


def _is_of_codec_object(node: ast.Call, module: Module) -> bool:
    """Whether what `node` gives is taken apart, as that of `codecs.lookup(name)` is: text, and how much was read."""
    outer, given = module.parent(node), node.args[0] if len(node.args) == 1 else None
    if given is None:
        return False
    if not is_bytes(given, module) and (may_name_codec(given) or _tells_codec(given, module)):
        return False
    if isinstance(outer, ast.Subscript) and outer.value is node:
        return isinstance(outer.slice, ast.Constant) and outer.slice.value == 0
    targets = outer.targets if isinstance(outer, ast.Assign) else []
    return any(isinstance(t, ast.Tuple) and len(t.elts) == 2 for t in targets)


def _is_own_codec(node: ast.Call, function: ast.Attribute, module: Module) -> bool:
    """Whether `node` calls a method of the repository's own, or a function of a module, which are called so, too.

    Text is hardly ever encoded, or decoded, without a word about the codec.
    """
    owner = function.value
    if isinstance(owner, ast.Name) and any(b.kind == "import" for b in module.bindings(owner)):
        return True
    if made_by(owner, module, HEADERS) is not None or (not node.args and is_put_header(owner, module)):
        return True
    types = module.type_of(owner)
    if types and types <= _STRINGS:
        return False
    if isinstance(module.parent(node), ast.Expr) and not (node.args and _tells_codec(node.args[0], module)):
        return True  # what a codec gives is wanted, or whether it gives anything
    handled = len(node.args) == 2 and (isinstance(node.args[1], ast.Constant) or may_name_codec(node.args[0]))
    told = handled or (bool(node.args) and _tells_codec(node.args[0], module))
    if not told and len(node.args) == 1 and isinstance(node.args[0], ast.Constant):
        told = in_repository(_REGISTERED, module)  # one of its own
    if not defined_in_repository(function.attr, module):
        # An encoder that is another package's takes a value, and no codec.
        return len(node.args) == 1 and not told and not may_name_codec(node.args[0])
    return not told


def may_name_codec(node: ast.expr) -> bool:
    """Whether an argument is a constant, or called as what holds the name of a codec is."""
    named = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
    return isinstance(node, ast.Constant) or ENCODING.search(named) is not None


def _tells_codec(node: ast.expr, module: Module) -> bool:
    """Whether an argument is a codec: by its spelling, by what gave its name a value, or as all that is handed on."""
    if isinstance(node, ast.Starred) or NAMES_CODEC.search(module.source(module.span(node))):
        return True
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    return any(
        _ENCODING_BY_NAME.match(b.name) is not None
        if b.kind == "parameter"
        else _is_given_codec(b.node, module)
        for b in bindings
    )


def _is_given_codec(node: ast.AST, module: Module) -> bool:
    statement = module.statement(node)
    if not isinstance(statement, ast.Assign):
        return False
    given = module.source(module.span(statement.value))
    named = isinstance(statement.value, ast.Constant) and NAMES_CODEC.search(given) is not None
    return named or CODEC_WORD.search(given.replace("codecs.", "")) is not None


def is_put_header(node: ast.expr, module: Module) -> bool:
    """Whether `node` asks a message for a header of a name under which the file puts a Header in one."""
    return _key(node) in _headers_put(module)


def _key(node: ast.expr) -> str | None:
    """The name of the header that `node` may be of a message: `message['subject']`, `message.get('subject')`."""
    place: ast.expr | None = node.slice if isinstance(node, ast.Subscript) else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        place = node.args[0] if node.args else None
    name = text_of(place)
    return None if name is None else name.lower()


def _headers_put(module: Module) -> frozenset[str | None]:
    """The names under which the file puts a Header in a message, or what may be one."""
    known = memory(module)
    if "headers put" not in known:
        assigned = (n for n in module.nodes_of(ast.Assign) if isinstance(n, ast.Assign))
        known["headers put"] = frozenset(
            _key(target)
            for statement in assigned
            if kept_by(statement.value, module, HEADERS) is not None
            for target in statement.targets
            if _key(target) is not None
        )
    return known["headers put"]  # type: ignore[no-any-return]
