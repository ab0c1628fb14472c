"""Files in memory that trees of elements, or events of XML, are written to: whether those hold octets."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.literals import literal
from migration.analysis.made import is_socket, kept_by
from migration.analysis.names import stdlib_name
from migration.analysis.strings.streams import taken_as_octets
from migration.analysis.values import reads_alike
from migration.view.module import Module

TREES = frozenset(
    f"xml.etree.{module}.{name}"
    for module in ("ElementTree", "cElementTree")
    for name in ("ElementTree", "parse")
)
_OF_LXML = frozenset(["lxml.etree.ElementTree", "lxml.etree.parse"])
_GENERATORS = frozenset(["xml.sax.saxutils.XMLGenerator"])
_WRITERS = ("ElementTree", "etree", "XMLGenerator")
#: Methods that give of octets what they give of text.
_CUTTING = frozenset(["lstrip", "replace", "rstrip", "split", "splitlines", "strip"])
#: How many names what was written is followed through.
_DEPTH = 3
_SENDING = frozenset(["send", "sendall", "sendto"])
#: Methods of files that are decoded or encoded where they are called; those of them that give text.
_TEXTS = frozenset(["read", "readline"])
_PLAIN = _TEXTS | {"close", "flush", "getvalue", "seek", "tell", "truncate", "write"}
#: Methods that tell of text and of octets the same, where they are given literals.
_ASKING = frozenset(["count", "startswith", "endswith", "find", "index", "rfind"])


def tree_written(method: ast.expr, makers: frozenset[str], module: Module) -> bool:
    """Whether `method` writes a tree that one of `makers` made, its attributes brought in order or not."""
    if not isinstance(method, ast.Attribute) or method.attr != "write":
        return False
    tree = method.value
    if isinstance(tree, ast.Call) and getattr(tree.func, "id", "") == "sorted_attributes" and tree.args:
        tree = tree.args[0]
    return kept_by(tree, module, makers) is not None


def is_undeclared(encoding: ast.expr) -> bool:
    """Whether a document in an encoding begins without saying so."""
    text = encoding.value if isinstance(encoding, ast.Constant) else None
    return isinstance(text, str) and text.lower() in ("utf-8", "us-ascii")


def told_encoding(call: ast.Call) -> list[ast.expr] | None:
    """The encoding that a tree is written in, if any; None where it is told more, or nobody knows what."""
    told = [*call.args[1:2], *(k.value for k in call.keywords if k.arg == "encoding")]
    return told if call.args and len(told) + 1 == len(call.args) + len(call.keywords) else None


def is_of_octets(call: ast.Call) -> bool:
    """Whether a tree can't be written as text by this call: it declares an encoding, or does not show which."""
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
        return False
    if _asks_for_text(call):
        return False
    told = told_encoding(call)
    return told is None or not all(map(is_undeclared, told))


def _asks_for_text(call: ast.Call) -> bool:
    """Whether a tree is written as text, as Python 3 alone can."""
    told = [*call.args[1:2], *(k.value for k in call.keywords if k.arg == "encoding")]
    return any(isinstance(e, ast.Constant) and e.value == "unicode" for e in told)


def holds_written_tree(places: list[ast.expr], module: Module) -> bool:
    """Whether a tree is written to a file in memory, which is read at `places`, as octets."""
    if not any(word in module.text for word in _WRITERS):
        return False
    calls = [c for p in places if isinstance(c := module.parent(p), ast.Call) and c.args[:1] == [p]]
    if any(tree_written(call.func, _OF_LXML, module) for call in calls):
        return True
    if any(stdlib_name(call.func, module) in _GENERATORS for call in calls):
        # It encodes what it writes to octets, whatever its encoding.
        return module.facts.index.octets or _is_taken_as_octets(places, module, shown=True)
    calls = [call for call in calls if tree_written(call.func, TREES, module)]
    if not calls or any(map(_asks_for_text, calls)):
        return False
    return module.facts.index.octets or any(map(is_of_octets, calls)) or _is_taken_as_octets(places, module)


def _is_taken_as_octets(places: list[ast.expr], module: Module, shown: bool = False) -> bool:
    """Whether what was written is counted, or goes where octets go, and nothing is done with it that needs text. What
    is `shown` may be printed, too, and is octets where it is spelled by repr().
    """
    wanted = False
    for place in places[1:]:
        if not is_plainly_used(place, module):
            return False
        method = module.parent(place)
        value = module.parent(method)
        if getattr(method, "attr", "") != "getvalue" or not isinstance(value, ast.Call):
            if getattr(method, "attr", "") in _TEXTS or _writes_text(value, method, module):
                return False
            continue
        for taken in _shown_uses(value, module) if shown else [_taken(value, module)]:
            if taken is False:
                return False
            wanted = wanted or taken is True
    return wanted


def _taken(value: ast.expr, module: Module) -> bool | None:
    """Whether a use of what was written wants octets, text (False), or takes either."""
    outer = module.parent(value)
    asked = module.parent(outer)
    if _is_counted_or_sent(outer, module) or taken_as_octets(value, module) == {True}:
        return True
    alike = (
        isinstance(outer, ast.Attribute)
        and outer.attr in _ASKING
        and isinstance(asked, ast.Call)
        and all(literal(a, module) for a in asked.args)
    )
    return None if alike else False


def _shown_uses(value: ast.expr, module: Module, depth: int = 0) -> Iterator[bool | None]:
    """The same of each use, of a part and under a name as well, where it may be printed and compared with literals."""
    outer = module.parent(value)
    if isinstance(outer, ast.Call) and module.is_builtin(outer.func, "print", "repr"):
        yield module.is_builtin(outer.func, "repr") or None
    elif isinstance(outer, ast.Compare):
        others = [side for side in (outer.left, *outer.comparators) if side is not value]
        yield None if all(literal(side, module) for side in others) else False
    elif isinstance(outer, ast.Subscript) and outer.value is value and isinstance(outer.slice, ast.Slice):
        yield from _shown_uses(outer, module, depth)
    elif isinstance(outer, ast.Assign) and isinstance(outer.targets[0], ast.Name) and depth < _DEPTH:
        target = outer.targets[0]
        sole = len(outer.targets) == 1 and len(module.bindings(target)) == 1
        reads = [read for read in reads_alike(target, module) if read is not target] if sole else []
        if not reads:
            yield False
        for read in reads:
            yield from _shown_uses(read, module, depth + 1)
    elif isinstance(outer, ast.Attribute) and outer.attr in _CUTTING:
        call = module.parent(outer)
        if not isinstance(call, ast.Call) or not all(literal(a, module) for a in call.args):
            yield False
            return
        item = module.parent(call)
        split = outer.attr in ("split", "splitlines")
        if split and not (isinstance(item, ast.Subscript) and item.value is call):
            yield False
            return
        yield from _shown_uses(item if split else call, module, depth)  # type: ignore[arg-type]
    else:
        yield _taken(value, module)


def _writes_text(call: ast.AST, method: ast.AST, module: Module) -> bool:
    """Whether something else than a literal, which can be octets, is written."""
    if getattr(method, "attr", "") != "write" or not isinstance(call, ast.Call) or call.args[:1] == []:
        return False
    return not literal(call.args[0], module)


def is_plainly_used(place: ast.expr, module: Module) -> bool:
    """Whether a file in memory is only asked there by one of its usual methods, bound anew, or has a tree written to
    it: who hands it on may do anything with it.
    """
    outer = module.parent(place)
    if isinstance(outer, ast.Attribute):
        called = module.parent(outer)
        return outer.attr in _PLAIN and isinstance(called, ast.Call) and called.func is outer
    if isinstance(outer, ast.Assign):
        return place in outer.targets
    return (
        isinstance(outer, ast.Call)
        and outer.args[:1] == [place]
        and (
            tree_written(outer.func, TREES | _OF_LXML, module)
            or stdlib_name(outer.func, module) in _GENERATORS
        )
    )


def _is_counted_or_sent(call: ast.AST | None, module: Module) -> bool:
    """Whether `call` counts what it is given, or a socket sends that."""
    if not isinstance(call, ast.Call):
        return False
    function = call.func
    sent = (
        isinstance(function, ast.Attribute)
        and function.attr in _SENDING
        and is_socket(function.value, module)
    )
    return sent or module.is_builtin(function, "len")
