"""StopIteration that ends a generator: raise StopIteration → return; it.next() that may raise it is caught.

What ended a generator expression is an error by the time that it comes out of it: a helper ends there.
"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import is_old_builtin
from migration.analysis.exceptions import is_awaited, tries_around
from migration.analysis.mutation import functions_by_name
from migration.analysis.names import defined_in_repository, memory
from migration.analysis.values import assigned
from migration.rule import Findings, Rule
from migration.source.edits import Needs, Span
from migration.trees.precedence import Precedence
from migration.view.module import Module

_CATCHING = ("builtins.StopIteration", "builtins.Exception", "builtins.BaseException")
HELPER = '''
def until_stop(values):
    """What a generator expression gives; as in Python 2, a StopIteration inside ends it."""
    try:
        yield from values
    except RuntimeError as error:
        if not isinstance(error.__cause__, StopIteration):
            raise
'''
_METHODS = frozenset(["next", "__next__"])
_ENDLESS = frozenset(["itertools.count", "itertools.cycle", "itertools.repeat"])


def visit(node: ast.Raise | ast.Call, module: Module) -> Findings:
    """Return where a generator ends itself; catch where the iterator it reads from ends it, also through a function."""
    if isinstance(node, ast.Call) and not _takes_next(node, module):
        return
    if isinstance(node, ast.Call) and (expression := _expression_around(node, module)) is not None:
        if not _is_endless(_source(node, module), module) and not _is_own(node, module):
            yield from _ended(expression, module)
        return
    if _is_caught(node, module):
        return
    if not _in_generator(node, module):
        for call in _calls_from_generators(node, module):
            expression = _expression_around(call, module)
            yield from _caught(call, module) if expression is None else _ended(expression, module)
    elif isinstance(node, ast.Raise):
        if node.exc is None:
            if _hands_on(node, module):
                yield module.replace(node, "return")
        elif _ends(node, module):
            yield module.replace(node, "return")
        elif (value := _value(node, module)) is not None:
            # What a scheduler finds in the arguments of the StopIteration.
            yield module.replace(node, "return ", *module.sub(value, Precedence.TERNARY))
    elif not _is_endless(_source(node, module), module):
        yield from _caught(node, module)


def _ends(node: ast.Raise, module: Module) -> bool:
    """Whether this is `raise StopIteration`."""
    raised = node.exc.func if isinstance(node.exc, ast.Call) and not node.exc.args else node.exc
    return raised is not None and node.cause is None and is_old_builtin(raised, module, "StopIteration")


def _value(node: ast.Raise, module: Module) -> ast.expr | None:
    """The value of `raise StopIteration(value)`."""
    raised = node.exc
    if not isinstance(raised, ast.Call) or len(raised.args) != 1 or raised.keywords or node.cause is not None:
        return None
    given = raised.args[0]
    known = is_old_builtin(raised.func, module, "StopIteration") and not isinstance(given, ast.Starred)
    return given if known else None


def _calls_from_generators(node: ast.Raise | ast.Call, module: Module) -> list[ast.Call]:
    """The calls of the function in which StopIteration is raised, where that ended the generator that calls it."""
    function = module.function(node)
    if not isinstance(function, ast.FunctionDef) or function.name in ("next", "__next__", "__iter__"):
        return []
    if any(isinstance(a, (ast.GeneratorExp, ast.Lambda)) for a in module.ancestors(node)):
        return []
    if isinstance(node, ast.Raise) and not _ends(node, module):
        return []
    if isinstance(node, ast.Call) and _is_endless(_source(node, module), module):
        return []
    kind = ast.Attribute if isinstance(module.parent(function), ast.ClassDef) else ast.Name
    found = []
    for name in module.nodes_named(kind, frozenset([function.name])):
        call = module.parent(name)
        called = name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")
        if called != function.name or not isinstance(call, ast.Call) or call.func is not name:
            continue
        if len(functions_by_name(module)[called]) == 1 and (
            _expression_around(call, module) is not None
            or (_in_generator(call, module) and not _is_caught(call, module))
        ):
            found.append(call)
    return found


def _expression_around(node: ast.AST, module: Module) -> ast.GeneratorExp | None:
    """The generator expression that runs `node`: what it goes through first is looked up before."""
    inner = node
    for outer in module.ancestors(node):
        if isinstance(outer, (ast.stmt, ast.Lambda)):
            return None
        if isinstance(outer, ast.GeneratorExp) and inner is not outer.generators[0]:
            return outer
        if isinstance(outer, ast.comprehension) and inner is not outer.iter:
            inner = module.parent(outer) or outer
            if isinstance(inner, ast.GeneratorExp):
                return inner
            continue
        inner = outer
    return None


def _is_own(node: ast.Call, module: Module) -> bool:
    """Whether `node` may call a method `next` of the program's, that goes on with something else than an iterator."""
    method = isinstance(node.func, ast.Attribute)
    return method and defined_in_repository("next", module, methods=True)


def _ended(node: ast.GeneratorExp, module: Module) -> Findings:
    """Give what a generator expression gives until a StopIteration comes out of it."""
    outer = module.parent(node)
    given = isinstance(outer, ast.Call) and getattr(outer.func, "id", "") == "until_stop"
    done = memory(module).setdefault("wrapped", set())
    if given or node in done or is_awaited(node, module, "RuntimeError"):
        return
    done.add(node)
    name = module.helper("until_stop", HELPER)
    before = Needs.of(f"{name}(", name.imports, name.helpers)
    yield module.wrap(node, before, needs_python2=True, exactness=Exactness.EXACT)


def _caught(node: ast.Call, module: Module) -> Findings:
    """Put the statement in a `try` that returns."""
    statement = module.statement(node)
    start, end = module.line_span(statement)
    alone = module.source((start, end)).strip() == module.source(module.span(statement)).strip()
    opened = 0 if alone else _block_opening(statement, module)
    if (
        not (alone or opened)
        or not isinstance(statement, (ast.Assign, ast.Expr, ast.AugAssign))
        or _handled(statement, module)
    ):
        if not _handled(statement, module):
            yield module.open(
                node, "StopIteration from here ended the generator; now it is an error", needs_python2=True
            )
        return
    indent, span = module.indentation(statement), module.span(statement)
    if opened:
        indent += "    "
    if "\n" in module.source(span):
        yield module.open(
            node, "StopIteration from here ended the generator; now it is an error", needs_python2=True
        )
        return
    yield module.edit(
        module.part(
            Span(span.start - opened, span.end),
            f"\n{indent}" if opened else "",
            f"try:\n{indent}    ",
            span,
            f"\n{indent}except StopIteration:\n{indent}    return",
        ),
        needs_python2=True,
        exactness=Exactness.EXACT,
    )


def _block_opening(statement: ast.stmt, module: Module) -> int:
    """How far before `statement` the colon is after which it stands as all there is of a block; 0 elsewhere."""
    outer = module.parent(statement)
    if not isinstance(outer, (ast.While, ast.For, ast.If)) or outer.orelse or outer.body != [statement]:
        return 0
    before = module.text[: module.start(statement)]
    line = module.text[module.span(statement).end :].partition("\n")[0]
    blank = len(before) - len(before.rstrip(" \t"))
    return blank if before.rstrip(" \t").endswith(":") and not line.strip() else 0


def _hands_on(node: ast.Raise, module: Module) -> bool:
    """Whether a bare `raise` in a generator hands on a StopIteration that it caught."""
    for outer in module.ancestors(node):
        if isinstance(outer, (ast.FunctionDef, ast.Lambda)):
            return False
        if isinstance(outer, ast.ExceptHandler):
            return outer.type is not None and module.is_builtin(outer.type, "StopIteration")
    return False


def _takes_next(node: ast.Call, module: Module) -> bool:
    """Whether `node` is `it.next()` or `next(it)`, or calls what is kept of the first: `step = it.next`."""
    if _kept_method(node, module) is not None:
        return True
    if (
        isinstance(node.func, ast.Attribute)
        and node.func.attr == "next"
        and not node.args
        and not node.keywords
    ):
        return True
    return len(node.args) == 1 and module.is_builtin(node.func, "next")


def _kept_method(node: ast.Call, module: Module) -> ast.Attribute | None:
    """The method of an iterator that is called by the one name it was given, without arguments."""
    if not isinstance(node.func, ast.Name) or node.args or node.keywords:
        return None
    kept = assigned(node.func, module) if node.func.id in _keepers(module) else None
    return kept if isinstance(kept, ast.Attribute) and kept.attr in _METHODS else None


def _keepers(module: Module) -> frozenset[str]:
    """The names that the file gives such methods."""
    known = memory(module)
    if "kept next" not in known:
        places = (module.parent(n) for n in module.nodes_named(ast.Attribute, _METHODS))
        targets = (t for p in places if isinstance(p, ast.Assign) for t in p.targets)
        known["kept next"] = frozenset(t.id for t in targets if isinstance(t, ast.Name))
    return known["kept next"]  # type: ignore[no-any-return]


def _source(node: ast.Call, module: Module) -> ast.expr:
    """What the next item is taken of."""
    if node.args:
        return node.args[0]
    method = _kept_method(node, module) or node.func
    assert isinstance(method, ast.Attribute)
    return method.value


def _handled(statement: ast.stmt, module: Module) -> bool:
    """Whether another `next` of the same statement is wrapped already."""
    done = memory(module).setdefault("wrapped", set())
    if statement in done:
        return True
    done.add(statement)
    return False


def _in_generator(node: ast.AST, module: Module) -> bool:
    function = module.function(node)
    if not isinstance(function, ast.FunctionDef):
        return False
    if any(isinstance(a, ast.GeneratorExp) for a in module.ancestors(node) if module.function(a) is function):
        return False
    known = memory(module)
    if "generators" not in known:
        known["generators"] = {module.function(n) for n in module.nodes_of(ast.Yield, ast.YieldFrom)}
    return function in known["generators"]


def _is_caught(node: ast.AST, module: Module) -> bool:
    """Whether a handler around `node` may catch StopIteration."""
    for tried in tries_around(node, module):
        for handler in tried.handlers:
            kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            if any(k is None or module.qualified_name(k) in _CATCHING for k in kinds):
                return True
    return False


def _is_endless(node: ast.expr, module: Module) -> bool:
    if isinstance(node, ast.Call):
        return module.qualified_name(node.func) in _ENDLESS
    if isinstance(node, ast.Name):
        values = [b.value for b in module.bindings(node)]
        return bool(values) and all(
            v is not None and v is not node and _is_endless(v, module) for v in values
        )
    return False


RULE = Rule(
    id="stop_iteration",
    family="P17",
    summary="a generator ends by return, no longer by StopIteration",
    before="def g(it):\n    yield it.next()\n    x = it.next()\n    yield x\n    raise StopIteration\n",
    after=(
        "def g(it):\n    try:\n        yield next(it)\n    except StopIteration:\n        return\n"
        "    try:\n        x = next(it)\n    except StopIteration:\n        return\n    yield x\n    return\n"
    ),
    caveats="Out of a function that the generator calls, StopIteration is seen where no other function of the file has "
    "its name.",
    triggers=("StopIteration", "next"),
    nodes=(ast.Raise, ast.Call),
    names_here=lambda module: _keepers(module) | {"next"},
    follows=frozenset(["lazy_map"]),
    visit=visit,
)
