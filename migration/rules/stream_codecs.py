"""codecs.getwriter('utf-8')(sys.stdout) → (sys.stdout.buffer): the standard streams hold text, above octets.

Around a StringIO it made native strings of all that was written; text alone does where nobody takes those for octets.
What a function is given may be a stream of either kind by now: that is asked when it runs.
"""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.edits import Span
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._coded_streams import holds_text
from migration.rules._names import stdlib_name
from migration.rules._values import assigned
from migration.rules.string_io import CLASSES

_MAKERS = frozenset(["codecs.getwriter", "codecs.getreader"])
_STREAMS = frozenset(["sys.stdout", "sys.stderr", "sys.stdin"])
#: What codecs.lookup() gives the classes of streams as: by attribute, and by index.
_LOOKED_UP = frozenset(["streamreader", "streamwriter"])
_PLACES = frozenset(["2", "3", "-1", "-2"])
_HELPER = '''
def recoded(codec, stream, *errors):
    """Put a codec around a stream of octets, or around the octets below one of text; text alone needs none."""
    if not isinstance(stream, io.TextIOBase):
        return codec(stream, *errors)
    return codec(stream.buffer, *errors) if hasattr(stream, "buffer") else stream
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Name the octets below the stream, or do without the codec."""
    made = node.func
    if node.args and not node.keywords and _is_codec(made, module) and _is_given(node.args[0], module):
        around = Span(module.span(node.func).end, module.outer_span(node.args[0]).start)
        name = module.helper("recoded", _HELPER, imports=("import io",))
        start = module.start(node)
        yield module.edit(
            module.part(Span(start, start), name, "("),
            module.part(around, ", "),
            exactness=Exactness.SEMANTIC,
        )
        return
    if node.args and stdlib_name(node.args[0], module) in _STREAMS and _is_codec(made, module):
        yield module.wrap(node.args[0], "", ".buffer")
        return
    if not (isinstance(made, ast.Call) and stdlib_name(made.func, module) in _MAKERS and node.args):
        return
    stream = node.args[0]
    empty = isinstance(stream, ast.Call) and not stream.args and not stream.keywords and len(node.args) == 1
    if empty and stdlib_name(made.func, module) == "codecs.getwriter":
        assert isinstance(stream, ast.Call)
        if stdlib_name(stream.func, module) in CLASSES and holds_text(node, module):
            yield module.replace(node, module.span(stream), exactness=Exactness.SEMANTIC)


def _is_codec(made: ast.expr, module: Module) -> bool:
    """Whether a call of `made` puts a codec around a stream, through one name at most."""
    if isinstance(made, ast.Name):
        value = assigned(made, module)
        return value is not None and not isinstance(value, ast.Name) and _is_codec(value, module)
    if isinstance(made, ast.Call):
        return stdlib_name(made.func, module) in _MAKERS
    if isinstance(made, ast.Attribute):
        looked, found = made.value, made.attr in _LOOKED_UP
    elif isinstance(made, ast.Subscript):
        looked, found = made.value, ast.unparse(made.slice) in _PLACES
    else:
        return False
    return found and isinstance(looked, ast.Call) and stdlib_name(looked.func, module) == "codecs.lookup"


def _is_given(stream: ast.expr, module: Module) -> bool:
    """Whether a stream is what a function was given, of which no more is known."""
    if not isinstance(stream, ast.Name) or module.facts.index.octets:
        return False
    bindings = module.bindings(stream)
    return len(bindings) == 1 and isinstance(bindings[0].node, ast.arg)


RULE = Rule(
    id="stream_codecs",
    family="P9",
    summary="codecs are put around the octets of a standard stream",
    before="import codecs, sys\nn = 1L\nsys.stdout = codecs.getwriter('utf-8')(sys.stdout)\n",
    after="import codecs, sys\nn = 1\nsys.stdout = codecs.getwriter('utf-8')(sys.stdout.buffer)\n",
    caveats="What takes the place of a standard stream in a test may have no buffer.",
    triggers=("getwriter", "getreader", *sorted(_LOOKED_UP), re.compile(r"lookup\([^()\n]*\)\[-?[123]\]")),
    needs_python2=True,
    nodes=(ast.Call,),
    visit=visit,
)
