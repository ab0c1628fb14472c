"""f.seek(-10, 2) of a text file → seek_text(f, -10, 2): Python 3 seeks in text from its beginning alone."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._helpers import helper
from migration.rules._made import made_by, mode_of, opened
from migration.rules._names import stdlib_name
from migration.rules._seen import seen_at
from migration.rules.string_io import CLASSES, makes_bytes

HELPER = '''
def seek_text(file, offset, whence):
    """Seek in a text file from where it is (1) or from its end (2), as Python 2 could."""
    here = file.tell()
    place = offset + (here if whence == 1 else file.seek(0, 2))
    if place < 0:
        file.seek(here)
        raise OSError(22, "Invalid argument")
    return file.seek(place)
'''
_NAMED = {"os.SEEK_CUR": 1, "os.SEEK_END": 2}


def visit(node: ast.Call, module: Module) -> Findings:
    """Where all that gave the file its value opened it as text."""
    function = node.func
    if not isinstance(function, ast.Attribute) or len(node.args) != 2 or node.keywords:
        return
    offset, whence = node.args
    if (isinstance(offset, ast.Constant) and offset.value == 0) or isinstance(offset, ast.Starred):
        return
    known = (
        whence.value if isinstance(whence, ast.Constant) else _NAMED.get(stdlib_name(whence, module) or "")
    )
    if known not in (1, 2) or module.facts.index.octets:
        return
    calls = opened(function.value, module)
    if any("binary" in seen for call in calls for seen in seen_at("open", call, module)):
        return  # seen to hold octets: another rule says how it is to be opened
    modes = [mode_of(call) for call in calls]
    if any(mode is None or "b" in mode for mode in modes):
        return
    if not modes and not _is_text_in_memory(function.value, module):
        return
    name = helper("seek_text", HELPER, module)
    pieces = (
        name,
        "(",
        *module.sub(function.value),
        ", ",
        *module.sub(offset),
        ", ",
        *module.sub(whence),
        ")",
    )
    yield module.replace(node, *pieces)


def _is_text_in_memory(file: ast.expr, module: Module) -> bool:
    """Whether `file` is one of text in memory, by what made it here."""
    made = made_by(file, module, CLASSES)
    return made is not None and not makes_bytes(made.func, module)


RULE = Rule(
    id="text_seeks",
    family="P9",
    summary="text files seek from their beginning alone",
    before="f = open(p)\nf.seek(-3L, 2)\n",
    after=HELPER[1:] + "\n\nf = open(p)\nseek_text(f, -3, 2)\n",
    caveats="Only files that are opened or made in sight. Places are counted in bytes: inside a character that "
    "takes several, reading fails.",
    triggers=("seek",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["seek"]),
    visit=visit,
)
