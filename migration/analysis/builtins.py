"""Recognising Python 2's builtins where they are really meant: shared by the rules about them."""

from __future__ import annotations

import ast
import re

from migration.analysis.names import memory, names_by_id
from migration.source.edits import Needs
from migration.view.module import Module

#: Packages whose star imports provide Python 2's builtins on Python 3.
_COMPATIBLE = frozenset(["six", "future", "past", "builtins", "kitchen", "compat"])

_HANDS_ON = re.compile(r"^\s*from\s.*\bimport\s*\(?\s*\*", re.MULTILINE)


def is_old_builtin(node: ast.AST, module: Module, *names: str) -> bool:
    """Whether `node` reads one of Python 2's builtins `names` (not a name that the file or a star import
    gives it).
    """
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        return False
    if not module.is_builtin(node, *names):
        return False
    return not (isinstance(node, ast.Name) and _from_star(node.id, module))


def _from_star(name: str, module: Module) -> bool:
    known = memory(module)
    key = ("star", name)
    if key not in known:
        known[key] = any(_may_define(s, name, module) for s in module.module_scope.star_imports)
    return bool(known[key])


def _may_define(source: str, name: str, module: Module) -> bool:
    index = module.facts.index
    dotted = source.lstrip(".")
    key = index.imported_file(module.facts.key, source)
    text = index.text(key) if key else None
    compatible = dotted.split(".")[0] in _COMPATIBLE
    if text is None or (compatible and _HANDS_ON.search(text)):
        return compatible
    word = re.escape(name)
    given = (
        rf"^\s*(?:[\w, \t]*\b{word}\b[\w, \t]*=(?!=)|{word}\s*(?:,|\)|$)"
        rf"|(?:def|class)\s+{word}\b|from\s.*\b{word}\b)"
    )
    found = re.finditer(given, text, re.MULTILINE)
    return any(not _is_inside_definition(match.start(), text) for match in found)


def _is_inside_definition(offset: int, text: str) -> bool:
    """Whether the line at `offset` stands in the body of a function or a class, as far as indentation tells."""
    lines = text[:offset].split("\n")
    here = text[offset:].lstrip("\n").partition("\n")[0]
    depth = len(here) - len(here.lstrip())
    for line in reversed(lines):
        own = len(line) - len(line.lstrip())
        if depth and line.strip() and own < depth:
            if line.lstrip().startswith(("def ", "class ")):
                return True
            depth = own
    return False


#: Names of the module that are given by what a variable holds.
_LISTED = re.compile(r"globals\(\)\[[^\W\d]\w*\][ \t]*=(?!=)")


def spell_builtin(name: str, at: ast.AST, module: Module) -> str:
    """How a builtin of Python 3 is written at a place where its name may be taken: by a binding, or by what the file
    gives the names that it lists (`globals()[name] = …`).
    """
    named = f"'{name}'" in module.text or f'"{name}"' in module.text
    listed = named and "globals()[" in module.text and _LISTED.search(module.text)
    if module.scope(at).lookup(name) is None and not listed:
        return name
    return module.use(f"builtins.{name}", at=at)


def spell_module(name: str, at: ast.AST, module: Module) -> Needs:
    """A module of the standard library by its name, with the import it needs."""
    text = module.use(f"{name}.x", at=at)
    return Needs.of(text.removesuffix(".x"), text.imports, text.helpers)


def is_isinstance_argument(node: ast.expr, module: Module) -> bool:
    """Whether `node` is (an element of) the second argument of isinstance or issubclass."""
    parent = module.parent(node)
    if isinstance(parent, ast.Tuple):
        node, parent = parent, module.parent(parent)
    return (
        isinstance(parent, ast.Call)
        and module.is_builtin(parent.func, "isinstance", "issubclass")
        and len(parent.args) == 2
        and parent.args[1] is node
    )


def type_asked(test: ast.expr, module: Module) -> tuple[ast.expr, ast.expr] | None:
    """The value and the type of `isinstance(value, type)`; None for any other condition."""
    if isinstance(test, ast.Call) and len(test.args) == 2 and module.is_builtin(test.func, "isinstance"):
        return test.args[0], test.args[1]
    return None


def typed(node: ast.expr, module: Module) -> ast.expr | None:
    """The `x` of `type(x)`."""
    plain = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords
    return node.args[0] if plain and module.is_builtin(node.func, "type") else None  # type: ignore[attr-defined]


def typed_before(node: ast.expr, module: Module) -> ast.expr | None:
    """The `x` of `type(x)`, or of the name that is given that and nothing else, `kind = type(x)`, where `x` is still
    what it was: only by another arm of the same choice may it have been given something else meanwhile.
    """
    if (here := typed(node, module)) is not None or not isinstance(node, ast.Name):
        return here
    bindings = module.bindings(node)
    given = bindings[0].value if len(bindings) == 1 and bindings[0].kind == "assign" else None
    kept = typed(given, module) if given is not None else None
    if given is None or not isinstance(kept, ast.Name) or module.function(node) is not module.function(given):
        return None
    start, end = module.span(given).end, module.start(node)
    between = (
        n
        for n in names_by_id(module).get(kept.id, ())
        if not isinstance(n.ctx, ast.Load) and start <= module.start(n) < end
    )
    return None if any(not _in_another_arm(n, node, module) for n in between) else kept


def _in_another_arm(given: ast.AST, node: ast.AST, module: Module) -> bool:
    """Whether `given` stands in what is only done where `node` is not reached."""
    inner: ast.AST = given
    around = set(module.ancestors(node)) | {node}
    for outer in module.ancestors(given):
        if isinstance(outer, ast.If) and outer in around:
            return inner in outer.body and any(s in around for s in outer.orelse)
        inner = outer
    return False


def is_text_type(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the type of text, by its name or as `type(u'')`."""
    return module.is_builtin(node, "unicode") or getattr(typed(node, module), "kind", None) == "u"


def arguments(node: ast.Call, most: int, least: int = 0) -> bool:
    """Whether a call has only positional, unstarred arguments, `least` to `most` of them."""
    return (
        not node.keywords
        and least <= len(node.args) <= most
        and not any(isinstance(a, ast.Starred) for a in node.args)
    )


def is_none(node: ast.expr | None) -> bool:
    """Whether `node` is written `None`."""
    return isinstance(node, ast.Constant) and node.value is None


def stand_in(node: ast.Try, names: frozenset[str]) -> tuple[str, list[ast.stmt]] | None:
    """Of `try: NAME` and `except NameError: …`, and nothing else, the one of `names` asked for and what is done."""
    if node.orelse or node.finalbody or len(node.body) != 1 or len(node.handlers) != 1:
        return None
    asked, handler = node.body[0], node.handlers[0]
    if not (isinstance(asked, ast.Expr) and isinstance(asked.value, ast.Name) and asked.value.id in names):
        return None
    return (asked.value.id, handler.body) if getattr(handler.type, "id", "") == "NameError" else None
