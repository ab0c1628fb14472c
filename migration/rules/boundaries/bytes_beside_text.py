"""Text that meets bytes: data == 'x' → data == b'x'; ord(data[0]) → data[0]; data[0] == 'x' → data[0] == ord('x')."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin
from migration.analysis.flow_kinds import may_be_characters
from migration.analysis.literals import has_letters_beyond, literal, summands
from migration.analysis.names import defined_in_repository, memory, names_by_id, stdlib_name
from migration.analysis.strings.as_bytes import HELPER as AS_BYTES
from migration.analysis.strings.as_bytes import bytes_parts, literal_parts
from migration.analysis.strings.byte_sources import may_hold_bytes
from migration.analysis.strings.encoded import is_encoded_literal, made_for_octets
from migration.analysis.strings.file_kinds import file_kind
from migration.analysis.strings.kinds import (
    BYTES,
    TAKING_THEIR_KIND,
    TEXT,
    adds_octets,
    held_kind,
    is_octet_text,
    is_octets,
    is_text_field,
    kind,
    shown_by_callers,
)
from migration.analysis.strings.octet_items import HELPER as OCTET
from migration.analysis.strings.octet_items import is_loop_item
from migration.analysis.strings.octet_values import adds_to_text, holds_bytes, is_encoded_value
from migration.analysis.strings.seen import codec_of
from migration.analysis.values import assigned, called_here, given_last, reads_alike
from migration.analysis.whole import has_type_of_number
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.rules.boundaries.begun_buffers import is_buffer
from migration.rules.text.encoded_literal import is_dropped
from migration.rules.text.encoded_methods import transforms
from migration.rules.text.encoded_names import keeps_text
from migration.source.edits import Edit
from migration.stdlib.codecs import is_ascii_based
from migration.view.module import Module

#: Conversions of a format to digits.
_FORMATS = re.compile(r"%[-+ #0]*[\d*]*(?:\.[\d*]+)?[diouxXeEfFgG]")
#: Builtins that spell out what they are given.
_SPELLING = ("str", "repr", "hex", "oct", "bin")
_WIDE = re.compile(r"utf[-_]?(?:16|32)")
#: Those methods that tell where, how often or whether: what they look in may be encoded text, too.
_TELLING = frozenset(["count", "endswith", "find", "index", "rfind", "rindex", "startswith"])


def visit(node: ast.Compare | ast.BinOp | ast.Call | ast.Assign | ast.AugAssign, module: Module) -> Findings:
    """Put a b before the literal, where the other side is bytes for certain."""
    for found in _found(node, module):
        if isinstance(found, Edit) and not module.is_python2 and shown_by_callers(node, module):
            found = replace(found, needs_python2=True)
        yield found


def _found(node: ast.Compare | ast.BinOp | ast.Call | ast.Assign | ast.AugAssign, module: Module) -> Findings:
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        if len(sides) == 2 and any(_is_other(s) for s in sides):
            return
        if any(s in memory(module).get("unencoded", ()) or is_dropped(s, module) for s in sides):
            return  # text, by another rule
        item = next((s for s in sides if _is_octet(s, module)), None) if len(sides) == 2 else None
        each = [s.elt if isinstance(s, ast.ListComp) else s for s in sides]
        if item is None and (
            any(is_octets(s, module) or _is_encoding(_whole(s), module) for s in each)
            or (
                any(_holds_octets(value) for s in sides for value in _each(s))
                and any(_is_name_of_encoded(_whole(s), module) for s in sides)
            )
        ):
            for side in sides:
                yield from _literals(side, module)
                yield from _named(side, node, module)
        elif len(sides) == 2 and isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            for one, other in (sides, sides[::-1]):
                if not _is_one_character(other, module):
                    continue
                if _is_octet(one, module):
                    yield module.wrap(other, "ord(")
                elif _is_item_of_encoded(one, module):
                    octet = helper("octet", OCTET, module)
                    yield module.edit(
                        module.in_call(one, octet), module.in_call(other, "ord"), needs_python2=True
                    )
        elif len(sides) == 2 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and _is_octet(sides[0], module):
            yield from _among(sides[1], module)
    elif isinstance(node, (ast.Assign, ast.AugAssign)):
        yield from _first_value(node, module)
    elif isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Add) and not _goes_on_text(node, module):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                if literal(one, module) and (
                    is_octets(other, module) or (_holds_octets(one) and _encodes(other, module))
                ):
                    yield module.edit(*literal_parts(one, module))
                elif is_octet_text(one, module) and is_octets(other, module):
                    assert isinstance(one, ast.Call)
                    yield module.replace(
                        one, spell_builtin("bytes", one, module), "([", *module.sub(one.args[0]), "])"
                    )
                elif isinstance(one, ast.BinOp) and _is_made_here(other, module):
                    yield from _summands(one, module)
                elif _may_be_text(one, module) and _is_made_here(other, module):
                    made = None if kind(one, module) == BYTES else bytes_parts(one, module, guess=True)
                    if made is not None:
                        unknown = kind(one, module) != TEXT
                        yield module.edit(*made[0], exactness=Exactness.SEMANTIC, needs_python2=unknown)
    elif module.is_builtin(node.func, "iter") and len(node.args) == 2:
        call, end = node.args
        if literal(end, module) and _reads_octets(call, module):
            yield module.edit(*literal_parts(end, module))
    elif isinstance(node.func, ast.Attribute):
        if node.func.attr == "join" and literal(node.func.value, module) and len(node.args) == 1:
            if holds_bytes(node.args[0], module):
                yield module.edit(*literal_parts(node.func.value, module))
        elif node.func.attr in TAKING_THEIR_KIND:
            asked = node.func.value
            unencoded = asked in memory(module).get("unencoded", ())
            if unencoded or is_text_field(node, module) or is_dropped(asked, module):
                return  # text, by another rule
            values = [value for argument in node.args for value in _native(argument, module)]
            told = _is_encoding(asked, module) and (
                node.func.attr in _TELLING or _encodes_unicode(asked, module)
            )
            # What is looked for in encoded text is octets where it is spelled so.
            spelled = kind(asked, module) == BYTES and any(map(_holds_octets, values))
            if values and (told or spelled or is_octets(asked, module) or is_buffer(asked, module)):
                yield from (module.edit(*literal_parts(value, module)) for value in values)
            named = [
                value
                for argument in node.args
                for value in _each(argument)
                if isinstance(value, (ast.Name, ast.Attribute))
            ]
            if named and (is_octets(asked, module) or is_buffer(asked, module)):
                yield from (edit for value in named for edit in _encoded_text(value, module))
    elif module.is_builtin(node.func, "ord") and len(node.args) == 1 and _is_octet(node.args[0], module):
        # As new text: what is left is a number now, no longer an octet that some rule would spell out.
        yield module.replace(node, module.source(module.span(node.args[0])))


def _goes_on_text(node: ast.expr, module: Module) -> bool:
    """Whether a sum is added to text: the octets in it are decoded."""
    whole = module.parent(node)
    while isinstance(whole, ast.BinOp) and isinstance(whole.op, ast.Add):
        whole = module.parent(whole)
    return whole is not None and adds_to_text(whole, module)


def _may_be_text(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a variable, or what a function of the file gives, or is made of numbers by `chr`."""
    if not isinstance(node, ast.Call):
        return isinstance(node, (ast.Name, ast.Attribute))
    if may_be_characters(node, module) or _is_spelled(node, module):
        return True
    function = called_here(node, module)
    return function is not None and function.name.rstrip("_") != "as_bytes"


def _summands(node: ast.expr, module: Module) -> Findings:
    """What is certainly text or one octet in a sum that octets are added to, where nothing in it is known to be any."""
    if literal(node, module):
        yield module.edit(*literal_parts(node, module))
    elif is_octet_text(node, module):
        assert isinstance(node, ast.Call)
        yield module.replace(
            node, spell_builtin("bytes", node, module), "([", *module.sub(node.args[0]), "])"
        )
    elif _formats_numbers(node, module):
        yield module.edit(*literal_parts(node.left, module))  # type: ignore[attr-defined]
    elif _is_spelled(node, module):
        made = bytes_parts(node, module, guess=False)
        if made is not None:
            yield module.edit(*made[0], exactness=made[1])
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and kind(node, module) != BYTES:
        yield from _summands(node.left, module)
        yield from _summands(node.right, module)


def _is_written_out(node: ast.expr, module: Module) -> bool:
    """Whether `node` is made of literals, single octets, and what is spelled out."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _is_written_out(node.left, module) and _is_written_out(node.right, module)
    written = (literal, is_octet_text, _formats_numbers, _is_spelled)
    return any(is_so(node, module) for is_so in written)


def _is_spelled(node: ast.expr, module: Module) -> bool:
    """Whether a number, or another object, is spelled out there, which is text: `str(n)`, `'%s' % len(x)`.

    A format may be filled with octets otherwise, which would be spelled out with it.
    """
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and literal(node.left, module):
        values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
        return bool(values) and all(has_type_of_number(value, module) for value in values)
    if not isinstance(node, ast.Call) or not module.is_builtin(node.func, *_SPELLING):
        return False
    return kind(node, module) == TEXT


def _formats_numbers(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a literal format of numbers alone, with what it formats: bytes can do that, too."""
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and literal(node.left, module)):
        return False
    text = ast.literal_eval(node.left).replace("%%", "")
    return "%" in text and text.count("%") == len(_FORMATS.findall(text))


def _among(node: ast.expr, module: Module) -> Findings:
    """What one octet is looked for in: a text becomes bytes, texts of one character become numbers."""
    if literal(node, module) and ast.literal_eval(node):
        yield module.edit(*literal_parts(node, module))
    elements = node.elts if isinstance(node, (ast.Tuple, ast.List, ast.Set)) else []
    if all(_is_one_character(e, module) for e in elements):
        for element in elements:
            yield module.wrap(element, "ord(")


def _is_one_character(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a literal of one character, of octets as well in a file of Python 2: there an item was that."""
    spelled = isinstance(node, ast.Constant) and isinstance(node.value, bytes) and module.is_python2
    return (spelled or literal(node, module)) and len(ast.literal_eval(node)) == 1


def _is_other(node: ast.expr) -> bool:
    """Whether `node` is a literal that is neither text nor bytes: nothing is done where it stands alone."""
    return isinstance(node, ast.Constant) and not isinstance(node.value, (str, bytes))


def _holds_octets(node: ast.expr) -> bool:
    """Whether a literal spells out what is no ASCII: beside encoded text that is encoded, too."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and not node.value.isascii()


def _is_encoding(node: ast.expr, module: Module) -> bool:
    """Whether `node` encodes text right here: what it is held against is no text. Where 2.7 was watched, that tells."""
    return _encodes(node, module) and not module.observed(node)


def _whole(node: ast.expr) -> ast.expr:
    """What `node` is a piece of, or itself: `x` of `x[1:]`."""
    while isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        node = node.value
    return node


def _is_name_of_encoded(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a variable that is given encoded text, and nothing else, which no rule makes text again."""
    made = assigned(node, module) if isinstance(node, ast.Name) else None
    return isinstance(made, ast.Call) and _encodes(made, module) and not keeps_text(made, module)


def _encodes_unicode(node: ast.expr, module: Module) -> bool:
    """Whether what `node` encodes is surely unicode, so that the result is no text that is called a codec's. What is
    made ASCII by an error handler is decoded again.
    """
    if module.is_python2 and transforms(node):
        return False
    text = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else node
    return module.type_of(text) == {"unicode"}


def _encodes(node: ast.expr, module: Module) -> bool:
    if not (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "encode"
    ):
        return False
    codec = (codec_of(node) or "") if node.args else ""
    if _WIDE.match(codec):
        return True  # what no native literal means as text
    certain = is_ascii_based(codec) and kind(node, module) == BYTES
    return certain and not is_encoded_literal(node, module)


def _is_made_here(node: ast.expr, module: Module) -> bool:
    """Whether `node` is bytes whoever calls: what they show of a parameter is too little to change what is beside."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if any(b.kind == "parameter" for b in bindings):
        # What a parameter was given last is told by nobody else.
        given = given_last(node, module) if isinstance(node, ast.Name) else None
        return isinstance(given, ast.Assign) and _is_made_here(given.value, module)
    return is_octets(node, module)


def _is_octet(node: ast.expr, module: Module) -> bool:
    """Whether `node` is one item of bytes: a number in Python 3."""
    if isinstance(node, ast.Subscript):
        return not isinstance(node.slice, ast.Slice) and is_octets(node.value, module)
    return isinstance(node, ast.Name) and is_loop_item(node, module)


def _is_item_of_encoded(node: ast.expr, module: Module) -> bool:
    """Whether `node` is one item of what text was encoded to."""
    return (
        isinstance(node, ast.Subscript)
        and not isinstance(node.slice, ast.Slice)
        and is_encoded_value(node.value, module)
    )


def _first_value(node: ast.Assign | ast.AugAssign, module: Module) -> Findings:
    """The literal that a name starts with to which bytes are added, or which is bytes elsewhere in a Python 2 file."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    target = targets[0] if len(targets) == 1 else None
    if not (isinstance(target, ast.Name) and _is_written_out(node.value, module)):
        return
    if _begins_octets(target, module):
        for found in _summands(node.value, module):
            yield replace(found, exactness=Exactness.SEMANTIC) if isinstance(found, Edit) else found
        return
    if not literal(node.value, module):
        return
    octets = [b for b in _values(target, module) if is_octets(b, module)]
    if octets:
        own = reads_alike(target, module)
        added = [b for b in octets if _is_added(b, target, module)]
        if own and all(held_kind(n, module) == BYTES for n in own):
            yield module.edit(*literal_parts(node.value, module), needs_python2=not added)


def _begins_octets(target: ast.Name, module: Module) -> bool:
    """Whether what a name is given goes on with octets that are never text: `out += struct.pack(…)`.

    It may be a constant, of the file or a class, that nothing is read for but to begin so.
    """
    if not _grow_octets(module):
        return False
    if any(isinstance(b.node, ast.AugAssign) for b in module.bindings(target)):
        return _takes_octets(target, module)
    owner = module.parent(module.parent(target))
    if isinstance(owner, ast.ClassDef):
        named = [
            n for n in module.nodes_of(ast.Attribute) if isinstance(n, ast.Attribute) and n.attr == target.id
        ]
        reads: list[ast.expr] = [*named]
    else:
        reads = [n for n in names_by_id(module)[target.id] if n is not target]
    if not reads or (isinstance(owner, ast.ClassDef) and defined_in_repository(target.id, module)):
        return False
    return all(_begins_name(read, module) for read in reads)


def _grow_octets(module: Module) -> bool:
    """Whether octets that are never text are added to anything in the file."""
    known = memory(module)
    if "grow octets" not in known:
        added = (n.value for n in module.nodes_of(ast.AugAssign) if isinstance(n, ast.AugAssign))
        known["grow octets"] = any(_is_made_for_octets(v, module) or adds_octets(v, module) for v in added)
    return bool(known["grow octets"])


def _is_made_for_octets(value: ast.expr, module: Module) -> bool:
    """Whether something in a sum is octets that are never text: `chr(n) + struct.pack(…)`."""
    return any(made_for_octets(s, module) and not isinstance(s, ast.Constant) for s in summands(value))


def _begins_name(read: ast.expr, module: Module) -> bool:
    """Whether a constant is read to be what a name begins with that takes octets."""
    assign = module.parent(read)
    if not (isinstance(assign, ast.Assign) and len(assign.targets) == 1 and assign.value is read):
        return False
    target = assign.targets[0]
    return isinstance(target, ast.Name) and _takes_octets(target, module, read)


def _takes_octets(
    target: ast.Name, module: Module, first: ast.expr | None = None, seen: frozenset[str] = frozenset()
) -> bool:
    """Whether octets are added to `target`, a sum with some in it, or a variable of which that is true; and all else
    that it is given may be such: literals, constants, and what calls make of it, as `out = f(x, out)` does. `first` is
    to become octets with it; `seen` are variables that are being looked at.
    """
    added = False
    seen |= {target.id}
    for binding in module.bindings(target):
        step = isinstance(binding.node, ast.AugAssign)
        value = binding.node.value if isinstance(binding.node, ast.AugAssign) else binding.value
        together = module.parent(module.parent(binding.node)) if value is None else None
        value = together.value if isinstance(together, ast.Assign) else value
        if value is None:
            return False
        summed = adds_octets(value, module) or (
            step
            and isinstance(value, ast.Name)
            and value.id not in seen
            and _takes_octets(value, module, None, seen)
        )
        made = summed or (_is_made_for_octets(value, module) and is_octets(value, module))
        added = added or (step and made)
        unknown = isinstance(value, (ast.Call, ast.Attribute, ast.Name)) and kind(value, module) is None
        open_ = summed or unknown
        if not (open_ or value is first or is_octets(value, module) or _is_written_out(value, module)):
            return False
    return added


def _is_added(value: ast.expr, target: ast.Name, module: Module) -> bool:
    """Whether `value` is what `target` held with more: text and bytes can't be added, but may follow one another."""
    if isinstance(module.parent(value), ast.AugAssign):
        return True
    return any(isinstance(n, ast.Name) and n.id == target.id for n in ast.walk(value))


def _values(target: ast.Name, module: Module) -> list[ast.expr]:
    found: list[ast.expr] = []
    for binding in module.bindings(target):
        if binding.value is not None:
            found.append(binding.value)
        elif isinstance(binding.node, ast.AugAssign):
            found.append(binding.node.value)
    return found


def _named(side: ast.expr, node: ast.Compare, module: Module) -> Findings:
    """Encode what is text for certain, but no literal."""
    equal = all(not isinstance(o, (ast.In, ast.NotIn, ast.Is, ast.IsNot)) for o in node.ops)
    # What is looked for in octets is octets.
    sought = isinstance(node.ops[0], (ast.In, ast.NotIn)) and len(node.ops) == 1 and side is node.left
    sought = sought and kind(node.comparators[0], module) == BYTES
    # What octets are looked for in, too.
    within = len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and side is not node.left
    if equal or sought or within:
        yield from _encoded_text(side, module)
    if equal and isinstance(side, ast.Attribute) and kind(side, module) is None:
        yield from _written_as_octets(side, module)


def _written_as_octets(node: ast.Attribute, module: Module) -> Findings:
    """Make bytes of an attribute of which nothing is known as it is made bytes of where it is written."""
    spelled = re.escape(module.source(module.span(node)))
    written = re.search(rf"(?<![\w.])as_bytes\({spelled}((?:, \"[\w-]+\")?)\)", module.text)
    if written is not None:
        made = module.helper("as_bytes", AS_BYTES)
        yield module.replace(node, made, "(", node, f"{written[1]})", needs_python2=True)


def _encoded_text(node: ast.expr, module: Module) -> Findings:
    """Encode what is text for certain, but no literal."""
    if not isinstance(node, ast.Constant) and kind(node, module) == TEXT:
        made = bytes_parts(node, module, guess=False)
        if made is not None:
            yield module.edit(*made[0], exactness=Exactness.SEMANTIC)


def _native(node: ast.expr, module: Module) -> list[ast.expr]:
    """The native literals that `node` is, or is a display of."""
    return [value for value in _each(node) if literal(value, module)]


def _each(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, (ast.Tuple, ast.List)) else [node]


def _literals(node: ast.expr, module: Module) -> Findings:
    for value in _each(node):
        if literal(value, module):
            yield module.edit(*literal_parts(value, module))
        elif isinstance(value, ast.Constant) and has_letters_beyond(value, module):
            yield module.wrap(value, "", '.encode("utf-8")', needs_python2=True)


def _reads_octets(reader: ast.expr, module: Module) -> bool:
    """Whether what is called until it gives nothing more gives octets: `lambda: f.read(9)`, `partial(f.read, 9)`."""
    if isinstance(reader, ast.Lambda):
        return is_octets(reader.body, module)
    first = reader.args[0] if isinstance(reader, ast.Call) and reader.args else None
    if not isinstance(first, ast.Attribute) or first.attr != "read":
        return False
    assert isinstance(reader, ast.Call)
    return stdlib_name(reader.func, module) == "functools.partial" and file_kind(first.value, module) == BYTES


RULE = Rule(
    id="bytes_beside_text",
    family="P9",
    summary="text that meets bytes is bytes",
    before="a = open(p, 'rb').read()\nb = a == 'x' or a.startswith('y') or ord(a[0])\n",
    after="a = open(p, 'rb').read()\nb = a == b'x' or a.startswith(b'y') or a[0]\n",
    caveats="A value that was encoded from text is left alone: only its use tells whether bytes are meant.",
    order=70,
    nodes=(ast.Compare, ast.BinOp, ast.Call, ast.Assign, ast.AugAssign),
    names=TAKING_THEIR_KIND | {"iter", "join", "ord"},
    follows=frozenset(
        [
            "string_io: BytesIO",
            "binary_arguments: as_bytes",
            "codec_methods",
            "encoded_methods",
            "string_module",
        ]
    ),
    when=may_hold_bytes,
    visit=visit,
)
