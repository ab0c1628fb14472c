"""codecs.getwriter('utf-8')(sys.stdout) → (sys.stdout.buffer): the standard streams hold text, above octets.

Around a StringIO it made native strings of all that was written; text alone does where nobody takes those for octets.
"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._kinds import BYTES, kind
from migration.rules._names import stdlib_name, uses
from migration.rules._streams import taken_as_octets
from migration.rules.string_io import CLASSES

_MAKERS = frozenset(["codecs.getwriter", "codecs.getreader"])
_STREAMS = frozenset(["sys.stdout", "sys.stderr", "sys.stdin"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Name the octets below the stream, or do without the codec."""
    made = node.func
    if not (isinstance(made, ast.Call) and stdlib_name(made.func, module) in _MAKERS and node.args):
        return
    if stdlib_name(node.args[0], module) in _STREAMS:
        yield module.wrap(node.args[0], "", ".buffer")
        return
    stream = node.args[0]
    empty = isinstance(stream, ast.Call) and not stream.args and not stream.keywords and len(node.args) == 1
    if empty and stdlib_name(made.func, module) == "codecs.getwriter":
        assert isinstance(stream, ast.Call)
        if stdlib_name(stream.func, module) in CLASSES and _holds_text(node, module):
            yield module.replace(node, module.span(stream), exactness=Exactness.SEMANTIC)


def _holds_text(node: ast.Call, module: Module) -> bool:
    """Whether all that is done with a stream in memory is to write to it, and to take what it holds, for no octets."""
    assign = module.parent(node)
    target = assign.targets[0] if isinstance(assign, ast.Assign) and len(assign.targets) == 1 else None
    if not isinstance(target, ast.Name) or module.facts.index.octets:
        return False
    found = module.scope(target).lookup(target.id)
    if found is None or len(found[1]) != 1:
        return False
    for place in uses(target.id, found[0], module):
        if place is target:
            continue
        method = module.parent(place)
        call = module.parent(method)
        if not (isinstance(method, ast.Attribute) and isinstance(call, ast.Call) and call.func is method):
            return False
        if method.attr == "write" and not (call.args and kind(call.args[0], module) != BYTES):
            return False
        if method.attr == "getvalue" and True in taken_as_octets(call, module):
            return False
        if method.attr not in ("write", "writelines", "getvalue", "close"):
            return False
    return True


RULE = Rule(
    id="stream_codecs",
    family="P9",
    summary="codecs are put around the octets of a standard stream",
    before="import codecs, sys\nn = 1L\nsys.stdout = codecs.getwriter('utf-8')(sys.stdout)\n",
    after="import codecs, sys\nn = 1\nsys.stdout = codecs.getwriter('utf-8')(sys.stdout.buffer)\n",
    caveats="What takes the place of a standard stream in a test may have no buffer.",
    triggers=("getwriter", "getreader"),
    needs_python2=True,
    nodes=(ast.Call,),
    visit=visit,
)
