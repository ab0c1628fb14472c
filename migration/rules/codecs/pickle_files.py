"""pickle.dump(x, open(p, 'w')) → open(p, 'wb'): a pickle is bytes; old ones are read as Latin-1."""

from __future__ import annotations

import ast
import codecs
import re

from environment.traces import Exactness
from migration.analysis.made import made_by, mode_of, opened_for_bytes
from migration.analysis.names import memory, names_by_id, stdlib_name
from migration.analysis.strings.file_kinds import read_as_bytes, read_for_struct
from migration.analysis.strings.handed import handed_for_octets
from migration.analysis.strings.memory_files import given_to_binary
from migration.analysis.values import assigned, default_there, written_out
from migration.rule import Findings, Rule, last_names
from migration.source.edits import Part, Span
from migration.view.module import Module

_FILE_AT = {
    f"{module}.{name}": position
    for module in ("pickle", "cPickle", "marshal")
    for name, position in (("dump", 1), ("load", 0), ("Pickler", 0), ("Unpickler", 0))
}
#: Arrays, too, are written as they are in memory.
_FILE_AT |= dict.fromkeys(
    [
        "numpy.load",
        "numpy.save",
        "numpy.savez",
        "numpy.lib.format.read_array",
        "numpy.lib.format.write_array",
    ],
    0,
)
_LOADERS = frozenset(f"{module}.{name}" for module in ("pickle", "cPickle") for name in ("load", "Unpickler"))
_FROM_TEXT = frozenset(["pickle.loads", "cPickle.loads"])
#: What takes or shows strings as text, and not the octets of one.
_SHOWN = re.compile(r"\bprint\b|decode\(")
_OPENERS = frozenset(["builtins.open", "builtins.file"])
_MAKERS = _OPENERS | {"os.fdopen"}


def visit(node: ast.Call, module: Module) -> Findings:
    """Open the file for bytes, also where what is read from it is unpacked; let strings of Python 2 be read."""
    if stdlib_name(node.func, module) in _OPENERS:
        statement = module.parent(node)
        mode = mode_of(node)
        if (
            not isinstance(statement, ast.Assign)
            or mode is None
            or "b" in mode
            or node in read_as_bytes(module)
        ):
            return
        read = mode.startswith("r") and any(read_for_struct(t, module) for t in statement.targets)
        if read or any(_is_handed(t, module) for t in statement.targets if isinstance(t, ast.Name)):
            yield opened_for_bytes(node, mode, module)
        return
    if stdlib_name(node.func, module) in _LOADERS and _takes_one(node):
        end = module.outer_span(node.args[0]).end
        added = Part(Span(end, end), (", encoding='latin1'",))
        yield module.edit(added, exactness=Exactness.SEMANTIC, needs_python2=True)
    if (
        stdlib_name(node.func, module) in _FROM_TEXT
        and _takes_one(node)
        and (written := _written_out(node.args[0], module))
    ):
        end = module.outer_span(node.args[0]).end
        text = not module.facts.index.octets and _SHOWN.search(module.text) is not None
        codec = "utf-8" if text and all(map(_holds_utf8, written)) else "latin1"
        # Of other octets than ASCII Python 3 would refuse it.
        certain = not all(_spelled(one).isascii() for one in written)
        yield module.edit(Part(Span(end, end), (f", encoding='{codec}'",)), needs_python2=not certain)
    position = _FILE_AT.get(stdlib_name(node.func, module) or module.qualified_name(node.func) or "")
    if position is None or len(node.args) <= position:
        return
    call = made_by(node.args[position], module, _MAKERS) or _opened_last(node.args[position], module)
    mode = mode_of(call) if call is not None else None
    opened = memory(module).setdefault("opened for pickles", set())
    if call is None or mode is None or "b" in mode or call in opened:
        return
    opened.add(call)  # of a file that is read twice
    yield opened_for_bytes(call, mode, module)


def _opened_last(node: ast.expr, module: Module) -> ast.Call | None:
    """The call that opened the file which a variable holds that is given several, one after the other."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    around = {module.statement(node), *module.ancestors(node)}
    before = [b for b in bindings if module.start(b.node) < module.start(node)]
    last = max(before, key=lambda b: module.start(b.node), default=None)
    if last is None or module.parent(module.statement(last.node)) not in around or len(before) < 2:
        return None
    made = last.value
    plain = isinstance(made, ast.Call) and stdlib_name(made.func, module) in _MAKERS
    return made if plain else None  # type: ignore[return-value]


def _is_handed(target: ast.Name, module: Module) -> bool:
    """Whether the file goes to a function or a class of this file that reads or writes octets there."""
    if module.facts.index.octets:
        return False
    function, named = module.function(target), names_by_id(module)[target.id]
    return any(
        module.function(n) is function and handed_for_octets(n, module, given_to_binary)
        for n in named
        if isinstance(n.ctx, ast.Load)
    )


def _written_out(node: ast.expr, module: Module) -> list[bytes]:
    """What is unpickled, as far as it stands in the program, written by Python 2 once."""
    found: list[bytes] = []
    for name in (n for n in ast.walk(node) if isinstance(n, (ast.Name, ast.Constant))):
        for held in _held(name, module):
            value = held.value if isinstance(held, ast.Constant) else None
            octets = value.encode("utf-8") if isinstance(value, str) else value
            if isinstance(octets, bytes) and len(octets) > 1 and octets.endswith(b"."):
                found.append(octets)
    return found


def _held(node: ast.Name | ast.Constant, module: Module) -> list[ast.expr | None]:
    """A constant, what a variable is given once, or what a parameter is given by default and by calls."""
    if isinstance(node, ast.Constant):
        return [node]
    bindings = module.bindings(node)
    parameter = bindings[0].node if len(bindings) == 1 else None
    if not isinstance(parameter, ast.arg):
        return [assigned(node, module)]
    given = [default_there(parameter, module), *module.arguments_for(parameter)]
    return [written_out(one, module) for one in given]


def _holds_utf8(pickled: bytes) -> bool:
    """Whether the strings of a pickle are UTF-8 and more than ASCII."""
    octets = _spelled(pickled)
    try:
        return not octets.isascii() and bool(octets.decode("utf-8"))
    except UnicodeDecodeError:
        return False


def _spelled(pickled: bytes) -> bytes:
    """A pickle with what its escapes spell; as it is where it has others."""
    try:
        return codecs.escape_decode(pickled)[0]
    except ValueError:
        return pickled


def _takes_one(node: ast.Call) -> bool:
    return len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred)


RULE = Rule(
    id="pickle_files",
    family="P10",
    summary="pickles and packed structures are in binary files",
    before="import pickle\npickle.dump(a, open(p, 'w'))\n",
    after="import pickle\npickle.dump(a, open(p, 'wb'))\n",
    caveats="UTF-8 inside a pickle that Python 2 wrote reads as Latin-1.",
    triggers=("pickle", "cPickle", "marshal", "struct", "zlib", "numpy"),
    nodes=(ast.Call,),
    names=last_names(*_OPENERS, *_LOADERS, *_FROM_TEXT, *_FILE_AT),
    visit=visit,
)
