"""Formats of the struct module: which values are strings of octets."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from migration.analysis.made import kept_by
from migration.analysis.strings.giving_octets import STRUCTS
from migration.analysis.whole import has_type_of_number
from migration.stdlib.struct_formats import OCTETS, codes
from migration.trees.constants import text_of
from migration.view.module import Module

_OF_NUMBERS = (
    ast.BitAnd,
    ast.BitOr,
    ast.BitXor,
    ast.Div,
    ast.FloorDiv,
    ast.LShift,
    ast.Pow,
    ast.RShift,
    ast.Sub,
)
#: How many there are of something, where a format is made when the program runs.
_COUNT = re.compile(r"%\d*[di]")

#: A literal without escapes, alone on its line.
_LITERAL = re.compile(r"""(['"])([^'"\\\n]*)\1[ \t]*(?:#.*)?$""")


def constant_text(node: ast.expr | None, module: Module) -> str | None:
    """The text that `node` is: a literal, or a name that the file or the class binds once, to a literal."""
    if isinstance(node, ast.Attribute):
        held = _constant_of_class(node, module)
        return held if held is not None else _constant_of_file(node, module)
    if isinstance(node, ast.Name):
        bindings = module.bindings(node)
        node = bindings[0].value if len(bindings) == 1 and bindings[0].kind == "assign" else None
    return text_of(node)


def _constant_of_class(node: ast.Attribute, module: Module) -> str | None:
    """What `self.NAME` is, where the class around assigns it a literal in its body and nothing else does; or that of a
    class of the file, by its name.
    """
    if not isinstance(node.value, ast.Name):
        return None
    holder: ast.AST | None = module.class_of(node)
    if node.value.id not in ("self", "cls"):
        bound = module.bindings(node.value)
        holder = bound[0].node if len(bound) == 1 else None
    if not isinstance(holder, ast.ClassDef):
        return None
    if any(
        isinstance(a, ast.Attribute) and a.attr == node.attr and not isinstance(a.ctx, ast.Load)
        for a in module.nodes_of(ast.Attribute)
    ):
        return None
    found = [
        s.value for s in holder.body
        if isinstance(s, ast.Assign) and any(isinstance(t, ast.Name) and t.id == node.attr for t in s.targets)
    ]  # fmt: skip
    return constant_text(found[0], module) if len(found) == 1 else None


def _constant_of_file(node: ast.Attribute, module: Module) -> str | None:
    """What `other.NAME` is, where another file of the repository gives that name a literal, once."""
    name = module.qualified_name(node)
    if name is None or not isinstance(node.value, ast.Name):
        return None
    index = module.facts.index
    file = index.imported_file(module.facts.key, name.rpartition(".")[0])
    text = index.text(file) if file is not None and file != module.facts.key else None
    if not text or node.attr not in text:
        return None
    given = re.findall(rf"^[ \t]*{re.escape(node.attr)}\b[ \t]*[^\w\s.,)].*$", text, re.MULTILINE)
    spelled = _LITERAL.match(given[0].partition("=")[2].strip()) if len(given) == 1 else None
    return spelled[2] if spelled is not None and given[0].startswith(node.attr) else None


def letters_of(node: ast.expr, module: Module) -> str | None:
    """A format as far as its letters go: `'<%dh' % n` and `'h' * n` are of one letter, however many."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mod, ast.Mult)):
        text = constant_text(node.left, module)
        return None if text is None else _COUNT.sub("", text)
    return constant_text(node, module)


def form_kept(packer: ast.expr, module: Module) -> str | None:
    """The format that `packer`, a Struct, was made of; '' where a function makes it of formats of numbers alone; None
    where that does not show.
    """
    made = kept_by(packer, module, STRUCTS)
    form = made.args[0] if made is not None and made.args else None
    bindings = module.bindings(form) if isinstance(form, ast.Name) else []
    if len(bindings) != 1 or not isinstance(bindings[0].node, ast.arg):
        return constant_text(form, module)
    given = [constant_text(one, module) for one in module.arguments_for(bindings[0].node)]
    numbers = bool(given) and all(one is not None and OCTETS.isdisjoint(one) for one in given)
    return "" if numbers else None


def values_of_octets(form: str | None, values: Sequence[ast.expr], module: Module) -> list[ast.expr]:
    """The values that a format packs as octets; all that may be strings where it is not known."""
    if form is None:
        return [v for v in values if not is_number(v, module)]
    return [v for v, code in zip(values, codes(form), strict=False) if code in OCTETS]


def is_number(node: ast.expr, module: Module) -> bool:
    """Whether `node` is certainly a number."""
    if module.type_of(node):
        return has_type_of_number(node, module)
    return isinstance(node, ast.UnaryOp) or (isinstance(node, ast.BinOp) and isinstance(node.op, _OF_NUMBERS))


def counted(form: ast.expr | None) -> str | None:
    """The format '>H%ds' % n with a count of one, as far as it tells how many values there are."""
    if not (
        isinstance(form, ast.BinOp) and isinstance(form.op, ast.Mod) and isinstance(form.left, ast.Constant)
    ):
        return None
    text = form.left.value
    if not isinstance(text, str):
        return None
    return re.split(r"%[^d]|%d(?![sp])", re.sub(r"%[di](?=[sp])", "1", text))[0]
