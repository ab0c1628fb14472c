"""database['k'] == 'v' → database['k'].decode('utf-8') == 'v': keys and values of dbm files come as bytes."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.made import kept_by
from migration.analysis.names import stdlib_name
from migration.analysis.values import reads_alike, reads_of
from migration.rewriting.as_text import DECODED
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

#: What opens dbm files.
OPENERS = frozenset(
    f"{name}.open"
    for name in ("anydbm", "dumbdbm", "dbhash", "gdbm", "dbm", "dbm.dumb", "dbm.gnu", "dbm.ndbm")
)
#: Functions, and modules of functions, that take octets.
_READERS = frozenset(["loads", "decompress", "BytesIO"])
_OF_OCTETS = frozenset(["base64", "binascii", "hashlib", "struct", "zlib"])
_WITH_ITEMS = frozenset(["dumbdbm.open", "dbm.dumb.open", "dbhash.open"])
#: What gives the same items, in another order or another container.
_IN_ORDER = ("iter", "list", "reversed", "sorted", "tuple")
_LOOKING_UP = frozenset(["get", "pop", "setdefault"])
HELPER = '''
def stored_text(value):
    """Text for what a dbm file holds, and anything else as it is."""
    return value.decode("utf-8") if isinstance(value, bytes) else value
'''
#: What is stored is encoded so by dbm itself.
_DECODED = '.decode("utf-8")'

#: Methods that not all dbm files have, and what stands before and after the database in an item of theirs.
_PAIRS = {
    **dict.fromkeys(["items", "iteritems"], (("(key", _DECODED, ", "), ("[key]", _DECODED, ")"))),
    **dict.fromkeys(["values", "itervalues"], ((), ("[key]", _DECODED))),
}


def visit(node: ast.Subscript | ast.Call | ast.For | ast.comprehension, module: Module) -> Findings:
    """Decode what is read from a dbm file opened here; what is stored may stay text."""
    if isinstance(node, ast.Subscript):
        if (
            isinstance(node.ctx, ast.Load)
            and kept_by(node.value, module, OPENERS)
            and not _is_read(node, module)
        ):
            yield module.wrap(node, "", _DECODED)
    elif isinstance(node, ast.Call):
        yield from _method(node, module)
    elif kept_by(node.iter, module, OPENERS) and isinstance(node.iter, (ast.Attribute, ast.Name)):
        yield module.replace(node.iter, "[key", _DECODED, " for key in ", module.span(node.iter), ".keys()]")


def _method(node: ast.Call, module: Module) -> Findings:
    function = node.func
    if not (isinstance(function, ast.Attribute) and kept_by(function.value, module, OPENERS)):
        return
    parent = module.parent(node)
    if function.attr == "keys" and not node.args and not _is_decoded_by_loop(parent, module):
        yield module.replace(node, "[key", _DECODED, " for key in ", module.span(node), "]")
    elif function.attr in _PAIRS and not node.args and isinstance(function.value, (ast.Name, ast.Attribute)):
        database = module.span(function.value)
        before, after = _PAIRS[function.attr]
        if _goes_to_octets(node, parent, module):
            after = after[0], *after[2:]
        yield module.replace(node, "[", *before, database, *after, " for key in ", database, ".keys()]")
    elif _is_answered_by_text(node, function.attr, module) and not _decoded(node, module):
        decoded = helper("decoded", DECODED, module)
        yield module.replace(node, decoded, "(", module.span(node), ', "utf-8")')
    elif function.attr in ("items", "iteritems", "values", "itervalues") and not node.args:
        yield from _of_unnamed(node, function, module)
    elif function.attr in _LOOKING_UP and node.args and not _is_read(node, module):
        # What stands in for a missing value is none of the file's, and no text.
        yield module.edit(module.in_call(node, helper("stored_text", HELPER, module)))


def _goes_to_octets(node: ast.expr, loop: ast.AST | None, module: Module) -> bool:
    """Whether what a loop goes through, sorted or not, gives it values that are decoded in it, or given to what takes
    octets.
    """
    while isinstance(loop, ast.Call) and node in loop.args[:1] and module.is_builtin(loop.func, *_IN_ORDER):
        node, loop = loop, module.parent(loop)
    if not isinstance(loop, (ast.For, ast.comprehension)) or loop.iter is not node:
        return False
    target = (
        loop.target.elts[-1]
        if isinstance(loop.target, (ast.Tuple, ast.List)) and loop.target.elts
        else loop.target
    )
    reads = reads_alike(target, module) if isinstance(target, ast.Name) else []
    return any(_decoded(read, module) for read in reads) and not any(_meets_text(r, module) for r in reads)


def _meets_text(read: ast.expr, module: Module) -> bool:
    """Whether a value is compared with a native literal, to which octets would be equal no more."""
    compared = module.parent(read)
    sides = [compared.left, *compared.comparators] if isinstance(compared, ast.Compare) else []
    return any(literal(side, module) for side in sides)


def _of_unnamed(node: ast.Call, function: ast.Attribute, module: Module) -> Findings:
    """What a file that is opened on the spot holds; of those with such methods."""
    opener = function.value
    if not (isinstance(opener, ast.Call) and stdlib_name(opener.func, module) in _WITH_ITEMS):
        return
    if _is_decoded_by_loop(module.parent(node), module):
        return
    pairs = function.attr.endswith("items")
    decoded = "" if _goes_to_octets(node, module.parent(node), module) else _DECODED
    if not (pairs or decoded):
        return
    shown = f"(key{_DECODED}, value{decoded})" if pairs else f"value{_DECODED}"
    method = "items" if pairs else "values"
    names = "key, value" if pairs else "value"
    yield module.replace(node, f"[{shown} for {names} in ", module.span(opener), f".{method}()]")


def _is_read(node: ast.expr, module: Module) -> bool:
    """Whether a value is looked at as text already, or given, there or by its one name, to what takes octets."""
    outer = module.parent(node)
    if isinstance(outer, ast.Call) and getattr(outer.func, "id", "") in ("decoded", "stored_text"):
        return True
    return any(_decoded(read, module) for read in (node, *reads_of(node, module)))


def _is_decoded_by_loop(parent: ast.AST | None, module: Module) -> bool:
    """Whether keys are gone through to be decoded, or to be looked up: what this rule writes."""
    whole = module.parent(parent) if isinstance(parent, ast.comprehension) else None
    elements = getattr(whole, "elt", None)
    return elements is not None and (
        "value.decode(" in ast.unparse(elements)
        or "key.decode(" in ast.unparse(elements)
        or "[key]" in ast.unparse(elements)
    )


def _is_answered_by_text(node: ast.Call, method: str, module: Module) -> bool:
    """Whether what is given in place of a missing value is text: `d.get(key, "none")`."""
    outer = module.parent(node)
    if isinstance(outer, ast.Call) and getattr(outer.func, "id", "") == "decoded":
        return False
    return method in _LOOKING_UP and len(node.args) == 2 and literal(node.args[1], module)


def _decoded(node: ast.expr, module: Module) -> bool:
    """Whether a value is decoded right there, or given to what takes octets, all of a list by what goes through it."""
    parent = module.parent(node)
    if isinstance(parent, (ast.ListComp, ast.GeneratorExp)) and parent.elt is node:
        return _goes_to_octets(parent, module.parent(parent), module)
    if isinstance(parent, ast.Call) and node in parent.args:
        name = stdlib_name(parent.func, module) or ""
        return name.rpartition(".")[2] in _READERS or name.split(".")[0] in _OF_OCTETS
    return isinstance(parent, ast.Attribute) and parent.attr == "decode"


RULE = Rule(
    id="dbm_values",
    family="P9",
    summary="keys and values of dbm files come as bytes",
    before="import anydbm\nd = anydbm.open(p, 'c')\na = d['k'] == 'v'\n",
    after="import dbm\nd = dbm.open(p, 'c')\na = d['k'].decode(\"utf-8\") == 'v'\n",
    caveats=(
        "Only files opened in the same scope, or kept in an attribute that holds nothing else; values that are no "
        "UTF-8 fail to decode."
    ),
    triggers=("anydbm", "dumbdbm", "dbhash", "gdbm", "dbm"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Subscript, ast.Call, ast.For, ast.comprehension),
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
