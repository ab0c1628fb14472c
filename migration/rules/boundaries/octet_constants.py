r"""MAGIC = '\xca\xfe' → b'\xca\xfe', where it is put together with what struct packs."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.strings.as_bytes import literal_parts
from migration.analysis.strings.octet_constants import octet_constants
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Assign, module: Module) -> Findings:
    """Spell the constant as bytes; what is done with it is other rules' affair."""
    if node.value in octet_constants(module):
        yield module.edit(*literal_parts(node.value, module))


RULE = Rule(
    id="octet_constants",
    family="P9",
    summary="constants of octets above 127 that are added to packed ones are bytes",
    before="import struct\nMAGIC = '\\xca\\xfe'\ndata = MAGIC + struct.pack('<HL', 1, 2L)\n",
    after="import struct\nMAGIC = b'\\xca\\xfe'\ndata = MAGIC + struct.pack('<HL', 1, 2)\n",
    caveats="Only constants of a file or a class that no other file names, and that nothing else is done with but "
    "to compare, to add or to look for them.",
    triggers=("pack", "compress", "urandom", "marshal", "inet_aton", "pbkdf2_hmac"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Assign,),
    visit=visit,
)
