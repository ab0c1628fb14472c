"""stream.errors = 'replace' → set_errors(stream, 'replace'): a file of text has such an attribute that can't be set."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def set_errors(stream, errors):
    """Tell a stream how to write what its codec has not: a file of text in memory, which has none, writes all."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=errors)
    elif not isinstance(stream, io.TextIOBase):
        stream.errors = errors
'''
_ATTRIBUTE = "errors"
#: What codecs.lookup_error() knows of itself, and writers are told.
_KNOWN = frozenset(["backslashreplace", "ignore", "replace", "strict", "xmlcharrefreplace"])


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Ask what the stream is; an attribute of the object itself is its own."""
    statement = module.parent(node)
    if not isinstance(statement, ast.Assign) or statement.targets != [node]:
        return
    told = statement.value.value if isinstance(statement.value, ast.Constant) else None
    if told not in _KNOWN or getattr(node.value, "id", "") == "self" or inside_helper(node, HELPER, module):
        return
    name = helper("set_errors", HELPER, module, ("import io",))
    pieces = (*module.sub(node.value), ", ", *module.sub(statement.value))
    yield module.replace(statement, name, "(", *pieces, ")")


RULE = Rule(
    id="stream_errors",
    family="P9",
    summary="what a stream does with characters that its codec has not is set where it can be",
    before="s.errors = 'replace'\nn = 1L\n",
    after=f"import io\n\n{HELPER}\n\nset_errors(s, 'replace')\nn = 1\n",
    caveats="Only for the names of handlers that Python has.",
    triggers=(_ATTRIBUTE,),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Attribute,),
    names=frozenset([_ATTRIBUTE]),
    visit=visit,
)
