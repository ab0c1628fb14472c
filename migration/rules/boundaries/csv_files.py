"""csv.reader(open(p, 'rb')) → csv.reader(open(p, newline=''))."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.arguments import argument
from migration.analysis.made import OPENERS, kept_by, made_by, mode_of
from migration.analysis.names import stdlib_name
from migration.analysis.strings.csv_texts import ALL, CSV, MAKERS, NAMES, READERS, texts_for_csv
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.strings.streams import stream_of, taken_as_octets
from migration.analysis.values import attributes_given
from migration.rule import Findings, Rule
from migration.source.edits import Part
from migration.view.module import Module

#: Modes of a compressed file that can be one of text.
_COMPRESSED = re.compile(r"[rwa]b?")
_READING = frozenset(["read", "readline", "readlines"])
_BY_NAME = OPENERS - {"os.fdopen"}


def visit(node: ast.Call, module: Module) -> Findings:
    """Open as text, with line ends left to the module; a file that is used for octets besides is encoded on the way."""
    name = stdlib_name(node.func, module)
    if name not in CSV or not node.args:
        return
    if module.facts.index.octets:
        return  # there all files are opened as text of Latin-1
    files = _files(node.args[0], module)
    made = [_made(file, module) for file in files]
    if name in READERS and any(
        stdlib_name(c.func, module) == "gzip.open" for several in made for c in several
    ):
        return  # such a stream is decoded as it is read
    calls = list(dict.fromkeys(call for several in made for call in several)) if [] not in made else []
    if all(_is_plain(call, module) or _is_text(call, module) for call in calls):
        for call in calls:
            yield from _as_text(call, module)
    elif node.args == [*files, *node.args[1:]] and all(_is_binary(c, module) for c in calls):
        half = "codecs.getreader" if name in READERS else "codecs.getwriter"
        coder = module.use(half, at=node)
        yield module.replace(files[0], coder, '("utf-8")(', *module.sub(files[0]), ")")


def _files(node: ast.expr, module: Module) -> list[ast.expr]:
    """The file itself, or what all calls in sight give the parameter that it is."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if len(bindings) == 1 and isinstance(bindings[0].node, ast.arg):
        return module.arguments_for(bindings[0].node)
    return [node]


def _made(file: ast.expr, module: Module) -> list[ast.Call]:
    """The call that made a file, or all that made what an attribute holds; [] where that does not show."""
    if not isinstance(file, ast.Attribute):
        call = made_by(file, module, ALL)
        return [call] if call is not None else []
    if kept_by(file, module, ALL) is None:
        return []
    values = [value for _, value in attributes_given(module).get(file.attr, ())]
    calls = [v for v in values if isinstance(v, ast.Call) and stdlib_name(v.func, module) in ALL]
    empty = [v for v in values if isinstance(v, ast.Constant) and v.value is None]
    return calls if len(calls) + len(empty) == len(values) else []


def _is_plain(call: ast.Call, module: Module) -> bool:
    """Whether a call opens a file by its name, for a variable: what else is done with it is left to other rules."""
    return stdlib_name(call.func, module) in _BY_NAME and _attribute(call, module) is None


def _attribute(call: ast.Call, module: Module) -> ast.Attribute | None:
    """The attribute that keeps what a call makes."""
    parent = module.parent(call)
    target = parent.targets[0] if isinstance(parent, ast.Assign) else None
    return target if isinstance(target, ast.Attribute) else None


def _is_text(call: ast.Call, module: Module) -> bool:
    """Whether nothing shows that octets are written to a file, or read from it, and none but csv is given it."""
    kept = _attribute(call, module)
    if kept is None:
        stream = stream_of(call, module)
        given = all(stdlib_name(c.func, module) in CSV for c in stream.given)
        return (
            given
            and not stream.escapes
            and True not in stream.octets
            and not _get_octets(stream.calls, module)
        )
    places = (n for n in module.nodes_named(ast.Attribute, frozenset([kept.attr])))
    return all(
        _fits(n, module) for n in places if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load)
    )


def _fits(place: ast.Attribute, module: Module) -> bool:
    """Whether a file of text serves where an attribute is read."""
    outer = module.parent(place)
    call = module.parent(outer)
    if isinstance(outer, ast.Attribute) and isinstance(call, ast.Call) and call.func is outer:
        read = outer.attr in _READING and True in taken_as_octets(call, module)
        return not read and not _get_octets([call], module)
    if isinstance(outer, ast.Call):
        return place in outer.args and stdlib_name(outer.func, module) in CSV
    return isinstance(
        outer, (ast.If, ast.While, ast.IfExp, ast.UnaryOp, ast.Compare, ast.withitem, ast.Attribute)
    )


def _get_octets(calls: list[ast.Call], module: Module) -> bool:
    """Whether methods of a file are given octets."""
    return any(kind(a, module) == BYTES for call in calls for a in call.args)


def _mode(call: ast.Call, module: Module) -> tuple[str, ast.expr | None] | None:
    """The mode that a file is opened in, and where that is written."""
    name = stdlib_name(call.func, module) or ""
    if name in OPENERS:
        mode, given = mode_of(call), argument(call, 1, "mode")
        return (mode, given) if mode is not None else None
    place, default = MAKERS[name]
    given = argument(call, place, "mode")
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
        return None
    if given is None:
        return default, None
    told = given.value if isinstance(given, ast.Constant) else None
    return (told, given) if isinstance(told, str) else None


def _is_binary(call: ast.Call, module: Module) -> bool:
    """Whether a file is certainly one of octets."""
    mode = _mode(call, module)
    compressed = stdlib_name(call.func, module) == "gzip.open"
    return mode is not None and ("b" in mode[0] or (compressed and "t" not in mode[0]))


def _as_text(call: ast.Call, module: Module) -> Findings:
    told = _mode(call, module)
    if told is None or any(k.arg == "newline" for k in call.keywords):
        return
    mode, given = told
    plain = mode.replace("b", "")
    if stdlib_name(call.func, module) == "gzip.open":
        if not _COMPRESSED.fullmatch(mode):
            return
        plain += "t"
    elif "b" not in mode:
        return
    texts_for_csv(module).add(call)
    quote = module.source(module.span(given))[-1] if given is not None else "'"
    parts: list[Part] = []
    if given is not None:
        parts.append(module.part(given, f"{quote}{plain}{quote}"))
    added = f"newline={quote}{quote}"
    yield module.edit(
        *parts, module.added(call, added if given is not None else f"mode={quote}{plain}{quote}, {added}")
    )


RULE = Rule(
    id="csv_files",
    family="P9",
    summary="csv reads and writes text",
    before="import csv\na = csv.reader(open(p, 'rb'))\n",
    after="import csv\na = csv.reader(open(p, 'r', newline=''))\n",
    caveats="A file that a caller gives is seen in the same file alone. The text is decoded by the default encoding, "
    "that of a file that stays one of octets, because more is done with it, by UTF-8.",
    triggers=("csv",),
    exactness=Exactness.SEMANTIC,
    order=5,
    nodes=(ast.Call,),
    names=NAMES,
    visit=visit,
)
