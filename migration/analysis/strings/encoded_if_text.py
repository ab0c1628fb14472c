"""What is encoded where it is text, and is octets afterwards: `if isinstance(x, unicode): x = x.encode(c)`."""

from __future__ import annotations

import ast

from migration.analysis.builtins import type_asked
from migration.view.module import Module


def encodes_if_text(node: ast.IfExp, module: Module) -> bool:
    """Whether text is encoded there, and nothing else: `x.encode(c) if isinstance(x, unicode) else x`."""
    encoded = node.body
    asked = type_asked(node.test, module)
    if (
        asked is None
        or not (isinstance(encoded, ast.Call) and isinstance(encoded.func, ast.Attribute))
        or encoded.func.attr != "encode"
        or module.decoded_again(encoded)
    ):
        return False
    same = {ast.dump(value) for value in (encoded.func.value, node.orelse, asked[0])}
    return len(same) == 1 and module.is_builtin(asked[1], "unicode", "str", "basestring")


def is_encoded_by_now(value: ast.expr, module: Module, otherwise: bool = False) -> bool:
    """Whether a variable was encoded before if it was text; or `otherwise`, it is no text where it stands, of which
    that is the other case.
    """
    if not isinstance(value, ast.Name) or module.facts.index.octets:
        return False
    statement = module.statement(value)
    while not isinstance(statement, (ast.For, ast.While, ast.FunctionDef, ast.ClassDef)):
        outer = module.parent(statement)
        block = module.block(statement)
        for earlier in reversed(block[: block.index(statement)]):
            if isinstance(earlier, ast.If) and _encodes_text(earlier, value.id, module):
                return True
            if any(
                isinstance(n, ast.Name) and n.id == value.id and not _is_read(n) for n in ast.walk(earlier)
            ):
                return False
        if not isinstance(outer, ast.stmt):
            return False
        other = outer if otherwise and isinstance(outer, ast.If) and statement in outer.orelse else None
        if other is not None and _encodes_text(other, value.id, module):
            return True
        statement = outer
    return False


def _encodes_text(node: ast.If, name: str, module: Module) -> bool:
    """Whether a variable that is unicode is encoded there, to octets that stay, and nothing else is done."""
    asked, step = type_asked(node.test, module), node.body[0]
    if asked is None or not (isinstance(asked[0], ast.Name) and asked[0].id == name):
        return False
    if not module.is_builtin(asked[1], "unicode") or len(node.body) > 1 or not isinstance(step, ast.Assign):
        return False
    made, target = step.value, step.targets[0]
    return (
        len(step.targets) == 1
        and isinstance(target, ast.Name)
        and target.id == name
        and isinstance(made, ast.Call)
        and isinstance(made.func, ast.Attribute)
        and made.func.attr == "encode"
        and isinstance(made.func.value, ast.Name)
        and made.func.value.id == name
        and not module.decoded_again(made)
    )


def _is_read(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Load)
