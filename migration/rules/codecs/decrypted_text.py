"""cipher.decrypt(x).rstrip(' ') → as_text(cipher.decrypt(x)).rstrip(' '): what is read as text then was a message."""

from __future__ import annotations

import ast

from migration.analysis.literals import literal
from migration.analysis.made import kept_by
from migration.analysis.strings.octet_edges import CIPHER_MAKERS
from migration.rewriting.as_text import HELPER
from migration.rule import Exactness, Findings, Rule
from migration.view.module import Module

#: Methods of strings that are given others of their kind.
_ASKING = frozenset(
    ["count", "endswith", "find", "index", "lstrip", "partition", "replace", "rfind", "rindex", "rpartition", "rsplit",
     "rstrip", "split", "startswith", "strip"]
)  # fmt: skip


def visit(node: ast.Call, module: Module) -> Findings:
    """Decode what a cipher gives at once, where a native literal is looked for in it, or taken from its ends."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr not in _ASKING or module.facts.index.octets:
        return
    if not node.args or node.keywords or not all(_is_text(argument, module) for argument in node.args):
        return
    made = function.value
    method = made.func if isinstance(made, ast.Call) else None
    if not isinstance(method, ast.Attribute) or method.attr != "decrypt":
        return
    if kept_by(method.value, module, CIPHER_MAKERS) is not None:
        yield module.replace(made, module.helper("as_text", HELPER), "(", module.span(made), ")")


def _is_text(argument: ast.expr, module: Module) -> bool:
    """Whether an argument is a native literal that shows something, or a number."""
    if not isinstance(argument, ast.Constant):
        return False
    if not isinstance(argument.value, str):
        return isinstance(argument.value, int)
    return literal(argument, module) and argument.value.isascii() and argument.value.isprintable()


RULE = Rule(
    id="decrypted_text",
    family="P10",
    summary="what is decrypted is octets: decoded where it is read as native text",
    before="from Crypto.Cipher import ARC4\nx = ARC4.new(b'key').decrypt(b'ab').rstrip(' ')\nn = 1L\n",
    after=f"from Crypto.Cipher import ARC4\n\n{HELPER}\n\n"
    "x = as_text(ARC4.new(b'key').decrypt(b'ab')).rstrip(' ')\nn = 1\n",
    caveats="Only the ciphers of PyCrypto, and only on the spot.",
    triggers=("decrypt",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=58,
    nodes=(ast.Call,),
    names=_ASKING,
    visit=visit,
)
