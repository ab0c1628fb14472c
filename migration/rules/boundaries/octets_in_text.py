r"""open(p, 'w') → open(p, 'w', encoding="latin-1"), where native literals are written that spell octets: '\xe9'."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.literals import has_high_escapes
from migration.analysis.made import opened, told_mode
from migration.analysis.names import memory
from migration.analysis.strings.decodings import decoded_by_files
from migration.rule import Findings, Rule
from migration.view.module import Module

_WRITING = frozenset(["write", "writelines"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Tell the file that each character is an octet, and where the same path is opened to be read, that one, too."""
    if not module.is_builtin(node.func, "open", "file") or node.keywords or not 1 <= len(node.args) <= 2:
        return
    mode = told_mode(node)
    if mode is None or "b" in mode or module.observed(node):
        return
    written = _written(module)
    same = ast.dump(node.args[0])
    read = mode in ("r", "rU", "U") and any(ast.dump(one.args[0]) == same for one in written if one.args)
    if node in written or (read and node not in decoded_by_files(module).values()):
        told = 'encoding="latin-1"'
        told += ', newline="\\n"' if read and "U" not in mode else ""  # its lines end as they were written
        yield module.edit(module.added(node, told), needs_python2=True)


def _written(module: Module) -> list[ast.Call]:
    """The calls that open what octets are written to in native literals, and no text that is told from them."""
    known = memory(module)
    if "octets in text" not in known:
        octets: list[ast.Call] = []
        others: list[ast.Call] = []
        for call in module.nodes_named(ast.Call, _WRITING):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and len(call.args) == 1:
                spelled = _spells(call.args[0], module)
                if spelled is not None:
                    (octets if spelled else others).extend(opened(call.func.value, module))
        known["octets in text"] = [one for one in octets if one not in others]
    return known["octets in text"]  # type: ignore[no-any-return]


def _spells(node: ast.expr, module: Module) -> bool | None:
    """Whether a text spells octets above 127 as native literals do (True), or is text, or encoded (False)."""
    parts = list(ast.walk(node))
    if any(isinstance(p, ast.Attribute) and p.attr in ("encode", "decode") for p in parts):
        return False
    high = [
        (p, p.value)
        for p in parts
        if isinstance(p, ast.Constant) and isinstance(p.value, str) and not p.value.isascii()
    ]
    if any(constant.kind == "u" or ord(max(text)) > 255 for constant, text in high):
        return False
    return True if any(has_high_escapes(constant, module) for constant, _ in high) else None


RULE = Rule(
    id="octets_in_text",
    family="P9",
    summary="files of text that octets are written to in literals are read and written by Latin-1",
    before="f = open(p, 'w')\nf.write('caf\\xe9')\nn = 1L\n",
    after="f = open(p, 'w', encoding=\"latin-1\")\nf.write('caf\\xe9')\nn = 1\n",
    caveats="What was observed decides. A file that encoded text is written to as well is left.",
    triggers=("open", "file"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    when=lambda module: not module.facts.index.octets and "\\x" in module.text,
    visit=visit,
)
