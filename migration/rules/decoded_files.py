"""open(p).read().decode('latin-1') → open(p, encoding='latin-1').read(): files of text are decoded as they are read."""

from __future__ import annotations

import ast
import codecs

from environment.traces import Exactness
from migration.edits import Part
from migration.module import Module
from migration.precedence import of
from migration.rule import Findings, Rule
from migration.rules._exceptions import handles, tries_around
from migration.rules._made import decoded_by_files, mode_of, opened
from migration.rules._names import memory, names_by_id

_READING = frozenset(["read", "readline", "readlines", "xreadlines"])
#: Methods that give the text less what surrounds it.
_TRIMMING = frozenset(["strip", "lstrip", "rstrip"])
#: Codecs of text that spell other characters, which no file is read by.
_SPELLING = frozenset(["unicode-escape", "raw-unicode-escape", "idna", "punycode", "undefined"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Tell open() the encoding, and decode no more."""
    function = node.func
    if not isinstance(function, ast.Attribute) or not 0 < len(node.args) < 3 or module.facts.index.octets:
        return
    if any(k.arg != "errors" for k in node.keywords):
        return
    source = _file_of(function.value, node, module)
    if not _is_read_once(source, module) or not _is_all_decoded(function.value, node, module):
        return
    if _is_tried(node, module):
        return
    made = source if _opens_text(source, module) else None
    if made is None and source is not None:
        calls = opened(source, module)
        made = calls[0] if len(calls) == 1 and _opens_text(calls[0], module) else None
    if (
        not isinstance(made, ast.Call)
        or module.observed(made)
        or not _may_be_told(node.args[0], made, node, module)
    ):
        return
    codec = module.source(module.span(node.args[0]))
    errors = [*node.args[1:], *(k.value for k in node.keywords)]
    told_now = memory(module).setdefault("files told their encoding", {})
    told = told_now.get(made) or {k.arg: module.source(module.span(k.value)) for k in made.keywords}
    wanted = {"encoding": codec} | ({"errors": module.source(module.span(errors[0]))} if errors else {})
    if told and told != wanted:
        return
    parts = _undecoded(node, function.value, module)
    if not told:
        told_now[made] = wanted
        parts.append(module.added(made, ", ".join(f"{name}={text}" for name, text in wanted.items())))
    decoded_by_files(module).add(node)
    yield module.edit(*parts)


def _is_tried(node: ast.Call, module: Module) -> bool:
    """Whether it is caught that a text can't be decoded: reading would fail before that."""
    return any(
        handles(tried, error)
        for tried in tries_around(node, module)
        for error in ("UnicodeDecodeError", "UnicodeError", "ValueError", "Exception")
    )


def _is_all_decoded(value: ast.expr, decoding: ast.Call, module: Module) -> bool:
    """Whether nothing reads a variable's octets but what decodes them, or the variable is given the text at once."""
    while isinstance(value, ast.Call) and getattr(value.func, "attr", "") in _TRIMMING:
        value = value.func.value  # type: ignore[attr-defined]
    if not isinstance(value, ast.Name):
        return True
    bindings, statement = module.bindings(value), module.statement(decoding)
    if any(b.value is decoding for b in bindings):
        block = module.block(statement)
        place = block.index(statement)
        before = [b.node for b in bindings if b.value is not decoding]
        loop = module.parent(before[0]) if len(before) == 1 else None
        if isinstance(loop, ast.For):
            return loop.body is block and place == 0
        return place > 0 and [module.statement(n) for n in before] == [block[place - 1]]
    reads = [n for n in names_by_id(module)[value.id] if isinstance(n.ctx, ast.Load)]
    return all(_is_decoded(r, module) for r in reads if module.bindings(r) == bindings)


def _is_decoded(read: ast.expr, module: Module) -> bool:
    outer = module.parent(read)
    while isinstance(outer, ast.Attribute) and outer.attr in _TRIMMING:
        outer = module.parent(module.parent(outer))
    return isinstance(outer, ast.Attribute) and outer.attr == "decode"


def _is_read_once(file: ast.expr | None, module: Module) -> bool:
    """Whether a file that has a name is read, or gone through, in one place only."""
    if not isinstance(file, ast.Name):
        return True
    bindings, reads = module.bindings(file), 0
    for name in names_by_id(module)[file.id]:
        outer = module.parent(name)
        if isinstance(name.ctx, ast.Load) and module.bindings(name) == bindings:
            known = isinstance(outer, ast.Attribute) and outer.attr in ("close", "closed", "name")
            reads += not known
    return reads == 1


def _undecoded(node: ast.Call, value: ast.expr, module: Module) -> list[Part]:
    """The parts that leave the text as it is; nothing is left of `line = line.decode(…)`."""
    statement = module.parent(node)
    targets = statement.targets if isinstance(statement, ast.Assign) and isinstance(value, ast.Name) else []
    if targets and [ast.unparse(t) for t in targets] == [ast.unparse(value)]:
        return list(module.delete_statement(statement).parts)  # type: ignore[arg-type]
    return [Part(module.span(node), tuple(module.sub(value, of(value))))]


def _file_of(value: ast.expr, decoding: ast.Call, module: Module) -> ast.expr | None:
    """The file that a text was read from: by a method, or line by line in a loop."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        if value.func.attr in _READING and not value.keywords:
            return value.func.value
        if value.func.attr in _TRIMMING:
            return _file_of(value.func.value, decoding, module)
    if not isinstance(value, ast.Name):
        return None
    bindings = [b for b in module.bindings(value) if b.value is not decoding]
    if len(bindings) != 1:
        return None
    if bindings[0].kind == "loop":
        loop = module.parent(bindings[0].node)
        if not isinstance(loop, (ast.For, ast.comprehension)) or loop.target is not bindings[0].node:
            return None
        lines = isinstance(loop.iter, ast.Call) and getattr(loop.iter.func, "attr", "") in _READING
        return loop.iter.func.value if lines else loop.iter  # type: ignore[attr-defined]
    given = bindings[0].value
    return _file_of(given, decoding, module) if isinstance(given, ast.Call) else None


def _opens_text(node: ast.expr | None, module: Module) -> bool:
    """Whether `node` opens a file to read text from it, in no encoding or in one that is told by name."""
    if not isinstance(node, ast.Call) or not module.is_builtin(node.func, "open", "file"):
        return False
    mode = mode_of(node)
    if mode is None or set(mode) - set("rUt") or any(isinstance(a, ast.Starred) for a in node.args):
        return False
    return len(node.args) < 4 and all(k.arg in ("encoding", "errors") for k in node.keywords)


def _may_be_told(codec: ast.expr, made: ast.Call, decoding: ast.Call, module: Module) -> bool:
    """Whether a codec is one of text, or a variable that is read where the file is opened, too."""
    if isinstance(codec, ast.Constant):
        try:
            found = codecs.lookup(str(codec.value))
        except LookupError:
            return False
        return getattr(found, "_is_text_encoding", True) and found.name not in _SPELLING
    return isinstance(codec, ast.Name) and any(a is decoding for a in module.ancestors(made))


RULE = Rule(
    id="decoded_files",
    family="P9",
    summary="what is read from a file of text is decoded by the file",
    before="a = open(p).read().decode('latin-1')\nn = 1L\n",
    after="a = open(p, encoding='latin-1').read()\nn = 1\n",
    caveats="Where reading was observed, that decides. A file that is read in several places, or whose text is also "
    "used before it is decoded, is not told an encoding: there literal_decode drops the codec.",
    triggers=("decode",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=5,
    nodes=(ast.Call,),
    names=frozenset(["decode"]),
    visit=visit,
)
