"""What both languages can read and only Python 2 can run: native strings where octets have to be.

`hashlib.md5("x")`, `"x" + struct.pack(…)`, `open(p, "wb").write("x")` raise TypeError in Python 3 whatever the rest of
the program does, so a file that does such a thing is Python 2's, though it has no word of that language. Only what is
certain counts: literals, calls of the standard library, names that are given nothing else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property

from migration.dialects.python2_names import Names
from migration.stdlib.codecs import encodes_text
from migration.stdlib.struct_formats import codes
from migration.stdlib.tables import (
    BINARY_CODECS,
    CAUGHT,
    CODECS,
    GIVE,
    GIVEN,
    MAKERS,
    MEET,
    OF_TEXT,
    OLD,
    PARTING,
    PATTERNS,
    READ,
    SAME,
    TAKE,
    TEXTS,
    WORDS,
)
from migration.trees.fields import displayed
from migration.trees.guards import is_version_test


def fails_in_python3(tree: ast.Module, text: str) -> bool:
    """Whether the file does, outside of any `try` and version test, what Python 3 can't."""
    return (any(word in text for word in OLD) and uses_old_builtin(tree)) or (
        WORDS.search(text) is not None and _Reader(tree).found()
    )


def uses_old_builtin(tree: ast.Module) -> bool:
    """Whether a builtin that is gone is read in a file that gives nothing its name, and tries and tests for nothing."""
    used: set[str] = set()
    bound: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and any(a.name == "*" for a in node.names):
            return False
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.Try) or (
            isinstance(node, (ast.If, ast.IfExp)) and is_version_test(node.test)
        ):
            return False
    return bool((used - bound) & OLD)


class _Reader:
    """One file, and what it does."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._names = Names(tree)
        self._named = self._names.named

    def found(self) -> bool:
        """Whether anything fails."""
        return any(self._fails(node) for node in _run_by_both(self._tree.body))

    @cached_property
    def _tells_octets(self) -> bool:
        """Whether octets are spelled out somewhere: who does that may ask whether something is text."""
        return any(isinstance(n, ast.Constant) and isinstance(n.value, bytes) for n in ast.walk(self._tree))

    @cached_property
    def _replaces_input(self) -> bool:
        stored = (n for n in ast.walk(self._tree) if isinstance(n, ast.Attribute) and n.attr == "stdin")
        return any(isinstance(n.ctx, ast.Store) for n in stored)

    # -- what is known ---------------------------------------------------------------------------------------

    def _made(self, node: ast.expr, depth: int = 6) -> str:
        """What kind of object `node` is, where its making shows: file, hash, socket, process."""
        if isinstance(node, ast.Attribute) and node.attr in ("stdin", "stdout", "stderr"):
            return "file" if depth and self._made(node.value, depth - 1) == "process" else ""
        values = self._names.values(node) if depth else []
        found = {
            self._made_there(v)
            if isinstance(v, ast.Call)
            else self._made(v, depth - 1)
            if v is not node
            else ""
            for v in values
        }
        return found.pop() if len(found) == 1 else ""

    def _made_there(self, value: ast.Call) -> str:
        name = self._named(value)
        if isinstance(value.func, ast.Attribute) and not name:
            method = value.func.attr
            in_archive = method == "open" and self._made(value.func.value, 3) == "archive"
            octets = method == "makefile" and any(
                isinstance(a, ast.Constant) and "b" in str(a.value) for a in value.args[:1]
            )
            return "file" if method == "extractfile" or in_archive or octets else ""
        if name in ("builtins.open", "os.fdopen"):
            return "file" if _is_binary(_mode(value)) else ""
        if any(k.arg in OF_TEXT for k in value.keywords) or any(k.arg is None for k in value.keywords):
            return ""
        if name == "socket.socketpair":
            return "socket"
        kind = MAKERS.get(name, "")
        mode = _mode(value, "tempfile" in name) if kind == "file" else None
        text = mode is not None and ("t" in mode if "tempfile" not in name else "b" not in mode)
        return "" if text else kind

    def _is_octets(self, node: ast.expr, depth: int = 8) -> bool:
        """Whether `node` is octets in Python 3, whatever it is by a name."""
        if not depth:
            return False
        gone_through = self._names.item_of(node)
        if gone_through is not None and self._has_lines(gone_through, depth - 1):
            return True
        values = self._names.values(node)
        return bool(values) and all(self._makes_octets(v, depth - 1) for v in values)

    def _has_lines(self, node: ast.expr, depth: int) -> bool:
        """Whether the items of `node` are octets."""
        if self._made(node) == "file":
            return True
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            return False
        if node.func.attr == "readlines":
            return self._made(node.func.value) == "file"
        return node.func.attr in ("split", "splitlines") and self._is_octets(node.func.value, depth)

    def _makes_octets(self, node: ast.expr, depth: int) -> bool:
        if isinstance(node, ast.Constant):
            return isinstance(node.value, bytes)
        if isinstance(node, ast.Attribute):
            return self._named(node).startswith("codecs.BOM")
        if isinstance(node, ast.Name):
            return self._is_octets(node, depth)
        if isinstance(node, ast.Subscript):
            if isinstance(node.slice, ast.Slice):
                return self._is_octets(node.value, depth)
            return self._has_lines(node.value, depth) or self._is_communicated(node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self._is_octets(node.left, depth) or self._is_octets(node.right, depth)
        if not isinstance(node, ast.Call):
            return False
        if (name := self._named(node)) in GIVE:
            return True
        if name == "builtins.bytearray":
            return True
        if name.endswith("ElementTree.tostring"):
            return not _is_asked_for_text(node)
        if name == "subprocess.check_output":
            return not any(k.arg in OF_TEXT or k.arg is None for k in node.keywords)
        function = node.func
        if not isinstance(function, ast.Attribute):
            return False
        if function.attr == "encode":
            return not name and not self._names.defines("encode") and _is_encoded(node, function)
        if function.attr in READ:
            return self._made(function.value) in READ[function.attr]
        if function.attr == "get_payload":
            decoded = [*node.args[1:2], *(k.value for k in node.keywords if k.arg == "decode")]
            return any(isinstance(d, ast.Constant) and bool(d.value) for d in decoded)
        if function.attr in ("toxml", "toprettyxml"):
            return bool(node.args or node.keywords) and name == "" and _names_codec(node)
        return function.attr in SAME and self._is_octets(function.value, depth)

    def _is_communicated(self, node: ast.Subscript) -> bool:
        values = self._names.values(node.value)
        value = values[0] if len(values) == 1 else None
        return (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Attribute)
            and value.func.attr == "communicate"
            and self._made(value.func.value) == "process"
        )

    def _is_native(self, node: ast.expr, depth: int = 8) -> bool:
        """Whether a native string comes out: a literal, one that is formatted or read as text, a character."""
        gone_through = self._names.item_of(node) if depth else None
        if gone_through is not None and self._is_text_file(gone_through):
            return True
        values = self._names.values(node) if depth else []
        return bool(values) and all(self._makes_native(v, depth - 1) for v in values)

    def _is_text_file(self, node: ast.expr) -> bool:
        """Whether `node` is standard input, or opened without a word about octets or a codec."""
        if self._named(node) == "sys.stdin":
            return not self._replaces_input
        made = self._names.values(node)
        opened = [v for v in made if isinstance(v, ast.Call) and self._named(v) == "builtins.open"]
        return bool(made) and len(opened) == len(made) and all(_is_plain(call) for call in opened)

    def _makes_native(self, node: ast.expr, depth: int) -> bool:
        if isinstance(node, ast.Name):
            return self._is_native(node, depth)
        if isinstance(node, ast.Subscript):
            if isinstance(node.slice, ast.Slice):
                return self._is_native(node.value, depth)
            parted = node.value.func if isinstance(node.value, ast.Call) else None
            splits = isinstance(parted, ast.Attribute) and parted.attr in PARTING
            return splits and self._is_native(parted.value, depth)  # type: ignore[union-attr]
        if isinstance(node, ast.BinOp):
            if isinstance(node.op, ast.Add):
                return self._is_native(node.left, depth) and self._is_native(node.right, depth)
            return isinstance(node.op, (ast.Mod, ast.Mult)) and self._is_native(node.left, depth)
        if isinstance(node, ast.Call):
            return self._gives_native(node, depth)
        return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.kind != "u"

    def _gives_native(self, node: ast.Call, depth: int) -> bool:
        name, function = self._named(node), node.func
        if name in TEXTS:
            return True
        if name == "re.sub":
            return bool(node.args) and self._is_native(node.args[0], depth)
        if isinstance(function, ast.Attribute):
            if function.attr in ("read", "readline") and self._is_text_file(function.value):
                return True
            if function.attr in ("join", "format", *SAME):
                return self._is_native(function.value, depth)
            return function.attr == "substitute" and self._made(function.value) == "template"
        returned = self._names.returned(node)
        return bool(returned) and all(self._is_native(r, depth) for r in returned)

    # -- what fails ------------------------------------------------------------------------------------------

    def _fails(self, node: ast.AST) -> bool:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self._meet(node.left, node.right)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = node.left, node.comparators[0]
            if isinstance(node.ops[0], (ast.Is, ast.Eq)) and _is_str(right):
                asked = isinstance(left, ast.Call) and self._named(left) == "builtins.type" and left.args
                told = bool(asked) and not self._tells_octets
                return told and self._is_octets(left.args[0])  # type: ignore[attr-defined]
            if isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.In, ast.NotIn)):
                # Who writes b'…' beside text means to tell one from the other.
                told = any(isinstance(s, ast.Constant) and isinstance(s.value, bytes) for s in (left, right))
                return not told and self._meet(left, right)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            buffer = self._names.values(node.targets[0].value)
            made = {self._named(b) for b in buffer if isinstance(b, ast.Call)}
            return made == {"builtins.bytearray"} and self._is_native(node.value)
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
            return self._grows(node.target, node.value)
        return isinstance(node, ast.Call) and self._call_fails(node)

    def _grows(self, name: ast.expr, value: ast.expr) -> bool:
        """Whether a name that was given nothing but native strings grows by octets, or the other way round."""
        if isinstance(name, ast.Attribute):
            given = [v for v in self._names.values(name) if v is not name]
        else:
            given = (
                [v for v in self._names.given(name) if v is not None] if isinstance(name, ast.Name) else []
            )
        if self._is_octets(value):
            return bool(given) and all(self._is_native(v) for v in given)
        return self._is_native(value) and bool(given) and all(self._is_octets(v) for v in given)

    def _meet(self, left: ast.expr, right: ast.expr) -> bool:
        if self._is_native(left):
            return self._is_octets(right) or self._is_item(right)
        return self._is_native(right) and (self._is_octets(left) or self._is_item(left))

    def _is_item(self, node: ast.expr) -> bool:
        """Whether `node` is one of the octets that a loop goes through: a number in Python 3."""
        gone_through = self._names.item_of(node)
        return gone_through is not None and self._is_octets(gone_through)

    def _call_fails(self, node: ast.Call) -> bool:
        name, args = self._named(node), node.args
        if isinstance(node.func, ast.Call) and self._named(node.func) in CODECS and args:
            return self._named(args[0]) in ("sys.stdout", "sys.stderr", "sys.stdin")
        if name == "builtins.ord" and len(args) == 1 and self._is_item(args[0]):
            return True
        if name == "struct.pack" or (getattr(node.func, "attr", "") == "pack" and not name):
            return self._packs_native(node, name)
        if name == "builtins.ord" and len(args) == 1 and isinstance(args[0], ast.Subscript):
            return not isinstance(args[0].slice, ast.Slice) and self._is_octets(args[0].value)
        if name == "uuid.UUID":
            return any(k.arg in ("bytes", "bytes_le") and self._is_native(k.value) for k in node.keywords)
        if isinstance(node.func, ast.Attribute) and self._made(node.func.value) == "library":
            wide = node.func.attr.startswith("wcs") or node.func.attr.endswith("W")
            return not wide and any(self._is_native(a) for a in args)
        if name == "builtins.bytearray":
            return len(args) == 1 and not node.keywords and self._is_native(args[0])
        if name == "builtins.isinstance" and len(args) == 2 and _is_str(args[1]):
            # A function that asks what it is given was made for more than what this file gives it.
            asked = not self._tells_octets and not self._names.is_parameter(args[0])
            return asked and self._is_octets(args[0])
        if name in ("json.dump", "json.dumps") and args:
            return all(k.arg not in ("default", "cls", None) for k in node.keywords) and any(
                self._is_octets(part) for part in displayed(args[0])
            )
        if name in PATTERNS and len(args) > 1:
            return self._is_native(args[0]) and self._is_octets(args[1])
        if name in ("csv.writer", "csv.reader", "csv.DictReader", "csv.DictWriter") and args:
            return self._made(args[0]) == "file"
        if name in TAKE:
            return any(p < len(args) and self._is_native(args[p]) for p in TAKE[name])
        function = node.func
        args = args or [k.value for k in node.keywords if k.arg == "input"]
        if not isinstance(function, ast.Attribute) or not args:
            return False
        method, owner = function.attr, function.value
        if method in ("encode", "decode") and _names_binary_codec(args[0]):
            return not name and not self._names.defines(method)
        if method == "decode":
            return not self._names.defines(method) and self._is_native(owner)
        if method == "encode" and isinstance(owner, ast.Constant):
            return _is_unicode(owner)
        if method in ("find", "rfind", "write") and self._made(owner) == "map":
            return self._is_native(args[0])
        if method in MEET and (self._is_octets(owner) or self._is_native(owner)):
            met = self._meet(owner, args[0])
            return met or (method == "join" and self._joins(owner, args[0]))
        if not self._is_native(args[0]):
            return False
        if method == "communicate":
            return self._made(owner) == "process"
        if method == "write":
            return self._made(owner) == "file"
        return (method, self._made(owner)) in GIVEN

    def _packs_native(self, node: ast.Call, name: str) -> bool:
        """Whether a native string is packed as octets, by a format that is spelled out."""
        form, values = (node.args[0], node.args[1:]) if name and node.args else (None, node.args)
        if not name and isinstance(node.func, ast.Attribute):
            made = self._names.values(node.func.value)
            maker = made[0] if len(made) == 1 else None
            named = isinstance(maker, ast.Call) and self._named(maker) == "struct.Struct" and maker.args
            form = maker.args[0] if named and isinstance(maker, ast.Call) else None
        form = form if isinstance(form, ast.Constant) else None
        spelled = codes(form.value) if form is not None and isinstance(form.value, str) else ""
        return any(c in "spc" and self._is_native(v) for c, v in zip(spelled, values, strict=False))

    def _joins(self, owner: ast.expr, items: ast.expr) -> bool:
        if isinstance(items, ast.Call) and self._named(items) in ("builtins.sorted", "builtins.reversed"):
            items = items.args[0] if len(items.args) == 1 else items
        if self._is_native(owner) and self._is_octets(items):
            return True
        if isinstance(items, (ast.GeneratorExp, ast.ListComp)):
            return self._meet(owner, items.elt)
        return isinstance(items, (ast.List, ast.Tuple)) and any(self._meet(owner, i) for i in items.elts)


def _is_plain(call: ast.Call) -> bool:
    """Whether a file is opened by its name and a mode for text alone."""
    mode = _mode(call) or "r"
    return len(call.args) <= 2 and all(k.arg == "mode" for k in call.keywords) and set(mode) <= set("rwa+U")


def _is_asked_for_text(node: ast.Call) -> bool:
    """Whether ElementTree may have been asked for text, as Python 3 can be."""
    given = [*node.args[1:], *(k.value for k in node.keywords)]
    return any(not isinstance(g, ast.Constant) or g.value == "unicode" for g in given)


def _names_codec(node: ast.Call) -> bool:
    """Whether minidom is asked for an encoding, by a constant."""
    given = [k.value for k in node.keywords if k.arg == "encoding"] or node.args[-1:]
    return any(isinstance(g, ast.Constant) and isinstance(g.value, str) for g in given)


def _is_str(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("str", "basestring")


def _is_unicode(node: ast.Constant) -> bool:
    """Whether a literal says that it is text, as no literal of Python 3 has to."""
    return isinstance(node.value, str) and node.kind == "u"


def _mode(node: ast.Call, first: bool = False) -> str | None:
    """The mode a file is opened with, a default by None."""
    given = [k.value for k in node.keywords if k.arg == "mode"] or node.args[not first :][:1]
    mode = given[0] if given else None
    return (
        mode.value
        if isinstance(mode, ast.Constant) and isinstance(mode.value, str)
        else "t"
        if mode
        else None
    )


def _is_binary(mode: str | None) -> bool:
    return mode is not None and "b" in mode


def _is_encoded(node: ast.Call, function: ast.Attribute) -> bool:
    """Whether text is encoded by a codec of text: the result is octets in Python 3."""
    codec = node.args[0] if node.args else None
    if isinstance(codec, ast.Constant) and isinstance(codec.value, str):
        return encodes_text(codec.value)
    return (
        codec is None and isinstance(function.value, ast.Constant) and isinstance(function.value.value, str)
    )


def _names_binary_codec(node: ast.expr) -> bool:
    """Whether a codec of octets is spelled out: text has none of those in Python 3."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in BINARY_CODECS


def _catches(handler: ast.ExceptHandler) -> bool:
    """Whether a handler may be there for what Python 3 does."""
    if handler.type is None:
        return True
    return any(n.id in CAUGHT for n in ast.walk(handler.type) if isinstance(n, ast.Name))


def _run_by_both(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The nodes of a program, but what a `try` would catch, and what is done on one version alone."""
    pending = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Try) and any(_catches(h) for h in node.handlers):
            pending += [*node.orelse, *node.finalbody]
            continue
        if isinstance(node, (ast.If, ast.IfExp)) and is_version_test(node.test):
            continue
        if isinstance(node, ast.With) and any("aises" in ast.dump(i.context_expr) for i in node.items):
            continue
        if isinstance(node, ast.Call) and "aises" in ast.dump(node.func):
            continue
        yield node
        pending.extend(ast.iter_child_nodes(node))
