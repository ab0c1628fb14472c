"""stream.write(text.encode(c)) → write_octets_or_text(stream, …): a stream from outside may take either."""

from __future__ import annotations

import ast
from collections.abc import Hashable

from environment.traces import Exactness
from migration.analysis.builtins import arguments
from migration.analysis.classes import methods
from migration.analysis.names import is_named, is_of_self, is_output, memory, stdlib_name
from migration.analysis.strings.incremental import is_incremental
from migration.analysis.strings.kinds import is_octets
from migration.analysis.strings.seen import UNIVERSAL, codec_of, named_encoding, receivers_and_kinds, seen_at
from migration.analysis.strings.streams import OPENERS
from migration.analysis.values import given_to_attributes, returns_of, value_there
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Findings, Rule
from migration.stdlib.codecs import is_ascii_based
from migration.view.module import Module

HELPER = '''
def write_octets_or_text(stream, data, encoding=None):
    """Write text or octets as the stream takes them: Python 2's took both."""
    if isinstance(data, bytes) and isinstance(stream, io.TextIOBase):
        data = str(data, encoding or "utf-8")
    elif isinstance(data, str) and isinstance(stream, (io.RawIOBase, io.BufferedIOBase)):
        data = data.encode(encoding or "utf-8")
    stream.write(data)
'''
#: Streams of servers, which take octets.
_OCTETS = frozenset(["wfile", "rfile"])
_FILES = frozenset(["file", "file b"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Leave it to the stream, for all that is written to one that gets encoded text somewhere in the file."""
    stream = stream_of(node, module)
    if stream is None or module.facts.index.octets or inside_helper(node, HELPER, module):
        return
    encoding = encoded_streams(module).get(stream)
    value = node.args[0]
    # Where 2.7 was seen to write to files of one kind, that tells; a buffer in memory may have been either.
    receivers, _ = receivers_and_kinds(seen_at("write", value, module))
    told = len(receivers) == 1 and receivers <= _FILES
    if encoding is None or is_octets(value, module) or told:
        return
    encoding = _encoding(value, module) or encoding
    assert isinstance(node.func, ast.Attribute)
    codec = encoding.value if isinstance(encoding, ast.Constant) else None
    # The name of a codec that stands elsewhere may mean nothing here.
    here = _encoding(value, module) is not None or codec is not None
    last = [", ", module.source(module.span(encoding))] if here and codec not in UNIVERSAL else []
    name = helper("write_octets_or_text", HELPER, module, ("import io",))
    yield module.replace(node, name, "(", module.span(node.func.value), ", ", *module.sub(value), *last, ")")


def stream_of(node: ast.Call, module: Module) -> Hashable:
    """What tells a stream that comes from outside, a parameter or an attribute that is given one; else None."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr != "write" or not arguments(node, 1, 1):
        return None
    owner = function.value
    if isinstance(owner, ast.Name):
        found = module.scope(owner).lookup(owner.id)
        return (found[0], owner.id) if found and _comes_from_outside(owner, module) else None
    if not isinstance(owner, ast.Attribute) or not isinstance(owner.value, ast.Name) or owner.attr in _OCTETS:
        return None
    given = given_to_attributes(module).get(owner.attr, [])
    return (
        owner.attr if given and all(v is not None and _comes_from_outside(v, module) for v in given) else None
    )


def _comes_from_outside(node: ast.expr, module: Module) -> bool:
    """Whether a stream is a parameter, or the terminal: for want of a parameter, or of a file that is opened."""
    if isinstance(node, ast.BoolOp):
        node = node.values[0]
    if isinstance(node, ast.IfExp):
        chosen = (node.body, node.orelse)
        return any(is_output(c, module) for c in chosen) and any(_is_parameter(c, module) for c in chosen)
    if _is_parameter(node, module):
        return True
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    given = [part for b in bindings if b.kind != "parameter" for part in _choices(b.value)]
    others = [v for v in given if not is_output(v, module) and not is_named(v, getattr(node, "id", ""))]
    return (
        any(is_output(v, module) for v in given)
        and bool(others or (len(bindings) > 1 and bindings[0].kind == "parameter"))
        and all(v is not None and (_is_parameter(v, module) or _is_opened(v, module)) for v in others)
    )


def _choices(value: ast.expr | None) -> list[ast.expr | None]:
    """What a variable is given, one or the other."""
    if isinstance(value, ast.IfExp):
        return [value.body, value.orelse]
    return [*value.values] if isinstance(value, ast.BoolOp) else [value]


def _is_opened(node: ast.expr, module: Module) -> bool:
    return isinstance(node, ast.Call) and stdlib_name(node.func, module) in OPENERS


def _is_parameter(node: ast.expr, module: Module) -> bool:
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    return bool(bindings) and all(b.kind == "parameter" and not _is_self(b.node, module) for b in bindings)


def _is_self(parameter: ast.AST, module: Module) -> bool:
    """Whether a parameter is the object that a method belongs to: its write() is its own."""
    function = module.function(parameter)
    if not isinstance(function, ast.FunctionDef) or not isinstance(module.parent(function), ast.ClassDef):
        return False
    return function.args.args[:1] == [parameter]


def encoded_streams(module: Module) -> dict[Hashable, ast.expr]:
    """The streams to which the file writes encoded text, each with the codec of one of those writes."""
    known = memory(module)
    if "encoded streams" not in known:
        found: dict[Hashable, ast.expr] = {}
        for node in module.nodes_named(ast.Call, frozenset(["write"])):
            stream = stream_of(node, module) if isinstance(node, ast.Call) else None
            encoding = _encoding(node.args[0], module) if stream is not None else None  # type: ignore[attr-defined]
            if encoding is not None:
                found.setdefault(stream, encoding)
        known["encoded streams"] = found
    return known["encoded streams"]  # type: ignore[no-any-return]


def _encoding(node: ast.expr, module: Module) -> ast.expr | None:
    """The codec that `node` was encoded by, in place or under a name; None where it was not, or that can't be said."""
    if isinstance(node, ast.Name):
        values = [value_there(node, module), *(b.value for b in module.bindings(node))]
        return next((c for v in values if isinstance(v, ast.Call) and (c := _codec(v, module))), None)
    return _codec(node, module) if isinstance(node, ast.Call) else None


def _made_by(node: ast.Call, module: Module) -> ast.Call | None:
    """The call of encode() that a method of the same object, which does nothing else, gives back."""
    owner = module.class_of(node)
    if owner is None or not isinstance(node.func, ast.Attribute) or not is_of_self(node.func):
        return None
    method = methods(owner).get(node.func.attr)
    given = [r.value for r in returns_of(method)] if isinstance(method, ast.FunctionDef) else []
    made = given[0] if len(given) == 1 else None
    encodes = isinstance(made, ast.Call) and getattr(made.func, "attr", "") == "encode"
    return made if encodes and made is not node else None  # type: ignore[return-value]


def _codec(node: ast.Call, module: Module) -> ast.expr | None:
    made = _made_by(node, module)
    if made is not None:
        codec = _codec(made, module)
        # A method that is called on the same object means the same by its attributes.
        return None if isinstance(codec, ast.Name) else codec
    if not isinstance(node.func, ast.Attribute) or node.func.attr != "encode" or not arguments(node, 2, 1):
        return None
    owner, codec = node.func.value, node.args[0]
    if is_incremental(owner, module):
        return ast.Constant(
            "utf-8"
        )  # whatever it was made for: this is what a stream of text is given by default
    if isinstance(owner, ast.Name) and any(b.kind == "import" for b in module.bindings(owner)):
        return None  # a function of a module
    if isinstance(codec, ast.Constant):
        return codec if is_ascii_based(codec_of(node) or "") else None
    named = codec.values[0] if isinstance(codec, ast.BoolOp) and isinstance(codec.op, ast.Or) else codec
    return codec if isinstance(named, ast.Name | ast.Attribute) and named_encoding(named) else None


RULE = Rule(
    id="stream_of_either",
    family="P9",
    summary="a stream from outside gets encoded text as it takes it: as octets, or as text",
    before="def f(out, x):\n    out.write(x.encode('utf-8'))\n    print x\n",
    after=f"import io\n\n{HELPER}\n\ndef f(out, x):\n    write_octets_or_text(out, x.encode('utf-8'))\n    print(x)\n",
    caveats="Only parameters, what is given one, and the terminal in its place. A class of its own gets what it got.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=62,
    nodes=(ast.Call,),
    names=frozenset(["write"]),
    visit=visit,
)
