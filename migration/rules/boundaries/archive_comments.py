"""archive.comment = 'x' → archive.comment = b'x': comments of ZIP archives, and of what is in them, are octets."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.exceptions import expects_refusal
from migration.analysis.literals import literal
from migration.analysis.made import is_archive, only_value
from migration.analysis.strings.as_bytes import CHARACTERS, HELPER, argument_as_bytes, literal_parts
from migration.analysis.strings.giving_octets import is_archive_comment, is_archive_member, is_put_in_archive
from migration.analysis.strings.kinds import is_octets, kind
from migration.analysis.strings.octet_calls import is_bytes, is_octet_attribute
from migration.analysis.strings.octet_edges import CODEC
from migration.rewriting.as_text import HELPER as TEXT_HELPER
from migration.rule import Finding, Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

#: Methods of archives that are given a member's name.
_BY_NAME = frozenset(["extract", "getinfo", "open", "read", "writestr"])


def visit(node: ast.Assign | ast.AugAssign | ast.Call | ast.Compare, module: Module) -> Findings:
    """Make octets of what is assigned; what is read is known to be such (`_kinds`). Make text of members' names."""
    octets = module.facts.index.octets
    if isinstance(node, ast.Call):
        if not octets and _asks_by_octets(node, module):
            text = module.in_call(node.args[0], module.helper("as_text", TEXT_HELPER))
            yield module.edit(text, exactness=Exactness.SEMANTIC, needs_python2=True)
        return
    if isinstance(node, ast.Compare):
        if octets:
            yield from _beside(node, module)
            return
        for name in _names_beside(node, module):
            text = module.in_call(name, module.helper("as_text", TEXT_HELPER))
            yield module.edit(text, exactness=Exactness.SEMANTIC, needs_python2=True)
        return
    if expects_refusal(node, module):
        return
    for value in _put_in(node, module):
        if octets:
            yield from _encoded(value, module)
        else:
            yield from argument_as_bytes(value, module, guess=True)


def _put_in(node: ast.Assign | ast.AugAssign, module: Module) -> list[ast.expr]:
    """What comments of archives are given there, alone or among others."""
    if isinstance(node, ast.AugAssign):
        target = node.target
        added = isinstance(target, ast.Attribute) and isinstance(node.op, ast.Add)
        return [node.value] if added and is_archive_comment(target, module) else []  # type: ignore[arg-type]
    several = node.value.elts if isinstance(node.value, ast.Tuple) else []
    return [value for value in (node.value, *several) if is_put_in_archive(value, module)]


def _asks_by_octets(call: ast.Call, module: Module) -> bool:
    """Whether an archive is asked for a member by a name that was read as octets: none has such a name."""
    method = call.func
    if not isinstance(method, ast.Attribute) or method.attr not in _BY_NAME or not call.args:
        return False
    return is_archive(method.value, module) and is_octets(call.args[0], module)


def _names_beside(node: ast.Compare, module: Module) -> Iterator[ast.expr]:
    """What was read as octets and is looked for among the names of members, or held against one."""
    if len(node.ops) != 1:
        return
    left, right = node.left, node.comparators[0]
    if isinstance(node.ops[0], (ast.In, ast.NotIn)):
        pairs = [(left, right)] if _are_names(right, module) else []
    else:
        pairs = [(a, b) for a, b in ((left, right), (right, left)) if _is_name(b, module)]
    yield from (name for name, _ in pairs if is_octets(name, module))


def _are_names(node: ast.expr, module: Module) -> bool:
    """Whether `node` lists the members of an archive."""
    made = only_value(node, module) if isinstance(node, ast.Name) else node
    listed = made.func if isinstance(made, ast.Call) else None
    return (
        isinstance(listed, ast.Attribute) and listed.attr == "namelist" and is_archive(listed.value, module)
    )


def _is_name(node: ast.expr, module: Module) -> bool:
    return (
        isinstance(node, ast.Attribute) and node.attr == "filename" and is_archive_member(node.value, module)
    )


def _encoded(value: ast.expr, module: Module) -> Iterator[Finding]:
    """Octets of the characters of a value, in a program of octets; what comes of another archive is left as it is."""
    if is_bytes(value, module) or (is_octet_attribute(value, module) and is_put_in_archive(value, module)):
        return
    if literal(value, module):
        yield module.edit(*literal_parts(value, module))
        return
    # With what stands before it: what decodes a value goes inside.
    span = module.outer_span(value)
    before = Span(span.start - 1, span.end)
    encoder = module.helper("as_bytes", HELPER)
    pieces = (module.text[span.start - 1], encoder, "(", span, f", {CODEC})")
    yield module.edit(module.part(before, *pieces), needs_python2=True)


def _beside(node: ast.Compare, module: Module) -> Iterator[Finding]:
    """Characters of what is compared with a comment, which is read as text, where it may be one that isn't seen."""
    sides = [node.left, *node.comparators]
    seen = [isinstance(s, ast.Attribute) and _is_seen(s, module) for s in sides]
    if not any(seen):
        return
    characters = module.helper("characters", CHARACTERS)
    for side, is_seen in zip(sides, seen, strict=True):
        unknown = not is_seen and not module.type_of(side) and kind(side, module) is None
        if isinstance(side, ast.Attribute) and unknown:
            yield module.edit(module.in_call(side, characters), needs_python2=True)


def _is_seen(node: ast.Attribute, module: Module) -> bool:
    return node.attr in ("comment", "extra") and is_archive_comment(node, module)


RULE = Rule(
    id="archive_comments",
    family="P9",
    summary="comments of ZIP archives and of their members are octets, names text",
    before="import zipfile\nz = zipfile.ZipFile(p, 'w')\nz.comment = 'x'\n",
    after="import zipfile\nz = zipfile.ZipFile(p, 'w')\nz.comment = b'x'\n",
    caveats="Only of what is seen to be an archive, or a member that one gives or a ZipInfo that the file makes.",
    triggers=("zipfile",),
    nodes=(ast.Assign, ast.AugAssign, ast.Call, ast.Compare),
    visit=visit,
)
