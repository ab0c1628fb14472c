"""What is encoded text, and what is octets that were never text, by how an expression makes it."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_text_type, type_asked, typed
from migration.analysis.literals import literal
from migration.analysis.names import defined_in_repository, names_by_id, stdlib_name
from migration.analysis.strings.giving_octets import is_read_of_structure
from migration.analysis.strings.streams import taken_as_octets
from migration.analysis.values import reads_of
from migration.stdlib.codecs import encodes_text, is_ascii_based
from migration.view.module import Module

#: Their results are octets, whatever callers compare them with.
NEVER_TEXT = frozenset(
    ["struct.pack", "os.urandom", "zlib.compress", "bz2.compress", "pickle.dumps", "cPickle.dumps", "marshal.dumps",
     "socket.inet_aton", "hashlib.pbkdf2_hmac"]
)  # fmt: skip


def made_for_octets(node: ast.expr, module: Module, seen: frozenset[str] = frozenset()) -> bool:
    """Whether `node` comes from a function whose result is never meant as text."""
    if isinstance(node, ast.Name):
        if node.id in seen:
            return False
        seen |= {node.id}
        values = [b.value for b in module.bindings(node)]
        return any(isinstance(v, ast.Call) and made_for_octets(v, module, seen) for v in values)
    if is_read_of_structure(node, module):
        return True
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.Constant)
    function = node.func
    return stdlib_name(function, module) in NEVER_TEXT or (
        isinstance(function, ast.Attribute) and function.attr == "digest"
    )


def split_as_text(node: ast.Call, module: Module) -> bool:
    """Whether what a call gives is split at native text: `user:password`. That may be right there, or where the one
    name that it is kept in is read, and then nothing takes octets of it.
    """
    places = [p for p in reads_of(node, module) if not _is_only_asked(p, module)]
    if not any(_meets_printable(place, module) for place in places):
        return False
    return places == [node] or not any(True in taken_as_octets(place, module) for place in places)


def _is_only_asked(place: ast.expr, module: Module) -> bool:
    """Whether a name is only asked whether there is something in it."""
    parent = module.parent(place)
    return isinstance(parent, (ast.If, ast.While)) or (
        isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)
    )


def _meets_printable(place: ast.expr, module: Module) -> bool:
    """Whether a value is cut at native text of characters that can be printed, or that is looked for in it."""
    method = module.parent(place)
    if isinstance(method, ast.Compare):
        looked = isinstance(method.ops[0], (ast.In, ast.NotIn)) and method.comparators == [place]
        return looked and _is_printable(method.left, module)
    call = module.parent(method)
    if not (isinstance(method, ast.Attribute) and isinstance(call, ast.Call) and call.func is method):
        return False
    cuts = method.attr in ("split", "rsplit", "partition", "rpartition")
    printable = cuts and bool(call.args) and _is_printable(call.args[0], module)
    return printable and not _are_decoded(call, module)


def _is_printable(node: ast.expr, module: Module) -> bool:
    return isinstance(node, ast.Constant) and literal(node, module) and str(node.value).isprintable()


def _are_decoded(call: ast.Call, module: Module) -> bool:
    """Whether the parts that `call` gives are unpacked, and each of them that is read is decoded first of all: they are
    octets until then.
    """
    statement = module.parent(call)
    targets = statement.targets if isinstance(statement, ast.Assign) and statement.value is call else []
    names = targets[0].elts if len(targets) == 1 and isinstance(targets[0], (ast.Tuple, ast.List)) else []
    if not names or not all(isinstance(n, ast.Name) for n in names):
        return False
    function, end = module.function(call), module.span(call).end
    first: list[ast.Name] = []
    for name in names:
        reads = [
            n
            for n in names_by_id(module).get(name.id, ())  # type: ignore[attr-defined]
            if isinstance(n.ctx, ast.Load) and module.function(n) is function and module.start(n) > end
        ]
        first += [min(reads, key=module.start)] if reads else []
    return bool(first) and all(_is_decoded_there(n, module) for n in first)


def _is_decoded_there(node: ast.Name, module: Module) -> bool:
    outer = module.parent(node)
    if isinstance(outer, ast.Attribute):
        return outer.attr == "decode" and isinstance(module.parent(outer), ast.Call)
    return (
        isinstance(outer, ast.Call)
        and outer.args[:1] == [node]
        and len(outer.args) > 1
        and module.is_builtin(outer.func, "unicode")
    )


def is_encoded(node: ast.expr, module: Module, seen: frozenset[str] = frozenset()) -> bool:
    """Whether `node` was made by encoding text: Python 2 took such a value for text again.

    `seen` are the variables being looked at already (`data = data + more`).
    """
    if isinstance(node, ast.Name):
        if node.id in seen:
            return False
        seen |= {node.id}
        return any(b.value is not None and is_encoded(b.value, module, seen) for b in module.bindings(node))
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return is_encoded(node.value, module, seen)
    if isinstance(node, ast.BinOp):
        sides = (node.left, node.right)
        # What octets that are never text are added to is no text either.
        return any(is_encoded(s, module, seen) for s in sides) and not any(
            isinstance(s, ast.Call) and made_for_octets(s, module) for s in sides
        )
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    if node.func.attr == "encode":
        return not kept_native(node, module)
    return is_encoded(node.func.value, module, seen)


def kept_native(node: ast.expr, module: Module) -> bool:
    """Whether a program of Python 2 makes text ASCII, by the codec that it need not name, to keep a native string: as
    an attribute, in a row, as what is filled in, or in place of what it has found to be text.
    """
    if not (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "encode"
    ):
        return False
    if node.args or node.keywords or not module.is_python2 or module.facts.index.octets:
        return False
    parent = module.parent(node)
    if isinstance(parent, ast.Assign):
        kept = any(isinstance(t, (ast.Attribute, ast.Subscript)) for t in parent.targets)
        named = [getattr(t, "id", "") for t in parent.targets] == [getattr(node.func.value, "id", None)]
        kept = kept or (named and is_found_text(node.func.value, module))
    elif isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute):
        kept = parent.func.attr == "append" and is_found_text(node.func.value, module)
    elif isinstance(parent, ast.Tuple):
        kept = isinstance(parent.ctx, ast.Load)
    else:
        kept = isinstance(parent, (ast.List, ast.Dict)) or (
            isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Mod) and parent.right is node
        )
    return kept and not defined_in_repository("encode", module)


def is_found_text(value: ast.expr, module: Module) -> bool:
    """Whether a variable was asked right before whether it is text: `if type(x) == type(u''): x = x.encode()`."""
    test = getattr(module.parent(module.statement(value)), "test", None)
    if not isinstance(value, ast.Name):
        return False
    asked, wanted = (type_asked(test, module) if test is not None else None) or (None, None)
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Eq, ast.Is)):
        asked, wanted = typed(test.left, module), test.comparators[0]
    if wanted is None or getattr(asked, "id", "") != value.id:
        return False
    return is_text_type(wanted, module)


def is_encoded_literal(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a native ASCII literal that is encoded: in Python 2 that gave the same string."""
    if not (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "encode"
    ):
        return False
    if len(node.args) > 1 or node.keywords or (node.args and not is_text_codec(node)):
        return False
    value = node.func.value
    return (
        has_ascii(node)
        and isinstance(value, ast.Constant)
        and literal(value, module)
        and str(value.value).isascii()
    )


def has_ascii(node: ast.Call) -> bool:
    """Whether a call of encode() leaves ASCII as it is."""
    codec = node.args[0] if node.args else None
    return codec is None or (isinstance(codec, ast.Constant) and is_ascii_based(str(codec.value)))


def is_text_codec(node: ast.Call) -> bool:
    """Whether a call of a codec names one of text."""
    codec = node.args[0] if node.args else None
    return isinstance(codec, ast.Constant) and encodes_text(str(codec.value))
