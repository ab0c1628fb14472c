"""KINDS[handle.read(1)] → KINDS[handle.read(1).decode("latin-1")], where the keys of the dict are native text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.flow_kinds import may_be_octets
from migration.analysis.literals import literal
from migration.analysis.names import memory, names_by_id
from migration.analysis.strings.as_bytes import CHARACTERS
from migration.analysis.strings.byte_sources import may_hold_bytes
from migration.analysis.strings.encoded import is_encoded
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.strings.octet_values import is_octet_list
from migration.analysis.values import given_to_attributes, reads_of
from migration.flow.atoms import NONE, Box
from migration.rewriting.as_text import HELPER
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Collections as flows know them: only in the first a key finds something.
_COLLECTIONS = ("dict", "list", "tuple", "set", "frozenset")
_METHODS = frozenset(["get", "has_key", "pop", "setdefault", "__contains__"])


def visit(node: ast.Subscript | ast.Call | ast.Compare, module: Module) -> Findings:
    """Decode the key: bytes never equal text, so that nothing would be found."""
    if isinstance(node, ast.Call) and module.is_builtin(node.func, "dict"):
        yield from _split_pairs(node, module)
        return
    owner, key = _lookup(node)
    if owner is None or key is None or isinstance(key, ast.Constant):
        return
    if kind(key, module) == BYTES and not is_encoded(key, module) and _has_text_keys(owner, module):
        if isinstance(key, ast.Name) and any(b.kind == "parameter" for b in module.bindings(key)):
            # Calls of the same name may be of another class's method.
            yield module.edit(module.in_call(key, module.helper("characters", CHARACTERS)))
        else:
            yield module.edit(module.part(key, *module.atom(key), '.decode("latin-1")'))
    elif kind(key, module) is None and may_be_octets(key, module) and _holds_text(owner, node, module):
        name = module.helper("as_text", HELPER)
        yield module.replace(key, name, "(", *module.sub(key), ")", needs_python2=True)


def _holds_text(owner: ast.expr, node: ast.AST, module: Module) -> bool:
    """Whether all that is looked in are dictionaries, or for `in` other collections, whose keys or items are text."""
    kinds = _COLLECTIONS if isinstance(node, ast.Compare) else _COLLECTIONS[:1]
    held = module.held(owner) if isinstance(owner, (ast.Name, ast.Attribute)) else ()
    if not held or not all(isinstance(atom, Box) and atom.kind in kinds for atom in held):
        return False
    boxes = [atom for atom in held if isinstance(atom, Box)]
    found = {a for box in boxes for a in (box.key if box.kind == "dict" else box.item).atoms}
    return bool(found) and found <= {"str", "unicode", NONE}


def _split_pairs(node: ast.Call, module: Module) -> Findings:
    """A dict of pairs that octets are split into, where native literals are looked up in it: all of it is text."""
    made = node.args[0] if len(node.args) == 1 and not node.keywords else None
    if not (isinstance(made, (ast.ListComp, ast.GeneratorExp)) and isinstance(made.elt, ast.Call)):
        return
    if not is_octet_list(made.elt, module):
        return
    if any(_asks_text(read, module) for read in reads_of(node, module)):
        name = module.helper("as_text", HELPER)
        yield module.replace(made.elt, "map(", name, ", ", module.span(made.elt), ")")


def _lookup(node: ast.Subscript | ast.Call | ast.Compare) -> tuple[ast.expr | None, ast.expr | None]:
    """The dict and the key of a look-up."""
    if isinstance(node, ast.Subscript):
        return (None, None) if isinstance(node.slice, ast.Slice) else (node.value, node.slice)
    if isinstance(node, ast.Compare):
        found = len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn))
        return (node.comparators[0], node.left) if found else (None, None)
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr in _METHODS and node.args:
        return function.value, node.args[0]
    return None, None


def _has_text_keys(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a dict written out once, all of its keys native literals, or one that begins empty and is asked
    for such literals.
    """
    if isinstance(node, ast.Name):
        bindings = module.bindings(node)
        value = bindings[0].value if len(bindings) == 1 else None
        if value is None or isinstance(value, ast.Name):
            return False
        if _is_empty(value, module):
            same = (n for n in names_by_id(module)[node.id] if module.bindings(n) == bindings)
            return any(_asks_text(n, module) for n in same)
        return _has_text_keys(value, module)
    if isinstance(node, ast.Attribute):
        given = given_to_attributes(module).get(node.attr, [])
        begun = bool(given) and all(v is not None and _is_empty(v, module) for v in given)
        return begun and node.attr in _attributes_asked(module)
    return (
        isinstance(node, ast.Dict)
        and bool(node.keys)
        and all(k is not None and literal(k, module) for k in node.keys)
    )


def _is_empty(node: ast.expr, module: Module) -> bool:
    """Whether `node` makes a dict without keys."""
    if isinstance(node, ast.Call):
        return module.is_builtin(node.func, "dict") and not node.args and not node.keywords
    return isinstance(node, ast.Dict) and not node.keys


def _asks_text(owner: ast.expr, module: Module) -> bool:
    """Whether a native literal is looked up, or put, in a dict where it stands."""
    parent: ast.AST | None = module.parent(owner)
    if isinstance(parent, ast.Attribute):
        parent = module.parent(parent)
    if not isinstance(parent, (ast.Subscript, ast.Call, ast.Compare)):
        return False
    asked, key = _lookup(parent)
    return asked is owner and key is not None and literal(key, module)


def _attributes_asked(module: Module) -> frozenset[str]:
    """The names of the attributes that native literals are looked up in."""
    known = memory(module)
    if "attributes asked for text" not in known:
        known["attributes asked for text"] = frozenset(
            node.attr
            for node in module.nodes_of(ast.Attribute)
            if isinstance(node, ast.Attribute) and _asks_text(node, module)
        )
    return known["attributes asked for text"]  # type: ignore[no-any-return]


RULE = Rule(
    id="bytes_keys",
    family="P9",
    summary="bytes are decoded before they are looked up among keys that are text",
    before="kinds = {'a': 1}\nb = kinds.get(open(p, 'rb').read(1))\n",
    after="kinds = {'a': 1}\nb = kinds.get(open(p, 'rb').read(1).decode(\"latin-1\"))\n",
    caveats="Keys that are added later to a dict that is written out are not seen.",
    exactness=Exactness.SEMANTIC,
    order=70,
    nodes=(ast.Subscript, ast.Call, ast.Compare),
    names=_METHODS | {"dict"},
    when=may_hold_bytes,
    visit=visit,
)
