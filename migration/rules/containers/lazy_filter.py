"""filter(…) → list(filter(…)), ''.join(…) of a text, tuple(…) of a tuple, where not gone through at once."""

from __future__ import annotations

import ast
import string

from environment.traces import Exactness
from migration.analysis.builtins import is_old_builtin, spell_builtin
from migration.analysis.classes import class_of, foreign_bases
from migration.analysis.laziness.lazy import needs_list, plain
from migration.analysis.names import names_by_id
from migration.analysis.values import written_out
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.view.module import Module

_TEXTS = frozenset(["str", "unicode"])
_NUMBER_READERS = ("int", "float", "long")

#: Methods of a text's characters, and functions of single characters.
_TESTS = frozenset(n for n in dir(str) if n.startswith("is"))
#: Methods that a text has and no other collection.
_OF_TEXTS = frozenset(dir(str)).difference(dir(list), dir(tuple), dir(dict), dir(set)) | {"decode"}
#: Texts that the library holds; Python 2 had some of them by other names.
_CONSTANTS = frozenset(
    f"string.{name}"
    for name in (
        *(n for n, held in vars(string).items() if type(held) is str),
        "letters",
        "lowercase",
        "uppercase",
    )
)
_OF_CHARACTERS = frozenset(["ord", "unicode"])
HELPER = '''
def filter_alike(function, items):
    """Filter as Python 2 did: a text or a tuple gives its own kind, anything else a list."""
    kept = filter(function, items)
    if isinstance(items, str):
        return "".join(kept)
    return tuple(kept) if isinstance(items, tuple) else list(kept)
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Keep the type Python 2 gave: that of the argument for texts and tuples, else a list."""
    if not is_old_builtin(node.func, module, "filter") or not plain(node) or len(node.args) != 2:
        return
    types = _derived_from(node.args[1], module) or module.type_of(node.args[1])
    text = bool(types) and types <= _TEXTS
    tuples = types == {"tuple"}
    if not text and not types and _read_as_text(node, module):
        text = True
        needed: bool | None = True
    else:
        needed = needs_list(node, module)
    alone = isinstance(module.parent(node), ast.Expr)
    if needed is False or (needed is None and not (text or tuples or alone) and module.is_presumed):
        return  # what was lazy already is written so, too
    alike = len(types) > 1 and bool(types & (_TEXTS | {"tuple"})) and not types <= _TEXTS
    unknown = not types and not text
    told = unknown and (
        _looks_at_characters(node.args[0], module)
        or _handled_as_text(node, module)
        or _is_given_alike(node.args[1], module)
    )
    if alike or told:
        name = helper("filter_alike", HELPER, module)
        yield module.edit(module.part(node.func, name), evidence=False, needs_python2=True)
        return
    before: list[Piece] = (
        ["''.join("] if text else [spell_builtin("tuple" if tuples else "list", node, module), "("]
    )
    span = module.span(node)
    certain = bool(needed)
    yield module.edit(
        module.part(span, *before, span, ")"),
        evidence=certain,
        needs_python2=not certain,
        exactness=Exactness.EXACT if types else Exactness.SEMANTIC,
    )


def _derived_from(value: ast.expr, module: Module) -> frozenset[str]:
    """The text or the tuple that objects of a class of the file are besides: filter() gave that kind for them."""
    owner = class_of(value, module)
    bases = foreign_bases(owner, module) if owner is not None else []
    return frozenset(b.removeprefix("builtins.") for b in bases) & (_TEXTS | {"tuple"})


def _read_as_text(node: ast.Call, module: Module) -> bool:
    """Whether the place takes text and no list: int(…), a method of str, a comparison with a literal."""
    parent = module.parent(node)
    if isinstance(parent, ast.Call) and node in parent.args:
        return module.is_builtin(parent.func, *_NUMBER_READERS)
    if isinstance(parent, ast.Attribute):
        return hasattr(str, parent.attr) and not hasattr(list, parent.attr)
    if isinstance(parent, (ast.BinOp, ast.Compare)):
        others = (
            [parent.left, parent.right]
            if isinstance(parent, ast.BinOp)
            else [parent.left, *parent.comparators]
        )
        if isinstance(parent, ast.Compare) and not isinstance(parent.ops[0], (ast.Eq, ast.NotEq)):
            return False
        if isinstance(parent, ast.BinOp) and not isinstance(parent.op, ast.Add):
            return False
        known = [module.type_of(o) for o in others if o is not node]
        return all(t and t <= _TEXTS for t in known)
    return False


def _handled_as_text(node: ast.Call, module: Module) -> bool:
    """Whether the function around calls methods of what is filtered that only texts have: `key.replace(a, b)`."""
    value, around = node.args[1], module.function(node)
    if not isinstance(value, ast.Name) or around is None:
        return False
    return any(
        isinstance(n, ast.Attribute)
        and n.attr in _OF_TEXTS
        and isinstance(n.value, ast.Name)
        and n.value.id == value.id
        for n in ast.walk(around)
    )


def _is_given_alike(value: ast.expr, module: Module) -> bool:
    """Whether a decorated function of the file, of which nobody knows what comes to it, is given a text or a tuple."""
    bindings = module.bindings(value) if isinstance(value, ast.Name) else []
    function = module.function(value)
    if [b.kind for b in bindings] != ["parameter"] or not isinstance(function, ast.FunctionDef):
        return False
    if not function.decorator_list:
        return False
    place = next((i for i, a in enumerate(function.args.args) if a is bindings[0].node), None)
    calls = (module.parent(n) for n in names_by_id(module).get(function.name, ()))
    given = [
        c.args[place] for c in calls if isinstance(c, ast.Call) and place is not None and place < len(c.args)
    ]
    return any(module.type_of(one) & (_TEXTS | {"tuple"}) for one in given)


def _looks_at_characters(node: ast.expr, module: Module) -> bool:
    """Whether a condition is one on characters: str.isdigit, `lambda c: ord(c) < 128` …"""
    if isinstance(node, ast.Attribute):
        if node.attr == "__contains__":
            return _holds_characters(node.value, module)
        if node.attr not in _TESTS:
            return False
        # That of the text itself: `filter(type(text).isalnum, text)`.
        own = isinstance(node.value, ast.Call) and module.is_builtin(node.value.func, "type")
        return own or module.is_builtin(node.value, "str", "unicode")
    if not isinstance(node, ast.Lambda) or len(node.args.args) != 1:
        return False
    name = node.args.args[0].arg
    for one in ast.walk(node.body):
        parent = module.parent(one)
        if not isinstance(one, ast.Name) or one.id != name:
            continue
        if isinstance(parent, ast.Attribute) and parent.attr in _TESTS:
            return True
        if isinstance(parent, ast.Call) and one in parent.args:
            called = module.qualified_name(parent.func) or ""
            if called.removeprefix("builtins.") in _OF_CHARACTERS or called.startswith("unicodedata."):
                return True
        if isinstance(parent, ast.Compare) and _compared_with_text(one, parent, module):
            return True
    return False


def _compared_with_text(name: ast.Name, parent: ast.Compare, module: Module) -> bool:
    """Whether `name` is looked up in a text, or compared with a single character."""
    other = parent.comparators[0] if parent.left is name else parent.left
    if isinstance(parent.ops[0], (ast.In, ast.NotIn)):
        if other is parent.left:
            return False
        return _holds_characters(other, module)
    return isinstance(other, ast.Constant) and isinstance(other.value, str) and len(other.value) == 1


def _holds_characters(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a text, or one of those that the library holds, also put together and under a name."""
    value = written_out(node, module)
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        return _holds_characters(value.left, module) or _holds_characters(value.right, module)
    types = module.type_of(node)
    named = value is not None and module.qualified_name(value) in _CONSTANTS
    return named or (bool(types) and types <= _TEXTS)


RULE = Rule(
    id="lazy_filter",
    family="P6",
    summary="filter() is lazy: list(), ''.join() or tuple() as its argument's type demands",
    before="x = filter(f, xs)[0]\nfor y in filter(f, xs): z = y\nd = len(filter(g, 'a1'))\n",
    after="x = list(filter(f, xs))[0]\nfor y in filter(f, xs): z = y\nd = len(''.join(filter(g, 'a1')))\n",
    caveats="Where nothing tells the argument's type, a list is made of what may be a text or a tuple.",
    triggers=("filter",),
    nodes=(ast.Call,),
    names=frozenset(["filter"]),
    visit=visit,
)
