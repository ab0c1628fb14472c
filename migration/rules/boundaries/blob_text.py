"""str(row[0]) → the text of a blob: what a database gives back of a buffer is bytes, whose str() is b'…', and whose
items are numbers.
"""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.names import has_own_method, last_name, memory, stdlib_name
from migration.analysis.strings.blobs import _DATABASES, HELPER, has_blobs
from migration.analysis.strings.memory_files import CLASSES
from migration.analysis.strings.shown import is_unpacked
from migration.analysis.values import written_out
from migration.rule import Findings, Rule
from migration.view.module import Module

COLUMN = '''
def column_text(value):
    """A value from a database: of a blob, the characters of its octets (Latin-1); any other as it is."""
    octets = isinstance(value, (bytes, bytearray, memoryview))
    return bytes(value).decode("latin-1") if octets else value
'''
#: What the call of an unpacker begins with.
_UNPACKING = ("loads(str(", "decompress(str(")
_FETCHING = frozenset(["fetchone", "fetchall", "fetchmany", "execute"])
#: A column of blobs, as a statement declares it.
_COLUMN = re.compile(r"\b(\w+)[ \t]+BLOB\b", re.IGNORECASE)


def visit(node: ast.Call | ast.Compare, module: Module) -> Findings:
    """Decode what comes out of a row, or is unpacked; also where a piece of it is held against text, or numbered."""
    if isinstance(node, ast.Compare) or module.is_builtin(node.func, "ord"):
        for piece in _pieces(node, module) if has_blobs(module) else ():
            if isinstance(piece, ast.Subscript) and _is_column(piece.value, module):
                made = module.helper("column_text", COLUMN)
                yield module.edit(module.in_call(piece.value, made), needs_python2=True)
        return
    if _is_file_of_text(node, module):
        content = node.args[0]
        if _is_unknown_item(content, module) or _is_fetched(content, module):
            made = module.helper("column_text", COLUMN)
            yield module.edit(module.in_call(content, made), needs_python2=True)
        return
    spelled = module.is_builtin(node.func, "str") and len(node.args) == 1 and not node.keywords
    if spelled and (
        is_unpacked(node, module)
        or (
            has_blobs(module)
            and (
                _is_fetched(node.args[0], module)
                or _is_unknown_item(node.args[0], module)
                or _is_unknown_parameter(node.args[0], module)
                or _is_attribute_of_record(node.args[0], module)
            )
        )
    ):
        yield module.replace(node.func, module.helper("blob_text", HELPER))


def _is_file_of_text(node: ast.Call, module: Module) -> bool:
    """Whether a file in memory is begun with something, in a program whose octets stay text."""
    if not module.facts.index.octets or not has_blobs(module) or len(node.args) != 1 or node.keywords:
        return False
    return (stdlib_name(node.func, module) or "") in CLASSES


def _pieces(node: ast.Call | ast.Compare, module: Module) -> list[ast.expr]:
    """What is held against native text by a comparison, or what a call of ord() is given."""
    if isinstance(node, ast.Call):
        return node.args if len(node.args) == 1 else []
    sides = [node.left, *node.comparators]
    plain = all(isinstance(op, (ast.Eq, ast.NotEq, ast.In, ast.NotIn)) for op in node.ops)
    return sides if plain and any(literal(side, module) for side in sides) else []


def _is_column(node: ast.expr, module: Module, depth: int = 4) -> bool:
    """Whether `node` is one column of a row that a cursor gives."""
    if isinstance(node, ast.Subscript):
        return not isinstance(node.slice, ast.Slice) and _is_row(node.value, module)
    bindings = module.bindings(node) if isinstance(node, ast.Name) and depth else []
    return bool(bindings) and all(
        _takes_column(b.node, module) if b.value is None else _is_column(b.value, module, depth - 1)
        for b in bindings
    )


def _takes_column(target: ast.AST, module: Module) -> bool:
    """Whether a name is given one column where a row is taken apart."""
    row = module.parent(target)
    if not isinstance(row, (ast.Tuple, ast.List)):
        return False
    outer = module.parent(row)
    if isinstance(outer, (ast.For, ast.comprehension)):
        return outer.target is row and _gives_rows(outer.iter, module)
    return isinstance(outer, ast.Assign) and _is_row(outer.value, module)


def _is_row(node: ast.expr, module: Module) -> bool:
    """Whether `node` is one row that a cursor gives: fetched alone, gone through, one of all."""
    if isinstance(node, ast.Call):
        return _asks_cursor(node, ("fetchone",), module)
    if isinstance(node, ast.Subscript):
        return not isinstance(node.slice, ast.Slice) and _gives_rows(node.value, module)
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if len(bindings) != 1:
        return False
    if bindings[0].value is not None:
        return isinstance(bindings[0].value, (ast.Call, ast.Subscript)) and _is_row(bindings[0].value, module)
    loop = module.parent(bindings[0].node)
    if not isinstance(loop, (ast.For, ast.comprehension)) or loop.target is not bindings[0].node:
        return False
    return _gives_rows(loop.iter, module)


def _gives_rows(node: ast.expr, module: Module) -> bool:
    """Whether `node` is all that a cursor gives, or a cursor."""
    made = written_out(node, module)
    return isinstance(made, ast.Call) and _asks_cursor(
        made, ("cursor", "execute", "fetchall", "fetchmany"), module
    )


def _asks_cursor(call: ast.Call, methods: tuple[str, ...], module: Module) -> bool:
    """Whether one of `methods` is called, and the program's objects have none of that name, which may give anything."""
    function = call.func
    if not isinstance(function, ast.Attribute) or function.attr not in methods:
        return False
    return not has_own_method(function.value, function.attr, module)


def _is_unknown_item(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an item of something by its name, of which nothing is known: rows are made dictionaries."""
    named = isinstance(node, ast.Subscript) and isinstance(getattr(node.slice, "value", None), str)
    return named and not module.type_of(node)


def _is_attribute_of_record(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an attribute, of which nothing is known, of what is made elsewhere with a buffer under that
    name, or that a table has as a column of blobs: rows are made objects.
    """
    if not isinstance(node, ast.Attribute) or module.type_of(node):
        return False
    known = memory(module)
    if "blobs by name" not in known:
        keywords = (n for n in module.nodes_of(ast.keyword) if isinstance(n, ast.keyword))
        named = {k.arg for k in keywords if isinstance(k.value, ast.Call) and _makes_blob(k.value, module)}
        known["blobs by name"] = named | {found.lower() for found in _COLUMN.findall(module.text)}
    return node.attr in known["blobs by name"]


def _makes_blob(call: ast.Call, module: Module) -> bool:
    return module.is_builtin(call.func, "buffer", "memoryview") or last_name(call.func) == "Binary"


def _is_unknown_parameter(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what a function, but one that shows its object, is given, or a part of that, and nothing else
    is known of it: rows are taken apart, and columns converted.
    """
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    function = module.function(node)
    if getattr(function, "name", "__").startswith("__") and getattr(function, "name", "") != "__init__":
        return False
    return (
        bool(bindings)
        and not module.type_of(node)
        and all(_is_given(b.node, b.value, module) for b in bindings)
    )


def _is_given(target: ast.AST, value: ast.expr | None, module: Module) -> bool:
    """Whether a name is a parameter, or one of several that a parameter is taken apart into."""
    if isinstance(target, ast.arg):
        return True
    parent = module.parent(target)
    whole = parent.value if isinstance(parent, ast.Assign) else module.parent(parent) if parent else None
    if isinstance(whole, ast.Assign):
        whole = whole.value
    bindings = module.bindings(whole) if isinstance(whole, ast.Name) else []
    return value is None and bool(bindings) and all(isinstance(b.node, ast.arg) for b in bindings)


def _is_fetched(node: ast.expr, module: Module, depth: int = 4) -> bool:
    """Whether `node` is, or is part of, what a cursor gives."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr in _FETCHING
    bindings = module.bindings(node) if isinstance(node, ast.Name) and depth else []
    return bool(bindings) and all(
        (given := _given(b.node, b.value, module)) is not None and _is_fetched(given, module, depth - 1)
        for b in bindings
    )


def _given(target: ast.AST, value: ast.expr | None, module: Module) -> ast.expr | None:
    """What a name is given, or what is gone through, or taken apart, for it."""
    if value is not None:
        return value
    parent = module.parent(target)
    if isinstance(parent, (ast.Tuple, ast.List)):
        target, parent = parent, module.parent(parent)
    if isinstance(parent, (ast.For, ast.comprehension)) and parent.target is target:
        return parent.iter
    return parent.value if isinstance(parent, ast.Assign) else None


RULE = Rule(
    id="blob_text",
    family="P9",
    summary="str() of what a database gives back of a buffer is its content",
    before="import sqlite3\nc = sqlite3.connect(p)\nc.execute('insert into t values (?)', (buffer(b'x'),))\n"
    "print str(c.execute('select b from t').fetchone()[0])\n",
    after=f"import sqlite3\n\n{HELPER}\n\nc = sqlite3.connect(p)\n"
    "c.execute('insert into t values (?)', (memoryview(b'x'),))\n"
    "print(blob_text(c.execute('select b from t').fetchone()[0]))\n",
    caveats="Only where the file shows that the row comes from a cursor, or asks for a field by its name, or for an "
    "attribute by that of a column or of a keyword that is given a buffer, or where it is unpickled or unpacked. "
    "A piece of a column is compared as text where the column holds octets when it is read.",
    triggers=("sqlite3", "pysqlite2", *_DATABASES, *_UNPACKING),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Call, ast.Compare),
    names=frozenset(["str", "ord", "StringIO"]),
    when=lambda module: has_blobs(module) or any(text in module.text for text in _UNPACKING),
    visit=visit,
)
