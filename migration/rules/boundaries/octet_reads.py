"""hashlib.md5(open(p).read()) → hashlib.md5(open(p, 'rb').read()): what is only taken as octets is read as bytes."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.made import opened_for_bytes
from migration.analysis.strings.file_kinds import read_as_bytes
from migration.analysis.strings.seen import NO_UTF8, RETURNS, seen_at
from migration.analysis.strings.streams import OPENERS
from migration.rule import Findings, Rule, last_names
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Open the file for bytes, where all that is done with what is read from it does the same with bytes."""
    if node not in read_as_bytes(module):
        return
    if any(NO_UTF8 in kind or RETURNS in kind for kind in seen_at("open", node, module)):
        return  # seen_files says so by what was seen
    yield opened_for_bytes(node, "r", module)


RULE = Rule(
    id="octet_reads",
    family="P9",
    summary="files of which only octets are taken, to be hashed, unpacked or decoded, are read as bytes",
    before="import hashlib\nprint hashlib.md5(open(p).read()).hexdigest()\n",
    after="import hashlib\nprint(hashlib.md5(open(p, 'rb').read()).hexdigest())\n",
    caveats="Only where the file, and what is read from it, stays in one function.",
    triggers=("open", "file"),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    names=last_names(*OPENERS),
    when=lambda module: bool(read_as_bytes(module)),
    visit=visit,
)
