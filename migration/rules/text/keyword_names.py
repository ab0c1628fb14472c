"""f(**dict((k.encode('ascii'), v) …)) → f(**dict((k, v) …)): names of arguments are text.

Python 2 took native strings alone for them, so that unicode was encoded first.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.names import names_by_id
from migration.analysis.values import assigned
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.keyword, module: Module) -> Findings:
    """Leave out the encoding of keys of what a call takes its named arguments from."""
    if node.arg is not None:
        return
    for key in _keys(node.value, module):
        function = key.func if isinstance(key, ast.Call) and not key.keywords and len(key.args) <= 2 else None
        if isinstance(function, ast.Attribute) and function.attr == "encode":
            yield module.replace(key, *module.sub(function.value))


def _keys(given: ast.expr, module: Module) -> Iterator[ast.expr]:
    if isinstance(given, ast.Name):
        value = assigned(given, module)
        if value is None or isinstance(value, ast.Name):
            return
        yield from _keys(value, module)
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
    nodes=(ast.keyword,),
    visit=visit,
)
