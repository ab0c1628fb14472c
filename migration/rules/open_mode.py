"""open(p, 'rU') → open(p, 'r'); open(p, 'w', 0) → open(p, 'w', 1)."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule, last_names
from migration.rules._made import mode_of
from migration.rules._names import stdlib_name

_OPENERS = frozenset(["builtins.open", "builtins.file", "os.fdopen", "io.open", "codecs.open", "os.popen"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Universal newlines are the default; text is buffered by the line at least."""
    name = stdlib_name(node.func, module)
    if name not in _OPENERS:
        return
    mode = mode_of(node)
    given = (
        node.args[1]
        if len(node.args) > 1
        else next((k.value for k in node.keywords if k.arg == "mode"), None)
    )
    if mode is None or any(isinstance(a, ast.Starred) for a in node.args):
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
    unbuffered = isinstance(buffering, ast.Constant) and buffering.value == 0 and buffering.value is not False
    if unbuffered and buffering is not None and "b" not in mode and name != "os.popen":
        yield module.replace(buffering, "1", exactness=Exactness.SEMANTIC)


RULE = Rule(
    id="open_mode",
    family="P9",
    summary="no mode U, no unbuffered text",
    before="a = open(p, 'rU')\nb = open(p, 'w', 0)\n",
    after="a = open(p, 'r')\nb = open(p, 'w', 1)\n",
    caveats="Unbuffered text becomes buffered by the line.",
    triggers=("open", "file", "fdopen"),
    nodes=(ast.Call,),
    names=last_names(*_OPENERS),
    visit=visit,
)
