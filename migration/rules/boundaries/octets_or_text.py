"""part == "x", part.replace("a", "b") → as_text(part) …, where octets of the library may flow to it, or text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.flow_kinds import asks_for_octets, may_be_octets, may_be_text
from migration.analysis.laziness.use import COMPARING
from migration.analysis.literals import literal, summands
from migration.analysis.made import kept_by
from migration.analysis.names import last_name, stdlib_name
from migration.analysis.strings.encoded import is_encoded
from migration.analysis.strings.kinds import BYTES, TAKING_THEIR_KIND, TEXT, XML_METHODS, is_encoded_xml, kind
from migration.analysis.strings.memory_files import CLASSES, makes_bytes
from migration.analysis.strings.takers import takes_octets
from migration.analysis.values import may_hold
from migration.flow.atoms import NATIVE, Atom, Box
from migration.rewriting.as_text import HELPER
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.rules.boundaries.begun_buffers import is_buffer
from migration.rules.boundaries.octet_patterns import COMPILED, METHODS, SEARCHED
from migration.view.module import Module

#: What gives a place: of octets, that is another than of the text they are.
_PLACES = frozenset(["find", "index", "rfind", "rindex"])
#: Methods of a character that a number has not.
_OF_TEXT = TAKING_THEIR_KIND | {
    "isalnum", "isalpha", "isdigit", "islower", "isspace", "isupper", "lower", "upper",
}  # fmt: skip
#: Characters that the library names.
_CHARACTERS = frozenset(
    f"string.{name}"
    for name in (
        "ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "hexdigits", "letters", "lowercase",
        "octdigits", "printable", "punctuation", "uppercase", "whitespace",
    )
)  # fmt: skip
_OCTETS = frozenset(["octets", "encoded"])
#: A declaration of another encoding than UTF-8.
_COOKIE = re.compile(r"\A(?:[^\n]*\n)?[ \t\f]*#.*?coding[:=][ \t]*(?!utf-?8)\w", re.IGNORECASE)
_LITERALS: frozenset[Atom] = frozenset(["str", "unicode"])
#: Methods of what a pattern finds that tell where it was.
_POSITIONS = frozenset(["end", "span", "start"])


def visit(node: ast.Compare | ast.Call | ast.BinOp, module: Module) -> Findings:
    """Make text of it where it meets native text: both were one in Python 2."""
    found = [
        value
        for value in (*meeting(node, module), *_beside_named(node, module), *_indexed(node, module))
        if _is_either(value, module) or _is_joined_octets(value, node, module)
    ]
    for value in found or _held_against_text(node, module):
        if not inside_helper(value, HELPER, module):
            name = helper("as_text", HELPER, module)
            yield module.replace(value, name, "(", *module.sub(value), ")", needs_python2=True)


def meeting(node: ast.Compare | ast.Call | ast.BinOp, module: Module) -> list[ast.expr]:
    """What meets native text that is spelled out."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        if len(sides) != 2 or not isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.In, ast.NotIn)):
            return []
        if isinstance(node.ops[0], ast.Eq) and _is_asserted(node, module):
            return [one for one, other in (sides, sides[::-1]) if may_be_text(other, module)]
        return [one for one, other in (sides, sides[::-1]) if _is_native(other, module)]
    if isinstance(node, ast.BinOp):
        if not isinstance(node.op, ast.Add) or _is_of_octets(node, module):
            return []
        sides = [node.left, node.right]
        return [one for one, other in (sides, sides[::-1]) if literal(other, module)]
    if isinstance(node.func, ast.Attribute) and node.func.attr == "join":
        return _beside_text(node, module)
    if isinstance(node.func, ast.Attribute) and node.func.attr in TAKING_THEIR_KIND:
        return [node.func.value] if any(_is_native(a, module) for a in node.args) else []
    if last_name(node.func) in COMPARING and len(node.args) >= 2:
        sides = node.args[:2]
        return [one for one, other in (sides, sides[::-1]) if literal(other, module)]
    if len(node.args) == 1 and stdlib_name(node.func, module) in CLASSES:
        # A file in memory that is one of text now.
        return [] if makes_bytes(node.func, module) else node.args
    return _searched(node, module)


def _beside_named(node: ast.Compare | ast.Call | ast.BinOp, module: Module) -> Iterator[ast.expr]:
    """What meets native text by its name, where that is nothing else for certain: `data.count(CRLF)`."""
    sides: list[ast.expr] = []
    if isinstance(node, ast.Compare):
        compared = len(node.ops) == 1 and isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.In, ast.NotIn))
        sides = [node.left, *node.comparators] if compared else []
    elif isinstance(node, ast.Call) and last_name(node.func) in COMPARING:
        sides = node.args[:2]
    if len(sides) == 2:
        for one, other in (sides, sides[::-1]):
            if (
                isinstance(other, (ast.Name, ast.Attribute))
                and _may_be_octets(one, module)
                and _is_text_by_name(other, module)
            ):
                yield one
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        asked = node.func.value
        taking = TAKING_THEIR_KIND - _PLACES
        named = (
            [a for a in node.args if isinstance(a, (ast.Name, ast.Attribute))]
            if node.func.attr in taking
            else []
        )
        if (
            named
            and _may_be_octets(asked, module)
            and all(_is_text_by_name(a, module) or _is_composed(a, module) for a in named)
        ):
            yield asked


def _indexed(node: ast.Compare | ast.Call | ast.BinOp, module: Module) -> Iterator[ast.expr]:
    """What has its first or its last character compared with native text, or asked what only text can do: an item of
    octets is a number, `line[0] in '#;'`. At other places of the text another character may stand than in the octets.
    """
    items: list[ast.expr] = []
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        if len(sides) == 2 and isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.In, ast.NotIn)):
            items = [one for one, other in (sides, sides[::-1]) if _is_ascii(other, module)]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _OF_TEXT:
        items = [node.func.value]
    for item in items:
        if (
            isinstance(item, ast.Subscript)
            and ast.unparse(item.slice) in ("0", "-1")
            and not _is_either(item, module)
        ):
            yield item.value


def _is_ascii(node: ast.expr, module: Module) -> bool:
    """Whether `node` is native text of ASCII, a row of such, a name for it, or characters that the library names."""
    if stdlib_name(node, module) in _CHARACTERS:
        return True
    values = may_hold(node, module) if isinstance(node, ast.Name) else [node]
    return bool(values) and all(
        value is not None and _is_native(value, module) and _spells_ascii(value) for value in values
    )


def _spells_ascii(node: ast.expr) -> bool:
    texts = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant)]
    return all(isinstance(text, str) and text.isascii() for text in texts)


def _held_against_text(node: ast.AST, module: Module) -> Iterator[ast.expr]:
    """What encoded text may flow to, from another object or a call, and `node` holds against text of ASCII that is
    spelled out: they were equal in Python 2, whoever else tells octets from text.
    """
    sides: list[ast.expr] = []
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators] if isinstance(node.ops[0], (ast.Eq, ast.NotEq)) else []
    elif isinstance(node, ast.Call) and last_name(node.func) in COMPARING:
        sides = node.args[:2]
    if len(sides) != 2 or module.facts.index.octets:
        return
    for one, other in (sides, sides[::-1]):
        if (
            isinstance(one, (ast.Attribute, ast.Call))
            and (_is_spelled(other, module) or (isinstance(node, ast.Call) and _is_listed(other, module)))
            and "encoded" in module.may_hold(one)
            and kind(one, module) is None
            and not asks_for_octets(module)
        ):
            yield one


def _is_spelled(node: ast.expr, module: Module) -> bool:
    """Whether `node` is text of ASCII, with or without a mark, or native text of UTF-8 that is written as it is read;
    or a name that only holds such.
    """
    values = may_hold(node, module) if isinstance(node, ast.Name) else [node]
    return bool(values) and all(
        isinstance(value, ast.Constant)
        and isinstance(value.value, str)
        and (value.value.isascii() or _spells_utf8(value, module))
        for value in values
    )


def _is_listed(node: ast.expr, module: Module) -> bool:
    """Whether a name only holds text that nothing encoded: what a test expects, out of a row or a table."""
    held = module.held(node) if isinstance(node, ast.Name) else ()
    return bool(held) and _LITERALS.issuperset(held)


def _spells_utf8(node: ast.Constant, module: Module) -> bool:
    """Whether a native literal has characters beyond ASCII as they are, in a file of UTF-8: octets that were such text
    when they were encoded.
    """
    if node.kind == "u" or module.has_future("unicode_literals") or _COOKIE.search(module.text):
        return False
    return "\\" not in module.source(module.span(node))


def _is_text_by_name(node: ast.expr, module: Module) -> bool:
    """Whether a name is text for certain, and no octets flow to it from elsewhere."""
    return kind(node, module) == TEXT and _OCTETS.isdisjoint(
        atom for atom in module.may_hold(node) if isinstance(atom, str)
    )


def _is_composed(node: ast.expr, module: Module) -> bool:
    """Whether nothing flows to a name but native strings that were put together: `x` for x in ['%s ' % y, …]."""
    return kind(node, module) is None and set(module.may_hold(node)) == {"native"}


def _is_asserted(node: ast.Compare, module: Module) -> bool:
    """Whether a function that asserts it compares two of its parameters: what all tests hold against each other."""
    if not isinstance(module.parent(node), ast.Assert):
        return False
    sides = [s for s in (node.left, *node.comparators) if isinstance(s, ast.Name)]
    bound = [b for s in sides for b in module.bindings(s)]
    return len(sides) == len(bound) == 2 and all(b.kind == "parameter" for b in bound)


def _searched(node: ast.Call, module: Module) -> list[ast.expr]:
    """What is looked through for a pattern of native text that is spelled out, there or where it is compiled.

    Where it was found may tell what is cut out of the octets themselves: such a function is left alone.
    """
    if last_name(node.func) not in METHODS:
        return []
    place, pattern = SEARCHED.get(stdlib_name(node.func, module) or ""), next(iter(node.args), None)
    if place is None and isinstance(node.func, ast.Attribute):
        made = kept_by(node.func.value, module, COMPILED)
        place, pattern = METHODS[node.func.attr], next(iter(made.args), None) if made is not None else None
    if place is None or pattern is None or place >= len(node.args):
        return []
    spelled = literal(pattern, module) and ast.literal_eval(pattern).isascii()
    told = module.function(node) or module.tree
    positions = (n for n in module.nodes_named(ast.Call, _POSITIONS) if told in module.ancestors(n))
    return [node.args[place]] if spelled and next(positions, None) is None else []


def _is_of_octets(node: ast.BinOp, module: Module) -> bool:
    """Whether a sum is one of octets, as the ones in it show that are certain to be some, or what it is given to."""
    whole: ast.expr = node
    while isinstance(outer := module.parent(whole), ast.BinOp) and isinstance(outer.op, ast.Add):
        whole = outer
    pending, certain = [whole], False
    while pending and not certain:
        part = pending.pop()
        if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Add):
            pending += [part.left, part.right]
        else:
            certain = isinstance(part, ast.Call) and kind(part, module) == BYTES
    # What text was encoded to takes the literals beside it along, where the sum is given to what takes octets.
    encoded = any(is_encoded(part, module) for part in summands(whole))
    return certain or (encoded and takes_octets(whole, module))


def _beside_text(join: ast.Call, module: Module) -> list[ast.expr]:
    """The items of a written-out list that is joined, where any of them is text."""
    row = join.args[0] if len(join.args) == 1 else None
    if not isinstance(row, (ast.List, ast.Tuple)):
        return []
    texts = [e for e in row.elts if _is_text(e, module)]
    return [e for e in row.elts if e not in texts] if texts else []


def _is_text(node: ast.expr, module: Module) -> bool:
    formatted = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and literal(node.left, module)
    return literal(node, module) or formatted or kind(node, module) == TEXT


def _is_joined_octets(node: ast.expr, call: ast.AST, module: Module) -> bool:
    """Whether `node` is octets, among items of which one is text for certain, whatever joins them."""
    joined = isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "join"
    return (
        joined
        and not module.facts.index.octets
        and kind(node, module) == BYTES
        and not isinstance(node, ast.Constant)
    )


def _is_native(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a native literal, or a row of such."""
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return bool(node.elts) and all(literal(e, module) for e in node.elts)
    return literal(node, module)


def _is_either(node: ast.expr, module: Module) -> bool:
    """Whether `node` may hold octets, and nothing tells that it holds nothing else, or none."""
    if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        held = module.may_hold(node.value)
        if not NATIVE.isdisjoint(a for a in held if isinstance(a, str)):
            return False  # an item of octets is a number
        if not any(isinstance(a, Box) for a in held):
            return False
        if isinstance(node.value, ast.Call) and any(
            _is_either(v, module) for v in meeting(node.value, module)
        ):
            return False
    if isinstance(node, ast.Call) and any(_is_either(v, module) for v in meeting(node, module)):
        return False  # what a method gives of what is made text for it
    return kind(node, module) is None and _may_be_octets(node, module) and not is_buffer(node, module)


def _may_be_octets(node: ast.expr, module: Module) -> bool:
    return may_be_octets(node, module) or _is_serialised(node, module)


def _is_serialised(node: ast.expr, module: Module) -> bool:
    """Whether `node` asks for XML in an encoding: what the library gives so are octets, whatever the repository's own
    methods of that name give.
    """
    given = may_hold(node, module) if isinstance(node, ast.Name) else []
    node = given[0] if len(given) == 1 and given[0] is not None else node
    method = node.func if isinstance(node, ast.Call) else None
    if not isinstance(method, ast.Attribute) or method.attr not in XML_METHODS or module.facts.index.octets:
        return False
    return is_encoded_xml(node)  # type: ignore[arg-type]


def _is_given(module: Module) -> bool:
    """Whether octets flow to anything in the file, or it asks for XML, which may be encoded."""
    return module.is_given_octets or any(f".{method}(" in module.text for method in XML_METHODS)


RULE = Rule(
    id="octets_or_text",
    family="P9",
    summary="what may be octets or text is text where it meets native text",
    before="def f(x): return x == 'a'\n",
    after="def f(x): return x == 'a'\n",
    caveats="Only where the flow of values through the repository shows both. Octets that are no UTF-8 become Latin-1. "
    "Where the repository tells octets from text, only what was encoded is, and only beside text that is spelled out.",
    triggers=("==", "!=", "in", "+", *sorted(_OF_TEXT), *COMPARING, "join", "assert", "StringIO", "re"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=78,
    nodes=(ast.Compare, ast.Call, ast.BinOp),
    when=_is_given,
    visit=visit,
)
