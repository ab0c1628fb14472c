"""A list comprehension whose variable is read afterwards, or whose frame is asked for names → the loop it was."""

from __future__ import annotations

import ast
import builtins
import re

from migration.analysis.frames import looks_at_caller
from migration.analysis.names import is_named, memory
from migration.analysis.values import binds
from migration.rule import Findings, Rule
from migration.rules.scope._loops import as_loop, is_gone_through_first
from migration.rules.scope._reads import First, comprehension_of, first_in, only_deleted, read_later
from migration.source.edits import Edit
from migration.trees.scopes import Scope
from migration.view.module import Module

#: Names that Python has, or gettext installs.
_OTHERWISE = frozenset([*dir(builtins), "_"])
_NAMES = frozenset(["dir", "locals", "vars"])
#: What asks a class for a name, or for all.
_ASKING = frozenset(["delattr", "dir", "getattr", "hasattr", "vars"])
_WORD = re.compile(r"[A-Za-z_]\w*")
_INNER = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


def visit(node: ast.ListComp, module: Module) -> Findings:
    """Rewrite where nothing else binds the name; where something does, only in a file known to be Python 2."""
    if any(isinstance(a, _INNER) for a in _around(node, module)):
        return
    statement = module.statement(node)
    names = _left_behind(node)
    read = sorted(
        n
        for n in names
        if read_later(n, statement, module)
        or _read_after(n, node, statement)
        or _is_asked_of_class(n, statement, module)
        or _is_kept_in_lambda(n, node, statement, module)
    )
    shown = sorted(n for n in names if _is_shown_of_class(n, node, statement, module))
    scope = module.scope(node)
    if isinstance(statement, ast.For):
        read = [n for n in read if not binds(statement.target, n)]  # what the loop gives it comes later
    if isinstance(statement, ast.Assign):
        # So does what is assigned to the name itself.
        given = [n for n in read if any(is_named(target, n) for target in statement.targets)]
        read = [n for n in read if n not in given or _read_after(n, node, statement)]
    read = [n for n in read if not only_deleted(n, scope, module)]
    asks = _asks_for_names(node, module) or bool(shown)
    if not read and not asks:
        return
    done = memory(module).setdefault("looped", set())
    if statement in done:
        return
    done.add(statement)
    certain = not asks and any(_only_comprehensions(name, scope, module) for name in read)
    # In a list that became a loop, the inner one stands as it did, though its statement is new.
    if module.is_python2 and not module.is_kept(module.span(statement)):
        certain = certain or module.is_kept(module.span(node))
    edit = as_loop(node, module, needs_python2=not certain)
    if edit is None and read and not asks:
        edit = _kept_by_name(node, read, module, needs_python2=not certain)
    if edit is None:
        reason = (
            f"{read[0]} is read afterwards; Python 3 does not leave the comprehension's variable behind"
            if read
            else f"{shown[0]} is asked for; Python 3 does not leave the comprehension's variable behind"
            if shown
            else "the names asked for are the comprehension's own in Python 3"
        )
        yield module.open(node, reason, needs_python2=not certain)
        return
    yield edit


def _kept_by_name(node: ast.ListComp, read: list[str], module: Module, **flags: bool) -> Edit | None:
    """`[x * x for x in y]` where no loop can stand: `[(x := x_) * x for x_ in y]`, which leaves x as well."""
    generator, scope = node.generators[0], module.scope(node)
    name = generator.target.id if isinstance(generator.target, ast.Name) else ""
    if read != [name] or len(node.generators) > 1 or scope.kind not in ("module", "function"):
        return None
    if isinstance(scope.node, ast.Lambda) or module.target < (3, 8):
        return None
    if any(isinstance(n, (ast.Lambda, ast.NamedExpr)) for n in ast.walk(node)):
        return None
    own = module.fresh_name(f"{name}_")
    first = generator.ifs[0] if generator.ifs else node.elt
    place = _evaluated_first(first, name)
    given = f"({name} := {own})"
    target = module.part(generator.target, own)
    if place is not None:
        call = module.parent(place)
        alone = isinstance(call, ast.Call) and call.args == [place] and not call.keywords
        return module.edit(module.part(place, given[1:-1] if alone else given), target, **flags)
    span = module.outer_span(first)
    return module.edit(module.part(span, f"({given}, ", span, ")[1]"), target, **flags)


def _evaluated_first(node: ast.expr, name: str) -> ast.Name | None:
    """The use of a name that comes before all others of an expression, whatever else is the case."""
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.BinOp):
            node = node.left if _reads(node.left, name) else node.right
        elif isinstance(node, ast.Compare):
            node = node.left if _reads(node.left, name) else node.comparators[0]
        elif isinstance(node, ast.UnaryOp):
            node = node.operand
        elif isinstance(node, (ast.Attribute, ast.Subscript)) and _reads(node.value, name):
            node = node.value
        elif isinstance(node, (ast.Tuple, ast.List)):
            node = next((e for e in node.elts if _reads(e, name)), ast.Constant(None))
        elif isinstance(node, ast.Call) and not any(isinstance(a, ast.Starred) for a in node.args):
            node = next((a for a in (node.func, *node.args) if _reads(a, name)), ast.Constant(None))
        else:
            return None
    return node if node.id == name else None


def _reads(node: ast.expr, name: str) -> bool:
    return any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node))


def _is_asked_of_class(name: str, statement: ast.stmt, module: Module) -> bool:
    """Whether the body of a class leaves the variable, and the class is asked for it by its name: `Grid.row`."""
    owner = module.parent(statement)
    return isinstance(owner, ast.ClassDef) and any(
        isinstance(n, ast.Attribute)
        and isinstance(n.ctx, ast.Load)
        and isinstance(n.value, ast.Name)
        and n.value.id == owner.name
        for n in module.nodes_named(ast.Attribute, frozenset([name]))
    )


def _is_shown_of_class(name: str, node: ast.ListComp, statement: ast.stmt, module: Module) -> bool:
    """Whether the body of a class leaves the variable, and the class is asked whether it has such, as in
    `hasattr(Grid, 'row')`; or for all that it has, where a loop leaves nothing else.
    """
    owner = module.parent(statement)
    if not isinstance(owner, ast.ClassDef):
        return False
    alone = isinstance(statement, (ast.Assign, ast.Expr)) and statement.value is node
    for call in module.nodes_named(ast.Call, _ASKING):
        if not isinstance(call, ast.Call) or not call.args or not module.is_builtin(call.func, *_ASKING):
            continue
        asked = call.args[0]
        if isinstance(asked, ast.Name) and any(b.node is owner for b in module.bindings(asked)):
            named = call.args[1] if len(call.args) > 1 else None
            if isinstance(named, ast.Constant) and named.value == name:
                return True
            if alone and len(call.args) == 1:
                return True
    return False


def _asks_for_names(node: ast.ListComp, module: Module) -> bool:
    """Whether it asks for the names around it, of which Python 3 gives its own alone (the first iterable aside)."""
    parts: list[ast.AST] = [node.elt, *node.generators[1:], *(i for g in node.generators for i in g.ifs)]
    while parts:
        part = parts.pop()
        called = part.func if isinstance(part, ast.Call) and not (part.args or part.keywords) else None
        if isinstance(called, ast.Name) and called.id in _NAMES and module.is_builtin(called, called.id):
            return True
        if isinstance(part, ast.Call) and (_evaluates(part, node, module) or looks_at_caller(part, module)):
            return True
        if not isinstance(part, _INNER):
            parts += ast.iter_child_nodes(part)
    return False


def _evaluates(call: ast.Call, node: ast.ListComp, module: Module) -> bool:
    """Whether code that a comprehension evaluates says names of the function around it: eval('a + i') for some i."""
    function = module.function(call)
    if len(call.args) != 1 or call.keywords or not isinstance(function, ast.FunctionDef):
        return False
    if not module.is_builtin(call.func, "eval"):
        return False
    targets = {n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
    own = module.scope(function.body[0]).bindings.keys() - targets
    texts = [call.args[0]]
    for generator in node.generators:
        named = isinstance(generator.target, ast.Name) and is_named(call.args[0], generator.target.id)
        if named and isinstance(generator.iter, (ast.Tuple, ast.List)):
            texts = generator.iter.elts
    said = (t.value for t in texts if isinstance(t, ast.Constant))
    return any(isinstance(t, str) and not own.isdisjoint(_WORD.findall(t)) for t in said)


def _is_kept_in_lambda(name: str, node: ast.ListComp, statement: ast.stmt, module: Module) -> bool:
    """Whether functions that a comprehension makes read its variable, which gets another value afterwards."""
    made = node.elt.elts if isinstance(node.elt, (ast.Tuple, ast.List)) else [node.elt]
    reads = (
        n
        for one in made
        if isinstance(one, ast.Lambda)
        and name not in {a.arg for a in ast.walk(one.args) if isinstance(a, ast.arg)}
        for n in ast.walk(one.body)
    )
    if not any(isinstance(n, ast.Name) and n.id == name for n in reads):
        return False
    scope = module.scope(statement)
    if scope.kind not in ("module", "function"):
        return False
    return any(
        b.kind in ("assign", "loop", "augmented")
        and comprehension_of(b.node, module) is None
        and module.start(b.node) > module.span(statement).end
        for b in scope.bindings.get(name, ())
    )


def _left_behind(node: ast.ListComp) -> set[str]:
    """The variables of a comprehension, and of those in it that become loops by themselves once it is one."""
    found: set[str] = set()
    pending: list[ast.AST] = [node]
    while pending:
        part = pending.pop()
        if part is node.generators[0].iter:
            continue  # becomes a loop before this one
        if isinstance(part, ast.ListComp):
            targets = [g.target for g in part.generators]
            found |= {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
        if part is node or not isinstance(part, (ast.GeneratorExp, ast.SetComp, ast.DictComp, ast.Lambda)):
            pending += ast.iter_child_nodes(part)
    return found


def _around(node: ast.AST, module: Module) -> list[ast.AST]:
    """What `node` stands in, without comprehensions that it is all of what they go through."""
    found: list[ast.AST] = []
    inner = node
    for outer in module.ancestors(node):
        if isinstance(outer, ast.stmt):
            break
        if not is_gone_through_first(inner, outer, module):
            found.append(outer)
        inner = outer
    return found


def _read_after(name: str, node: ast.ListComp, statement: ast.stmt) -> bool:
    """Whether the rest of the same statement reads the name: `[x for x in a], x`."""
    if isinstance(statement, (ast.For, ast.If)):
        bound = isinstance(statement, ast.For) and binds(statement.target, name)
        return not bound and First.READ in (first_in(statement.body, name), first_in(statement.orelse, name))
    if not isinstance(statement, (ast.Assign, ast.Expr, ast.Return)) or statement.value is None:
        return False
    inside = set(ast.walk(node))
    place = (node.end_lineno or 0, node.end_col_offset or 0)
    return any(
        isinstance(n, ast.Name)
        and n.id == name
        and isinstance(n.ctx, ast.Load)
        and n not in inside
        and (n.lineno, n.col_offset) >= place
        and not _bound_inside(n, statement.value)
        for n in ast.walk(statement.value)
    )


def _bound_inside(name: ast.Name, root: ast.AST) -> bool:
    """Whether another comprehension or a lambda of the statement binds the name where it is read."""
    for outer in ast.walk(root):
        binds = isinstance(outer, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda))
        if binds and name in ast.walk(outer):
            bound = {a.arg for a in ast.walk(outer) if isinstance(a, ast.arg)}
            bound |= {
                n.id for n in ast.walk(outer) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
            }
            if name.id in bound:
                return True
    return False


def _only_comprehensions(name: str, scope: Scope, module: Module) -> bool:
    """Whether nothing but list comprehensions can give the name a value in Python 2."""
    found = scope.lookup(name)
    if found is None or name in _OTHERWISE or module.module_scope.star_imports:
        return False
    place, bindings = found
    outer = place.parent.lookup(name) if place.parent is not None else None
    return outer is None and all(comprehension_of(b.node, module) is not None for b in bindings)


RULE = Rule(
    id="comprehension_leak",
    family="P17",
    summary="a list comprehension's variable does not stay: a loop where it is read afterwards",
    before="x = [f(q) for q in y if q]\nz = q\n",
    after="x = []\nfor q in y:\n    if q:\n        x.append(f(q))\nz = q\n",
    caveats="Where no loop can stand, the variable is given its value in the comprehension (`:=`). "
    "Only reads in the same function are seen, what a class is asked for by its name, and locals() where it is "
    "called in the comprehension itself, or a function that looks at the frame of its caller.",
    triggers=("for",),
    nodes=(ast.ListComp,),
    follows=frozenset(["comprehension_leak"]),
    visit=visit,
)
