"""Functions of the module string → methods; its constants lost their locale."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.edits import Piece, Span
from migration.module import Module
from migration.rule import Finding, Findings, Rule
from migration.rules._builtins import arguments
from migration.rules._helpers import helper
from migration.rules._moves import Move, Moves
from migration.rules._names import star_imported, stdlib_name
from migration.rules._values import reads_of

#: Function → the most arguments it takes; the first one is the text.
_METHODS = {
    "lower": 1, "upper": 1, "swapcase": 1, "capitalize": 1, "strip": 2, "lstrip": 2, "rstrip": 2, "split": 3,
    "splitfields": 3, "rsplit": 3, "index": 4, "rindex": 4, "count": 4, "find": 4, "rfind": 4, "replace": 4,
    "ljust": 3, "rjust": 3, "center": 3, "expandtabs": 2, "zfill": 2,
}  # fmt: skip
_CONVERSIONS = {"atoi": "int", "atol": "int", "atof": "float"}
_SPECIAL = ("join", "joinfields", "maketrans", "translate", *_METHODS, *_CONVERSIONS)
_TABLE: dict[str, Move | str] = {
    "string.letters": "string.ascii_letters",
    "string.lowercase": "string.ascii_lowercase",
    "string.uppercase": "string.ascii_uppercase",
    "string.index_error": "builtins.ValueError",
    "string.atoi_error": "builtins.ValueError",
    "string.atof_error": "builtins.ValueError",
    "string.atol_error": "builtins.ValueError",
}
#: What a function is, given away. `join` has its arguments the other way round.
_VALUES = {
    **{name: f"str.{name}" for name in _METHODS},
    **_CONVERSIONS,
    "splitfields": "str.split",
    "maketrans": "str.maketrans",
}
MOVES = Moves(
    _TABLE
    | {f"string.{name}": Move(value=_VALUES.get(name, ""), exactness=Exactness.SEMANTIC) for name in _SPECIAL}
)
_STRING = frozenset(["string"])
TABLE = '''
def octet_table(old, new):
    """A text of 256 characters, each in the place of its number or of the one it stands for."""
    table = [chr(number) for number in range(256)]
    for before, after in zip(old, new):
        table[ord(before)] = after
    return "".join(table)
'''


def visit(node: ast.AST, module: Module) -> Findings:
    """Rewrite calls as method calls; imports and constants go by the table."""
    if isinstance(node, (ast.Attribute, ast.Name)):
        name = _function(node, module)
        if name in _SPECIAL:
            yield from _use(node, name, module)
            return
    yield from MOVES.visit(node, module)


def _function(node: ast.Attribute | ast.Name, module: Module) -> str:
    last = node.attr if isinstance(node, ast.Attribute) else node.id
    if not isinstance(node.ctx, ast.Load):
        return ""
    name = stdlib_name(node, module)
    if isinstance(node, ast.Name) and name == f"builtins.{last}":
        name = star_imported(node, module, _STRING)
    return (name or "").removeprefix("string.") if (name or "").startswith("string.") else ""


def _named_alike(call: ast.Call) -> bool:
    """Whether a call gives a text, and what it is cut at by the names that the method has as well."""
    given = {k.arg for k in call.keywords}
    return bool(call.args) and not isinstance(call.args[0], ast.Starred) and given <= {"sep", "maxsplit"}


def _use(node: ast.expr, name: str, module: Module) -> Iterator[Finding]:
    call = module.parent(node)
    if not (isinstance(call, ast.Call) and call.func is node):
        yield from _value(node, name, module)
        return
    most = _METHODS.get(name, 3)
    if name in ("split", "rsplit") and call.keywords and _named_alike(call):
        start = module.span(call.args[1] if len(call.args) > 1 else call.keywords[0]).start
        yield module.edit(
            module.part(
                call, *module.atom(call.args[0]), f".{name}(", Span(start, module.span(call).end - 1), ")"
            ),
            exactness=Exactness.SEMANTIC,
        )
        return
    if not arguments(call, most, 1):
        yield module.open(node, f"string.{name} is a method of the text now")
        return
    first, *rest = call.args
    calls = sum(isinstance(n, ast.Call) for a in call.args for n in ast.walk(a))
    exactness = Exactness.EXACT if calls < 2 else Exactness.SEMANTIC
    if name in _CONVERSIONS:
        yield module.replace(node, _CONVERSIONS[name])
    elif name == "maketrans":
        reads = reads_of(call, module) if len(call.args) == 2 else []
        merged = any(_is_merged(read, module) for read in reads)
        if not merged and any(_is_string(read, module) for read in reads):
            yield module.replace(node, helper("octet_table", TABLE, module), evidence=True)
            return
        kind = "bytes" if all(module.type_of(a) == {"bytes"} for a in call.args) else "str"
        yield module.replace(node, f"{kind}.maketrans", exactness=Exactness.SEMANTIC)
    elif name in ("join", "joinfields"):
        separator = module.atom(rest[0]) if rest else ("' '",)
        yield module.replace(call, *separator, ".join(", *module.sub(first), ")", exactness=exactness)
    elif name == "translate" and len(rest) == 2:
        yield module.replace(
            call, *module.atom(first), ".translate({**", *module.atom(rest[0]), ', **str.maketrans("", "", ',
            *module.sub(rest[1]), ")})", exactness=Exactness.SEMANTIC,
        )  # fmt: skip
    else:
        method = {"splitfields": "split"}.get(name, name)
        text: tuple[Piece, ...] = module.atom(first)
        if name == "zfill" and not module.type_of(first) <= {"str", "unicode", "bytes"} | set():
            text = ("repr(", *module.sub(first), ")")
        elif name == "zfill" and not module.type_of(first):
            text, exactness = ("str(", *module.sub(first), ")"), Exactness.SEMANTIC
        listed: list[Piece] = []
        for argument in rest:
            listed += [", ", *module.sub(argument)] if listed else module.sub(argument)
        yield module.replace(call, *text, f".{method}(", *listed, ")", exactness=exactness)


def _is_merged(node: ast.expr, module: Module) -> bool:
    """Whether a table is given to string.translate: there it has to be a mapping."""
    parent = module.parent(node)
    return isinstance(parent, ast.Call) and stdlib_name(parent.func, module) == "string.translate"


def _is_string(node: ast.expr, module: Module) -> bool:
    """Whether a table is used as the string that it was: asked for its length, for parts, translated itself."""
    parent = module.parent(node)
    if isinstance(parent, ast.Subscript):
        return parent.value is node
    if isinstance(parent, ast.Attribute):
        return True
    if isinstance(parent, (ast.BinOp, ast.Compare, ast.For, ast.comprehension)):
        return True
    if isinstance(parent, ast.Call) and parent.args[1:2] == [node]:
        return getattr(parent.func, "attr", "") == "translate"
    return isinstance(parent, ast.Call) and module.is_builtin(
        parent.func, "len", "list", "sorted", "set", "ord", "repr"
    )


def _value(node: ast.expr, name: str, module: Module) -> Iterator[Finding]:
    """The function given away, not called."""
    value = _VALUES.get(name)
    if name in _CONVERSIONS:
        yield module.replace(node, _CONVERSIONS[name])
    elif value is None:
        yield module.open(node, f"string.{name} is gone; give a function that calls the method")
    else:
        call = module.parent(node)
        mapped = isinstance(call, ast.Call) and module.is_builtin(call.func, "map") and len(call.args) == 2
        if mapped and name != "maketrans":
            # The items may be bytes, which str.strip refuses.
            maker = module.use("operator.methodcaller", at=node)
            method = value.removeprefix("str.")
            yield module.replace(node, maker, f'("{method}")', exactness=Exactness.SEMANTIC)
            return
        yield module.replace(node, value, exactness=Exactness.SEMANTIC)


RULE = Rule(
    id="string_module",
    family="P11",
    summary="functions of the module string are methods",
    before="import string\na = string.join(string.split(b), '-') + string.letters\n",
    after="import string\na = '-'.join(b.split()) + string.ascii_letters\n",
    caveats="Where both the text and an argument are calls, they run in the other order.",
    triggers=("string",),
    evidence=True,
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=visit,
)
