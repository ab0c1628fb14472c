"""ImportError: cannot import name 'parse_qs' from 'cgi'; No module named 'Queue' → where it lives now."""

from __future__ import annotations

import ast
import importlib
import re
from functools import lru_cache

from migration.discovery import modules_in
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.source.edits import Edit, Part, Span
from migration.stdlib.names import RENAMED_DATABASES, RENAMED_MODULES

_MODULES = RENAMED_MODULES | RENAMED_DATABASES


@lru_cache(maxsize=1)
def _moves() -> dict[str, str]:
    """All names of the standard library that rules know to have moved, by their old place."""
    import migration.rules

    found: dict[str, str] = {}
    for module in modules_in(migration.rules):
        table = getattr(getattr(importlib.import_module(module), "MOVES", None), "table", {})
        found.update({old: move.new for old, move in table.items() if move.new})
    return found


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Rewrite the failing import; a module that was renamed in all imports of the file, and where a string names it."""
    if match["name"]:
        yield from _name(scene, match["name"], match["place"])
    elif match["attribute"]:
        yield from _attribute(scene, match["attribute"], match["owner"])
    else:
        yield from _module(scene, match["module"])


def _name(scene: Scene, name: str, place: str) -> Candidates:
    new = _moves().get(f"{place}.{name}")
    if new is None:
        return
    module, _, renamed = new.rpartition(".")
    for statement in _imports(scene):
        if not isinstance(statement, ast.ImportFrom) or statement.module != place or statement.level:
            continue
        wanted = next((a for a in statement.names if a.name == name), None)
        if wanted is None:
            continue
        bound = wanted.asname or name
        said = renamed if renamed == bound else f"{renamed} as {bound}"
        line = f"{bound} = {renamed}" if module == "builtins" else f"from {module} import {said}"
        yield Candidate((_split(scene, statement, wanted, line),), 10, "import")


def _split(scene: Scene, statement: ast.ImportFrom, wanted: ast.alias, line: str) -> Edit:
    """The statement without one of its names, which comes by a statement of its own."""
    module = scene.module
    others = [ast.unparse(a) for a in statement.names if a is not wanted]
    rest = (
        f"\n{module.indentation(statement)}from {statement.module} import {', '.join(others)}"
        if others
        else ""
    )
    return module.edit(Part(module.span(statement), (line + rest,)))


def _attribute(scene: Scene, name: str, place: str) -> Candidates:
    new = _moves().get(f"{place}.{name}")
    uses = [n for n in scene.crashed(ast.Attribute) if n.attr == name]
    if new:
        pieces = new.removeprefix("builtins.") if new.startswith("builtins.") else scene.module.use(new)
        yield Candidate(tuple(scene.module.replace(n, pieces) for n in uses), 10, "attribute")


def _module(scene: Scene, name: str) -> Candidates:
    key, index = scene.module.facts.key, scene.module.facts.index
    if index.implicit_relative(key, name):
        yield Candidate(
            tuple(e for s in _imports(scene) if (e := _relative(scene, s, name)) is not None), 5, "sibling"
        )
    if name not in _MODULES:
        return
    edits = [
        e for s in scene.module.nodes_of(ast.Import, ast.ImportFrom) if (e := _renamed(scene, s)) is not None
    ]
    yield Candidate(tuple(edits), 10, "imports")
    strings = [n for n in scene.along(ast.Constant) if n.value == name]
    yield Candidate(tuple(scene.module.replace(n, repr(_MODULES[name])) for n in strings), 20, "string")


def _imports(scene: Scene) -> list[ast.stmt]:
    return [
        s
        for line in scene.lines
        for s in scene.statements(line)
        if isinstance(s, ast.Import | ast.ImportFrom)
    ]


def _relative(scene: Scene, statement: ast.stmt, name: str) -> Edit | None:
    module = scene.module
    if (
        isinstance(statement, ast.ImportFrom)
        and statement.module
        and statement.module.split(".")[0] == name.split(".")[0]
    ):
        start = module.start(statement)
        offset = module.text.index(statement.module, start + len("from"))
        return module.insert(offset, ".")
    if isinstance(statement, ast.Import) and len(statement.names) == 1 and "." not in statement.names[0].name:
        alias = statement.names[0]
        said = f"{alias.name} as {alias.asname}" if alias.asname else alias.name
        return module.edit(Part(module.span(statement), (f"from . import {said}",)))
    return None


def _renamed(scene: Scene, node: ast.AST) -> Edit | None:
    """An import of renamed modules, with the names of today bound to the names of before."""
    module = scene.module
    if isinstance(node, ast.ImportFrom):
        if node.level or node.module not in _MODULES:
            return None
        start = module.start(node)
        offset = module.text.index(node.module, start + len("from"))
        return module.edit(Part(Span(offset, offset + len(node.module)), (_MODULES[node.module],)))
    if not isinstance(node, ast.Import) or not any(a.name in _MODULES for a in node.names):
        return None
    if any(a.name in _MODULES and "." in a.name and not a.asname for a in node.names):
        return None
    said = []
    for alias in node.names:
        new, bound = _MODULES.get(alias.name, alias.name), alias.asname or alias.name
        said.append(new if new == bound or (alias.name == new and not alias.asname) else f"{new} as {bound}")
    return module.edit(Part(module.span(node), (f"import {', '.join(said)}",)))


REPAIR = Repair(
    id="moved_name",
    summary="a module or name of the standard library is imported from where it is now",
    failure=Failure("ImportError", "cannot import name 'parse_qs' from 'cgi' (/usr/lib/cgi.py)", line=2),
    before="try:\n    from cgi import parse_qs\nexcept TypeError:\n    parse_qs = None\n",
    after="try:\n    from urllib.parse import parse_qs\nexcept TypeError:\n    parse_qs = None\n",
    caveats="A module of the same name that the package should have brought is not told apart.",
    pattern=re.compile(
        r"cannot import name '(?P<name>\w+)' from '(?P<place>[\w.]+)'|No module named '(?P<module>[\w.]+)'"
        r"|^AttributeError: module '(?P<owner>[\w.]+)' has no attribute '(?P<attribute>\w+)'"
    ),
    offer=offer,
    order=20,
)
