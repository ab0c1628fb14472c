"""exec("v = 9") in a function that then reads v: Python 3's exec can't bind locals, so they are read back."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Mapping

from environment.traces import Exactness
from migration.analysis.names import names_by_id
from migration.dialects.dialect import parse
from migration.rewriting.helpers import helper
from migration.rule import Finding, Findings, Rule
from migration.source.edits import Part, Piece, Span
from migration.stdlib.tables import OLD
from migration.trees.bodies import own_nodes
from migration.view.module import Module

VARIABLES = '''
def variables_with(namespace, variables, **changed):
    """A function's variables, and what executed code has bound in a namespace that is a variable of the function."""
    found = {**namespace, **variables, **changed}
    return {name: value for name, value in found.items() if value is not namespace}
'''
_LOCALS = frozenset(["locals", "vars"])
_EXECUTE = frozenset(["exec", "execfile"])
#: A place in a template, and what is put there to read it.
_PLACE = re.compile(r"%(?:\(\w+\))?[-+ #0-9.]*[srd]")
_FILLED = "place_in_template"
#: Statements of a template that bind a name by assignment or not at all.
_PLAIN = (ast.Assign, ast.AugAssign, ast.FunctionDef, ast.ClassDef, ast.Expr, ast.Pass)


def visit(node: ast.Expr, module: Module) -> Findings:
    """Give exec a namespace of its own and take from it the names the function reads and nobody binds."""
    call = node.value
    if (
        not isinstance(call, ast.Call)
        or not module.is_builtin(call.func, "exec")
        or not _is_here(call, module)
    ):
        return
    function = module.function(node)
    if not isinstance(function, ast.FunctionDef):
        return
    every = _all_here(function, module)
    if len(every) > 1 and any(_bound_by(c.args[0]) is None for c in every.values()):
        shared = _several(every, function, module)
        if shared is not None:
            if node is next(iter(every)):
                yield shared
            return
    wanted = _unbound(function, module)
    bound = _bound_by(call.args[0])
    # Only code that was given no names of any kind changed variables that the function binds itself.
    changed = _read_after(node, function, module) if len(call.args) == 1 else set()
    names = sorted(wanted if bound is None else bound & (wanted | changed))
    if bound is None and names:
        yield from _unknown_code(node, call, names, module)
        return
    if bound is None:
        parameters = {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}
        given = {n.id for n in ast.walk(call) if isinstance(n, ast.Name)}
        parameters |= _begun_with_constants(node, function, module)
        names = sorted(changed & parameters - given - {"self", "cls"})
        if not names:
            yield from _global_perhaps(node, call, function, module)
    if not names:
        return
    space = module.fresh_name("namespace")
    asked = _asked_behind(node, function, module)
    before, behind, parts = _begun(node, space, bool(asked), module)
    if module.parent(node) is function and not any(_binds_behind(node, n, function, module) for n in asked):
        parts += [module.part(n, space) for n in asked]
    else:
        parts += _with_those(space, asked, module)
    yield module.edit(
        module.part(node, before, behind, *_call(call, module, space)),
        *parts,
        module.part(
            Span(module.span(node).end, module.span(node).end),
            *(f"{behind}{n} = {space}[{n!r}]" for n in names),
        ),
    )


def _begun(node: ast.Expr, space: str, lasts: bool, module: Module) -> tuple[str, str, list[Part]]:
    """The statement that gives a namespace what the function has, what separates it from the code, and the parts that
    begin the namespace further out, if it `lasts` from there on.
    """
    behind = "\n" + module.indentation(node)
    if module.text[module.line_span(node).start : module.start(node)].strip():
        behind = "; "
    outermost = _outermost(node, module)
    if not lasts or outermost is node:
        return f"{space} = dict(locals())", behind, []
    # What one turn of a loop binds is there in the next, and behind it.
    start = module.start(outermost)
    begun = module.part(Span(start, start), f"{space} = {{}}\n{module.indentation(outermost)}")
    return f"{space}.update(locals())", behind, [begun]


def _binds_behind(node: ast.Expr, asked: ast.Call, function: ast.FunctionDef, module: Module) -> bool:
    """Whether a function may bind any variable between executed code and where it asks for all."""
    outermost = _outermost(module.statement(asked), module)
    own: list[ast.expr] = outermost.targets if isinstance(outermost, ast.Assign) else []
    end = module.start(asked)
    if isinstance(outermost, ast.For) and asked in ast.walk(outermost.iter):
        own = [outermost.target]
    elif isinstance(outermost, (ast.For, ast.While)):
        end = module.span(outermost).end
    later = {n for target in own for n in ast.walk(target)}
    binding = (ast.alias, ast.ClassDef, ast.ExceptHandler, ast.FunctionDef, ast.Name)
    return any(
        isinstance(n, binding)
        and not (isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
        and n not in later
        and module.span(node).end < module.start(n) < end
        for n in own_nodes(function.body)
    )


def _is_here(call: ast.Call, module: Module) -> bool:
    """Whether code is executed in the function's own names: `exec code`, `exec code in locals()`."""
    spaces = call.args[1:]
    named = ["locals"] if len(spaces) == 1 else ["globals", "locals"]
    plain = not call.keywords and len(spaces) < 3
    return plain and all(
        isinstance(space, ast.Call) and not space.args and module.is_builtin(space.func, name)
        for space, name in zip(spaces, named, strict=False)
    )


def _all_here(function: ast.FunctionDef, module: Module) -> dict[ast.Expr, ast.Call]:
    """The statements of a function that execute code in its own names, one after the other."""
    found = (
        (s, s.value) for s in own_nodes(function.body)
        if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call)
        and module.is_builtin(s.value.func, "exec") and s.value.args and _is_here(s.value, module)
    )  # fmt: skip
    return dict(sorted(found, key=lambda pair: module.start(pair[0])))


def _several(every: Mapping[ast.Expr, ast.Call], function: ast.FunctionDef, module: Module) -> Finding | None:
    """Give several pieces of code, of which one is unknown, one namespace; read from there what only they can have
    bound, and what the function begins with a constant and reads behind them. None where they have to be looked at one
    by one: where it reads anything else behind them that they could have changed.
    """
    first = next(iter(every))
    stored = {
        n.id for n in own_nodes(function.body) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    stored |= {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)} - {"self", "cls"}
    begun, wanted = _begun_with_constants(first, function, module), _unbound(function, module)
    if any(len(call.args) > 1 for call in every.values()):
        begun = set()  # code that is given names changes no variable
    executed = {n for call in every.values() for n in ast.walk(call)}
    reads = [
        n for name in stored | wanted for n in names_by_id(module)[name]
        if isinstance(n.ctx, ast.Load) and _within(n, function, module) and n not in executed
        and (name in wanted or module.start(n) > module.start(first))
    ]  # fmt: skip
    plain = all(
        module.function(n) is function
        and module.start(n) > module.start(first)
        and (n.id in wanted or n.id in begun)
        for n in reads
    )
    at_once = all(module.parent(_outermost(one, module)) is function for one in every)
    if not wanted or not plain or not at_once or module.module_scope.star_imports:
        return None
    outermost = _outermost(first, module)
    space, start = module.fresh_name("namespace"), module.start(outermost)
    # What an earlier piece has made of a variable, the next one finds.
    changed = sorted({n.id for n in reads} - wanted)
    kept = "".join(f", {name}={space}.get({name!r}, {name})" for name in changed)
    parts = [module.part(Span(start, start), f"{space} = {{}}\n{module.indentation(outermost)}")]
    for one, call in every.items():
        behind = "; " if module.text[module.line_span(one).start : module.start(one)].strip() else "\n"
        behind += module.indentation(one) if behind == "\n" else ""
        parts.append(module.part(one, f"{space}.update(locals(){kept}){behind}", *_call(call, module, space)))
    asked = [n for n in _asked_behind(first, function, module) if n not in executed]
    parts += _with_those(space, asked, module, changed)
    return module.edit(*parts, *(module.part(n, f"{space}[{n.id!r}]") for n in reads))


def _with_those(space: str, asked: list[ast.Call], module: Module, changed: Iterable[str] = ()) -> list[Part]:
    """The parts that give what asks for a function's variables also those that code has bound in a namespace, or
    `changed` there; none where something is put into what it is given.
    """
    if any(_is_filled(n, module) for n in asked):
        return []
    made = helper("variables_with", VARIABLES, module)
    rest = "".join(f", {name}={space}[{name!r}]" for name in changed)
    return [module.part(n, made, f"({space}, ", module.span(n), f"{rest})") for n in asked]


def _is_filled(asked: ast.Call, module: Module) -> bool:
    """Whether what gives a function's variables is changed on the spot."""
    outer = module.parent(asked)
    if isinstance(outer, ast.Subscript):
        return not isinstance(outer.ctx, ast.Load)
    return isinstance(outer, ast.Attribute) and outer.attr in ("update", "setdefault", "pop", "clear")


def _asked_behind(node: ast.stmt, function: ast.FunctionDef, module: Module) -> list[ast.Call]:
    """The calls by which a function asks for its own variables behind a statement."""
    return [
        n
        for n in module.nodes_named(ast.Call, _LOCALS)
        if isinstance(n, ast.Call)
        and not n.args
        and module.is_builtin(n.func, "locals", "vars")
        and module.function(n) is function
        and module.start(n) > module.span(node).end
    ]


def _unknown_code(node: ast.Expr, call: ast.Call, names: list[str], module: Module) -> Findings:
    """Read what nobody else can have bound from the namespace, at the places that read it."""
    function = module.function(node)
    reads = [
        n for name in names for n in names_by_id(module)[name]
        if isinstance(n.ctx, ast.Load) and _within(n, function, module)
    ]  # fmt: skip
    if not _is_sole_source(node, function, module) or any(
        module.function(n) is not function or module.start(n) < module.start(node) for n in reads
    ):
        yield module.open(
            node, f"exec can't bind locals in Python 3; read {', '.join(names)} from a namespace passed to it"
        )
        return
    space = module.fresh_name("namespace")
    yield _read_back(node, call, space, {n: f"{space}[{n.id!r}]" for n in reads}, module)


def _global_perhaps(node: ast.Expr, call: ast.Call, function: ast.FunctionDef, module: Module) -> Findings:
    """Read variables of the module, behind unknown code that may bind names of its own, from what that has bound."""
    execs = [c for c in module.nodes_named(ast.Call, _EXECUTE) if module.function(c) is function]
    wanted = _read_after(node, function, module)
    reads = {
        n
        for name in wanted
        for n in names_by_id(module)[name]
        if module.function(n) is function and module.start(n) > module.span(node).end
        if isinstance(n.ctx, ast.Load) and _is_variable_of_module(n, module)
    }
    if reads and len(execs) == 1:
        space = module.fresh_name("namespace")
        yield _read_back(node, call, space, {n: f"{space}.get({n.id!r}, {n.id})" for n in reads}, module)


def _is_variable_of_module(node: ast.Name, module: Module) -> bool:
    """Whether a name is one that the module assigns, and not only to call it."""
    parent, bindings = module.parent(node), module.bindings(node)
    if isinstance(parent, ast.Call) and parent.func is node:
        return False
    return bool(bindings) and all(b.kind == "assign" and module.function(b.node) is None for b in bindings)


def _read_back(
    node: ast.Expr, call: ast.Call, space: str, reads: Mapping[ast.Name, str], module: Module
) -> Finding:
    """The edit that gives the code a namespace, and reads from there as `reads` says."""
    before, behind, begun = _begun(node, space, True, module)
    function = module.function(node)
    assert isinstance(function, ast.FunctionDef)
    parts = [*begun, *(module.part(n, text) for n, text in reads.items())]
    parts += _with_those(space, _asked_behind(node, function, module), module)
    return module.edit(module.part(node, before, behind, *_call(call, module, space)), *parts)


def _outermost(node: ast.stmt, module: Module) -> ast.stmt:
    """The statement of the function's own block in which `node` stands, through loops and conditions."""
    parent = module.parent(node)
    while isinstance(parent, (ast.For, ast.While, ast.If, ast.With, ast.Try)):
        node, parent = parent, module.parent(parent)
    return node


def _within(node: ast.AST, function: ast.AST | None, module: Module) -> bool:
    return any(a is function for a in module.ancestors(node))


def _is_sole_source(node: ast.Expr, function: ast.AST | None, module: Module) -> bool:
    """Whether nothing but this statement can give the function its unbound names."""
    if module.module_scope.star_imports or module.parent(_outermost(node, module)) is not function:
        return False
    own = set(ast.walk(node.value))
    calls = [n for n in module.nodes if isinstance(n, ast.Call) and n not in own]
    execs = [c for c in calls if module.is_builtin(c.func, "exec", "execfile")]
    names = {n.id for n in own_nodes(function.body) if isinstance(n, ast.Name)}  # type: ignore[attr-defined]
    known = {space for c in execs if not _may_bind(c, names) for space in c.args[1:]}
    if any(c not in known and module.is_builtin(c.func, "globals", "vars") for c in calls):
        return False
    # What another function executes binds its own locals, or what it declares global.
    shared = bool(module.nodes_of(ast.Global))
    return not any(
        _within(c, function, module)
        or (len(c.args) == 1 and (shared or module.function(c) is None) and _may_bind(c, names))
        for c in execs
    )


def _may_bind(call: ast.Call, names: set[str]) -> bool:
    """Whether the code that is executed may bind any of `names`."""
    bound = _bound_by(call.args[0])
    return bound is None or bool(bound & names)


def _call(call: ast.Call, module: Module, space: str) -> tuple[Piece, ...]:
    alone = len(call.args) == 2  # `exec code in locals()`: what is global is not seen
    return ("exec(", *module.sub(call.args[0]), f", {space})" if alone else f", globals(), {space})")


def _begun_with_constants(node: ast.Expr, function: ast.FunctionDef, module: Module) -> set[str]:
    """The variables that a function gives a constant, and nothing else, before it executes code: what holds if the code
    has no other.
    """
    begun: dict[str, bool] = {}
    for statement in own_nodes(function.body):
        if isinstance(statement, ast.Name) and isinstance(statement.ctx, ast.Store):
            parent = module.parent(statement)
            constant = isinstance(parent, ast.Assign) and isinstance(parent.value, ast.Constant)
            # Behind a loop or a condition, too, the variable has to be there.
            constant = constant and module.parent(parent) is function
            before = module.start(statement) < module.start(node)
            begun[statement.id] = begun.get(statement.id, True) and constant and before
    return {name for name, only in begun.items() if only}


def _read_after(node: ast.Expr, function: ast.FunctionDef, module: Module) -> set[str]:
    """Names that a function reads behind an exec, and nowhere before it, or that it binds itself: what they hold
    then is what the code left.
    """
    inside = {n for n in ast.walk(function) if isinstance(n, ast.Name) and module.function(n) is function}
    strange = {
        name for n in ast.walk(function) if isinstance(n, (ast.Global, ast.Nonlocal)) for name in n.names
    }
    stores = {n.id for n in inside if isinstance(n.ctx, ast.Store)}
    stores |= {a.arg for a in ast.walk(function.args) if isinstance(a, ast.arg)}
    reads = [n for n in inside if isinstance(n.ctx, ast.Load)]
    before = {n.id for n in reads if module.start(n) < module.start(node)}
    end = module.span(node).end
    return {n.id for n in reads if module.start(n) > end and (n.id in stores or n.id not in before)} - strange


def _unbound(function: ast.FunctionDef, module: Module) -> set[str]:
    """Names the function reads that nothing in the file binds and that are no builtins of either language."""
    return {
        n.id
        for n in ast.walk(function)
        if isinstance(n, ast.Name)
        and isinstance(n.ctx, ast.Load)
        and not module.bindings(n)
        and not hasattr(builtins, n.id)
        and n.id not in OLD
    }


def _bound_by(code: ast.expr) -> set[str] | None:
    """The names that executing a literal binds, or a template; None when the code isn't known or branches."""
    if isinstance(code, ast.BinOp) and isinstance(code.op, ast.Mod):
        template = code.left
    else:
        template = code
    if not isinstance(template, ast.Constant) or not isinstance(template.value, str):
        return None
    tree = parse(template.value) if template is code else _filled(template.value)
    if tree is None or (template is not code and not all(isinstance(s, _PLAIN) for s in tree.body)):
        return None
    bound = {
        n.id
        for s in tree.body
        if isinstance(s, (ast.Assign, ast.AugAssign))
        for t in (s.targets if isinstance(s, ast.Assign) else [s.target])
        for n in ast.walk(t)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    } | {s.name for s in tree.body if isinstance(s, (ast.FunctionDef, ast.ClassDef))}
    for statement in tree.body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            bound |= {alias.asname or alias.name.partition(".")[0] for alias in statement.names}
    return None if any(_FILLED in name or name == "*" for name in bound) else bound


def _filled(template: str) -> ast.Module | None:
    """What a template may become: with a name in every place, or an operator, for `x %s y` and `z = x %s y`."""
    for filling in (_FILLED, "+=", "+"):
        tree = parse(_PLACE.sub(filling, template).replace("%%", "%"))
        if tree is not None:
            return tree
    return None


RULE = Rule(
    id="exec_locals",
    family="P4",
    summary="names that exec binds in a function are read from a namespace",
    before="def f():\n    exec('v = 9')\n    return v\nn = 1L\n",
    after=(
        "def f():\n    namespace = dict(locals())\n    exec('v = 9', globals(), namespace)\n"
        "    v = namespace['v']\n    return v\nn = 1\n"
    ),
    caveats="Where the code is unknown, a name it does not bind raises KeyError instead of NameError.",
    triggers=("exec",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Expr,),
    follows=frozenset(["exec_locals", "execfile_builtin"]),
    visit=visit,
)
