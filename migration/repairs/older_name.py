"""ImportError: cannot import name 'pass_context' from 'jinja2' → the name of before, where the library is an old one.

Rules write the names of today. What a program is tested with may be of before they came.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.edits import Part
from migration.repair import Candidate, Candidates, Failure, Repair
from migration.rules.modules._library_names import NAMES
from migration.scene import Scene


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """The import from where the name was, by what it was called, under the name that the program goes by now."""
    module = scene.module
    asked = re.compile(rf"^{re.escape(match['place'] or match['module'])}(?:$|\.)")
    for node in scene.statements(scene.lines[0]) if scene.lines else ():
        if not isinstance(node, ast.ImportFrom) or node.level or not asked.search(node.module or ""):
            continue
        place = node.module or ""
        wanted = [a for a in node.names if match["name"] in (None, a.name)]
        known = [list(_olds(scene, place, alias)) for alias in wanted]
        if not wanted or not all(known):
            continue
        kept = [ast.unparse(a) for a in node.names if a not in wanted]
        indent = module.indentation(node)
        for number in range(max(map(len, known))):
            olds = [choices[min(number, len(choices) - 1)] for choices in known]
            lines = [f"from {place} import {', '.join(kept)}"] if kept else []
            for alias, old in zip(wanted, olds, strict=True):
                owner, _, name = old.rpartition(".")
                new = alias.asname or alias.name
                lines.append(f"from {owner} import {name}" + (f" as {new}" if new != name else ""))
            yield Candidate(
                (module.edit(Part(module.span(node), (f"\n{indent}".join(lines),))),), 20 + number
            )


def _olds(scene: Scene, place: str, alias: ast.alias) -> Iterator[str]:
    """What a name was called up to some version, those first that the program named so."""
    target = f"{place}.{alias.name}"
    found = [old for old, move in NAMES.items() if target == (move if isinstance(move, str) else move.new)]
    named = [old for old in found if re.search(rf"\b{old.rpartition('.')[2]}\b", scene.original)]
    yield from named or found


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
