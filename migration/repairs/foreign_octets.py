"""TypeError in code of others, called with text: unsupported operand &: 'str' and 'int' → hand over its octets."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import argument_calls, bound_to_parameter, encoded

_OPERATORS: dict[str, type[ast.operator]] = {
    "&": ast.BitAnd,
    "|": ast.BitOr,
    "^": ast.BitXor,
    ">>": ast.RShift,
    "<<": ast.LShift,
    "+": ast.Add,
    "-": ast.Sub,
}


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Encode an argument of the call, where what failed is no operation of this line: the called code did it."""
    operator = _OPERATORS.get(match["operator"] or "+")
    if any(isinstance(node.op, operator) for node in scene.crashed(ast.BinOp) if operator):
        return
    for position, (argument, call) in enumerate(
        (a, c) for c in argument_calls(scene) for a in c.args if not isinstance(a, ast.Constant)
    ):
        edit = encoded(scene, argument, safely=bound_to_parameter(scene, argument))
        if edit:
            called = ast.unparse(call.func)
            yield Candidate((edit,), 20 + 2 * position, f"argument {position} of {called}")


REPAIR = Repair(
    id="foreign_octets",
    summary="text that a library takes apart as octets is encoded",
    failure=Failure("TypeError", "unsupported operand type(s) for &: 'str' and 'int'", line=4),
    before="import ber\n\ndef load(data, size):\n    return ber.decode(data[:size])\n",
    after='import ber\n\ndef load(data, size):\n    return ber.decode(data[:size].encode("utf-8"))\n',
    caveats="UTF-8, or Latin-1 in a file or a repository that handles octets one by one.",
    pattern=re.compile(
        r"unsupported operand type\(s\) for (?P<operator>[&|^-]|>>|<<): 'str' and 'int'"
        r"|can't concat str to bytes|'str' object cannot be interpreted as an integer"
    ),
    offer=offer,
    order=80,
)
