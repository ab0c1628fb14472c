"""if isinstance(x, str): x = x.decode(…) → isinstance(x, (bytes, str)): either was str.

Where the same chain asks for unicode as well, text goes that way, and what is asked for str are bytes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.builtins import type_asked, typed_before
from migration.analysis.made import UNPACKERS
from migration.analysis.names import is_path, stdlib_name
from migration.rule import Exactness, Findings, Rule
from migration.trees.bodies import always_leaves
from migration.view.module import Module, Precedence

_SAME, _OTHER = (ast.Eq, ast.Is), (ast.NotEq, ast.IsNot)


def visit(node: ast.Call | ast.Compare, module: Module) -> Findings:
    """Let bytes through to where they are decoded; text that gets there stays as it is."""
    if isinstance(node, ast.Compare):
        yield from _by_type(node, module)
        return
    if not module.is_builtin(node.func, "isinstance") or len(node.args) != 2 or node.keywords:
        return
    value, kind = node.args
    if not _is_native(kind, module) or not is_path(value):
        return
    asked = ast.dump(value)
    inner = [n for part in _guarded(node, module) for n in ast.walk(part)]
    before, behind = _asked_for_text(node, asked, module)
    behind = behind and not module.facts.index.octets
    decodes = any(_decodes(n, asked, module) for n in inner)
    if before or (behind and (decodes or any(_as_buffer(n, asked, module) for n in inner))):
        yield module.replace(kind, "bytes")
    elif decodes:
        yield module.replace(kind, "(bytes, str)")
    elif any(_by_codec(n, asked, module) or _as_new_text(n, asked, module) for n in inner):
        # What a codec is looked up for takes bytes and nothing else; text needs no decoding.
        yield module.replace(kind, "bytes")


def _by_type(node: ast.Compare, module: Module) -> Findings:
    """`if type(x) == str: x = x.decode(…)`."""
    found = _type_held(node, module)
    if found is None or not _is_native(found[1], module) or not isinstance(node.ops[0], _SAME):
        return
    asked = ast.dump(found[0])
    before, behind = _asked_for_text(node, asked, module)
    inner = [n for part in _guarded(node, module) for n in ast.walk(part)]
    decodes = any(_decodes(n, asked, module) for n in inner)
    if before or (behind and not module.facts.index.octets and decodes):
        yield module.replace(node.comparators[0], "bytes")
    elif decodes:
        left = module.span(node.left)
        yield module.replace(node, left, " in (bytes, str)", precedence_of_new=Precedence.COMPARE)
    elif any(_by_codec(n, asked, module) or _as_new_text(n, asked, module) for n in inner):
        yield module.replace(node.comparators[0], "bytes")


def _type_held(node: ast.expr, module: Module) -> tuple[ast.expr, ast.expr] | None:
    """The value and the type of `type(value) == kind`, or `!=`."""
    if (
        not isinstance(node, ast.Compare)
        or len(node.ops) != 1
        or not isinstance(node.ops[0], (*_SAME, *_OTHER))
    ):
        return None
    value = typed_before(node.left, module)
    return (value, node.comparators[0]) if value is not None and is_path(value) else None


def _is_native(kind: ast.expr, module: Module) -> bool:
    """Whether a type is that of native strings."""
    if module.is_builtin(kind, "str"):
        return True
    return isinstance(kind, (ast.Name, ast.Attribute)) and stdlib_name(kind, module) == "types.StringType"


def _guarded(test: ast.expr, module: Module) -> Iterator[ast.AST]:
    """What happens only where `test` holds."""
    parent = module.parent(test)
    while isinstance(parent, ast.BoolOp) and isinstance(parent.op, ast.And):
        yield from parent.values[parent.values.index(test) + 1 :]
        test, parent = parent, module.parent(parent)
    if isinstance(parent, ast.IfExp) and parent.test is test:
        yield parent.body
    elif isinstance(parent, ast.If) and parent.test is test:
        yield from parent.body


def _asked_for_text(test: ast.expr, asked: str, module: Module) -> tuple[bool, bool]:
    """Whether the value is asked for unicode before `test`, so that no text gets there, and whether it is behind it."""
    arm = module.parent(test)
    if not isinstance(arm, ast.If) or arm.test is not test:
        return False, False
    before, behind, later = [], [], arm.orelse
    while len(later) == 1 and isinstance(later[0], ast.If):
        behind.append(later[0])
        later = later[0].orelse
    outer = module.parent(arm)
    while isinstance(outer, ast.If) and outer.orelse == [arm]:
        before.append(outer)
        arm, outer = outer, module.parent(outer)
    block = module.block(arm)
    for statement in reversed(block[: block.index(arm)]):
        if not isinstance(statement, ast.If) or not always_leaves(statement.body):
            break
        before.append(statement)
    return tuple(any(_asks(a.test, asked, module) for a in arms) for arms in (before, behind))  # type: ignore[return-value]


def _asks(test: ast.expr, asked: str, module: Module) -> bool:
    """Whether a condition is that the value is unicode."""
    found = type_asked(test, module) or _type_held(test, module)
    return found is not None and ast.dump(found[0]) == asked and module.is_builtin(found[1], "unicode")


def _as_buffer(node: ast.AST, asked: str, module: Module) -> bool:
    """Whether `node` takes the octets of the value as they are."""
    return (
        isinstance(node, ast.Call)
        and any(ast.dump(a) == asked for a in node.args)
        and (
            module.is_builtin(node.func, "buffer", "memoryview")
            or stdlib_name(node.func, module) in UNPACKERS
        )
    )


def _decodes(node: ast.AST, asked: str, module: Module) -> bool:
    """Whether `node` makes text of the value, by a codec: `x.decode(…)` or `unicode(x, …)`."""
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    several = len(node.args) + len(node.keywords) > 1
    if isinstance(function, ast.Attribute) and function.attr == "decode":
        decoded = function.value
    elif several and node.args and module.is_builtin(function, "unicode"):
        decoded = node.args[0]
    else:
        return False
    # Who decodes the type itself has never come there.
    return ast.dump(decoded) == asked or module.is_builtin(decoded, "str")


def _by_codec(node: ast.AST, asked: str, module: Module) -> bool:
    """Whether `node` has a function of the module codecs decode the value: `codecs.getdecoder(…)(x)`."""
    if not isinstance(node, ast.Call) or not node.args or ast.dump(node.args[0]) != asked:
        return False
    function = node.func
    if isinstance(function, ast.Call):
        return stdlib_name(function.func, module) == "codecs.getdecoder"
    name = stdlib_name(function, module) or ""
    return name == "codecs.decode" or (name.startswith("codecs.") and name.endswith("_decode"))


def _as_new_text(node: ast.AST, asked: str, module: Module) -> bool:
    """Whether `node` makes an object of a class of text from the octets: `unicode.__new__(cls, x, encoding)`."""
    match node:
        case ast.Call(func=ast.Attribute(value=kind, attr="__new__"), args=[_, given, *rest], keywords=named):
            decoded = bool(rest or named) and module.is_builtin(kind, "unicode")
            return decoded and ast.dump(given) == asked and not module.facts.index.octets
    return False


RULE = Rule(
    id="decoded_guard",
    family="P8",
    summary="what is asked for str before it is decoded may be bytes",
    before="n = 1L\nif isinstance(a, str):\n    a = a.decode(b)\n",
    after="n = 1\nif isinstance(a, (bytes, str)):\n    a = a.decode(b)\n",
    caveats="Only where the guarded code itself decodes the value, or unicode is asked for in the same chain.",
    triggers=("isinstance", "type"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call, ast.Compare),
    names=frozenset(["isinstance"]),
    visit=visit,
)
