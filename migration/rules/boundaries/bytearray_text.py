"""b = bytearray(…); b[0] = 'z'; b.append('d'); b == 'x' → ord('z'), ord('d'), b'x': what goes into octets is octets."""

from __future__ import annotations

import ast

from migration.analysis.builtins import spell_builtin
from migration.analysis.classes import attribute_values
from migration.analysis.exceptions import expects_refusal
from migration.analysis.literals import literal
from migration.analysis.made import is_bytearray, kept_by, made_by
from migration.analysis.names import is_of_self, stdlib_name
from migration.analysis.strings.as_bytes import argument_as_bytes, bytes_parts, literal_parts
from migration.analysis.strings.bytearrays import is_array
from migration.analysis.strings.kinds import BYTES, is_octets, kind
from migration.analysis.strings.octet_calls import encoded, is_bytes, is_given_to_array
from migration.analysis.strings.octet_items import HELPER
from migration.analysis.values import parameter_meant
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.source.edits import Piece, Span
from migration.view.module import Module

#: Methods whose argument is one octet; Python 2 took a character as well.
_ONE = frozenset(["append", "remove", "insert"])
_MAPS = frozenset(["mmap.mmap"])
_VIEWS = frozenset(["builtins.memoryview"])
#: Methods whose arguments are octets.
_MANY = frozenset(
    [
        "count", "endswith", "extend", "find", "index", "join", "lstrip", "partition", "replace", "rfind", "rindex",
        "rpartition", "rsplit", "rstrip", "split", "startswith", "strip", "translate",
    ]
)  # fmt: skip
#: What items of strings can be; 'octets' are numbers already where all are.
_CHARACTERS = frozenset(["str", "unicode", "encoded", "octets", "native"])


def visit(node: ast.Call | ast.Compare | ast.Assign | ast.AugAssign | ast.BinOp, module: Module) -> Findings:
    """Spell native literals as octets where they meet a bytearray."""
    if isinstance(node, ast.Call):
        function = node.func
        if not (isinstance(function, ast.Attribute) and function.attr in _ONE | _MANY):
            return
        if node.args and _is_array(function.value, module):
            grown = function.attr == "extend" and not module.facts.index.octets
            if grown and parameter_meant(node.args[0], module) is not None:
                yield from argument_as_bytes(node.args[0], module, guess=True)
            for argument in node.args[-1:] if function.attr in _ONE else node.args:
                if function.attr == "translate" and (made := _table(argument, module)) is not None:
                    yield from made
                    continue
                if function.attr != "append" or kind(argument, module) != BYTES:
                    yield from _octets(argument, function.attr in _ONE, module)
                if function.attr in _MANY and _is_text_elsewhere(argument, module):
                    yield from argument_as_bytes(argument, module, guess=True)
            if function.attr == "append" and kind(node.args[0], module) == BYTES:
                # One octet it must have been, of which nothing takes the number.
                end = module.span(function).end
                yield module.replace_span(Span(end - len("append"), end), "extend", needs_python2=True)
    elif isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        if any(_is_array(s, module) or _is_view(s, module) for s in sides):
            for side in sides:
                yield from _octets(side, False, module)
    elif isinstance(node, ast.BinOp):
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(node.op, ast.Add) and _is_array(one, module):
                yield from _octets(other, False, module)
                if module.facts.index.octets:
                    yield from _octets_kept_as_text(other, module, before=other is node.left)
    else:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if isinstance(target, ast.Subscript) and _takes_octets(target.value, module):
            several = isinstance(target.slice, ast.Slice)
            yield from _octets(node.value, not several, module)
            if several and module.facts.index.octets:
                if _is_array(target.value, module):
                    yield from _octets_kept_as_text(node.value, module)
            elif several and isinstance(node.value, ast.Name) and kind(node.value, module) != BYTES:
                yield from argument_as_bytes(node.value, module, guess=True)
        elif isinstance(node, ast.AugAssign) and _is_array(target, module):
            yield from _octets(node.value, False, module)
            if isinstance(node.op, ast.Add) and module.facts.index.octets:
                yield from _octets_kept_as_text(node.value, module)
            elif isinstance(node.op, ast.Add) and parameter_meant(node.value, module) is not None:
                yield from argument_as_bytes(node.value, module, guess=True)


def _octets_kept_as_text(node: ast.expr, module: Module, before: bool = False) -> Findings:
    """Encode what goes into a bytearray, where octets are kept as text; with one behind it, a string made one."""
    if literal(node, module) or is_array(node, module) or expects_refusal(node, module):
        return
    if isinstance(node, (ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp)) or _is_of_numbers(
        node, module
    ):
        return
    given = is_bytes(node, module) or is_given_to_array(node, module)
    pieces = module.sub(node) if given else encoded(node, module)
    if before:
        yield module.replace(
            node, spell_builtin("bytearray", node, module), "(", *pieces, ")", needs_python2=True
        )
    elif not given:
        yield module.replace(node, *pieces, needs_python2=True)


def _is_of_numbers(node: ast.expr, module: Module) -> bool:
    """Whether `node` is known to be no string: items of any kind may be assigned to a part."""
    types = module.type_of(node)
    return bool(types) and "str" not in types


def _octets(node: ast.expr, one: bool, module: Module) -> Findings:
    if one and isinstance(node, ast.Call) and module.is_builtin(node.func, "chr") and len(node.args) == 1:
        yield module.replace(node, *module.sub(node.args[0]), needs_python2=True)
        return
    if one and (asked := _number_by(node, module)):
        yield module.edit(module.in_call(node, asked), needs_python2=True)
        return
    if not literal(node, module) or expects_refusal(node, module):
        return
    if one and len(ast.literal_eval(node)) == 1:
        yield module.wrap(node, "ord(")
    elif not one:
        yield module.edit(*literal_parts(node, module))


def _number_by(node: ast.expr, module: Module) -> Piece:
    """The function that gives the number of what is one octet, or a character; '' where it may be a number itself."""
    if isinstance(node, ast.Call):
        return "ord" if is_octets(node, module) else ""  # struct.pack('B', n)
    if isinstance(node, ast.Name) and _is_text_elsewhere(node, module):
        return "ord"
    if not isinstance(node, ast.Name) and not (
        isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)
    ):
        return ""
    held = frozenset(module.may_hold(node))
    if not held <= _CHARACTERS or held <= {"octets"}:
        return ""
    return "ord" if held <= {"str", "unicode"} else helper("octet", HELPER, module)


def _table(node: ast.expr, module: Module) -> Findings | None:
    """How `string.maketrans(a, b)` gives the table of a bytearray."""
    if not isinstance(node, ast.Call) or stdlib_name(node.func, module) != "string.maketrans":
        return None
    parts = [module.part(node.func, "bytes.maketrans")]
    for argument in node.args:
        made = bytes_parts(argument, module, guess=True, encoding="latin-1")
        parts += made[0] if made is not None else []
    return iter([module.edit(*parts)])


def _is_text_elsewhere(node: ast.expr, module: Module) -> bool:
    """Whether a name or an attribute is given native strings alone, as far as the repository shows."""
    held = module.may_hold(node) if isinstance(node, (ast.Name, ast.Attribute)) else ()
    return bool(held) and all(atom in ("str", "unicode") for atom in held)


def _is_array(node: ast.expr, module: Module) -> bool:
    if module.facts.index.octets and is_array(node, module):
        return True
    return is_bytearray(node, module) or _is_kept(node, module)


def _is_view(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a memoryview, or a slice of one: its items are octets, whatever it is a view of."""
    while isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        node = node.value
    return kept_by(node, module, _VIEWS) is not None


def _is_kept(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an attribute of `self` that the class gives a bytearray, or else what the class is given."""
    if not is_of_self(node):
        return False
    owner = module.class_of(node)
    if owner is None:
        return False
    values = attribute_values(owner, node.attr)
    made = [v for v in values if is_bytearray(v, module)]
    return bool(made) and all(v in made or parameter_meant(v, module) is not None for v in values)


def _takes_octets(node: ast.expr, module: Module) -> bool:
    """Whether octets are assigned to items of `node`: to those of a file in memory, too."""
    return _is_array(node, module) or _is_view(node, module) or made_by(node, module, _MAPS) is not None


RULE = Rule(
    id="bytearray_text",
    family="P9",
    summary="what meets a bytearray is octets",
    before="b = bytearray(3)\nb[0] = 'z'\nb += 'x'\n",
    after="b = bytearray(3)\nb[0] = ord('z')\nb += b'x'\n",
    caveats="Only literals, chr(…) and what is known to be bytes, and only a bytearray that is seen to be made.",
    triggers=("bytearray", "memoryview", "mmap", "pack_into"),
    nodes=(ast.Call, ast.Compare, ast.Assign, ast.AugAssign, ast.BinOp),
    names=_ONE | _MANY,
    visit=visit,
)
