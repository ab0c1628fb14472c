"""ImportError: cannot import name 'pass_context' from 'jinja2' → the name of before, where the library is an old one.

Rules write the names of today. What a program is tested with may be of before they came.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.rewriting.library_names import NAMES
from migration.source.edits import Edit, Part

#: Modules that are none of the library's own: where they are missing, nothing comes from them.
_GONE = frozenset(["markupsafe"])


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """The imports from where the names were, by what they were called, under the names that the program goes by now:
    all that the file has of the library, as the one that is installed is old throughout; else the one that failed.
    """
    module, place = scene.module, match["place"] or match["module"]
    asked = re.compile(rf"^{re.escape(place)}(?:$|\.)")
    failed = [
        node
        for node in (scene.statements(scene.lines[0]) if scene.lines else ())
        if isinstance(node, ast.ImportFrom) and not node.level and asked.search(node.module or "")
    ]
    if not failed:
        return
    tops = {old.partition(".")[0] for node in failed for a in node.names for old in _olds(scene, node, a)}
    everywhere = [
        edit
        for node in module.nodes_of(ast.ImportFrom)
        if isinstance(node, ast.ImportFrom) and not node.level
        if any(old.partition(".")[0] in tops for a in node.names for old in _olds(scene, node, a))
        if (edit := _renamed(scene, node, None)) is not None
    ]
    if len(everywhere) > 1:
        yield Candidate(tuple(everywhere), 18, "file")
    for node in failed:
        edit = _renamed(scene, node, match["name"])
        yield Candidate((edit,) if edit else (), 20, "here")


def _renamed(scene: Scene, node: ast.ImportFrom, name: str | None) -> Edit | None:
    """A statement whose names (or this one) come from where they were; None where it is not known of each."""
    module = scene.module
    wanted = [a for a in node.names if name in (None, a.name) and (name or list(_olds(scene, node, a)))]
    known = [list(_olds(scene, node, alias)) for alias in wanted]
    kept = [ast.unparse(a) for a in node.names if a not in wanted]
    gone = "." not in (node.module or "") and (node.module or "") in _GONE
    if not wanted or not all(known) or (kept and gone):
        return None
    lines = [f"from {node.module} import {', '.join(kept)}"] if kept else []
    for alias, olds in zip(wanted, known, strict=True):
        new = alias.asname or alias.name
        if len(olds) > 1 and alias.name.startswith("pass_"):
            # One decorator has come in place of several, each of which says what it is put on: all of them do.
            names = [old.rpartition(".")[2] for old in olds]
            lines.append(f"from {olds[0].rpartition('.')[0]} import {', '.join(names)}")
            lines.append(f"{new} = lambda function: {'('.join(names)}(function{')' * len(names)}")
            continue
        owner, _, old = olds[0].rpartition(".")
        lines.append(f"from {owner} import {old}" + (f" as {new}" if new != old else ""))
    return module.edit(Part(module.span(node), (f"\n{module.indentation(node)}".join(lines),)))


def _olds(scene: Scene, node: ast.ImportFrom, alias: ast.alias) -> Iterator[str]:
    """What a name was called up to some version: as the program named it, where that is known."""
    target = f"{node.module}.{alias.name}"
    found = [old for old, move in NAMES.items() if target == (move if isinstance(move, str) else move.new)]
    named = [old for old in found if re.search(rf"\b{old.rpartition('.')[2]}\b", scene.original)]
    # One place of each name is enough.
    once = {old.rpartition(".")[2]: old for old in reversed(named or found[:1])}
    yield from reversed(once.values())


REPAIR = Repair(
    id="older_name",
    summary="a name that was brought up to date is the old one again where the library is an old one",
    failure=Failure("ImportError", "cannot import name 'pass_context' from 'jinja2' (jinja2/__init__.py)", line=1),
    before="from jinja2 import Template, pass_context\n",
    after="from jinja2 import Template\nfrom jinja2 import contextfilter as pass_context\n",
    caveats="The program works with the installed version of the library, and with none of after the change.",
    pattern=re.compile(
        r"^(?:ImportError|ModuleNotFoundError): (?:cannot import name '(?P<name>\w+)' from '(?P<place>[\w.]+)'"
        r"|No module named '(?P<module>[\w.]+)')"
    ),
    offer=offer,
    order=60,
)  # fmt: skip
