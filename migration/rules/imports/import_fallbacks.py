"""try: from cStringIO … except ImportError: from StringIO …, where neither exists any more."""

from __future__ import annotations

import ast
import sys

from migration.analysis.names import alias_text, binding_scope, is_gone, is_local, uses
from migration.analysis.strings.memory_files import CLASSES, makes_bytes
from migration.rewriting.helpers import helper
from migration.rewriting.moves import Moves
from migration.rule import Findings, Rule
from migration.rules.modules import (
    itertools_names,
    module_renames,
    moved_names,
    string_io,
    urllib_import,
    user_collections,
)
from migration.rules.removals import collections_abc, later_removals
from migration.source.edits import Part
from migration.stdlib.names import BUFFER_MODULES, DISSOLVED_MODULES, REMOVED_MODULES
from migration.trees.guards import fails_anywhere
from migration.view.module import Module

_RENAMED = module_renames.ALL | BUFFER_MODULES
_TABLES: tuple[Moves, ...] = (
    itertools_names.MOVES, moved_names.MOVES, urllib_import.MOVES, user_collections.MOVES,
    collections_abc.MOVES, later_removals.MOVES,
)  # fmt: skip
#: What Python 3 brings along, and packages that give both languages the same names.
_FOR_BOTH = sys.stdlib_module_names | {"six", "future", "past"}
_GONE = frozenset(m for m, (version, _) in REMOVED_MODULES.items() if version == (3, 0)) | DISSOLVED_MODULES


def visit(node: ast.Try, module: Module) -> Findings:
    """Put the import that works in the place of a choice between two that don't."""
    if node.finalbody or not any(_catches_import_errors(h) for h in node.handlers):
        return
    # What is tried where only one of the languages comes tells nothing of the file.
    proves = False if module.guarded(node) else None
    if _is_tried_in_vain(node, module):
        # Both languages come to the other way, and none knows them by it.
        yield module.replace(node, module.span(node.handlers[0].body[0]), guarded=True, evidence=proves)
        return
    gone = [s for s in node.body if _fails(s, module)]
    if not gone:
        return
    second = node.handlers[0].body[0]
    lonely = not node.orelse and len(node.body) == len(node.handlers) == len(node.handlers[0].body) == 1
    if lonely and _fails(second, module):
        text = _repaired(second, module) or _repaired(gone[0], module)
        if text is not None and _bound(gone[0]) == _bound(second):
            text, parts = _buffers(gone[0], second, module) or (text, [])
            yield module.edit(module.part(node, text), *parts, guarded=True, evidence=proves)
            return
    made = len(node.body) == len(node.handlers) == len(node.handlers[0].body) == 1 and not node.orelse
    text = _repaired(gone[0], module) if made and _lives_on_gone(second, module) else None
    if text is not None and getattr(second, "name", None) in _bound(gone[0]):
        # What the handler makes can't be reached any more.
        yield module.replace(node, text, guarded=True, evidence=proves)
        return
    serving = [h for h in node.handlers if _serves(h.body, set().union(*map(_bound, gone)), module)]
    if serving:
        # What Python 3 runs may import from where something was at first.
        for statement in (s for h in serving for s in h.body if _fails(s, module)):
            yield from _mended(statement, module)
        return
    ends_too = all(any(_fails(s, module) for s in h.body) for h in node.handlers)
    texts = [_repaired(s, module) for s in gone]
    if all(texts):
        for statement, text in zip(gone, texts, strict=True):
            yield module.replace(
                statement,
                text or "",
                guarded=True,
                evidence=ends_too and proves is None,
                needs_python2=not ends_too,
            )
    elif ends_too:
        yield module.open(node, "neither of these imports exists on Python 3", guarded=True)


def _is_tried_in_vain(node: ast.Try, module: Module) -> bool:
    """Whether nothing is tried but an import that no Python can do, in place of which there is another statement, which
    does not speak of the error.
    """
    handler, tried = node.handlers[0], node.body[0]
    lonely = not node.orelse and len(node.body) == len(node.handlers) == len(handler.body) == 1
    if not (lonely and isinstance(tried, ast.Import) and fails_anywhere(tried)):
        return False
    spoken_of = any(isinstance(n, ast.Name) and n.id == handler.name for n in ast.walk(handler.body[0]))
    return not spoken_of and not is_local(tried.names[0].name.split(".")[0], module)


def _mended(statement: ast.stmt, module: Module) -> Findings:
    """Import from where the names are now; what a helper stands for is called by the helper's name."""
    if not isinstance(statement, ast.ImportFrom):
        if (text := _repaired(statement, module)) is not None:
            yield module.replace(statement, text, guarded=True)
        return
    source, kept, parts = statement.module or "", [], []
    for alias in statement.names:
        moves = [m for t in _TABLES if (m := t.move(f"{source}.{alias.name}", module)) is not None]
        stands_for = next((m.helper for m in moves if m.helper), None)
        if stands_for is None:
            kept.append(_repaired_name(source, alias, module))
            continue
        bound = alias.asname or alias.name
        made = helper(*stands_for, module=module)
        parts += [module.part(u, made) for u in uses(bound, binding_scope(statement, bound, module), module)]
    if None not in kept:
        yield module.edit(
            module.part(statement, "; ".join(filter(None, kept)) or "pass"), *parts, guarded=True
        )


def _buffers(first: ast.stmt, second: ast.stmt, module: Module) -> tuple[str, list[Part]] | None:
    """What stands for a choice between two StringIO, with the places where it holds bytes."""
    if isinstance(first, ast.Import) and isinstance(second, ast.Import):
        return _modules_of_buffers(first, second, module)
    for node in (first, second):
        if not isinstance(node, ast.ImportFrom) or len(node.names) != 1:
            return None
        if f"{node.module}.{node.names[0].name}" not in CLASSES:
            return None
    (bound,) = _bound(first)
    assert isinstance(first, ast.ImportFrom)
    scope = binding_scope(first, bound, module)
    sole = all(b.kind == "import" and b.target in CLASSES for b in scope.bindings[bound])
    return string_io.chosen(bound, scope, module, sole)


def _modules_of_buffers(
    first: ast.Import, second: ast.Import, module: Module
) -> tuple[str, list[Part]] | None:
    """The same of a choice between the two modules: `import cStringIO as StringIO`, or else `import StringIO`."""
    bound = _bound(first)
    if len(bound) != 1 or any(
        len(s.names) != 1 or s.names[0].name not in BUFFER_MODULES for s in (first, second)
    ):
        return None
    (name,) = bound
    scope = binding_scope(first, name, module)
    if not all(b.kind == "import" and b.target in BUFFER_MODULES for b in scope.bindings[name]):
        return None
    classes = [module.parent(use) for use in uses(name, scope, module)]
    binary = [
        c for c in classes if isinstance(c, ast.Attribute) and c.attr == "StringIO" and makes_bytes(c, module)
    ]
    return f"import io as {name}", [module.part(c, module.use("io.BytesIO", at=c)) for c in binary]


def _serves(body: list[ast.stmt], names: set[str], module: Module) -> bool:
    """Whether the handler `body` imports something in place of `names` that exists on Python 3."""
    if body and _fails(body[0], module):
        return False
    for statement in body:
        if isinstance(statement, ast.Try):
            arms = [statement.body, *(h.body for h in statement.handlers)]
            if any(_serves(arm, names, module) for arm in arms):
                return True
        elif isinstance(statement, (ast.Import, ast.ImportFrom)) and not _fails(statement, module):
            if _bound(statement) & names and not _is_elsewhere(statement, module):
                return True
        elif isinstance(statement, (ast.FunctionDef, ast.ClassDef)) and statement.name in names:
            if not _lives_on_gone(statement, module) and not _is_stub(statement):
                return True
        elif isinstance(statement, ast.Assign):
            bound = {t.id for t in statement.targets if isinstance(t, ast.Name)}
            tells_python = any("py" in n.lower() for n in bound - names)
            if tells_python or (bound & names and not _is_nothing(statement.value)):
                return True
    return False


def _is_elsewhere(node: ast.Import | ast.ImportFrom, module: Module) -> bool:
    """Whether an import is of another package than the repository's: Python 2 never came to it, since what it is an
    alternative to has always been there, and nothing says that Python 3 would find it.
    """
    if isinstance(node, ast.ImportFrom) and node.level:
        return False
    dotted = [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
    heads = {name.split(".")[0] for name in dotted}
    return not heads & _FOR_BOTH and not any(is_local(name, module) for name in dotted)


def _lives_on_gone(definition: ast.stmt, module: Module) -> bool:
    """Whether what a handler defines needs a module that Python 3 has not: it was made for an older Python 2."""
    for node in ast.walk(definition):
        if isinstance(node, ast.Name):
            bound = module.bindings(node)
            if bound and all(
                b.kind == "import"
                and is_gone(b.target)
                and not module.guarded(b.node)
                and not is_local(b.target, module)
                for b in bound
            ):
                return True
    return False


def _is_nothing(value: ast.expr) -> bool:
    """Whether a value only says that there is nothing."""
    if isinstance(value, ast.Dict):
        return not value.keys
    if isinstance(value, (ast.List, ast.Tuple)):
        return not value.elts
    return isinstance(value, ast.Constant) and not value.value


def _is_stub(definition: ast.FunctionDef | ast.ClassDef) -> bool:
    """Whether a function or class only says that there is none: it passes, or raises."""
    return all(
        isinstance(s, (ast.Pass, ast.Raise))
        or (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))
        for s in definition.body
    )


def _catches_import_errors(handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(
        k is None or (isinstance(k, ast.Name) and k.id.endswith(("ImportError", "Exception"))) for k in kinds
    )


def _bound(node: ast.stmt) -> set[str]:
    names = node.names if isinstance(node, (ast.Import, ast.ImportFrom)) else []
    return {a.asname or a.name for a in names}


def _fails(node: ast.stmt, module: Module) -> bool:
    """Whether an import statement certainly fails on Python 3."""
    if isinstance(node, ast.Import):
        return any(_gone(a.name, module) for a in node.names)
    if isinstance(node, ast.ImportFrom) and not node.level and node.module:
        return _gone(node.module, module) or (
            not is_local(node.module, module)
            and any(t.move(f"{node.module}.{a.name}", module) for t in _TABLES for a in node.names)
        )
    return False


def _gone(name: str, module: Module) -> bool:
    return (name in _RENAMED or name in _GONE) and not is_local(name, module)


def _repaired(node: ast.stmt, module: Module) -> str | None:
    """The import as Python 3 spells it, binding the same names, or None."""
    if isinstance(node, ast.Import):
        names = [_repaired_module(a, module) for a in node.names]
        return f"import {', '.join(name for name in names if name)}" if all(names) else None
    if isinstance(node, ast.ImportFrom):
        lines = [_repaired_name(node.module or "", a, module) for a in node.names]
        return "; ".join(line for line in lines if line) if all(lines) else None
    return None


def _repaired_module(alias: ast.alias, module: Module) -> str | None:
    if not _gone(alias.name, module):
        return alias_text(alias)
    new = _RENAMED.get(alias.name)
    if new is None or ("." in alias.name and not alias.asname):
        return None
    return f"{new} as {alias.asname or alias.name}"


def _repaired_name(source: str, alias: ast.alias, module: Module) -> str | None:
    bound = alias.asname or alias.name
    target, last = _RENAMED.get(source), alias.name
    for table in _TABLES:
        move = table.move(f"{source}.{alias.name}", module)
        if move is not None and move.new:
            target, _, last = move.new.rpartition(".")
    if target is None:
        if _gone(source, module):
            return None
        target = source
    if target == "builtins":
        return f"{bound} = {last}"
    return f"from {target} import {last}" + ("" if last == bound else f" as {bound}")


RULE = Rule(
    id="import_fallbacks",
    family="P18",
    summary="a choice between two imports that are both gone",
    before="try:\n    from cStringIO import StringIO\nexcept ImportError:\n    from StringIO import StringIO\n",
    after="from io import StringIO\n",
    caveats="A choice with one arm that works is left as it is. Where the other arm only does without the module, "
    "the import is repaired.",
    triggers=("ImportError", "except"),
    evidence=True,
    unsettles=True,
    order=30,
    nodes=(ast.Try,),
    visit=visit,
)
