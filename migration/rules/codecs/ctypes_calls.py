"""libc.strlen('x') → libc.strlen(b'x'): a function of a C library takes native strings as char *."""

from __future__ import annotations

import ast
from dataclasses import replace

from environment.traces import Exactness
from migration.analysis.made import made_by
from migration.analysis.strings.as_bytes import argument_as_bytes
from migration.rule import Findings, Rule
from migration.view.module import Module

#: What a program loads functions of C from.
LIBRARIES = frozenset(
    f"ctypes.{name}"
    for name in ("CDLL", "PyDLL", "WinDLL", "OleDLL", "cdll.LoadLibrary", "windll.LoadLibrary")
)
#: Functions of C's own library that take nothing but text and numbers.
_OF_CHARACTERS = frozenset(
    [
        "atof",
        "atoi",
        "atol",
        "fopen",
        "getenv",
        "printf",
        "puts",
        "strcmp",
        "strdup",
        "strlen",
        "strtol",
        "system",
    ]
)


def visit(node: ast.Call, module: Module) -> Findings:
    """Make bytes of what is text for certain; functions of wide characters take that."""
    function = node.func
    if (
        not isinstance(function, ast.Attribute)
        or function.attr.startswith("wcs")
        or function.attr.endswith("W")
    ):
        return
    if made_by(function.value, module, LIBRARIES) is not None:
        for argument in node.args:
            guess = function.attr in _OF_CHARACTERS and _is_given(argument, module)
            for finding in argument_as_bytes(argument, module, guess=guess):
                # Functions of wide characters are not all known by their names: Python 3's programs may mean text.
                yield replace(finding, needs_python2=True)


def _is_given(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what a function was given."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    return bool(bindings) and all(b.kind == "parameter" for b in bindings)


RULE = Rule(
    id="ctypes_calls",
    family="P10",
    summary="functions of C libraries take bytes for char *",
    before="import ctypes\nlibc = ctypes.CDLL(None)\na = libc.strlen('x')\nb = 1L\n",
    after="import ctypes\nlibc = ctypes.CDLL(None)\na = libc.strlen(b'x')\nb = 1\n",
    caveats="Only of libraries that the file loads, and text that is seen. What comes back as c_char_p is bytes.",
    triggers=("ctypes",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    visit=visit,
)
