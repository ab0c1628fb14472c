"""'name: ' + x.encode('utf-8') → 'name: ' + x: text that is encoded to be put together with native text stays text.

So does what is collected in a list that native text joins.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.callers import result_kind
from migration.analysis.classes import attribute_values, class_of, classes, methods
from migration.analysis.literals import literal, repeats_literal, summands
from migration.analysis.names import names_by_id, stdlib_name
from migration.analysis.strings.as_bytes import literal_parts
from migration.analysis.strings.encodings import is_anothers, text_again
from migration.analysis.strings.kinds import BYTES, TEXT, is_octets, kind
from migration.analysis.strings.seen import characters_of, codec_of, is_tried, named_encoding
from migration.analysis.strings.takers import NAMED_OCTETS, takes_octets
from migration.analysis.values import reads_of, returns_of, written_out
from migration.rule import Findings, Rule
from migration.rules.text.encoded_names import ALIKE
from migration.stdlib.codecs import is_ascii_based
from migration.view.module import Module

_TERMINAL = frozenset(["sys.stdout.write", "sys.stderr.write"])
#: Methods that make it as long as the number they are given.
_PADDING = frozenset(["center", "ljust", "rjust", "zfill"])
_DISPLAYS = (ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp)


def visit(node: ast.Call, module: Module) -> Findings:
    """Leave the encoding out where any text can be had so, else decode what was encoded, unless octets are wanted."""
    if not isinstance(node.func, ast.Attribute) or not node.args or len(node.args) > 2 or node.keywords:
        return
    codec, text = node.args[0], node.func.value
    known = isinstance(codec, ast.Constant) and is_ascii_based(str(codec.value))
    characters = characters_of(codec_of(node) or "")
    if not (known or characters or named_encoding(codec)) or module.decoded_again(node):
        return
    # What is decoded again behind it fails where it failed.
    summand = isinstance(beside := module.parent(node), ast.BinOp) and isinstance(beside.op, ast.Add)
    if is_anothers(node, text, module, stays=summand or _is_beside_native(node, module)):
        return
    part = _padded(node, module)
    whole = _whole(part, module)
    if whole is None or _is_for_octets(whole, module):
        return
    if part is not node:
        # Of octets it is made so long, and of these letters and blanks of ASCII alone are changed.
        if not module.decoded_again(part) and not characters:
            fills = [a for call in _calls_from(node, part, module) for a in call.args[1:]]
            module.note_decoded(part)
            again = module.part(part, module.span(part), f".decode({module.source(module.span(codec))})")
            yield module.edit(again, *(one for fill in fills for one in literal_parts(fill, module)))
        return
    yield text_again(node, module, f'"{characters}"' if characters else "", exactness=Exactness.EXACT)


def _padded(node: ast.expr, module: Module) -> ast.expr:
    """What methods make of octets that are encoded there: as long as a column, without the blanks around."""
    while True:
        method = module.parent(node)
        call = module.parent(method)
        if not (isinstance(method, ast.Attribute) and isinstance(call, ast.Call) and call.func is method):
            return node
        pads = method.attr in _PADDING and 0 < len(call.args) < 3
        pads = pads and all(literal(fill, module) for fill in call.args[1:])
        if call.keywords or not (pads or (method.attr in ALIKE and not call.args)):
            return node
        node = call


def _calls_from(node: ast.expr, last: ast.expr, module: Module) -> Iterator[ast.Call]:
    """The calls of methods that lead from a value to `last`."""
    while node is not last:
        call = module.parent(module.parent(node))
        assert isinstance(call, ast.Call)
        yield call
        node = call


def _whole(node: ast.expr, module: Module) -> ast.expr | None:
    """The sum, or what native text joins, that `node` is a part of; None where nothing in it is native text."""
    part = node
    while True:
        parent = module.parent(part)
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Mult):
            part = parent  # so many times the same
        elif isinstance(parent, ast.BoolOp) or (isinstance(parent, ast.IfExp) and part is not parent.test):
            part = parent  # or else something
        else:
            break
    if any(is_octets(choice, module) for choice in _choices(part)):
        return None
    whole, native = part, False
    while True:
        parent = module.parent(whole)
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add):
            whole = parent
        elif isinstance(parent, _DISPLAYS) and _is_item(whole, parent):
            call = module.parent(parent)
            if not (isinstance(call, ast.Call) and call.args == [parent] and _joins(call, module)):
                break
            whole, native = call, True
        elif isinstance(parent, ast.Return) and (joins := _joins_of_results(parent, module)):
            if any(_is_for_octets(join, module) for join in joins):
                return None
            return joins[0]
        elif isinstance(parent, ast.Call) and (joins := _later_joins(whole, parent, module)):
            if any(_is_for_octets(join, module) for join in joins):
                return None
            whole, native = joins[0], True
        else:
            break
    others = [other for other in summands(whole) if other is not part]
    if any(is_octets(other, module) for other in others):
        return None
    return whole if native or any(_is_native(other, module) for other in others) else None


def _choices(node: ast.expr) -> list[ast.expr]:
    """What `node` is, one or the other, where it is one of several."""
    if isinstance(node, ast.BoolOp):
        return [choice for one in node.values for choice in (_choices(one) or [one])]
    if isinstance(node, ast.IfExp):
        return [choice for one in (node.body, node.orelse) for choice in (_choices(one) or [one])]
    return []


def _joins_of_results(statement: ast.Return, module: Module) -> list[ast.Call]:
    """Where native literals join what this method gives and the methods of that name of other classes in the file."""
    method = module.function(statement)
    owner = module.parent(method) if method is not None else None
    if not (isinstance(method, ast.FunctionDef) and isinstance(owner, ast.ClassDef)):
        return []
    every = [m for several in classes(module).values() for c in several if (m := methods(c).get(method.name))]
    given = [r.value for m in every if isinstance(m, ast.FunctionDef) for r in returns_of(m)]
    if len(every) < 2 or any(
        v is not None and v is not statement.value and is_octets(v, module) for v in given
    ):
        return []
    joins = [
        call
        for call in module.nodes_named(ast.Call, frozenset(["join"]))
        if isinstance(call, ast.Call) and _goes_through(call, method.name)
    ]
    return joins if all(_joins(call, module) for call in joins) else []


def _goes_through(call: ast.Call, method: str) -> bool:
    """Whether what a method of that name gives of each of several objects is joined."""
    given = call.args[0] if len(call.args) == 1 else None
    item = given.elt if isinstance(given, (ast.ListComp, ast.GeneratorExp)) else None
    return isinstance(item, ast.Call) and isinstance(item.func, ast.Attribute) and item.func.attr == method


def _later_joins(item: ast.expr, call: ast.Call, module: Module) -> list[ast.Call]:
    """Where native literals join the list that a call appends `item` to, if not all that is appended are octets."""
    method = call.func
    if not (isinstance(method, ast.Attribute) and method.attr == "append" and call.args == [item]):
        return []
    places = _same(method.value, module)
    calls = [module.parent(p) for p in places]
    joins = [
        c for p, c in zip(places, calls, strict=True)
        if isinstance(c, ast.Call) and c.args == [p] and _joins(c, module)
    ]  # fmt: skip
    if not joins:
        return []
    appends = [module.parent(c) for c in calls if isinstance(c, ast.Attribute) and c.attr == "append"]
    items = [a.args[0] for a in appends if isinstance(a, ast.Call) and len(a.args) == 1]
    # What may fail there is left encoded, and so are those beside it, unless native text is appended as well.
    tried = any(
        isinstance(i, ast.Call) and getattr(i.func, "attr", "") == "encode" and is_tried(i, module)
        for i in items
    )
    if tried and not any(_gives_native(one, module) for one in items):
        return []
    return [] if all(is_octets(one, module) for one in items) else joins


def _is_beside_native(item: ast.Call, module: Module) -> bool:
    """Whether `item` is appended to a list to which native text is appended, too: octets could not be joined there."""
    call = module.parent(item)
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    if not isinstance(call.func.value, ast.Name) or not _later_joins(item, call, module):
        return False
    calls = [module.parent(module.parent(place)) for place in _same(call.func.value, module)]
    return any(
        isinstance(c, ast.Call)
        and c.args
        and getattr(c.func, "attr", "") == "append"
        and _gives_native(c.args[0], module)
        for c in calls
    )


def _gives_native(node: ast.expr, module: Module) -> bool:
    """Whether `node` is native text, or asked of a dictionary which gives such where it has nothing."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        return len(node.args) == 2 and _is_native(node.args[1], module)
    return _is_native(node, module)


def _same(kept: ast.expr, module: Module) -> list[ast.expr]:
    """The places that read a list that is begun in this file: a variable, or an attribute of a method's object."""
    if isinstance(kept, ast.Name):
        bindings = module.bindings(kept)
        if len(bindings) != 1 or not isinstance(bindings[0].value, ast.List):
            return []
        return [n for n in names_by_id(module)[kept.id] if module.bindings(n) == bindings]
    owner = class_of(kept.value, module) if isinstance(kept, ast.Attribute) else None
    if owner is None or not isinstance(kept, ast.Attribute):
        return []
    held = attribute_values(owner, kept.attr)
    if not held or not all(isinstance(v, ast.List) for v in held):
        return []
    return [
        n
        for n in module.nodes_named(ast.Attribute, frozenset([kept.attr]))
        if isinstance(n, ast.Attribute) and class_of(n.value, module) in (owner, None)
    ]


def _is_item(node: ast.expr, display: ast.expr) -> bool:
    return node in display.elts if isinstance(display, (ast.List, ast.Tuple)) else node is display.elt  # type: ignore[attr-defined]


def _joins(call: ast.Call, module: Module) -> bool:
    function = call.func
    return isinstance(function, ast.Attribute) and function.attr == "join" and literal(function.value, module)


def _is_native(node: ast.expr, module: Module) -> bool:
    """Whether `node` is native text by its looks: a literal, or one that something is put into."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return literal(node.left, module)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in ("format", "join") and literal(node.func.value, module)
    made = written_out(node, module)
    if made is not None and repeats_literal(made, module):
        return True
    return isinstance(made, ast.Constant) and literal(made, module) and str(made.value).isascii()


def _is_for_octets(whole: ast.expr, module: Module) -> bool:
    """Whether the place, or one that the value is read at, may take octets; streams are other rules' affair."""
    parent, function = module.parent(whole), module.function(whole)
    if isinstance(parent, ast.Call) and whole in parent.args and kind(whole, module) == TEXT:
        return False  # what takes octets is given it encoded as a whole
    if isinstance(parent, ast.Call) and getattr(parent.func, "attr", "") == "write":
        # What native text joins is text, whatever it is written to.
        joined = any(isinstance(part, ast.Call) and _joins(part, module) for part in summands(whole))
        return not joined and stdlib_name(parent.func, module) not in _TERMINAL
    if isinstance(parent, ast.Return) and isinstance(function, ast.FunctionDef):
        return bool(NAMED_OCTETS.search(function.name)) or result_kind(function, module) == BYTES
    return any(takes_octets(place, module) for place in (whole, *reads_of(whole, module)))


RULE = Rule(
    id="encoded_sums",
    family="P8",
    summary="what is encoded to be added to native text, or joined by it, stays text",
    before="a = 'x: ' + b.encode('utf-8')\nprint ', '.join([c.encode('utf-8') for c in d])\n",
    after=(
        "a = 'x: ' + b.encode('utf-8').decode('utf-8')\n"
        "print(', '.join([c.encode('utf-8').decode('utf-8') for c in d]))\n"
    ),
    caveats="Where the value is known to go to what takes octets, the literals become bytes instead, by other rules.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=58,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
