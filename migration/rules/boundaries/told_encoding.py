"""self.stdout.encoding = name → with suppress(AttributeError): …: files of text in memory can't be told one now."""

from __future__ import annotations

import ast

from migration.rewriting.helpers import helper
from migration.rule import Exactness, Findings, Phase, Rule
from migration.view.module import Module

_STREAMS = frozenset(["stdin", "stdout", "stderr"])
HELPER = '''
def set_encoding(file, encoding):
    """Tell a file its encoding, unless it is one that can't be told: in Python 2 those in memory could."""
    try:
        file.encoding = encoding
    except AttributeError:
        pass
'''


def visit(node: ast.Assign, module: Module) -> Findings:
    """Where it is a standard stream of some object, which may be replaced by a file in memory."""
    target = node.targets[0]
    if len(node.targets) != 1 or not isinstance(target, ast.Attribute) or target.attr != "encoding":
        return
    file = target.value
    if not isinstance(file, ast.Attribute) or file.attr not in _STREAMS:
        return
    if any(isinstance(a, (ast.Try, ast.With)) for a in module.ancestors(node)):
        return  # what it raises may be waited for
    span = module.span(node)
    line = module.text[module.line_starts[node.lineno - 1] : module.line_span(node).end]
    # What raises in the value is not to be hidden with it.
    if line.strip() == module.source(span) and isinstance(node.value, (ast.Constant, ast.Name)):
        suppressed = module.use("contextlib.suppress", at=node)
        yield module.replace(node, "with ", suppressed, "(AttributeError): ", span)
        return
    yield module.replace(node, helper("set_encoding", HELPER, module), "(", file, ", ", node.value, ")")


RULE = Rule(
    id="told_encoding",
    family="P9",
    summary="a stream is told its encoding where it can be",
    before="def f(command, name):\n    command.stdout.encoding = name\n    print name\n",
    after=(
        "import contextlib\ndef f(command, name):\n"
        "    with contextlib.suppress(AttributeError): command.stdout.encoding = name\n    print(name)\n"
    ),
    caveats="Who asks such a file for its encoding gets what it says itself: None.",
    triggers=("encoding",),
    exactness=Exactness.SEMANTIC,
    phase=Phase.FINISH,
    needs_python2=True,
    nodes=(ast.Assign,),
    visit=visit,
)
