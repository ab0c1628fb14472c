"""shelf[name.encode('utf-8')] → shelf[….decode('utf-8')]: the keys of a shelf are text, which it encodes itself."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import is_local, memory, stdlib_name
from migration.analysis.strings.encodings import text_again
from migration.analysis.values import attributes_given
from migration.rule import Findings, Rule
from migration.rules.text.encoded_names import reads_elsewhere
from migration.view.module import Module

_SHELVES = frozenset(f"shelve.{name}" for name in ("open", "Shelf", "BsdDbShelf", "DbfilenameShelf"))
_BY_KEY = frozenset(["get", "has_key", "pop", "setdefault"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Keep as text what is encoded for a key, in place or under a name that stands for keys alone."""
    reads = reads_elsewhere(node, module)
    if reads and all(_is_key(read, module) for read in reads):
        yield text_again(node, module, needs_python2=True)


def _is_key(node: ast.expr, module: Module) -> bool:
    """Whether something of a shelf is asked, set or deleted by `node`."""
    outer = module.parent(node)
    if isinstance(outer, ast.Subscript):
        return outer.slice is node and _is_shelf(outer.value, module)
    if isinstance(outer, ast.Compare):
        inside = len(outer.ops) == 1 and isinstance(outer.ops[0], (ast.In, ast.NotIn)) and outer.left is node
        return inside and _is_shelf(outer.comparators[0], module)
    if not isinstance(outer, ast.Call) or not isinstance(outer.func, ast.Attribute):
        return False
    return outer.func.attr in _BY_KEY and outer.args[:1] == [node] and _is_shelf(outer.func.value, module)


def _is_shelf(node: ast.expr, module: Module) -> bool:
    """Whether `node` is opened as a shelf, or may be: another dictionary in its place is asked by the same keys."""
    if isinstance(node, ast.Name):
        bindings = module.bindings(node)
        return any(b.kind == "assign" and _opens(b.value, module) for b in bindings)
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        return _opens(node, module)
    opened = memory(module).get("shelves")
    if opened is None:
        opened = memory(module)["shelves"] = {
            (place.attr, getattr(place.value, "id", ""), module.class_of(place))
            for places in attributes_given(module).values()
            for place, value in places
            if _opens(value, module)
        }
    return (node.attr, node.value.id, module.class_of(node)) in opened


def _opens(value: ast.expr | None, module: Module) -> bool:
    return (
        isinstance(value, ast.Call)
        and stdlib_name(value.func, module) in _SHELVES
        and not is_local("shelve", module)
    )


RULE = Rule(
    id="shelf_keys",
    family="P8",
    summary="what is encoded to be a key of a shelf is text: the shelf encodes it itself",
    before="import shelve\ns = shelve.open('s')\ns[a.encode('utf-8')] = 1L\n",
    after="import shelve\ns = shelve.open('s')\ns[a.encode('utf-8').decode('utf-8')] = 1\n",
    caveats="A shelf's keys are encoded as UTF-8, whatever they were encoded by before.",
    triggers=("shelve",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=57,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    when=lambda module: not module.facts.index.octets and "encode" in module.text,
    visit=visit,
)
