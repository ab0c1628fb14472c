"""configparser.DuplicateOptionError, option values must be strings → a parser that is as lenient as Python 2's."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import method_of, wrapped

_READS = frozenset(["read", "read_file", "readfp", "read_string", "read_dict"])
_PARSERS = ("ConfigParser", "SafeConfigParser", "RawConfigParser")


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Make the parser with strict=False; spell the value that is set."""
    module = scene.module
    if match["value"]:
        for call in scene.crashed(ast.Call):
            if (
                method_of(call) == "set"
                and len(call.args) == 3
                and not isinstance(call.args[2], ast.Constant)
            ):
                yield Candidate((wrapped(scene, call.args[2], "str"),), 10, "value")
        return
    for rank, made in enumerate(dict.fromkeys(_made(scene))):
        if not any(k.arg in ("strict", None) for k in made.keywords):
            yield Candidate((module.edit(module.added(made, "strict=False")),), 10 + rank, f"call {rank}")


def _made(scene: Scene) -> Iterator[ast.Call]:
    """The calls that may have made the parser that the line reads with; else any of the file that makes one."""
    for call in scene.crashed(ast.Call):
        if method_of(call) in _READS:
            owner = call.func.value  # type: ignore[attr-defined]
            made = [m for m in scene.producers(owner) if isinstance(m, ast.Call)]
            yield from made[-1:] + made[:-1]
    for node in scene.module.nodes_of(ast.Call):
        if isinstance(node, ast.Call):
            named = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
            if named in _PARSERS:
                yield node


REPAIR = Repair(
    id="strict_options",
    summary="a parser of options takes the last of several, and values that are no text",
    failure=Failure("DuplicateOptionError", "option 'x' in section 'a' already exists", line=3),
    before="def load(stream, kind):\n    parser = kind()\n    parser.read_file(stream)\n    return parser\n",
    after="def load(stream, kind):\n    parser = kind(strict=False)\n    parser.read_file(stream)\n    return parser\n",
    caveats="A value that was set is text when it is got again.",
    pattern=re.compile(
        r"^Duplicate(?:Option|Section)Error: |^TypeError: (?P<value>option values must be strings)"
    ),
    offer=offer,
)
