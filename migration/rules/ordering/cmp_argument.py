"""sorted(x, cmp=f), x.sort(f) → key=functools.cmp_to_key(f)."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import is_none
from migration.analysis.classes import answers_to_any, class_of, defines, methods
from migration.analysis.mutation import functions_by_name
from migration.analysis.names import in_repository, is_of_self, last_name, other_texts
from migration.analysis.values import assigned, default_of, given_to_attributes, places_of
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.rules.containers.dict_views import VIEWS
from migration.rules.ordering.handed_sort import HELPER as SORT_ROWS
from migration.source.edits import Edit, Piece, Span
from migration.view.module import Module, Precedence

#: A method of the repository's own that takes a comparison.
_OWN_SORT = re.compile(r"def sort\((?<!\wdef sort\()[^)]*(?:cmp|compar)")
#: Any method that sorts, which may take a table of names as it is.
_ANY_SORT = re.compile(r"def sort\((?<!\wdef sort\()")

#: What sorts is told by a table of names, in which a comparison, a key, or both may be.
OPTIONS = '''
def sort_options(cmp=None, key=None, **others):
    """What a sort is told by name, with a comparison as Python 2 took one made a key."""
    if cmp is not None:
        order, first = functools.cmp_to_key(cmp), key
        key = order if first is None else lambda row: order(first(row))
    return dict(others, key=key)
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Turn the comparison, by keyword or by position, into a key."""
    kept, given = _arguments(node, module)
    if kept is None:
        return
    compare, handed = given.get("cmp"), [k.value for k in node.keywords if k.arg is None]
    if compare is None and not any(_holds_comparison(table, module) for table in handed):
        return
    if isinstance(compare, ast.Constant) and compare.value is not None:
        return
    method = isinstance(node.func, ast.Attribute)
    if isinstance(node.func, ast.Attribute) and may_sort_itself(node.func.value, module):
        if compare is not None:
            yield from _told_apart(node, compare, module)
        return
    if isinstance(node.func, ast.Attribute) and (
        sorts_itself(node.func.value, module)
        or (not module.is_proven and answers_to_any(node.func.value, module))
    ):
        return
    if compare is not None and method and not any(k.arg == "cmp" for k in node.keywords):
        doubt = _doubtful(node, compare, module)
        if doubt:
            if doubt == "open":
                yield module.open(
                    node,
                    needs_python2=True,
                    reason="if this sorts a list by a comparison: key=functools.cmp_to_key(…)",
                )
            return
    if handed or compare is None:
        if isinstance(node.func, ast.Attribute) and not _sorts_a_list(node.func.value, module):
            return
        yield _beside_handed(node, kept, given, module)
        return
    key = given.get("key")
    if key is not None and not is_none(key) and any(_may_be_none(one, module) for one in (compare, key)):
        yield _beside_handed(node, kept, given, module)
        return
    pieces: list[list[Piece]] = [list(module.sub(e)) for e in kept]
    plain = (isinstance(compare, ast.Constant) and compare.value is None) or module.is_builtin(compare, "cmp")
    missing = key is None or (isinstance(key, ast.Constant) and key.value is None)
    if plain:
        if not missing and key is not None:
            pieces.append(["key=", *module.sub(key)])
    else:
        made: list[Piece] = [module.use("functools.cmp_to_key", at=node), "(", *module.sub(compare), ")"]
        if missing and _may_be_none(compare, module):
            made = [*module.sub(compare), " and ", *made]
        if not missing and key is not None:
            name = module.fresh_name("item")
            made = [f"lambda {name}: ", *made, "(", *module.atom(key), f"({name}))"]
        pieces.append(["key=", *made])
    if "reverse" in given:
        pieces.append(["reverse=", *module.sub(given["reverse"])])
    text: list[Piece] = []
    for one in pieces:
        text += [", ", *one] if text else one
    yield module.replace(node, *module.atom(node.func), "(", *text, ")")


def _arguments(node: ast.Call, module: Module) -> tuple[list[ast.expr] | None, dict[str, ast.expr]]:
    """The arguments to keep in place, and cmp, key and reverse by name; (None, {}) for another function."""
    if any(isinstance(a, ast.Starred) for a in node.args):
        return None, {}
    kept: list[ast.expr] = []
    if isinstance(node.func, ast.Attribute) and node.func.attr == "sort":
        of_class = module.is_builtin(node.func.value, "list")
        kept, positional = node.args[:of_class], node.args[of_class:]
        names = ["cmp", "key", "reverse"]
    elif _is_kept_method(node.func, module):
        positional, names = node.args, ["cmp", "key", "reverse"]
    elif module.is_builtin(node.func, "sorted") and node.args:
        positional, names = node.args[1:], ["cmp", "key", "reverse"]
        kept = node.args[:1]
    else:
        return None, {}
    keywords = {k.arg: k.value for k in node.keywords if k.arg}
    placed = dict(zip(names, positional, strict=False))
    if len(positional) > 3 or not keywords.keys() <= set(names) - placed.keys():
        return None, {}
    return kept, placed | keywords


def _beside_handed(node: ast.Call, kept: list[ast.expr], given: dict[str, ast.expr], module: Module) -> Edit:
    """The call with all that it is told but what it sorts handed on by a function, as there may be a key, too."""
    told: list[list[Piece]] = [[f"{name}=", *module.sub(value)] for name, value in given.items()]
    told += [["**", *module.sub(k.value, Precedence.BIT_OR)] for k in node.keywords if k.arg is None]
    made = helper("sort_options", OPTIONS, module, ("import functools",))
    text: list[Piece] = [piece for one in kept for piece in (*module.sub(one), ", ")]
    text += ["**", made, "("]
    for number, one in enumerate(told):
        text += [", ", *one] if number else one
    return module.replace(node, *module.atom(node.func), "(", *text, "))")


def _holds_comparison(table: ast.expr, module: Module) -> bool:
    """Whether a comparison is seen to be among the keywords of a table: the file calls the function that is given it
    by one, or puts one into the table.
    """
    if is_of_self(table):
        given = given_to_attributes(module).get(table.attr, [])
        return any(isinstance(v, ast.Name) and _holds_comparison(v, module) for v in given)
    bindings = module.bindings(table) if isinstance(table, ast.Name) else []
    if len(bindings) != 1 or not isinstance(table, ast.Name):
        return False
    arguments = module.parent(bindings[0].node)
    if isinstance(arguments, ast.arguments):
        function = module.parent(arguments)
        if arguments.kwarg is not bindings[0].node or not isinstance(function, ast.FunctionDef):
            return False
        owner = module.class_of(function) if function.name == "__init__" else None
        name = owner.name if owner is not None else function.name
        calls = (module.parent(k) for k in module.nodes_of(ast.keyword) if getattr(k, "arg", "") == "cmp")
        given_so = any(isinstance(c, ast.Call) and last_name(c.func) == name for c in calls)
        return given_so or _is_put(table, module)
    made = bindings[0].value
    if isinstance(made, ast.Dict):
        told = any(isinstance(k, ast.Constant) and k.value == "cmp" for k in made.keys)
    elif isinstance(made, ast.Call) and module.is_builtin(made.func, "dict"):
        told = any(k.arg == "cmp" for k in made.keywords)
    else:
        return False
    return told or _is_put(table, module)


def _is_put(table: ast.Name, module: Module) -> bool:
    """Whether a comparison is put into a table by its name: `options['cmp'] = f`, `options.setdefault('cmp', f)`."""
    for place in places_of(table, module):
        match module.parent(place):
            case ast.Subscript(ctx=ast.Store(), slice=ast.Constant(value="cmp")):
                return True
            case ast.Attribute(attr="setdefault" | "update") as method:
                call = module.parent(method)
                if isinstance(call, ast.Call) and call.func is method and _names_comparison(call):
                    return True
    return False


def _names_comparison(call: ast.Call) -> bool:
    """Whether a table is given a comparison by its name: `setdefault('cmp', f)`, `update(cmp=f)`."""
    first = call.args[0] if call.args else None
    return (isinstance(first, ast.Constant) and first.value == "cmp") or any(
        k.arg == "cmp" for k in call.keywords
    )


def _is_kept_method(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the one name of a list's method: `sort = rows.sort`."""
    method = assigned(node, module) if isinstance(node, ast.Name) else None
    return (
        isinstance(method, ast.Attribute)
        and method.attr == "sort"
        and ("list" in module.type_of(method.value) or _listed(method.value, module))
    )


def _doubtful(node: ast.Call, compare: ast.expr, module: Module) -> str:
    """'no' for another sort than a list's, 'open' where that is not known, '' where it is one."""
    assert isinstance(node.func, ast.Attribute)
    types = module.type_of(node.func.value)
    if module.is_builtin(node.func.value, "list"):
        return ""
    if types:
        return "" if "list" in types else "no"  # nothing else that is built in can sort itself
    if _listed(node.func.value, module):
        return ""
    if module.is_builtin(compare, "cmp") or (isinstance(compare, ast.Constant) and compare.value is None):
        return ""
    if isinstance(compare, ast.Lambda):
        return "" if len(compare.args.args) == 2 else "no"
    if _compares(class_of(compare, module)):
        return ""
    if _is_handed_on(compare, module):
        return ""
    if isinstance(compare, (ast.Name, ast.Attribute)):
        name = compare.id if isinstance(compare, ast.Name) else compare.attr
        wanted = (2,) if isinstance(compare, ast.Name) else (2, 3)
        found = functions_by_name(module).get(name, ())
        if any(len(f.args.args) in wanted for f in found) or _takes_two(compare, module):
            return ""
        return "open"
    return "no"


def _is_handed_on(compare: ast.expr, module: Module) -> bool:
    """Whether a comparison is the first parameter of a method that is called as that of lists."""
    function = module.function(compare)
    if (
        not isinstance(function, ast.FunctionDef)
        or function.name != "sort"
        or not isinstance(compare, ast.Name)
    ):
        return False
    return [a.arg for a in function.args.args[1:2]] == [compare.id]


def _compares(owner: ast.ClassDef | None) -> bool:
    """Whether instances of a class are called with two things."""
    called = methods(owner).get("__call__") if owner else None
    return isinstance(called, ast.FunctionDef) and len(called.args.args) == 3


def _takes_two(node: ast.expr, module: Module) -> bool:
    """Whether `node` is imported from a file of the repository that defines it with two parameters."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if len(bindings) != 1 or bindings[0].kind != "import":
        return False
    name = (bindings[0].target or "").rpartition(".")[2]
    made = re.compile(rf"^def[ \t]+{re.escape(name)}[ \t]*\(([^)]*)\)", re.MULTILINE)
    found = [parameters for text in other_texts(module) if name in text for parameters in made.findall(text)]
    return len(found) == 1 and re.fullmatch(r"\s*\w+\s*,\s*\w+\s*,?\s*", found[0]) is not None


def _may_be_none(node: ast.expr, module: Module) -> bool:
    """Whether a comparison is a parameter that is None unless it is given."""
    return is_none(default_of(node, module))


def sorts_itself(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an instance of a class of this file that sorts itself."""
    owner = class_of(node, module)
    return owner is not None and defines(owner, "sort", module)


def may_sort_itself(node: ast.expr, module: Module) -> bool:
    """Whether `node` may be an instance of a class elsewhere whose method takes such an argument."""
    if class_of(node, module) is not None or module.is_builtin(node, "list"):
        return False
    types = module.type_of(node)
    if "list" in types and not any(t.startswith("class:") for t in types):
        return False
    return in_repository(_OWN_SORT, module)


def _sorts_a_list(node: ast.expr, module: Module) -> bool:
    """Whether it is a list that is sorted: nothing else sorts itself here, or it is seen to be one."""
    is_list = module.is_builtin(node, "list") or module.type_of(node) == {"list"} or _listed(node, module)
    return is_list or not in_repository(_ANY_SORT, module)


def _told_apart(node: ast.Call, compare: ast.expr, module: Module) -> Findings:
    """A function tells a list from an object of the program's own, where either may be sorted by a comparison."""
    assert isinstance(node.func, ast.Attribute)
    above = isinstance(node.func.value, ast.Call) and module.is_builtin(node.func.value.func, "super")
    named = any(k.arg == "cmp" for k in node.keywords)
    if above or not module.is_proven or not (named or _doubtful(node, compare, module) == ""):
        return
    name = helper("sort_rows", SORT_ROWS, module, ("import functools",))
    given = Span(module.text.index("(", module.span(node.func).end) + 1, module.span(node).end)
    yield module.replace(node, name, "(", *module.sub(node.func.value), ", ", given, needs_python2=True)


def _listed(node: ast.expr, module: Module) -> bool:
    """Whether `node` names the keys, values or items of something, of which dict_views makes a list."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    calls = [b.value for b in bindings if isinstance(b.value, ast.Call)]
    functions = [c.func for c in calls if not (c.args or c.keywords)]
    return 0 < len(bindings) == len(functions) and all(
        isinstance(f, ast.Attribute) and f.attr in VIEWS for f in functions
    )


RULE = Rule(
    id="cmp_argument",
    family="P13",
    summary="sort and sorted take a key instead of a comparison",
    before="a.sort(lambda x, y: y - x)\nb = sorted(a, cmp=f, reverse=True)\n",
    after=(
        "import functools\na.sort(key=functools.cmp_to_key(lambda x, y: y - x))\n"
        "b = sorted(a, key=functools.cmp_to_key(f), reverse=True)\n"
    ),
    caveats="A positional argument of an unknown object's sort() counts when it is seen to be a comparison.",
    triggers=("sort", "sorted"),
    evidence=True,
    exactness=Exactness.EXACT,
    nodes=(ast.Call,),
    names=frozenset(["sort", "sorted"]),
    visit=visit,
)
