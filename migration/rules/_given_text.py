"""What is text in Python 2 by what gives it, whatever is known of where that comes from: for rules that ask."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rules._encoded import is_text_codec
from migration.rules._names import defined_in_repository, names_by_id, stdlib_name
from migration.rules._values import may_hold

_TRANSLATING = frozenset(["ugettext", "ungettext"])
_FUNCTIONS = frozenset(["builtins.unichr", "builtins.unicode", "unicodedata.name", "unicodedata.normalize"])
_PARSERS = frozenset(["json.load", "json.loads"])
#: What gives parts of what was parsed.
_PARTS = frozenset(["get", "items", "iteritems", "iterkeys", "itervalues", "keys", "pop", "values"])
_PASSING = ("enumerate", "iter", "list", "reversed", "sorted")
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


def _is_changed(name: ast.Name, module: Module) -> bool:
    """Whether anything is put into what a variable holds."""
    bindings = module.bindings(name)
    for read in names_by_id(module)[name.id]:
        part = module.parent(read)
        while isinstance(part, ast.Subscript):
            if not isinstance(part.ctx, ast.Load):
                return module.bindings(read) == bindings
            part = module.parent(part)
        if (
            isinstance(part, ast.Attribute)
            and part.attr not in _PARTS
            and isinstance(module.parent(part), ast.Call)
        ):
            return module.bindings(read) == bindings
    return False
