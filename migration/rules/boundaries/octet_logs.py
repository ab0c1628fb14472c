"""logging.FileHandler(path) → logging.FileHandler(path, encoding="latin-1"), where octets are text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.analysis.strings.octets import octets_throughout
from migration.analysis.values import written_out
from migration.rule import Findings, Rule, last_names
from migration.view.module import Module

#: What opens a file to log to → how many arguments stand before its encoding.
_HANDLERS = {
    "logging.FileHandler": 2,
    "logging.handlers.RotatingFileHandler": 4,
    "logging.handlers.TimedRotatingFileHandler": 4,
    "logging.handlers.WatchedFileHandler": 2,
}
_CONFIG = "logging.basicConfig"
#: Those that are told how to open it, by their second argument.
_TOLD_MODE = frozenset(_HANDLERS) - {"logging.handlers.TimedRotatingFileHandler"}
#: From this version on, both can be told what to do with other characters, and basicConfig an encoding.
_TOLD = (3, 9)


def visit(node: ast.Call, module: Module) -> Findings:
    """Name the encoding, where the call names none; what is no octet is replaced, so that no line is lost."""
    name = stdlib_name(node.func, module)
    named = {k.arg for k in node.keywords}
    if name == _CONFIG:
        opens = "filename" in named and module.target >= _TOLD
    else:
        opens = name in _HANDLERS and len(node.args) <= _HANDLERS[name]
    if (
        not opens
        or _is_of_bytes(node, name or "", module)
        or named & {"encoding", "errors", None}
        or any(isinstance(a, ast.Starred) for a in node.args)
    ):
        return
    errors = ', errors="replace"' if module.target >= _TOLD else ""
    yield module.edit(module.added(node, f'encoding="latin-1"{errors}'))


def _is_of_bytes(node: ast.Call, name: str, module: Module) -> bool:
    """Whether a file of bytes is asked for, which knows no encoding."""
    word = "filemode" if name == _CONFIG else "mode"
    modes = [k.value for k in node.keywords if k.arg == word]
    modes += node.args[1:2] if name in _TOLD_MODE else []
    held = [written_out(mode, module) for mode in modes]
    return any(isinstance(mode, ast.Constant) and "b" in str(mode.value) for mode in held)


RULE = Rule(
    id="octet_logs",
    family="P9",
    summary="what is logged to a file is written octet by octet, where octets are text",
    before="import logging\nh = logging.FileHandler('a.log')\n",
    after="import logging\nh = logging.FileHandler('a.log')\n",
    caveats="Only in programs whose strings are octets (dialects/octets.py). A handler derived from one of these is "
    "not seen.",
    triggers=(
        "FileHandler",
        "RotatingFileHandler",
        "TimedRotatingFileHandler",
        "WatchedFileHandler",
        "basicConfig",
    ),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=last_names(*_HANDLERS, _CONFIG),
    when=octets_throughout,
    visit=visit,
)
