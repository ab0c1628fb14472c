"""HeaderError: magic b'n+1' is not valid → the literal that it was compared with is bytes, too.

A program that looks at a value and finds it wrong says which: bytes it spells as such. The very text stands in the file
as what the value is compared with.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import decoded, encoded
from migration.source.edits import Edit

_OPERATORS = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Bytes for each literal that is compared with what the literal of the message is compared with in its function."""
    try:
        value = ast.literal_eval(match["spelled"])
    except (SyntaxError, ValueError):
        return
    said = value.decode("latin-1")
    for number, (compare, asked) in enumerate(_compared(scene, said)):
        function, name = scene.module.function(compare), ast.unparse(asked)
        edits: list[Edit] = []
        for other in scene.module.nodes_of(ast.Compare):
            if not isinstance(other, ast.Compare) or scene.module.function(other) is not function:
                continue
            if any(ast.unparse(side) == name for side in (other.left, *other.comparators)):
                literals = [one for side in (other.left, *other.comparators) for one in _literals(side)]
                edits += [edit for one in literals if (edit := encoded(scene, one)) is not None]
        yield Candidate(tuple(edits), 40 + number, f"{name} {number}")
        edit = decoded(scene, asked, True)
        yield Candidate((edit,) if edit else (), 60 + number, f"{name} {number}, either")


def _compared(scene: Scene, said: str) -> Iterator[tuple[ast.Compare, ast.expr]]:
    """The comparisons of the file with the literal `said`, and what is compared there."""
    for compare in scene.module.nodes_of(ast.Compare):
        if not isinstance(compare, ast.Compare) or len(compare.ops) != 1:
            continue
        if isinstance(compare.ops[0], _OPERATORS):
            for side, other in (
                (compare.left, compare.comparators[0]),
                (compare.comparators[0], compare.left),
            ):
                named = not isinstance(other, ast.Constant)
                if named and any(one.value == said for one in _literals(side)):
                    yield compare, other


def _literals(node: ast.expr) -> list[ast.Constant]:
    """The literals of text that a side of a comparison consists of."""
    items = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    return [one for one in items if isinstance(one, ast.Constant) and isinstance(one.value, str)]


REPAIR = Repair(
    id="spelled_literal",
    summary="what is compared with bytes that a failure spells out is bytes too",
    failure=Failure("FormatError", "magic b'ni1' is not valid", line=6),
    before=(
        "def check(magic):\n    if magic == 'n+1':\n        return 1\n    if magic not in ('ni1', 'ni2'):\n"
        "        raise FormatError('magic %s is not valid' % magic)\ncheck(b'ni1')\n"
    ),
    after=(
        "def check(magic):\n    if magic == b'n+1':\n        return 1\n    if magic not in (b'ni1', b'ni2'):\n"
        "        raise FormatError('magic %s is not valid' % magic)\ncheck(b'ni1')\n"
    ),
    caveats="Where text comes to be compared there as well, it is equal to none of them any more.",
    pattern=re.compile(
        r"^(?!TypeError|AssertionError|BytesWarning|AttributeError|SyntaxError)\w+: [^\n]*?"
        r"(?<!\w)(?P<spelled>b'(?:[^'\\\n]|\\.){1,40}'|b\"(?:[^\"\\\n]|\\.){1,40}\")"
    ),
    offer=offer,
    order=70,
)
