"""types.ListType → list, and the like."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.files import OPENED_TEXT, is_asked_for
from migration.rewriting.moves import Move, Moves, semantic
from migration.rule import Findings, Rule
from migration.view.module import Module

_TABLE: dict[str, Move | str] = {
    "TypeType": "builtins.type",
    "ObjectType": "builtins.object",
    "IntType": "builtins.int",
    "LongType": "builtins.int",
    "FloatType": "builtins.float",
    "BooleanType": "builtins.bool",
    "ComplexType": "builtins.complex",
    "TupleType": "builtins.tuple",
    "ListType": "builtins.list",
    "DictType": "builtins.dict",
    "DictionaryType": "builtins.dict",
    "XRangeType": "builtins.range",
    "SliceType": "builtins.slice",
    "BufferType": semantic("builtins.memoryview"),
    "StringType": semantic("builtins.str"),
    "UnicodeType": semantic("builtins.str"),
    "StringTypes": Move(text="(str, bytes)", exactness=Exactness.SEMANTIC),
    "ClassType": semantic("builtins.type"),
    "UnboundMethodType": semantic("types.FunctionType"),
    "FileType": Move(text=OPENED_TEXT, imports=("import io",), exactness=Exactness.SEMANTIC),
    "DictProxyType": "types.MappingProxyType",
    "InstanceType": Move(reason="instances of old-style classes had it; test for the class you mean"),
}
#: Names that are back since 3.10.
_BACK: dict[str, Move | str] = {
    "NoneType": Move(text="type(None)"),
    "EllipsisType": Move(text="type(...)"),
    "NotImplementedType": Move(text="type(NotImplemented)"),
}
#: Modules that have those names: pickle took all of them in.
_HOLDERS = ("types", "pickle")
MOVES = Moves({f"{holder}.{k}": v for holder in _HOLDERS for k, v in _TABLE.items()})
#: Where no call of isinstance asks for it.
_BASE = Moves({"types.FileType": semantic("io.IOBase")})
_OLDER = Moves({f"types.{k}": v for k, v in _BACK.items()})


def visit(node: ast.AST, module: Module) -> Findings:
    """Name the types themselves."""
    if isinstance(node, ast.Attribute) and node.attr in _BACK and module.target < (3, 10):
        yield from _OLDER.visit(node, module)
    elif isinstance(node, ast.Attribute) and node.attr == "FileType" and not is_asked_for(node, module):
        yield from _BASE.visit(node, module)
    else:
        yield from MOVES.visit(node, module)


RULE = Rule(
    id="types_names",
    family="P15",
    summary="types.ListType is list",
    before="import types\na = isinstance(b, (types.ListType, types.StringType))\n",
    after="import types\na = isinstance(b, (list, str))\n",
    caveats="StringType is taken for text; type(x) is unicode and is str meant two types.",
    triggers=("types", *sorted(MOVES.names)),
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    follows=frozenset(["class_type", "instance_type"]),
    visit=visit,
)
