"""Names of standard modules that moved: one table drives imports, aliases and uses."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin, spell_module
from migration.analysis.names import (
    alias_text,
    binding_scope,
    can_rename,
    imported_elsewhere,
    is_local,
    memory,
    names_by_id,
    only_imported,
    star_imported,
    stdlib_name,
    strings,
    uses,
    wanted_elsewhere,
)
from migration.rewriting.helpers import helper
from migration.rewriting.imports import from_import, replace_import
from migration.rule import Finding, Findings
from migration.source.edits import Needs, Part, Span
from migration.stdlib.names import STANDARD_MODULES
from migration.stdlib.tables import OLD
from migration.trees.guards import is_version_test
from migration.view.module import Module

Version = tuple[int, int]
#: What a file reads without binding it, besides the builtins of Python 3.
_UNBOUND = OLD | frozenset(["__file__", "__path__", "coerce", "intern", "reload"])


@dataclass(frozen=True, slots=True)
class Move:
    """Where a name went.

    new     dotted name ('builtins.zip' for a builtin); '' when the rule itself rewrites the uses
    gone    the first Python without the old name
    text    an expression (an atom) that stands for it, in place of `new`, and the `imports` it needs
    helper  (name, source) of a definition that stands for it, in place of `new`
    value   an expression that names imported by other files are given, where the rule itself rewrites the uses
    reason  why there is nothing to put in its place: the use stays open
    right   asked of a file whether the move is right there, when it is not everywhere
    """

    new: str = ""
    exactness: Exactness = Exactness.EXACT
    gone: Version = (3, 0)
    text: str = ""
    imports: tuple[str, ...] = ()
    helper: tuple[str, str] | None = None
    value: str = ""
    reason: str = ""
    right: Callable[[Module], bool] | None = None


def semantic(new: str, gone: Version = (3, 0)) -> Move:
    """A move that keeps the meaning only under the usual assumptions."""
    return Move(new, Exactness.SEMANTIC, gone)


def later(new: str, gone: Version) -> Move:
    """A move of a name that the first versions of Python 3 still had."""
    return Move(new, gone=gone)


def _is_asked(node: ast.expr, module: Module) -> bool:
    """Whether only the truth of a value is asked for."""
    parent = module.parent(node)
    if isinstance(parent, ast.BoolOp):
        return parent.values[-1] is not node
    if isinstance(parent, (ast.If, ast.While, ast.IfExp)):
        return parent.test is node
    return isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)


def _only_tried(node: ast.Attribute, module: Module) -> bool:
    """Whether what stands around `node` can't tell the languages apart: the import that it needs is in the way of
    Python 3 itself, and a missing attribute is caught."""
    root: ast.expr = node
    while isinstance(root, ast.Attribute):
        root = root.value
    imports = [b.node for b in module.bindings(root)] if isinstance(root, ast.Name) else []
    asked = any(
        isinstance(outer, (ast.If, ast.IfExp)) and is_version_test(outer.test)
        for outer in module.ancestors(node)
    )
    return bool(imports) and not asked and not any(module.guarded(found) for found in imports)


class Moves:
    """The moves of a rule and the visitor that makes them.

    table    'module.name' → Move or the new dotted name
    modules  modules that are gone as a whole: their imports are dropped once no use is left. Module → the
             place of names not in the table ('' leaves them open)
    values   modules that are gone and were handed on themselves → what is handed on in their place
    """

    nodes = (ast.Import, ast.ImportFrom, ast.Attribute, ast.Name)

    def __init__(
        self,
        table: Mapping[str, Move | str],
        modules: Mapping[str, str] | None = None,
        values: Mapping[str, str] | None = None,
    ) -> None:
        self.values = dict(values or {})
        self.table = {k: Move(v) if isinstance(v, str) else v for k, v in table.items()}
        self.gone_modules = dict(modules or {})
        self.modules = frozenset({k.rpartition(".")[0] for k in self.table}) | frozenset(self.gone_modules)
        self.names = frozenset(k.rpartition(".")[2] for k in self.table)
        self.heads = frozenset(m.split(".")[0] for m in self.modules)

    @property
    def triggers(self) -> tuple[str, ...]:
        """Words one of which a file must hold: gone modules, and names of modules that stayed."""
        stayed = {k.rpartition(".")[2] for k in self.table if k.rpartition(".")[0] not in self.gone_modules}
        return tuple(sorted(stayed | {m.rpartition(".")[2] for m in self.gone_modules}))

    def move(self, name: str | None, module: Module) -> Move | None:
        """The move of a dotted name that is due for the file's target, or None."""
        found = self.table.get(name or "")
        if found is None and name:
            source, _, last = name.rpartition(".")
            default = self.gone_modules.get(source)
            if default:
                return Move(f"{default}.{last}", Exactness.SEMANTIC)
        if found is None or found.gone > module.target:
            return None
        return found if found.right is None or found.right(module) else None

    def visit(self, node: ast.AST, module: Module) -> Findings:
        """Rewrite an import or a use of a moved name."""
        if isinstance(node, ast.Attribute):
            yield from self._use(node, module)
        elif isinstance(node, ast.Name):
            yield from self._bare(node, module)
        elif isinstance(node, ast.ImportFrom):
            yield from self._from(node, module)
        elif isinstance(node, ast.Import):
            yield from self._import(node, module)

    # -- uses ------------------------------------------------------------------------------------------------

    def _use(self, node: ast.Attribute, module: Module) -> Iterator[Finding]:
        if node.attr not in self.names and not self.gone_modules:
            return
        name = stdlib_name(node, module)
        source = (name or "").rpartition(".")[0]
        if name is None or source not in self.modules:
            return
        guards_nothing = source in self.gone_modules and module.guarded(node) and _only_tried(node, module)
        yield from self.replaced(node, name, module, guarded=guards_nothing or None)

    def _bare(self, node: ast.Name, module: Module) -> Iterator[Finding]:
        brought = None
        if node.id in self.names and module.module_scope.star_imports:
            brought = star_imported(node, module, self.modules)
        if brought in self.table:
            yield from self.replaced(node, brought, module)
        elif node.id in self._bound(module) and isinstance(node.ctx, ast.Load):
            name = stdlib_name(node, module)
            default = self.gone_modules.get(name or "")
            if default == "" and _is_asked(node, module) and len(module.bindings(node)) == 1:
                yield module.replace(node, "True", evidence=True)
            elif name in self.values and not isinstance(module.parent(node), ast.Attribute):
                given = self.values[name or ""]
                text = module.use(given, at=node) if "." in given else spell_module(given, node, module)
                yield module.replace(node, text, evidence=True)
            elif default and not isinstance(module.parent(node), ast.Attribute):
                text = Needs.of(default, (f"import {default}",))
                yield module.replace(node, text, evidence=True, exactness=Exactness.SEMANTIC)

    def _bound(self, module: Module) -> frozenset[str]:
        """The names that the file's imports give to modules that are gone."""
        known = memory(module)
        key = ("bound", id(self))
        if key not in known:
            known[key] = frozenset(
                alias.asname or alias.name
                for node in module.nodes_of(ast.Import)
                if isinstance(node, ast.Import)
                for alias in node.names
                if alias.name in self.gone_modules
            )
        return known[key]  # type: ignore[no-any-return]

    def replaced(
        self, node: ast.expr, name: str | None, module: Module, guarded: bool | None = None
    ) -> Iterator[Finding]:
        """The edit or the open site for one use of the moved `name`."""
        move = self.move(name, module)
        if move is None:
            return
        if move.reason:
            yield module.open(node, f"{name}: {move.reason}")
            return
        if _is_late(move) and module.guarded(node) and module.runs_in_python3(node):
            guarded = True
        beside = _import_beside(node, move.new, module) if move.new else None
        if beside is not None:
            yield module.edit(module.part(node, move.new), *beside, guarded=guarded, **_flags(move))
            return
        text = self.spelled(move, node, module)
        if text is not None:
            yield module.replace(node, text, guarded=guarded, **_flags(move))

    def spelled(self, move: Move, at: ast.AST, module: Module) -> str | None:
        """How the new name is written at a place; None when the rule itself decides."""
        if move.text:
            return Needs.of(move.text, move.imports)
        if move.helper:
            return helper(*move.helper, module, move.imports)
        if move.new.startswith("builtins."):
            return spell_builtin(move.new.removeprefix("builtins."), at, module)
        return module.use(move.new, at=at) if move.new else None

    # -- imports ---------------------------------------------------------------------------------------------

    def _from(self, node: ast.ImportFrom, module: Module) -> Iterator[Finding]:
        source = node.module or ""
        if node.level or source not in self.modules or is_local(source, module):
            return
        if source in self.gone_modules and [a.name for a in node.names] == ["*"]:
            yield from self._star(node, source, module)
            return
        plan = _Plan(source)
        moved: list[Move] = []
        waiting: list[Move] = []
        for alias in node.names:
            move = self.move(f"{source}.{alias.name}", module) if alias.name != "*" else None
            if move is None:
                plan.keep.append(alias_text(alias))
                if source in self.gone_modules:
                    yield module.open(node, f"{source}.{alias.name} has no successor that is known")
            elif move.reason and self._is_unused(alias, node, module):
                moved.append(move)
            elif move.reason:
                plan.keep.append(alias_text(alias))
                yield module.open(node, f"{source}.{alias.name}: {move.reason}")
            elif self._place(alias, move, node, module, plan):
                moved.append(move)
            elif plan.keep[-1] in plan.waiting:
                waiting.append(move)
        if not (moved or waiting):
            return
        weakest = next(
            (m for m in (*moved, *waiting) if m.exactness is Exactness.SEMANTIC), (*moved, *waiting)[0]
        )
        flags = _flags(weakest) | {"evidence": any(m.gone == (3, 0) for m in moved)}
        if all(map(_is_late, (*moved, *waiting))) and module.guarded(node) and module.runs_in_python3(node):
            flags["guarded"] = True
        now = plan.edited(node, module) if moved else ()
        if waiting:
            then = plan.edited(node, module, last=True)
            yield module.edit(*then, provided=tuple(plan.uses), otherwise=now, **flags)
        else:
            yield module.edit(*now, **flags)

    def _star(self, node: ast.ImportFrom, source: str, module: Module) -> Iterator[Finding]:
        """Leave `from source import *` out with the last use of what it brings; what other files take from this one, or
        what it gives another value itself, is imported by its name. It stays where it may bring something that is not
        known to have moved.
        """
        brought: list[ast.Name] = []
        only, kept, unknown = set(module.module_scope.star_imports) == {source}, False, False
        for name, nodes in names_by_id(module).items():
            unbound = [n for n in nodes if not module.bindings(n)]
            if unbound and f"{source}.{name}" in self.table:
                brought += (
                    n for n in unbound if star_imported(n, module, self.modules) == f"{source}.{name}"
                )
            elif unbound and only and not hasattr(builtins, name) and name not in _UNBOUND:
                unknown = True
        handed_on = []
        for dotted, move in sorted(self.table.items()):
            place, _, name = dotted.rpartition(".")
            if place != source:
                continue
            # What the file binds as well may be the star's until then.
            needed = name in module.module_scope.bindings or name in strings(module)
            if needed or wanted_elsewhere(name, module):
                target, _, last = move.new.rpartition(".")
                kept |= target in ("", "builtins")
                handed_on.append((target, last if last == name else f"{last} as {name}"))
        if unknown or kept:
            yield module.open(node, f"{source} has no successor that is known")
            return
        lines = [
            from_import(target, [n for t, n in handed_on if t == target], module.indentation(node))
            for target in dict.fromkeys(t for t, _ in handed_on)
        ]
        spans = tuple(map(module.span, brought))
        yield module.edit(*replace_import(node, lines, module), evidence=True, provided=spans)

    def _is_unused(self, alias: ast.alias, node: ast.ImportFrom, module: Module) -> bool:
        """Whether an import of what is gone serves nothing any more, in this file or for others."""
        bound = alias.asname or alias.name
        scope = binding_scope(node, bound, module)
        sole = only_imported(bound, scope, f"{node.module}.{alias.name}")
        handed_on = bound in strings(module) or imported_elsewhere(bound, module)
        return sole and not handed_on and not uses(bound, scope, module)

    def _place(self, alias: ast.alias, move: Move, node: ast.ImportFrom, module: Module, plan: _Plan) -> bool:
        """Plan what becomes of one imported name; False when it has to stay for now."""
        bound = alias.asname or alias.name
        scope = binding_scope(node, bound, module)
        places = uses(bound, scope, module)
        sole = only_imported(bound, scope, f"{node.module}.{alias.name}")
        for_others = not places and wanted_elsewhere(bound, module)
        if move.value and (not sole or for_others):
            plan.after.append(Needs.of(f"{bound} = {move.value}", move.imports))
            return True
        if not (move.new or move.text or move.helper):
            if places or not sole:
                plan.keep.append(alias_text(alias))
            if places and sole:
                handed_on = move.value and imported_elsewhere(bound, module)
                plan.waiting[plan.keep[-1]] = f"{bound} = {move.value}" if handed_on else ""
                plan.uses += map(module.span, places)
            return sole and not places
        target, _, last = move.new.rpartition(".")
        if move.new and target != "builtins":
            names = plan.keep if target == node.module else plan.moved.setdefault(target, [])
            if last == bound:
                names.append(last)
            elif alias.asname or not sole or not can_rename(bound, last, scope, module):
                names.append(f"{last} as {bound}")
            else:
                names.append(last)
                plan.parts += [module.part(p, last) for p in places]
            return True
        text = move.helper[0] if move.helper else move.text or last
        if sole and places and can_rename(bound, text, scope, module):
            plan.parts += [module.part(p, self.spelled(move, p, module) or text) for p in places]
        elif text == bound and not move.helper:
            plan.after += move.imports
        elif move.helper and isinstance(module.parent(node), ast.Module):
            # Helpers stand below the imports, so the other name follows there too.
            other_name = f"{bound} = {text}"
            plan.below.append(Needs.of("", move.imports, (move.helper, (other_name, other_name))))
        else:
            plan.after.append(Needs.of(f"{bound} = {text}", move.imports, _helpers(move)))
        return True

    def _import(self, node: ast.Import, module: Module) -> Iterator[Finding]:
        keep: list[str] = []
        waiting: set[str] = set()
        spans: list[Span] = []
        for alias in node.names:
            if alias.name not in self.gone_modules or is_local(alias.name, module):
                keep.append(alias_text(alias))
                continue
            bound = alias.asname or alias.name.split(".")[0]
            scope = binding_scope(node, bound, module)
            left = uses(bound, scope, module)
            if not module.guarded(node):
                # What only Python 2 runs reads a module that nothing else imports: Python 3 would not get that far.
                left = [use for use in left if not module.guarded(use) or not _is_read_of(use, module)]
            sole = only_imported(bound, scope, alias.name)
            if (
                left
                and sole
                and module.module_scope.star_imports
                and all(_is_called(u, module) for u in left)
            ):
                continue  # No module can be called: a star that follows brings something of that name.
            if left or not sole:
                keep.append(alias_text(alias))
            if left and sole:
                waiting.add(keep[-1])
                spans += map(module.span, left)
            for use in left:
                parent = module.parent(use)
                name = f"{alias.name}.{parent.attr}" if isinstance(parent, ast.Attribute) else alias.name
                known = self.move(name, module) or name in self.values or self.gone_modules[alias.name]
                if not known and not (sole and _is_asked(use, module)):
                    yield module.open(use, f"{name} has no successor that is known")
        now = _kept(node, keep, module)
        if waiting:
            then = _kept(node, [k for k in keep if k not in waiting], module)
            yield module.edit(*then, evidence=bool(now), provided=tuple(spans), otherwise=now)
        elif now:
            yield module.edit(*now, evidence=True)


def _import_beside(node: ast.expr, new: str, module: Module) -> tuple[Part, ...] | None:
    """The import of another package for `new`, beside the one that the file has of the old in a function or under a
    test: what may be missing is asked for where it was. Empty where it stands there by now, None elsewhere.
    """
    package = new.rpartition(".")[0]
    head = package.split(".")[0]
    root: ast.expr = node
    while isinstance(root, ast.Attribute):
        root = root.value
    found = module.bindings(root) if isinstance(root, ast.Name) else []
    imports = [b.node for b in found if isinstance(b.node, ast.Import | ast.ImportFrom)]
    if (
        head in STANDARD_MODULES
        or not imports
        or any(isinstance(module.parent(n), ast.Module) for n in imports)
    ):
        return None
    if module.imported_as(new) is not None:
        return None
    known = module.scope(node).lookup(head)
    if known is not None and all(b.kind == "import" and b.target == head for b in known[1]):
        return ()
    if known is not None:
        return None
    place, word = module.start(imports[0]), "import" if isinstance(imports[0], ast.Import) else "from"
    # A word that is written anew can be so once: another use looks again, and finds the import.
    text = f"import {package}\n{module.indentation(imports[0])}{word}"
    return (Part(Span(place, place + len(word)), (text,)),)


def _is_read_of(use: ast.Name, module: Module) -> bool:
    """Whether a module is asked for what it has."""
    return isinstance(module.parent(use), ast.Attribute)


def _is_called(use: ast.Name, module: Module) -> bool:
    call = module.parent(use)
    return isinstance(call, ast.Call) and call.func is use


def _kept(node: ast.Import, keep: list[str], module: Module) -> tuple[Part, ...]:
    """The parts that leave `keep` of an import; none where that is all."""
    if len(keep) == len(node.names):
        return ()
    return replace_import(node, [f"import {', '.join(keep)}"] if keep else [], module)


class _Plan:
    """What becomes of one from-import. `waiting`: names kept until their `uses` are gone; what defines them then."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.keep: list[str] = []
        self.waiting: dict[str, str] = {}
        self.uses: list[Span] = []
        self.moved: dict[str, list[str]] = {}
        self.after: list[str] = []
        self.below: list[Needs] = []
        self.parts: list[Part] = []

    def edited(self, node: ast.ImportFrom, module: Module, last: bool = False) -> tuple[Part, ...]:
        """The parts that put what is planned in the import's place; with `last`, what is when the uses are gone."""
        indentation = module.indentation(node)
        # Several may have become one name: it is imported once.
        keep = list(dict.fromkeys(k for k in self.keep if not (last and k in self.waiting)))
        moved = {m: list(dict.fromkeys(names)) for m, names in sorted(self.moved.items())}
        lines = [from_import(self.source, keep, indentation)] if keep else []
        lines += [from_import(m, names, indentation) for m, names in moved.items()]
        lines += self.after
        lines += filter(None, self.waiting.values()) if last else ()
        first, *others = replace_import(node, lines, module)
        return (Part(first.span, (*first.pieces, *self.below)), *others, *self.parts)


def _helpers(move: Move) -> tuple[tuple[str, str], ...]:
    return (move.helper,) if move.helper else ()


def _is_late(move: Move) -> bool:
    """Whether the first versions of Python 3 had the old name: what was written for them reads it."""
    return move.gone > (3, 0)


def _flags(move: Move) -> dict[str, Any]:
    return {"exactness": move.exactness, "evidence": move.gone == (3, 0)}
