"""What a collection holds that is written out somewhere: followed through names, parameters, attributes of objects,
copies and comprehensions.
"""

from __future__ import annotations

import ast
from itertools import chain, islice, product

from migration.analysis.names import memory, names_by_id
from migration.analysis.values import called_here, given_to_attributes, returns_of
from migration.view.module import Module

#: The elements of one collection that is written out.
Elements = list[ast.expr]
_COPIES = ("list", "tuple", "set", "frozenset", "sorted", "reversed", "iter")
_KEYS = frozenset(["keys", "iterkeys"])
_VALUES = frozenset(["values", "itervalues"])
_ITEMS = frozenset(["items", "iteritems"])
_DEPTH = 6
#: More collections than one value ever is, but where everything is handed to everything.
_MOST = 200


def displays(node: ast.expr, module: Module, depth: int = _DEPTH) -> list[Elements]:
    """The elements of each collection that `node` is seen to be, one list for each; [] where none is, and of very many
    the first.

    What is found is remembered: where names are given one another in many places, the same is asked again and again.
    """
    known: dict[tuple[ast.expr, int], list[Elements]] = memory(module).setdefault("displays", {})
    key = (node, depth)
    if key not in known:
        known[key] = []
        known[key] = _displays(node, module, depth)[:_MOST]
    return known[key]


def _displays(node: ast.expr, module: Module, depth: int) -> list[Elements]:
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return [] if any(isinstance(e, ast.Starred) for e in node.elts) else [node.elts]
    if isinstance(node, ast.Dict):
        return [[key for key in node.keys if key is not None]]
    if isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
        return _comprehended(node, module, depth)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        whole = node.slice.lower is node.slice.upper is None
        return displays(node.value, module, depth) if whole else []
    if isinstance(node, ast.Call):
        return _of_call(node, module, depth)
    if isinstance(node, ast.BinOp):
        both = (displays(side, module, depth - 1) if depth else [] for side in (node.left, node.right))
        return [[*a, *b] for a, b in islice(product(*both), _MOST)] if isinstance(node.op, ast.Add) else []
    given = _given_as_rest(node, module) if isinstance(node, ast.Name) else []
    if given:
        return given
    found = [found for value in sources(node, module, depth) for found in displays(value, module, depth - 1)]
    if not isinstance(node, ast.Name) or found != [[]]:
        return found
    pairs = _filled_pairs(node, module)
    added = [key for key, _ in pairs] if pairs else _filled(node, module)
    return [_gone_through(added, module, depth)]


def _gone_through(values: Elements, module: Module, depth: int) -> Elements:
    """`values`, and for the variables of loops around them what these are seen to go through."""
    found: Elements = []
    for value in values:
        row, key = value, None
        if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Constant):
            row, key = value.value, value.slice.value
        loop, place = _loop_of(row, module) if isinstance(row, ast.Name) and depth else (None, None)
        several = displays(loop.iter, module, depth - 1) if loop is not None else []
        if isinstance(key, int | str) and place is None:
            several = [column_of(one, key) for one in several]
        elif key is not None:
            several = []
        if place is not None:
            several = [column_of(one, place) for one in several]
        found += chain.from_iterable(several) if any(several) else [value]
    return found


def gone_through(name: ast.Name, module: Module) -> Elements:
    """What the loop around `name` whose variable it is goes through; [] where that does not show."""
    found = _gone_through([name], module, _DEPTH)
    return [] if found == [name] else found


def _loop_of(name: ast.Name, module: Module) -> tuple[ast.For | ast.comprehension | None, int | None]:
    """The loop around `name` that it is a variable of, and its place where that has several."""
    around = set(module.ancestors(name))
    for binding in module.bindings(name):
        target, place = module.parent(binding.node), None
        loop = target
        if isinstance(target, (ast.Tuple, ast.List)) and isinstance(binding.node, ast.expr):
            loop, place = module.parent(target), target.elts.index(binding.node)
        if binding.kind == "loop" and isinstance(loop, (ast.For, ast.comprehension)) and loop in around:
            return loop, place
    return None, None


def _filled_pairs(node: ast.Name, module: Module) -> list[tuple[ast.expr, ast.expr]]:
    """The keys, with their values, that an empty dictionary is given one by one, under the one name it has."""
    made = [b.value for b in module.bindings(node)]
    if not (len(made) == 1 and isinstance(made[0], ast.Dict)):
        return []
    added: list[tuple[ast.expr, ast.expr]] = []
    for read in names_by_id(module)[node.id]:
        parent = module.parent(read)
        if module.bindings(read) != module.bindings(node):
            continue
        statement = module.parent(parent)
        if (
            isinstance(parent, ast.Subscript)
            and isinstance(statement, ast.Assign)
            and parent in statement.targets
        ):
            added.append((parent.slice, statement.value))
        elif (
            isinstance(parent, ast.Attribute) and isinstance(statement, ast.Call) and statement.func is parent
        ):
            if parent.attr == "setdefault" and len(statement.args) == 2:
                added.append((statement.args[0], statement.args[1]))
            elif parent.attr in ("update", "setdefault"):
                return []
    return added


def _filled(node: ast.Name, module: Module) -> Elements:
    """What an empty list is filled with one by one, under the one name it has; [] where others may change it, too."""
    added: Elements = []
    for read in names_by_id(module)[node.id]:
        method = module.parent(read)
        call = module.parent(method)
        if module.bindings(read) != module.bindings(node):
            continue
        if isinstance(method, ast.Call) and not module.is_builtin(method.func, *_COPIES, "len", "max", "min"):
            return []
        if isinstance(method, ast.Attribute) and isinstance(call, ast.Call) and call.func is method:
            if method.attr in ("extend", "insert"):
                return []
            added += call.args if method.attr == "append" else []
    return added


def _given_as_rest(node: ast.Name, module: Module) -> list[Elements]:
    """What calls of a function in this file give it for `*values`, one list for each call."""
    bindings = module.bindings(node)
    parameter = bindings[0].node if len(bindings) == 1 else None
    arguments = module.parent(parameter) if isinstance(parameter, ast.arg) else None
    function = module.parent(arguments) if isinstance(arguments, ast.arguments) else None
    if not isinstance(arguments, ast.arguments) or arguments.vararg is not parameter:
        return []
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        return []
    found: list[Elements] = []
    for call in module.nodes_of(ast.Call):
        called = getattr(call, "func", None)
        method = isinstance(called, ast.Attribute)
        if isinstance(call, ast.Call) and getattr(called, "attr" if method else "id", "") == function.name:
            rest = call.args[max(len(arguments.args) - method, 0) :]
            found += [] if any(isinstance(a, ast.Starred) for a in call.args) else [rest]
    return found


def sources(node: ast.expr, module: Module, depth: int = _DEPTH) -> list[ast.expr]:
    """What is seen to be given to a name or an attribute of `self`; arguments of calls for a parameter."""
    if not depth:
        return []
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        values = given_to_attributes(module).get(node.attr, [])
        return [] if None in values else [v for v in values if v is not None]
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if len(bindings) != 1:
        return []
    binding = bindings[0]
    if binding.kind == "parameter" and isinstance(binding.node, ast.arg):
        return module.arguments_for(binding.node)
    return [binding.value] if binding.kind == "assign" and binding.value is not None else []


def _of_call(node: ast.Call, module: Module, depth: int) -> list[Elements]:
    function = node.func
    if module.is_builtin(function, *_COPIES) and node.args and not isinstance(node.args[0], ast.Starred):
        return displays(node.args[0], module, depth)
    called = called_here(node, module)
    if called is not None and depth and not called.decorator_list:
        given = [r.value for r in returns_of(called) if r.value is not None]
        return [found for value in given for found in displays(value, module, depth - 1)]
    if module.is_builtin(function, "dict") and len(node.args) == 1 and depth and not node.keywords:
        rows = displays(node.args[0], module, depth - 1)
        paired = all(isinstance(r, (ast.Tuple, ast.List)) for one in rows for r in one)
        return [column_of(one, 0) for one in rows] if paired else rows
    if not isinstance(function, ast.Attribute) or node.args:
        return []
    if function.attr in _KEYS:
        return displays(function.value, module, depth)
    if function.attr not in _VALUES | _ITEMS:
        return []
    found: list[Elements] = []
    held = function.value
    pairs = _filled_pairs(held, module) if isinstance(held, ast.Name) else []
    if pairs:
        if function.attr in _VALUES:
            return [[value for _, value in pairs]]
        both = [[k, value] for key, value in pairs for k in _gone_through([key], module, depth)]
        return [[ast.Tuple(pair, ast.Load()) for pair in both]]
    for one in [held] if isinstance(held, ast.Dict) else sources(held, module, depth):
        if isinstance(one, ast.Dict) and None not in one.keys:
            own = zip(one.keys, one.values, strict=True)
            items: Elements = [ast.Tuple([k, v], ast.Load()) for k, v in own if k is not None]
            found.append(one.values if function.attr in _VALUES else items)
    return found


def _comprehended(
    node: ast.ListComp | ast.GeneratorExp | ast.SetComp, module: Module, depth: int
) -> list[Elements]:
    """The elements a comprehension takes over as they are, or one place of each."""
    if not depth or len(node.generators) != 1 or node.generators[0].ifs:
        return []
    target, element = node.generators[0].target, node.elt
    found = displays(node.generators[0].iter, module, depth - 1)
    if isinstance(target, ast.Name):
        if isinstance(element, ast.Name) and element.id == target.id:
            return found
        place = element.slice if isinstance(element, ast.Subscript) else None
        of_target = isinstance(element, ast.Subscript) and getattr(element.value, "id", "") == target.id
        if of_target and isinstance(place, ast.Constant) and type(place.value) is int:
            return [column for one in found if (column := column_of(one, place.value))]
    elif isinstance(target, ast.Tuple) and isinstance(element, ast.Name):
        names = [getattr(e, "id", "") for e in target.elts]
        if names.count(element.id) == 1:
            place_of = names.index(element.id)
            return [column for one in found if (column := column_of(one, place_of))]
    return []


def column_of(values: Elements, position: int | str) -> Elements:
    """What stands at one place of tuples or lists, or under one key of dictionaries; [] where one has no such place."""
    if isinstance(position, str):
        return _under(values, position)
    rows = [v.elts for v in values if isinstance(v, (ast.Tuple, ast.List))]
    if len(rows) != len(values) or any(not -len(r) <= position < len(r) for r in rows):
        return []
    return [r[position] for r in rows]


def _under(values: Elements, key: str) -> Elements:
    found: Elements = []
    for one in values:
        keys = one.keys if isinstance(one, ast.Dict) else []
        places = [i for i, k in enumerate(keys) if isinstance(k, ast.Constant) and k.value == key]
        if not places or not isinstance(one, ast.Dict):
            return []
        found.append(one.values[places[-1]])
    return found
