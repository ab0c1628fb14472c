"""Which language a repository is written in: a file that both languages can read means what its neighbours mean.

`print "x"` in a tenth of a package's files shows that the package can't be imported by Python 3; `import urllib2`,
`def __div__` alone, and `unicode(x)` in a file that tries and tests for nothing, that it can't be used there. Its other
files, valid in both languages, are then read by Python 2's meaning too (`/`, `map`, `round`). A file that shows that
both languages were thought of is never read that way.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from posixpath import basename, dirname

from migration.dialects.dialect import future_imports, is_python3, parse, prints_by_call
from migration.dialects.octets import has_bytes_literal, has_high_literal, spells_octets
from migration.dialects.python2_only import fails_in_python3, uses_old_builtin
from migration.stdlib.names import DISSOLVED_MODULES, NEW_MODULES, RENAMED_MODULES
from migration.stdlib.tables import OLD
from migration.trees.guards import is_version_test

#: What only Python 2 can read, to be looked for before a text is parsed: it may be part of a string.
_SIGN = re.compile(
    r"[\n;:][ \t]*(?:print\b[ \t]*(?![ \t(.=,])|exec\b[ \t]+[^(=.,\s]|raise\b[^\n(]*,"
    r"|except\b[^\n]*,[ \t]*[\w.(]+[^\n]*:|def\b[^\n(]*\([^)\n]*\()"
)
#: The same within a line.
_SPELLING = re.compile(r"`[^`\n]+`|<>|\b\d+[lL]\b|(?<![\w.])0[0-7]+\b|\bur['\"]")
#: What both languages can read and Python 3 can't use: modules imported outside of any `try`, and methods that it calls
#: by another name, which the file does not give them.
_IMPORTS = re.compile(r"^(?:import|from)[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+)*)", re.MULTILINE)
_OLD_WORD = re.compile(rf"(?<![\w.])(?:{'|'.join(sorted(OLD))})\b")
_METHODS = {"def __div__(": "__truediv__", "def __nonzero__(": "__bool__"}
#: So many of the files at least, of so few at least, can be read by Python 2 only.
_SHARE, _FEWEST = 0.08, 5
_BESIDE = re.compile(
    r"(?:unit_?)?tests?|docs?|examples?|demos?|benchmarks?|scripts?|tools?|setup", re.IGNORECASE
)
_THREE = re.compile(r"(?:py|python)_?3", re.IGNORECASE)
#: Backports to Python 2 that the Python 3 of today can't import, whatever is installed.
_BACKPORTS = ("cElementTree", "elementtree", "functools32", "pysqlite2", "subprocess32", "unittest2")
_OLD_MODULES = frozenset(
    name for name in (*RENAMED_MODULES, *DISSOLVED_MODULES, *_BACKPORTS) if "." not in name
)
_BOTH = frozenset(["six", "future", "past", "builtins"])
#: New names that Python 2 has for something, too: for the slower one of two modules, or as the older package of 2.5.
_OLD_AS_WELL = frozenset(["dbm", "pickle", "re", "test.support", "threading"])
_NEW_NAMES = frozenset(
    n for n in RENAMED_MODULES.values() if n not in _OLD_AS_WELL and not n.startswith("email.")
) | {"urllib.request", "urllib.parse", "urllib.error"}
_OLD_BUILTINS = frozenset(
    [
        "unicode",
        "basestring",
        "long",
        "unichr",
        "xrange",
        "raw_input",
        "reduce",
        "cmp",
        "file",
        "buffer",
        "execfile",
    ]
)
#: What modules of programs for both languages give them, by the names that six uses and those that came before it.
_FOR_BOTH = frozenset(
    ["PY2", "PY3", "_PY3", "binary_type", "implements_bool", "implements_iterator", "implements_to_string",
     "integer_types", "python_2_unicode_compatible", "six", "string_types", "text_type", "with_metaclass"]
)  # fmt: skip
#: Builtins that they give in the meaning of one language.
_GIVEN_BUILTINS = _OLD_BUILTINS | {"bytes", "filter", "input", "map", "range", "str", "zip"}
_COMPATIBLE = re.compile(r"compat", re.IGNORECASE)
_NEW_METHODS = re.compile(r"\bdef __(?:bool|next|truediv)__\(|\b__truediv__ =")
_NEW_BUILTINS = frozenset(
    ["BlockingIOError", "BrokenPipeError", "ChildProcessError", "ConnectionAbortedError", "ConnectionError",
     "ConnectionRefusedError", "ConnectionResetError", "FileExistsError", "FileNotFoundError", "InterruptedError",
     "IsADirectoryError", "ModuleNotFoundError", "NotADirectoryError", "PermissionError", "ProcessLookupError",
     "RecursionError", "ResourceWarning", "StopAsyncIteration", "TimeoutError"]
)  # fmt: skip
_NEW_ATTRIBUTES = frozenset(
    ["casefold", "from_bytes", "lru_cache", "monotonic", "perf_counter", "process_time", "to_bytes"]
)
_NEW_KEYWORDS = frozenset(["capture_output", "exist_ok"])
_OLD_VIEWS = frozenset(["iteritems", "iterkeys", "itervalues"])
_OLD_ITERATORS = frozenset(["ifilter", "ifilterfalse", "imap", "izip", "izip_longest"])
_OF_TEXT_FILES = frozenset(["encoding", "errors", "newline"])
#: What programs for both languages import from the future: one that only prints by a function need not be one.
_MODERN = frozenset(["absolute_import", "division", "unicode_literals"])


def python2_folders(keys: Collection[str], text_of: Callable[[str], str | None]) -> frozenset[str]:
    """The top folders ('' for the repository as a whole) whose files are Python 2's, by their syntax alone."""
    sizes = Counter(_top(key) for key in keys)
    sizes[""] = len(keys)
    only2: Counter[str] = Counter()
    found: set[str] = set()
    own = _own(keys)
    for key in sorted(keys):
        text = text_of(key)
        if text is None or not (_is_unusable(text, own) or _is_unreadable(text, key)):
            continue
        for folder in {"", _top(key)}:
            only2[folder] += 1
            if only2[folder] >= _SHARE * sizes[folder] and (not folder or sizes[folder] >= _FEWEST):
                found.add(folder)
        if key == f"{_top(key)}/__init__.py" and (_imports_old(text, own) or _is_unreadable(text, key)):
            # Nothing of a package can be imported where its own file can't be.
            found |= {_top(key), ""} if _is_sole_package(_top(key), keys) else {_top(key)}
        if "" in found:
            break
    if only2[""] and "" not in found and not any(_is_made_for_both(text_of(key) or "", key) for key in keys):
        found.add("")
    return frozenset(found)


def _is_made_for_both(text: str, key: str) -> bool:
    """Whether a file is Python 3's, or shows that it was made for both languages."""
    tree = parse(text, key)
    try:
        nodes = list(ast.walk(tree)) if tree is not None else []
    except RecursionError:  # nested too deeply to be looked into
        return True
    return _THREE.search(key) is not None or _is_of_both(nodes, text, future_imports(text))


def _is_of_both(nodes: Sequence[ast.AST], text: str, future: frozenset[str]) -> bool:
    return knows_both((n for n in nodes if isinstance(n, CHOICES)), future) or is_python3(nodes, text, future)


def _is_sole_package(name: str, keys: Collection[str]) -> bool:
    """Whether a repository is about one package, with its tests, examples and documents."""
    tops = {_top(key) for key in keys if key == f"{_top(key)}/__init__.py"}
    return not any(top != name and not _BESIDE.match(top) for top in tops)


def shows_python2(text: str, key: str, keys: Iterable[str]) -> bool:
    """Whether a file shows by itself that only Python 2 can run it; `keys` are those of its repository."""
    if _is_unusable(text, _own(keys)):
        return True
    tree = parse(text, key)
    if tree is None:
        return _SIGN.search("\n" + text) is not None or _SPELLING.search(text) is not None
    return is_for_python2(tree, text)


def is_for_python2(tree: ast.Module, text: str) -> bool:
    """Whether a file that both languages can read fails in Python 3, and shows no sign of having been made for it."""
    try:
        if not fails_in_python3(tree, text):
            return False
    except RecursionError:  # nested too deeply to be looked into
        return False
    return not _shows_python3(list(ast.walk(tree)), text, future_imports(text))


def is_for_python3(text: str, key: str) -> bool:
    """Whether a file shows any sign of Python 3, or that the difference was thought of: then it is not to be presumed
    that it means what Python 2 means. High characters in a native literal may be octets or text, where nothing tells.
    """
    future = future_imports(text)
    if _THREE.search(key) or "absolute_import" in future or {"division", "print_function"} <= future:
        return True
    if has_bytes_literal(text) or (has_high_literal(text) and not spells_octets(text)):
        return True
    tree = parse(text, key)
    try:
        nodes = list(ast.walk(tree)) if tree is not None else []
        return bool(nodes) and (_shows_python3(nodes, text, future) or _is_meant_for_python3(nodes))
    except RecursionError:  # nested too deeply to be looked into
        return True


def _shows_python3(nodes: Sequence[ast.AST], text: str, future: frozenset[str]) -> bool:
    if _is_of_both(nodes, text, future):
        return True
    # Who imports the function from the future had it not: Python 2 ran this.
    if "print_function" not in future and prints_by_call(n for n in nodes if isinstance(n, ast.Call)):
        return True
    return any(map(_tells_text_from_bytes, nodes)) or _NEW_METHODS.search(text) is not None


def _is_meant_for_python3(nodes: Sequence[ast.AST]) -> bool:
    """Whether anything is of Python 3's library, or written as only Python 3 needs it, or tried for both."""
    asked: set[str] = set()
    read: set[str] = set()
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id="hasattr"), args=[owner, ast.Constant(value=str(name))]):
                if name in _OLD_VIEWS:
                    asked.add(f"{ast.unparse(owner)}.{name.removeprefix('iter')}")
            case ast.Attribute(attr="items" | "keys" | "values" as name):
                read.add(f"{ast.unparse(node.value)}.{name}")
    if not asked.isdisjoint(read):
        return True  # the way of Python 3 beside that of Python 2
    for node in nodes:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [a.name for a in node.names]
            modules = names if isinstance(node, ast.Import) else [] if node.level else [node.module or ""]
            if any(m.split(".")[0] in NEW_MODULES or m == "unittest.mock" for m in modules):
                return True
            if modules == ["unittest"] and "mock" in names:
                return True
        elif isinstance(node, ast.Name):
            if node.id in _NEW_BUILTINS:
                return True
        elif isinstance(node, ast.Attribute):
            if node.attr in _NEW_ATTRIBUTES:
                return True
        elif isinstance(node, ast.Call):
            if (
                any(k.arg in _NEW_KEYWORDS for k in node.keywords)
                or _makes_a_list_of(node)
                or _reads_text(node)
            ):
                return True
        elif isinstance(node, ast.Try) and _tries_what_is_old(node):
            return True
    return False


def _makes_a_list_of(node: ast.Call) -> bool:
    """Whether a call is `list(map(…))` or `list(d.keys())`: a list in Python 2 without it."""
    inner = node.args[0] if getattr(node.func, "id", "") == "list" and len(node.args) == 1 else None
    function = inner.func if isinstance(inner, ast.Call) else None
    if isinstance(function, ast.Name):
        return function.id in ("filter", "map", "range", "zip")
    return isinstance(function, ast.Attribute) and function.attr in ("items", "keys", "values")


def _reads_text(node: ast.Call) -> bool:
    """Whether a call is `int(input())`, or one of a method of what input() gives."""
    function = node.func
    if isinstance(function, ast.Attribute):
        return isinstance(function.value, ast.Call) and getattr(function.value.func, "id", "") == "input"
    given = node.args[0] if getattr(function, "id", "") in ("float", "int") and node.args else None
    return isinstance(given, ast.Call) and getattr(given.func, "id", "") == "input"


def _tries_what_is_old(node: ast.Try) -> bool:
    """Whether a `try` is there for what Python 3 has not: an old module, name or builtin that need not be there."""
    caught = {
        n.id for h in node.handlers for n in (ast.walk(h.type) if h.type else ()) if isinstance(n, ast.Name)
    }
    if caught and caught.isdisjoint(("ImportError", "NameError", "AttributeError", "Exception")):
        return False
    for inner in (n for s in node.body for n in ast.walk(s)):
        if isinstance(inner, ast.Import) and any(a.name.split(".")[0] in _OLD_MODULES for a in inner.names):
            return True
        if isinstance(inner, ast.ImportFrom) and not inner.level:
            if (inner.module or "").split(".")[0] in _OLD_MODULES:
                return True
            if inner.module == "itertools" and any(a.name in _OLD_ITERATORS for a in inner.names):
                return True
        if isinstance(inner, ast.Name) and inner.id in _OLD_BUILTINS:
            return True
    return False


def _tells_text_from_bytes(node: ast.AST) -> bool:
    """Whether `bytes` is named, text made of octets by `str(x, encoding)`, or a file opened with an encoding."""
    if isinstance(node, ast.Name):
        return node.id == "bytes"
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    if node.func.id == "str":
        return len(node.args) > 1
    return node.func.id == "open" and any(k.arg in _OF_TEXT_FILES for k in node.keywords)


def _own(keys: Iterable[str]) -> set[str]:
    """The names of modules that are the repository's own."""
    return {basename(part).removesuffix(".py") for key in keys for part in (key, dirname(key))}


def _is_unreadable(text: str, key: str) -> bool:
    return _SIGN.search("\n" + text) is not None and parse(text, key) is None


def _is_unusable(text: str, own: Collection[str]) -> bool:
    """Whether a text can be read by Python 3, but not be used there; `own` are modules of the repository."""
    if any(method in text and name not in text for method, name in _METHODS.items()):
        tree = parse(text, "")
        if tree is None or not knows_both(
            (n for n in ast.walk(tree) if isinstance(n, CHOICES)), future_imports(text)
        ):
            return True
    return _imports_old(text, own) or _needs_old_builtin(text)


def _needs_old_builtin(text: str) -> bool:
    """Whether a text asks for `unicode` or another builtin that is gone, and has nothing to do without it."""
    tree = parse(text, "") if _OLD_WORD.search(text) else None
    try:
        if tree is None or not uses_old_builtin(tree):
            return False
        return not knows_both((n for n in ast.walk(tree) if isinstance(n, CHOICES)), future_imports(text))
    except RecursionError:  # nested too deeply to be looked into
        return False


def _imports_old(text: str, own: Collection[str]) -> bool:
    names = {n.strip().split(".")[0] for found in _IMPORTS.findall(text) for n in found.split(",")}
    return not names.isdisjoint(_OLD_MODULES - set(own))


def is_python2(key: str, folders: frozenset[str]) -> bool:
    """Whether the file's folder, or the repository as a whole, is Python 2's; no folder named after Python 3 is."""
    return not _THREE.search(key) and ("" in folders or _top(key) in folders)


def _top(key: str) -> str:
    return key.partition("/")[0] if "/" in key else ""


#: The nodes that can show it.
CHOICES = (ast.If, ast.IfExp, ast.Import, ast.ImportFrom, ast.Try)


def knows_both(nodes: Iterable[ast.AST], future: frozenset[str]) -> bool:
    """Whether a file shows that it was made for Python 3 as well: a version test, a new module, `six`."""
    if "unicode_literals" in future or ("print_function" in future and future & _MODERN):
        return True
    for node in nodes:
        if isinstance(node, (ast.If, ast.IfExp)):
            if is_version_test(node.test):
                return True
        elif isinstance(node, ast.Import):
            if any(a.name in _NEW_NAMES or a.name.split(".")[0] in _BOTH for a in node.names):
                return True
        elif isinstance(node, ast.ImportFrom):
            module = "" if node.level else node.module or ""
            if module in _NEW_NAMES or module.split(".")[0] in _BOTH:
                return True
            if any(a.name in _FOR_BOTH for a in node.names):
                return True
            given = (node.module or "").rpartition(".")[2]
            if _COMPATIBLE.search(given) and any(a.name in _GIVEN_BUILTINS for a in node.names):
                return True
        elif isinstance(node, ast.Try) and _asks_for_old_builtin(node):
            return True
    return False


def _asks_for_old_builtin(node: ast.Try) -> bool:
    """`try: unicode`, `except NameError: …`. Asking for `set` only tells old versions of Python 2 apart."""
    caught = {getattr(h.type, "id", "") for h in node.handlers}
    asked = (n for statement in node.body for n in ast.walk(statement) if isinstance(n, ast.Name))
    return "NameError" in caught and any(n.id in _OLD_BUILTINS for n in asked)
