"""codecs.getwriter('utf-8')(sys.stdout) → (sys.stdout.buffer): the standard streams hold text, above octets.

What was printed before may still be kept above: it is let out first, or from then on at once.

Around a StringIO it made native strings of all that was written; text alone does where nobody takes those for octets.
What a function is given may be a stream of either kind by now: that is asked when it runs.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.names import OUTPUTS, stdlib_name
from migration.analysis.strings.coded_streams import holds_text
from migration.analysis.strings.memory_files import CLASSES
from migration.analysis.values import assigned, called_here, given_to_attributes
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module

_MAKERS = frozenset(["codecs.getwriter", "codecs.getreader"])
_STREAMS = frozenset(["sys.stdout", "sys.stderr", "sys.stdin"])
_PRINTING = frozenset(["print", "print_softspace"])
_WRITING = frozenset(["write", "writelines"])
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.Expr, ast.Return)
#: What codecs.lookup() gives the classes of streams as: by attribute, and by index.
_LOOKED_UP = frozenset(["streamreader", "streamwriter"])
_PLACES = frozenset(["2", "3", "-1", "-2"])
_HELPER = '''
def recoded(codec, stream, *errors):
    """Put a codec around a stream of octets, or around the octets below one of text; text alone needs none."""
    if not isinstance(stream, io.TextIOBase):
        return codec(stream, *errors)
    if not hasattr(stream, "buffer"):
        return stream
    made = codec(stream.buffer, *errors)
    # Where nothing else has the stream, it would close the octets below it.
    made.text = stream
    return made
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
        span = module.span(node.args[0])
        yield module.edit(module.part(span, span, ".buffer"), *_in_turn(node, module))
        return
    if not (isinstance(made, ast.Call) and stdlib_name(made.func, module) in _MAKERS and node.args):
        return
    stream = node.args[0]
    empty = isinstance(stream, ast.Call) and not stream.args and not stream.keywords and len(node.args) == 1
    if empty and stdlib_name(made.func, module) == "codecs.getwriter":
        assert isinstance(stream, ast.Call)
        if stdlib_name(stream.func, module) in CLASSES and holds_text(node, module):
            yield module.replace(node, module.span(stream), exactness=Exactness.SEMANTIC)


def _in_turn(node: ast.Call, module: Module) -> Iterator[Part]:
    """The part that lets out first what the stream above has got by then, or from then on at once where it gets more:
    the codec would overtake it.
    """
    stream, statement = node.args[0], module.statement(node)
    name = stdlib_name(stream, module) or ""
    if name not in OUTPUTS or not isinstance(statement, _SIMPLE):
        return
    written = [n for n in _writers(name, module) if n is not stream and node not in module.ancestors(n)]
    if _is_replaced(node, name, module):
        written, method = [n for n in written if _may_come_before(n, statement, module)], "flush()"
    else:
        method = "reconfigure(write_through=True)" if module.target >= (3, 7) else "flush()"
    if written:
        start = module.start(statement)
        own_line = not module.text[module.line_starts[statement.lineno - 1] : start].strip()
        glue = f"\n{module.indentation(statement)}" if own_line else "; "
        yield module.part(Span(start, start), f"{module.source(module.span(stream))}.{method}{glue}")


def _writers(name: str, module: Module) -> Iterator[ast.AST]:
    """What writes to a standard stream by its name, or hands it to something that may."""
    for call in module.nodes_named(ast.Call, _PRINTING) if name == "sys.stdout" else ():
        if isinstance(call, ast.Call) and all(k.arg != "file" for k in call.keywords):
            yield call
    last = frozenset([name.rpartition(".")[2]])
    for read in (*module.nodes_named(ast.Attribute, last), *module.nodes_named(ast.Name, last)):
        outer = module.parent(read)
        if not isinstance(getattr(read, "ctx", None), ast.Load) or stdlib_name(read, module) != name:
            continue
        if not isinstance(outer, ast.Attribute) or outer.attr in _WRITING:
            yield read


def _is_replaced(node: ast.Call, name: str, module: Module) -> bool:
    """Whether the codec takes the place of the stream: there, or by its name in the same block."""
    statement = module.statement(node)
    targets = statement.targets if isinstance(statement, ast.Assign) and statement.value is node else []
    if any(stdlib_name(t, module) == name for t in targets):
        return True
    kept = {t.id for t in targets if isinstance(t, ast.Name)}
    return any(
        isinstance(s, ast.Assign)
        and getattr(s.value, "id", None) in kept
        and any(stdlib_name(t, module) == name for t in s.targets)
        for s in module.block(statement)
    )


def _may_come_before(writer: ast.AST, statement: ast.stmt, module: Module) -> bool:
    """Whether what writes stands before a statement where that is run, or in a function that is called before it."""
    start, around = module.start(statement), module.function(statement)
    inside = module.function(writer)
    if inside in (None, around):
        return module.start(writer) < start
    name = getattr(inside, "name", None)
    return any(
        module.start(call) < start and module.function(call) in (None, around)
        for call in (module.nodes_named(ast.Call, frozenset([name])) if name else ())
    )


def _is_codec(made: ast.expr, module: Module) -> bool:
    """Whether a call of `made` puts a codec around a stream, through one name at most."""
    if isinstance(made, ast.Name):
        value = assigned(made, module)
        return value is not None and not isinstance(value, ast.Name) and _is_codec(value, module)
    if isinstance(made, ast.Call):
        return stdlib_name(made.func, module) in _MAKERS
    looked: ast.expr | None
    if isinstance(made, ast.Attribute):
        looked, found = made.value, made.attr in _LOOKED_UP
    elif isinstance(made, ast.Subscript):
        looked, found = made.value, ast.unparse(made.slice) in _PLACES
    else:
        return False
    if found and isinstance(looked, ast.Name):
        looked = assigned(looked, module)
    return found and isinstance(looked, ast.Call) and stdlib_name(looked.func, module) == "codecs.lookup"


def _is_given(stream: ast.expr, module: Module) -> bool:
    """Whether a stream is what a function may have been given, or gives, of which no more is known; or one that a name
    has for one of the standard streams, among others.
    """
    if module.facts.index.octets:
        return False
    if isinstance(stream, ast.Call):
        return called_here(stream, module) is not None
    if isinstance(stream, ast.Attribute):
        given = given_to_attributes(module).get(stream.attr, [])
        return bool(given) and all(isinstance(v, ast.Name) and _is_given(v, module) for v in given)
    if not isinstance(stream, ast.Name):
        return False
    return any(
        isinstance(b.node, ast.arg) or (b.value is not None and stdlib_name(b.value, module) in _STREAMS)
        for b in module.bindings(stream)
    )


RULE = Rule(
    id="stream_codecs",
    family="P9",
    summary="codecs are put around the octets of a standard stream",
    before="import codecs, sys\nn = 1L\nsys.stdout = codecs.getwriter('utf-8')(sys.stdout)\n",
    after="import codecs, sys\nn = 1\nsys.stdout = codecs.getwriter('utf-8')(sys.stdout.buffer)\n",
    caveats="What takes the place of a standard stream in a test may have no buffer. What other files print before is "
    "not seen.",
    triggers=("getwriter", "getreader", *sorted(_LOOKED_UP), re.compile(r"lookup\([^()\n]*\)\[-?[123]\]")),
    needs_python2=True,
    nodes=(ast.Call,),
    visit=visit,
)
