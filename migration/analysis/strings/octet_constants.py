"""Constants of a file that spell octets and are put together with packed ones: `MAGIC = '\\xca\\xfe'`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.literals import has_high_escapes, literal, summands
from migration.analysis.names import memory, names_by_id, other_texts, stdlib_name
from migration.view.module import Module

#: Functions whose results are octets and never text.
PACKERS = frozenset(
    [
        "struct.pack",
        "os.urandom",
        "zlib.compress",
        "bz2.compress",
        "marshal.dumps",
        "socket.inet_aton",
        "hashlib.pbkdf2_hmac",
    ]
)
_METHODS = frozenset(
    [
        "count", "endswith", "find", "index", "partition", "replace", "rfind", "rindex", "send", "sendall", "split",
        "startswith", "write",
    ]
)  # fmt: skip


def octet_constants(module: Module) -> frozenset[ast.expr]:
    """The literals of such constants, each the only value of its name."""
    known = memory(module)
    if "octet constants" not in known:
        wanted = "\\x" in module.text and module.is_python2 and not module.facts.index.octets
        known["octet constants"] = frozenset(_found(module) if wanted else ())
    return known["octet constants"]  # type: ignore[no-any-return]


def _found(module: Module) -> Iterator[ast.expr]:
    for node in module.nodes_of(ast.Assign):
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        target, owner = node.targets[0], module.parent(node)
        spelled = isinstance(target, ast.Name) and literal(node.value, module)
        if not (spelled and isinstance(owner, (ast.Module, ast.ClassDef))):
            continue
        if not has_high_escapes(node.value, module) or _is_named_elsewhere(target.id, module):  # type: ignore[attr-defined]
            continue
        reads = _reads(target, owner, module)  # type: ignore[arg-type]
        if all(_fits(read, module) for read in reads) and any(_is_packed(read, module) for read in reads):
            yield node.value


def _is_named_elsewhere(name: str, module: Module) -> bool:
    return any(name in text for text in other_texts(module))


def _reads(target: ast.Name, owner: ast.Module | ast.ClassDef, module: Module) -> list[ast.expr]:
    """All places that read a constant; none where one of them may mean something else."""
    attributes = [
        n for n in module.nodes_named(ast.Attribute, frozenset([target.id])) if isinstance(n, ast.Attribute)
    ]
    names = [n for n in names_by_id(module)[target.id] if n is not target]
    if isinstance(owner, ast.Module):
        alike = all(module.bindings(n) == module.bindings(target) for n in names)
        return [*names] if alike and not attributes and len(module.bindings(target)) == 1 else []
    own = all(
        isinstance(a.ctx, ast.Load)
        and isinstance(a.value, ast.Name)
        and a.value.id in ("self", "cls", owner.name)
        for a in attributes
    )
    return [*attributes] if own and not names else []


def _sum(read: ast.expr, module: Module) -> ast.expr:
    """The whole sum that a constant is a part of."""
    whole, parent = read, module.parent(read)
    while isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add):
        whole, parent = parent, module.parent(parent)
    return whole


def _is_packed(read: ast.expr, module: Module) -> bool:
    return any(
        isinstance(n, ast.Call) and stdlib_name(n.func, module) in PACKERS
        for n in summands(_sum(read, module))
    )


def _fits(read: ast.expr, module: Module) -> bool:
    """Whether what is done with a constant is done with octets as well."""
    parent = module.parent(read)
    if isinstance(parent, (ast.BinOp, ast.AugAssign)):
        return isinstance(parent.op, ast.Add)
    if isinstance(parent, ast.Compare):
        sides = [parent.left, *parent.comparators]
        equal = isinstance(parent.ops[0], (ast.Eq, ast.NotEq, ast.In, ast.NotIn))
        return len(sides) == 2 and equal and not any(isinstance(s, ast.Constant) for s in sides)
    if isinstance(parent, ast.Call) and read in parent.args:
        return getattr(parent.func, "attr", "") in _METHODS or module.is_builtin(parent.func, "len")
    return False
