"""Where examples stand in strings and how their literals open: docstrings, and what doctest is given: what `__test__`
holds, what its functions run, and what is written to a file of text for it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.analysis.names import helper_called
from migration.analysis.values import written_out
from migration.source.edits import Span
from migration.source.tokens import OPENING
from migration.view.module import Module

#: What may have a docstring, which calls, the display of `__test__`, and what `__doc__` is given.
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.Call | ast.Dict | ast.Assign
NODES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.Call, ast.Dict, ast.Assign)
#: What takes a string first, to run its examples.
_TAKES_EXAMPLES = frozenset(["get_doctest", "run_docstring_examples"])
NAMES = frozenset(["property", "write", *_TAKES_EXAMPLES])
#: What runs the examples of a file.
_RUNS_FILES = re.compile(r"doctest\.testfile\(|\bDocFile(?:Suite|Test)\(")


def docstrings(node: Documented, module: Module) -> Iterator[tuple[Span, re.Match[str]]]:
    """The literals' spans, and their prefixes and quotes. A property is handed its own."""
    if isinstance(node, ast.Call):
        given = [k.value for k in node.keywords if k.arg == "doc"] or node.args[3:4]
        if given and module.is_builtin(node.func, "property"):
            yield from _whole(given[0], module)
        else:
            yield from _handed(node, module)
    elif isinstance(node, ast.Dict):
        if _is_test(node, module):
            for value in node.values:
                yield from _whole(value, module)
    elif isinstance(node, ast.Assign):
        if [getattr(t, "id", "") for t in node.targets] == ["__doc__"]:
            yield from _template(node.value, module)
    elif node.body and ast.get_docstring(node, clean=False) is not None:
        span = module.span(node.body[0])
        opening = OPENING.match(module.text[span.start : span.end])
        if opening is not None:
            yield span, opening


def _handed(call: ast.Call, module: Module) -> Iterator[tuple[Span, re.Match[str]]]:
    """The literal of three quotes among what is handed to doctest."""
    value = handed(call, module)
    if value is not None:
        yield from _whole(value, module)


def handed(call: ast.Call, module: Module) -> ast.expr | None:
    """What doctest is given to run, or a file is where the program runs the examples of one."""
    called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if "doctest" not in module.text or not call.args:
        return None
    if called not in _TAKES_EXAMPLES and (called != "write" or _RUNS_FILES.search(module.text) is None):
        return None
    # What a descriptor is given comes behind it.
    written = called == "write" and len(call.args) == 2 and module.qualified_name(call.func) == "os.write"
    value = _unencoded(call.args[1] if written else call.args[0])
    return written_out(value, module)


def _unencoded(value: ast.expr) -> ast.expr:
    """What is encoded right there, by its method or by a helper; else the value itself."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "encode":
        return value.func.value
    return value.args[0] if isinstance(value, ast.Call) and helper_called(value) == "as_bytes" else value


def _template(value: ast.expr, module: Module) -> Iterator[tuple[Span, re.Match[str]]]:
    """The literal that is given to `__doc__`, also where names are put into it by %."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mod):
        value = value.left
        if "%%" in module.source(module.span(value)):
            return  # what its examples say is not what stands there
    yield from _whole(value, module)


def _is_test(node: ast.Dict, module: Module) -> bool:
    """Whether `node` is what a module hands to doctest: `__test__ = {…}`."""
    assign = module.parent(node)
    return (
        isinstance(assign, ast.Assign)
        and isinstance(module.parent(assign), ast.Module)
        and any(isinstance(t, ast.Name) and t.id == "__test__" for t in assign.targets)
    )


def _whole(literal: ast.expr, module: Module) -> Iterator[tuple[Span, re.Match[str]]]:
    """Where `literal` is one in three quotes: several side by side are one string, too."""
    if not (isinstance(literal, ast.Constant) and isinstance(literal.value, str)):
        return
    span = module.span(literal)
    opening = OPENING.match(module.text[span.start : span.end])
    if opening is None or len(opening["quote"]) != 3:
        return
    if module.text.find(opening["quote"], span.start + opening.end()) == span.end - len(opening["quote"]):
        yield span, opening
