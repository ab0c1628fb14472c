"""s.translate(table, 'x') → a table that deletes, too."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import arguments
from migration.analysis.classes import class_of, defines
from migration.analysis.dicts import reached_by_import
from migration.analysis.made import is_bytearray
from migration.analysis.names import defined_in_repository, stdlib_name
from migration.analysis.strings.as_bytes import bytes_parts
from migration.analysis.strings.kinds import BYTES, TEXT, kind
from migration.analysis.values import assigned, default_of, may_hold
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.view.module import Module

#: What also turns drawings, or makes them larger, has no strings there.
_DRAWS = re.compile(r"\.(?:rotate|scale|lineTo|moveTo)\(")
#: How many octets a table names: all.
_WHOLE_TABLE = 256


def visit(node: ast.Call, module: Module) -> Findings:
    """Text deletes by its table; bytes still take both arguments, the second of which are octets, too."""
    function = node.func
    if not (isinstance(function, ast.Attribute) and function.attr == "translate" and arguments(node, 2, 2)):
        return
    if stdlib_name(function, module) == "string.translate" or reached_by_import(function.value, module):
        return  # a function of a module
    if module.is_builtin(function.value, "str", "unicode", "bytes"):
        return  # the method of the class: its object comes first
    if is_bytearray(function.value, module):
        return  # bytearray_text sees to its arguments
    owner = class_of(function.value, module)
    if owner is not None and defines(owner, "translate", module):
        return  # a method of the file's own
    found = kind(function.value, module)
    table, deleted = node.args
    if BYTES in (found, kind(deleted, module)) and not module.facts.index.octets:
        made = bytes_parts(deleted, module, guess=True, encoding="latin-1") if found == BYTES else None
        if made is not None and kind(deleted, module) != BYTES:
            yield module.edit(*made[0], needs_python2=True)
        return
    if _is_word(table):
        return  # what translates words
    told = found == TEXT or _is_table(table, module) or _may_be_text(deleted, module)
    own = defined_in_repository("translate", module)
    moves = _DRAWS.search(module.text) or any(map(_is_reckoned, node.args))
    if not told and (own or moves or any(_is_number(a, module) for a in node.args)):
        return  # what moves a drawing, say
    if own and found != TEXT and _is_text(table, module) and not _is_text(deleted, module):
        return  # another method of that name takes text as well
    if isinstance(table, ast.Constant) and table.value is None:
        pieces: list[Piece] = ["str.maketrans('', '', ", *module.sub(deleted), ")"]
    elif _makes_table(table, module) and isinstance(table, ast.Call):
        pieces = ["str.maketrans("]
        for argument in table.args:
            pieces += [*module.sub(argument), ", "]
        pieces += [*module.sub(deleted), ")"]
    else:
        # Deleting comes first in Python 2 too; the table may be a mapping or a text of 256 characters.
        pieces = ["str.maketrans('', '', ", *module.sub(deleted), ")).translate(", *module.sub(table)]
    certain = found == TEXT
    yield module.replace(node, module.span(function), "(", *pieces, ")", needs_python2=not certain)


def _is_reckoned(node: ast.expr) -> bool:
    """Whether a number is reckoned there, as no string is: `-y`, `y - 1`, `2 * y`."""
    if isinstance(node, ast.UnaryOp):
        return not isinstance(node.op, ast.Not)
    return isinstance(node, ast.BinOp) and not isinstance(node.op, (ast.Add, ast.Mod))


def _is_word(node: ast.expr) -> bool:
    """Whether `node` is text of another length than a table's."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) != _WHOLE_TABLE


def _is_table(node: ast.expr, module: Module) -> bool:
    """Whether `node` is None, or may be what makes a table or native text, as far as that shows."""
    none = isinstance(node, ast.Constant) and node.value is None
    return none or _may_be_text(node, module)


def _may_be_text(node: ast.expr, module: Module) -> bool:
    """Whether one of the things that `node` is given is text, or makes a table."""
    values = (
        [node, *may_hold(node, module), default_of(node, module)] if isinstance(node, ast.Name) else [node]
    )
    made = [assigned(v, module) or v if isinstance(v, ast.Name) else v for v in values]
    return any(v is not None and (_makes_table(v, module) or _is_text(v, module)) for v in (*values, *made))


def _is_text(node: ast.expr, module: Module) -> bool:
    types = module.type_of(node)
    native = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return native or (bool(types) and types <= {"str", "unicode"})


def _is_number(node: ast.expr, module: Module) -> bool:
    return bool(module.type_of(node) & {"int", "long", "float"})


def _makes_table(node: ast.expr, module: Module) -> bool:
    name = stdlib_name(node.func, module) if isinstance(node, ast.Call) else None
    return name == "string.maketrans" and arguments(node, 2, 2)  # type: ignore[arg-type]


RULE = Rule(
    id="text_translate",
    family="P10",
    summary="translate takes one table",
    before="a = 'abc'.translate(None, 'b')\n",
    after="a = 'abc'.translate(str.maketrans('', '', 'b'))\n",
    caveats="A value of unknown kind is taken for text.",
    triggers=("translate",),
    exactness=Exactness.SEMANTIC,
    order=40,
    nodes=(ast.Call,),
    names=frozenset(["translate"]),
    visit=visit,
)
