"""shutil.copyfileobj(open(p), binary) → shutil.copyfileobj(open(p, 'rb'), binary): a copy of octets."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.arguments import argument
from migration.analysis.made import OPENERS as FILES
from migration.analysis.made import kept_by, made_by, opened_for_bytes, told_mode
from migration.analysis.names import stdlib_name
from migration.analysis.strings.streams import OPENERS, stream_of
from migration.rule import Findings, Rule
from migration.view.module import Module

_COPIES = "shutil.copyfileobj"
#: What makes files of octets, unless it is told otherwise → where the mode stands.
_BINARY = {
    "tempfile.TemporaryFile": 0,
    "tempfile.NamedTemporaryFile": 0,
    "tempfile.SpooledTemporaryFile": 1,
    "gzip.open": 1,
    "gzip.GzipFile": 1,
    "bz2.BZ2File": 1,
}
_MAKERS = frozenset(_BINARY) | FILES
#: What else may be done with a file that is copied.
_MOVING = frozenset(["close", "seek", "tell"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Open what is copied into a file of octets as one of octets itself."""
    if stdlib_name(node.func, module) != _COPIES or len(node.args) < 2 or module.facts.index.octets:
        return
    source, target = node.args[:2]
    call = made_by(source, module, OPENERS)
    if call is None or (mode := told_mode(call)) not in ("r", "U", "rU", "rt"):
        return
    if any(k.arg not in ("mode", "name", "file") for k in call.keywords) or len(call.args) > 2:
        return
    stream = stream_of(call, module)
    only_copied = all(
        stdlib_name(c.func, module) == _COPIES and _takes_octets(c.args[1:2], module) for c in stream.given
    )
    moved = all(isinstance(c.func, ast.Attribute) and c.func.attr in _MOVING for c in stream.calls)
    if only_copied and moved and not stream.escapes and _takes_octets([target], module):
        yield opened_for_bytes(call, mode.replace("t", ""), module)


def _takes_octets(target: list[ast.expr], module: Module) -> bool:
    """Whether a file is certainly one of octets, and is written nothing but copies."""
    call = kept_by(target[0], module, _MAKERS) if target else None
    if call is None:
        return False
    name = stdlib_name(call.func, module) or ""
    if name in FILES:
        return "b" in (told_mode(call) or "")
    given = argument(call, _BINARY[name], "mode")
    mode = given.value if isinstance(given, ast.Constant) else "b" if given is None else "t"
    octets = isinstance(mode, str) and "t" not in mode and ("b" in mode or not name.startswith("tempfile."))
    return octets and not _is_written(target[0], module)


def _is_written(file: ast.expr, module: Module) -> bool:
    """Whether anything is written to a file by its methods: where that is text, another rule makes it one of text."""
    spelled = ast.dump(file)
    return any(
        isinstance(n, ast.Attribute) and ast.dump(n.value) == spelled
        for n in module.nodes_named(ast.Attribute, frozenset(["write", "writelines", "file"]))
    )


RULE = Rule(
    id="copied_files",
    family="P9",
    summary="what is copied into a file of octets is opened for octets",
    before="import shutil\nimport tempfile\nf = tempfile.TemporaryFile()\nshutil.copyfileobj(open(p), f)\nx = 1L\n",
    after="import shutil\nimport tempfile\nf = tempfile.TemporaryFile()\nshutil.copyfileobj(open(p, 'rb'), f)\nx = 1\n",
    caveats="Where nothing else is done with what is copied.",
    triggers=("copyfileobj",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["copyfileobj"]),
    visit=visit,
)
