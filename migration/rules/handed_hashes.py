"""f(hashlib.md5) → f(HashOfCharacters(hashlib.md5)), in programs of octets: a hash that is made there is given text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._helpers import helper
from migration.rules._names import stdlib_name
from migration.rules._octet_edges import HASHES
from migration.rules._octets import octets_throughout
from migration.rules._values import function_named

HELPER = '''
class HashOfCharacters:
    """A maker of hashes that takes characters up to 255 as the octets of the same numbers."""

    def __init__(self, maker):
        self.maker = maker

    def __call__(self, *told):
        return self.maker(*[one.encode("latin-1") if isinstance(one, str) else one for one in told])
'''
_MAKERS = frozenset(f"hashlib.{name}" for name in HASHES) | {"md5.md5", "md5.new", "sha.sha", "sha.new"}


def visit(node: ast.Call | ast.Assign, module: Module) -> Findings:
    """Hand on what takes octets as a function of the file gives them, or keep it so for the methods of a class."""
    values: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        values = [node.value] if isinstance(module.parent(node), ast.ClassDef) else []
    elif function_named(node.func, module) is not None:
        values = node.args
    for value in values:
        if isinstance(value, (ast.Attribute, ast.Name)) and stdlib_name(value, module) in _MAKERS:
            made = helper("HashOfCharacters", HELPER, module)
            yield module.replace(value, made, "(", module.span(value), ")")


RULE = Rule(
    id="handed_hashes",
    family="P9",
    summary="makers of hashes that are handed on take octets as characters of the same numbers",
    before="import hashlib\ndef f(maker): return maker\nf(hashlib.md5)\n",
    after="import hashlib\ndef f(maker): return maker\nf(hashlib.md5)\n",
    caveats="Only in programs of octets (octet_text), where a function of the file is given one, or a class"
    " keeps it.",
    triggers=("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call, ast.Assign),
    when=octets_throughout,
    visit=visit,
)
