"""["__cmp__", "__nonzero__", …] → the names that Python 3 calls: tables that give classes their special methods."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.rule import Findings, Rule
from migration.source.edits import Needs, Part, Span
from migration.view.module import Module

_RENAMED = {
    "__nonzero__": "__bool__",
    "__div__": "__truediv__",
    "__rdiv__": "__rtruediv__",
    "__idiv__": "__itruediv__",
}
_ORDER = ("eq", "ne", "lt", "le", "gt", "ge")
#: Fewer special methods than these beside each other may be anything.
_ENOUGH = 3
_Entry = tuple[ast.Constant, ast.expr | None]


def visit(node: ast.List | ast.Tuple | ast.Set | ast.Dict | ast.Call, module: Module) -> Findings:
    """Rename what has one new name, and put the six comparisons where one method compared."""
    if isinstance(node, ast.Call):
        yield from _split_text(node, module)
        return
    entries = list(_entries(node))
    names = {str(name.value) for name, _ in entries}
    if len(names) < _ENOUGH:
        return
    parts: list[Part] = []
    for name, value in entries:
        new = _RENAMED.get(str(name.value), "")
        if new and new not in names:
            parts.append(module.part(name, module.quoted(new, name)))
        elif name.value == "__cmp__" and "__eq__" not in names:
            parts += _compared(name, value, node, module)
    if parts:
        yield module.edit(*parts, needs_python2=True)


def _entries(node: ast.List | ast.Tuple | ast.Set | ast.Dict) -> Iterator[_Entry]:
    """The names a table is made of, and what stands beside each; nothing where it holds other things."""
    if isinstance(node, ast.Dict):
        pairs: list[list[ast.expr | None]] = [
            [key, value] for key, value in zip(node.keys, node.values, strict=True)
        ]
    elif all(isinstance(e, ast.Tuple) and len(e.elts) == 2 for e in node.elts):
        pairs = [[*e.elts] for e in node.elts if isinstance(e, ast.Tuple)]
    else:
        pairs = [[e, None] for e in node.elts]
    if not all(_is_special(key) for key, _ in pairs):
        return
    for key, value in pairs:
        assert isinstance(key, ast.Constant)
        yield key, value
        if _is_special(value):
            assert isinstance(value, ast.Constant)
            yield value, key


def _is_special(node: ast.expr | None) -> bool:
    value = node.value if isinstance(node, ast.Constant) else None
    return isinstance(value, str) and len(value) > 4 and value[:2] == value[-2:] == "__"


def _compared(name: ast.Constant, value: ast.expr | None, node: ast.expr, module: Module) -> Iterator[Part]:
    """The comparisons in the place of `__cmp__`; beside it, where something does the work that can be named."""
    if value is None:
        yield module.part(name, ", ".join(module.quoted(f"__{order}__", name) for order in _ORDER))
        return
    if not (isinstance(value, ast.Name) and module.is_builtin(value, "cmp")):
        return
    in_dict = isinstance(node, ast.Dict)
    pattern = "{}: operator.{}" if in_dict else "({}, operator.{})"
    end = module.span(value if in_dict else module.parent(name)).end
    added = ", ".join(pattern.format(module.quoted(f"__{order}__", name), order) for order in _ORDER)
    yield module.part(Span(end, end), Needs.of(f", {added}", imports=("import operator",)))


def _split_text(node: ast.Call, module: Module) -> Findings:
    """The same for names that stand in one text: `"__cmp__ __len__ …".split()`."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr != "split" or node.args or node.keywords:
        return
    text = function.value
    if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
        return
    words = text.value.split()
    special = [word for word in words if word[:2] == word[-2:] == "__"]
    if len(special) < _ENOUGH or len(special) != len(words):
        return
    source = module.source(module.span(text))
    for old, new in [*_RENAMED.items(), ("__cmp__", " ".join(f"__{order}__" for order in _ORDER))]:
        if not set(new.split()) & set(words):
            source = source.replace(old, new)
    if source != module.source(module.span(text)):
        yield module.replace(text, source, needs_python2=True)


RULE = Rule(
    id="special_names",
    family="P14",
    summary="tables of the names of special methods name those that Python 3 calls",
    before="for name in ['__len__', '__nonzero__', '__cmp__']:\n    give(name)\nn = 1L\n",
    after="for name in ['__len__', '__bool__', '__eq__', '__ne__', '__lt__', '__le__', '__gt__', '__ge__']:\n"
    "    give(name)\nn = 1\n",
    caveats="Three names at least, and nothing else beside them. A table that has the new name as well is left alone.",
    triggers=("__nonzero__", "__cmp__", "__div__", "__rdiv__", "__idiv__"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.List, ast.Tuple, ast.Set, ast.Dict, ast.Call),
    names=frozenset(["split"]),
    visit=visit,
)
