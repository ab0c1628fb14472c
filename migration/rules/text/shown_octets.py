"""print data, str(data), '%s' % data → with as_text(data), where that is bytes: Python 3 spells them b'…'."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin
from migration.analysis.flow_kinds import may_be_octets
from migration.analysis.literals import literal, summands
from migration.analysis.made import is_bytearray
from migration.analysis.names import memory, stdlib_name
from migration.analysis.strings.as_bytes import is_octets_by_str
from migration.analysis.strings.byte_sources import may_hold_bytes
from migration.analysis.strings.encoded import made_for_octets
from migration.analysis.strings.encoded_if_text import is_encoded_by_now
from migration.analysis.strings.kinds import BYTES, is_octets, keeps_octets, kind
from migration.analysis.strings.octet_items import is_loop_item
from migration.analysis.strings.octet_objects import is_shown_array
from migration.analysis.strings.octet_values import adds_to_text, holds_bytes, is_octet_list
from migration.analysis.strings.shown import (
    EXCEPTIONS,
    SPELLING,
    handed_on,
    own_functions,
    put_as_text,
    raised,
    spelled,
)
from migration.rewriting.as_text import HELPER
from migration.rule import Findings, Rule, last_names
from migration.rules.text.encoded_literal import is_dropped
from migration.view.module import Module

_NAMES = SPELLING | {"int", "repr"} | last_names(*EXCEPTIONS)


def visit(node: ast.BinOp | ast.Call | ast.AugAssign, module: Module) -> Findings:
    """Decode where octets are spelled out; what was encoded from text has a rule of its own."""
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Mod):
        return
    if isinstance(node, ast.Call) and (is_shown_array(node, module) or _is_added_to_packed(node, module)):
        return  # other rules keep them octets
    if isinstance(node, ast.Call) and module.is_builtin(node.func, "str") and keeps_octets(node, module):
        if not is_octets_by_str(node, module):
            yield module.replace(node, *module.sub(node.args[0]), needs_python2=True)
        return
    if isinstance(node, ast.AugAssign):
        shown = summands(node.value) if adds_to_text(node, module) else iter(())
    else:
        shown = put_as_text(node, module)
    if isinstance(node, ast.Call):
        shown = chain(shown, spelled(node, module), handed_on(node, module), _message(node, module))
        if module.is_builtin(node.func, "int") and len(node.args) == 1:
            # A digit, not the number of its octet.
            shown = chain(shown, (a for a in node.args if _is_octet(a, module)))
        if module.is_builtin(node.func, "repr") and len(node.args) == 1 and not _is_cut(node, module):
            if module.decoded_again(node.args[0]) or is_dropped(node.args[0], module):
                return  # text, by another rule
            if _is_octet(node.args[0], module):
                octet = (spell_builtin("bytes", node, module), "([", *module.sub(node.args[0]), "])")
                yield module.replace(node.args[0], *octet, needs_python2=True)
                yield module.insert(module.span(node).end, "[1:]", needs_python2=True)
            elif kind(node.args[0], module) == BYTES:
                # Without its b, the spelling of bytes is what Python 2 gave, escape for escape.
                memory(module).setdefault("spelled as octets", set()).add(node.args[0])
                yield module.insert(module.span(node).end, "[1:]", needs_python2=True)
            elif _is_header_part(node.args[0], module):
                name = module.helper("as_text", HELPER)
                yield module.replace(
                    node.args[0], name, "(", *module.sub(node.args[0]), ")", needs_python2=True
                )
            return
    for value in chain.from_iterable(map(_items, shown)):
        if module.decoded_again(value) or is_octets_by_str(module.parent(value), module):
            continue  # what was encoded to be shown has been decoded by the rule for that
        if _is_octet(value, module):
            # One octet is a number in Python 3; chr() shows it as the character it was.
            yield module.replace(value, "chr(", *module.sub(value), ")", needs_python2=True)
            continue
        if _is_list_of_octets(value, module):
            pieces = ("[chr(octet) for octet in ", *module.sub(value.args[0]), "]")  # type: ignore[attr-defined]
            yield module.replace(value, *pieces, needs_python2=True)
            continue
        # Once the file is known to be Python 2's, what a rule wrote here (unhexlify for decode) is shown, too.
        asking = not module.facts.is_proven
        joined = _joined(value, module)
        if joined is not None and may_be_octets(value, module):
            # Text joins no octets: each is decoded, and text among them stays what it is.
            yield from _decoded_each(joined, module, needs_python2=asking)
        elif is_octet_list(value, module):
            yield from _decoded_each(value, module, needs_python2=asking)
        elif (
            is_bytearray(value, module)
            or is_octets(value, module)
            or _is_header_part(value, module)
            or may_be_octets(value, module)
            or _may_be_bytearray(value, module)
            or is_encoded_by_now(value, module)
        ):
            name = module.helper("as_text", HELPER)
            yield module.replace(value, name, "(", *module.sub(value), ")", needs_python2=asking)


def _may_be_bytearray(node: ast.expr, module: Module) -> bool:
    """Whether a bytearray flows to `node`, among others: those stay what they are."""
    named = isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))
    return named and "bytearray" in module.may_hold(node)


def _joined(node: ast.expr, module: Module) -> ast.expr | None:
    """The items that native text joins, which stays text: `bytes_beside_text` makes octets of it where all are."""
    if not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords:
        return None
    function, items = node.func, node.args[0]
    joins = (
        isinstance(function, ast.Attribute) and function.attr == "join" and literal(function.value, module)
    )
    if not joins or isinstance(items, ast.Starred) or is_octets(node, module):
        return None
    return None if holds_bytes(items, module) else items


def _decoded_each(items: ast.expr, module: Module, needs_python2: bool) -> Findings:
    name = module.helper("as_text", HELPER)
    if isinstance(items, (ast.GeneratorExp, ast.ListComp)):
        yield module.replace(items.elt, name, "(", *module.sub(items.elt), ")", needs_python2=needs_python2)
        return
    yield module.replace(
        items, "[", name, "(item) for item in ", *module.sub(items), "]", needs_python2=needs_python2
    )


def _items(node: ast.expr) -> Iterator[ast.expr]:
    """What is spelled where `node` is: the items of a display, each for itself."""
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        yield from chain.from_iterable(map(_items, node.elts))
    elif isinstance(node, ast.Dict):
        yield from chain.from_iterable(_items(part) for part in (*node.keys, *node.values) if part)
    else:
        yield node


def _message(node: ast.Call, module: Module) -> Iterator[ast.expr]:
    """The one thing that an exception of the language is raised with, where the file takes none back."""
    given = [*raised(node, module)]
    if len(given) == 1 and isinstance(module.parent(node), ast.Raise) and ".args" not in module.text:
        yield from given


def _is_cut(node: ast.Call, module: Module) -> bool:
    """Whether only a part of the spelling is taken."""
    parent = module.parent(node)
    return isinstance(parent, ast.Subscript) and parent.value is node


def _is_header_part(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a variable for what a header says, octets or text: `part, codec = decode_header(h)[0]`."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    target = module.parent(bindings[0].node) if len(bindings) == 1 else None
    if not isinstance(target, (ast.Tuple, ast.List)) or target.elts[0] is not bindings[0].node:
        return False
    statement = module.parent(target)
    made: ast.expr | None = None
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Subscript):
        made = statement.value.value
    elif isinstance(statement, (ast.For, ast.comprehension)):
        made = statement.iter
    if isinstance(made, ast.Call) and getattr(made.func, "id", "") == "header_parts" and made.args:
        made = made.args[0]  # as the rule of that name has it
    name = stdlib_name(made.func, module) if isinstance(made, ast.Call) else None
    return name in ("email.header.decode_header", "email.Header.decode_header")


def _is_added_to_packed(node: ast.Call, module: Module) -> bool:
    """Whether `str(x)` is put behind, or before, what is octets and never was text."""
    whole = module.parent(node)
    if not isinstance(whole, ast.BinOp) or not isinstance(whole.op, ast.Add):
        return False
    other = whole.left if whole.right is node else whole.right
    return (
        module.is_builtin(node.func, "str") and isinstance(other, ast.Call) and made_for_octets(other, module)
    )


def _is_octet(node: ast.expr, module: Module) -> bool:
    """Whether `node` is one item of bytes: a number in Python 3."""
    if isinstance(node, ast.Name):
        return is_loop_item(node, module)
    if not _is_item(node) or _is_item(node.value) or not is_octets(node.value, module):  # type: ignore[attr-defined]
        return False
    return not is_bytearray(node.value, module)  # type: ignore[attr-defined]  # whose items were numbers always


def _is_list_of_octets(node: ast.expr, module: Module) -> bool:
    """Whether `node` is list(data) of bytes."""
    made = isinstance(node, ast.Call) and module.is_builtin(node.func, "list") and len(node.args) == 1
    return made and is_octets(node.args[0], module)  # type: ignore[attr-defined]


def _is_item(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)


RULE = Rule(
    id="shown_octets",
    family="P8",
    summary="octets that are printed, given to str() or an exception, or put into native text are decoded",
    before="n = 1L\nprint open(p, 'rb').read()\n",
    after=HELPER[1:] + "\n\nn = 1\nprint(as_text(open(p, 'rb').read()))\n",
    caveats="UTF-8 where the octets are that, else Latin-1: a terminal of another encoding showed something else.",
    triggers=("print", "str", "repr", "int", "format", "%", "raise"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.BinOp, ast.Call, ast.AugAssign),
    names_here=lambda module: _NAMES | own_functions(module),
    follows=frozenset(["string_io: BytesIO", "codec_methods", "bytes_beside_text"]),
    when=may_hold_bytes,
    visit=visit,
)
