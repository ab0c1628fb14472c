"""[(types.ClassType, f), (types.TypeType, g)] → [(type, g)]: all classes are of the second kind now."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import methods
from migration.analysis.names import in_repository, last_name, names_by_id, other_texts, stdlib_name, strings
from migration.analysis.values import attributes_given, looked_for, may_hold
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

_CLASSIC = "types.ClassType"
_KINDS = frozenset(["types.TypeType", "builtins.type"])
#: A class that is none of the classic ones: where a program has only those, their entry is the one that it uses.
_NEW = re.compile(r"^[ \t]*class[ \t]+\w+[ \t]*\([^)\n]*\bobject\b", re.MULTILINE)


def visit(node: ast.Dict | ast.List | ast.Tuple, module: Module) -> Findings:
    """Drop the entry of classic classes, which would go before the other, or hide it."""
    if isinstance(node, ast.Dict):
        rows = [[key, value] for key, value in zip(node.keys, node.values, strict=True) if key is not None]
        if len(rows) < len(node.keys):
            return
    else:
        rows = [list(e.elts) for e in node.elts if isinstance(e, (ast.Tuple, ast.List))]
        if len(rows) < len(node.elts) or len({len(row) for row in rows}) != 1:
            return
    for place in range(min(map(len, rows), default=0) if not isinstance(node, ast.Dict) else 1):
        kinds = [_name(row[place], module) for row in rows]
        if kinds.count(_CLASSIC) != 1 or _KINDS.isdisjoint(kinds):
            continue
        classic = kinds.index(_CLASSIC)
        usual = next(rows[i] for i, kind in enumerate(kinds) if kind in _KINDS)
        if _rest(rows[classic], place) == _rest(usual, place) or not in_repository(_NEW, module):
            return
        if not _only_looks_up(node, place, len(rows[0]), module):
            return
        spans = _spans(node, module)
        gone = _entry(classic, spans)
        if "#" not in module.source(gone):
            behind = module.text[spans[-1].end : module.span(node).end]
            alone = isinstance(node, ast.Tuple) and len(spans) == 2 and "," not in behind
            end = Span(spans[1].end, spans[1].end)
            # A tuple of one has a comma.
            comma = [module.part(end, ",")] if alone and not classic else []
            yield module.edit(module.part(gone, *("," * (alone and classic))), *comma)
        return


def _only_looks_up(node: ast.expr, place: int, width: int, module: Module) -> bool:
    """Whether a table serves to find the entry of a value's type, and for nothing else."""
    by_key = isinstance(node, ast.Dict)
    outer = module.parent(node)
    if isinstance(outer, ast.Call) and module.is_builtin(outer.func, "dict"):
        if by_key or outer.args != [node] or outer.keywords or (place, width) != (0, 2):
            return False
        node, by_key, outer = outer, True, module.parent(outer)
    target = outer.targets[0] if isinstance(outer, ast.Assign) and len(outer.targets) == 1 else None
    uses = [node] if target is None else _uses(target, module)
    return bool(uses) and all(
        _is_look_up(use, module) if by_key else _is_gone_through(use, place, width, module) for use in uses
    )


def _uses(target: ast.expr, module: Module) -> list[ast.expr]:
    """All places that read what is given once to a name or an attribute; none where others may, unseen."""
    name = last_name(target)
    names = [n for n in names_by_id(module).get(name, ()) if n is not target]
    attributes = [n for n in module.grouped(ast.Attribute).get(name, ()) if n is not target]
    owner = module.parent(module.statement(target))
    uses: list[ast.AST] = []
    if isinstance(target, ast.Name):
        bindings = module.bindings(target)
        if len(bindings) != 1:
            return []
        uses += [n for n in names if module.bindings(n) == bindings]
        if module.function(target) is not None and not isinstance(owner, ast.ClassDef):
            return _read(uses)
    elif not isinstance(target, ast.Attribute):
        return []
    if isinstance(target, ast.Attribute) or isinstance(owner, ast.ClassDef):
        classes = [c for c in module.nodes_of(ast.ClassDef) if c is not owner]
        given = [one for one, _ in attributes_given(module).get(name, ()) if one is not target]
        if given or any(name in methods(c) for c in classes if isinstance(c, ast.ClassDef)):
            return []
    word = re.compile(rf"\b{re.escape(name)}\b")
    if name in strings(module) or any(map(word.search, other_texts(module))):
        return []
    return _read([*uses, *attributes])


def _read(uses: list[ast.AST]) -> list[ast.expr]:
    """The uses, if all of them only read."""
    read = [n for n in uses if isinstance(n, (ast.Name, ast.Attribute)) and isinstance(n.ctx, ast.Load)]
    return [*read] if len(read) == len(uses) else []


def _is_look_up(table: ast.expr, module: Module) -> bool:
    """Whether a dictionary is asked for a type: `table[type(x)]`, `table.get(type(x))`, `type(x) in table`."""
    outer = module.parent(table)
    if isinstance(outer, ast.Subscript):
        return outer.value is table and isinstance(outer.ctx, ast.Load) and _is_type(outer.slice, module)
    if isinstance(outer, ast.Attribute) and outer.attr in ("get", "has_key"):
        call = module.parent(outer)
        asked = isinstance(call, ast.Call) and call.func is outer and call.args
        return bool(asked) and _is_type(asked[0], module)  # type: ignore[index]
    sought = looked_for(table, module)
    return sought is not None and _is_type(sought, module)


def _is_gone_through(table: ast.expr, place: int, width: int, module: Module) -> bool:
    """Whether nothing is done with rows but those whose type a value has: `for kind, f in table:` and then
    `if isinstance(x, kind):`.
    """
    loop = module.parent(table)
    if not isinstance(loop, (ast.For, ast.comprehension)) or loop.iter is not table:
        return False
    target = loop.target
    if isinstance(target, (ast.Tuple, ast.List)):
        if len(target.elts) != width or not all(isinstance(e, ast.Name) for e in target.elts):
            return False
        kind = ast.unparse(target.elts[place])
    else:
        kind = f"{ast.unparse(target)}[{place}]"
    own = {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
    if isinstance(loop, ast.comprehension):
        return _one_asks_for(kind, loop.ifs, own, module)
    first = loop.body[0]
    if not isinstance(first, ast.If) or first.orelse:
        return False
    test = first.test
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        passed = len(first.body) == 1 and isinstance(first.body[0], ast.Continue)
        return passed and _asks_for(kind, test.operand, own, module)
    return len(loop.body) == 1 and _asks_for(kind, test, own, module)


def _asks_for(kind: str, test: ast.expr, own: set[str], module: Module) -> bool:
    """Whether a test asks for a value of a type, by `kind`; a value that is none of the row's."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return _one_asks_for(kind, test.values, own, module)
    sides: list[ast.expr] = []
    if isinstance(test, ast.Call) and module.is_builtin(test.func, "isinstance", "issubclass"):
        sides = test.args
        if len(sides) != 2 or (module.is_builtin(test.func, "issubclass") and not _is_type(sides[0], module)):
            return False
    elif isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Is, ast.Eq)) and len(test.ops) == 1:
        sides = [test.left, test.comparators[0]]
        if ast.unparse(sides[0]) == kind:
            sides.reverse()
        if not _is_type(sides[0], module):
            return False
    if not sides or ast.unparse(sides[1]) != kind:
        return False
    return own.isdisjoint(n.id for n in ast.walk(sides[0]) if isinstance(n, ast.Name))


def _one_asks_for(kind: str, tests: list[ast.expr], own: set[str], module: Module) -> bool:
    """Whether one of several tests asks for the type, before anything of a row is called or handed to a call."""
    for test in tests:
        if _asks_for(kind, test, own, module):
            return True
        called = [n for n in ast.walk(test) if isinstance(n, ast.Call)]
        if any(isinstance(n, ast.Name) and n.id in own for call in called for n in ast.walk(call)):
            return False
    return False


def _is_type(node: ast.expr, module: Module, again: bool = True) -> bool:
    """Whether `node` is the type of a value: `type(x)`, `x.__class__`, or a name that holds one."""
    if isinstance(node, ast.Name) and again:
        held = may_hold(node, module)
        return bool(held) and all(v is not None and _is_type(v, module, again=False) for v in held)
    if isinstance(node, ast.Call):
        return module.is_builtin(node.func, "type") and len(node.args) == 1 and not node.keywords
    return isinstance(node, ast.Attribute) and node.attr == "__class__"


def _name(node: ast.expr, module: Module) -> str:
    """The dotted name of a type; '' for all else."""
    if module.is_builtin(node, "type"):
        return "builtins.type"
    named = stdlib_name(node, module) if isinstance(node, (ast.Name, ast.Attribute)) else None
    return named or ""


def _rest(row: list[ast.expr], place: int) -> list[str]:
    return [ast.dump(one) for i, one in enumerate(row) if i != place]


def _spans(node: ast.Dict | ast.List | ast.Tuple, module: Module) -> list[Span]:
    """Where each entry stands."""
    if isinstance(node, ast.Dict):
        keys = [module.outer_span(key) for key in node.keys if key is not None]
        ends = [module.outer_span(value).end for value in node.values]
        return [Span(key.start, end) for key, end in zip(keys, ends, strict=True)]
    return [module.outer_span(e) for e in node.elts]


def _entry(place: int, spans: list[Span]) -> Span:
    """An entry up to the next one, or from the end of the one before it."""
    if place + 1 < len(spans):
        return Span(spans[place].start, spans[place + 1].start)
    return Span(spans[place - 1].end, spans[place].end)


RULE = Rule(
    id="class_tables",
    family="P15",
    summary="tables by type have one entry for classes, none of which is a classic one",
    before=(
        "import types\nclass A(object): pass\n"
        "def f(x): return {types.ClassType: 'old', types.TypeType: 'new'}[type(x)]\n"
    ),
    after="import types\nclass A(object): pass\ndef f(x): return {type: 'new'}[type(x)]\n",
    caveats=(
        "Where a program has no class that derives from object, both entries stay, and are one. A table stays as it is "
        "where anything else is done with it than to find a type's entry, or where another file has its name."
    ),
    triggers=("ClassType",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    order=5,
    nodes=(ast.Dict, ast.List, ast.Tuple),
    visit=visit,
)
