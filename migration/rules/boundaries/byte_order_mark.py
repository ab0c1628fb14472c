"""line.startswith(codecs.BOM_UTF8) → line.startswith(mark_for(line)): what is read may be text, with its own mark.

Before a native literal the mark is a character: codecs.BOM_UTF8 + 'x' → "\\N{BYTE ORDER MARK}" + 'x'.
"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import arguments
from migration.analysis.literals import has_high_escapes, literal
from migration.analysis.names import is_path, stdlib_name
from migration.analysis.strings.as_bytes import literal_parts
from migration.analysis.strings.kinds import BYTES, TEXT, held_kind, modes_written
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def mark_for(value):
    """UTF-8's byte order mark as it stands in `value`: in octets, in text, or in text that spells octets."""
    if not isinstance(value, str):
        return codecs.BOM_UTF8
    spelled = str(codecs.BOM_UTF8, "latin-1")
    return spelled if value.startswith(spelled) else str(codecs.BOM_UTF8, "utf-8")
'''
#: Methods that look for it at the beginning.
_LOOKING = frozenset(["lstrip", "startswith", "strip"])
_MARK = '"\\N{BYTE ORDER MARK}"'


def visit(node: ast.Name | ast.Attribute, module: Module) -> Findings:
    """Ask what the value is that a mark is looked for in, or cut off, unless that is known to be octets."""
    if stdlib_name(node, module) != "codecs.BOM_UTF8" or module.facts.index.octets:
        return
    whole = module.parent(node)
    if isinstance(whole, ast.BinOp) and isinstance(whole.op, ast.Add) and whole.left is node:
        modes = modes_written(whole, module)
        octets = has_high_escapes(whole.right, module) or "b" in modes
        if literal(whole.right, module) and octets:
            yield module.edit(*literal_parts(whole.right, module))
        elif _is_text(whole.right, module) and not octets and "?" not in modes:
            # As new text, so that no other rule makes octets of the half that is left.
            yield module.replace(whole, f"{_MARK} + {module.source(module.outer_span(whole.right))}")
        return
    if isinstance(whole, ast.Compare):
        for side in (whole.left, *whole.comparators):
            if literal(side, module) and has_high_escapes(side, module):
                yield module.edit(*literal_parts(side, module))
    value = _looked_at(node, module)
    if value is not None and is_path(value) and held_kind(value, module) != BYTES:
        name = helper("mark_for", HELPER, module, ("import codecs",))
        yield module.replace(node, name, "(", module.source(module.span(value)), ")")


def _is_text(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a native literal, or what else is text for certain, as what a file of text gives."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and node.kind != "u"
    return isinstance(node, (ast.Name, ast.Call)) and held_kind(node, module) == TEXT


def _looked_at(node: ast.expr, module: Module) -> ast.expr | None:
    """The value that begins with the mark: of `value.startswith(mark)`, `value.replace(mark, '')` or
    `value[len(mark):]`.
    """
    call = module.parent(node)
    if not isinstance(call, ast.Call) or call.func is node or node not in call.args[:1] or call.keywords:
        return None
    if isinstance(call.func, ast.Attribute):
        looked = call.func.attr in _LOOKING and len(call.args) == 1
        return call.func.value if looked or _is_taken_out(call) else None
    if not arguments(call, 1, 1):
        return None
    cut = module.parent(call)
    whole = module.parent(cut)
    if not module.is_builtin(call.func, "len") or not isinstance(cut, ast.Slice) or cut.lower is not call:
        return None
    return whole.value if isinstance(whole, ast.Subscript) and cut.upper is cut.step is None else None


def _is_taken_out(call: ast.Call) -> bool:
    """Whether a call puts nothing, or a native literal, in the place of its first argument."""
    if (
        not isinstance(call.func, ast.Attribute)
        or call.func.attr != "replace"
        or len(call.args) not in (2, 3)
    ):
        return False
    return isinstance(call.args[1], ast.Constant) and isinstance(call.args[1].value, str)


RULE = Rule(
    id="byte_order_mark",
    family="P9",
    summary="the byte order mark of what may be text is looked for as text",
    before="import codecs\nif a.startswith(codecs.BOM_UTF8):\n    print a[len(codecs.BOM_UTF8):]\n",
    after=f"import codecs\n\n{HELPER}\n\nif a.startswith(mark_for(a)):\n    print(a[len(mark_for(a)):])\n",
    triggers=("BOM_UTF8",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Name, ast.Attribute),
    names=frozenset(["BOM_UTF8"]),
    visit=visit,
)
