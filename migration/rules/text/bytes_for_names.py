"""getattr(o, b'x'), b'x' in kwargs, path.join(p, b'x') → 'x': what names, formats and parts of paths are spelled by."""

from __future__ import annotations

import ast
import codecs

from environment.traces import Exactness
from migration.analysis.names import last_name, stdlib_name
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.values import gathers_keywords
from migration.rule import Findings, Rule
from migration.rules.text.formatted_bytes import LITERALS, prefixes
from migration.view.module import Module

_EVERY = (0, 1, 2, 3, 4, 5)
#: Builtins and functions of the library → where they take a name, a format, a mode or a codec, and nothing else.
_FUNCTIONS = {
    **dict.fromkeys([f"builtins.{name}" for name in ("getattr", "setattr", "hasattr", "delattr")], (1,)),
    "builtins.__import__": (0,), "builtins.type": (0,), "builtins.open": (1,), "builtins.compile": (2,),
    "codecs.open": (1, 2), "io.open": (1,), "os.fdopen": (1,),
    "collections.namedtuple": _EVERY, "logging.getLogger": (0,), "os.getenv": (0,),
    "time.strftime": (0,), "time.strptime": (1,), "datetime.datetime.strptime": (1,),
    "mock.patch": (0,), "mock.patch.object": (1,), "unittest.mock.patch": (0,), "unittest.mock.patch.object": (1,),
}  # fmt: skip
_ERRORS = frozenset([b"backslashreplace", b"ignore", b"replace", b"strict", b"xmlcharrefreplace"])
_OF_MAPPINGS = frozenset(["get", "has_key", "pop", "setdefault"])
_LISTED = frozenset(["__all__", "__slots__"])
_NATIVE = frozenset(["os.name", "os.sep", "os.linesep", "sys.byteorder", "sys.platform", "sys.version"])


def visit(node: ast.Constant, module: Module) -> Findings:
    """Take the prefix from where Python 3 takes text alone, or, in Python 2's files, where text is meant."""
    if not isinstance(node.value, bytes) or not node.value.isascii():
        return
    if _is_native_there(node, module):
        yield module.edit(*prefixes(node, module))
    elif _is_meant_there(node, node.value, module):
        yield module.edit(*prefixes(node, module), needs_python2=True)


def _is_native_there(node: ast.Constant, module: Module) -> bool:
    parent = module.parent(node)
    if isinstance(parent, ast.Call):
        return node in parent.args and _is_argument_of_text(parent.args.index(node), parent, module)
    if isinstance(parent, ast.Subscript):
        return parent.slice is node and _has_names(parent.value, module)
    if isinstance(parent, ast.Compare) and len(parent.ops) == 1:
        other = parent.comparators[0] if parent.left is node else parent.left
        if isinstance(parent.ops[0], (ast.In, ast.NotIn)):
            return parent.left is node and _has_names(other, module)
        return last_name(other) == "__name__" or stdlib_name(other, module) in _NATIVE
    if isinstance(parent, (ast.Tuple, ast.List)):
        statement = module.parent(parent)
        return isinstance(statement, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id in _LISTED for t in statement.targets
        )
    if isinstance(parent, ast.Dict):
        keyword = module.parent(parent)
        return node in parent.keys and isinstance(keyword, ast.keyword) and keyword.arg is None
    return False


def _is_argument_of_text(place: int, call: ast.Call, module: Module) -> bool:
    name = stdlib_name(call.func, module) or ""
    if module.is_builtin(call.func, last_name(call.func)):
        name = f"builtins.{last_name(call.func)}"
    if place in _FUNCTIONS.get(name, ()):
        return name != "builtins.type" or len(call.args) == 3
    of_mapping = isinstance(call.func, ast.Attribute) and call.func.attr in _OF_MAPPINGS and place == 0
    return of_mapping and _has_names(call.func.value, module)  # type: ignore[attr-defined]


def _is_meant_there(node: ast.Constant, value: bytes, module: Module) -> bool:
    """Whether a literal is a part of a path beside others that are no octets, a codec, or what is done with errors."""
    call = module.parent(node)
    if not isinstance(call, ast.Call) or node not in call.args:
        return False
    name, place = stdlib_name(call.func, module), call.args.index(node)
    if name == "os.path.join":
        others = [a for a in call.args if not (isinstance(a, ast.Constant) and isinstance(a.value, bytes))]
        return bool(others) and all(kind(a, module) != BYTES for a in others)
    if name is not None or not isinstance(call.func, ast.Attribute):
        return False
    if call.func.attr == "strftime":
        return place == 0
    if call.func.attr not in ("encode", "decode"):
        return False
    return value in _ERRORS if place else _is_codec(value.decode("ascii"))


def _is_codec(name: str) -> bool:
    try:
        codecs.lookup(name)
    except (LookupError, ValueError):
        return False
    return True


def _has_names(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the dictionary of a function's keyword arguments, of the environment, or of a namespace."""
    if isinstance(node, ast.Call):
        return module.is_builtin(node.func, "globals", "locals", "vars")
    if isinstance(node, ast.Attribute):
        return node.attr == "__dict__" or stdlib_name(node, module) == "os.environ"
    return gathers_keywords(node, module)


RULE = Rule(
    id="bytes_for_names",
    family="P8",
    summary="names, formats, modes and parts of paths are text",
    before="n = 1L\na = getattr(b, b'c')\n",
    after="n = 1\na = getattr(b, 'c')\n",
    caveats="",
    triggers=LITERALS,
    exactness=Exactness.EXACT,
    nodes=(ast.Constant,),
    when=lambda module: any(isinstance(n.value, bytes) for n in module.nodes_of(ast.Constant)),  # type: ignore[attr-defined]
    visit=visit,
)
