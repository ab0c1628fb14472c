"""ord(c) of an item of what may be bytes → octet(c), which takes the number that it is there."""

from __future__ import annotations

import ast

from migration.analysis.strings.byte_sources import mentions_bytes
from migration.analysis.strings.kinds import is_octets, kind
from migration.analysis.strings.octet_items import HELPER
from migration.analysis.strings.octet_values import is_encoded_value
from migration.analysis.values import assigned
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call | ast.Name, module: Module) -> Findings:
    """Where a parameter, which callers may give bytes or text for, is gone through or indexed; map(ord, data)."""
    if isinstance(node, ast.Name):
        call = module.parent(node)
        if not (isinstance(call, ast.Call) and call.args[:1] == [node] and len(call.args) == 2):
            return
        if module.is_builtin(node, "ord") and module.is_builtin(call.func, "map"):
            if is_octets(call.args[1], module):
                yield module.replace(node, "int", needs_python2=True)
            elif _is_open(call.args[1], module):
                yield module.replace(node, helper("octet", HELPER, module), needs_python2=True)
        return
    if not module.is_builtin(node.func, "ord") or len(node.args) != 1 or node.keywords:
        return
    whole = _whole(node.args[0], module)
    if whole is None or not _is_open(whole, module) or inside_helper(node, HELPER, module):
        return
    yield module.replace(node.func, helper("octet", HELPER, module), needs_python2=True)


def _whole(node: ast.expr, module: Module) -> ast.expr | None:
    """What `node` is one item of: by a number, as the variable of a loop."""
    if isinstance(node, ast.Subscript):
        return None if isinstance(node.slice, ast.Slice) else node.value
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if len(bindings) != 1:
        return None
    target = bindings[0].node
    if isinstance(target, ast.arg):
        return _gone_through(target, module)
    loop = module.parent(target)
    if isinstance(loop, ast.Tuple) and loop.elts[-1] is target:
        counted = module.parent(loop)
        source = counted.iter if isinstance(counted, (ast.For, ast.comprehension)) else None
        enumerated = (
            isinstance(source, ast.Call) and module.is_builtin(source.func, "enumerate") and source.args
        )
        return source.args[0] if enumerated else None  # type: ignore[union-attr]
    if isinstance(loop, (ast.For, ast.comprehension)) and loop.target is target:
        return loop.iter
    return None


def _gone_through(target: ast.arg, module: Module) -> ast.expr | None:
    """What `lambda total, c: …` is given the items of by reduce() or map(), for its last parameter."""
    arguments = module.parent(target)
    function = module.parent(arguments)
    call = module.parent(function)
    if not (isinstance(function, ast.Lambda) and isinstance(call, ast.Call) and call.args[:1] == [function]):
        return None
    known = module.qualified_name(call.func) in ("builtins.reduce", "functools.reduce", "builtins.map")
    last = function.args.args[-1] is target and len(call.args) > 1
    return call.args[1] if known and last else None


def _is_open(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a parameter of a function that is not known to be text or bytes, or a part of it, also by the
    one name that it has; or text that was encoded.
    """
    if is_encoded_value(node, module):
        return True
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return _is_open(node.value, module)
    part = assigned(node, module) if isinstance(node, ast.Name) else None
    if (
        isinstance(part, ast.Subscript)
        and isinstance(part.slice, ast.Slice)
        and isinstance(part.value, ast.Name)
    ):
        return part.value.id != getattr(node, "id", "") and _is_open(part.value, module)
    if not isinstance(node, ast.Name) or kind(node, module) is not None:
        return False
    bindings = module.bindings(node)
    return any(b.kind == "parameter" for b in bindings) and not isinstance(module.function(node), ast.Lambda)


RULE = Rule(
    id="octet_ordinals",
    family="P10",
    summary="an item of bytes is a number already: ord() of what may be one asks first",
    before="import struct\ndef total(data): return sum(ord(c) for c in data)\n"
    "print total(struct.pack('>H', 9)), total('a')\n",
    after=f"""import struct

{HELPER}

def total(data): return sum(octet(c) for c in data)
print(total(struct.pack('>H', 9)), total('a'))
""",
    caveats="Only parameters that are gone through or indexed, in files that handle bytes.",
    triggers=("ord",),
    needs_python2=True,
    order=75,
    nodes=(ast.Call, ast.Name),
    names=frozenset(["ord"]),
    when=mentions_bytes,
    visit=visit,
)
