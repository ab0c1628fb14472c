"""def sort(self, *args): self.rows.sort(*args) → a list is sorted by a comparison that is handed on as well."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import is_named, stdlib_name
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.source.edits import Part, Piece, Span
from migration.view.module import Module

HELPER = '''
def sort_rows(rows, *given, **named):
    """Python 2's `rows.sort(...)`: a list takes a comparison, a key, and whether to reverse."""

    def sort(cmp=None, key=None, reverse=False):
        if cmp is not None:
            order, first = functools.cmp_to_key(cmp), key
            key = order if first is None else lambda row: order(first(row))
        list.sort(rows, key=key, reverse=reverse)

    own = getattr(type(rows), "sort", None) is not list.sort
    return (rows.sort if own else sort)(*given, **named)
'''
#: The same where the list's own method is asked for by its class.
OF_LISTS = '''
def sort_list(rows, cmp=None, key=None, reverse=False):
    """Python 2's `list.sort(rows, ...)`: it takes a comparison, a key, and whether to reverse."""
    if cmp is not None:
        order, first = functools.cmp_to_key(cmp), key
        key = order if first is None else lambda row: order(first(row))
    list.sort(rows, key=key, reverse=reverse)
'''
#: Lists that keep another one, and hand what they are given on to that.
_USER_LISTS = frozenset(["UserList.UserList", "collections.UserList"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Sort by a function that tells a list from what has a method of its own, where all arguments are handed on."""
    if not isinstance(node.func, ast.Attribute):
        return  # a function of that name
    of_lists = module.is_builtin(node.func.value, "list")
    of_user_lists = stdlib_name(node.func.value, module) in _USER_LISTS
    kept = 1 if of_lists or of_user_lists else 0
    if len(node.args) != kept + 1 or not _hands_on(node, node.args[-1], module):
        return
    rows = node.args[0] if kept else node.func.value
    if isinstance(rows, (ast.Starred, ast.Call)) or inside_helper(node, OF_LISTS, module):
        return
    wanted, source = ("sort_list", OF_LISTS) if of_lists else ("sort_rows", HELPER)
    name = helper(wanted, source, module, ("import functools",))
    sorted_rows = (*module.atom(rows), ".data") if of_user_lists else module.sub(rows)
    pieces: list[Piece] = [name, "(", *sorted_rows, ", ", module.span(node.args[-1])]
    parts = list[Part]()
    function = module.function(node)
    assert isinstance(function, ast.FunctionDef) and function.args.vararg is not None
    if function.name == "sort" and function.args.kwarg is None and not function.args.kwonlyargs:
        # Who calls it by a comparison names a key now.
        named, end = module.fresh_name("named"), module.span(function.args.vararg).end
        parts.append(Part(Span(end, end), (f", **{named}",)))
        pieces += [f", **{named}"]
    for keyword in node.keywords:
        pieces += [", **", *module.sub(keyword.value)]
    yield module.edit(module.part(node, *pieces, ")"), *parts)


def _hands_on(node: ast.Call, last: ast.expr, module: Module) -> bool:
    """Whether a call is given what its function takes besides, by place and by name, and nothing else."""
    function = module.function(node)
    if not isinstance(function, ast.FunctionDef) or not isinstance(last, ast.Starred):
        return False
    taken, named = function.args.vararg, function.args.kwarg
    if taken is None or not is_named(last.value, taken.arg):
        return False
    return not node.keywords or (
        len(node.keywords) == 1
        and node.keywords[0].arg is None
        and named is not None
        and is_named(node.keywords[0].value, named.arg)
    )


RULE = Rule(
    id="handed_sort",
    family="P13",
    summary="a method that hands all its arguments on to a list's sort() takes a comparison still",
    before="class A:\n    def sort(self, *a):\n        print 1\n        self.b.sort(*a)\n",
    after=(
        f"import functools\n\n{HELPER}\n\n"
        "class A:\n    def sort(self, *a, **named):\n        print(1)\n        sort_rows(self.b, *a, **named)\n"
    ),
    caveats="Only where the arguments are those that the function itself was given; what is no list sorts as it did.",
    triggers=("sort(*", "sort(self, *"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["sort"]),
    visit=visit,
)
