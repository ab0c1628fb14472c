"""What makes a number of text where it is one, and leaves the text where it is none: functions, rows of such values."""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import methods
from migration.analysis.names import asked_once, is_of_self, names_by_id, stdlib_name
from migration.analysis.values import assigned, called_here, given_to_attributes, returns_of, written_out
from migration.view.module import Module

#: Methods that give a text for a text.
_ALIKE = frozenset(["capitalize", "lower", "lstrip", "rstrip", "strip", "swapcase", "title", "upper"])
_NUMBERS = ("int", "float", "long")
#: A group of digits, which numbers are made of.
_DIGITS = re.compile(r"\((?:\?P<\w+>)?-?\??(?:\\d|\[0-9\])(?:[+*]\??|\{[\d,]+\})?(?:\.|\\\.|\))")


def gives_either(name: ast.expr, module: Module) -> bool:
    """Whether `name` is a function of this file that returns `int(p)` as well as the parameter p itself, or the text
    that a method makes of it.
    """
    function = called_here(ast.Call(name, [], []), module)
    if function is None:
        return False
    given = [r.value for r in returns_of(function)]
    numbers = {
        value.args[0].id
        for value in given
        if isinstance(value, ast.Call)
        and module.is_builtin(value.func, *_NUMBERS)
        and len(value.args) == 1
        and isinstance(value.args[0], ast.Name)
    }
    parameters = {a.arg for a in function.args.args}
    plain = [_unchanged(v) for v in given if v is not None]
    return any(isinstance(v, ast.Name) and v.id in numbers & parameters for v in plain)


def _unchanged(node: ast.expr) -> ast.expr:
    """What methods that give a text for a text are asked of: `x` in `x.strip().lower()`."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _ALIKE:
        if node.args or node.keywords:
            break
        node = node.func.value
    return node


def holds_either(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a list, or an iterator, of what such a function gives, alone or as a part of each row."""
    made = written_out(node, module)
    if isinstance(made, ast.Call) and module.is_builtin(made.func, "list") and len(made.args) == 1:
        made = made.args[0]
    if isinstance(made, ast.Call) and module.is_builtin(made.func, "map") and len(made.args) == 2:
        return gives_either(made.args[0], module)
    if not isinstance(made, (ast.ListComp, ast.GeneratorExp)):
        return False
    parts = made.elt.elts if isinstance(made.elt, (ast.Tuple, ast.List)) else [made.elt]
    return any(isinstance(part, ast.Call) and gives_either(part.func, module) for part in parts)


def is_row_of_either(node: ast.expr | None, module: Module, depth: int = 3) -> bool:
    """Whether `node` is a row of numbers and texts as they come: by a comprehension, by map(), as a function
    gathers it, or as objects of its classes keep it. What a pattern splits comes in turns.
    """
    if node is None or not depth:
        return False
    if isinstance(node, ast.Attribute):
        kept = given_to_attributes(module).get(node.attr, [])
        return asked_once(
            ("rows of either", node.attr, depth),
            module,
            lambda: any(
                is_row_of_either(v, module, depth - 1) for v in kept if not isinstance(v, ast.Attribute)
            ),
        )
    if isinstance(node, ast.Name):
        return is_row_of_either(assigned(node, module), module, depth - 1) or _gathers_either(node, module)
    if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        picked = any(g.ifs for g in node.generators)
        turns = not picked and _comes_in_turns(node.generators[0].iter, module)
        return not turns and _is_either(node.elt, module)
    if not isinstance(node, ast.Call):
        return False
    if module.is_builtin(node.func, "list", "tuple") and len(node.args) == 1:
        return is_row_of_either(node.args[0], module, depth)
    if module.is_builtin(node.func, "map") and len(node.args) == 2:
        maker = node.args[0]
        either = (
            _is_either(maker.body, module) if isinstance(maker, ast.Lambda) else gives_either(maker, module)
        )
        return either and not _comes_in_turns(node.args[1], module)
    return any(is_row_of_either(v, module, depth - 1) for v in _results(node.func, module))


def _results(function: ast.expr, module: Module) -> list[ast.expr | None]:
    """What a function of this file gives, or a lambda that has a name, or a method that is asked of its own object."""
    made = assigned(function, module) if isinstance(function, ast.Name) else None
    if isinstance(made, ast.Lambda):
        return [made.body]
    called = called_here(ast.Call(function, [], []), module)
    owner = module.class_of(function) if is_of_self(function) else None
    if owner is not None and isinstance(function, ast.Attribute):
        called = methods(owner).get(function.attr)  # type: ignore[assignment]
    return [r.value for r in returns_of(called)] if isinstance(called, ast.FunctionDef) else []


def _is_either(node: ast.expr, module: Module) -> bool:
    """`int(p) if p.isdigit() else p`, `p.isdigit() and int(p) or p`, `number_or_text(p)`."""
    if isinstance(node, ast.Call):
        return gives_either(node.func, module)
    if isinstance(node, ast.IfExp):
        return _are_both([node.body, node.orelse], module)
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) and len(node.values) == 2:
        first, last = node.values
        made = first.values[-1] if isinstance(first, ast.BoolOp) and isinstance(first.op, ast.And) else first
        return _are_both([made, last], module)
    return False


def _are_both(values: list[ast.expr], module: Module) -> bool:
    """Whether one of `values` makes a number of what another of them is."""
    plain = {ast.dump(_unchanged(v)) for v in values}
    return any(
        isinstance(v, ast.Call)
        and module.is_builtin(v.func, *_NUMBERS)
        and len(v.args) == 1
        and ast.dump(v.args[0]) in plain
        for v in values
    )


def _gathers_either(name: ast.Name, module: Module) -> bool:
    """Whether a list of a function's own is given numbers made of texts, and such texts, one by one."""
    function, bindings = module.function(name), module.bindings(name)
    if function is None or len(bindings) != 1 or not isinstance(bindings[0].value, ast.List):
        return False
    methods = (module.parent(n) for n in names_by_id(module)[name.id] if module.function(n) is function)
    calls = [module.parent(m) for m in methods if isinstance(m, ast.Attribute) and m.attr == "append"]
    return _are_both([c.args[0] for c in calls if isinstance(c, ast.Call) and c.args], module)


def _comes_in_turns(node: ast.expr, module: Module) -> bool:
    """Whether `node` is split by a regular expression, so that texts and numbers stand at places of their own: by the
    numbers, as far as it is seen.
    """
    if (
        not isinstance(node, ast.Call)
        or not isinstance(node.func, ast.Attribute)
        or node.func.attr != "split"
    ):
        return False
    if stdlib_name(node.func, module) == "re.split":
        return bool(node.args) and _keeps_numbers(node.args[0], module)
    pattern = node.func.value
    made = written_out(pattern, module)
    compiled = isinstance(made, ast.Call) and stdlib_name(made.func, module) == "re.compile"
    return compiled and bool(made.args) and _keeps_numbers(made.args[0], module)  # type: ignore[union-attr]


def _keeps_numbers(pattern: ast.expr, module: Module) -> bool:
    """Whether a pattern has a group of digits alone, which what is split by it alternates with; or is not seen."""
    pattern = written_out(pattern, module) or pattern
    text = pattern.value if isinstance(pattern, ast.Constant) else None
    return not isinstance(text, str) or _DIGITS.search(text) is not None
