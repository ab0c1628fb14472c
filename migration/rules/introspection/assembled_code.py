"""def faster(f): … type(co)(co.co_argcount, …) → return f: what assembles Python 2's byte code for a function, and may
give the function as it is, does that.
"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import is_named, names_by_id, stdlib_name
from migration.analysis.values import written_out
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

_CODE = frozenset(["func_code", "__code__"])
_MAKERS = frozenset(["types.CodeType", "new.code"])
#: So many arguments makes the type of code take at least.
_ARGUMENTS = 12


def visit(node: ast.FunctionDef, module: Module) -> Findings:
    """Give the function as it is: the way that is there for Pythons that have no such code."""
    given = node.args.args[0].arg if node.args.args else ""
    if not given or not module.nodes_named(ast.Attribute, frozenset(["co_code"])):
        return
    if not _is_rewritten(node, given, module) or not _may_be_given_as_it_is(node, given, module):
        return
    documented = ast.get_docstring(node, clean=False) is not None and len(node.body) > 1
    first = node.body[1 if documented else 0]
    span = Span(module.start(first), module.span(node).end)
    lines = (
        f"# The byte code that was assembled here was Python 2's.\n{module.indentation(first)}return {given}"
    )
    yield module.replace_span(span, lines)


def _is_rewritten(node: ast.FunctionDef, given: str, module: Module) -> bool:
    """Whether the octets of a function's code are read, and other code is made of numbers."""
    reads = makes = False
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and inner.attr == "co_code":
            outer = module.parent(inner)
            given_on = isinstance(outer, ast.Call) and inner in outer.args and len(outer.args) < _ARGUMENTS
            taken_apart = given_on or isinstance(outer, ast.comprehension)
            reads = reads or (taken_apart and _is_code_of(inner.value, given, module))
        elif isinstance(inner, ast.Call) and len(inner.args) >= _ARGUMENTS:
            makes = makes or _makes_code(inner.func, given, module)
    return reads and makes


def _is_code_of(node: ast.expr, given: str, module: Module) -> bool:
    held = written_out(node, module)
    return isinstance(held, ast.Attribute) and held.attr in _CODE and is_named(held.value, given)


def _makes_code(function: ast.expr, given: str, module: Module) -> bool:
    if (
        isinstance(function, ast.Call)
        and module.is_builtin(function.func, "type")
        and len(function.args) == 1
    ):
        return _is_code_of(function.args[0], given, module)
    return stdlib_name(function, module) in _MAKERS


def _may_be_given_as_it_is(node: ast.FunctionDef, given: str, module: Module) -> bool:
    """Whether the function gives back what it was given where that has no code, as in other Pythons than CPython, and
    does nothing besides.
    """
    bound = any(
        isinstance(n.ctx, ast.Store) and module.function(n) is node
        for n in names_by_id(module).get(given, ())
    )
    inside = list(ast.walk(node))
    # Who has another way for newer Pythons, or does more than to make a function, is left alone.
    more = any(
        isinstance(n, ast.Attribute)
        and (isinstance(n.ctx, ast.Store) or n.attr in ("replace", "version_info"))
        for n in inside
    )
    handlers = [n for n in inside if isinstance(n, ast.ExceptHandler) and is_named(n.type, "AttributeError")]
    given_back = any(isinstance(s, ast.Return) and is_named(s.value, given) for h in handlers for s in h.body)
    return given_back and not bound and not more


#: What a well-known recipe does for speed (it binds global names early).
_BEFORE = """n = 1L
def bound(f):
    try:
        co = f.func_code
    except AttributeError:
        return f
    code = map(ord, co.co_code)
    code[0] = 9
    made = type(co)(
        co.co_argcount, co.co_nlocals, co.co_stacksize, co.co_flags, "".join(map(chr, code)), co.co_consts, co.co_names,
        co.co_varnames, co.co_filename, co.co_name, co.co_firstlineno, co.co_lnotab)
    return type(f)(made, f.func_globals)
"""

RULE = Rule(
    id="assembled_code",
    family="P15",
    summary="what rewrites the byte code of a function, or gives it as it is, gives it as it is",
    before=_BEFORE,
    after="n = 1\ndef bound(f):\n    # The byte code that was assembled here was Python 2's.\n    return f\n",
    caveats="What the code was rewritten for, as a rule its speed, is lost.",
    triggers=("co_code",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.FunctionDef,),
    visit=visit,
)
