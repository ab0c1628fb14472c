"""Which language a text is: signs of Python 3 in a tree, `__future__` imports, shebangs."""

from __future__ import annotations

import ast
import re
import threading
import warnings
from collections.abc import Iterable

from migration.source.tokens import Kind, tokens_of

#: Held while a syntax tree is built. CPython 3.11 counts the depth of trees for all threads together: when threads
#: change places in `ast.parse`, it fails with "AST constructor recursion depth mismatch".
BUILDING_TREES = threading.RLock()
_FUTURE = re.compile(
    r"^[ \t]*from[ \t]+__future__[ \t]+import[ \t]+(\([^)]*\)|(?:[^\n\\]|\\\n)*)", re.MULTILINE
)
_SHEBANG3 = re.compile(r"#![^\n]*\bpython3")
#: `print` with what it prints behind it, as Python 2 has it, or a word that may follow a name as well.
_PRINTED = re.compile(r"print[ \t]+[\w\"']")
_AFTER_NAMES = frozenset(
    ["and", "as", "async", "else", "for", "from", "if", "import", "in", "is", "not", "or"]
)
_PRINT_KEYWORDS = frozenset(["end", "file", "sep", "flush"])
_ONLY3 = (
    ast.JoinedStr,
    ast.Nonlocal,
    ast.AnnAssign,
    ast.AsyncFunctionDef,
    ast.Await,
    ast.AsyncFor,
    ast.AsyncWith,
    ast.MatMult,
    ast.NamedExpr,
    ast.YieldFrom,
    ast.Match,
    ast.TryStar,
)


def parse(text: str, key: str = "<text>") -> ast.Module | None:
    """The Python 3 tree of `text`, or None when it isn't valid."""
    try:
        return parse_or_raise(text, key)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def is_unreadable(text: str) -> bool:
    """Whether a text prints by statements, so that Python 3 can't parse it: most texts that it can't are told so
    without the trial.
    """
    if _PRINTED.search(text) is None:
        return False
    tokens = tokens_of(text)
    for index in tokens.positions("print"):
        kind, following = tokens.kind(index + 1), tokens.texts[index + 1]
        if kind in (Kind.STRING, Kind.NUMBER) or (kind is Kind.NAME and following not in _AFTER_NAMES):
            return True
    return False


def parse_or_raise(text: str, key: str = "<text>") -> ast.Module:
    """As `ast.parse`, without warnings about the text's string literals."""
    with BUILDING_TREES, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text, filename=key)


def compile_failure(source: str | bytes | ast.Module, name: str) -> Exception | None:
    """What the running Python raises when it compiles `source`, a text or its tree, or None. Nothing is run."""
    try:
        with BUILDING_TREES, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, name, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
        return error
    return None


def future_imports(text: str) -> frozenset[str]:
    """The features imported from `__future__`."""
    if "__future__" not in text:
        return frozenset()
    names: set[str] = set()
    for match in _FUTURE.finditer(text):
        for name in re.split(r"[,\s()\\]+", match.group(1).split("#")[0] + ","):
            if name.isidentifier():
                names.add(name)
    return frozenset(names)


def is_python3(nodes: Iterable[ast.AST], text: str, future: frozenset[str]) -> bool:
    """Whether any of a tree's nodes is something Python 2 can't compile (so that the file is Python 3
    already).
    """
    if _SHEBANG3.match(text):
        return True
    print_is_function = "print_function" in future
    return any(_only_python3(node, print_is_function) for node in nodes if node.__class__ in CANDIDATES)


def prints_by_call(nodes: Iterable[ast.AST]) -> bool:
    """Whether any of a tree's nodes is `print(a, b)` or `print()`: a tuple in Python 2, and more often not meant as
    one.
    """
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "print"
        and len(node.args) != 1
        for node in nodes
    )


def is_chevron(node: ast.AST) -> bool:
    """Whether `node` is `print >>file`, by which Python 2 prints to a file and Python 3 shifts a function."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.RShift)
        and isinstance(node.left, ast.Name)
        and node.left.id == "print"
    )


#: What `is_python3` looks at of a tree.
CANDIDATES = frozenset(
    (
        *(*_ONLY3, ast.arguments, ast.arg, ast.FunctionDef, ast.Raise, ast.ClassDef, ast.Starred),
        *(ast.List, ast.Tuple, ast.Set, ast.Dict, ast.Call),
    )
)


def _only_python3(node: ast.AST, print_is_function: bool) -> bool:
    if isinstance(node, _ONLY3):
        return True
    if isinstance(node, ast.arguments):
        return bool(node.kwonlyargs or node.posonlyargs)
    if isinstance(node, ast.arg):
        return node.annotation is not None
    if isinstance(node, ast.FunctionDef):
        return node.returns is not None
    if isinstance(node, ast.Raise):
        return node.cause is not None
    if isinstance(node, ast.ClassDef):
        return bool(node.keywords)
    if isinstance(node, ast.Starred):
        return isinstance(node.ctx, ast.Store)
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return any(isinstance(e, ast.Starred) for e in node.elts)
    if isinstance(node, ast.Dict):
        return None in node.keys
    if isinstance(node, ast.Call):
        return _call_of_python3(node, print_is_function)
    return False


def _call_of_python3(node: ast.Call, print_is_function: bool) -> bool:
    starred = [i for i, a in enumerate(node.args) if isinstance(a, ast.Starred)]
    if starred and starred[0] != len(node.args) - 1:
        return True
    if not isinstance(node.func, ast.Name):
        return False
    if node.func.id == "super":
        return not node.args and not node.keywords
    if node.func.id == "print" and not print_is_function:
        return bool(starred) or any(k.arg in _PRINT_KEYWORDS or k.arg is None for k in node.keywords)
    return False
