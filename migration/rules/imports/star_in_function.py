"""from m import * inside a function → the names the function takes from it."""

from __future__ import annotations

import ast
import builtins
import re

from environment.traces import Exactness
from migration.analysis.names import is_local
from migration.rewriting.imports import from_import
from migration.rule import Finding, Findings, Rule
from migration.stdlib.star_names import STAR_NAMES
from migration.trees.scopes import Scope
from migration.view.module import Module

_BUILTINS = frozenset(vars(builtins)) | {
    "unicode", "basestring", "long", "unichr", "xrange", "raw_input", "reduce", "apply", "buffer", "intern",
    "reload", "coerce", "file", "cmp", "execfile", "StandardError",
}  # fmt: skip


#: What evaluates code with all names of the function that calls it, where no namespace is given.
_EVALUATING = ("eval", "exec", "execfile")
#: What gives all names of the function that calls it, and those that a text takes from there: '%(pi).2f' % locals().
_TABLES, _KEY = ("dir", "locals", "vars"), re.compile(r"%\((\w+)\)")
_WORD = re.compile(r"[A-Za-z_]\w*")
#: Modules of which Python 3 has every name that Python 2 had.
_KEPT = frozenset(["cmath", "math"])
_REASON = "a function can't import *; name what it takes from the module"


def visit(node: ast.ImportFrom, module: Module) -> Findings:
    """Import by name what nothing else provides. Not even an import that may fail, or one for another version, can be
    of all names: no Python 3 compiles it.
    """
    function = module.function(node)
    if function is None or [a.name for a in node.names] != ["*"]:
        return
    yield _named(node, function, module)


def _named(node: ast.ImportFrom, function: ast.AST, module: Module) -> Finding:
    source, text, evaluated = _source(node, module), _text(node, module), _evaluated(function, module)
    standard = None if text is not None else _standard_names(node.module or "", node.level, module)
    keys = _keys(function, module)
    if keys is None or (keys and standard is None):
        evaluated = None
    before = _set_before(node, function, module)
    if text is not None and any(_may_bind(name, text) for name in before):
        return module.open(node, _REASON, guarded=True)
    beside = _set_beside(node, function, module)
    if beside and standard is None and not (text and all(_surely_binds(name, text) for name in beside)):
        return module.open(node, _REASON, guarded=True)
    if evaluated is None:
        # Code may read any of the names, which Python 3 has to have, then.
        if standard is None or node.module not in _KEPT:
            return module.open(node, _REASON, guarded=True)
        wanted = set(standard)
    elif standard is not None:
        wanted = _shadowing(function, standard, module) | (
            standard & (evaluated | (keys or set()) | before | beside)
        )
    else:
        wanted = _unbound(function, module)
        if text is not None:
            wanted |= evaluated - _BUILTINS
            wanted = {n for n in wanted if re.search(rf"\b{re.escape(n)}\b", text)} | beside
        elif any(_may_bring(wanted, star, module) for star in _other_stars(node, function, module)):
            return module.open(node, _REASON, guarded=True)
    if wanted:
        return module.replace(
            node, from_import(source, sorted(wanted), module.indentation(node)), guarded=True
        )
    if node.level:
        return module.open(node, _REASON, guarded=True)
    return module.replace(node, f"import {source}", guarded=True)


def _source(node: ast.ImportFrom, module: Module) -> str:
    """How the module is named in an import that Python 3 finds it by."""
    source = "." * node.level + (node.module or "")
    if not (node.level or module.has_future("absolute_import")):
        sibling = module.facts.index.implicit_relative(module.facts.key, source)
        source = f".{source}" if sibling else source
    return source


def _unbound(function: ast.AST, module: Module) -> set[str]:
    """The names that a function reads, and nothing that is seen gives."""
    return {
        n.id for n in ast.walk(function)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and not module.bindings(n)
        and n.id not in _BUILTINS
    }  # fmt: skip


def _shadowing(function: ast.AST, names: frozenset[str], module: Module) -> set[str]:
    """Those of `names`, all that a star brings, that a function reads: they go before names of the file, builtins and
    parameters, and are there until the function gives them another value.
    """
    wanted: set[str] = set()
    own = {id(n) for n in _own_scope(function, module)}
    declared = {n for g in ast.walk(function) if isinstance(g, ast.Global) for n in g.names}
    for node in ast.walk(function):
        if not isinstance(node, ast.Name) or node.id not in names - declared:
            continue
        found = module.scope(node).lookup(node.id) if isinstance(node.ctx, ast.Load) else None
        if isinstance(node.ctx, ast.Load) and (found is None or found[0] is module.module_scope):
            wanted.add(node.id)
        elif found is not None and id(found[0]) in own:
            first = min(getattr(b.node, "lineno", 0) for b in found[1])
            if any(b.kind == "parameter" for b in found[1]) or node.lineno <= first:
                wanted.add(node.id)
    return wanted


def _own_scope(function: ast.AST, module: Module) -> list[Scope]:
    """The scope of a function itself."""
    body = getattr(function, "body", None)
    return [module.scope(body[0])] if isinstance(body, list) and body else []


def _evaluated(function: ast.AST, module: Module) -> set[str] | None:
    """The words of all code that a function evaluates among its own names, or None where that is not seen."""
    words: set[str] = set()
    for call in ast.walk(function):
        if not (isinstance(call, ast.Call) and module.is_builtin(call.func, *_EVALUATING)):
            continue
        code = call.args[0] if call.args and not call.keywords and len(call.args) == 1 else None
        if isinstance(code, ast.Constant):
            words |= set(_WORD.findall(str(code.value)))
        elif code is not None:
            return None
    return words


def _keys(function: ast.AST, module: Module) -> set[str] | None:
    """What texts take from tables of all names of a function, or None where such a table is used otherwise."""
    keys: set[str] = set()
    for call in ast.walk(function):
        if not (isinstance(call, ast.Call) and module.is_builtin(call.func, *_TABLES)) or call.args:
            continue
        filled = module.parent(call)
        if not (
            isinstance(filled, ast.BinOp)
            and isinstance(filled.op, ast.Mod)
            and isinstance(filled.left, ast.Constant)
        ):
            return None
        keys |= set(_KEY.findall(str(filled.left.value)))
    return keys


def _set_before(node: ast.ImportFrom, function: ast.AST, module: Module) -> set[str]:
    """The names that a function reads, and has set before the star, which may give them another value."""
    read = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return {
        name
        for scope in _own_scope(function, module)
        for name, bindings in scope.bindings.items()
        for b in bindings
        if name in read and b.kind != "parameter" and module.start(b.node) < module.start(node)
    }


def _set_beside(node: ast.ImportFrom, function: ast.AST, module: Module) -> set[str]:
    """The names that a function sets only where the star is not taken or fails, and reads behind both."""
    arms: list[ast.AST] = []
    inner: ast.AST = node
    while inner is not function:
        outer = module.parent(inner)
        if isinstance(outer, ast.Try) and inner in outer.body:
            arms += outer.handlers
        elif isinstance(outer, ast.If) and inner in outer.body:
            arms += outer.orelse
        if outer is None:
            break
        inner = outer
    inside = {id(n) for arm in arms for n in ast.walk(arm)}
    read = {
        n.id for n in ast.walk(function)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and id(n) not in inside
    }  # fmt: skip
    return {
        name
        for scope in _own_scope(function, module)
        for name, bindings in scope.bindings.items()
        if inside and name in read and all(id(b.node) in inside for b in bindings)
    }


def _surely_binds(name: str, text: str) -> bool:
    """Whether the text of a module binds a name at its top."""
    return re.search(rf"^(?:(?:def|class)[ \t]+{name}\b|{name}[ \t]*=(?!=))", text, re.MULTILINE) is not None


def _may_bind(name: str, text: str) -> bool:
    """Whether the text of a module may bind a name, which a star takes from it then."""
    binding = rf"^[ \t]*(?:(?:def|class|for|import|from)\b[^\n]*\b{name}\b|[^\n=#]*\b{name}\b[^\n=]*=(?!=))"
    return re.search(binding, text, re.MULTILINE) is not None


def _other_stars(node: ast.ImportFrom, function: ast.AST, module: Module) -> list[tuple[str, int]]:
    """What else the function and the file take all names from: the module's name, and the dots before it."""
    found = [
        (n.module or "", n.level)
        for n in ast.walk(function)
        if isinstance(n, ast.ImportFrom) and n is not node and any(a.name == "*" for a in n.names)
    ]
    for star in module.module_scope.star_imports:
        name = star.lstrip(".")
        found.append((name, len(star) - len(name)))
    return found


def _may_bring(wanted: set[str], star: tuple[str, int], module: Module) -> bool:
    """Whether a star may bring one of the names that are looked for, so that they are not all of the module asked."""
    name, level = star
    standard = _standard_names(name, level, module)
    if standard is not None:
        return bool(standard & wanted)
    key, index = module.facts.key, module.facts.index
    file = index.imported_file(key, "." * level + name)
    text = index.text(file) if file else None
    if not text or "import *" in text:
        return True
    return any(re.search(rf"\b{re.escape(w)}\b", text) for w in wanted)


def _standard_names(name: str, level: int, module: Module) -> frozenset[str] | None:
    """What a star took from a module of the library, or None where that is not known."""
    return None if level or is_local(name, module) else STAR_NAMES.get(name)


def _text(node: ast.ImportFrom, module: Module) -> str | None:
    """The text of the module imported, when it is one of the repository."""
    if node.level or not node.module:
        return None
    index = module.facts.index
    key = index.implicit_relative(module.facts.key, node.module) or index.absolute(node.module)
    return index.text(key) if key else None


RULE = Rule(
    id="star_in_function",
    family="P18",
    summary="a function imports names, not *",
    before="def f():\n    from math import *\n    return sqrt(2.5)\n",
    after="def f():\n    from math import sqrt\n    return sqrt(2.5)\n",
    caveats="A name that the file binds itself is taken from there, though the star may have hidden it; of modules of "
    "the library it is known what they hide.",
    triggers=(re.compile(r"import[ \t]*\*"),),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    unsettles=True,
    nodes=(ast.ImportFrom,),
    visit=visit,
)
