"""What is text in Python 2 by what gives it, whatever is known of where that comes from: for rules that ask."""

from __future__ import annotations

import ast
import re

from migration.analysis.names import (
    defined_in_repository,
    in_repository,
    names_by_id,
    stdlib_name,
    wanted_elsewhere,
)
from migration.analysis.strings.encoded import is_text_codec
from migration.analysis.values import may_hold
from migration.view.module import Module

_TRANSLATING = frozenset(["ugettext", "ungettext"])
_FUNCTIONS = frozenset(["builtins.unichr", "builtins.unicode", "unicodedata.lookup", "unicodedata.normalize"])
_PARSERS = frozenset(["json.load", "json.loads"])
#: What gives parts of what was parsed.
_PARTS = frozenset(["get", "items", "iteritems", "iterkeys", "itervalues", "keys", "pop", "values"])
_PASSING = ("enumerate", "iter", "list", "reversed", "sorted")
#: What is given to these is not changed, and is no part of what they give.
_HARMLESS = frozenset([
    "abs", "all", "any", "bool", "chr", "float", "hash", "int", "isinstance", "len", "long", "open", "ord",
    "print", "repr", "str", "type", "unichr", "unicode",
])  # fmt: skip
_HARMLESS_MODULES = ("json.dump", "logging.", "os.", "re.", "struct.", "urllib.")
#: Methods that change nothing: of text, and some of dictionaries and lists.
_READING = frozenset([
    "count", "decode", "encode", "endswith", "find", "format", "has_key", "index", "isalpha", "isdigit", "join",
    "lower", "lstrip", "replace", "rfind", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip",
    "title", "upper",
])  # fmt: skip
_STRINGS = ("basestring", "bytes", "str", "unicode")
_DEEPEST = 5


def gives_text(node: ast.expr, module: Module, depth: int = _DEEPEST) -> bool:
    """Whether `node` is nothing but text, if it is a string: decoded, translated as such, or parsed from JSON."""
    if isinstance(node, ast.Name):
        held = may_hold(node, module) if depth else []
        if held and all(v is not None and gives_text(v, module, depth - 1) for v in held):
            return True
    elif isinstance(node, ast.Call) and _is_text_made(node, module, depth):
        return True
    return _is_parsed(node, module, depth)


def _is_text_made(node: ast.Call, module: Module, depth: int) -> bool:
    function = node.func
    if isinstance(function, ast.Name) and depth:
        # A method that has a name of its own: `_ = translations.ugettext`.
        held = may_hold(function, module)
        if held and all(isinstance(v, ast.Attribute) and _translates(v, module) for v in held):
            return True
    if stdlib_name(function, module) in _FUNCTIONS:
        return True
    if not isinstance(function, ast.Attribute):
        return False
    if function.attr == "decode":
        own = defined_in_repository("decode", module) or module.qualified_name(function.value) is not None
        return not own and is_text_codec(node)  # without a codec it may be a method of anything
    return _translates(function, module)


def _translates(function: ast.Attribute, module: Module) -> bool:
    return function.attr in _TRANSLATING and not defined_in_repository(function.attr, module)


def _is_parsed(node: ast.expr, module: Module, depth: int) -> bool:
    """Whether `node` is, or is a part of, what a file parses from JSON, and does not change."""
    while True:
        if isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _PARTS:
            if len(node.args) > 1 or node.keywords:
                return False
            node = node.func.value
        elif isinstance(node, ast.Call) and module.is_builtin(node.func, *_PASSING) and len(node.args) == 1:
            node = node.args[0]
        else:
            break
    if isinstance(node, ast.Call):
        alone = len(node.args) == 1 and not node.keywords
        return alone and stdlib_name(node.func, module) in _PARSERS
    if not isinstance(node, ast.Name) or not depth or _is_changed(node, module):
        return False
    sources = [b.value or _gone_through(b.node, module) for b in module.bindings(node)]
    return bool(sources) and all(s is not None and _is_parsed(s, module, depth - 1) for s in sources)


def _gone_through(target: ast.AST, module: Module) -> ast.expr | None:
    """What a loop goes through for a variable, or one of several."""
    loop = module.parent(target)
    if isinstance(loop, (ast.Tuple, ast.List)):
        target, loop = loop, module.parent(loop)
    return loop.iter if isinstance(loop, (ast.For, ast.comprehension)) and loop.target is target else None


def _is_changed(
    name: ast.Name, module: Module, home: ast.AST | None = None, seen: set[ast.AST] | None = None
) -> bool:
    """Whether anything may be put into what a variable holds: all that is done with it, and with its parts, is to show
    that it isn't. `home` is the function that what it holds belongs to; where that ends, it is nobody's concern.
    """
    found = module.scope(name).lookup(name.id)
    seen = set() if seen is None else seen
    if found is None or found[0].kind == "class" or any(b.kind == "augmented" for b in found[1]):
        return True
    if found[0] is module.module_scope and _is_seen_elsewhere(name.id, module):
        return True
    home = home or found[0].node
    own = {b.node for b in found[1]}
    if own <= seen:
        return False
    seen |= own
    return any(
        _is_touched(read, module, home, seen)
        for read in names_by_id(module)[name.id]
        if isinstance(read.ctx, ast.Load) and any(b.node in own for b in module.bindings(read))
    )


def _is_seen_elsewhere(name: str, module: Module) -> bool:
    """Whether another file may have a variable of this one's."""
    if wanted_elsewhere(name, module):
        return True
    file = module.facts.key.rpartition("/")[2].partition(".")[0]
    return in_repository(re.compile(rf"\b{re.escape(file)}\.{re.escape(name)}\b"), module)


def _is_touched(part: ast.AST, module: Module, home: ast.AST, seen: set[ast.AST]) -> bool:
    """Whether something may be put into a part of what was parsed, by what is done with it where it stands."""
    outer = module.parent(part)
    if isinstance(outer, ast.keyword):
        part, outer = outer, module.parent(outer)
    match outer:
        case ast.Subscript(value=value, ctx=ctx) if value is part:
            return not isinstance(ctx, ast.Load) or _is_touched(outer, module, home, seen)
        case ast.Attribute(attr=attr):
            call = module.parent(outer)
            called = isinstance(call, ast.Call) and call.func is outer
            if called and attr in _PARTS:
                return _is_touched(call, module, home, seen)
            return not called or attr not in _READING
        case ast.Call():
            if module.is_builtin(outer.func, *_PASSING):
                return _is_touched(outer, module, home, seen)
            return not _is_harmless(outer, module) and not _is_string_there(part, module)
        case ast.Assign(targets=targets):
            return any(_is_target_changed(target, module, home, seen) for target in targets)
        case ast.For(iter=source) | ast.comprehension(iter=source) if source is part:
            return _is_target_changed(outer.target, module, home, seen)
        case ast.IfExp(test=test) if test is part:
            return False
        case ast.BoolOp() | ast.IfExp() | ast.Tuple() | ast.List() | ast.Dict() | ast.Starred():
            return _is_touched(outer, module, home, seen)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            return _is_touched(outer, module, home, seen)
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod() | ast.Add()):
            return False
        case ast.Return():
            return module.function(outer) is not home
    # A key, a test, or what is shown.
    return not isinstance(
        outer,
        (ast.Subscript, ast.comprehension, ast.Compare, ast.UnaryOp, ast.If, ast.While, ast.Assert, ast.Expr),
    )


def _is_target_changed(target: ast.expr, module: Module, home: ast.AST, seen: set[ast.AST]) -> bool:
    """Whether something may be put into what a variable is given, or into what each of several is."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return any(_is_target_changed(one, module, home, seen) for one in target.elts)
    return not isinstance(target, ast.Name) or _is_changed(target, module, home, seen)


def _is_harmless(call: ast.Call, module: Module) -> bool:
    """Whether a call neither changes nor keeps what it is given."""
    function = call.func
    if module.is_builtin(function, *_HARMLESS):
        return True
    if isinstance(function, ast.Attribute) and function.attr.startswith("assert"):
        return True
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Constant):
        return function.attr in _READING
    return (stdlib_name(function, module) or "").startswith(_HARMLESS_MODULES)


def _is_string_there(part: ast.AST, module: Module) -> bool:
    """Whether a part is only reached where it was found to be a string: into that nothing is put."""
    wanted, inner = ast.dump(part), part
    for outer in module.ancestors(part):
        if isinstance(outer, ast.If) and inner in outer.body:
            test = outer.test
            asked = isinstance(test, ast.Call) and module.is_builtin(test.func, "isinstance") and test.args
            if asked and len(asked) == 2 and ast.dump(asked[0]) == wanted:
                return module.is_builtin(asked[1], *_STRINGS)
        inner = outer
    return False
