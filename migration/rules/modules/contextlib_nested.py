"""with contextlib.nested(a, b) as (x, y): → with a as x, b as y:"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import alias_text, binding_scope, stdlib_name, uses
from migration.rewriting.helpers import helper
from migration.rewriting.imports import from_import, replace_import
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.view.module import Module

HELPER = '''
@contextlib.contextmanager
def nested_managers(*managers):
    """Enter managers one after the other, and leave them the other way round."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(manager) for manager in managers]
'''


def visit(node: ast.With | ast.ImportFrom | ast.Name | ast.Attribute, module: Module) -> Findings:
    """Write the managers side by side; a list made at run time needs an ExitStack. Then import the name no more."""
    if isinstance(node, (ast.Name, ast.Attribute)):
        if _is_nested(node, module) and not _is_written_out(module.parent(node), module):
            made = helper("nested_managers", HELPER, module, ("import contextlib",))
            yield module.replace(node, made, exactness=Exactness.SEMANTIC)
        return
    if isinstance(node, ast.ImportFrom):
        gone = [a for a in node.names if a.name == "nested" and not _is_used(a, node, module)]
        if node.module == "contextlib" and not node.level and gone:
            keep = [alias_text(a) for a in node.names if a not in gone]
            lines = [from_import("contextlib", keep)] if keep else []
            yield module.edit(*replace_import(node, lines, module))
        return
    for item in node.items:
        call, names = item.context_expr, item.optional_vars
        if not isinstance(call, ast.Call) or not _is_nested(call.func, module) or not _fits(call, names):
            continue
        listed = names.elts if isinstance(names, (ast.Tuple, ast.List)) else []
        pieces: list[Piece] = []
        for number, manager in enumerate(call.args):
            pieces += [", "] if pieces else []
            pieces += module.sub(manager)
            if listed:
                pieces += [" as ", *module.sub(listed[number])]
        start = module.span(call).start
        end = module.outer_span(names).end if names is not None else module.span(call).end
        yield module.replace_span((start, end), *pieces)


def _is_nested(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the function, and the file has no answer of its own to its end."""
    root = node.value if isinstance(node, ast.Attribute) else node
    if not isinstance(root, ast.Name) or stdlib_name(node, module) != "contextlib.nested":
        return False
    read = isinstance(getattr(node, "ctx", None), ast.Load)
    return read and not any(module.guarded(n) for n in (node, *(b.node for b in module.bindings(root))))


def _fits(call: ast.Call, names: ast.expr | None) -> bool:
    """Whether each manager is written out, and has its own name where they have names."""
    listed = names.elts if isinstance(names, (ast.Tuple, ast.List)) else []
    written = bool(call.args) and not call.keywords and not any(isinstance(a, ast.Starred) for a in call.args)
    return written and (names is None or len(listed) == len(call.args))


def _is_written_out(call: ast.AST | None, module: Module) -> bool:
    """Whether `call` is one that a with statement takes its managers from."""
    item = module.parent(call) if isinstance(call, ast.Call) else None
    if not isinstance(call, ast.Call) or not isinstance(item, ast.withitem):
        return False
    return item.context_expr is call and _fits(call, item.optional_vars)


def _is_used(alias: ast.alias, node: ast.ImportFrom, module: Module) -> bool:
    name = alias.asname or alias.name
    return any(isinstance(n.ctx, ast.Load) for n in uses(name, binding_scope(node, name, module), module))


RULE = Rule(
    id="contextlib_nested",
    family="P11",
    summary="contextlib.nested is a with statement of several managers",
    before="import contextlib\nwith contextlib.nested(a(), b()) as (x, y): f(x, y)\n",
    after="import contextlib\nwith a() as x, b() as y: f(x, y)\n",
    caveats="The second manager is made after the first was entered. Any other use gets a helper.",
    triggers=("nested",),
    evidence=True,
    nodes=(ast.With, ast.ImportFrom, ast.Name, ast.Attribute),
    names=frozenset(["nested"]),
    follows=frozenset(["contextlib_nested"]),
    visit=visit,
)
