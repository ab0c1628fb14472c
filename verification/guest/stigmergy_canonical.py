# mypy: ignore-errors
# ruff: noqa
# fmt: off
"""Values, signatures and exceptions in a form that is equal under 2.7 and 3.x exactly when they mean the same."""
from __future__ import print_function

import ast
import json
import re
import types

PY2 = str is bytes
PATTERN = type(re.compile(""))
#: What Python 2 means where it is not told of Unicode: other text tells these apart, not the pattern.
ASCII = getattr(re, "ASCII", 0)
DEPTH = 5
ITEMS = 200
#: Exceptions that have another name, or a more exact one, in Python 3.
RENAMED = {
    "IOError": "OSError", "EnvironmentError": "OSError", "WindowsError": "OSError", "StandardError": "Exception",
    "ModuleNotFoundError": "ImportError", "RecursionError": "RuntimeError", "JSONDecodeError": "ValueError",
    "TabError": "SyntaxError", "IndentationError": "SyntaxError",
}


def exception_name(kind):
    """The name of an exception class, the same in both languages."""
    if isinstance(kind, type) and issubclass(kind, EnvironmentError):
        return "OSError"
    return RENAMED.get(kind.__name__, kind.__name__)


def _text(value):
    return ["text", value]


def _first(pair):
    return json.dumps(pair[0])


def canonical(value, depth=DEPTH):
    """`value` as JSON data. Unequal when a list became an iterator or a view, or text became bytes."""
    if value is None or isinstance(value, bool):
        return ["constant", str(value)]
    if isinstance(value, float):
        return ["float", repr(value)]
    if isinstance(value, complex):
        return ["complex", repr(value)]
    if PY2 and isinstance(value, unicode):
        return _text(value[:5000])
    if isinstance(value, bytes):
        if PY2:
            try:
                return _text(value.decode("ascii")[:5000])
            except UnicodeDecodeError:
                pass
        return ["bytes", "".join("%02x" % b for b in bytearray(value[:5000]))]
    if isinstance(value, str):
        return _text(value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")[:5000])
    if isinstance(value, int) or (PY2 and isinstance(value, long)):
        try:
            return ["int", "%d" % value]
        except (ValueError, TypeError, OverflowError):
            return ["int", "large"]
    if isinstance(value, BaseException):
        return ["exception", exception_name(type(value))]
    if isinstance(value, type) or (PY2 and isinstance(value, types.ClassType)):
        return ["type", {"unicode": "str", "long": "int"}.get(value.__name__, value.__name__)]
    if isinstance(value, types.ModuleType):
        return ["module"]
    if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodType)):
        return ["function", getattr(value, "__name__", "")]
    if depth <= 0:
        return ["deep"]
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return [type(value).__name__, [canonical(v, depth - 1) for v in value[:ITEMS]], len(value)]
    if isinstance(value, (set, frozenset)):
        return ["set", sorted((canonical(v, depth - 1) for v in list(value)), key=json.dumps)[:ITEMS], len(value)]
    if isinstance(value, dict):
        # Cut after sorting: the order of hashes is another in each language.
        known = sorted(([canonical(k, depth - 1), v] for k, v in list(value.items())), key=_first)
        pairs = [[shown, canonical(v, depth - 1)] for shown, v in known[:ITEMS]]
        if len(known) > ITEMS:
            pairs.append([["more"], canonical(len(known) - ITEMS)])
        return ["dict", type(value).__name__, sorted(pairs, key=json.dumps)]
    if hasattr(value, "__next__") or (PY2 and hasattr(value, "next") and hasattr(value, "__iter__")):
        items = []
        for item in value:
            items.append(canonical(item, depth - 1))
            if len(items) >= 50:
                break
        return ["iterator", items]
    name = type(value).__name__
    if isinstance(value, PATTERN):
        return ["pattern", canonical(value.pattern), value.flags & ~re.UNICODE & ~ASCII]
    if name in ("xrange", "range"):
        return ["range", [canonical(v) for v in list(value[:ITEMS] if not PY2 else list(value)[:ITEMS])]]
    if name in ("instance",):
        name = value.__class__.__name__
    attributes = getattr(value, "__dict__", None)
    if isinstance(attributes, dict):
        shown = sorted((str(k), canonical(v, depth - 1)) for k, v in attributes.items() if not str(k).startswith("_"))
        return ["object", name, [list(pair) for pair in shown]]
    return ["object", name]


def signature(function):
    """Names of the positional parameters, how many have defaults, and whether there are * and **."""
    code = function.__code__
    names = [n if n[:1] not in (".",) else "(tuple)" for n in code.co_varnames[: code.co_argcount]]
    defaults = [canonical(v, 2) for v in (function.__defaults__ or ())]
    return [names, defaults, bool(code.co_flags & 0x04), bool(code.co_flags & 0x08)]


def assigned_names(source):
    """Names that the text itself assigns at module level (what `from x import *` brings in is another's). Not what a
    comprehension goes through, or an `except` catches: Python 2 left it behind, and Python 3 does not."""
    names, stack = set(), [ast.parse(source)]
    while stack:
        outer = stack.pop()
        left = [getattr(outer, "name", None)] if isinstance(outer, ast.ExceptHandler) else []
        left += [outer.target] if isinstance(outer, ast.comprehension) else []
        for node in ast.iter_child_nodes(outer):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda)) or any(node is one for one in left):
                continue
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
            stack.append(node)
    return names


def public_names(namespace, module, assigned):
    """Public name to description, of what the module defines itself: functions, classes, plain values."""
    listed = namespace.get("__all__")
    described = {}
    for name in sorted(namespace, key=str):
        value = namespace[name]
        if not isinstance(name, str) or (name not in listed if isinstance(listed, (list, tuple)) else name.startswith("_")):
            continue
        home = getattr(value, "__module__", None)
        if isinstance(value, types.FunctionType):
            if home == module or home is None:
                described[name] = ["function", signature(value)]
        elif isinstance(value, type) or (PY2 and isinstance(value, types.ClassType)):
            if home == module:
                described[name] = ["class", methods(value)]
        elif name in assigned and not isinstance(value, types.ModuleType):
            try:
                described[name] = ["value", canonical(value)]
            except Exception:
                described[name] = ["value", ["object", type(value).__name__]]
    return described


def methods(owner):
    """Names of a class's own public methods (what the language renamed, under one name)."""
    return sorted(
        name
        for name, value in vars(owner).items()
        if not name.startswith("_") and (callable(value) or isinstance(value, (staticmethod, classmethod, property)))
    )
