"""array.array('c', 'x') → array.array('B', b'x'), or an array of characters where its items are used."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.names import stdlib_name
from migration.analysis.strings.as_bytes import HELPER, literal_parts
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.values import reads_alike, reads_of
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Methods that take or give items.
_OF_ITEMS = frozenset(["append", "extend", "insert", "index", "count", "remove", "pop", "tolist", "fromlist"])
_LISTING = ("list", "tuple", "sorted", "set", "enumerate", "map", "filter", "reversed", "zip", "iter", "ord")
CHARACTERS = '''
class Characters(array.array):
    """An array of octets whose items are characters (Latin-1), as Python 2's arrays of type c."""

    def __new__(cls, text=""):
        self = super().__new__(cls, "B")
        self.extend(text)
        return self

    def __getitem__(self, place):
        found = super().__getitem__(place)
        return chr(found) if isinstance(found, int) else Characters(found)

    def __setitem__(self, place, value):
        super().__setitem__(place, ord(value) if isinstance(value, str) else value)

    def __iter__(self):
        return iter(self.tobytes().decode("latin-1"))

    def __contains__(self, character):
        return super().__contains__(ord(character))

    def append(self, character):
        super().append(ord(character))

    def extend(self, characters):
        octets = characters.encode("latin-1") if isinstance(characters, str) else characters
        super().extend(array.array("B", [ord(o) if isinstance(o, str) else o for o in octets]))

    def insert(self, place, character):
        super().insert(place, ord(character))

    def index(self, character):
        return super().index(ord(character))

    def count(self, character):
        return super().count(ord(character))

    def remove(self, character):
        super().remove(ord(character))

    def pop(self, place=-1):
        return chr(super().pop(place))

    def tolist(self):
        return list(self)

    def fromlist(self, characters):
        self.extend(characters)
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """An array of characters is one of bytes."""
    if stdlib_name(node.func, module) != "array.array" or not node.args:
        return
    code = node.args[0]
    if not isinstance(code, ast.Constant) or not isinstance(code.value, str):
        return
    parts = []
    if code.value == "c" and _uses_items(node, module):
        made = helper("Characters", CHARACTERS, module, ("import array",))
        given = module.sub(node.args[1]) if len(node.args) > 1 else ()
        yield module.replace(node, made, "(", *given, ")", evidence=True)
        return
    if code.value == "c":
        parts.append(module.part(code, module.quoted("B", code)))
    if len(node.args) > 1 and code.value in ("c", "b", "B") and literal(node.args[1], module):
        parts += literal_parts(node.args[1], module)
    elif len(node.args) > 1 and code.value == "c" and _may_be_text(node.args[1], module):
        name = module.helper("as_bytes", HELPER)
        parts.append(module.part(node.args[1], name, "(", module.span(node.args[1]), ', "latin-1")'))
    if parts:
        yield module.edit(*parts)


def _may_be_text(node: ast.expr, module: Module) -> bool:
    """Whether what an array of characters is made of may be a native string, as far as its place tells."""
    made = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "as_bytes"
    several = isinstance(node, (ast.List, ast.ListComp, ast.GeneratorExp, ast.Tuple))
    return not made and not several and kind(node, module) != BYTES


def _uses_items(node: ast.Call, module: Module) -> bool:
    """Whether items of the array that is made are read, given, or asked for."""
    parent = module.parent(node)
    target = parent.targets[0] if isinstance(parent, ast.Assign) and len(parent.targets) == 1 else None
    places = reads_of(node, module)
    if isinstance(parent, ast.Tuple):
        target = _target_beside(node, parent, module)
        places = [*reads_alike(target, module)] if isinstance(target, ast.Name) else []
    if isinstance(target, ast.Attribute):
        named = module.nodes_named(ast.Attribute, frozenset([target.attr]))
        places = [n for n in named if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load)]
    return any(_is_of_items(place, module) for place in places)


def _target_beside(node: ast.expr, several: ast.Tuple, module: Module) -> ast.expr | None:
    """What is given a value that stands among others: `out` in `out, n = array('c'), 0`."""
    assign = module.parent(several)
    targets = assign.targets if isinstance(assign, ast.Assign) and assign.value is several else []
    names = targets[0].elts if len(targets) == 1 and isinstance(targets[0], ast.Tuple) else []
    starred = any(isinstance(e, ast.Starred) for e in (*names, *several.elts))
    return names[several.elts.index(node)] if len(names) == len(several.elts) and not starred else None


def _is_of_items(node: ast.expr, module: Module) -> bool:
    parent = module.parent(node)
    if isinstance(parent, ast.Subscript):
        return parent.value is node and not isinstance(parent.slice, ast.Slice)
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is node
    if isinstance(parent, ast.Attribute):
        return parent.attr in _OF_ITEMS
    if isinstance(parent, ast.Compare):
        return isinstance(parent.ops[0], (ast.In, ast.NotIn)) and node in parent.comparators
    if isinstance(parent, ast.Call) and node in parent.args:
        return getattr(parent.func, "attr", "") == "join" or module.is_builtin(parent.func, *_LISTING)
    return False


RULE = Rule(
    id="array_typecode",
    family="P10",
    summary="arrays of characters are arrays of bytes",
    before="import array\na = array.array('c', 'x')\n",
    after="import array\na = array.array('B', b'x')\n",
    caveats="Items are numbers, but where the scope that makes the array is seen to use them as characters.",
    triggers=("array",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    names=frozenset(["array"]),
    visit=visit,
)
