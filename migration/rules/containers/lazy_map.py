"""map(…) → list(map(…)) where a list is needed; map(None, …) → zip_longest; map(f, xs) for its effect → a loop."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_none, is_old_builtin, spell_builtin
from migration.analysis.laziness.lazy import needs_list, plain
from migration.analysis.names import is_path, star_imported, stdlib_name
from migration.analysis.order import tested
from migration.analysis.values import default_of
from migration.rule import Findings, Rule
from migration.source.edits import Edit, Piece
from migration.trees.precedence import Precedence
from migration.view.module import Module

_VIEWS = frozenset(["items", "keys", "values"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Keep what Python 2's map gave: a list, padded with None to the longest argument."""
    if node.keywords or len(node.args) < 2:
        return
    function, *sequences = node.args
    if not plain(node):
        yield from _spread(node, module)
        return
    if is_none(function) and _is_imap(node.func, module):
        # Unlike map, imap stopped at the end of the shortest.
        yield module.replace(
            node, spell_builtin("zip", node, module), "(", *_listed(sequences, module), ")", evidence=True
        )
        return
    if not is_old_builtin(node.func, module, "map"):
        return
    if len(sequences) == 1 and module.is_builtin(function, "next"):
        # The StopIteration of an iterator went through map; list() and tuple() of a lazy one take it for the end.
        item, called = module.fresh_name("item"), module.source(module.span(function))
        pieces = (f"[{called}({item}) for {item} in ", *module.sub(sequences[0], Precedence.OR), "]")
        yield module.replace(node, *pieces, needs_python2=True)
        return
    needed = needs_list(node, module)
    if is_none(function):
        yield module.replace(node, *_joined(sequences, needed is not False, node, module), evidence=True)
        return
    effect = isinstance(module.parent(node), ast.Expr)
    if len(sequences) == 1 and not effect and _is_none_unless_given(function, node, module):
        items = [*module.sub(sequences[0], Precedence.OR)]
        either: list[Piece] = [
            *items,
            " if ",
            *module.sub(function, Precedence.COMPARE),
            " is None else ",
            module.span(node),
        ]
        listed = spell_builtin("list", node, module) if needed is not False else ""
        yield module.replace(node, listed, "(", *either, ")", needs_python2=True)
        return
    certain = needed is True or effect
    if len(sequences) > 1 and not _same_length(sequences, module):
        padded = module.use("itertools.zip_longest", at=node)
        star = module.use("itertools.starmap", at=node)
        text: list[Piece] = [star, "(", *module.sub(function), ", ", padded, "("]
        text += [*_listed(sequences, module), "))"]
        if needed is not False or effect:
            text = [spell_builtin("list", node, module), "(", *text, ")"]
        yield module.replace(node, *text, evidence=certain, needs_python2=not certain)
    elif effect:
        yield _for_its_effect(node, function, sequences, module)
    elif needed is not False:
        part = module.in_call(node, spell_builtin("list", node, module))
        yield module.edit(part, evidence=certain, needs_python2=not certain)


def _is_none_unless_given(function: ast.expr, node: ast.Call, module: Module) -> bool:
    """Whether a function to map by is a parameter that may be None, of which Python 2 made a list of the items."""
    named = isinstance(node.args[1], (ast.Name, ast.Attribute))
    return named and is_none(default_of(function, module)) and not tested(function, node, module)


def _spread(node: ast.Call, module: Module) -> Findings:
    """map(None, *rows): rows turned to columns, padded; of a single row, its items and no tuples."""
    function, rows = node.args[0], node.args[-1]
    if len(node.args) != 2 or not isinstance(rows, ast.Starred) or isinstance(function, ast.Starred):
        return
    spread: list[Piece] = ["(*", *module.sub(rows.value, Precedence.OR), ")"]
    if is_none(function) and _is_imap(node.func, module):
        yield module.replace(node, spell_builtin("zip", node, module), *spread, evidence=True)
    elif is_old_builtin(node.func, module, "map"):
        columns = [module.use("itertools.zip_longest", at=node), *spread]
        if is_none(function):
            name = module.fresh_name("column")
            text: list[Piece] = [f"[{name} if len({name}) > 1 else {name}[0] for {name} in ", *columns, "]"]
        else:
            star = module.use("itertools.starmap", at=node)
            listed = spell_builtin("list", node, module)
            text = [listed, "(", star, "(", *module.sub(function), ", ", *columns, "))"]
        known = is_none(function)
        yield module.replace(node, *text, evidence=known, needs_python2=not known)


def _is_imap(node: ast.expr, module: Module) -> bool:
    name = stdlib_name(node, module)
    if isinstance(node, ast.Name) and node.id == "imap":
        name = star_imported(node, module, frozenset(["itertools"])) or name
    return name == "itertools.imap"


def _joined(sequences: list[ast.expr], listed: bool, node: ast.AST, module: Module) -> list[Piece]:
    """map(None, a) is a list of a; map(None, a, b) pairs, with None for what the shorter lacks."""
    made = spell_builtin("list", node, module)
    if len(sequences) == 1:
        return [made, "(", *module.sub(sequences[0]), ")"] if listed else [*module.atom(sequences[0])]
    text: list[Piece] = [module.use("itertools.zip_longest", at=node), "(", *_listed(sequences, module), ")"]
    return [made, "(", *text, ")"] if listed else text


def _listed(nodes: list[ast.expr], module: Module) -> list[Piece]:
    pieces: list[Piece] = []
    for node in nodes:
        pieces += [", ", *module.sub(node)] if pieces else module.sub(node)
    return pieces


def _same_length(sequences: list[ast.expr], module: Module) -> bool:
    """Whether all arguments certainly have one length: the same name, `range(len(name))`, literals of one size."""
    sizes: set[str] = set()
    for node in sequences:
        if isinstance(node, (ast.List, ast.Tuple)) and not any(isinstance(e, ast.Starred) for e in node.elts):
            sizes.add(str(len(node.elts)))
        elif isinstance(node, ast.Name):
            sizes.add(node.id)
        elif (
            isinstance(node, ast.Call)
            and module.is_builtin(node.func, "range", "xrange")
            and len(node.args) == 1
        ):
            inner = node.args[0]
            if not (isinstance(inner, ast.Call) and module.is_builtin(inner.func, "len")):
                return False
            sizes.add(ast.unparse(inner.args[0]))
        else:
            return False
    return len(sizes) == 1


def _for_its_effect(node: ast.Call, function: ast.expr, sequences: list[ast.expr], module: Module) -> Edit:
    statement = module.statement(node)
    start, end = module.line_span(statement)
    alone = module.source((start, end)).strip() == module.source(module.span(statement)).strip()
    if (
        len(sequences) == 1
        and alone
        and isinstance(function, (ast.Name, ast.Attribute))
        and is_path(function)
    ):
        name = module.fresh_name("item")
        source = module.sub(sequences[0])
        if isinstance(sequences[0], ast.Call) and getattr(sequences[0].func, "attr", "") in _VIEWS:
            # What was a list stays as it was, whatever the calls do to its dictionary.
            source = (spell_builtin("list", node, module), "(", *source, ")")
        return module.replace(
            statement, f"for {name} in ", *source, f":\n{module.indentation(statement)}    ",
            module.span(function), f"({name})",
        )  # fmt: skip
    return module.edit(module.in_call(node, spell_builtin("list", node, module)))


RULE = Rule(
    id="lazy_map",
    family="P6",
    summary="map() is lazy: list() where a list is needed, a loop where only its effect is",
    before="x = map(f, xs)[0]\nfor y in map(f, xs): z = y\nmap(f, xs)\nn = len(map(None, a, b))\n",
    after=(
        "import itertools\nx = list(map(f, xs))[0]\nfor y in map(f, xs): z = y\nfor item in xs:\n    f(item)\n"
        "n = len(list(itertools.zip_longest(a, b)))\n"
    ),
    caveats="In a loop the function is called item by item, so what the body changes is seen.",
    triggers=("map", "imap"),
    needs_proof=True,
    nodes=(ast.Call,),
    names=frozenset(["imap", "map"]),
    visit=visit,
)
