"""'global name 'x' is not defined' → 'name 'x' is not defined': what a program expects Python to say."""

from __future__ import annotations

import ast
import re

from migration.analysis.names import in_repository
from migration.engine.wording import RENAMED_MESSAGES
from migration.rule import Exactness, Findings, Rule
from migration.view.module import Module

#: What such messages hold.
_WORDS = ("global name", "instance has no attribute")
#: In a text of the repository that puts such a message together, the program words exceptions of its own so.
_TEMPLATE = r"(?:%\w|%\(\w+\)\w|\{[\w.!]*\})"

#: What a pattern asks of the place it begins at.
_BEGIN = re.compile(r"^(?:\\b|\(\?<![^)]*\))")


def visit(node: ast.Constant, module: Module) -> Findings:
    """Say it in Python 3's words, in a literal that is no docstring."""
    if not isinstance(node.value, str) or not any(words in node.value for words in _WORDS):
        return
    if isinstance(module.parent(node), ast.Expr):
        return
    for old, new in RENAMED_MESSAGES:
        if not old.search(node.value):
            continue
        worded = old.sub(new, node.value)
        source = module.source(module.span(node))
        spelled = old.sub(new, source)
        if spelled == source or _is_own(old, module):
            continue
        try:
            same = ast.literal_eval(spelled) == worded
        except (SyntaxError, ValueError):
            same = False
        if same:
            yield module.replace(node, spelled)


def _is_own(message: re.Pattern[str], module: Module) -> bool:
    """Whether a file of the repository makes the message by a template, so that it may be the program's own."""
    template = re.compile(_BEGIN.sub("", message.pattern).replace(r"(\w+)", _TEMPLATE))
    return in_repository(template, module)


RULE = Rule(
    id="message_wording",
    family="P2",
    summary="what Python says of undefined names and missing attributes is worded anew",
    before="x = \"global name 'a' is not defined\" in str(e)\nn = 1L\n",
    after="x = \"name 'a' is not defined\" in str(e)\nn = 1\n",
    caveats="Not where the program puts such a message together itself.",
    triggers=_WORDS,
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Constant,),
    visit=visit,
)
