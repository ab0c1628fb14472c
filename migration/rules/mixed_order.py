"""1 < 'a', best < 3 with best = None, sorted([2, None]) → ordered by a key that knows Python 2's order."""

from __future__ import annotations

import ast
import re
from weakref import WeakKeyDictionary

from migration.module import Module
from migration.repository_index import RepositoryIndex
from migration.rule import Findings, Rule
from migration.rules._builtins import is_none
from migration.rules._displays import column_of, displays
from migration.rules._helpers import helper, inside_helper
from migration.rules._names import names_by_id
from migration.rules._order import ORDERED, seen_mixed, tested
from migration.rules._values import assigned, defaults_of

_GROUPS = {
    "NoneType": "none", "bool": "number", "int": "number", "long": "number", "float": "number", "str": "text",
    "unicode": "text", "bytes": "text", "list": "list", "tuple": "tuple", "dict": "dict",
}  # fmt: skip
_told: WeakKeyDictionary[RepositoryIndex, dict[str, bool]] = WeakKeyDictionary()
_PLAIN = (ast.Return, ast.Assign, ast.Expr, ast.AugAssign)
_ORDERING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def visit(node: ast.Compare | ast.Call, module: Module) -> Findings:
    """Use the key where types that can't be compared are certain, or, in Python 2, possible and not tested for."""
    if isinstance(node, ast.Call):
        yield from _call(node, module)
        return
    if len(node.ops) != 1 or not isinstance(node.ops[0], _ORDERING):
        return
    left, right = node.left, node.comparators[0]
    seen = seen_mixed(node, module) and _alone(node, module)
    if (
        any(_is_optional(o, node, module) for o in (left, right))
        or any(
            _is_number(a) and _is_unset_at_first(b, node, module) for a, b in ((left, right), (right, left))
        )
    ) and not inside_helper(node, ORDERED, module):
        name = helper("ordered", ORDERED, module)
        spans = module.span(left), module.span(right)
        yield module.edit(*(module.part(s, name, "(", s, ")") for s in spans), needs_python2=True)
        return
    if not seen and (_groups(left, module) is None or _groups(right, module) is None):
        return
    if (
        isinstance(left, (ast.Tuple, ast.List))
        and type(left) is type(right)
        and is_mixed([left, right], module)
    ):
        name = helper("ordered", ORDERED, module)
        spans = module.span(left), module.span(right)
        yield module.edit(*(module.part(span, name, "(", span, ")") for span in spans))
        return
    groups = _groups(left, module), _groups(right, module)
    pairs = [(a, b) for a in groups[0] or () for b in groups[1] or ()]
    wrong = [a != b or a in ("none", "dict") for a, b in pairs]
    known = not all(wrong) and (tested(left, node, module) or tested(right, node, module))
    if (not seen and (known or not any(wrong))) or inside_helper(node, ORDERED, module):
        return
    name = helper("ordered", ORDERED, module)
    if isinstance(left, ast.Call) and module.source(module.span(left.func)) == name:
        return
    parts = []
    for operand in (left, right):
        span = module.span(operand)
        parts.append(module.part(span, name, "(", span, ")"))
    yield module.edit(*parts, needs_python2=not seen and not all(wrong))


def _is_optional(operand: ast.expr, node: ast.Compare, module: Module) -> bool:
    """Whether `operand` is a parameter that is None unless it is given, which the function never asks about."""
    bindings = module.bindings(operand) if isinstance(operand, ast.Name) else []
    if not bindings or not isinstance(bindings[0].node, ast.arg):
        return False
    if any(_may_come_before(b.node, node, module) for b in bindings[1:]):
        return False
    arguments = module.parent(bindings[0].node)
    default = defaults_of(arguments).get(bindings[0].node) if isinstance(arguments, ast.arguments) else None
    if default is None or not is_none(default):
        return False
    return not tested(operand, node, module) or not _is_kept_from_none(operand, node, module)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float))


def _is_unset_at_first(operand: ast.expr, node: ast.Compare, module: Module) -> bool:
    """Whether `operand` is an attribute, or a name for one, that a class has as None unless it is told otherwise."""
    value: ast.expr | None = operand
    if isinstance(operand, ast.Name):
        bindings = module.bindings(operand)
        value = bindings[0].value or _unpacked(bindings[0].node, module) if len(bindings) == 1 else None
    if not isinstance(value, ast.Attribute) or tested(operand, node, module) or tested(value, node, module):
        return False
    return _is_told(value.attr, module)


def _unpacked(target: ast.AST, module: Module) -> ast.expr | None:
    """What a name in `a, b = x.c, x.d` is given."""
    names = module.parent(target)
    statement = module.parent(names)
    if (
        not isinstance(names, ast.Tuple)
        or not isinstance(statement, ast.Assign)
        or len(statement.targets) != 1
    ):
        return None
    values = getattr(statement.value, "elts", [])
    return values[names.elts.index(target)] if len(values) == len(names.elts) else None  # type: ignore[arg-type]


def _is_told(name: str, module: Module) -> bool:
    """Whether a class of the repository sets an attribute to a parameter that is None by default, as it is given."""
    index = module.facts.index
    known = _told.setdefault(index, {})
    if name not in known:
        texts = (module.text, *(index.text(key) or "" for key in index.keys))
        known[name] = any(_keeps_none(name, text) for text in texts if f"self.{name}" in text)
    return known[name]


def _keeps_none(name: str, text: str) -> bool:
    for given in re.finditer(rf"\bself\.{name}[ \t]*=[ \t]*(\w+)[ \t]*(?:#.*)?$", text, re.MULTILINE):
        header = text[text.rfind("def ", 0, given.start()) : given.start()].partition(":")[0]
        if re.search(rf"\b{given[1]}[ \t]*=[ \t]*None\b", header):
            return True
    return False


def _may_come_before(binding: ast.AST, node: ast.Compare, module: Module) -> bool:
    """Whether a variable may be bound again before it is compared: further up, or around in a loop."""
    if getattr(binding, "lineno", 0) <= node.lineno:
        return True
    return any(isinstance(a, (ast.For, ast.While)) for a in module.ancestors(node))


def _is_kept_from_none(operand: ast.expr, node: ast.Compare, module: Module) -> bool:
    """Whether a test of the parameter leads to its comparison, or one before it leaves the function if it is None."""
    function = module.function(node)
    if not isinstance(operand, ast.Name) or operand.id not in {a.arg for a in function.args.args}:  # type: ignore[union-attr]
        return True
    inner: ast.AST = node
    for outer in module.ancestors(node):
        tests: list[ast.expr] = []
        if isinstance(outer, ast.BoolOp):
            tests = outer.values[: outer.values.index(inner)]  # type: ignore[arg-type]
        elif isinstance(outer, (ast.If, ast.While, ast.IfExp)) and inner is not outer.test:
            tests = [outer.test]
        elif not isinstance(outer, (ast.expr, ast.If, ast.While, ast.FunctionDef, *_PLAIN)):
            return True  # one turn of a loop, or an exception, may have kept None from it
        if any(_speaks_of(operand.id, test) for test in tests):
            return True
        if outer is function:
            break
        inner = outer
    before = [n for n in ast.walk(function) if isinstance(n, (ast.If, ast.Assert)) and n.lineno < node.lineno]  # type: ignore[arg-type]
    return any(_leaves_out(operand.id, n) for n in before)


def _speaks_of(name: str, test: ast.expr) -> bool:
    return any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(test))


def _leaves_out(name: str, statement: ast.If | ast.Assert) -> bool:
    """Whether what comes behind a statement that tests `name` may rely on it."""
    if not _speaks_of(name, statement.test):
        return False
    if isinstance(statement, ast.Assert):
        return True
    ends = (ast.Return, ast.Raise, ast.Continue, ast.Break)
    if statement.orelse and isinstance(statement.orelse[-1], ends):
        return True
    return isinstance(statement.body[-1], ends) and not _holds_for_something(name, statement.test)


def _holds_for_something(name: str, test: ast.expr) -> bool:
    """Whether a test is only true where `name` is not None: `if x: …`, `if x is not None and …`."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return any(_holds_for_something(name, v) for v in test.values)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        unequal = isinstance(test.ops[0], (ast.IsNot, ast.NotEq))
        return unequal == is_none(test.comparators[0]) and isinstance(test.comparators[0], ast.Constant)
    return isinstance(test, ast.Name) and test.id == name


def _groups(node: ast.expr, module: Module) -> set[str] | None:
    """The groups of comparable types that `node` may belong to; None when unknown."""
    types = module.type_of(node)
    groups = {_GROUPS.get(t, "") for t in types}
    return groups if groups and "" not in groups else None


def _alone(node: ast.Compare, module: Module) -> bool:
    """Whether nothing else on the line of `node` orders values: what was seen there was seen of `node`."""
    line = module.line(module.start(node))
    others = [
        n
        for n in module.nodes
        if isinstance(n, (ast.Compare, ast.Call)) and n is not node and module.line(module.start(n)) == line
    ]
    return not any(
        isinstance(n.ops[0], _ORDERING)
        if isinstance(n, ast.Compare)
        else module.is_builtin(n.func, "sorted", "min", "max") or getattr(n.func, "attr", "") == "sort"
        for n in others
    )


def _call(node: ast.Call, module: Module) -> Findings:
    """sorted, min and max, and sort(), of what can't be compared: as observed, or as a literal shows."""
    if isinstance(node.func, ast.Attribute):
        if node.func.attr == "sort" and not node.args:
            yield from _keyed(node, node.func.value, module)
        plain = node.func.attr == "sort" and not node.args and not node.keywords
        if plain and (
            seen_mixed(node, module)
            or holds_mixed(node.func.value, module)
            or _holds_dicts(node.func.value, module)
        ):
            opening = module.text.index("(", module.span(node.func).end) + 1
            yield module.insert(opening, "key=", helper("ordered", ORDERED, module))
        return
    if not module.is_builtin(node.func, "sorted", "min", "max") or not node.args:
        return
    if any(k.arg == "key" for k in node.keywords):
        yield from _keyed(node, node.args[0], module)
        return
    if any(k.arg in ("cmp", None) for k in node.keywords):
        return
    if seen_mixed(node, module) and not isinstance(node.args[-1], ast.GeneratorExp):
        place = module.span(node.args[-1]).end
        if not isinstance(node.args[-1], ast.Starred):
            place = module.outer_span(node.args[-1]).end
        yield module.insert(place, ", key=", helper("ordered", ORDERED, module))
        return
    if any(isinstance(a, ast.Starred) for a in node.args):
        return
    several = len(node.args) > 1
    if several and module.is_builtin(node.func, "sorted"):
        return
    unset = several and all(_may_be_unset(v, module) for v in node.args)
    if not unset and not (is_mixed(node.args, module) if several else holds_mixed(node.args[0], module)):
        return
    span = module.span(node.args[-1])
    if isinstance(node.args[-1], ast.GeneratorExp) and span.end == module.span(node).end:
        # Its parentheses are those of the call.
        key = helper("ordered", ORDERED, module)
        yield module.edit(module.part(span, "(", span, ", key=", key, ")"), needs_python2=True)
        return
    place = module.outer_span(node.args[-1]).end
    yield module.insert(
        place,
        ", key=",
        helper("ordered", ORDERED, module),
        needs_python2=unset or not (several or _is_here(node.args[0], module)),
    )


def _may_be_unset(node: ast.expr, module: Module) -> bool:
    """Whether `node` is `self.x`, which the class starts with None."""
    holder = module.class_of(node)
    if holder is None or not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
        return False
    return node.value.id == "self" and any(
        isinstance(s, ast.Assign)
        and is_none(s.value)
        and any(isinstance(t, ast.Name) and t.id == node.attr for t in s.targets)
        for s in holder.body
    )


def _keyed(node: ast.Call, values: ast.expr, module: Module) -> Findings:
    """sorted(d, key=d.get), sorted(d.items(), key=lambda i: i[1]): what the key gives has no order."""
    given = next((k.value for k in node.keywords if k.arg == "key"), None)
    found = displays(values, module)
    if isinstance(given, ast.Lambda) and len(given.args.args) == 1:
        body, name = given.body, given.args.args[0].arg
        place = (
            body.slice.value
            if isinstance(body, ast.Subscript) and isinstance(body.slice, ast.Constant)
            else ""
        )
        of_item = (
            isinstance(body, ast.Subscript) and isinstance(body.value, ast.Name) and body.value.id == name
        )
        if not (of_item and isinstance(place, int)):
            return
        if any(is_mixed(column_of(one, place), module) for one in found):
            order, asked = helper("ordered", ORDERED, module), not _is_here(values, module)
            yield module.replace(body, order, "(", module.span(body), ")", needs_python2=asked)
    elif (
        isinstance(given, ast.Attribute) and given.attr == "get" and ast.dump(given.value) == ast.dump(values)
    ):
        held = _written_out(given.value, module)
        if isinstance(held, ast.Dict) and is_mixed(held.values, module):
            order = helper("ordered", ORDERED, module)
            yield module.replace(given, "lambda key: ", order, "(", module.span(given), "(key))")


def _written_out(node: ast.expr, module: Module) -> ast.expr | None:
    """The display that `node` is, in place or by the one name it has."""
    return assigned(node, module) if isinstance(node, ast.Name) else node


def _holds_dicts(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a list of a function's own that gets dictionaries, and nothing else, one by one."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    made = bindings[0].value if len(bindings) == 1 and module.function(node) is not None else None
    if isinstance(made, ast.ListComp):
        return _groups(made.elt, module) == {"dict"}
    if not (isinstance(node, ast.Name) and isinstance(made, ast.List) and not made.elts):
        return False
    given = []
    for name in names_by_id(module)[node.id]:
        method = module.parent(name)
        call = module.parent(method)
        if module.bindings(name) != bindings or not isinstance(method, ast.Attribute):
            continue
        if method.attr in ("extend", "insert") or not isinstance(call, ast.Call):
            return False
        given += call.args if method.attr == "append" else []
    return bool(given) and all(_groups(one, module) == {"dict"} for one in given)


def holds_mixed(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a collection, or may be one, of which two elements certainly have no order in Python 3."""
    return any(is_mixed(elements, module) for elements in displays(node, module))


def _is_here(node: ast.expr, module: Module) -> bool:
    """Whether a collection is written out in place, or for the one name it has, and not far away."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    held = assigned(node, module) if isinstance(node, ast.Name) else node
    return isinstance(held, (ast.List, ast.Tuple, ast.Set, ast.Dict))


def is_mixed(values: list[ast.expr], module: Module) -> bool:
    """Whether two of `values` certainly have no order in Python 3, or two of what stands at one place of them."""
    if values and all(isinstance(v, (ast.Tuple, ast.List)) for v in values):
        if len({type(v) for v in values}) > 1:
            return True
        shortest = min(len(v.elts) for v in values)  # type: ignore[attr-defined]
        for place in range(shortest):
            column = column_of(values, place)
            if is_mixed(column, module):
                return True
            if _decides(column):
                return False
        return False
    groups = [_groups(v, module) for v in values]
    known = [g for g in groups if g is not None and len(g) == 1]
    kinds = {next(iter(g)) for g in known}
    return len(known) > 1 and (len(kinds) > 1 or kinds == {"dict"})


def _decides(values: list[ast.expr]) -> bool:
    """Whether constants of one type differ so that nothing behind them in their rows is ever compared."""
    constants = [v.value for v in values if isinstance(v, ast.Constant)]
    alike = len(constants) == len(values) and len({type(c) for c in constants}) == 1
    return alike and len(set(constants)) == len(constants)


RULE = Rule(
    id="mixed_order",
    family="P13",
    summary="None and values of different types have no order: a key gives them Python 2's",
    before="x = sorted([3, None, 1])\n",
    after=f"{ORDERED.strip()}\n\n\nx = sorted([3, None, 1], key=ordered)\n",
    caveats=(
        "Types come from the file; a name that the function tests for None or truth anywhere is taken to be safe. "
        "Instances of classes without an order had one by address in Python 2: they have none here."
    ),
    triggers=("<", ">", "sorted", "min", "max", "sort"),
    alone=True,
    nodes=(ast.Compare, ast.Call),
    names=frozenset(["sorted", "min", "max", "sort"]),
    visit=visit,
)
