"""Formats of the struct module: which values are strings of octets."""

from __future__ import annotations

import ast
import re

from migration.trees.constants import text_of
from migration.view.module import Module

#: How many there are of something, where a format is made when the program runs.
_COUNT = re.compile(r"%\d*[di]")


def constant_text(node: ast.expr | None, module: Module) -> str | None:
    """The text that `node` is: a literal, or a name that the file or the class binds once, to a literal."""
    if isinstance(node, ast.Attribute):
        return _constant_of_class(node, module)
    if isinstance(node, ast.Name):
        bindings = module.bindings(node)
        node = bindings[0].value if len(bindings) == 1 and bindings[0].kind == "assign" else None
    return text_of(node)


def _constant_of_class(node: ast.Attribute, module: Module) -> str | None:
    """What `self.NAME` is, where the class around assigns it a literal in its body and nothing else does."""
    holder = module.class_of(node)
    if holder is None or not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")):
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


def letters_of(node: ast.expr, module: Module) -> str | None:
    """A format as far as its letters go: `'<%dh' % n` and `'h' * n` are of one letter, however many."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mod, ast.Mult)):
        text = constant_text(node.left, module)
        return None if text is None else _COUNT.sub("", text)
    return constant_text(node, module)


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
