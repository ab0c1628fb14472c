"""self.text = node.text.encode(CODEC) → with .decode(CODEC), where what is no unicode is decoded by it again."""

from __future__ import annotations

import ast

from migration.analysis.builtins import type_asked
from migration.analysis.names import memory
from migration.analysis.strings.takers import takes_octets
from migration.rewriting.as_text import DECODED
from migration.rule import Exactness, Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Keep text as text, where a file keeps it as native strings by one codec and takes unicode as well."""
    codec = _codec(node, "encode", module)
    parent = module.parent(node)
    if codec is None or codec not in _of_native_text(module) or isinstance(parent, ast.Attribute):
        return
    if not takes_octets(node, module):
        yield module.wrap(node, "", f".decode({codec})")


def _codec(node: ast.AST, method: str, module: Module) -> str | None:
    """The constant of the file by which a call encodes, or decodes."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method):
        return None
    codec = node.args[0] if len(node.args) == 1 and not node.keywords else None
    if not isinstance(codec, ast.Name) or codec.id not in module.module_scope.bindings:
        return None
    found = module.bindings(codec)
    constant = len(found) == 1 and isinstance(found[0].value, ast.Constant)
    return codec.id if constant and isinstance(found[0].value.value, str) else None  # type: ignore[union-attr]


def _of_native_text(module: Module) -> frozenset[str]:
    """The codecs by which the file decodes nothing but what it has found to be no unicode."""
    known = memory(module)
    if "codecs of native text" not in known:
        guarded: dict[str, bool] = {}
        for call in module.nodes_named(ast.Call, frozenset(["decode"])):
            codec = _codec(call, "decode", module)
            if codec is not None:
                guarded[codec] = guarded.get(codec, True) and _is_no_unicode(call, module)  # type: ignore[arg-type]
        known["codecs of native text"] = frozenset(c for c, always in guarded.items() if always)
    return known["codecs of native text"]  # type: ignore[no-any-return]


def _is_no_unicode(call: ast.Call, module: Module) -> bool:
    """Whether a call decodes what the `if` around it has found to be no unicode."""
    owner = ast.dump(call.func.value)  # type: ignore[attr-defined]
    statement = module.statement(call)
    test = module.parent(statement)
    if not (isinstance(test, ast.If) and statement in test.orelse):
        return False
    conditions = test.test.values if isinstance(test.test, ast.BoolOp) else [test.test]
    return any(
        found is not None and ast.dump(found[0]) == owner and module.is_builtin(found[1], "unicode")
        for found in (type_asked(one, module) for one in conditions)
    )


RULE = Rule(
    id="stored_text",
    family="P8",
    summary="what is encoded by the codec by which native strings are decoded is text",
    before=(
        "CODEC = 'utf-8'\ndef put(self, tree):\n    self.text = tree.text.encode(CODEC)\ndef get(self, tree):\n"
        "    if isinstance(self.text, unicode):\n        tree.text = self.text\n    else:\n"
        "        tree.text = self.text.decode(CODEC)\n"
    ),
    after=DECODED[1:]
    + "\n\n"
    + (
        "CODEC = 'utf-8'\ndef put(self, tree):\n    self.text = tree.text.encode(CODEC).decode(CODEC)\n"
        "def get(self, tree):\n    if isinstance(self.text, str):\n        tree.text = self.text\n    else:\n"
        "        tree.text = decoded(self.text, CODEC)\n"
    ),
    caveats="The codec is a constant of the file, and nothing else is decoded by it.",
    triggers=("unicode",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    order=39,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    visit=visit,
)
