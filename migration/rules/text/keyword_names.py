"""f(**dict((k.encode('ascii'), v) …)) → f(**dict((k, v) …)): names of arguments are text.

Python 2 took native strings alone for them, so that unicode was encoded first.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.names import names_by_id
from migration.analysis.values import assigned, gathers_keywords
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Methods of a dictionary that are given a key.
_BY_KEY = frozenset(["get", "pop", "has_key", "setdefault"])


def visit(node: ast.keyword | ast.Call, module: Module) -> Findings:
    """Leave out the encoding of keys of what a call takes its named arguments from, and of what a function asks its
    own named arguments for: `kw.get(name.encode('ascii'))`.
    """
    if isinstance(node, ast.Call):
        if is_encoded(node) and _asks_named(node, module):
            yield from _left_out(node, module)
        return
    if node.arg is not None:
        return
    for key in given_keys(node.value, module):
        if is_encoded(key):
            yield from _left_out(key, module)


def _left_out(key: ast.expr, module: Module) -> Findings:
    assert isinstance(key, ast.Call) and isinstance(key.func, ast.Attribute)
    yield module.replace(key, *module.sub(key.func.value))


def is_encoded(key: ast.expr) -> bool:
    """Whether `key` is `name.encode(…)`."""
    function = key.func if isinstance(key, ast.Call) and not key.keywords and len(key.args) <= 2 else None
    return isinstance(function, ast.Attribute) and function.attr == "encode"


def _asks_named(key: ast.expr, module: Module) -> bool:
    """Whether a key is looked for in what a function takes for `**`, and gives no other value."""
    outer = module.parent(key)
    asked: ast.expr | None = None
    if isinstance(outer, ast.Subscript) and outer.slice is key:
        asked = outer.value
    elif isinstance(outer, ast.Compare) and outer.left is key and len(outer.ops) == 1:
        asked = outer.comparators[0] if isinstance(outer.ops[0], (ast.In, ast.NotIn)) else None
    elif isinstance(outer, ast.Call) and outer.args[:1] == [key] and isinstance(outer.func, ast.Attribute):
        asked = outer.func.value if outer.func.attr in _BY_KEY else None
    return gathers_keywords(asked, module)


def given_keys(given: ast.expr, module: Module) -> Iterator[ast.expr]:
    """The keys of a dictionary that is written out, made of pairs, or filled under one name."""
    if isinstance(given, ast.Name):
        value = assigned(given, module)
        if value is None or isinstance(value, ast.Name):
            return
        yield from given_keys(value, module)
        bindings = module.bindings(given)
        for name in names_by_id(module)[given.id]:
            place = module.parent(name)
            stored = (
                isinstance(place, ast.Subscript) and place.value is name and isinstance(place.ctx, ast.Store)
            )
            if stored and module.bindings(name) == bindings:
                yield place.slice  # type: ignore[attr-defined]
    elif isinstance(given, ast.Dict):
        yield from filter(None, given.keys)
    elif isinstance(given, ast.DictComp):
        yield given.key
    elif isinstance(given, ast.Call) and module.is_builtin(given.func, "dict") and len(given.args) == 1:
        items = given.args[0]
        pairs = (
            [items.elt] if isinstance(items, (ast.GeneratorExp, ast.ListComp)) else getattr(items, "elts", ())
        )
        yield from (p.elts[0] for p in pairs if isinstance(p, (ast.Tuple, ast.List)) and len(p.elts) == 2)


RULE = Rule(
    id="keyword_names",
    family="P8",
    summary="names of arguments that were encoded for `**` stay text",
    before="n = 1L\nf(**dict((k.encode('ascii'), v) for k, v in d))\n",
    after="n = 1\nf(**dict((k, v) for k, v in d))\n",
    caveats="The dictionary is followed through one name.",
    triggers=(".encode(",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.keyword, ast.Call),
    names=frozenset(["encode"]),
    visit=visit,
)
