"""os.statvfs(p)[statvfs.F_BAVAIL] → os.statvfs(p).f_bavail: the module of places is gone, the fields have names."""

from __future__ import annotations

import ast

from migration.analysis.made import made_by
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module

#: The fields, in the order of the places that they had.
_FIELDS = (
    "f_bsize", "f_frsize", "f_blocks", "f_bfree", "f_bavail", "f_files", "f_ffree", "f_favail", "f_flag", "f_namemax",
)  # fmt: skip
_PLACES = {f"statvfs.{name.upper()}": (place, name) for place, name in enumerate(_FIELDS)}

_MAKERS = frozenset(["os.statvfs", "os.fstatvfs"])


def visit(node: ast.Name | ast.Attribute, module: Module) -> Findings:
    """Name the field where it is read; elsewhere the place is a number."""
    place, field = _PLACES.get(stdlib_name(node, module) or "", (0, ""))
    if not field:
        return
    outer = module.parent(node)
    read = isinstance(outer, ast.Subscript) and outer.slice is node and isinstance(outer.ctx, ast.Load)
    if isinstance(outer, ast.Subscript) and read and made_by(outer.value, module, _MAKERS) is not None:
        yield module.replace(outer, *module.atom(outer.value), f".{field}")
    else:
        yield module.replace(node, str(place))


RULE = Rule(
    id="statvfs_fields",
    family="P19",
    summary="what os.statvfs gives is read by name",
    before="import os, statvfs\na = os.statvfs(p)[statvfs.F_BAVAIL]\n",
    after="import os\na = os.statvfs(p).f_bavail\n",
    triggers=("statvfs",),
    evidence=True,
    nodes=(ast.Name, ast.Attribute),
    names=frozenset(name.rpartition(".")[2] for name in _PLACES),
    visit=visit,
)
