"""What a name, or an attribute, holds where it stands: what it was given last, or all that it is ever given."""

from __future__ import annotations

import ast
from weakref import WeakKeyDictionary

from migration.analysis.names import memory, names_by_id
from migration.trees.bodies import always_leaves, own_nodes
from migration.trees.scopes import Binding
from migration.view.module import Module


def reads_of(node: ast.expr, module: Module) -> list[ast.expr]:
    """Where the value of `node` is used: in place, or by the one name it is kept in."""
    parent = module.parent(node)
    target = parent.targets[0] if isinstance(parent, ast.Assign) and len(parent.targets) == 1 else None
    if not isinstance(target, ast.Name):
        return [node]
    bindings = module.bindings(target)
    named = names_by_id(module)[target.id]
    reads = [n for n in named if isinstance(n.ctx, ast.Load) and module.bindings(n) == bindings]
    if len(bindings) == 1:
        return [*reads]
    if not any(isinstance(a, (ast.For, ast.While)) for a in module.ancestors(node)):
        # What stands before reads something else.
        end = module.span(node).end
        reads = [n for n in reads if module.start(n) >= end]
    given = [given_last(n, module) for n in reads]
    return [n for n, g in zip(reads, given, strict=True) if g is parent] if None not in given else []


def as_read(place: ast.AST) -> str:
    """The dump of `place` that it has where it is read, also of one that is assigned to: to find the same elsewhere."""
    return ast.dump(place).replace("Store()", "Load()")


def called_here(node: ast.expr, module: Module) -> ast.FunctionDef | None:
    """The function of the file whose name `node` calls, decorated or not, where nothing else has that name."""
    return function_named(node.func, module) if isinstance(node, ast.Call) else None


def function_named(node: ast.expr, module: Module) -> ast.FunctionDef | None:
    """The function of the file that a name stands for, where nothing else has that name."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    function = bindings[0].node if len(bindings) == 1 else None
    return function if isinstance(function, ast.FunctionDef) else None


_returns: WeakKeyDictionary[ast.FunctionDef, list[ast.Return]] = WeakKeyDictionary()


def returns_of(function: ast.FunctionDef) -> list[ast.Return]:
    """The `return` statements of a function itself."""
    known = _returns.get(function)
    if known is None:
        known = [node for node in own_nodes(function.body) if isinstance(node, ast.Return)]
        _returns[function] = known
    return known


def defaults_of(arguments: ast.arguments) -> dict[ast.arg, ast.expr]:
    """The parameters that have a default, without those that only a keyword names, and what it is."""
    named = [*arguments.posonlyargs, *arguments.args]
    return dict(zip(named[len(named) - len(arguments.defaults) :], arguments.defaults, strict=True))


def parameter_meant(node: ast.AST | None, module: Module) -> ast.arg | None:
    """The parameter that `node` names, where nothing else binds that name."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    given = bindings[0].node if len(bindings) == 1 else None
    return given if isinstance(given, ast.arg) else None


def gathers_keywords(node: ast.AST | None, module: Module) -> bool:
    """Whether `node` names what gathers a function's keyword arguments, a dictionary."""
    parameter = parameter_meant(node, module)
    arguments = module.parent(parameter) if parameter is not None else None
    return isinstance(arguments, ast.arguments) and arguments.kwarg is parameter


def default_of(node: ast.expr, module: Module) -> ast.expr | None:
    """What a parameter is unless it is given, where `node` names one that nothing else in its function binds."""
    parameter = parameter_meant(node, module)
    return default_there(parameter, module) if parameter is not None else None


def default_there(parameter: ast.AST, module: Module) -> ast.expr | None:
    """The default that stands beside a parameter; None for one without, and for any other node."""
    arguments = module.parent(parameter)
    if not isinstance(parameter, ast.arg) or not isinstance(arguments, ast.arguments):
        return None
    return defaults_of(arguments).get(parameter)


def places_of(name: ast.Name, module: Module) -> list[ast.Name]:
    """Where the variable that `name` is one place of is given something or read."""
    bindings = module.bindings(name)
    return [n for n in names_by_id(module)[name.id] if module.bindings(n) == bindings]


def reads_alike(name: ast.Name, module: Module) -> list[ast.Name]:
    """Where the variable that `name` is one place of is read."""
    return [n for n in places_of(name, module) if isinstance(n.ctx, ast.Load)]


def assigned(node: ast.Name, module: Module) -> ast.expr | None:
    """What the only assignment to a name gives it; None where it is bound otherwise as well."""
    bindings = module.bindings(node)
    return bindings[0].value if len(bindings) == 1 and bindings[0].kind == "assign" else None


def written_out(node: ast.expr | None, module: Module) -> ast.expr | None:
    """How a value is written: in place, or where the only assignment to its name gives it."""
    return assigned(node, module) if isinstance(node, ast.Name) else node


def constants_held(node: ast.expr, module: Module) -> list[ast.Constant]:
    """The constants that `node` may be: written in place, by the one name they have, or gone through by a loop, also
    as parts of what it goes through.
    """
    if isinstance(node, ast.Constant):
        return [node]
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if len(bindings) > 1:
        bindings = _of_loop_around(node, bindings, module)
    if len(bindings) != 1:
        return []
    target, value = bindings[0].node, bindings[0].value
    if bindings[0].kind == "assign" and value is not None:
        return [value] if isinstance(value, ast.Constant) else []
    loop = module.parent(target)
    whole = loop if isinstance(loop, ast.Tuple) else None
    loop = module.parent(whole) if whole is not None else loop
    if bindings[0].kind != "loop" or not isinstance(loop, (ast.For, ast.comprehension)):
        return []
    if loop.target is not (target if whole is None else whole):
        return []
    items = table_items(loop.iter, module)
    if whole is not None:
        place = next(n for n, e in enumerate(whole.elts) if e is target)
        rows = (i for i in items if isinstance(i, (ast.Tuple, ast.List)) and len(i.elts) == len(whole.elts))
        items = [row.elts[place] for row in rows]
    return [e for e in items if isinstance(e, ast.Constant)]


def _of_loop_around(node: ast.expr, bindings: list[Binding], module: Module) -> list[Binding]:
    """Of several bindings, that of the nearest loop in whose body a name stands, where no other is in the loop."""
    place = module.function(node)
    if any(module.function(b.node) is not place for b in bindings):
        return []
    for outer in module.ancestors(node):
        if not isinstance(outer, ast.For):
            continue
        inside = [b for b in bindings if outer in module.ancestors(b.node)]
        if inside:
            target = inside[0].node
            first = target is outer.target or module.parent(target) is outer.target
            in_body = any(a in outer.body for a in module.ancestors(node))
            return inside if len(inside) == 1 and first and in_body else []
    return []


def constants_given(node: ast.expr, module: Module) -> list[ast.Constant]:
    """As `constants_held`, or where `node` is a parameter that nothing else binds, of what the file's calls give it."""
    given = parameter_meant(node, module)
    values = module.arguments_for(given) if given is not None else [node]
    return [constant for value in values for constant in constants_held(value, module)]


def table_items(node: ast.expr, module: Module) -> list[ast.expr]:
    """What going through `node` gives, where that is written out, there or under one name: of `d.items()` pairs."""
    asked = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
    if (
        asked in ("items", "iteritems", "values", "itervalues")
        and isinstance(node, ast.Call)
        and not node.args
    ):
        node = node.func.value  # type: ignore[attr-defined]
    else:
        asked = ""
    held = written_out(node, module)
    if isinstance(held, (ast.Tuple, ast.List)) and not asked:
        return held.elts
    if not isinstance(held, ast.Dict) or None in held.keys:
        return []
    if "items" in asked:
        return [
            ast.Tuple([k, v], ast.Load())
            for k, v in zip(held.keys, held.values, strict=True)
            if k is not None
        ]
    return held.values if asked else [k for k in held.keys if k is not None]


def given_last(name: ast.Name, module: Module) -> ast.stmt | None:
    """The assignment or definition before `name`, in its block or around it, that gave it what it holds there, or added
    to that.
    """
    known: dict[ast.Name, ast.stmt | None] = memory(module).setdefault("given last", {})
    if name not in known:
        known[name] = _given_before(name, module)
    return known[name]


def _given_before(name: ast.Name, module: Module) -> ast.stmt | None:
    holders = _binding_statements(name, module)
    statement = module.statement(name)
    while True:
        if isinstance(statement, (ast.For, ast.While)) and statement in holders:
            return None  # the round before may have given it something else
        block = module.block(statement)
        for earlier in reversed(block[: block.index(statement)]):
            if earlier in holders:
                earlier = _given_in_try(earlier, holders)
                plain = isinstance(earlier, ast.Assign) and all(
                    isinstance(t, ast.Name) for t in earlier.targets
                )
                adds = isinstance(earlier, ast.AugAssign) and binds(earlier.target, name.id)
                return earlier if plain or adds or getattr(earlier, "name", None) == name.id else None
        parent = module.parent(statement)
        if isinstance(parent, ast.For) and statement in parent.body and binds(parent.target, name.id):
            return parent if isinstance(parent.target, ast.Name) else None
        if not isinstance(parent, (ast.If, ast.With, ast.Try)):
            return None
        if statement not in parent.body and not isinstance(parent, ast.If):
            return None
        if isinstance(parent, ast.With) and any(binds(i.optional_vars, name.id) for i in parent.items):
            return parent if len(parent.items) == 1 else None
        statement = parent


def _given_in_try(statement: ast.stmt, holders: set[ast.AST]) -> ast.stmt:
    """The statement in a `try` that is the last to bind a name there, where whoever catches an error goes elsewhere."""
    while isinstance(statement, ast.Try) and holders.isdisjoint(statement.finalbody):
        bound = [s for s in (*statement.body, *statement.orelse) if s in holders]
        elsewhere = (ast.Continue, ast.Break)
        leave = [isinstance(h.body[-1], elsewhere) or always_leaves(h.body) for h in statement.handlers]
        if not bound or not all(leave):
            break
        statement = bound[-1]
    return statement


def value_there(name: ast.Name, module: Module) -> ast.expr | None:
    """What a name that is bound several times was last given where it is read; None where that does not show."""
    if not isinstance(name.ctx, ast.Load) or len(module.bindings(name)) < 2:
        return None
    given = given_last(name, module)
    if isinstance(given, ast.With):
        return given.items[0].context_expr if isinstance(given.items[0].optional_vars, ast.Name) else None
    return given.value if isinstance(given, ast.Assign) else None


def may_hold(name: ast.Name, module: Module, steps: bool = True) -> list[ast.expr | None]:
    """What a name may hold where it stands: what it was last given, or else all that it is ever given, a `with` block's
    expression too; None for what does not show. Without `steps` what only adds to it (`+=`) is left out.
    """
    there = value_there(name, module)
    if there is not None:
        return [there]
    return [_given(b, module) for b in module.bindings(name) if steps or b.kind != "augmented"]


def _given(binding: Binding, module: Module) -> ast.expr | None:
    item = module.parent(binding.node) if binding.value is None else None
    if isinstance(item, ast.withitem):
        return item.context_expr
    return given_to(binding.node, binding.value, module)


def binds(target: ast.expr | None, name: str) -> bool:
    """Whether a target, of a loop say, gives `name` a value."""
    return target is not None and any(
        isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store) for n in ast.walk(target)
    )


def _binding_statements(name: ast.Name, module: Module) -> set[ast.AST]:
    """The statements that bind or delete `name` in its scope, and all statements around them."""
    found = module.scope(name).lookup(name.id)
    scope = found[0] if found else None
    known = memory(module)
    key = ("binding statements", scope, name.id)
    if key not in known:
        holders: set[ast.AST] = set()
        for binding in found[1] if found else ():
            holders.update((binding.node, *module.ancestors(binding.node)))
        for node in names_by_id(module).get(name.id, ()):
            if isinstance(node.ctx, ast.Del):
                holders.update(module.ancestors(node))
        known[key] = holders
    return known[key]  # type: ignore[no-any-return]


def parameter_of(argument: ast.expr, call: ast.Call, function: ast.FunctionDef) -> ast.arg | None:
    """The parameter of a function that gets an argument of its call, by its place or its name."""
    places = [*function.args.posonlyargs, *function.args.args]
    if argument in call.args:
        place = call.args.index(argument)
        return places[place] if place < len(places) else None
    name = next((k.arg for k in call.keywords if k.value is argument), None)
    return next((p for p in (*places, *function.args.kwonlyargs) if p.arg == name), None)


def looked_for(container: ast.expr, module: Module) -> ast.expr | None:
    """What `in`, or `not in`, looks for in `container` there."""
    test = module.parent(container)
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or test.comparators[0] is not container:
        return None
    return test.left if isinstance(test.ops[0], (ast.In, ast.NotIn)) else None


def given_to(target: ast.AST, value: ast.expr | None, module: Module) -> ast.expr | None:
    """What a target is given: `value` if it is a target by itself, or its part; None where that does not show."""
    together = module.parent(target)
    if (
        value is not None
        or not isinstance(together, (ast.Tuple, ast.List))
        or not isinstance(target, ast.expr)
    ):
        return value
    assign = module.parent(together)
    whole = assign.value if isinstance(assign, ast.Assign) else None
    if not isinstance(whole, (ast.Tuple, ast.List)) or len(whole.elts) != len(together.elts):
        return None
    return None if _starred(whole) or _starred(together) else whole.elts[together.elts.index(target)]


def _starred(node: ast.Tuple | ast.List) -> bool:
    return any(isinstance(e, ast.Starred) for e in node.elts)


def given_to_attributes(module: Module) -> dict[str, list[ast.expr | None]]:
    """What the file gives attributes, of whichever object, by their name; None for what does not show."""
    known = memory(module)
    if "attribute values" not in known:
        known["attribute values"] = {
            name: [value for _, value in places] for name, places in attributes_given(module).items()
        }
    return known["attribute values"]  # type: ignore[no-any-return]


def attributes_given(module: Module) -> dict[str, list[tuple[ast.Attribute, ast.expr | None]]]:
    """The places where the file gives attributes something, and what; None for what does not show."""
    known = memory(module)
    if "attributes given" not in known:
        table: dict[str, list[tuple[ast.Attribute, ast.expr | None]]] = {}
        for node in module.nodes_of(ast.Attribute):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                parent = module.parent(node)
                value = parent.value if isinstance(parent, ast.Assign) else None
                table.setdefault(node.attr, []).append((node, given_to(node, value, module)))
        known["attributes given"] = table
    return known["attributes given"]  # type: ignore[no-any-return]
