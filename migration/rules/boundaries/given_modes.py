"""def lines(path, mode='rU') → mode='r': modes of universal newlines that open() is given by way of something else."""

from __future__ import annotations

import ast
import re

from migration.analysis.arguments import argument
from migration.analysis.made import mode_of
from migration.analysis.names import last_name, memory, names_by_id
from migration.analysis.strings.octets import FILE
from migration.analysis.values import called_here, defaults_of, function_named, parameter_of, reads_alike
from migration.rewriting.helpers import is_helper
from migration.rule import Findings, Rule
from migration.rules.boundaries._octet_objects import is_for_the_library
from migration.view.module import Module

#: What nobody means otherwise. A lone "U" may be a letter, and "Ur" a town.
_MODES = frozenset(["rU", "rUb", "rbU", "Urb"])
_EITHER = "Ur"
#: How far a mode that is handed on is followed.
_DEEPEST = 3
_OPENS = re.compile(r"mode|open|file", re.IGNORECASE)
_ASKED = re.compile(r"""['"]U['"] (?:not )?in\b""")


def visit(node: ast.Constant, module: Module) -> Findings:
    """Leave the letter out where a function is given the mode, or has it by default, and where a name holds it."""
    if node.value not in (*_MODES, _EITHER) or module.target < (3, 11) or _ASKED.search(module.text):
        return
    outer = module.parent(node)
    if isinstance(outer, ast.keyword):
        given, outer = outer.arg == "mode", module.parent(outer)
    elif isinstance(outer, ast.Call):
        given = node in outer.args[1:]
    else:
        given = isinstance(outer, (ast.arguments, ast.Assign))
    if not given or (node.value == _EITHER and not _OPENS.search(_named(node, module))) or _is_asked(module):
        return
    if isinstance(outer, ast.Call) and last_name(outer.func) == "open" and _is_plain(outer, module):
        return
    if module.facts.index.octets and _is_read_by_octets(node, module):
        return
    source = module.source(module.span(node))
    yield module.replace(node, re.sub("U", "", source))


def _is_read_by_octets(node: ast.expr, module: Module, depth: int = 0) -> bool:
    """Whether all that a mode is handed to is open() under a name that is no literal: what opens files of octets in its
    place takes newlines of any kind for one where it finds the letter.
    """
    outer = module.parent(node)
    if isinstance(outer, ast.arguments):
        names = [a.arg for a, d in defaults_of(outer).items() if d is node]
        reads = _reads(names[0], module.parent(outer), module) if names else []
    elif isinstance(outer, ast.Assign):
        target = outer.targets[0]
        reads = reads_alike(target, module) if isinstance(target, ast.Name) else []
    else:
        call = module.parent(outer) if isinstance(outer, ast.keyword) else outer
        function = called_here(call, module) if isinstance(call, ast.Call) else None
        given = parameter_of(node, call, function) if isinstance(call, ast.Call) and function else None
        reads = _reads(given.arg, function, module) if given is not None else []
    return bool(reads) and all(
        _opens_octets(read, module) or (depth < _DEEPEST and _is_read_by_octets(read, module, depth + 1))
        for read in reads
    )


def _reads(name: str, function: ast.AST | None, module: Module) -> list[ast.Name]:
    """Where a function reads its parameter."""
    named = names_by_id(module).get(name, ())
    return [n for n in named if isinstance(n.ctx, ast.Load) and module.function(n) is function]


def _opens_octets(read: ast.Name, module: Module) -> bool:
    call = module.parent(read)
    call = module.parent(call) if isinstance(call, ast.keyword) else call
    if not isinstance(call, ast.Call) or argument(call, 1, "mode") is not read:
        return False
    opener = function_named(call.func, module)
    if opener is not None:
        return is_helper(opener, FILE)
    plain = isinstance(call.func, ast.Name) and not module.bindings(call.func)
    return plain and module.is_builtin(call.func, "open", "file") and not is_for_the_library(call, module)


def _named(node: ast.Constant, module: Module) -> str:
    """What is given the mode: a function, a parameter, or a variable."""
    outer = module.parent(node)
    if isinstance(outer, ast.arguments):
        with_defaults = [*outer.posonlyargs, *outer.args][-len(outer.defaults) :]
        given = [a for a, d in zip(with_defaults, outer.defaults, strict=True) if d is node]
        return given[0].arg if given else ""
    if isinstance(outer, ast.Assign):
        return last_name(outer.targets[0]) or ""
    return "mode" if isinstance(outer, ast.keyword) else last_name(getattr(outer, "func", outer)) or ""


def _is_asked(module: Module) -> bool:
    """Whether the file holds a mode against such a one, or looks one up."""
    known = memory(module)
    if "modes asked for" not in known:
        spelled = [
            n for n in module.nodes_of(ast.Constant) if getattr(n, "value", None) in (*_MODES, _EITHER)
        ]
        known["modes asked for"] = any(_stands_in_question(n, module) for n in spelled)
    return bool(known["modes asked for"])


def _stands_in_question(node: ast.AST, module: Module) -> bool:
    outer = module.parent(node)
    if isinstance(outer, (ast.Tuple, ast.List, ast.Set)):
        return True
    return isinstance(outer, (ast.Compare, ast.Subscript)) or (
        isinstance(outer, ast.Dict) and node in outer.keys
    )


def _is_plain(call: ast.Call, module: Module) -> bool:
    """Whether open() itself is called, of which another rule leaves the letter out."""
    return module.is_builtin(call.func, "open") and mode_of(call) is not None


RULE = Rule(
    id="given_modes",
    family="P9",
    summary="no mode U by way of a parameter, a name, or a method that opens",
    before="def lines(path, mode='rU'):\n    return open(path, mode).readlines()\n",
    after="def lines(path, mode='r'):\n    return open(path, mode).readlines()\n",
    caveats="A file that asks for the letter itself is left.",
    triggers=("rU", "Ur", "rbU"),
    nodes=(ast.Constant,),
    visit=visit,
)
