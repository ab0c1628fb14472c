"""io.BytesIO(x) → io.StringIO(x): files in memory of a repository that holds its octets as text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.names import (
    alias_text,
    binding_scope,
    can_rename,
    in_repository,
    only_imported,
    stdlib_name,
    uses,
)
from migration.analysis.strings.memory_files import makes_bytes
from migration.analysis.strings.octets import seeks_relatively
from migration.rewriting.imports import from_import, replace_import
from migration.rule import Finding, Findings, Rule
from migration.view.module import Module

_CLASS = "io.BytesIO"
#: What only a file of bytes can do.
_OF_BYTES = re.compile(r"\.(?:readinto1?|getbuffer|read1)\(")


def visit(node: ast.AST, module: Module) -> Findings:
    """Decide for each place where one is made."""
    if isinstance(node, ast.ImportFrom):
        if node.module == "io" and not node.level:
            yield from _from(node, module)
    elif isinstance(node, ast.Attribute) and _holds_octets(node, module):
        yield module.replace(node, module.use("io.StringIO", at=node), guarded=True)


def _holds_octets(node: ast.Attribute, module: Module) -> bool:
    return stdlib_name(node, module) == _CLASS and not makes_bytes(node, module)


def _from(node: ast.ImportFrom, module: Module) -> Iterator[Finding]:
    """An import of the class is one of the other, but for what is given to functions of bytes."""
    for alias in node.names:
        if alias.name != "BytesIO":
            continue
        bound = alias.asname or alias.name
        scope = binding_scope(node, bound, module)
        places = uses(bound, scope, module)
        sole = only_imported(bound, scope, _CLASS)
        binary = [p for p in places if makes_bytes(p, module)]
        others = [p for p in places if p not in binary]
        if binary and not sole:
            return
        if binary:
            for place in others:
                yield module.replace(place, module.use("io.StringIO", at=place), guarded=True)
            return
        renamed = sole and bound == "BytesIO" and can_rename(bound, "StringIO", scope, module)
        name = "StringIO" if renamed or bound == "StringIO" else f"StringIO as {bound}"
        kept = [alias_text(a) for a in node.names if a is not alias]
        names = [*kept, *([] if name in kept else [name])]
        line = replace_import(node, [from_import("io", names)], module)
        parts = [module.part(p, "StringIO") for p in others] if renamed else []
        yield module.edit(*line, *parts, guarded=True)
        return


def _is_wanted(module: Module) -> bool:
    return module.facts.index.octets and not seeks_relatively(module) and not in_repository(_OF_BYTES, module)


RULE = Rule(
    id="octet_buffers",
    family="P9",
    summary="io.BytesIO is io.StringIO where octets are held as text",
    before="import io\nf = io.BytesIO()\n",
    after="import io\nf = io.BytesIO()\n",
    caveats="Only in repositories whose strings are octets (dialects/octets.py); what functions of bytes are given "
    "stays as it is.",
    triggers=("BytesIO",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.ImportFrom, ast.Attribute),
    imports=frozenset(["io"]),
    when=_is_wanted,
    visit=visit,
)
