"""class C: import urllib … self.urllib.quote(s) → import urllib … urllib.quote(s), which the rules of its names see."""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import local_bases, methods
from migration.analysis.names import alias_text, is_gone, is_local, names_by_id, other_texts, strings
from migration.rewriting.imports import replace_import
from migration.rule import Findings, Rule
from migration.rules.modules.names_by_text import TABLES
from migration.source.edits import Needs, Part, Span
from migration.stdlib.names import STANDARD_MODULES
from migration.view.module import Module

_DECORATED = frozenset(["classmethod", "property"])


def visit(node: ast.Import, module: Module) -> Findings:
    """Import a module for the whole file, where the class's methods alone ask their object, or the class, for it."""
    owner = module.parent(node)
    if not isinstance(owner, ast.ClassDef) or not isinstance(module.parent(owner), ast.Module):
        return
    kept: list[str] = []
    parts: list[Part] = []
    for alias in node.names:
        reads = _reads(alias, owner, module)
        if not reads or not _is_due(alias.name, reads, module) or not _is_free(alias, node, reads, module):
            kept.append(alias_text(alias))
            continue
        imported = Needs.of("", (f"import {alias_text(alias)}",))
        parts += [module.part(_before_name(read, module), imported) for read in reads]
    if parts:
        lines = [f"import {', '.join(kept)}"] if kept else []
        yield module.edit(*replace_import(node, lines, module), *parts)


def _before_name(read: ast.Attribute, module: Module) -> Span:
    """What stands before the module's name where a class is asked for it: `self.`"""
    span = module.span(read)
    return Span(span.start, span.end - len(read.attr))


def _reads(alias: ast.alias, owner: ast.ClassDef, module: Module) -> list[ast.Attribute]:
    """The places that ask for the module by the class; [] where any may ask for something else, or from elsewhere."""
    bound = alias.asname or alias.name
    if "." in bound or bound in strings(module) or _is_asked_elsewhere(bound, module):
        return []
    named = [n for n in module.nodes_of(ast.Attribute) if isinstance(n, ast.Attribute) and n.attr == bound]
    classes = {n: _asked_class(n.value, module) for n in named}
    asking = [n for n, asked in classes.items() if asked and _has_by_import(asked, alias, module)]
    # What the module has by its own name is no read of the class's: self.Queue.Queue.
    fit = all(n in asking or n.value in asking for n in named)
    if not fit or not all(isinstance(n.ctx, ast.Load) for n in asking):
        return []
    return [n for n in asking if (asked := classes[n]) and owner in local_bases(asked, module)]


def _has_by_import(owner: ast.ClassDef, alias: ast.alias, module: Module) -> bool:
    """Whether a class, or a base of the file, imports the same module by the same name in its body."""
    bodies = (s for c in local_bases(owner, module) for s in c.body if isinstance(s, ast.Import))
    return any((a.name, a.asname) == (alias.name, alias.asname) for s in bodies for a in s.names)


def _is_asked_elsewhere(name: str, module: Module) -> bool:
    """Whether another file asks anything for an attribute of that name, or gives a class one."""
    own_name = re.escape(name)
    attribute = re.compile(rf"\.{own_name}\b|['\"]{own_name}['\"]|^[ \t]+{own_name}[ \t]*=", re.MULTILINE)
    return any(map(attribute.search, other_texts(module)))


def _asked_class(node: ast.expr, module: Module) -> ast.ClassDef | None:
    """The class that `node` is, or is an object of: by its name, or by the first parameter of its methods."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if len(bindings) != 1:
        return None
    place = bindings[0].node
    if bindings[0].kind == "parameter":
        method = next((a for a in module.ancestors(place) if isinstance(a, ast.FunctionDef)), None)
        if method is None or method.args.args[:1] != [place] or not _is_bound(method, module):
            return None
        place = module.parent(method) or method
    return place if isinstance(place, ast.ClassDef) else None


def _is_bound(method: ast.FunctionDef, module: Module) -> bool:
    """Whether the first parameter of a method is its object, or the class."""
    return all(
        isinstance(d, ast.Name) and d.id in _DECORATED and module.is_builtin(d, d.id)
        for d in method.decorator_list
    )


def _is_due(target: str, reads: list[ast.Attribute], module: Module) -> bool:
    """Whether Python 3 has not the module, or not what is read of it."""
    if target.split(".")[0] not in STANDARD_MODULES or is_local(target, module):
        return False
    if is_gone(target):
        return True
    outer = (module.parent(read) for read in reads)
    names = [f"{target}.{o.attr}" for o in outer if isinstance(o, ast.Attribute)]
    return any(t.move(n, module) is not None for n in names for t in TABLES if n in t.table)


def _is_free(alias: ast.alias, node: ast.Import, reads: list[ast.Attribute], module: Module) -> bool:
    """Whether a name can mean the module in the whole file: no class, function or builtin has it for something else."""
    bound = alias.asname or alias.name
    own = module.scope(node).bindings.get(bound, [])
    given = module.module_scope.bindings.get(bound, [])
    if len(own) != 1 or any(b.kind != "import" or b.target != alias.name for b in given):
        return False
    if any(bound in methods(c) for c in module.nodes_of(ast.ClassDef) if isinstance(c, ast.ClassDef)):
        return False
    if any(not module.bindings(n) for n in names_by_id(module).get(bound, ())):
        return False  # a builtin, or what a star brings
    scopes = (module.scope(read).lookup(bound) for read in reads)
    return all(found is None or found[0] is module.module_scope for found in scopes)


RULE = Rule(
    id="class_imports",
    family="P11",
    summary="a module that a class imports in its body, and is gone, is imported for the file",
    before="class C(object):\n    import Queue\n    def f(self): return self.Queue.Queue()\n",
    after="import queue\nclass C(object):\n    def f(self): return queue.Queue()\n",
    caveats="Only modules that nothing else, in any file, is asked for by that name.",
    triggers=(re.compile(r"^[ \t]+import\b", re.MULTILINE),),
    evidence=True,
    order=10,
    unsettles=True,
    nodes=(ast.Import,),
    visit=visit,
)
