"""What may be None where it is compared: a parameter that need not be given, an attribute that starts so, a result."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from weakref import WeakKeyDictionary

from migration.analysis.builtins import is_none
from migration.analysis.called import function_called
from migration.analysis.classes import class_named, class_of, classes, foreign_bases, local_bases, methods
from migration.analysis.dicts import is_dict
from migration.analysis.far_classes import begins_with_none
from migration.analysis.flow_order import gives_number_or_none
from migration.analysis.mutation import functions_by_name
from migration.analysis.names import defined_in_repository, is_first_parameter, memory, repository_texts
from migration.analysis.order import tested
from migration.analysis.values import default_there, given_to_attributes, returns_of, written_out
from migration.repository.index import RepositoryIndex
from migration.trees.bodies import always_leaves, own_nodes
from migration.trees.constants import is_text, text_of
from migration.view.module import Module

_told: WeakKeyDictionary[RepositoryIndex, dict[str, bool]] = WeakKeyDictionary()
#: A line that keeps parameters, one or several, in attributes.
_GIVEN = re.compile(
    r"(self\.\w+(?:[ \t]*,[ \t]*self\.\w+)*)[ \t]*=[ \t]*(\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]*(?:#.*)?$"
)
_PLAIN = (ast.Return, ast.Assign, ast.Expr, ast.AugAssign)


def may_be_none(operand: ast.expr, other: ast.expr, node: ast.Compare, module: Module) -> bool:
    """Whether `operand`, which `node` compares with `other`, may be None there, and nothing keeps that from it."""
    if _is_optional(operand, node, module) or _is_best_yet(operand, other, node, module):
        return True
    if _is_none_in_class(operand, other, node, module):
        return True
    if _is_asked_for(operand, node, module):
        return True
    if (_is_number(other) or _makes_number(other, module)) and _is_far_result(operand, node, module):
        return True
    if _is_number(other):
        return (
            _is_read_as_number(operand, node, module)
            or is_unset_at_first(operand, node, module)
            or _is_given_either(operand, node, module)
            or _is_result(operand, node, module)
        )
    if not (isinstance(operand, ast.Attribute) and isinstance(other, ast.Attribute)):
        return False
    if operand.attr == other.attr:
        return is_unset_at_first(operand, node, module) and is_unset_at_first(other, node, module)
    # Two of one object's own: nothing is told about one of them alone.
    own = ast.dump(operand.value) == ast.dump(other.value) and _is_own_object(operand.value, module)
    given = given_to_attributes(module).get(operand.attr, [])
    kept = all(isinstance(v, ast.Name) or (v is not None and is_none(v)) for v in given)
    return own and kept and not tested(other, node, module) and is_unset_at_first(operand, node, module)


def _is_own_object(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the object that the method around belongs to."""
    function = module.function(node)
    if not isinstance(function, ast.FunctionDef) or not isinstance(module.parent(function), ast.ClassDef):
        return False
    return is_first_parameter(node, function)


def _is_none_in_class(operand: ast.expr, other: ast.expr, node: ast.Compare, module: Module) -> bool:
    """Whether `operand` is an attribute of an object whose class begins with None there, and nothing asks for it."""
    if not isinstance(operand, ast.Attribute) or tested(operand, node, module):
        return False
    owner = class_of(operand.value, module)
    found = (methods(c).get(operand.attr) for c in local_bases(owner, module)) if owner is not None else ()
    first = next((m for m in found if m is not None), None)
    if first is None and owner is not None:
        if not any(begins_with_none(b, operand.attr, module) for b in foreign_bases(owner, module)):
            return False
    elif not isinstance(first, ast.Assign) or not is_none(first.value):
        return False
    # What an object is given itself it is mostly given at first, unless it is what the comparison is for.
    stores = [n for n in module.nodes_named(ast.Attribute, frozenset([operand.attr])) if not _is_read(n)]
    functions = [module.function(s) for s in stores]
    if any(getattr(f, "name", "__init__") == "__init__" for f in functions):
        return False
    given = [module.parent(s) for s, f in zip(stores, functions, strict=True) if f is module.function(node)]
    kept = [g.value for g in given if isinstance(g, ast.Assign)]
    return (
        bool(kept or not stores)
        and len(kept) == len(given)
        and all(ast.dump(k) == ast.dump(other) for k in kept)
    )


def _is_read(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Load)


def _is_best_yet(operand: ast.expr, other: ast.expr, node: ast.Compare, module: Module) -> bool:
    """Whether `operand` is None at first, or what an object has that begins so, and then what it was compared with:
    `if n > best: best = n`.
    """
    if not isinstance(operand, ast.Name) or tested(operand, node, module):
        return False
    bindings = module.bindings(operand)
    given = [b.value or _unpacked(b.node, module) for b in bindings]
    if not given or not (is_none(given[0]) or _begins_as_none(given[0], module)):
        return False
    if bindings[0].node.lineno > node.lineno:  # type: ignore[attr-defined]
        return False
    return any(value is not None and ast.dump(value) == ast.dump(other) for value in given[1:])


def _begins_as_none(value: ast.expr | None, module: Module) -> bool:
    """Whether `value` is an attribute that the file gives None somewhere."""
    given = given_to_attributes(module).get(value.attr, ()) if isinstance(value, ast.Attribute) else ()
    return any(v is not None and is_none(v) for v in given)


def _is_result(operand: ast.expr, node: ast.Compare, module: Module) -> bool:
    """Whether `operand` is, or was given once, what a dictionary or a function may answer by None."""
    call = written_out(operand, module)
    if not isinstance(call, ast.Call) or tested(operand, node, module) or tested(call, node, module):
        return False
    return answers_none(call, module)


def _makes_number(node: ast.expr, module: Module) -> bool:
    return isinstance(node, ast.Call) and module.is_builtin(node.func, "int", "long", "float", "len")


def _is_far_result(operand: ast.expr, node: ast.Compare, module: Module) -> bool:
    """Whether `operand` is, or was given once, what a method of an object gives of which nothing is known, where one of
    that name in another file gives None as well as numbers.
    """
    call = written_out(operand, module)
    method = call.func if isinstance(call, ast.Call) else None
    if not isinstance(method, ast.Attribute) or functions_by_name(module).get(method.attr):
        return False
    if tested(operand, node, module) or tested(call, node, module) or module.may_hold(method.value):  # type: ignore[arg-type]
        return False
    return gives_number_or_none(method.attr, module)


def _is_asked_for(operand: ast.expr, node: ast.Compare, module: Module) -> bool:
    """Whether `operand` was given once what a dictionary answers for a key that it may not have."""
    call = written_out(operand, module)
    method = call.func if isinstance(call, ast.Call) else None
    if isinstance(operand, ast.Name) and _is_none_otherwise(operand, module):
        return not _is_asked_before(operand.id, node, module)
    if not isinstance(method, ast.Attribute) or method.attr != "get":
        return False
    if isinstance(operand, ast.Call):
        return (
            is_dict(method.value, module)
            and not tested(operand, node, module)
            and _answers_none(call, module)
        )
    if _is_asked_before(operand.id, node, module):  # type: ignore[attr-defined]
        return False
    return _answers_none(call, module)


def _is_none_otherwise(name: ast.Name, module: Module) -> bool:
    """Whether a variable is one of a row, in which None stands for it where a table has no such row:
    `a, b = rows.get(key, (None, 0))`.
    """
    bindings = module.bindings(name)
    row = module.parent(bindings[0].node) if len(bindings) == 1 else None
    statement = module.parent(row) if isinstance(row, (ast.Tuple, ast.List)) else None
    if not isinstance(row, (ast.Tuple, ast.List)) or not isinstance(statement, ast.Assign):
        return False
    call = statement.value
    asks = isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "get" and len(call.args) == 2
    other = call.args[1] if asks and isinstance(call, ast.Call) else None
    if not isinstance(other, (ast.Tuple, ast.List)) or len(other.elts) != len(row.elts):
        return False
    plain = all(isinstance(e, ast.Name) for e in row.elts) and statement.targets == [row]
    return plain and is_none(other.elts[[getattr(e, "id", "") for e in row.elts].index(name.id)])


def _is_asked_before(name: str, node: ast.Compare, module: Module) -> bool:
    """Whether the function tests `name` before `node`, or with it."""
    tests = (
        one
        for one in ast.walk(module.function(node) or module.tree)
        if isinstance(one, (ast.If, ast.While, ast.IfExp, ast.Assert)) and one.lineno <= node.lineno
    )
    own = [node, *(a for a in module.ancestors(node) if isinstance(a, ast.UnaryOp))]
    return any(_speaks_of(name, one.test) and one.test not in own for one in tests)


def _answers_none(call: ast.expr | None, module: Module, inner: bool = False) -> bool:
    """Whether a call asks a dictionary for a key, or a function of the file that gives back None as well as values.

    `inner`: it is what such a function gives back.
    """
    if not isinstance(call, ast.Call):
        return False
    function = function_called(call, module)
    if function is None:
        method = call.func if isinstance(call.func, ast.Attribute) else None
        if method is None or method.attr != "get" or len(call.args) != 1 or call.keywords:
            return False
        return is_dict(method.value, module) or not defined_in_repository("get", module)
    return not inner and _gives_none_too(function, module)


def _gives_none_too(function: ast.FunctionDef, module: Module) -> bool:
    """Whether a function gives back None on some of its ways, and something else on others."""
    generates = any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own_nodes(function.body))
    if generates or function.decorator_list:
        return False
    values = [r.value for r in returns_of(function)]
    nothing = [v for v in values if v is None or is_none(v)]
    if any(_answers_none(v, module, inner=True) for v in values):
        return True
    return len(nothing) < len(values) and (bool(nothing) or not always_leaves(function.body))


def _is_optional(operand: ast.expr, node: ast.Compare, module: Module) -> bool:
    """Whether `operand` is a parameter that is None unless it is given, which the function never asks about."""
    bindings = module.bindings(operand) if isinstance(operand, ast.Name) else []
    if not bindings or not isinstance(bindings[0].node, ast.arg):
        return False
    if any(_may_come_before(b.node, node, module) for b in bindings[1:]):
        return False
    if not is_none(default_there(bindings[0].node, module)):
        return False
    return not tested(operand, node, module) or not _is_kept_from_none(operand, node, module)


def is_given_none(node: ast.Subscript, module: Module) -> bool:
    """Whether any file of the repository gives a key of dictionaries, which is spelled out, None or something else:
    `{'size': size and int(size) or None}`, `row['size'] = None`.
    """
    key = node.slice.value if isinstance(node.slice, ast.Constant) else None
    if not isinstance(key, str) or not key.isidentifier():
        return False
    known = memory(module).setdefault("keys of None", {})
    if key not in known:
        given = re.compile(rf"""['"]{key}['"](?:[ \t]*:|\][ \t]*=(?!=))[^,\n#{{}}]*\bNone\b""")
        known[key] = any(given.search(text) for text in repository_texts(module))
    return bool(known[key])


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float))


def _is_read_as_number(operand: ast.expr, node: ast.Compare, module: Module) -> bool:
    """Whether the function makes a number of a variable beforehand, for another name: `n = int(text)`, `text < 0`."""
    function = module.function(node)
    if not isinstance(operand, ast.Name) or function is None or len(module.bindings(operand)) != 1:
        return False
    return any(
        isinstance(n.value, ast.Call)
        and module.is_builtin(n.value.func, "int", "long", "float")
        and len(n.value.args) == 1
        and getattr(n.value.args[0], "id", "") == operand.id
        and n.lineno < node.lineno
        for n in ast.walk(function)
        if isinstance(n, ast.Assign)
    )


def is_unset_at_first(operand: ast.expr, node: ast.AST, module: Module) -> bool:
    """Whether `operand` is an attribute, or a name for one, that a class has as None unless it is told otherwise."""
    value: ast.expr | None = operand
    if isinstance(operand, ast.Name):
        bindings = module.bindings(operand)
        value = bindings[0].value or _unpacked(bindings[0].node, module) if len(bindings) == 1 else None
    if not isinstance(value, ast.Attribute) or tested(operand, node, module) or tested(value, node, module):
        return False
    return (
        _is_told(value.attr, module)
        or _is_option(value.attr, module)
        or any(_may_be_left_out(given) for given in given_to_attributes(module).get(value.attr, ()))
    )


def begins_without(operand: ast.expr, node: ast.AST, module: Module) -> bool:
    """Whether `operand` is an attribute that some object in sight has as None: that is what it is ordered by, among
    others that have more.
    """
    if not isinstance(operand, ast.Attribute) or tested(operand, node, module):
        return False
    given = given_to_attributes(module).get(operand.attr, ())
    asked = _asked_for_none(module).get(operand.attr, frozenset()) - {module.function(node)}
    if asked or any(v is not None and ends_as_none(v) for v in given):
        return True
    if not given and (
        _has_property_of_none(operand.attr, module) or _is_made_with_none(operand.attr, module)
    ):
        return True
    return is_unset_at_first(operand, node, module)


def _has_property_of_none(name: str, module: Module) -> bool:
    """Whether a class of the file has a property of that name that gives None, too: `property(lambda s: x or None)`."""
    for several in classes(module).values():
        for made in (methods(owner).get(name) for owner in several):
            call = made.value if isinstance(made, ast.Assign) else None
            getter = call.args[0] if isinstance(call, ast.Call) and call.args else None
            if not (isinstance(call, ast.Call) and module.is_builtin(call.func, "property")):
                continue
            if isinstance(getter, ast.Lambda) and ends_as_none(getter.body):
                return True
    return False


def _is_made_with_none(name: str, module: Module) -> bool:
    """Whether an object of a class that keeps all keywords it is given, whichever they are, gets None by that one."""
    for keyword in module.nodes_of(ast.keyword):
        call = module.parent(keyword)
        if not isinstance(keyword, ast.keyword) or keyword.arg != name or not ends_as_none(keyword.value):
            continue
        owner = class_named(call.func, module) if isinstance(call, ast.Call) else None
        found = (methods(one).get("__init__") for one in local_bases(owner, module)) if owner else ()
        begins = next((m for m in found if m is not None), None)
        if isinstance(begins, ast.FunctionDef) and _keeps_keywords(begins, name, module):
            return True
    return False


def _keeps_keywords(begins: ast.FunctionDef, name: str, module: Module) -> bool:
    """Whether a method keeps its keywords as attributes: `self.__dict__.update(kw)`, `setattr(self, key, kw[key])`."""
    more, named = begins.args.kwarg, [*begins.args.args, *begins.args.kwonlyargs]
    if more is None or name in (a.arg for a in named) or not begins.args.args:
        return False
    inside = [n for n in ast.walk(begins) if isinstance(n, ast.Call)]
    read = any(isinstance(n, ast.Name) and n.id == more.arg for n in ast.walk(begins))
    for call in inside:
        if module.is_builtin(call.func, "setattr") and len(call.args) == 3:
            if read and is_first_parameter(call.args[0], begins) and text_of(call.args[1]) is None:
                return True
        elif isinstance(call.func, ast.Attribute) and call.func.attr == "update":
            kept, given = call.func.value, [*call.args, *(k.value for k in call.keywords)]
            own = isinstance(kept, ast.Attribute) and kept.attr == "__dict__"
            if own and any(isinstance(g, ast.Name) and g.id == more.arg for g in given):
                return True
    return False


def _asked_for_none(module: Module) -> dict[str, frozenset[ast.AST | None]]:
    """The attributes of which the file asks whether they are None, and in which functions."""
    known = memory(module)
    if "asked for None" not in known:
        found: dict[str, set[ast.AST | None]] = {}
        for node in module.nodes_of(ast.Compare):
            left = node.left if isinstance(node, ast.Compare) else None
            if (
                isinstance(node, ast.Compare)
                and isinstance(left, ast.Attribute)
                and isinstance(node.ops[0], (ast.Is, ast.IsNot))
                and is_none(node.comparators[0])
            ):
                found.setdefault(left.attr, set()).add(module.function(node))
        known["asked for None"] = {name: frozenset(places) for name, places in found.items()}
    return known["asked for None"]  # type: ignore[no-any-return]


def ends_as_none(value: ast.expr) -> bool:
    """None itself, `x and f(x) or None`, `f(x) if x else None`."""
    if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or):
        return ends_as_none(value.values[-1])
    if isinstance(value, ast.IfExp):
        return ends_as_none(value.body) or ends_as_none(value.orelse)
    return is_none(value)


def _is_given_either(operand: ast.expr, node: ast.AST, module: Module) -> bool:
    """Whether `operand` is an attribute that is given something or else None: `self.x = text and int(text) or None`."""
    if not isinstance(operand, ast.Attribute) or tested(operand, node, module):
        return False
    given = given_to_attributes(module).get(operand.attr, ())
    return any(isinstance(v, (ast.BoolOp, ast.IfExp)) and ends_as_none(v) for v in given)


def answers_none(call: ast.expr, module: Module) -> bool:
    """Whether a call on some object asks a dictionary for a key, or is of the one method of that name in the file,
    where that gives back None as well as values.
    """
    if _answers_none(call, module):
        return True
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    found = functions_by_name(module).get(call.func.attr, ())
    method = found[0] if len(found) == 1 else None
    inside = isinstance(method, ast.FunctionDef) and isinstance(module.parent(method), ast.ClassDef)
    return inside and _gives_none_too(method, module)  # type: ignore[arg-type]


def _may_be_left_out(given: ast.expr | None) -> bool:
    """`options.pop('a', None)`, `options.get('a')`, `getattr(options, 'a', None)`: None where there is no such key."""
    if not isinstance(given, ast.Call) or given.keywords:
        return False
    if isinstance(given.func, ast.Name):
        return given.func.id == "getattr" and len(given.args) == 3 and is_none(given.args[2])
    if not isinstance(given.func, ast.Attribute) or given.func.attr not in ("get", "pop"):
        return False
    if len(given.args) == 2:
        return is_none(given.args[1])
    key = given.args[0] if len(given.args) == 1 and given.func.attr == "get" else None
    return is_text(key)


def _is_option(name: str, module: Module) -> bool:
    """Whether `name` is what the file's only parser of options keeps one in that is None unless it is given."""
    known = memory(module)
    if "options" not in known:
        known["options"] = dict(_options(module)) if "add_" in module.text else {}
    return bool(known["options"].get(name))


def _options(module: Module) -> Iterator[tuple[str, bool]]:
    """The options that the file's parsers know, and whether None stands for those that are not given."""
    given = module.nodes_named(ast.Attribute, frozenset(["add_option", "add_argument", "set_defaults"]))
    calls = [call for a in given if isinstance(call := module.parent(a), ast.Call) and call.func is a]
    for call in calls:
        flags = [text for a in call.args if (text := text_of(a)) is not None]
        told = {k.arg: k.value for k in call.keywords}
        spelled = next((f for f in flags if f.startswith("--")), flags[0] if flags else "")
        dest = told["dest"].value if isinstance(told.get("dest"), ast.Constant) else None  # type: ignore[attr-defined]
        if spelled.startswith("-") and None not in told and "required" not in told:
            name = dest or spelled.strip("-").replace("-", "_")
            yield str(name), "default" not in told or is_none(told["default"])
    for call in calls:
        if call.func.attr == "set_defaults":  # type: ignore[attr-defined]
            yield from ((k.arg, False) for k in call.keywords if k.arg)


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
        texts = repository_texts(module)
        known[name] = any(_keeps_none(name, text) for text in texts if f"self.{name}" in text)
    return known[name]


def _keeps_none(name: str, text: str) -> bool:
    for found in re.finditer(rf"\bself\.{name}\b", text):
        start = text.rfind("\n", 0, found.start()) + 1
        given = _GIVEN.search(text[start : text.find("\n", start) if "\n" in text[start:] else len(text)])
        targets, values = ([t.strip() for t in given[n].split(",")] if given else [] for n in (1, 2))
        if f"self.{name}" not in targets or len(targets) != len(values):
            continue
        value = values[targets.index(f"self.{name}")]
        header, _, body = text[text.rfind("def ", 0, found.start()) : found.start()].partition(":")
        if re.search(rf"\b{value}[ \t]*=[ \t]*None\b", header) and not _is_asked_about(
            value, body, text[start:]
        ):
            return True
    return False


def _is_asked_about(name: str, before: str, rest: str) -> bool:
    """Whether the lines `before` in a function lead by a test of a parameter to the line that begins `rest`, or give
    it something, or leave, where it is nothing.
    """
    if re.search(rf"\bif (?:not {name}|{name} (?:is|==) None):\s*(?:{name}[ \t]*=|return\b|raise\b)", before):
        return True
    depth = len(rest) - len(rest.lstrip(" \t"))
    for line in reversed(before.splitlines()):
        text = line.lstrip()
        if text and text[0] != "#" and len(line) - len(text) < depth:
            depth = len(line) - len(text)
            if re.match(rf"(?:el)?if\b.*(?<![\w.]){name}\b", text):
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
