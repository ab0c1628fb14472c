"""Which parts of a tree run under a version test, so that they are right as they are for one of the
languages.
"""

from __future__ import annotations

import ast
import builtins
import operator
import re
import types
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from migration.stdlib.names import DISSOLVED_MODULES, LATE_MODULES, RENAMED_MODULES, STANDARD_MODULES
from migration.trees.fields import walk

_VERSION_NAMES = frozenset(
    [
        "PY2", "PY3", "PY27", "PY26", "IS_PY2", "IS_PY3", "IS_PYTHON2", "IS_PYTHON3", "PYTHON2", "PYTHON3",
        "is_py2", "is_py3", "is_python2", "is_python3", "py2", "py3", "_py3", "_py2", "python_version",
        "version_info", "hexversion", "python_version_tuple", "PY_MAJOR", "PY_VERSION", "ispy3", "ispy2",
        "py3k", "PY3K", "_PY3", "_PY2", "PYTHON_VERSION",
    ]
)  # fmt: skip
#: Other names that say which Python runs: inPy3k, running_python2 (but not shutil.copy2).
_SPELLED = re.compile(r"(?<!co)py(?:thon)?_?[23](?:k|\d|_|$)", re.IGNORECASE)
#: Of these names, what is true in one of the languages alone.
_NAMED_VERSION = re.compile(r"_*(?:is_?)?py(?:thon)?_?([23])k?", re.IGNORECASE)
_NAME_ERRORS = frozenset(["NameError", "AttributeError", "UnboundLocalError"])
_UNBOUND = _NAME_ERRORS - {"AttributeError"}
#: What other things raise than a name, an attribute or an import that is missing.
_FAILURES = frozenset(
    ["ArithmeticError", "EnvironmentError", "IndexError", "IOError", "OSError", "OverflowError", "RuntimeError",
     "ValueError", "ZeroDivisionError"]
)  # fmt: skip
_OLD_BUILTINS = frozenset(["unicode", "basestring", "long", "file", "xrange", "buffer"])
#: All builtins that only one of the languages has.
_BY_ONE_LANGUAGE = _OLD_BUILTINS | frozenset(
    [
        "apply", "cmp", "coerce", "execfile", "intern", "raw_input", "reduce", "reload", "unichr", "StandardError",
        "ascii", "exec", "FileNotFoundError", "PermissionError", "ConnectionError", "TimeoutError", "RecursionError",
        "ModuleNotFoundError", "ResourceWarning", "__build_class__", "__builtins__", "unicode_literals",
    ]
)  # fmt: skip
_OLD_METHODS = {f"{kind}{what}" for kind in ("iter", "view") for what in ("items", "keys", "values")} | {
    "has_key"
}
#: Attributes that objects have in one of the languages, or functions of modules in disguise.
_OF_ONE_LANGUAGE = re.compile(
    r"(?:func_|im_|gi_|f_exc|__)|(?:decode|encode|next|message|maxint|buffer|letters)$"
)
#: The same, of which an object is asked whether it has one: in Python 2 alone, and in Python 3 alone.
_OF_OLD_OBJECTS = re.compile(r"(?:func_|im_)|(?:next|maxint)$")
_OF_NEW_OBJECTS = frozenset(["__next__", "__qualname__", "with_traceback"])
#: Attributes of the types that both languages have: one may lack them there.
_OF_TYPES = frozenset(name for kind in (str, bytes, list, dict, set, tuple, int, float) for name in dir(kind))
#: What modules of the library have lost: whoever asks whether they have it knows both languages.
_LOST = {
    "sys": frozenset(
        ["exc_clear", "exc_type", "exc_value", "maxint", "setcheckinterval", "setdefaultencoding"]
    ),
    "os": frozenset(["errno", "getcwdu", "popen2", "popen3", "popen4", "tempnam", "tmpnam"]),
    "string": frozenset(
        [
            "atof",
            "atoi",
            "atol",
            "join",
            "letters",
            "lowercase",
            "maketrans",
            "split",
            "splitfields",
            "uppercase",
        ]
    ),
    "itertools": frozenset(["ifilter", "ifilterfalse", "imap", "izip", "izip_longest"]),
    "types": frozenset(["ClassType", "InstanceType", "StringType", "StringTypes", "UnicodeType"]),
    "operator": frozenset(["div", "isCallable", "sequenceIncludes"]),
    "inspect": frozenset(["getargspec"]),
    "time": frozenset(["clock"]),
    "base64": frozenset(["decodestring", "encodestring"]),
}
_IMPORT_ERRORS = frozenset(["ImportError", "ModuleNotFoundError"])
#: Functions by which a handler says that it cannot go on: `raise_serialization_error`, `self.fail`, `log.error`.
_FAILING = re.compile(r"raise|fail|error|abort", re.IGNORECASE)
#: Modules of which one asks for a language: six, compat, builtins.
_TELLING = re.compile(r"^six$|compat|future|builtins|py_?[23]|python_?[23]")
#: What no Python 3 has.
_GONE = DISSOLVED_MODULES | RENAMED_MODULES.keys()
#: Modules that are no packages: nothing is imported from within them.
_NO_PACKAGES = frozenset(
    ["Queue", "StringIO", "cStringIO", "hashlib", "hmac", "md5", "random", "sha", "string", "sys", "time", "types"]
)  # fmt: skip
#: A `try:` with more statements than this is a program with an error handler, not a version test.
_SMALL = 3
#: So many with all that is inside of them.
_SMALL_THROUGHOUT = 8


#: One of each language, as `sys.version_info`: a condition that is the same for all of them tells none apart.
_VERSIONS = ((2, 7, 18, "final", 0), (3, 6, 15, "final", 0), (3, 13, 0, "final", 0))
_TYPES: dict[str, type] = {"tuple": tuple, "int": int, "str": str, "list": list}
_COMPARISONS: dict[type, Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda left, right: left in right,
    ast.NotIn: lambda left, right: left not in right,
}
#: Converters that a part of the version goes through before it is compared.
_CONVERTERS: dict[str, Callable[[Any], Any]] = {"int": int, "float": float, "str": str, "tuple": tuple}
#: Python 3 as long as there is one.
_EVERY_3 = tuple((3, minor, 0, "final", 0) for minor in range(14))
#: The last minor version of Python 2, which a program for it was run by last.
LAST_2 = 7
_EXITS = frozenset(["sys.exit", "os._exit", "exit", "quit", "SystemExit"])
#: What is raised to be caught, or to leave out a part, where the rest of a program is for both languages.
_PARTIAL = re.compile(
    r"Skip|ImportError|ModuleNotFound|NotImplemented|(?:Type|Value|Name|Attribute|Lookup|Key)Error"
)


def is_version_test(test: ast.expr) -> bool:
    """Whether a condition asks which Python is running, so that Python 2 and 3 may answer differently.

    `sys.version_info >= (2, 5)` is no such test: both say yes.
    """
    pending = [test]
    while pending:
        part = pending.pop()
        if not _mentions_version(part) or _same_everywhere(part):
            continue
        if isinstance(part, ast.BoolOp):
            pending.extend(part.values)
        elif isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not):
            pending.append(part.operand)
        else:
            return True
    return False


def _same_everywhere(test: ast.expr) -> bool:
    """Whether a test of nothing but the version comes out the same in both languages."""
    try:
        return len({bool(_value(test, version)) for version in _VERSIONS}) == 1
    except (ValueError, TypeError, LookupError):
        return False


def refuses_python3(node: ast.AST, anywhere: bool = False) -> bool:
    """Whether a statement does nothing but end the program under any Python 3.

    `if sys.version_info[0] >= 3: raise Exception("not for Python 3")`: who wrote it meant Python 2 alone. With
    `anywhere`, only what ends the whole program counts, not what a caller may catch.
    """
    if isinstance(node, ast.Assert):
        return not anywhere and _holds_on_2_alone(node.test)
    if not isinstance(node, ast.If) or node.orelse or not _ends_all(node.body, anywhere):
        return False
    return is_version_test(node.test) and _holds_on_2_alone(ast.UnaryOp(ast.Not(), node.test))


def only_python2(test: ast.expr) -> list[int] | None:
    """The minor versions of Python 2 on which a test about nothing but the version holds; None where it holds on some
    Python 3, or asks more.
    """
    try:
        if any(_value(test, version) for version in _EVERY_3):
            return None
        return [minor for minor in range(LAST_2 + 1) if _value(test, (2, minor, 18, "final", 0))]
    except (ValueError, TypeError, LookupError):
        return None


def _holds_on_2_alone(test: ast.expr) -> bool:
    return LAST_2 in (only_python2(test) or ())


def _ends_all(body: list[ast.stmt], anywhere: bool) -> bool:
    """Whether a block says something at most, and leaves the program."""
    last = body[-1]
    if not all(isinstance(s, (ast.Expr, ast.Assign, ast.Import, ast.ImportFrom)) for s in body[:-1]):
        return False
    value = last.exc if isinstance(last, ast.Raise) else getattr(last, "value", None)
    name = ast.unparse(value.func if isinstance(value, ast.Call) else value) if value is not None else ""
    if isinstance(last, ast.Raise):
        return name == "SystemExit" if anywhere else bool(name) and not _PARTIAL.search(name)
    return isinstance(last, ast.Expr) and isinstance(value, ast.Call) and name in _EXITS


def _value(node: ast.expr, version: tuple[Any, ...]) -> Any:
    """What an expression about `sys` gives on a version. ValueError: it is about something else."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, (ast.Tuple, ast.List)):
        return tuple(_value(e, version) for e in node.elts)
    if isinstance(node, (ast.Name, ast.Attribute)):
        name = node.id if isinstance(node, ast.Name) else node.attr
        if name == "version_info":
            return version
        if name == "hexversion":
            return version[0] << 24 | version[1] << 16 | version[2] << 8 | 0xF0
        if name == "version" and isinstance(node, ast.Attribute):
            return "{}.{}.{} (final)".format(*version)
        if name in ("major", "minor", "micro") and isinstance(node, ast.Attribute):
            return _value(node.value, version)[("major", "minor", "micro").index(name)]
    elif isinstance(node, ast.Subscript):
        return _value(node.value, version)[_index(node.slice, version)]
    elif isinstance(node, ast.BoolOp):
        together = all if isinstance(node.op, ast.And) else any
        return together([_value(v, version) for v in node.values])
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return not _value(node.operand, version)
    elif isinstance(node, ast.Compare) and all(type(o) in _COMPARISONS for o in node.ops):
        values = [_value(v, version) for v in (node.left, *node.comparators)]
        pairs = zip(node.ops, values, values[1:], strict=False)
        return all(_COMPARISONS[type(o)](left, right) for o, left, right in pairs)
    elif isinstance(node, ast.Call) and not node.keywords and len(node.args) <= 1:
        return _called(node, version)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
        kind = node.args[1] if len(node.args) == 2 else None
        if isinstance(kind, ast.Name) and kind.id in _TYPES:
            return isinstance(_value(node.args[0], version), _TYPES[kind.id])
    raise ValueError(ast.dump(node))


def _called(node: ast.Call, version: tuple[Any, ...]) -> Any:
    """What a call with one argument at most gives: of a converter, a method of a text, of `platform`."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if not node.args:
        if name in ("python_version", "python_version_tuple"):
            parts = tuple(str(part) for part in version[:3])
            return parts if name == "python_version_tuple" else ".".join(parts)
        if isinstance(node.func, ast.Attribute) and name in ("split", "strip"):
            return getattr(str(_value(node.func.value, version)), name)()
    elif isinstance(node.func, ast.Name) and name == "len":
        return len(_value(node.args[0], version))
    elif isinstance(node.func, ast.Name) and name in _CONVERTERS:
        return _CONVERTERS[name](_value(node.args[0], version))
    elif isinstance(node.func, ast.Attribute) and name in ("split", "startswith"):
        return getattr(str(_value(node.func.value, version)), name)(_value(node.args[0], version))
    raise ValueError(ast.dump(node))


def _index(node: ast.expr, version: tuple[Any, ...]) -> Any:
    if isinstance(node, ast.Slice):
        bounds = (node.lower, node.upper, node.step)
        return slice(*(None if b is None else _value(b, version) for b in bounds))
    return _value(node, version)


@lru_cache(maxsize=4096)
def _names_version(name: str) -> bool:
    """Whether a name says which Python is running; the same few hundred names are asked of again and again."""
    return name in _VERSION_NAMES or _SPELLED.search(name) is not None


def _mentions_version(test: ast.expr) -> bool:
    for node in walk(test):
        if isinstance(node, ast.Name) and _names_version(node.id):
            return True
        if isinstance(node, ast.Attribute):
            if _names_version(node.attr):
                return True
            if node.attr == "version" and isinstance(node.value, ast.Name) and node.value.id == "sys":
                return True
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Is, ast.IsNot)):
            names = {n.id for n in (node.left, *node.comparators) if isinstance(n, ast.Name)}
            if {"str", "bytes"} <= names or {"str", "unicode"} <= names:
                return True
    return False


def _names_an_old_type(test: ast.expr) -> bool:
    """Whether a test can be asked in Python 2 only, though Python 3 is meant to answer it: `str is unicode`."""
    if not isinstance(test, ast.Compare):
        return False
    return any(isinstance(n, ast.Name) and n.id in _OLD_BUILTINS for n in (test.left, *test.comparators))


def _asks_more(test: ast.expr) -> bool:
    """Whether a condition holds on one language only if something else does too: both come to the other way then."""
    return (
        isinstance(test, ast.BoolOp)
        and isinstance(test.op, ast.And)
        and not all(_mentions_version(v) for v in test.values)
    )


def _caught(handler: ast.ExceptHandler) -> set[str]:
    if handler.type is None:
        return {"ImportError", "NameError"}
    nodes = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {n.id for n in nodes if isinstance(n, ast.Name)}


def _expects_more(handler: ast.ExceptHandler) -> bool:
    """Whether a handler takes whatever may go wrong when something is done: it names what no missing name raises, too,
    or knows nothing of names.
    """
    caught = _caught(handler)
    return bool(caught & _FAILURES) or not caught & _NAME_ERRORS


def _is_optional(statement: ast.Import | ast.ImportFrom) -> bool:
    """Whether an import is of no module that only one of the languages has, so that its failure tells none apart.

    Packages that say themselves which Python runs (six, compat) count as such modules.
    """
    heads, names = _heads(statement), _imported(statement)
    words = [word for name in names for word in name.lower().split(".")]
    return not heads & STANDARD_MODULES and not any(_TELLING.search(word) for word in words)


def _imported(statement: ast.Import | ast.ImportFrom) -> list[str]:
    """The modules that a statement imports, with what it takes of a package it does not name."""
    if isinstance(statement, ast.ImportFrom):
        return [statement.module or "", *(a.name for a in statement.names if statement.level)]
    return [a.name for a in statement.names]


def _heads(statement: ast.Import | ast.ImportFrom) -> set[str]:
    return {name.split(".")[0] for name in _imported(statement)}


def fails_anywhere(statement: ast.Import | ast.ImportFrom) -> bool:
    """Whether no Python can import what a statement names: `import hashlib.md5`."""
    names = _imported(statement) if isinstance(statement, ast.Import) else []
    return len(names) == 1 and "." in names[0] and names[0].split(".")[0] in _NO_PACKAGES


def _only_lacks_old_types(imports: Sequence[ast.stmt], handlers: Sequence[ast.AST]) -> bool:
    """Whether types are imported by the names that Python 2 has for them, and nothing is done for a Python so old that
    it lacks one.
    """
    named = all(isinstance(s, ast.ImportFrom) and s.module == "types" and not s.level for s in imports)
    return named and all(isinstance(s, ast.Pass) for s in handlers)


def takes_old_types(body: Sequence[ast.stmt]) -> bool:
    """Whether statements take types by names that only Python 2 has, whatever runs: `from types import IntType`."""
    taken = (s for s in body if isinstance(s, ast.ImportFrom) and s.module == "types" and not s.level)
    return any(a.name.endswith("Type") and not hasattr(types, a.name) for s in taken for a in s.names)


def _without_imports(body: list[ast.stmt]) -> list[ast.AST]:
    """The statements of a block but its imports, those in an `if` of it included."""
    found: list[ast.AST] = []
    for statement in body:
        if isinstance(statement, ast.If):
            found += [statement.test, *_without_imports(statement.body), *_without_imports(statement.orelse)]
        elif not isinstance(statement, (ast.Import, ast.ImportFrom)):
            found.append(statement)
    return found


def _looks_into_the_library(body: list[ast.stmt]) -> bool:
    """Whether any attribute is looked up in a module of the library or in a builtin."""
    for node in (n for statement in body for n in ast.walk(statement)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = node.value.id
            if name in STANDARD_MODULES or name in _OLD_BUILTINS or hasattr(builtins, name):
                return True
    return False


def _old_methods(body: Sequence[ast.AST]) -> set[str]:
    """The methods that only Python 2 has, of those that a block speaks of."""
    attributes = (n.attr for s in body for n in walk(s) if isinstance(n, ast.Attribute))
    return (_OLD_METHODS | {"__cmp__"}).intersection(attributes)


def _reads_old_builtin(body: Sequence[ast.AST]) -> bool:
    """Whether a block reads a builtin that only Python 2 has, and not to ask it for an attribute."""
    inside = [n for s in body for n in walk(s)]
    asked = {id(n.value) for n in inside if isinstance(n, ast.Attribute)}
    names = (n for n in inside if isinstance(n, ast.Name) and id(n) not in asked)
    return any(n.id in _OLD_BUILTINS and isinstance(n.ctx, ast.Load) for n in names)


def _reads_lost(body: Sequence[ast.AST]) -> bool:
    """Whether a block takes from a module of the library what only Python 2's has."""
    attributes = (n for s in body for n in walk(s) if isinstance(n, ast.Attribute))
    return any(isinstance(a.value, ast.Name) and a.attr in _LOST.get(a.value.id, ()) for a in attributes)


def _gives_up(handler: ast.ExceptHandler) -> bool:
    """Whether a handler of an import that fails ends the program, or says so to whoever imports this, in both
    languages: it knows no other way.
    """
    last = handler.body[-1]
    value = last.exc if isinstance(last, ast.Raise) else getattr(last, "value", None)
    function = value.func if isinstance(value, ast.Call) else value
    name = ast.unparse(function) if function is not None else ""
    ends = name in _EXITS or (isinstance(last, ast.Raise) and name in _IMPORT_ERRORS)
    others = (n for s in handler.body for n in ast.walk(s))
    return ends and not any(isinstance(n, (ast.Import, ast.ImportFrom, ast.If, ast.Try)) for n in others)


_NAMING = (ast.Name, ast.Attribute, ast.Tuple, ast.List, ast.Constant, ast.expr_context)


def _asks_for_a_name(statement: ast.stmt) -> bool:
    """Whether a statement does nothing but look a name up: `unicode`, `text = unicode`."""
    if isinstance(statement, (ast.Expr, ast.Assign)):
        return all(isinstance(n, _NAMING) for n in ast.walk(statement.value))
    return False


def _names_any(body: Sequence[ast.AST], names: frozenset[str]) -> bool:
    """Whether any of some names stands in a block."""
    return any(isinstance(n, ast.Name) and n.id in names for s in body for n in ast.walk(s))


def _asks_an_object(body: list[ast.stmt]) -> bool:
    """Whether statements only look up what objects of the program have, by names that no language gives them."""
    return all(_asks_for_a_name(s) for s in body) and _reads_what_both_have(body)


def _reads_what_both_have(body: list[ast.stmt]) -> bool:
    """Whether statements read attributes, none of which either language alone gives to objects, and no names of one."""
    attributes = [n.attr for s in body for n in ast.walk(s) if isinstance(n, ast.Attribute)]
    told = any(_OF_ONE_LANGUAGE.match(a) or a in _OLD_METHODS for a in attributes)
    if not attributes or told or _looks_into_the_library(body):
        return False
    return not _names_any(body, _BY_ONE_LANGUAGE)


def _asks_own_object(body: list[ast.stmt]) -> bool:
    """Whether statements ask what a method's own object keeps for what no type of either language has."""
    attributes = [n for s in body for n in ast.walk(s) if isinstance(n, ast.Attribute)]
    if not attributes or _looks_into_the_library(body) or _names_any(body, _BY_ONE_LANGUAGE):
        return False
    for attribute in attributes:
        root: ast.expr = attribute
        while isinstance(root, ast.Attribute):
            root = root.value
        told = _OF_ONE_LANGUAGE.match(attribute.attr) or attribute.attr in _OLD_METHODS | _OF_TYPES
        if told or not (isinstance(root, ast.Name) and root.id == "self"):
            return False
    return True


def _asks_for_names(body: list[ast.stmt]) -> bool:
    """Whether any of some statements only looks a name up, or deletes one."""
    return any(isinstance(s, ast.Delete) or _asks_for_a_name(s) for s in body)


def _does_much(body: list[ast.stmt]) -> bool:
    """Whether several statements do more than look a name up."""
    return len(body) > 1 and not _asks_for_names(body)


def _may_lack_a_name(body: list[ast.stmt]) -> bool:
    """Whether it may be a language that lacks a name which the statements read."""
    return _asks_for_names(body) or _looks_into_the_library(body) or _names_any(body, _BY_ONE_LANGUAGE)


def python3_side(node: ast.If | ast.IfExp) -> list[ast.AST]:
    """What Python 3 runs of a version test, where the version alone decides."""
    try:
        answers = {bool(_value(node.test, version)) for version in _VERSIONS[1:]}
    except (ValueError, TypeError, LookupError):
        return []
    if len(answers) != 1:
        return []
    side = node.body if answers.pop() else node.orelse
    return [side] if isinstance(side, ast.expr) else list(side)


def side_named_for_python3(node: ast.If | ast.IfExp) -> list[ast.AST]:
    """What Python 3 runs of a version test, where the version or a name decides that says which of both runs: `PY3`."""
    test, turned = node.test, False
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, turned = test.operand, not turned
    name = test.id if isinstance(test, ast.Name) else test.attr if isinstance(test, ast.Attribute) else ""
    told = _NAMED_VERSION.fullmatch(name)
    if told is None:
        return python3_side(node)
    side = node.body if (told[1] == "3") is not turned else node.orelse
    return [side] if isinstance(side, ast.expr) else list(side)


def _imports_what_is_gone(node: ast.AST) -> bool:
    return isinstance(node, (ast.Import, ast.ImportFrom)) and bool(_heads(node)) and _heads(node) <= _GONE


def _asks_for_what_is_lost(test: ast.expr) -> bool:
    """Whether a condition is `hasattr(sys, 'exc_clear')`: it holds in Python 2 alone."""
    match test:
        case ast.Call(func=ast.Name(id="hasattr"), args=[ast.Name(id=module), ast.Constant(value=str(name))]):
            return name in _LOST.get(module, ())
    return False


def asked_language(test: ast.expr) -> int:
    """Which language a condition asks for by what something has: 2 for `hasattr(x, 'iteritems')` and for `getattr(x,
    'im_func', None)`, 3 for `hasattr(BaseException, 'with_traceback')`; 0 for none.
    """
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return {2: 3, 3: 2}.get(asked_language(test.operand), 0)
    for node in walk(test):
        match node:
            case ast.Call(func=ast.Name(id="hasattr"), args=[owner, ast.Constant(value=str(name))]):
                pass
            case ast.Call(func=ast.Name(id="getattr"), args=[owner, ast.Constant(value=str(name)), _]):
                pass
            case _:
                continue
        lost = isinstance(owner, ast.Name) and name in _LOST.get(owner.id, ())
        if lost or name in _OLD_METHODS or _OF_OLD_OBJECTS.match(name):
            return 2
        if name in _OF_NEW_OBJECTS:
            return 3
    return 0


def leaves(body: Sequence[ast.stmt]) -> bool:
    """Whether nothing behind a block is come to from it."""
    return isinstance(body[-1], (ast.Return, ast.Raise, ast.Continue, ast.Break))


def _can_do_without(node: ast.If) -> bool:
    """Whether a program goes on as it is meant to where nothing is done in the body of an `if`: there is another way,
    or what is done there is done for its effect.
    """
    return bool(node.orelse) or all(isinstance(s, (ast.Expr, ast.Pass)) for s in node.body)


def _only_fails(handler: ast.ExceptHandler) -> bool:
    """Whether a handler knows no other way: it raises, or calls what says by its name that it does."""
    for statement in handler.body:
        value = statement.value if isinstance(statement, ast.Expr) else None
        told = isinstance(value, ast.Call) and _FAILING.search(ast.unparse(value.func))
        if not told and not isinstance(statement, ast.Raise):
            return False
    return True


def _is_small(body: list[ast.stmt]) -> bool:
    """Whether a block is so short that it can be there to ask which language runs."""
    if len(body) > _SMALL:
        return False
    return sum(isinstance(n, ast.stmt) for s in body for n in walk(s)) <= _SMALL_THROUGHOUT


def guarded_arms(
    node: ast.AST, parses: bool = True, converted: bool = False, python2: bool = False
) -> list[ast.AST]:
    """The children of `node` that only one of the two languages is meant to run (empty when it is no
    guard).

    `parses`: the file is valid in Python 3 as it was found. Where it is not, an import that may fail guards itself
    and what replaces it, but not the statements beside it. `converted`: a converter was to run over the file when it
    is installed under Python 3, so that what Python 3 runs of a version test is in Python 2's words as well. `python2`:
    the files around it are Python 2's, whether or not this one can be read in both. What is done with a module that
    both have but very old Pythons is for both. Nor can what Python 3 is to import be a module that it does not have:
    somebody has mixed up the sides.
    """
    if isinstance(node, (ast.If, ast.IfExp)) and is_version_test(node.test):
        side = python3_side(node)
        open_to_rules = side if converted else [s for s in side if _imports_what_is_gone(s)]
        test = [] if _names_an_old_type(node.test) else [node.test]
        if isinstance(node, ast.If):
            arms = [*test, *node.body, *(node.orelse if not _asks_more(node.test) else [])]
        else:
            arms = [*test, node.body, node.orelse]
        return [arm for arm in arms if arm not in open_to_rules]
    if isinstance(node, ast.If) and _asks_for_what_is_lost(node.test) and _can_do_without(node):
        return list(node.body)
    if isinstance(node, ast.Try) and node.handlers:
        caught = set().union(*(_caught(h) for h in node.handlers))
        handlers: list[ast.AST] = [s for h in node.handlers for s in h.body]
        if caught & _IMPORT_ERRORS and any(isinstance(s, (ast.Import, ast.ImportFrom)) for s in node.body):
            if all(_gives_up(h) for h in node.handlers):
                return []
            imports = [s for s in node.body if isinstance(s, (ast.Import, ast.ImportFrom))]
            if (python2 or not parses) and _only_lacks_old_types(imports, handlers):
                return []
            optional = all(_is_optional(s) for s in imports)
            if optional and (not parses or (python2 and _reads_old_builtin(handlers))):
                return list(imports)  # where it is missing, Python 3 would not come far in the handlers
            if not parses and _reads_lost(handlers):
                return list(imports)  # nor there, where the library has no such name any more
            both = optional or all(_heads(s) <= LATE_MODULES for s in imports)
            own = node.body if parses and not both and len(node.body) <= _SMALL else []
            return [*imports, *handlers, *own]
        if caught & _NAME_ERRORS and _is_small(node.body):
            explicit = all(h.type is not None for h in node.handlers)
            if not explicit and not all(_asks_for_a_name(s) for s in node.body):
                return []
            if not caught & _UNBOUND and all(_only_fails(h) for h in node.handlers):
                return []  # whichever language comes there has no way on
            by_old = parses and _names_any(handlers, _OLD_BUILTINS)
            if (not explicit or not caught & _UNBOUND) and not by_old and _asks_an_object(node.body):
                return []  # what it lacks it lacks in both
            if python2 and not caught & _UNBOUND and not by_old and _reads_what_both_have(node.body):
                return []  # the same, in a file that was never meant for the other
            if by_old and python2 and not caught & _UNBOUND and _asks_own_object(node.body):
                return []  # the same, and Python 3 would not come through the handlers
            if not parses and not caught & _UNBOUND and not _looks_into_the_library(node.body):
                return []  # whatever lacks the attribute, it is no sign of the language
            if not parses and (not _may_lack_a_name(node.body) or all(map(_expects_more, node.handlers))):
                return []
            if not parses and "AttributeError" not in caught and _does_much(node.body):
                return []  # names that the work itself, or code that it runs, may lack
            if not caught & _UNBOUND and _old_methods(handlers) >= _old_methods(node.body) != set():
                return []  # neither way can be Python 3's
            if not caught & _UNBOUND and _reads_lost(handlers):
                return []  # Python 3 would not come further there
            if not caught & _UNBOUND and not _old_methods(node.body) and _reads_old_builtin(node.body):
                return []  # Python 3 would not come to lack the attribute
            if _reads_lost(handlers):
                return [
                    *_without_imports(node.body)
                ]  # what Python 3 comes to was meant for an older Python 2
            # An import that fails is not caught here, so it serves both languages or none.
            return [*_without_imports(node.body), *handlers]
    return []
