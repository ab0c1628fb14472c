"""names.append(x.encode('utf-8')); print names → with .decode('utf-8'), where a collection is shown."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.names import names_by_id
from migration.analysis.strings.encodings import is_anothers
from migration.analysis.strings.kinds import TEXT, kind
from migration.analysis.strings.seen import UNIVERSAL, codec_of
from migration.analysis.strings.shown import is_spelled
from migration.analysis.strings.takers import takes_octets
from migration.analysis.values import given_to_attributes, places_of, returns_of
from migration.rule import Findings, Rule
from migration.stdlib.codecs import is_ascii_based
from migration.view.module import Module

_DEPTH = 4
_DISPLAYS = (
    ast.List,
    ast.Tuple,
    ast.Set,
    ast.ListComp,
    ast.SetComp,
    ast.GeneratorExp,
    ast.Dict,
    ast.DictComp,
)
_CHOOSING = (ast.BoolOp, ast.IfExp)
_COPIES = ("list", "tuple", "set", "frozenset", "sorted", "reversed", "dict")
_PUTTING = frozenset(["add", "append", "insert", "setdefault"])
_VIEWS = frozenset(
    ["keys", "values", "items", "iterkeys", "itervalues", "iteritems", "copy", "get", "pop", "popitem"]
)


def visit(node: ast.Call, module: Module) -> Findings:
    """Keep the item text, where the collection is spelled out and nothing takes it for octets."""
    function, codec = node.func, node.args[0] if len(node.args) == 1 and not node.keywords else None
    if not (isinstance(function, ast.Attribute) and isinstance(codec, ast.Constant)):
        return
    text = function.value
    if not is_ascii_based(str(codec.value)) or module.decoded_again(node):
        return
    if is_anothers(node, text, module):
        return
    places = list(_places(node, module, _DEPTH))
    if not any(_is_shown(p, module) for p in places) or any(_may_be_octets(p, module) for p in places):
        return
    if codec_of(node) in UNIVERSAL and kind(text, module) == TEXT:
        yield module.replace(node, *module.sub(text))
    else:
        yield module.wrap(node, "", f".decode({module.source(module.span(codec))})")


def _places(item: ast.expr, module: Module, depth: int) -> Iterator[ast.expr]:
    """Where the collection that `item` is put into is used, and what is taken from it."""
    inner, parent = item, module.parent(item)
    while isinstance(parent, _DISPLAYS) or (isinstance(parent, _CHOOSING) and inner is not _test(parent)):
        inner, parent = parent, module.parent(parent)
    kept: ast.expr | None = None
    if isinstance(parent, ast.Call) and inner in parent.args and isinstance(parent.func, ast.Attribute):
        kept = parent.func.value if parent.func.attr in _PUTTING else None
    elif (
        isinstance(parent, ast.Assign)
        and inner is parent.value
        and isinstance(parent.targets[0], ast.Subscript)
    ):
        kept = parent.targets[0].value
    elif isinstance(parent, ast.Subscript) and inner is parent.slice and isinstance(parent.ctx, ast.Store):
        kept = parent.value
    elif inner is not item:
        yield from _taken(inner, module, depth)
    if kept is not None and _is_collection(kept, module):
        yield from _uses(kept, module, depth)


def _test(node: ast.BoolOp | ast.IfExp) -> ast.expr | None:
    """What only decides what is chosen: `e if e else ''`."""
    return node.test if isinstance(node, ast.IfExp) else None


def _is_collection(kept: ast.expr, module: Module) -> bool:
    """Whether a variable, or an attribute of that name, is given nothing but collections: what else takes items, as a
    message or a cookie does, has rules of its own.
    """
    given: list[ast.expr | None] = []
    if isinstance(kept, ast.Name):
        given = [b.value for b in module.bindings(kept)]
    elif isinstance(kept, ast.Attribute):
        given = given_to_attributes(module).get(kept.attr, [])
    return bool(given) and all(v is not None and _makes_collection(v, module) for v in given)


def _makes_collection(node: ast.expr, module: Module) -> bool:
    if isinstance(node, ast.Call):
        name = module.qualified_name(node.func) or ""
        return module.is_builtin(node.func, *_COPIES) or name.startswith("collections.")
    return isinstance(node, _DISPLAYS)


def _uses(kept: ast.expr, module: Module, depth: int) -> Iterator[ast.expr]:
    """All places of a variable, or of an attribute of that name, and what is taken from it there."""
    same: list[ast.expr] = []
    if isinstance(kept, ast.Name):
        same = [*places_of(kept, module)]
    elif isinstance(kept, ast.Attribute):
        same = [
            n
            for n in module.nodes_named(ast.Attribute, frozenset([kept.attr]))
            if isinstance(n, ast.Attribute)
        ]
    for place in same:
        if isinstance(getattr(place, "ctx", None), ast.Load):
            yield from _taken(place, module, depth)


def _taken(place: ast.expr, module: Module, depth: int) -> Iterator[ast.expr]:
    """A place of the collection, with its copies and items, and the names they go by."""
    yield place
    parent = module.parent(place)
    copied = (
        isinstance(parent, ast.Call) and place in parent.args and module.is_builtin(parent.func, *_COPIES)
    )
    item = isinstance(parent, ast.Subscript) and parent.value is place and isinstance(parent.ctx, ast.Load)
    if isinstance(parent, (ast.Call, ast.Subscript)) and (copied or item):
        yield from _taken(parent, module, depth)
    elif isinstance(parent, ast.Attribute) and parent.attr in _VIEWS:
        call = module.parent(parent)
        if isinstance(call, ast.Call) and call.func is parent:
            yield from _taken(call, module, depth)
    elif (
        depth and isinstance(parent, ast.Assign) and isinstance(parent.targets[0], (ast.Name, ast.Attribute))
    ):
        yield from _uses(parent.targets[0], module, depth - 1)
    elif depth and isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is place:
        for target in ast.walk(parent.target):
            if isinstance(target, ast.Name):
                yield from _uses(target, module, depth - 1)
    elif depth and isinstance(parent, ast.Return):
        function = module.function(parent)
        if (
            isinstance(function, ast.FunctionDef)
            and not function.decorator_list
            and len(returns_of(function)) == 1
        ):
            for name in names_by_id(module).get(function.name, ()):
                call = module.parent(name)
                if isinstance(call, ast.Call) and call.func is name:
                    yield from _taken(call, module, depth - 1)


def _is_shown(place: ast.expr, module: Module) -> bool:
    """Whether `place` is printed, put into native text or spelled by repr()."""
    parent = module.parent(place)
    asked = isinstance(parent, ast.Call) and module.is_builtin(parent.func, "repr")
    return asked or is_spelled(place, module)


def _may_be_octets(place: ast.expr, module: Module) -> bool:
    """Whether something there takes octets: a function that wants them, a method that decodes, or a call elsewhere."""
    parent = module.parent(place)
    if isinstance(parent, ast.Attribute) and parent.attr == "decode":
        return True
    return takes_octets(place, module, keepers=frozenset())


RULE = Rule(
    id="encoded_items",
    family="P8",
    summary="what is encoded for a collection that is printed stays text",
    before="names = []\nfor x in xs:\n    names.append(x.encode('utf-8'))\nprint names\n",
    after="names = []\nfor x in xs:\n    names.append(x.encode('utf-8').decode('utf-8'))\nprint(names)\n",
    caveats="What is no ASCII is shown as it is, where Python 2 showed its octets as escapes.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=62,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    when=lambda module: not module.facts.index.octets,
    visit=visit,
)
