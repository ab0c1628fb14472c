"""Comparisons of arrays: what they give is an array of answers, one for each item."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.analysis.names import memory
from migration.analysis.values import as_read, reads_of
from migration.source.expressions import is_found
from migration.view.module import Module

_IMPORTED = re.compile(
    r"^[ \t]*(?:import|from)[ \t].*\b(?:numpy|scipy|pylab|pandas|numarray|Numeric)\b", re.M
)
#: The first parts of the names of libraries that take arrays of answers.
_LIBRARIES = ("numpy.", "scipy.", "pylab.", "pandas.", "matplotlib.", "numarray.", "Numeric.")
#: What an array of answers is asked.
_ASKED = frozenset(
    [
        "T",
        "all",
        "any",
        "astype",
        "cumsum",
        "dtype",
        "mean",
        "nonzero",
        "prod",
        "reshape",
        "shape",
        "size",
        "sum",
    ]
)
#: What only arrays are asked.
_OF_ARRAYS = frozenset(["astype", "dtype", "ndim", "nonzero", "ravel", "reshape", "shape"])
#: What makes an array.
_MAKERS = frozenset(["arange", "array", "asarray", "concatenate", "empty", "linspace", "ones", "zeros"])
#: What is asked of a value that may be an array.
_TELL = frozenset(["numpy.isscalar", "numpy.isnan", "numpy.isfinite", "numpy.isinf"])


def compares_arrays(node: ast.Compare, module: Module) -> bool:
    """Whether what a comparison gives is taken for an array, or what it compares is, anywhere in its function."""
    known = memory(module)
    if "imports arrays" not in known:
        known["imports arrays"] = is_found(_IMPORTED, module.text)
    if not known["imports arrays"]:
        return False
    if _is_array_of_answers(node, module):
        return True
    function = module.function(node) or module.tree
    key = ("arrays", function)
    if key not in known:
        known[key] = frozenset(_arrays(module.below(function), module))
    return any(as_read(side) in known[key] for side in (node.left, *node.comparators))


def _is_array_of_answers(node: ast.Compare, module: Module) -> bool:
    """Whether a comparison is handed to a library of arrays, is asked what arrays are, or picks items of one."""
    parent = module.parent(node)
    if isinstance(parent, ast.keyword):
        parent = module.parent(parent)
    if isinstance(parent, ast.Call) and parent.func is not node:
        return (module.qualified_name(parent.func) or "").startswith(_LIBRARIES)
    if isinstance(parent, ast.Attribute):
        return parent.attr in _ASKED
    if isinstance(parent, ast.BinOp):
        return isinstance(parent.op, (ast.BitAnd, ast.BitOr, ast.BitXor))
    if isinstance(parent, ast.UnaryOp):
        return isinstance(parent.op, ast.Invert)
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
        # One answer would be asked for sooner or later.
        reads = reads_of(node, module)
        return bool(reads) and not any(_is_asked_for_truth(read, module) for read in reads)
    return isinstance(parent, ast.Subscript) and parent.slice is node


def _is_asked_for_truth(node: ast.expr, module: Module) -> bool:
    """Whether it is asked, or handed on, whether `node` is true."""
    parent = module.parent(node)
    if isinstance(parent, (ast.If, ast.While, ast.IfExp, ast.Assert)):
        return parent.test is node
    negated = isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)
    return negated or isinstance(parent, (ast.BoolOp, ast.Return, ast.comprehension))


def _arrays(nodes: list[ast.AST], module: Module) -> Iterator[str]:
    """The expressions, as they are read, that some of `nodes` show to be arrays, or ask about as such."""
    for node in nodes:
        if isinstance(node, ast.Compare) and _is_array_of_answers(node, module):
            yield from (as_read(side) for side in (node.left, *node.comparators) if _is_named(side))
        elif isinstance(node, ast.Attribute) and node.attr in _OF_ARRAYS and _is_named(node.value):
            yield as_read(node.value)
        elif isinstance(node, ast.Call) and len(node.args) == 1 and _is_named(node.args[0]):
            if module.qualified_name(node.func) in _TELL:
                yield as_read(node.args[0])
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            library, _, made = (module.qualified_name(node.value.func) or "").rpartition(".")
            if library.startswith("numpy") and made in _MAKERS:
                yield from (as_read(target) for target in node.targets if _is_named(target))


def _is_named(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Attribute))
