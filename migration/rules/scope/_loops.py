"""A list comprehension written as the loop it was in Python 2, whose variables stay: shared by the rules on leaks."""

from __future__ import annotations

import ast

from migration.analysis.effects import called_functions
from migration.source.edits import Edit, Piece, Span
from migration.view.module import Module

#: What gives all names of a module.
_ASKING = frozenset(["dir", "globals", "locals", "vars"])


def as_loop(node: ast.ListComp, module: Module, **flags: bool) -> Edit | None:
    """Put a loop in place of the statement that holds `node`; None where it can't stand there.

    It can where the comprehension is the whole value of an assignment to a name, or an expression of its own, or
    part of a simple statement that has a line to itself (then the list gets a name).
    """
    statement = module.statement(node)
    start, end = module.line_span(statement)
    alone = module.source((start, end)).strip() == module.source(module.span(statement)).strip()
    simple = isinstance(statement, (ast.Assign, ast.Expr, ast.Return, ast.AugAssign))
    headed = _in_header(node, statement, module)
    if not (alone and simple) and not headed:
        return None
    if _conditional(node, statement, module) or _reads_before(node, statement, module):
        return None
    if _runs_before(node, statement, module):
        return None
    if any(g.is_async for g in node.generators):
        return None
    indent = module.indentation(statement)
    discarded = isinstance(statement, ast.Expr) and statement.value is node
    # What a class's body names is an attribute, which would stand before an inherited one.
    in_class = module.function(node) is None and module.class_of(node) is not None
    own = _own_target(statement, node)
    name = own or module.fresh_name("_values" if in_class else "values")
    first = module.indentation(statement)
    pieces: list[Piece] = [] if discarded else [f"{name} = []\n{indent}"]
    for generator in node.generators:
        pieces += [
            "for ",
            module.span(generator.target),
            " in ",
            *module.sub(generator.iter),
            f":\n{indent}    ",
        ]
        indent += "    "
        for condition in generator.ifs:
            pieces += ["if ", *module.sub(condition), f":\n{indent}    "]
            indent += "    "
    element = module.sub(node.elt)
    pieces += element if discarded else [f"{name}.append(", *element, ")"]
    # What asks for all names must not find one that was not there.
    shown = not discarded and own is None and _is_shown(in_class, node, module)
    gone = f"\n{first}del {name}" if shown and not (headed and _holds_others(node, statement)) else ""
    if headed:
        place = Span(module.start(statement), module.start(statement))
        end = module.span(statement).end
        return module.edit(
            module.part(place, *pieces, f"\n{first}"),
            module.part(module.outer_span(node), name),
            *([module.part(Span(end, end), gone)] if gone else ()),
            **flags,
        )
    if not discarded and own is None:
        whole, inner = module.span(statement), module.outer_span(node)
        pieces += [
            f"\n{first}",
            Span(whole.start, inner.start),
            name,
            Span(inner.end, whole.end),
            gone,
        ]
    return module.edit(module.part(statement, *pieces), **flags)


def _is_shown(in_class: bool, node: ast.ListComp, module: Module) -> bool:
    """Whether what is named where `node` stands can be asked for: in a class's body, or in a module that asks for all
    of its names.
    """
    if in_class or module.function(node) is not None:
        return in_class
    return any(
        isinstance(c, ast.Call) and not c.args and module.is_builtin(c.func, *_ASKING)
        for c in module.nodes_named(ast.Call, _ASKING)
    )


def _holds_others(node: ast.ListComp, statement: ast.stmt) -> bool:
    """Whether a statement holds more lists that may become loops, whose names are the same."""
    return any(isinstance(n, ast.ListComp) and n is not node for n in ast.walk(statement))


def _in_header(node: ast.ListComp, statement: ast.stmt, module: Module) -> bool:
    """Whether `node` stands in what a loop goes through, or an `if` asks, at the beginning of a line."""
    header = statement.iter if isinstance(statement, ast.For) else getattr(statement, "test", None)
    if not isinstance(statement, (ast.For, ast.If)) or header is None or node not in ast.walk(header):
        return False
    before = module.text[module.line_span(statement).start : module.start(statement)]
    return not before.strip() and not module.text.startswith("elif", module.start(statement))


def _reads_before(node: ast.ListComp, statement: ast.stmt, module: Module) -> bool:
    """Whether what stands before `node` in its statement reads a variable that the loop would give another value."""
    own = {n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
    if isinstance(statement, (ast.For, ast.If)):
        whole: ast.AST = statement.iter if isinstance(statement, ast.For) else statement.test
    else:
        whole = statement
    return any(
        isinstance(n, ast.Name)
        and n.id in own
        and isinstance(n.ctx, ast.Load)
        and module.start(n) < module.start(node)
        for n in ast.walk(whole)
    )


def _runs_before(node: ast.ListComp, statement: ast.stmt, module: Module) -> bool:
    """Whether a function of this file is called in the statement before `node`: the loop would come before it."""
    around = set(module.ancestors(node))
    return any(
        isinstance(n, ast.Call)
        and n not in around
        and module.start(n) < module.start(node)
        and bool(called_functions(n, module))
        for n in ast.walk(statement)
        if not isinstance(statement, (ast.For, ast.If)) or hasattr(n, "lineno")
    )


def _own_target(statement: ast.stmt, node: ast.ListComp) -> str | None:
    """The name that gets nothing but the list, if the list does not read it."""
    if not isinstance(statement, ast.Assign) or statement.value is not node or len(statement.targets) != 1:
        return None
    target = statement.targets[0]
    if not isinstance(target, ast.Name):
        return None
    return None if any(isinstance(n, ast.Name) and n.id == target.id for n in ast.walk(node)) else target.id


def _conditional(node: ast.AST, statement: ast.stmt, module: Module) -> bool:
    """Whether the statement may leave `node` out, or evaluates it more than once or after other calls."""
    inner: ast.AST = node
    for outer in module.ancestors(node):
        if outer is statement:
            return False
        if is_gone_through_first(inner, outer, module):
            inner = outer
            continue
        if isinstance(
            outer, (ast.IfExp, ast.BoolOp, ast.Lambda, ast.comprehension, ast.ListComp, ast.GeneratorExp)
        ):
            return True
        inner = outer
    return True


def is_gone_through_first(node: ast.AST, outer: ast.AST, module: Module) -> bool:
    """Whether `node` is what the comprehension `outer`, or the first part of one, goes through: evaluated once."""
    if isinstance(outer, (ast.ListComp, ast.GeneratorExp)):
        return isinstance(node, ast.comprehension) and outer.generators[0] is node
    whole = module.parent(outer)
    return (
        isinstance(outer, ast.comprehension)
        and outer.iter is node
        and isinstance(whole, (ast.ListComp, ast.GeneratorExp))
        and whole.generators[0] is outer
    )
