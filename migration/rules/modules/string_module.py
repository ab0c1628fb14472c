"""Functions of the module string → methods; its constants lost their locale."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.builtins import arguments
from migration.analysis.names import star_imported, stdlib_name
from migration.analysis.strings.as_bytes import bytes_parts
from migration.rewriting.helpers import helper
from migration.rewriting.moves import Move, Moves
from migration.rule import Finding, Findings, Rule
from migration.rules.exceptions.octal_by_prefix import HELPER as BY_PREFIX
from migration.rules.modules._tables import as_text, gives_octets
from migration.source.edits import Piece, Span
from migration.view.module import Module

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
#: `join` had its arguments the other way round.
_JOIN = '(lambda words, sep=" ": sep.join(words))'
_TRANSLATE = '''
def translated(text, table, deleted=""):
    """string.translate() of Python 2: what is to be deleted goes first."""
    return text.translate(str.maketrans("", "", deleted)).translate(table)
'''
#: What a function is, given away.
_VALUES = {
    **{name: f"str.{name}" for name in _METHODS},
    **_CONVERSIONS,
    "splitfields": "str.split",
    "maketrans": "str.maketrans",
    "join": _JOIN,
    "joinfields": _JOIN,
}
MOVES = Moves(
    _TABLE
    | {f"string.{name}": Move(value=_VALUES.get(name, ""), exactness=Exactness.SEMANTIC) for name in _SPECIAL}
)
_STRING = frozenset(["string"])


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
        by_prefix = len(rest) == 1 and isinstance(rest[0], ast.Constant) and rest[0].value == 0
        function = helper("integer_by_prefix", BY_PREFIX, module, ("import re",)) if by_prefix else None
        yield module.replace(node, function or _CONVERSIONS[name])
    elif name == "maketrans":
        table = as_text(call, module)
        if table is not None and str(table).startswith('"'):
            yield module.replace(call, table)
            return
        if table is not None:
            yield module.replace(node, table)
            return
        if gives_octets(call, module):
            made = [bytes_parts(a, module, guess=True, encoding="latin-1") for a in call.args]
            parts = [part for one in made if one is not None for part in one[0]]
            yield module.edit(module.part(node, "bytes.maketrans"), *parts, exactness=Exactness.SEMANTIC)
            return
        kind = "bytes" if all(module.type_of(a) == {"bytes"} for a in call.args) else "str"
        yield module.replace(node, f"{kind}.maketrans", exactness=Exactness.SEMANTIC)
    elif name in ("join", "joinfields"):
        separator = module.atom(rest[0]) if rest else ("' '",)
        # Comments behind the arguments stay.
        tail = Span(module.outer_span(call.args[-1]).end, module.span(call).end - 1)
        rest_of_call = [tail] if "#" in module.source(tail) else []
        yield module.replace(
            call, *separator, ".join(", *module.sub(first), *rest_of_call, ")", exactness=exactness
        )
    elif name == "translate" and len(rest) == 2:
        # Deleting comes first in Python 2 too; the table may be a mapping or a text of 256 characters.
        yield module.replace(
            call, *module.atom(first), '.translate(str.maketrans("", "", ', *module.sub(rest[1]),
            ")).translate(", *module.sub(rest[0]), ")", exactness=Exactness.SEMANTIC,
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


def _value(node: ast.expr, name: str, module: Module) -> Iterator[Finding]:
    """The function given away, not called."""
    value = _VALUES.get(name)
    if name in _CONVERSIONS:
        yield module.replace(node, _CONVERSIONS[name])
    elif name == "translate":
        yield module.replace(node, helper("translated", _TRANSLATE, module), exactness=Exactness.SEMANTIC)
    elif value is None:
        yield module.open(node, f"string.{name} is gone; give a function that calls the method")
    else:
        call = module.parent(node)
        mapped = isinstance(call, ast.Call) and module.is_builtin(call.func, "map") and len(call.args) == 2
        if mapped and value is _JOIN:
            yield module.replace(node, '" ".join', exactness=Exactness.SEMANTIC)
            return
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
