"""TypeError: data must not be unicode → encode what was handed over: a library says that it wants bytes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import argument_calls, encoded
from migration.trees.constants import is_text

_WORD = re.compile(r"\w+")
#: Words of such messages that are no names of arguments.
_COMMON = frozenset(["bytes", "str", "text", "unicode", "string", "type", "object", "value"])


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Encode what is assigned there; else the argument that the message names, or each in turn."""
    for statement in (s for line in scene.lines[:1] for s in scene.statements(line)[:1]):
        if isinstance(statement, ast.Raise | ast.Assert):
            return  # the program's own words
        if isinstance(statement, ast.Assign) and isinstance(
            statement.targets[0], ast.Attribute | ast.Subscript
        ):
            yield from _as_bytes(scene, statement.value, 10)
    named = set(_WORD.findall(scene.failure.message.lower())) - _COMMON
    for call in [*argument_calls(scene), *(c for c in scene.crashed(ast.Call) if not c.args)]:
        for keyword in call.keywords:
            if keyword.arg is not None:
                yield from _as_bytes(scene, keyword.value, 12 if keyword.arg.lower() in named else 24)
            elif isinstance(keyword.value, ast.Name):
                for name, value in _gathered(scene, keyword.value):
                    if name.lower() in named:
                        yield from _as_bytes(scene, value, 14)
        for position, argument in enumerate(call.args):
            spelled = isinstance(argument, ast.Name) and argument.id.lower() in named
            yield from _as_bytes(scene, argument, 16 if spelled else 20 + position)


def _as_bytes(scene: Scene, value: ast.expr, rank: int) -> Candidates:
    edit = encoded(scene, value, safely=not is_text(value))
    yield Candidate((edit,) if edit else (), rank, ast.unparse(value))


def _gathered(scene: Scene, options: ast.Name) -> Iterator[tuple[str, ast.expr]]:
    """What a dictionary of arguments is given under which names, in the function around."""
    function = scene.function(options.lineno)
    for node in scene.module.below(function) if function else ():
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if (
                    isinstance(target, ast.Subscript)
                    and isinstance(target.value, ast.Name)
                    and target.value.id == options.id
                    and isinstance(target.slice, ast.Constant)
                ):
                    yield str(target.slice.value), node.value


REPAIR = Repair(
    id="told_bytes",
    summary="what a library wants as bytes, by its own words, is encoded",
    failure=Failure("TypeError", "Data must not be unicode", line=2),
    before="def send(transport):\n    transport.write('hello')\n",
    after="def send(transport):\n    transport.write(b'hello')\n",
    caveats="UTF-8, or Latin-1 in a file that handles octets one by one.",
    pattern=re.compile(
        r"to a text (?:value|object)|must not be (?:unicode|str)"
        r"|unicode (?:strings )?(?:are |is )?not (?:allowed|supported)|cannot be passed to C code"
        r"|[Oo]nly byte ?strings|(?<!argument for '[sp]' )(?:must|should) be (?:a |of type )?byte"
        r"|please encode to bytes|non-<class 'bytes'> object"
        r"|has type <class 'str'>, but expected one of: \(?<class 'bytes'>"
    ),
    offer=offer,
    order=70,
)
