"""str(0.1 + 0.2) → format(0.1 + 0.2, ".12"): Python 2 spelled a float with twelve digits at most."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from itertools import chain

from migration.analysis.classes import classes, methods
from migration.analysis.displays import column_of, displays
from migration.analysis.names import asked_once, memory, names_by_id, stdlib_name
from migration.analysis.strings.shown import put_plainly, spelled
from migration.analysis.values import given_to_attributes, returns_of, written_out
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.rules.numbers.round_builtin import HELPER as ROUND
from migration.rules.text.unicode_builtin import has_two_texts
from migration.source.words import words_of
from migration.trees.fields import walk
from migration.trees.scopes import Binding
from migration.view.module import Module

_MATH = frozenset(
    f"math.{n}"
    for n in (
        "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cos", "cosh", "degrees", "exp", "expm1", "fabs",
        "fmod", "fsum", "hypot", "log", "log10", "log1p", "pow", "radians", "sin", "sinh", "sqrt", "tan", "tanh",
    )
)  # fmt: skip
_CLOCKS = frozenset(["time.time", "time.clock"])
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_WHOLE = ("len", "int", "ord")
#: Methods of a dictionary that give what it has for a key.
_TAKING = frozenset(["get", "pop", "setdefault"])
#: How far names are followed.
_DEPTH = 5

#: Without one of these words, a literal or a true division nothing in a file is known to be a float.
_SIGNS = frozenset(["atof", "clock", "float", "math", "round", "uniform"])
#: What makes a float of whole numbers.
_NEGATIVE_POWER = re.compile(r"\*\*[ \t]*-|pow(?<!\wpow)\(")
_MODULES = re.compile(r"from(?<!\wfrom) (?:time|random)\b|\.(?:(?<=\btime\.)time|(?<=\brandom\.)random)\b")
#: A field that makes a text longer, or cuts it.
_PADDED = re.compile(r"%-?\d*(?:\.\d+)?s")

HELPER = '''
def twelve_digits(value):
    """Text as Python 2's str() made it: a float has twelve digits at most."""
    return format(value, ".12") if isinstance(value, float) else str(value)
'''


def may_hold_floats(module: Module) -> bool:
    """Whether anything in the file can be known to be a float: told without looking at its expressions."""
    return (
        not words_of(module.text).isdisjoint(_SIGNS)
        or module.has_future("division")
        or _MODULES.search(module.text) is not None
        or _NEGATIVE_POWER.search(module.text) is not None
        or any(type(n.value) is float for n in module.nodes_of(ast.Constant))  # type: ignore[attr-defined]
    )


def visit(node: ast.BinOp | ast.Call, module: Module) -> Findings:
    """Spell as before what is certainly a float, by a helper what may be one or another number."""
    if isinstance(node, ast.Call) and module.is_builtin(node.func, "map"):
        yield from _each_spelled(node, module)
        return
    shown = put_plainly(node, module, of_either=True, padded=True)
    if isinstance(node, ast.Call):
        shown = chain(shown, spelled(node, module), _spelled_alone(node, module))
    for value in shown:
        whole = node if module.is_builtin(getattr(node, "func", node), "str", "unicode", "format") else value
        if _is_float(value, module):
            if not _is_short(value):
                yield module.replace(whole, "format(", *module.sub(value), ', ".12")')
        elif _may_be_float(value, module) and not inside_helper(node, HELPER, module):
            if module.is_builtin(getattr(node, "func", node), "unicode") and has_two_texts(module):
                continue  # what it is of else may say something of its own
            text = helper("twelve_digits", HELPER, module)
            yield module.replace(whole, text, "(", *module.sub(value), ")")


def _spelled_alone(node: ast.Call, module: Module) -> list[ast.expr]:
    """What unicode(), or format() without a format or with an empty one, spells as str() does."""
    if module.is_builtin(node.func, "unicode"):
        return node.args if len(node.args) == 1 and not node.keywords else []
    if not module.is_builtin(node.func, "format") or node.keywords:
        return []
    plain = len(node.args) == 1 or (
        len(node.args) == 2 and isinstance(node.args[1], ast.Constant) and node.args[1].value == ""
    )
    return node.args[:1] if plain else []


def _each_spelled(node: ast.Call, module: Module) -> Findings:
    """map(str, values), where floats are among the values."""
    if (
        len(node.args) == 2
        and module.is_builtin(node.args[0], "str")
        and _holds_floats(node.args[1], module, _DEPTH)
    ):
        yield module.replace(node.args[0], helper("twelve_digits", HELPER, module))


def _may_be_float(node: ast.expr, module: Module) -> bool:
    """Whether `node` can be a float of more digits than twelve."""
    if isinstance(node, (ast.Constant, ast.UnaryOp)) or _is_whole_float(node, module):
        return False
    return _leans(node, module, _DEPTH) and not _is_short(node) and not _is_by_chance(node, module, _DEPTH)


def _is_by_chance(node: ast.expr, module: Module, depth: int) -> bool:
    """Whether what a clock says, or an unseeded draw, goes into `node`: nobody can rely on its last digits."""
    for one in walk(node):
        if isinstance(one, ast.Call):
            name = stdlib_name(one.func, module) or ""
            if name in _CLOCKS or (name.startswith("random.") and "seed" not in module.text):
                return True
        elif depth and isinstance(one, ast.Name):
            values = [b.value for b in module.bindings(one)]
            if any(v is not None and _is_by_chance(v, module, depth - 1) for v in values):
                return True
    return False


def _leans(node: ast.expr, module: Module, depth: int) -> bool:
    """Whether there is a sign that `node` is a float: the helper looks, so that this may be wrong."""
    types = module.type_of(node)
    if types:
        return "float" in types
    if not depth:
        return False
    if isinstance(node, (ast.BoolOp, ast.IfExp)):
        either = node.values if isinstance(node, ast.BoolOp) else [node.body, node.orelse]
        return any(_leans(value, module, depth - 1) for value in either)
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Div):
            return True  # of two things that nobody knows, the helper asks as the division does
        return isinstance(node.op, _OPERATORS) and any(
            _is_float(s, module, depth - 1) or _leans(s, module, depth - 1) for s in (node.left, node.right)
        )
    if isinstance(node, ast.Call):
        if module.is_builtin(node.func, "sum", "max", "min"):
            return any(_holds_floats(a, module, depth - 1) for a in node.args)
        short = [b.value for b in module.bindings(node.func)] if isinstance(node.func, ast.Name) else []
        if any(isinstance(f, ast.Lambda) and _leans(f.body, module, depth - 1) for f in short):
            return True
        if isinstance(node.func, ast.Attribute) and node.func.attr in _TAKING and node.args:
            return _is_found_float(node.func.value, node.args[0], module, depth - 1)
        return any(_returns_float(f, module, depth) for f in _called(node.func, module))
    if isinstance(node, ast.Attribute):
        gets = (f for f in _called(node, module) if _is_property(f, module))
        return any(_returns_float(f, module, depth) for f in gets) or _keeps_float(node.attr, module, depth)
    if isinstance(node, ast.Subscript):
        return not isinstance(node.slice, ast.Slice) and (
            _is_filled(node.value, module, depth - 1)
            or _is_found_float(node.value, node.slice, module, depth - 1)
        )
    return isinstance(node, ast.Name) and any(
        _gives_float(b, module, depth - 1) for b in module.bindings(node)
    )


def _gives_float(binding: Binding, module: Module, depth: int) -> bool:
    """Whether there is a sign that a variable is given a float, or that one is added to it."""
    if binding.kind == "loop":
        return _is_from_floats(binding.node, module, depth)
    value = binding.node.value if isinstance(binding.node, ast.AugAssign) else binding.value
    if binding.kind not in ("assign", "augmented") or value is None or not _leans(value, module, depth):
        return False
    return binding.kind == "assign" or not _is_by_chance(value, module, depth)


def _is_found_float(table: ast.expr, key: ast.expr, module: Module, depth: int) -> bool:
    """Whether a table that is written out, there or under its one name, has a float for a key that may be any."""
    made = written_out(table, module)
    if not isinstance(made, ast.Dict) or isinstance(key, ast.Constant):
        return False
    return any(_leans(v, module, depth) and not _is_short(v) for v in made.values)


def _is_filled(node: ast.expr, module: Module, depth: int) -> bool:
    """Whether floats are put into a collection one by one, under the name, or the attribute's name, it has."""
    if depth < 0 or not isinstance(node, (ast.Name, ast.Attribute)):
        return False
    known = memory(module)
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    key = ("filled with floats", node.attr if isinstance(node, ast.Attribute) else tuple(map(id, bindings)))
    if key not in known:
        known[key] = False
        if isinstance(node, ast.Attribute):
            same: list[ast.AST] = [*module.nodes_named(ast.Attribute, frozenset([node.attr]))]
        else:
            same = [n for n in names_by_id(module)[node.id] if module.bindings(n) == bindings]
        known[key] = any(_takes_float(place, module, depth) for place in same)
    return bool(known[key])


def _takes_float(place: ast.AST, module: Module, depth: int) -> bool:
    """Whether a collection is given a float where it stands: `d[k] = x / 2.0`, `d.append(x / 2.0)`."""
    holder = module.parent(place)
    outer = module.parent(holder)
    values: list[ast.expr] = []
    if (
        isinstance(holder, ast.Subscript)
        and holder.value is place
        and isinstance(outer, (ast.Assign, ast.AugAssign))
    ):
        values = [outer.value] if holder is not outer.value else []
    elif isinstance(holder, ast.Attribute) and holder.attr == "append" and isinstance(outer, ast.Call):
        values = outer.args
    return any(
        not _is_short(v) and _leans(v, module, depth) and not _is_by_chance(v, module, depth) for v in values
    )


def _returns_float(function: ast.FunctionDef, module: Module, depth: int) -> bool:
    """Whether there is a sign that a function returns a float."""
    values = (r.value for r in returns_of(function) if r.value is not None)
    return asked_once(
        ("returns a float", function, depth),
        module,
        lambda: any(_leans(v, module, depth - 1) for v in values),
    )


def _keeps_float(attribute: str, module: Module, depth: int) -> bool:
    """Whether there is a sign that objects keep a float in an attribute that is computed, or that is added to."""
    known = memory(module)
    key = ("keeps a float", attribute, depth)
    if key not in known:
        known[key] = False
        given = [v for v in given_to_attributes(module).get(attribute, ()) if v is not None]
        added = _added_to_attributes(module).get(attribute, [])
        floats = [v for v in (*given, *added) if _leans(v, module, depth - 1)]
        computed = bool(added) or not all(_is_short(v) for v in floats)
        known[key] = computed and any(not _is_by_chance(v, module, depth) for v in floats)
    return bool(known[key])


def _added_to_attributes(module: Module) -> dict[str, list[ast.expr]]:
    """What the file adds to attributes, or changes them by, by their name."""
    known = memory(module)
    if "added to attributes" not in known:
        table: dict[str, list[ast.expr]] = {}
        for node in module.nodes_of(ast.AugAssign):
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute):
                table.setdefault(node.target.attr, []).append(node.value)
        known["added to attributes"] = table
    return known["added to attributes"]  # type: ignore[no-any-return]


def _is_property(function: ast.FunctionDef, module: Module) -> bool:
    """Whether a method is what an attribute of its name gives."""
    return any(module.is_builtin(d, "property") for d in function.decorator_list)


def _is_from_floats(target: ast.AST, module: Module, depth: int) -> bool:
    """Whether a loop goes through a collection with floats, its variable, or one of them, being the target."""
    loop = module.parent(target)
    if isinstance(loop, ast.Tuple) and isinstance(
        around := module.parent(loop), (ast.For, ast.comprehension)
    ):
        made = around.iter.func if isinstance(around.iter, ast.Call) else None
        items = isinstance(made, ast.Attribute) and made.attr in ("items", "iteritems")
        if isinstance(target, ast.expr) and not items:
            place = loop.elts.index(target)
            columns = [column_of(rows, place) for rows in displays(around.iter, module)]
            return any(_leans(v, module, depth) and not _is_short(v) for one in columns for v in one)
        return items and loop.elts[-1] is target and _is_filled(made.value, module, depth)  # type: ignore[union-attr]
    return (
        isinstance(loop, (ast.For, ast.comprehension))
        and loop.target is target
        and _holds_floats(loop.iter, module, depth)
    )


def _called(function: ast.expr, module: Module) -> list[ast.FunctionDef]:
    """The functions of this file that a name, or a method's name, can mean."""
    found: list[ast.AST] = []
    if isinstance(function, ast.Name):
        found = [b.node for b in module.bindings(function)]
    elif isinstance(function, ast.Attribute):
        owners = (c for several in classes(module).values() for c in several)
        found = [m for c in owners for name, m in methods(c).items() if name == function.attr]
    return [f for f in found if isinstance(f, ast.FunctionDef)]


def _holds_floats(node: ast.expr, module: Module, depth: int) -> bool:
    """Whether there is a sign that `node` is a collection of floats."""
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return any(_is_float(e, module, depth) for e in node.elts)
    if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        return _leans(node.elt, module, depth)
    if isinstance(node, ast.BinOp):
        return _holds_floats(node.left, module, depth) or _holds_floats(node.right, module, depth)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in ("values", "itervalues") and _is_filled(node.func.value, module, depth)
    if _is_filled(node, module, depth):
        return True
    if isinstance(node, ast.Attribute):
        given = given_to_attributes(module).get(node.attr, ())
        return depth > 0 and any(v is not None and _holds_floats(v, module, depth - 1) for v in given)
    bindings = module.bindings(node) if isinstance(node, ast.Name) and depth > 0 else []
    return any(
        _is_given_floats(b.node, module) if b.value is None else _holds_floats(b.value, module, depth - 1)
        for b in bindings
    )


def _is_given_floats(parameter: ast.AST, module: Module) -> bool:
    """Whether `parameter` gathers arguments (`*values`), and a call in the file gives floats among them."""
    arguments = module.parent(parameter)
    function = module.parent(arguments)
    if not isinstance(arguments, ast.arguments) or arguments.vararg is not parameter:
        return False
    owner = module.parent(function)
    made = isinstance(owner, ast.ClassDef) and getattr(function, "name", "") == "__init__"
    name = owner.name if made and isinstance(owner, ast.ClassDef) else getattr(function, "name", "")
    calls = module.nodes_named(ast.Call, frozenset([name]))
    return any(isinstance(c, ast.Call) and any(_is_float(a, module) for a in c.args) for c in calls)


def _is_whole_float(node: ast.expr, module: Module) -> bool:
    """Whether `node` is rounded, or a result of floor or ceil: another rule's."""
    if isinstance(node, ast.Name):
        values = [b.value for b in module.bindings(node)]
        return bool(values) and all(v is not None and _is_whole_float(v, module) for v in values)
    if isinstance(node, ast.Call) and any(
        inside_helper(f.body[0], ROUND, module) for f in _called(node.func, module)
    ):
        return True
    return isinstance(node, ast.Call) and (
        module.is_builtin(node.func, "round") or stdlib_name(node.func, module) in ("math.floor", "math.ceil")
    )


def _is_float(node: ast.expr, module: Module, depth: int = _DEPTH) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, (ast.USub, ast.UAdd)) and _is_float(node.operand, module, depth)
    if isinstance(node, ast.BinOp):
        if not isinstance(node.op, _OPERATORS):
            return False
        sides = (node.left, node.right)
        floats = [_is_float(s, module, depth) for s in sides]
        return any(floats) and all(
            f or _is_whole(s, module, depth) for f, s in zip(floats, sides, strict=True)
        )
    if isinstance(node, ast.Call):
        return module.is_builtin(node.func, "float") or stdlib_name(node.func, module) in _MATH
    if isinstance(node, ast.Attribute):
        return stdlib_name(node, module) in ("math.pi", "math.e")
    return isinstance(node, ast.Name) and _named(node, module, depth, _is_float)


def _is_whole(node: ast.expr, module: Module, depth: int) -> bool:
    if isinstance(node, ast.Constant):
        return type(node.value) is int
    if isinstance(node, ast.Call):
        return module.is_builtin(node.func, *_WHOLE)
    return isinstance(node, ast.Name) and _named(node, module, depth, _is_whole)


def _named(
    node: ast.Name, module: Module, depth: int, holds: Callable[[ast.expr, Module, int], bool]
) -> bool:
    """Whether all that a variable is given in this file is such a number."""
    bindings = module.bindings(node)
    return bool(depth and bindings) and all(
        b.kind == "assign" and b.value is not None and holds(b.value, module, depth - 1) for b in bindings
    )


def _is_short(node: ast.expr) -> bool:
    """Whether a constant expression needs no more than twelve digits: both spell it alike."""
    if not all(
        isinstance(n, (ast.BinOp, ast.UnaryOp, ast.Constant, ast.operator, ast.unaryop))
        for n in ast.walk(node)
    ):
        return False
    try:
        value = eval(compile(ast.Expression(node), "", "eval"), {"__builtins__": {}})
    except (ArithmeticError, TypeError, ValueError):
        return True
    return not isinstance(value, float) or format(value, ".12") == repr(value)


RULE = Rule(
    id="float_text",
    family="P7",
    summary="floats that are printed or given to str() keep their twelve digits",
    before="print 2 / 3.0\n",
    after='print(format(2 / 3.0, ".12"))\n',
    caveats="Only where the value is seen to be a number that can be a float: those in attributes that no line of the "
    "file gives a float, in lists and from calls elsewhere are spelled with up to 17 digits.",
    triggers=("print", "str", "unicode", "%s", "format", _PADDED),
    needs_python2=True,
    order=90,
    nodes=(ast.BinOp, ast.Call),
    names=frozenset(["format", "map", "print", "str", "unicode"]),
    when=may_hold_floats,
    visit=visit,
)
