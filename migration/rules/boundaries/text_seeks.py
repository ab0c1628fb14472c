"""f.seek(-10, 2) of a text file → seek_text(f, -10, 2): Python 3 seeks in text from its beginning alone."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import class_of, defines, values_given
from migration.analysis.made import OPENERS, made_by, mode_of, opened
from migration.analysis.names import defined_in_repository, in_repository, memory, stdlib_name
from migration.analysis.strings.file_kinds import file_kind
from migration.analysis.strings.kinds import BYTES
from migration.analysis.strings.memory_files import CLASSES, makes_bytes
from migration.analysis.strings.seen import seen_at
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule, last_names
from migration.source.edits import Edit, Piece
from migration.view.module import Module

HELPER = '''
def seek_text(file, offset, whence):
    """Seek in a text file from where it is (1) or from its end (2), as Python 2 could."""
    here = file.tell()
    place = offset + (here if whence == 1 else file.seek(0, whence))
    if place < 0:
        file.seek(here)
        raise OSError(22, "Invalid argument")
    return file.seek(place)
'''
_OPENING = last_names(*OPENERS)
#: Names of what gives streams of octets.
_BINARY = (
    "BytesIO",
    "GzipFile",
    "gzip",
    "bz2",
    "urlopen",
    "makefile",
    "TemporaryFile",
    "fdopen",
    "mmap",
    "zipfile",
    "tarfile",
)
#: What the program has for files of its own.
_OWN = re.compile(r"def seek\(")
_NAMED = {"os.SEEK_CUR": 1, "os.SEEK_END": 2}


def visit(node: ast.Call, module: Module) -> Findings:
    """Where all that gave the file its value opened it as text."""
    function = node.func
    if len(node.args) != 2 or node.keywords:
        return
    offset, whence = node.args
    if (isinstance(offset, ast.Constant) and offset.value == 0) or isinstance(offset, ast.Starred):
        return
    known = (
        whence.value if isinstance(whence, ast.Constant) else _NAMED.get(stdlib_name(whence, module) or "")
    )
    if known not in (1, 2) or module.facts.index.octets:
        return
    kept = _kept(function, module)
    if kept:
        if any(_is_text_here(file, module) for file in kept) and not in_repository(_OWN, module):
            file: tuple[Piece, ...] = (*module.atom(function), ".__self__")
            yield _through_helper(node, file, module)
        return
    if not isinstance(function, ast.Attribute):
        return
    calls = opened(function.value, module)
    if any("binary" in seen for call in calls for seen in seen_at("open", call, module)):
        return  # seen to hold octets: another rule says how it is to be opened
    modes = [mode_of(call) for call in calls]
    if any(mode is None or "b" in mode for mode in modes):
        return
    if not modes and not (_is_text_in_memory(function.value, module) or _may_be_text(function.value, module)):
        return
    yield _through_helper(node, module.sub(function.value), module)


def _through_helper(node: ast.Call, file: tuple[Piece, ...], module: Module) -> Edit:
    name = helper("seek_text", HELPER, module)
    offset, whence = node.args
    return module.replace(node, name, "(", *file, ", ", *module.sub(offset), ", ", *module.sub(whence), ")")


def _kept(function: ast.expr, module: Module, depth: int = 2) -> list[ast.expr]:
    """The files whose method is what a name or an attribute of an object keeps, and nothing else: `seek = f.seek`."""
    if isinstance(function, ast.Attribute):
        owner = class_of(function.value, module)
        given: list[ast.expr | None] = [*values_given(owner, "seek", module)] if owner is not None else []
        if owner is None or defines(owner, "seek", module):
            return []
    else:
        bindings = module.bindings(function) if isinstance(function, ast.Name) else []
        given = [b.value if b.kind == "assign" else None for b in bindings]
    files: list[ast.expr] = []
    for value in given:
        if not isinstance(value, ast.Attribute) or value.attr != "seek":
            return []
        files += (_kept(value, module, depth - 1) if depth else []) or [value.value]
    return files


def _is_text_here(file: ast.expr, module: Module) -> bool:
    """Whether `file` is one of text where it was made in sight; what else it is given does the same by the helper."""
    calls = opened(file, module)
    if calls:
        modes = [mode_of(call) for call in calls]
        seen = any("binary" in kinds for call in calls for kinds in seen_at("open", call, module))
        return not seen and all(mode is not None and "b" not in mode for mode in modes)
    values = [b.value for b in module.bindings(file)] if isinstance(file, ast.Name) else []
    made = [v for v in values if isinstance(v, ast.Call) and stdlib_name(v.func, module) in CLASSES]
    if made:
        return not any(makes_bytes(call.func, module) for call in made)
    return _is_text_in_memory(file, module)


def _is_text_in_memory(file: ast.expr, module: Module) -> bool:
    """Whether `file` is one of text in memory, by what made it here."""
    made = made_by(file, module, CLASSES)
    return made is not None and not makes_bytes(made.func, module)


def _may_be_text(file: ast.expr, module: Module) -> bool:
    """Whether `file` is an attribute or a parameter, of which nothing is known but that the program's own file opens
    files as text alone. The helper does for others what they would do by themselves.
    """
    if not isinstance(file, (ast.Name, ast.Attribute)) or file_kind(file, module) == BYTES:
        return False
    bindings = module.bindings(file) if isinstance(file, ast.Name) else []
    if isinstance(file, ast.Name) and not any(b.kind == "parameter" for b in bindings):
        return False
    if defined_in_repository("seek", module) or module.qualified_name(file) is not None:
        return False
    known = memory(module)
    if "only text" not in known:
        calls = (c for c in module.nodes_named(ast.Call, _OPENING) if isinstance(c, ast.Call))
        modes = [
            mode_of(c) if len(c.args) < 3 else None for c in calls if stdlib_name(c.func, module) in OPENERS
        ]
        others = any(sign in module.text for sign in _BINARY)
        known["only text"] = bool(modes) and not others and all(mode and "b" not in mode for mode in modes)
    return bool(known["only text"])


RULE = Rule(
    id="text_seeks",
    family="P9",
    summary="text files seek from their beginning alone",
    before="f = open(p)\nf.seek(-3L, 2)\n",
    after=HELPER[1:] + "\n\nf = open(p)\nseek_text(f, -3, 2)\n",
    caveats="Only files that are opened or made in sight, and attributes and parameters where a file of the program "
    "opens others as text alone. Places are counted in bytes: inside a character that "
    "takes several, reading fails.",
    triggers=("seek",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["seek"]),
    visit=visit,
)
