"""tokenize.generate_tokens(StringIO(text).readline): the last line of a text ends in a NEWLINE of its own in Python 3.

Since 3.8, tokens of a text that doesn't end its last line have a NEWLINE without text before those of the end. A
program that takes a text to pieces, and waits for the end, meets it as something more.
"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.analysis.values import assigned, written_out
from migration.rule import Findings, Rule, last_names
from migration.view.module import Module

_MAKERS = frozenset(["StringIO.StringIO", "cStringIO.StringIO", "io.StringIO"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Leave out what Python 2 did not give, where a text in memory is read."""
    if stdlib_name(node.func, module) != "tokenize.generate_tokens" or len(node.args) != 1 or node.keywords:
        return
    if _reads_text(node.args[0], module) and not _is_left_out(node, module):
        newline = module.use("tokenize.NEWLINE", at=node)
        before, after = "(t for t in ", " if t[:2] != ("
        span = module.span(node)
        yield module.replace(node, before, span, after, newline, ', ""))', exactness=Exactness.SEMANTIC)


def _reads_text(node: ast.expr, module: Module) -> bool:
    """Whether `node` is `StringIO(text).readline`, or a name for that."""
    if isinstance(node, ast.Name):
        value = assigned(node, module)
        return value is not None and not isinstance(value, ast.Name) and _reads_text(value, module)
    if not (isinstance(node, ast.Attribute) and node.attr in ("readline", "next")):
        return False
    file = written_out(node.value, module)
    return isinstance(file, ast.Call) and stdlib_name(file.func, module) in _MAKERS and bool(file.args)


def _is_left_out(node: ast.Call, module: Module) -> bool:
    """Whether tokens are picked from already, as this rule does."""
    return any(isinstance(a, ast.comprehension) and a.ifs for a in [module.parent(node)])


RULE = Rule(
    id="token_ends",
    family="P15",
    summary="texts that don't end their last line have one token more",
    before="import tokenize\nimport StringIO\nfor t in tokenize.generate_tokens(StringIO.StringIO(a).readline): b(t)\n",
    after=(
        "import io\nimport tokenize\n"
        "for t in (t for t in tokenize.generate_tokens(io.StringIO(a).readline) if t[:2] != (tokenize.NEWLINE, "
        '"")): b(t)\n'
    ),
    caveats="Only texts in memory: files are taken to end their last line.",
    triggers=("generate_tokens",),
    needs_python2=True,
    nodes=(ast.Call,),
    names=last_names("tokenize.generate_tokens"),
    visit=visit,
)
