"""What is text in Python 3 whose characters stand for octets: items of a WSGI environment, and values of cookies.

A server gives what was sent so (PEP 3333), and `http.cookies` takes the escapes of octets from values so.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.analysis.classes import methods
from migration.analysis.made import kept_by
from migration.analysis.names import (
    in_repository,
    is_first_parameter,
    last_name,
    memory,
    other_texts,
    repository_texts,
    stdlib_name,
)
from migration.analysis.values import attributes_given, called_here, may_hold, returns_of
from migration.trees.constants import text_of
from migration.view.module import Module

COOKIES = frozenset(
    f"{m}.{n}" for m in ("Cookie", "http.cookies") for n in ("SimpleCookie", "SmartCookie", "BaseCookie")
)
#: Names that nothing but an environment of CGI or WSGI has, and those that others have as well.
_SENT = re.compile(r"PATH_INFO|PATH_TRANSLATED|QUERY_STRING|RAW_URI|REMOTE_USER|REQUEST_URI|SCRIPT_NAME")
_HEADER = re.compile(r"HTTP_(?!PROXY)[A-Z_]+")
_ENVIRONMENT = re.compile(r"(?i)^_*(?:wsgi_?)?(?:env|environ|environment|meta)$")
#: Where a file makes an environment, and where what it puts there is decoded, or the process's own.
_MADE_HERE = re.compile(r"wsgi\.input['\"]\s*\]?\s*[=:]")
_OF_ITS_OWN = re.compile(r"\bunquote|\bos\.environ\b|\bsocket\b|\bHTTPServer\b")
_READING = frozenset(["get", "pop", "setdefault"])
#: Methods that take nothing from the inside of a character, given what they look for, and those that cut.
_KEEPING = frozenset(["lstrip", "replace", "rstrip", "strip"])
_CUTTING = frozenset(["partition", "rpartition", "rsplit", "split"])
#: What is different for characters, where octets were asked: applied to the octets they do as they did.
OF_OCTETS = frozenset(["lower", "lstrip", "rstrip", "strip", "upper"])
_DEEPEST = 6


def stands_for_octets(node: ast.expr, module: Module, depth: int = _DEEPEST) -> bool:
    """Whether `node` certainly is text of which each character stands for an octet, or is ASCII."""
    if depth <= 0:
        return False
    match node:
        case ast.Subscript(slice=ast.Slice()):
            return stands_for_octets(node.value, module, depth)
        case ast.Subscript():
            return _is_sent(node.value, node.slice, module) or _is_cut(node.value, module, depth)
        case ast.Attribute(attr="value", value=owner) if _is_morsel(owner, module):
            return True
        case ast.Attribute():
            return _is_kept(node, module, depth) or _is_given_by_own(node, True, module, depth)
        case ast.BinOp(op=ast.Add()):
            return _all_stand([node.left, node.right], module, depth)
        case ast.BoolOp(op=ast.Or()):
            return _all_stand(node.values, module, depth)
        case ast.IfExp():
            return _all_stand([node.body, node.orelse], module, depth)
        case ast.Name():
            return _is_named(node, module, depth)
        case ast.Call(func=ast.Attribute(attr=attr, value=owner)) if attr in _READING and node.args:
            default = node.args[1] if len(node.args) > 1 else None
            plain = default is None or _is_plain(default) or stands_for_octets(default, module, depth)
            return plain and _is_sent(owner, node.args[0], module)
        case ast.Call(func=ast.Attribute(attr=attr, value=owner)) if attr in _KEEPING and node.args:
            return all(map(_is_plain, node.args)) and stands_for_octets(owner, module, depth)
        case ast.Call(func=ast.Attribute(value=ast.Name())):
            return _is_given_by_own(node.func, False, module, depth)  # type: ignore[arg-type]
        case ast.Call():
            function = called_here(node, module)
            if function is None or function.decorator_list:
                return False
            given = [r.value for r in returns_of(function)]
            return bool(given) and _all_stand(given, module, depth - 1)
    return False


def octets_again(module: Module) -> set[ast.AST]:
    """The calls that decode what stands for octets, as far as a rule has found them and made octets of it."""
    return memory(module).setdefault("octets again", set())  # type: ignore[no-any-return]


def _all_stand(values: list[ast.expr] | list[ast.expr | None], module: Module, depth: int) -> bool:
    """Whether each of several is ASCII or stands for octets, and one does."""
    told = [v for v in values if v is not None and not _is_plain(v)]
    return bool(told) and None not in values and all(stands_for_octets(v, module, depth) for v in told)


def _is_plain(node: ast.expr) -> bool:
    """Whether `node` is written out, and ASCII if it is text, or None."""
    text = text_of(node)
    return (isinstance(node, ast.Constant) and node.value is None) or (text is not None and text.isascii())


def _is_sent(owner: ast.expr, place: ast.expr, module: Module) -> bool:
    """Whether `place` names an item of a WSGI environment that `owner` is: that of the process is none."""
    name = text_of(place)
    if name is None:
        return False
    if not _SENT.fullmatch(name):
        environment = _ENVIRONMENT.match(last_name(owner)) is not None
        if not environment or _HEADER.fullmatch(name) is None:
            return False
    return not _is_process(owner, module) and not _makes_environments(module)


def asks_others(module: Module) -> bool:
    """Whether a file asks something for an item of such a name that is not named as an environment: the fields of a
    line of a log are named so, too.
    """
    known = memory(module)
    if "other environments" not in known:
        known["other environments"] = any(
            not _ENVIRONMENT.match(last_name(owner)) and _SENT.fullmatch(text_of(place) or "")
            for owner, place in _items(module)
        )
    return bool(known["other environments"])


def _items(module: Module) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is asked for items in a file, and for which."""
    for item in module.nodes_of(ast.Subscript):
        if isinstance(item, ast.Subscript) and isinstance(item.ctx, ast.Load):
            yield item.value, item.slice
    for read in module.nodes_named(ast.Attribute, _READING):
        call = module.parent(read)
        if isinstance(read, ast.Attribute) and isinstance(call, ast.Call) and call.func is read and call.args:
            yield read.value, call.args[0]


def _makes_environments(module: Module) -> bool:
    """Whether a file of the program makes an environment by itself, of what it has decoded, or of the process's own."""
    known = memory(module)
    if "environments" not in known:
        texts = repository_texts(module) if in_repository(_MADE_HERE, module) else ()
        known["environments"] = any(_MADE_HERE.search(t) and _OF_ITS_OWN.search(t) for t in texts)
    return bool(known["environments"])


def _is_process(owner: ast.expr, module: Module, depth: int = _DEEPEST) -> bool:
    """Whether `owner` may be the environment of the process, a copy of it, or what only asks one."""
    for part in ast.walk(owner):
        if stdlib_name(part, module) == "os.environ":
            return True
        if isinstance(part, ast.Attribute):
            given = [v for _, v in attributes_given(module).get(part.attr, ())]
        else:
            given = may_hold(part, module) if isinstance(part, ast.Name) else []
        if depth and any(v is not None and _is_process(v, module, depth - 1) for v in given):
            return True
    return False


def _is_cut(node: ast.expr, module: Module, depth: int) -> bool:
    """Whether `node` is a list of pieces of what stands for octets."""
    if depth <= 0:
        return False
    if isinstance(node, ast.Name):
        held = may_hold(node, module)
        return bool(held) and all(v is not None and _is_cut(v, module, depth - 1) for v in held)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return _is_cut(node.value, module, depth)
    function = node.func if isinstance(node, ast.Call) and node.args else None
    if not isinstance(function, ast.Attribute) or function.attr not in _CUTTING:
        return False
    return stands_for_octets(function.value, module, depth)


def _is_kept(node: ast.Attribute, module: Module, depth: int) -> bool:
    """Whether all that the file gives an attribute of an object of its own stands for octets, and no other file
    gives it anything.
    """
    if not is_first_parameter(node.value, module.function(node)):
        return False
    given = [value for _, value in attributes_given(module).get(node.attr, ())]
    if not given or not _all_stand(given, module, depth - 1):
        return False
    name = re.escape(node.attr)
    otherwise = re.compile(rf"^[ \t]+(?:def[ \t]+{name}\b|{name}[ \t]*=(?!=))", re.MULTILINE)
    elsewhere = re.compile(rf"\.{name}[ \t]*=(?!=)")
    return otherwise.search(module.text) is None and not any(map(elsewhere.search, other_texts(module)))


def _is_given_by_own(node: ast.Attribute, is_property: bool, module: Module, depth: int) -> bool:
    """Whether a property, or a method, of an object's own class gives nothing else, and no other class has one of that
    name.
    """
    owner = module.class_of(node)
    method = methods(owner).get(node.attr) if owner is not None else None
    if not isinstance(method, ast.FunctionDef) or not is_first_parameter(node.value, module.function(node)):
        return False
    made = [module.is_builtin(d, "property") for d in method.decorator_list]
    given = [r.value for r in returns_of(method)]
    if made != [True] * is_property or not given or not _all_stand(given, module, depth - 1):
        return False
    name = re.escape(node.attr)
    another = re.compile(rf"^[ \t]+def[ \t]+{name}\b|\.{name}[ \t]*=(?!=)|^[ \t]+{name}[ \t]*=", re.MULTILINE)
    return len(another.findall(module.text)) == 1 and not any(map(another.search, other_texts(module)))


def _is_named(node: ast.Name, module: Module, depth: int) -> bool:
    """Whether all that a name may hold there stands for octets: what it was given, or what a loop goes through."""
    held = may_hold(node, module)
    if held and None not in held:
        return _all_stand(held, module, depth - 1)
    loops = [module.parent(b.node) for b in module.bindings(node)]
    return bool(loops) and all(
        isinstance(loop, (ast.For, ast.comprehension))
        and isinstance(loop.target, ast.Name)
        and _is_cut(loop.iter, module, depth - 1)
        for loop in loops
    )


def _is_morsel(node: ast.expr, module: Module, depth: int = _DEEPEST) -> bool:
    """Whether `node` is an item of a cookie: by its name, or as a loop goes through all of them."""
    if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        return _is_cookie(node.value, module)
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("get", "pop")
    ):
        alone = len(node.args) == 1 or (len(node.args) == 2 and _is_plain(node.args[1]))
        return alone and _is_cookie(node.func.value, module)
    if not isinstance(node, ast.Name) or not depth:
        return False
    held = [v for v in may_hold(node, module) if not (isinstance(v, ast.Constant) and v.value is None)]
    if held and None not in held:
        return all(v is not None and _is_morsel(v, module, depth - 1) for v in held)
    bindings = module.bindings(node)
    return bool(bindings) and all(_goes_through_morsels(b.node, module) for b in bindings)


def _goes_through_morsels(target: ast.AST, module: Module) -> bool:
    """Whether a loop goes through the items of a cookie for a variable, or for the second of two."""
    outer, methods = module.parent(target), ("values", "itervalues")
    if isinstance(outer, ast.Tuple) and len(outer.elts) == 2 and outer.elts[1] is target:
        target, outer, methods = outer, module.parent(outer), ("items", "iteritems")
    if not isinstance(outer, (ast.For, ast.comprehension)) or outer.target is not target:
        return False
    made = outer.iter
    while isinstance(made, ast.Call) and module.is_builtin(made.func, "list", "sorted") and made.args:
        made = made.args[0]
    function = made.func if isinstance(made, ast.Call) and not made.args else None
    asked = isinstance(function, ast.Attribute) and function.attr in methods
    return asked and _is_cookie(function.value, module)  # type: ignore[union-attr]


def _is_cookie(node: ast.expr, module: Module) -> bool:
    return kept_by(node, module, COOKIES) is not None


__all__ = ["COOKIES", "OF_OCTETS", "asks_others", "octets_again", "stands_for_octets"]
