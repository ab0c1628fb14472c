"""tokenize.tokenize(readline, eater) → a loop that gives each token to the function: it only yields them now."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def feed_tokens(readline, tokeneater):
    """Give each token of a text to a function: its kind, its text, where it starts and ends, its line."""
    for token in tokenize.generate_tokens(readline):
        tokeneater(*token)
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Where a function is given, by its place or by its name."""
    if stdlib_name(node.func, module) != "tokenize.tokenize" or len(node.args) + len(node.keywords) != 2:
        return
    if len(node.args) == 2 or [k.arg for k in node.keywords] == ["tokeneater"]:
        yield module.replace(node.func, helper("feed_tokens", HELPER, module, ("import tokenize",)))


RULE = Rule(
    id="token_eaters",
    family="P11",
    summary="tokens are given to a function one by one",
    before="import tokenize\ntokenize.tokenize(f.readline, eat)\n",
    after=f"import tokenize\n\n{HELPER}\n\nfeed_tokens(f.readline, eat)\n",
    caveats="The lines have to be text, as those of a file that is opened for text are.",
    triggers=("tokenize",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    names=frozenset(["tokenize"]),
    visit=visit,
)
