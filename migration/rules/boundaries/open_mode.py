"""open(p, 'rU') → open(p, 'r'); open(p, 'w', 0) → text written through to open(p, 'wb', 0)."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.arguments import argument
from migration.analysis.made import mode_of
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule, last_names
from migration.rules.boundaries._octet_objects import is_for_the_library
from migration.source.edits import Span
from migration.view.module import Module

_OPENERS = frozenset(["builtins.open", "builtins.file", "os.fdopen", "io.open", "codecs.open", "os.popen"])

_LINES = frozenset(["fileinput.FileInput", "fileinput.input"])
#: What has an unbuffered form for octets.
_UNBUFFERED = frozenset(["builtins.open", "builtins.file", "os.fdopen"])
HELPER = '''
def open_unbuffered(file, mode):
    """A file without a buffer of its own: text is written through to its octets."""
    mode = mode.replace("U", "")
    if "b" in mode:
        return open(file, mode, 0)
    return io.TextIOWrapper(open(file, (mode or "r") + "b", 0), write_through=True)
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Universal newlines are the default; text is buffered by the line at least."""
    name = stdlib_name(node.func, module)
    if name in _LINES:
        yield from _of_lines(node, module)
    if name not in _OPENERS:
        return
    mode = mode_of(node)
    given = argument(node, 1, "mode")
    if any(isinstance(a, ast.Starred) for a in node.args):
        return
    if name in _UNBUFFERED and given is not None and mode and mode != (first := _as_read_by_c(mode)):
        yield module.replace(given, module.quoted(first, given))
        return
    if "U" not in (mode or "") and _is_of_octets(name, node, module):
        return  # what opens files of octets in its place writes through
    if mode is None:
        if name in _UNBUFFERED and len(node.args) == 3 and _is_zero(node.args[2]):
            opener = module.helper("open_unbuffered", HELPER, imports=("import io",))
            parts = module.part(node.func, opener), module.part(_rest(node, module), "")
            yield module.edit(*parts, exactness=Exactness.SEMANTIC, needs_python2=True)
        return
    if given is not None and "U" in mode and module.target >= (3, 11):
        plain = mode.replace("U", "")
        plain = plain if plain[:1] in ("r", "w", "a") else "r" + plain
        source = module.source(module.span(given))
        quote = source[-1]
        yield module.replace(given, f"{quote}{plain}{quote}")
    buffering = node.args[2] if len(node.args) > 2 else next(
        (k.value for k in node.keywords if k.arg in ("buffering", "bufsize")), None
    )  # fmt: skip
    unbuffered = _is_zero(buffering)
    if (
        unbuffered
        and buffering is not None
        and "b" not in mode
        and name in _UNBUFFERED
        and _is_written(node, mode)
    ):
        # Text is always buffered; what is below it need not be, and text can be written through to that.
        wrapper = module.use("io.TextIOWrapper", at=node)
        quote = module.source(module.span(node.args[1]))[-1]
        yield module.edit(
            module.part(node, wrapper, "(", module.span(node), ", write_through=True)"),
            module.part(node.args[1], f"{quote}{mode}b{quote}"),
            exactness=Exactness.SEMANTIC,
        )
        return
    if unbuffered and buffering is not None and "b" not in mode and name != "os.popen":
        yield module.replace(buffering, "1", exactness=Exactness.SEMANTIC)


def _as_read_by_c(mode: str) -> str:
    """`mode` without further letters for what a file is opened for, which C passes over: 'rw' is 'r'."""
    return mode[:1] + re.sub("[rwa]", "", mode[1:]) if mode[:1] in ("r", "w", "a") else mode


def _is_of_octets(name: str | None, node: ast.Call, module: Module) -> bool:
    """Whether another rule puts what opens files of octets in the place of a call, where octets stay text."""
    taken = name in _UNBUFFERED and module.facts.key != "setup.py" and module.facts.index.octets
    return taken and module.is_python2 and not is_for_the_library(node, module)


def _of_lines(node: ast.Call, module: Module) -> Findings:
    """fileinput.input(mode='rU'): by name, or the fifth argument."""
    given = [k.value for k in node.keywords if k.arg == "mode"] or node.args[4:5]
    mode = given[0].value if given and isinstance(given[0], ast.Constant) else None
    if isinstance(mode, str) and "U" in mode and module.target >= (3, 11):
        yield module.replace(given[0], module.quoted(mode.replace("U", "") or "r", given[0]))


def _is_zero(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0 and node.value is not False


def _rest(node: ast.Call, module: Module) -> Span:
    """What stands behind the second of three arguments."""
    return Span(module.outer_span(node.args[1]).end, module.outer_span(node.args[2]).end)


def _is_written(node: ast.Call, mode: str) -> bool:
    """Whether a file is opened to be written alone, its mode by position and spelled out."""
    return mode in ("w", "a") and len(node.args) > 1 and isinstance(node.args[1], ast.Constant)


RULE = Rule(
    id="open_mode",
    family="P9",
    summary="no mode U, no two modes in one, no unbuffered text",
    before="a = open(p, 'rU')\nb = open(p, 'w', 0)\n",
    after="import io\na = open(p, 'r')\nb = io.TextIOWrapper(open(p, 'wb', 0), write_through=True)\n",
    caveats="Unbuffered text that is read, too, becomes buffered by the line.",
    triggers=("open", "file", "fdopen", "fileinput"),
    nodes=(ast.Call,),
    names=last_names(*_OPENERS, *_LINES),
    visit=visit,
)
