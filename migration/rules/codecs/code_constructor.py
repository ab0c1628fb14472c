"""CodeType(0, c.co_nlocals, …, (), ()) → c.replace(co_argcount=0, …): the type takes other arguments now."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.view.module import Module

#: The arguments of Python 2's types.CodeType, in order.
_FIELDS = (
    "argcount", "nlocals", "stacksize", "flags", "code", "consts", "names", "varnames", "filename", "name",
    "firstlineno", "lnotab", "freevars", "cellvars",
)  # fmt: skip
#: What a code object that is made like another takes over from it unchanged.
_TAKEN_OVER = frozenset(["code", "consts", "names", "varnames", "lnotab"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Say only what differs from the code object that most arguments come from."""
    if node.keywords or len(node.args) not in (12, 14) or any(isinstance(a, ast.Starred) for a in node.args):
        return
    given = dict(zip(_FIELDS, node.args, strict=False))
    same = {field: owner for field, a in given.items() if (owner := _owner(a, field)) is not None}
    owners = {ast.dump(owner) for owner in same.values()}
    if len(owners) != 1 or not same.keys() >= _TAKEN_OVER:
        return
    pieces: list[Piece] = [*module.atom(next(iter(same.values()))), ".replace("]
    differ = [(field, value) for field, value in given.items() if field not in same]
    for position, (field, value) in enumerate(differ):
        spelled: list[Piece] = [*module.sub(value)]
        if field == "filename" and _is_encoded(value, module):
            spelled = [module.use("os.fsdecode", at=node), "(", *spelled, ")"]
        pieces += [", " * bool(position), f"co_{field}=", *spelled]
    yield module.replace(node, *pieces, ")")


def _is_encoded(node: ast.expr, module: Module) -> bool:
    """Whether a name is given what was encoded, as the file's name of a code object had to be."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    return any(
        isinstance(b.value, ast.Call)
        and isinstance(b.value.func, ast.Attribute)
        and b.value.func.attr == "encode"
        for b in bindings
    )


def _owner(node: ast.expr, field: str) -> ast.expr | None:
    """`c` of `c.co_field`, where `c` is a name or an attribute of one."""
    if isinstance(node, ast.Attribute) and node.attr == f"co_{field}":
        owner = node.value
        named = isinstance(owner, ast.Attribute) and isinstance(owner.value, ast.Name)
        return owner if isinstance(owner, ast.Name) or named else None
    return None


RULE = Rule(
    id="code_constructor",
    family="P10",
    summary="a code object that is made like another is a copy with replacements",
    before=(
        "n = 1L\na = CodeType(0, c.co_nlocals, c.co_stacksize, c.co_flags, c.co_code, c.co_consts, c.co_names, "
        "c.co_varnames, path, c.co_name, 7, c.co_lnotab, (), ())\n"
    ),
    after=(
        "n = 1\na = c.replace(co_argcount=0, co_filename=path, co_firstlineno=7, co_freevars=(), co_cellvars=())\n"
    ),
    caveats="Only where code, constants, names and line numbers all come from one other code object.",
    triggers=("co_lnotab",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Call,),
    visit=visit,
)
