"""cmp(a, b) → (a > b) - (a < b)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from environment.traces import Exactness
from migration.analysis.builtins import is_none, is_old_builtin, spell_builtin
from migration.analysis.classes import attribute_values, foreign_bases
from migration.analysis.displays import column_of, displays, sources
from migration.analysis.exceptions import own_exception
from migration.analysis.flow_order import OBJECT, any_without_order, clash_between, groups_of, may_be_nothing
from migration.analysis.names import names_by_id
from migration.analysis.order import tested
from migration.analysis.orderless import PLAIN, has_no_order
from migration.analysis.values import defaults_of, parameter_meant
from migration.rewriting.helpers import helper, uses_arrays
from migration.rewriting.operands import operand
from migration.rule import Findings, Rule
from migration.rules.ordering._mixed import is_mixed
from migration.rules.ordering._optional import begins_without, ends_as_none
from migration.rules.ordering.cmp_argument import may_sort_itself, sorts_itself
from migration.source.edits import Piece
from migration.view.module import Module, Precedence

HELPER = '''
def compare(left, right):
    """Compare as Python 2's cmp did: -1, 0 or 1; None first, then numbers, then the rest by its types' names."""

    def kind(one):
        return [one is not None, "" if hasattr(type(one), "__float__") else type(one).__name__]

    try:
        return bool(left > right) - bool(left < right)
    except TypeError:
        if left == right:
            return 0
        if isinstance(left, dict) and isinstance(right, dict):
            rows = [sorted([kind(key), key, value] for key, value in one.items()) for one in (left, right)]
            return compare([len(left), *rows[0]], [len(right), *rows[1]])
        if type(left) is type(right) and isinstance(left, (list, tuple)):
            parts = (compare(one, other) for one, other in zip(left, right))
            return next(filter(None, parts), compare(len(left), len(right)))
        places = [[*kind(one), id(one)] for one in (left, right)]
        return (places[0] > places[1]) - (places[0] < places[1])
'''
_KINDS = {
    **dict.fromkeys(["int", "long", "float", "bool"], "number"),
    **dict.fromkeys(["str", "unicode"], "text"),
    "NoneType": "None", "list": "list", "tuple": "tuple",
}  # fmt: skip
#: Classes whose objects keep a dictionary as `data`.
_MAPPINGS = frozenset(["UserDict.UserDict", "UserDict.IterableUserDict", "collections.UserDict"])
#: Classes of the library that give no order.
_UNORDERED = PLAIN | {"UserDict.DictMixin"}
#: Types that had the method itself.
_COMPARED_BY_NAME = frozenset(["int", "long", "bool", "dict"])
#: Whole numbers, the types of which had it as well.
_WHOLE = ("int", "long")
_ORDERED = frozenset(["int", "long", "bool", "str", "unicode", "list", "tuple"])


def visit(node: ast.Name | ast.Attribute, module: Module) -> Findings:
    """Write the comparison out where both operands are simple; else, and for the function itself, by a helper."""
    if isinstance(node, ast.Attribute) and node.attr == "__cmp__":
        yield from _handed_on(node, module)
        return
    if not is_old_builtin(node, module, "cmp"):
        return
    call = module.parent(node)
    if isinstance(call, ast.keyword):
        if call.arg == "cmp" and _handed_to_sort(node, module.parent(call), module):
            return
    elif _handed_to_sort(node, call, module):
        return
    if not (isinstance(call, ast.Call) and call.func is node and len(call.args) == 2 and not call.keywords):
        yield module.replace(node, helper("compare", HELPER, module))
        return
    left, right = call.args
    if _is_type(left, module) and _is_type(right, module):
        # Classes have no order; Python 2 compared where they are kept.
        name, a, b = helper("compare", HELPER, module), module.sub(left), module.sub(right)
        yield module.replace(call, name, "(id(", *a, "), id(", *b, "))")
        return
    types = module.type_of(left) | module.type_of(right)
    known = (
        bool(module.type_of(left)) and bool(module.type_of(right)) and len(types) == 1 and types <= _ORDERED
    )
    exactness = Exactness.EXACT if known else Exactness.SEMANTIC
    unlike = _unlike(module.type_of(left), module.type_of(right))
    unordered = _may_be_unordered(left, right, module) or any(
        has_no_order(side, module, _UNORDERED) for side in (left, right)
    )
    if "dict" in types or unlike or unordered:
        # Dictionaries have an order no more, and most who compare two of them ask if they are equal.
        yield module.replace(node, helper("compare", HELPER, module), exactness=exactness)
        return
    rows = bool(types) and types <= {"list", "tuple"} and any_without_order((left, right), module)
    rows = rows or _holds_numbers_or_texts(left, module)
    groups = groups_of(left, module), groups_of(right, module)
    # What is compared with values of its own kind, from wherever they come, may be of several kinds.
    several = any(len(known - {OBJECT}) > 1 for known in groups)
    if rows or several or clash_between(*groups):
        yield module.replace(node, helper("compare", HELPER, module), exactness=exactness)
        return
    by_position = any(isinstance(s, ast.Subscript) and own_exception(s.value, module) for s in (left, right))
    if (
        by_position
        or _is_of_chosen_column(left, right, module)
        or not (_is_simple(left) and _is_simple(right))
        or any(_may_be_none(side, call, module) for side in (left, right))
    ):
        yield module.replace(node, helper("compare", HELPER, module), exactness=exactness)
        return
    a, b = (operand(e, module, Precedence.BIT_OR) for e in (left, right))
    # The truths that NumPy gives have no difference.
    truth = "" if (known or not uses_arrays(module)) else spell_builtin("bool", call, module)
    # What other rules make of a side, they make of it in both places.
    text: list[Piece] = [f"{truth}(", *a, " > ", *b, f") - {truth}(", *a, " < ", *b, ")"]
    yield module.replace(call, *text, precedence_of_new=Precedence.SUM, exactness=exactness)


def _holds_numbers_or_texts(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an attribute for a list that is given a number or, where it is none, its text: the parts of a
    version.
    """
    if not isinstance(node, ast.Attribute):
        return False
    added: list[ast.expr] = []
    for kept in module.nodes_named(ast.Attribute, frozenset([node.attr])):
        method = module.parent(kept)
        call = module.parent(method)
        if isinstance(method, ast.Attribute) and method.attr == "append" and isinstance(call, ast.Call):
            added += call.args
    numbers = (
        v.args[0] for v in added if isinstance(v, ast.Call) and len(v.args) == 1 and _is_number(v, module)
    )
    texts = {ast.dump(value) for value in added}
    return any(ast.dump(text) in texts for text in numbers)


def _is_number(call: ast.Call, module: Module) -> bool:
    return module.is_builtin(call.func, "int", "long", "float")


def _is_compared_with(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what `__cmp__` compares its object with: anything at all, None as well; or an item of either,
    where they are containers.
    """
    function = module.function(node)
    if not isinstance(function, ast.FunctionDef) or function.name != "__cmp__":
        return False
    names = [a.arg for a in function.args.args]
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return node.value.id in names and not isinstance(node.slice, ast.Constant)
    return isinstance(node, ast.Name) and names[1:] == [node.id] and not module.type_of(node)


def _may_be_none(side: ast.expr, call: ast.Call, module: Module) -> bool:
    """Whether a side can be None: by what it is given, where nothing asks about it, or by the test that it is under."""
    if _is_compared_with(side, module) or begins_without(side, side, module):
        return True
    if any(_tells_of_none(outer, inner, side) for inner, outer in pairwise([call, *module.ancestors(call)])):
        return True
    if not isinstance(side, ast.Name) or tested(side, side, module):
        return False
    ends = any(b.value is not None and ends_as_none(b.value) for b in module.bindings(side))
    return ends or may_be_nothing(side, module)


def _tells_of_none(outer: ast.AST, inner: ast.AST, side: ast.expr) -> bool:
    """Whether `inner` is only reached where a test says that `side`, or another, is None."""
    if isinstance(outer, ast.IfExp):
        then, otherwise = inner is outer.body, inner is outer.orelse
    elif isinstance(outer, ast.If):
        then, otherwise = inner in outer.body, inner in outer.orelse
    else:
        return False
    joint, told = (ast.Or, ast.Is) if then else (ast.And, ast.IsNot)
    test = outer.test
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, joint) else [test]
    return (then or otherwise) and any(
        isinstance(p, ast.Compare)
        and isinstance(p.ops[0], told)
        and is_none(p.comparators[0])
        and ast.dump(p.left) == ast.dump(side)
        for p in parts
    )


def _is_of_chosen_column(left: ast.expr, right: ast.expr, module: Module) -> bool:
    """Whether what two rows have for one key is compared, which a function around chose: of columns of any kind, also
    of such as lack values.
    """
    if not (isinstance(left, ast.Subscript) and isinstance(right, ast.Subscript)):
        return False
    key = left.slice
    if not isinstance(key, ast.Name) or ast.dump(key) != ast.dump(right.slice):
        return False
    chosen = parameter_meant(key, module)
    return chosen is not None and module.function(chosen) is not module.function(key)


def _is_type(node: ast.expr, module: Module) -> bool:
    """Whether `node` asks for the class of a value."""
    if isinstance(node, ast.Attribute):
        return node.attr == "__class__"
    return isinstance(node, ast.Call) and module.is_builtin(node.func, "type") and len(node.args) == 1


def _handed_on(node: ast.Attribute, module: Module) -> Findings:
    """A __cmp__ that asks that of an attribute, which numbers and texts have no more: `self.n.__cmp__(other.n)`; or a
    number or a dictionary that is asked for it; or the type of whole numbers, about two of them.
    """
    call, function = module.parent(node), module.function(node)
    if isinstance(call, ast.Call) and module.is_builtin(node.value, *_WHOLE):
        sides = call.args
        if call.func is node and len(sides) == 2 and not call.keywords and all(map(_is_simple, sides)):
            # Asked of the type, as an operator would ask the class of the object, which may ask this in turn.
            number = spell_builtin("int", node, module)
            given = ", ".join(module.source(module.span(side)) for side in sides)
            yield module.replace(call, f"({number}.__gt__({given}) - {number}.__lt__({given}))")
        return
    inside = isinstance(function, ast.FunctionDef) and function.name == "__cmp__"
    if not isinstance(call, ast.Call):
        return
    if not (inside and isinstance(node.value, ast.Attribute)):
        types = module.type_of(node.value)
        if not types or not types <= _COMPARED_BY_NAME:
            return
    if call.func is node and len(call.args) == 1 and not call.keywords:
        name = helper("compare", HELPER, module)
        yield module.replace(call, name, "(", *module.sub(node.value), ", ", *module.sub(call.args[0]), ")")


def _unlike(left: frozenset[str], right: frozenset[str]) -> bool:
    """Whether two values are certainly of kinds that Python 3 has no order between, or have none themselves."""
    if left == right == {"NoneType"}:
        return True
    kinds = [{_KINDS.get(t, "") for t in types} for types in (left, right)]
    return all(len(k) == 1 and "" not in k for k in kinds) and kinds[0] != kinds[1]


def _may_be_unordered(left: ast.expr, right: ast.expr, module: Module) -> bool:
    """Whether two objects' attribute is compared, which their class sets to None or a dictionary, and never tests; or
    a place of two rows to be sorted, where that holds values without an order.
    """
    if isinstance(left, ast.Subscript) and isinstance(right, ast.Subscript):
        return _is_mixed_column(left, right, module)
    if any(_holds_none(value) for side in (left, right) for value in _given(side, module)):
        return True
    if not (isinstance(left, ast.Attribute) and isinstance(right, ast.Attribute) and left.attr == right.attr):
        return False
    if any(is_none(given) for value in sources(left, module) for given in sources(value, module)):
        return not (tested(left, left, module) or tested(right, right, module))
    function = module.function(left)
    owner = None if function is None else module.parent(function)
    if not (
        isinstance(owner, ast.ClassDef)
        and isinstance(left.value, ast.Name)
        and isinstance(right.value, ast.Name)
    ):
        return False
    if left.attr == "data" and not _MAPPINGS.isdisjoint(foreign_bases(owner, module)):
        return True
    return any(_is_unordered(v, module) for v in attribute_values(owner, left.attr)) and not (
        tested(left, left, module) or tested(right, right, module)
    )


def _given(side: ast.expr, module: Module) -> list[ast.expr]:
    """What a name or an attribute is given anywhere."""
    if isinstance(side, ast.Name):
        return [b.value for b in module.bindings(side) if b.value is not None]
    return sources(side, module)


def _holds_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Tuple | ast.List) and any(is_none(item) for item in value.elts)


def _is_mixed_column(left: ast.Subscript, right: ast.Subscript, module: Module) -> bool:
    place = left.slice
    if not isinstance(place, ast.Constant) or ast.dump(place) != ast.dump(right.slice):
        return False
    function = module.function(left)
    if not isinstance(function, ast.Lambda | ast.FunctionDef) or not isinstance(place.value, int | str):
        return False
    names = [a.arg for a in function.args.args]
    if sorted(names) != sorted(getattr(side.value, "id", "") for side in (left, right)) or len(names) != 2:
        return False
    return any(
        is_mixed(column_of(rows, place.value), module)
        for values in _sorted_by(function, module)
        for rows in displays(values, module)
    )


def _sorted_by(function: ast.Lambda | ast.FunctionDef, module: Module) -> Iterator[ast.expr]:
    """What is sorted by a function, in place or by the function's name."""
    named = (
        names_by_id(module).get(function.name, ()) if isinstance(function, ast.FunctionDef) else (function,)
    )
    for one in named:
        place = module.parent(one)
        call = module.parent(place) if isinstance(place, ast.keyword) else place
        if not isinstance(call, ast.Call):
            continue
        if isinstance(call.func, ast.Attribute) and call.func.attr == "sort":
            yield call.func.value
        elif module.is_builtin(call.func, "sorted") and call.args:
            yield call.args[0]


def _is_unordered(value: ast.expr, module: Module) -> bool:
    if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or):
        return _is_unordered(value.values[-1], module)
    if isinstance(value, ast.IfExp):
        return _is_unordered(value.body, module) or _is_unordered(value.orelse, module)
    if isinstance(value, ast.Name) and (function := module.function(value)) is not None:
        return _default_is_none(value.id, function)
    return bool(module.type_of(value)) and module.type_of(value) <= {"NoneType", "dict"}


def _default_is_none(name: str, function: ast.AST) -> bool:
    if not isinstance(function, ast.FunctionDef):
        return False
    return any(a.arg == name and is_none(d) for a, d in defaults_of(function.args).items())


def _handed_to_sort(node: ast.AST, call: ast.AST | None, module: Module) -> bool:
    """Whether the rule about sort and sorted deals with it."""
    if not isinstance(call, ast.Call) or node is call.func:
        return False
    if any(k.arg is None for k in call.keywords):
        return False  # it goes on to a function that takes it as it is
    if isinstance(call.func, ast.Attribute):
        rows = call.func.value
        return call.func.attr == "sort" and not (sorts_itself(rows, module) or may_sort_itself(rows, module))
    return module.is_builtin(call.func, "sorted")


def _is_simple(node: ast.expr) -> bool:
    """Whether `node` may be evaluated twice: names, constants, and what is reached from them."""
    if isinstance(node, (ast.Name, ast.Constant)):
        return True
    if isinstance(node, ast.Attribute):
        return _is_simple(node.value)
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, (ast.Name, ast.Constant)) and _is_simple(node.value)
    return isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)


RULE = Rule(
    id="cmp_call",
    family="P13",
    summary="cmp(a, b) is (a > b) - (a < b)",
    before="x = cmp(a, b) or 1\n",
    after="x = (a > b) - (a < b) or 1\n",
    caveats="Python 2 ordered values of different types and None too; Python 3 raises TypeError.",
    triggers=("cmp", "__cmp__"),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Name, ast.Attribute),
    names=frozenset(["cmp", "__cmp__"]),
    visit=visit,
)
