"""print name.encode('utf-8') → print(name), or with .decode(…): bytes that are spelled out as text are b'…'.

So is what is added to native text: out = ''; out += name.encode('utf-8'); and what the environment is given.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain

from environment.traces import Exactness
from migration.analysis.literals import has_high_escapes, literal
from migration.analysis.names import last_name
from migration.analysis.strings.encodings import encodes_itself
from migration.analysis.strings.kinds import TEXT, adds_octets, is_octets, kind
from migration.analysis.strings.meets import has_native_keys
from migration.analysis.strings.seen import UNIVERSAL, characters_of, named_encoding
from migration.analysis.strings.shown import (
    SHOWING,
    SPELLING,
    asked_of_text,
    handed_on,
    logged,
    own_functions,
    put_as_text,
    raised,
    row,
    searched_as_text,
    spelled,
    taken_as_text,
    used_as_text,
    written,
)
from migration.analysis.strings.takers import SENDERS, gets_literals
from migration.analysis.values import assigned, called_here, reads_alike, returns_of, value_there
from migration.rule import Findings, Rule
from migration.rules.text._encoders import encodings
from migration.rules.text.ascii_folding import folds
from migration.rules.text.encoded_literal import is_dropped
from migration.rules.text.encoded_names import ALIKE, keeps_text
from migration.view.module import Module

_TEXT_CODECS = UNIVERSAL | frozenset(
    ["ascii", "us-ascii", "latin-1", "latin1", "iso-8859-1", "iso-8859-15", "cp1252", "cp437", "utf-16"]
)

#: What octets are given to.
_SINKS = SENDERS | {"update", "md5", "sha1", "sha256", "new", "crc32", "compress", "b64encode", "hexlify"}
#: Methods that make it as long as the number they are given.
_PADDING = frozenset(["center", "ljust", "rjust", "zfill"])


def visit(
    node: ast.BinOp | ast.Call | ast.Subscript | ast.AugAssign | ast.BoolOp | ast.Compare | ast.IfExp,
    module: Module,
) -> Findings:
    """Decode what was encoded only to be shown; where it was text and any codec does, don't encode it."""
    if isinstance(node, ast.AugAssign):
        if _encoding(node.value, module) is node.value and _adds_to_literal(node, module):
            yield from _decoded(node.value, module, needs_python2=True)
        return
    if isinstance(node, ast.Subscript):
        put = module.parent(node) if isinstance(node.ctx, ast.Store) else None
        if isinstance(put, ast.Assign) and module.qualified_name(node.value) == "os.environ":
            yield from _decoded(put.value, module, needs_python2=True)
        elif (
            isinstance(node.slice, ast.Call)
            and _encoding(node.slice, module) is node.slice
            and has_native_keys(node.value, module)
        ):
            yield from _decoded(node.slice, module, needs_python2=True)
        return
    if isinstance(node, ast.Compare):
        yield from _looked_for(node, module)
        return
    if isinstance(node, (ast.BoolOp, ast.IfExp)):
        yield from _chosen(node, module)
        return
    for value in put_as_text(node, module):
        parts = [part for one in _choices(value) for part in _summands(one)]
        for part in parts if len(parts) > 1 else ():
            yield from _decoded(part, module, needs_python2=True)
        yield from _decoded(_encoded_there(value, module), module, place=value)
    if isinstance(node, ast.Call):
        for value in written(node, module):
            for part in _added(value, module):
                yield from _decoded(part, module)
        # Bytes are right here in Python 3 code that means to show them.
        found = (spelled, row, raised, handed_on, taken_as_text, logged)
        for value in chain(_joined(node, module), *(f(node, module) for f in found)):
            for part in _shown(value):
                yield from _piece(part, module)
                for one in _added(part, module):
                    yield from _decoded(one, module, needs_python2=True)
        given = (*node.args, *(k.value for k in node.keywords))
        if isinstance(node.func, ast.Name) and any(_encoding(value, module) for value in given):
            for value in used_as_text(node, module):
                yield from _decoded(value, module, needs_python2=True)
        for value in asked_of_text(node, module, lambda part: _encoding(part, module) is not None):
            yield from _decoded(value, module, needs_python2=True)
        for value in searched_as_text(node, module):
            yield from _decoded(_encoded_there(value, module), module, needs_python2=True, place=value)
        for value in raised(node, module):
            if isinstance(value, ast.Name) and _encoding(value, module) is None:
                yield from _decoded(_encoded_before(value, module), module, needs_python2=True)


def _looked_for(node: ast.Compare, module: Module) -> Findings:
    """What is encoded to be looked for among native strings: `x.encode('utf-8') in WORDS`."""
    if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn)) or module.facts.index.octets:
        return
    others = node.comparators[0]
    if isinstance(others, (ast.List, ast.Tuple, ast.Set)) or module.observed(node.left):
        return  # what stands there becomes octets; where 2.7 was watched, `seen_encode` sees to it
    if _encoding(node.left, module) is node.left and has_native_keys(others, module):
        yield from _decoded(node.left, module, needs_python2=True)


def _adds_to_literal(node: ast.AugAssign, module: Module) -> bool:
    """Whether what is added to a variable joins the native literals that it begins with, and no octets."""
    if not isinstance(node.op, ast.Add) or not isinstance(node.target, ast.Name):
        return False
    bindings = module.bindings(node.target)
    begun = [b.value for b in bindings if not isinstance(b.node, ast.AugAssign)]
    added = [b.node.value for b in bindings if isinstance(b.node, ast.AugAssign)]
    return (
        bool(begun)
        and all(v is not None and literal(v, module) and not has_high_escapes(v, module) for v in begun)
        and not any(adds_octets(a, module) or is_octets(a, module) for a in added)
        and not any(_asks_for_octets(r, module) for r in reads_alike(node.target, module))
    )


def _asks_for_octets(read: ast.expr, module: Module) -> bool:
    """Whether a text is measured, taken apart or sent, of which octets are more than its characters."""
    outer = module.parent(read)
    if isinstance(outer, (ast.Subscript, ast.For, ast.comprehension)):
        return True
    if isinstance(outer, ast.Attribute):
        return outer.attr == "encode"
    while isinstance(outer, (ast.BinOp, ast.Tuple)):
        outer = module.parent(outer)
    if not isinstance(outer, ast.Call):
        return False
    return module.is_builtin(outer.func, "len", "map", "iter", "list") or last_name(outer.func) in _SINKS


def _chosen(node: ast.BoolOp | ast.IfExp, module: Module) -> Findings:
    """What is encoded where text is made instead: `'&%d;' % n if n > 127 else c.encode('ascii')`."""
    choices = _choices(node)
    if isinstance(module.parent(node), (ast.BoolOp, ast.IfExp)) or not any(
        _makes_text(c, module) for c in choices
    ):
        return
    for choice in choices:
        if _encoding(choice, module) is choice:
            yield from _decoded(choice, module, needs_python2=True)


def _makes_text(node: ast.expr, module: Module) -> bool:
    """Whether native text is made: a literal that something is put into, or what `str()` gives."""
    filled = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and literal(node.left, module)
    spelled = isinstance(node, ast.Call) and module.is_builtin(node.func, "str", "repr")
    return (filled or spelled) and kind(node, module) == TEXT


def _choices(value: ast.expr) -> list[ast.expr]:
    """What a value is, one or the other: `a or b`, `a if b else c`."""
    if isinstance(value, ast.BoolOp):
        return [choice for one in value.values for choice in _choices(one)]
    if isinstance(value, ast.IfExp):
        return [*_choices(value.body), *_choices(value.orelse)]
    return [value]


def _summands(value: ast.expr) -> list[ast.expr]:
    """What a sum consists of, from left to right."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        return [*_summands(value.left), *_summands(value.right)]
    return [value]


def _added(value: ast.expr, module: Module) -> list[ast.expr]:
    """What is to be text of `value`: the summands, where each of them is encoded or a native literal; else itself."""
    parts = _summands(value)
    encoded: list[ast.expr] = [part for part in parts if _is_encoded_there(part, module)]
    others = [part for part in parts if part not in encoded]
    alike = all(literal(o, module) and not has_high_escapes(o, module) for o in others)
    return encoded if len(encoded) > 1 and alike else [value]


def _is_encoded_there(part: ast.expr, module: Module) -> bool:
    """Whether a part is encoded in place, also where it is made as long as a column then."""
    call = _encoding(part, module)
    padded = (
        isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in _PADDING
    )
    return call is not None and (call is part or padded)


def _piece(value: ast.expr, module: Module) -> Findings:
    """A slice of what is encoded there, or a sum of it that has a name: octets, which are decoded to be shown."""
    if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice):
        calls, errors = [_encoding(value.value, module)], ', "replace"'
        if calls[0] is not value.value:
            return
    else:
        made = assigned(value, module) if isinstance(value, ast.Name) else None
        calls, errors = [_encoding(part, module) for part in _summands(made)] if made is not None else [], ""
        if len(calls) < 2:
            return
    codecs = [c.args[0] for c in calls if c is not None and c.args and not is_dropped(c, module)]
    spellings = {_spelling(c) for c in codecs}
    if len(codecs) != len(calls) or len(spellings) != 1 or not spellings <= _TEXT_CODECS:
        return
    if (
        module.facts.index.octets
        or module.decoded_again(value)
        or any(module.observed(c) for c in calls if c)
    ):
        return
    decoding = f".decode({module.source(module.span(codecs[0]))}{errors})"
    yield module.wrap(value, "", decoding, needs_python2=True)


def _shown(value: ast.expr) -> Iterator[ast.expr]:
    """What is spelled out where `value` is: the items of a list or a tuple made there, each for itself, and
    what is one of two."""
    if isinstance(value, (ast.List, ast.Tuple)):
        yield from chain.from_iterable(map(_shown, value.elts))
    elif len(choices := _choices(value)) > 1:
        yield from chain.from_iterable(map(_shown, choices))
    elif isinstance(value, ast.ListComp):
        yield from _shown(value.elt)
    else:
        yield value


def _encodes(module: Module) -> bool:
    """Whether anything in the file is encoded in a way that can be undone: else nothing is looked at."""
    calls = module.nodes_named(ast.Call, frozenset(["encode"]))
    codecs = [call.args[0] for call in calls if isinstance(call, ast.Call) and call.args]
    return any(
        named_encoding(c) or _spelling(c) in _TEXT_CODECS or characters_of(_spelling(c)) for c in codecs
    )


def _spelling(codec: ast.expr) -> str:
    """The name of a codec, where it is spelled out; else ""."""
    return str(codec.value).lower() if isinstance(codec, ast.Constant) else ""


def _joined(node: ast.Call, module: Module) -> Iterator[ast.expr]:
    """What is joined by native text, one by one, for a stream that is given native literals."""
    joined = node.args[0] if len(node.args) == 1 and getattr(node.func, "attr", "") == "write" else None
    if not (isinstance(joined, ast.Call) and isinstance(joined.func, ast.Attribute) and joined.args):
        return
    several = joined.args[0]
    if (
        joined.func.attr == "join"
        and literal(joined.func.value, module)
        and isinstance(several, (ast.ListComp, ast.GeneratorExp))
        and gets_literals(node.func.value, module)  # type: ignore[attr-defined]
    ):
        yield several.elt


def _decoded(
    value: ast.expr, module: Module, needs_python2: bool = False, place: ast.expr | None = None
) -> Findings:
    """`place` is what is decoded, where that is another name for `value`."""
    call = _encoding(value, module)
    if call is not None and (folds(call, module) or keeps_text(call, module)):
        return
    if module.decoded_again(place or value) or (call is not None and is_dropped(call, module)):
        return
    codec = call.args[0] if call is not None and call.args else None
    spelling = _spelling(codec) if codec is not None else ""
    told = codec is not None and named_encoding(codec) and _means_the_same(codec, value, module)
    characters = characters_of(spelling)
    if call is not None and call is value and characters:
        yield module.wrap(value, "", f'.decode("{characters}")', needs_python2=needs_python2)
        return
    if call is None or codec is None or not (told or spelling in _TEXT_CODECS):
        return
    assert isinstance(call.func, ast.Attribute)
    text = call.func.value
    if told and isinstance(text, ast.Name) and any(b.kind == "import" for b in module.bindings(text)):
        return  # a function of a module
    if place is not None and place is not value:
        yield module.wrap(
            place, "", f".decode({module.source(module.span(codec))})", needs_python2=needs_python2
        )
    elif call is value and len(call.args) == 1 and spelling in UNIVERSAL and _is_text(text, module):
        module.note_decoded(value)
        yield module.replace(value, *module.sub(text), exactness=Exactness.EXACT, needs_python2=needs_python2)
    else:
        decoded = f".decode({module.source(module.span(codec))})"
        yield module.wrap(value, "", decoded, needs_python2=needs_python2)


def _is_text(node: ast.expr, module: Module) -> bool:
    """Whether `node` is text for certain, also because that was asked where it stands: `isinstance(s, unicode)`."""
    return kind(node, module) == TEXT or module.type_of(node) == frozenset(["unicode"])


def _encoded_there(node: ast.expr, module: Module) -> ast.expr:
    """What `node` was given last, where that shows; else `node` itself."""
    return (value_there(node, module) if isinstance(node, ast.Name) else None) or node


def _encoded_before(name: ast.Name, module: Module) -> ast.expr:
    """What encodes a parameter that only tests and the place of `name` read besides; else `name` itself."""
    function = module.function(name)
    if not isinstance(function, ast.FunctionDef):
        return name
    same = [n for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == name.id]
    statements = [module.statement(n) for n in same if isinstance(n.ctx, ast.Store)]
    if (
        len(statements) != 1
        or not isinstance(statements[0], ast.Assign)
        or _encoding(statements[0].value, module) is None
    ):
        return name
    value = statements[0].value
    tests = [n.test for n in ast.walk(function) if isinstance(n, ast.If)]
    inside = {n for root in (value, *tests) for n in ast.walk(root)}
    reads = [n for n in same if isinstance(n.ctx, ast.Load) and n not in inside]
    return value if reads == [name] else name


def _encoding(node: ast.expr, module: Module) -> ast.Call | None:
    """The call of encode() that made `node`: in place, under the one name it was given, or in a function of the file
    that returns nothing else.
    """
    if isinstance(node, ast.Name):
        value = assigned(node, module)
        return _encoding(value, module) if isinstance(value, ast.Call) else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "encode":
            return None if encodes_itself(node.func.value, module) else node
        plain = node.func.attr in ALIKE and not node.args
        padded = node.func.attr in _PADDING and len(node.args) == 1
        if isinstance(node.func.value, ast.Call) and (plain or padded) and not node.keywords:
            return _encoding(node.func.value, module)
    function = called_here(node, module)
    if function is None or function.decorator_list:
        return None
    if module.is_python2 and encodings(function, module):
        return None  # decoded in the function, by `native_encoders`
    last = function.body[-1]
    value = last.value if isinstance(last, ast.Return) else None
    if (
        returns_of(function) != [last]
        or not isinstance(value, ast.Call)
        or not isinstance(value.func, ast.Attribute)
    ):
        return None
    if value.func.attr != "encode" or encodes_itself(value.func.value, module):
        return None
    return value


def _means_the_same(codec: ast.expr, place: ast.expr, module: Module) -> bool:
    """Whether the variable that a codec is held in says at a place what it said where it stands."""
    if codec in ast.walk(place):
        return True
    root = codec
    while isinstance(root, ast.Attribute):
        root = root.value
    if not isinstance(root, ast.Name):
        return False
    own, there = module.scope(root).lookup(root.id), module.scope(place).lookup(root.id)
    return own is not None and there is not None and own[0] is there[0] and len(own[1]) == 1


RULE = Rule(
    id="encoded_in_text",
    family="P8",
    summary="what was encoded to be shown is text again: printed, put into native text, taken as text alone",
    before="a = 'x %s' % b.encode('ascii', 'replace')\n",
    after="a = 'x %s' % b.encode('ascii', 'replace').decode('ascii')\n",
    caveats="Only where the value is encoded in place, or given last to the name that is read.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    order=60,
    nodes=(ast.BinOp, ast.Call, ast.Subscript, ast.AugAssign, ast.BoolOp, ast.Compare, ast.IfExp),
    names_here=lambda module: SPELLING | SHOWING | own_functions(module),
    when=_encodes,
    follows=frozenset(["string_module"]),
    visit=visit,
)
