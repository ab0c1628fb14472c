"""v = x.encode('utf-8'); v.split(',') → v = ….decode('utf-8'): what native literals meet under its name stays text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.names import memory, names_by_id
from migration.analysis.strings.encodings import is_anothers, text_again
from migration.analysis.strings.meets import has_native_keys
from migration.analysis.strings.seen import codec_of, named_encoding
from migration.analysis.strings.takers import NAMED_OCTETS, takes_octets
from migration.analysis.values import given_last, reads_of
from migration.rule import Findings, Rule
from migration.stdlib.codecs import is_ascii_based
from migration.view.module import Module

_ASKED = frozenset(
    ["center", "count", "endswith", "find", "index", "ljust", "lstrip", "partition", "replace", "rfind", "rindex",
     "rjust", "rpartition", "rsplit", "rstrip", "split", "startswith", "strip"]
)  # fmt: skip
#: Methods that give octets of octets, and text of text, without being told any.
ALIKE = frozenset(["capitalize", "lower", "lstrip", "rstrip", "strip", "swapcase", "title", "upper"])
_ASCII = frozenset(["ascii", "us-ascii"])
#: What is told of octets, or made of them: by text it would be another number.
_COUNTING = ("len", "ord", "unicode", "bytearray", "buffer", "map", "hash")


def visit(node: ast.Call, module: Module) -> Findings:
    """Decode it again where it was made, or leave the encoding out where any text can be had so."""
    if not keeps_text(node, module) or module.decoded_again(node):
        return
    whole = changed(node, module)
    if whole is not node and (codec_of(node) or "") not in _ASCII:
        # Of octets only letters and blanks of ASCII change.
        yield module.wrap(whole, "", f".decode({module.source(module.span(node.args[0]))})")
        return
    yield text_again(node, module, exactness=Exactness.EXACT)


def reads_elsewhere(node: ast.Call, module: Module) -> list[ast.expr] | None:
    """What reads what a call of encode() gives, in place or under a name; None where it is no such call, or another
    rule, or the program itself, takes care of it.
    """
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr != "encode" or node.keywords:
        return None
    if len(node.args) not in (1, 2) or module.decoded_again(node) or keeps_text(node, module):
        return None
    if is_anothers(node, function.value, module, stays=True):
        return None
    return reads_of(node, module)


def keeps_text(node: ast.Call, module: Module) -> bool:
    """Whether text is encoded to be a native string under one name, which native literals meet and nothing that takes
    octets, in a repository of Python 2 that has no octets for text.
    """
    known = memory(module).setdefault("kept as text", {})
    if node not in known:
        known[node] = _keeps_text(node, module)
    return bool(known[node])


def _keeps_text(node: ast.Call, module: Module) -> bool:
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr != "encode" or node.keywords:
        return False
    if len(node.args) not in (1, 2) or not module.is_python2 or module.facts.index.octets:
        return False
    codec, statement = node.args[0], module.parent(changed(node, module))
    known = isinstance(codec, ast.Constant) and is_ascii_based(str(codec.value))
    if not known and not named_encoding(codec):
        return False
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    target = statement.targets[0]
    if not isinstance(target, ast.Name) or is_anothers(node, function.value, module, stays=True):
        return False
    bindings = module.bindings(target)
    reads = [
        n
        for n in names_by_id(module)[target.id]
        if isinstance(n.ctx, ast.Load)
        and module.statement(n) is not statement
        and module.bindings(n) == bindings
    ]
    holders = [(n, given_last(n, module)) for n in reads]
    places = [n for n, given in holders if given in (statement, None)]
    if NAMED_OCTETS.search(target.id) or any(_needs_octets(n, module) for n in places):
        return False
    return any(
        (given is statement and _meets_text(n, module)) or (given is None and _is_asked(n, module))
        for n, given in holders
    )


def _meets_text(read: ast.expr, module: Module) -> bool:
    """Whether a native literal stands where bytes would fail, or differ from it for certain."""
    read = changed(read, module)
    outer = module.parent(read)
    if _names_attribute(read, outer, module):
        return True
    if isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Add):
        return _is_native(outer.left if outer.right is read else outer.right, module)
    if isinstance(outer, ast.Compare) and len(outer.ops) == 1:
        other = outer.left if outer.left is not read else outer.comparators[0]
        if isinstance(outer.ops[0], (ast.Is, ast.IsNot)):
            return False
        if (
            isinstance(outer.ops[0], (ast.In, ast.NotIn))
            and outer.left is read
            and has_native_keys(other, module)
        ):
            return True
        if isinstance(other, (ast.List, ast.Tuple, ast.Set)):
            return bool(other.elts) and all(_is_native(e, module) for e in other.elts)
        return _is_native(other, module)
    if isinstance(outer, ast.Subscript) and outer.slice is read:
        return has_native_keys(outer.value, module)
    if isinstance(outer, ast.Subscript):
        return outer.value is read and not isinstance(
            outer.slice, ast.Slice
        )  # an octet is a number in Python 3
    if isinstance(outer, (ast.For, ast.comprehension)):
        return outer.iter is read
    if isinstance(outer, ast.Attribute):
        call = module.parent(outer)
        joined = isinstance(call, ast.Call) and call.func is outer and _is_joined(call, module)
        return _is_asked(read, module) or (joined and outer.attr in _ASKED)
    return isinstance(outer, (ast.List, ast.Tuple)) and _is_joined(outer, module)


def _is_asked(read: ast.expr, module: Module) -> bool:
    """Whether a method that takes text of text alone is told a native literal."""
    method = module.parent(read)
    call = module.parent(method) if isinstance(method, ast.Attribute) and method.attr in _ASKED else None
    return (
        isinstance(call, ast.Call) and call.func is method and any(_is_native(a, module) for a in call.args)
    )


def _names_attribute(read: ast.expr, outer: ast.AST, module: Module) -> bool:
    """Whether an attribute is looked up by that name."""
    if isinstance(outer, ast.Subscript):
        return (
            outer.slice is read and isinstance(outer.value, ast.Attribute) and outer.value.attr == "__dict__"
        )
    asks = isinstance(outer, ast.Call) and module.is_builtin(outer.func, "getattr", "hasattr", "setattr")
    return asks and read in outer.args[1:2]  # type: ignore[attr-defined]


def changed(node: ast.expr, module: Module) -> ast.expr:
    """What methods that give a string for a string make of it there: `v.strip().lower()`."""
    while True:
        method = module.parent(node)
        call = module.parent(method) if isinstance(method, ast.Attribute) and method.attr in ALIKE else None
        if not isinstance(call, ast.Call) or call.func is not method or call.args:
            return node
        node = call


def _is_joined(node: ast.expr, module: Module) -> bool:
    """Whether native text joins it."""
    call = module.parent(node)
    join = call.func if isinstance(call, ast.Call) and call.args == [node] else None
    return isinstance(join, ast.Attribute) and join.attr == "join" and literal(join.value, module)


def _is_native(node: ast.expr, module: Module) -> bool:
    return isinstance(node, ast.Constant) and literal(node, module) and bool(node.value)


def _needs_octets(read: ast.expr, module: Module) -> bool:
    """Whether a place takes octets, or counts them; what a function that is called for them gives are octets, too."""
    outer, function = module.parent(read), module.function(read)
    if isinstance(outer, ast.Attribute) and outer.attr in ("decode", "encode"):
        return True
    if isinstance(outer, ast.Subscript):
        outer = module.parent(outer)
    if isinstance(outer, ast.Call) and module.is_builtin(outer.func, *_COUNTING):
        return True
    if isinstance(outer, (ast.For, ast.comprehension)) and _are_counted(outer.target, module):
        return True
    returned = isinstance(module.statement(read), ast.Return) and isinstance(function, ast.FunctionDef)
    if returned and NAMED_OCTETS.search(getattr(function, "name", "")):
        return True
    return takes_octets(read, module)


def _are_counted(target: ast.expr, module: Module) -> bool:
    """Whether the octets that a loop goes through are asked for their numbers."""
    names = names_by_id(module)[target.id] if isinstance(target, ast.Name) else []
    calls = [module.parent(n) for n in names]
    return not names or any(isinstance(c, ast.Call) and module.is_builtin(c.func, *_COUNTING) for c in calls)


RULE = Rule(
    id="encoded_names",
    family="P8",
    summary="what is encoded to be a native string under a name stays text where native literals meet it",
    before="a = b.encode('utf-8')\nprint a.split(',')\n",
    after="a = b.encode('utf-8').decode('utf-8')\nprint(a.split(','))\n",
    caveats="Only where nothing in the function takes octets of it, or counts them.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=59,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    visit=visit,
)
