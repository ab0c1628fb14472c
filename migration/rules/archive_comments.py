"""archive.comment = 'x' → archive.comment = b'x': comments of ZIP archives, and of what is in them, are octets."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._as_bytes import argument_as_bytes
from migration.rules._exceptions import expects_refusal
from migration.rules._giving_octets import is_archive_comment


def visit(node: ast.Assign, module: Module) -> Findings:
    """Make octets of what is assigned; what is read is known to be such (`_kinds`)."""
    target = node.targets[0]
    if len(node.targets) != 1 or not isinstance(target, ast.Attribute):
        return
    if is_archive_comment(target, module) and not expects_refusal(node, module):
        yield from argument_as_bytes(node.value, module, guess=True)


RULE = Rule(
    id="archive_comments",
    family="P9",
    summary="comments of ZIP archives and of their members are octets",
    before="import zipfile\nz = zipfile.ZipFile(p, 'w')\nz.comment = 'x'\n",
    after="import zipfile\nz = zipfile.ZipFile(p, 'w')\nz.comment = b'x'\n",
    caveats="Only of what is seen to be an archive, or a member that one gives or a ZipInfo that the file makes.",
    triggers=("zipfile",),
    nodes=(ast.Assign,),
    visit=visit,
)
