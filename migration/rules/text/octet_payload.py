"""part.get_payload(decode=True) → characters(…): octets of a message stay text in a repository that uses text so."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import defined_in_repository, helper_called
from migration.analysis.strings.as_bytes import CHARACTERS
from migration.analysis.strings.octet_calls import is_handed_on
from migration.analysis.strings.payloads import gives_octets, is_decoded
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Read octets as characters, where nothing decodes them: a message of several parts gives None."""
    if not gives_octets(node) or defined_in_repository("get_payload", module):
        return
    if helper_called(module.parent(node)) == "characters":
        return
    if is_decoded(node, module) or is_handed_on(node, module):
        return
    yield module.replace(node, module.helper("characters", CHARACTERS), "(", module.span(node), ")")


RULE = Rule(
    id="octet_payload",
    family="P8",
    summary="the payload of a message is octets",
    before="a = m.get_payload(decode=True)\n",
    after="a = m.get_payload(decode=True)\n",
    caveats="Only in a repository that uses native strings for octets throughout.",
    triggers=("get_payload",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["get_payload"]),
    when=lambda module: module.facts.index.octets,
    visit=visit,
)
