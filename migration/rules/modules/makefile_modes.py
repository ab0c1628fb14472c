"""s.makefile("r+b") → s.makefile("rwb"): a socket's file that reads and writes has its own mode; one of text without a
buffer is written through to one of octets.
"""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.names import defined_in_repository
from migration.analysis.strings.octets import both_ways
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

#: What open() would take as well.
_MODE = re.compile(r"[rwa][b+tU]*")
#: What reads, or waits for, what a buffer may hold already.
_BESIDE = re.compile(r"\.recv|\bselect\b|\bpoll\b")


def visit(node: ast.Call, module: Module) -> Findings:
    """Spell modes with a `+`, which Python 2's sockets took as they took any text, as Python 3's know them; write text
    through to octets where it was not buffered.
    """
    given = node.args[:1] or [k.value for k in node.keywords if k.arg == "mode"]
    mode = given[0].value if given and isinstance(given[0], ast.Constant) else None
    if not isinstance(node.func, ast.Attribute) or not isinstance(mode, str) or not _MODE.fullmatch(mode):
        return
    if defined_in_repository("makefile", module):
        return
    if "+" in mode:
        yield module.replace(given[0], f'"{both_ways(mode)}"')
    elif mode in ("r", "w") and not module.facts.index.octets:
        yield from _without_buffer(node, given[0], mode, module)


def _without_buffer(node: ast.Call, mode: ast.expr, way: str, module: Module) -> Findings:
    """s.makefile('w', 0): Python 3 has such files for octets alone, and ends lines by their own marks."""
    sizes = node.args[1:2] or [k.value for k in node.keywords if k.arg == "bufsize"]
    size = sizes[0].value if sizes and isinstance(sizes[0], ast.Constant) else None
    if size != 0 or size is False or len(node.args) + len(node.keywords) != 2 or not node.args:
        return
    behind = Span(module.outer_span(mode).end, module.span(node).end - 1)
    if way == "r":
        if _BESIDE.search(module.text):
            yield module.open(
                node, "a file of text has a buffer, which takes what is read of the socket beside it"
            )
        else:
            yield module.edit(module.part(behind, ""))
        return
    wrapper = module.use("io.TextIOWrapper", at=node)
    owner = Span(module.start(node), module.start(mode))
    yield module.replace(node, wrapper, "(", owner, '"wb", 0), newline="\\n", write_through=True)')


RULE = Rule(
    id="makefile_modes",
    family="P11",
    summary="a socket's file that reads and writes is opened by rw; one of text has a buffer",
    before="f = s.makefile('r+b', 0)\nn = 1L\n",
    after='f = s.makefile("rwb", 0)\nn = 1\n',
    caveats="A file that is asked to read alone could be written to in Python 2; such files are not seen.",
    triggers=("makefile",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["makefile"]),
    visit=visit,
)
