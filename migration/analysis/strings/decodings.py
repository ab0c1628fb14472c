"""Files of text whose octets are decoded once they are read: which can be told to decode, and what is decoded then."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.exceptions import handles, tries_around
from migration.analysis.made import mode_of, opened
from migration.analysis.names import memory, names_by_id
from migration.analysis.strings.seen import codec_of
from migration.analysis.strings.streams import stream_of
from migration.analysis.values import value_there
from migration.stdlib.codecs import encodes_text, is_ascii_based
from migration.view.module import Module

_DECODE = frozenset(["decode"])
_READING = frozenset(["read", "readline", "readlines", "xreadlines"])
#: Methods that give the text less what surrounds it.
_TRIMMING = frozenset(["strip", "lstrip", "rstrip"])
#: Methods that give pieces of a text.
_PARTING = frozenset(["split", "rsplit", "partition", "rpartition", "splitlines", *_TRIMMING])
_STEPS = 8


def decoded_by_files(module: Module) -> dict[ast.Call, ast.Call]:
    """The calls of decode() that go because their files decode, each with the call that opens its file."""
    known = memory(module)
    if "decoded by files" not in known:
        found: dict[ast.Call, ast.Call] = {}
        for node in [] if module.facts.index.octets else module.nodes_named(ast.Call, _DECODE):
            made = _told_by(node, module) if isinstance(node, ast.Call) else None
            if made is not None:
                found[node] = made  # type: ignore[index]
        known["decoded by files"] = found
    return known["decoded by files"]  # type: ignore[no-any-return]


def what_is_told(node: ast.Call, module: Module) -> dict[str, str]:
    """What a file is to be told so that it decodes as `node` does."""
    given = [*node.args, *(k.value for k in node.keywords)]
    return {
        name: module.source(module.span(a)) for name, a in zip(("encoding", "errors"), given, strict=False)
    }


def _told_by(node: ast.Call, module: Module) -> ast.Call | None:
    """The call that opens the file which `node` decodes, if that can be told to."""
    if not isinstance(node.func, ast.Attribute) or not 0 < len(node.args) < 3:
        return None
    made = _opened_for(node, module) if all(k.arg == "errors" for k in node.keywords) else None
    if made is None or module.observed(made) or not _may_be_told(node.args[0], made, node, module):
        return None
    alone = _is_alone(node.func.value, node, module) or _is_better(node, made, module)
    if _is_tried(node, module) or not alone:
        return None
    wanted = what_is_told(node, module)
    others = (d for d in module.nodes_named(ast.Call, _DECODE) if isinstance(d, ast.Call) and d is not node)
    if any(_opened_for(d, module) is made and what_is_told(d, module) != wanted for d in others):
        return None
    told = {k.arg: module.source(module.span(k.value)) for k in made.keywords}
    return made if told in ({}, wanted) else None


def _opened_for(node: ast.Call, module: Module) -> ast.Call | None:
    """The call that opens the file of text whose octets `node` decodes."""
    known = memory(module).setdefault("opened to be decoded", {})
    if node not in known:
        files = _files_behind(node.func.value, node, module) if isinstance(node.func, ast.Attribute) else ()
        calls = ([f] if isinstance(f, ast.Call) else opened(f, module) for f in files)
        known[node] = next((c[0] for c in calls if len(c) == 1 and _opens_text(c[0], module)), None)
    return known[node]  # type: ignore[no-any-return]


def _is_alone(value: ast.expr, node: ast.Call, module: Module) -> bool:
    """Whether nothing else is done with a file than to read what `node` decodes."""
    source = _file_of(value, node, module)
    return source is not None and _is_read_once(source, module) and _is_all_decoded(value, node, module)


def _is_better(node: ast.Call, made: ast.Call, module: Module) -> bool:
    """Whether all of a file is better read by the codec of `node`, one that reads ASCII and more, than by the locale's:
    where text is made of it that isn't decoded, too.
    """
    codec = codec_of(node)
    if codec is None or not is_ascii_based(codec) or "ascii" in codec:
        return False
    return not stream_of(made, module).only_octets


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
    bindings, given, reads = module.bindings(file), value_there(file, module), 0
    for name in names_by_id(module)[file.id]:
        outer = module.parent(name)
        if (
            isinstance(name.ctx, ast.Load)
            and module.bindings(name) == bindings
            and value_there(name, module) is given
        ):
            known = isinstance(outer, ast.Attribute) and outer.attr in ("close", "closed", "name")
            reads += not known
    return reads == 1


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


def _files_behind(value: ast.expr, decoding: ast.Call, module: Module) -> Iterator[ast.expr]:
    """What may be the file that a text, or the text that it is a piece of, was read from."""
    for _ in range(_STEPS):
        found = _file_of(value, decoding, module)
        if found is not None:
            yield found
        if isinstance(value, ast.Subscript):
            value = value.value
        elif isinstance(value, ast.Call) and getattr(value.func, "attr", "") in _PARTING:
            value = value.func.value  # type: ignore[attr-defined]
        elif isinstance(value, ast.Name) and (whole := _parted(value, decoding, module)) is not None:
            value = whole
        else:
            return


def _parted(name: ast.Name, decoding: ast.Call, module: Module) -> ast.expr | None:
    """What a variable is given a piece of: in a tuple of them, in a loop through them, or cut from it."""
    bindings = [b for b in module.bindings(name) if b.value is not decoding and not _is_cut(b.value, name.id)]
    if len(bindings) != 1:
        return None
    outer: ast.AST | None = bindings[0].node
    while isinstance(outer, (ast.Name, ast.Tuple, ast.List)):
        outer = module.parent(outer)
    if isinstance(outer, ast.Assign):
        return outer.value
    return outer.iter if isinstance(outer, (ast.For, ast.comprehension)) else None


def _is_cut(value: ast.expr | None, name: str) -> bool:
    """Whether `value` is a piece of what a variable of that name held: `line[3:]`, `line.strip()`."""
    while value is not None:
        if isinstance(value, ast.Name):
            return value.id == name
        if isinstance(value, ast.Call) and getattr(value.func, "attr", "") in _PARTING:
            value = value.func
        value = value.value if isinstance(value, (ast.Subscript, ast.Attribute)) else None
    return False


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
        return encodes_text(str(codec.value))
    return isinstance(codec, ast.Name) and any(a is decoding for a in module.ancestors(made))
