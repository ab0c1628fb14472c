"""The faults that are planted: a fixed list of operators, each of which finds its sites in a text.

A fault keeps the number of lines of a file, so that what was recorded of its rewriting keeps its place. Operators
look at the syntax tree and answer with spans of the UTF-8 text; a span that does not give a valid file is dropped
by `planted`.
"""

from __future__ import annotations

import ast
import hashlib
import types
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeGuard


@dataclass(frozen=True, slots=True)
class Edit:
    """Bytes `start` to `end` of the UTF-8 text become `new`."""

    start: int
    end: int
    new: bytes


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault in one file: `text` is the whole faulty text; `before` and `after` show what changed, at `line`."""

    operator: str
    key: str
    line: int
    before: str
    after: str
    text: str

    @property
    def id(self) -> str:
        """Names the fault: equal for equal faults in equal files."""
        return hashlib.sha256("\0".join((self.operator, self.key, self.text)).encode()).hexdigest()[:16]


class Source:
    """A text with its syntax tree, and byte offsets for the tree's positions."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.data = text.encode("utf-8")
        self.tree = ast.parse(text)
        self._starts = [0]
        for line in self.data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self.skipped = _formatted_and_documentation(self.tree)

    def at(self, line: int, column: int) -> int:
        """Offset of a 1-based line and a column in bytes, as the syntax tree gives them."""
        return self._starts[line - 1] + column

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Where a node of the tree stands. The node must be an expression, a statement, or the like."""
        where: ast.expr = node  # type: ignore[assignment]
        assert where.end_lineno is not None and where.end_col_offset is not None
        return self.at(where.lineno, where.col_offset), self.at(where.end_lineno, where.end_col_offset)

    def of(self, node: ast.AST) -> bytes:
        """The text of a node."""
        start, end = self.span(node)
        return self.data[start:end]

    def put(self, node: ast.AST, new: bytes) -> Edit:
        """`node` replaced by `new`, which gets as many line ends as the node had."""
        start, end = self.span(node)
        return Edit(start, end, _padded(new, self.data[start:end]))

    def sign(self, left: ast.AST, right: ast.AST, old: bytes, new: bytes) -> Iterator[Edit]:
        """The operator `old` between two nodes replaced by `new`."""
        begin, end = self.span(left)[1], self.span(right)[0]
        place = self.data.find(old, begin, end)
        if place >= 0 and b"#" not in self.data[begin:place]:
            yield Edit(place, place + len(old), new)

    def body(self, body: list[ast.stmt]) -> Iterator[Edit]:
        """A block replaced by `pass`."""
        start, end = self.span(body[0])[0], self.span(body[-1])[1]
        if not all(isinstance(s, (ast.Pass, ast.Import, ast.ImportFrom)) for s in body):
            yield Edit(start, end, _padded(b"pass", self.data[start:end]))


def _padded(new: bytes, old: bytes) -> bytes:
    return new + b"\n" * max(0, old.count(b"\n") - new.count(b"\n"))


def _formatted_and_documentation(tree: ast.AST) -> frozenset[ast.AST]:
    """Nodes that are no sites: within f-strings, whose positions mean nothing, and bare constants."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            found.update(ast.walk(node))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.update((node, node.value))
    return frozenset(found)


Find = Callable[[Source, ast.AST], Iterator[Edit]]
#: Name of each operator with what it does to a node. Filled by `operator`, in the order of this file.
OPERATORS: dict[str, Find] = {}


def operator(name: str) -> Callable[[Find], Find]:
    """Register a function as the operator `name`."""

    def register(find: Find) -> Find:
        OPERATORS[name] = find
        return find

    return register


# --- what a migration gets wrong ---------------------------------------------------------------------------------


@operator("/ for //")
def _true_division(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
        yield from source.sign(node.left, node.right, b"//", b"/")
    elif isinstance(node, ast.AugAssign) and isinstance(node.op, ast.FloorDiv):
        yield from source.sign(node.target, node.value, b"//=", b"/=")


@operator("// for /")
def _floor_division(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        yield from source.sign(node.left, node.right, b"/", b"//")


@operator("text for bytes")
def _text_for_bytes(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Constant) and isinstance(node.value, bytes):
        text = source.of(node)
        quote = min((p for p in (text.find(b"'"), text.find(b'"')) if p >= 0), default=-1)
        if quote > 0:
            prefix = text[:quote].replace(b"b", b"").replace(b"B", b"")
            yield source.put(node, prefix + text[quote:])


@operator("bytes for text")
def _bytes_for_text(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isascii():
        text = source.of(node)
        if text[:1] in (b"'", b'"'):
            yield source.put(node, b"b" + text)


@operator("lost encode or decode")
def _lost_coding(source: Source, node: ast.AST) -> Iterator[Edit]:
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("encode", "decode")
    ):
        yield source.put(node, source.of(node.func.value))


@operator("text mode for binary, or the reverse")
def _other_mode(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        mode = node.args[1] if len(node.args) > 1 else None
        if name in ("open", "fdopen", "file") and isinstance(mode, ast.Constant):
            value = str(mode.value)
            other = value.replace("b", "") if "b" in value else value + "b"
            yield source.put(mode, repr(other).encode())


@operator("lost list()")
def _lost_list(source: Source, node: ast.AST) -> Iterator[Edit]:
    if _calls(node, "list", "tuple") and len(node.args) == 1:
        yield source.put(node, b"(" + source.of(node.args[0]) + b")")


@operator("iterator consumed twice")
def _generator(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.ListComp):
        yield source.put(node, b"(" + source.of(node)[1:-1] + b")")


@operator("lost sorted()")
def _lost_sorted(source: Source, node: ast.AST) -> Iterator[Edit]:
    if _calls(node, "sorted") and len(node.args) == 1:
        yield source.put(node, b"list(" + source.of(node.args[0]) + b")")


@operator("key= dropped")
def _lost_key(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Call):
        for keyword in node.keywords:
            if keyword.arg == "key" and not node.args[1:]:
                yield source.put(keyword, b"**{}")


@operator("old name of a special method")
def _old_special(source: Source, node: ast.AST) -> Iterator[Edit]:
    old = {"__bool__": "__nonzero__", "__next__": "next", "__truediv__": "__div__", "__str__": "__unicode__"}
    old |= {"__eq__": "__cmp__", "__hash__": "__old_hash__", "__index__": "__oct__", "__lt__": "__old_lt__"}
    if isinstance(node, ast.FunctionDef) and node.name in old:
        start = source.data.find(node.name.encode(), source.at(node.lineno, node.col_offset))
        yield Edit(start, start + len(node.name), old[node.name].encode())


@operator("handler that catches nothing")
def _wrong_handler(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.ExceptHandler) and node.type is not None:
        yield source.put(node.type, b"ZeroDivisionError")


@operator("wrong type asked for")
def _wrong_type(source: Source, node: ast.AST) -> Iterator[Edit]:
    other = {"str": b"bytes", "bytes": b"str", "int": b"float", "list": b"tuple", "tuple": b"list"}
    if _calls(node, "isinstance") and len(node.args) == 2:
        for name in ast.walk(node.args[1]):
            if isinstance(name, ast.Name) and name.id in other:
                yield source.put(name, other[name.id])


@operator("keys for items or values")
def _keys(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Attribute) and node.attr in ("items", "values"):
        end = source.span(node)[1]
        yield Edit(end - len(node.attr), end, b"keys")


@operator("is for ==, or the reverse")
def _identity(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        signs: dict[type[ast.cmpop], tuple[bytes, bytes]] = {
            ast.Eq: (b"==", b" is "),
            ast.NotEq: (b"!=", b" is not "),
            ast.Is: (b"is", b"=="),
            ast.IsNot: (b"is not", b"!="),
        }
        if type(node.ops[0]) in signs:
            yield from source.sign(node.left, node.comparators[0], *signs[type(node.ops[0])])


# --- what anyone gets wrong --------------------------------------------------------------------------------------


@operator("dropped branch")
def _dropped_branch(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.If) and not _main_guard(node):
        yield from source.body(node.body)
        if node.orelse and not (len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)):
            yield from source.body(node.orelse)


@operator("negated condition")
def _negated(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, (ast.If, ast.While, ast.IfExp)) and not _main_guard(node):
        yield source.put(node.test, b"(not (" + source.of(node.test) + b"))")


@operator("off by one")
def _off_by_one(source: Source, node: ast.AST) -> Iterator[Edit]:
    places: list[ast.expr | None] = []
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        places = [node.slice.lower, node.slice.upper]
    elif isinstance(node, ast.Subscript):
        places = [node.slice]
    elif _calls(node, "range"):
        places = list(node.args)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        signs: dict[type[ast.cmpop], tuple[bytes, bytes]] = {
            ast.Lt: (b"<", b"<="),
            ast.LtE: (b"<=", b"<"),
            ast.Gt: (b">", b">="),
            ast.GtE: (b">=", b">"),
        }
        if type(node.ops[0]) in signs:
            yield from source.sign(node.left, node.comparators[0], *signs[type(node.ops[0])])
    for place in places:
        number = place.operand if isinstance(place, ast.UnaryOp) else place
        counts = isinstance(number, ast.Constant) and type(number.value) is int
        if place is not None and (counts or isinstance(place, (ast.Call, ast.BinOp))):
            yield source.put(place, b"(" + source.of(place) + b" + 1)")


@operator("changed constant")
def _constant(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Constant):
        other = _other_value(node.value)
        if other and source.of(node)[:1] not in (b'"', b"'"):
            yield source.put(node, other)


@operator("changed text")
def _text(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) > 1:
        text = source.of(node)
        if text[:1] in (b"'", b'"') and text[:3] not in (b"'''", b'"""') and text[1:2].isalpha():
            yield source.put(node, text[:1] + b"x" + text[2:])


@operator("wrong default")
def _default(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        for value in [*node.args.defaults, *node.args.kw_defaults]:
            if isinstance(value, ast.Constant):
                other = b"()" if value.value is None else _other_value(value.value) or b"None"
                yield source.put(value, other)


@operator("swapped arguments")
def _swapped(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Call) and len(node.args) >= 2:
        first, second = node.args[:2]
        if not any(isinstance(a, ast.Starred) for a in (first, second)):
            a, b = source.span(first), source.span(second)
            if source.of(first) != source.of(second):
                between = source.data[a[1] : b[0]]
                yield Edit(a[0], b[1], source.of(second) + between + source.of(first))


@operator("swallowed exception")
def _swallowed(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Raise):
        yield source.put(node, b"pass")
    elif isinstance(node, ast.ExceptHandler):
        yield from source.body(node.body)


@operator("lost return")
def _lost_return(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.Return) and node.value is not None:
        yield source.put(node, b"(" + source.of(node.value) + b")")


@operator("lost statement")
def _lost_statement(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield source.put(node, b"pass")


@operator("other sign")
def _other_sign(source: Source, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, ast.BinOp):
        signs: dict[type[ast.operator], tuple[bytes, bytes]] = {
            ast.Add: (b"+", b"-"),
            ast.Sub: (b"-", b"+"),
            ast.Mult: (b"*", b"+"),
            ast.BitAnd: (b"&", b"|"),
            ast.LShift: (b"<<", b">>"),
        }
        if type(node.op) in signs:
            yield from source.sign(node.left, node.right, *signs[type(node.op)])
    elif isinstance(node, ast.BoolOp):
        pair = (b"and", b"or") if isinstance(node.op, ast.And) else (b"or", b"and")
        yield from source.sign(node.values[0], node.values[1], *pair)


# --- planting ----------------------------------------------------------------------------------------------------


def faults(key: str, text: str) -> Iterator[tuple[str, Edit]]:
    """Every site of every operator in `text`, as (operator, edit); nothing for a text that does not parse."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            source = Source(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in ast.walk(source.tree):
        if node in source.skipped:
            continue
        for name, find in OPERATORS.items():
            for edit in find(source, node):
                yield name, edit


def planted(key: str, text: str, name: str, edit: Edit, same_lines: bool = True) -> Fault | None:
    """The fault that `edit` makes of `text`; None when it does not compile, or compiles to the same code.

    With `same_lines` also when it would shift the lines below it.
    """
    data = text.encode("utf-8")
    faulty = data[: edit.start] + edit.new + data[edit.end :]
    try:
        decoded = faulty.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if same_code(text, decoded, key) or (same_lines and data.count(b"\n") != faulty.count(b"\n")):
        return None
    line = data.count(b"\n", 0, edit.start) + 1
    shown = slice(data.rfind(b"\n", 0, edit.start) + 1, None)
    before = data[shown].split(b"\n")[0].decode().strip()
    after = faulty[shown].split(b"\n")[0].decode().strip()
    return Fault(name, key, line, before, after, decoded)


def same_code(text: str, faulty: str, key: str) -> bool:
    """Whether `faulty` can do nothing else than `text`: it compiles to the same code, or not at all."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            old, new = (compile(t.encode(), key, "exec", dont_inherit=True) for t in (text, faulty))
    except (SyntaxError, ValueError, RecursionError):
        return True
    return _plain(old) == _plain(new)


def _plain(code: types.CodeType) -> types.CodeType:
    """The code without the lines it stands on: equal when two texts do the same, instruction by instruction."""
    constants = tuple(_plain(c) if isinstance(c, types.CodeType) else c for c in code.co_consts)
    return code.replace(co_consts=constants, co_linetable=b"", co_firstlineno=1)


def _calls(node: ast.AST, *names: str) -> TypeGuard[ast.Call]:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in names
        and not any(isinstance(a, ast.Starred) for a in node.args)
    )


def _main_guard(node: ast.AST) -> bool:
    names = [n.id for n in ast.walk(getattr(node, "test", node)) if isinstance(n, ast.Name)]
    return "__name__" in names


def _other_value(value: object) -> bytes:
    """Another constant of the same kind; nothing for a kind that has no plain other."""
    if isinstance(value, bool):
        return repr(not value).encode()
    if isinstance(value, (int, float)):
        return repr(value + 1).encode()
    return b"''" if isinstance(value, str) and value else b""
