"""TypeError: can only concatenate str (not "bytes") to str → one of both becomes what the other is."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import decoded, encoded, is_bytes, is_character
from migration.source.edits import Edit
from migration.trees.constants import is_text


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Literals first; then the right operand becomes what the left one is; then the reverse."""
    text_first = match["text"] is not None
    if not text_first:
        yield Candidate(_gathered(scene), 18, "gathered")
    yield Candidate(_all_literals(scene), 19, "literals")
    for depth, (left, right, whole) in enumerate(_sums(scene)):
        text, data = (left, right) if text_first else (right, left)
        rank = 20 + depth
        plain = is_text(text) or is_character(scene, text)
        if plain or is_bytes(data):
            # A literal takes the kind of what it is added to.
            edit = encoded(scene, text) if plain else decoded(scene, data)
            yield Candidate((edit,) if edit else (), rank, f"literal {depth}")
        if whole is not None or data is not left:
            edit = decoded(scene, data)
            yield Candidate((edit,) if edit else (), rank + (5 if text_first else 10), f"decoded {depth}")
        if whole is not None or text is not left:
            edit = encoded(scene, text)
            yield Candidate((edit,) if edit else (), rank + (10 if text_first else 5), f"encoded {depth}")
        for made in list(scene.producers(data))[1:]:
            edit = decoded(scene, made)
            yield Candidate((edit,) if edit else (), rank + 15, f"producer {depth}")
        edit = encoded(scene, text, True) if is_bytes(data) else decoded(scene, data, True)
        yield Candidate((edit,) if edit else (), rank + 18, f"{depth}, either")


def _gathered(scene: Scene) -> tuple[Edit, ...]:
    """`t += x + '-'`: this and its like in the function, with the empty literals that they begin with, as bytes."""
    function = scene.function(scene.lines[0]) if scene.lines else None
    if function is None:
        return ()
    failing = [(name, text) for name, text, line in _additions(function) if line == scene.lines[0]]
    wanted = {text.value for _, text in failing}
    alike = [(name, text) for name, text, _ in _additions(function) if text.value in wanted]
    names = {name for name, _ in alike}
    starts = [value for name, value in _starts(function) if name in names]
    if not starts or not all(is_text(value) and value.value == "" for value in starts):  # type: ignore[attr-defined]
        return ()
    found = dict.fromkeys([*starts, *(text for _, text in alike)])
    return tuple(e for literal in found if (e := encoded(scene, literal)) is not None)


def _additions(function: ast.FunctionDef) -> list[tuple[str, ast.Constant, int]]:
    """What `t += x + '-'` adds to which name, and where."""
    return [
        (node.target.id, part, node.lineno)
        for node in ast.walk(function)
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add)
        if isinstance(node.target, ast.Name) and isinstance(node.value, ast.BinOp)
        for part in (node.value.left, node.value.right)
        if isinstance(part, ast.Constant) and is_text(part)
    ]


def _starts(function: ast.FunctionDef) -> list[tuple[str, ast.expr]]:
    """What names of the function are assigned."""
    found = []
    for node in ast.walk(function):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            names, values = [target], [node.value]  # type: ignore[attr-defined]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):  # type: ignore[attr-defined]
                names, values = target.elts, node.value.elts  # type: ignore[attr-defined]
            found += [(n.id, v) for n, v in zip(names, values, strict=False) if isinstance(n, ast.Name)]
    return found


def _all_literals(scene: Scene) -> tuple[Edit, ...]:
    """Every literal of text in the longest sum on the line, as bytes; none where there is only one."""
    sums = [n for n in scene.crashed(ast.BinOp) if isinstance(n.op, ast.Add)]
    if not sums:
        return ()
    found: list[ast.expr] = []
    stack: list[ast.expr] = [sums[-1]]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult):
            stack += [node.right, node.left]
        elif is_text(node) or is_character(scene, node):
            found.append(node)
    return tuple(e for n in found if (e := encoded(scene, n)) is not None) if len(found) > 1 else ()


def _sums(scene: Scene) -> list[tuple[ast.expr, ast.expr, ast.expr | None]]:
    """What is added on the failing line: left, right, and the sum where the left is no variable."""
    found: list[tuple[ast.expr, ast.expr, ast.expr | None]] = [
        (n.left, n.right, n) for n in scene.crashed(ast.BinOp) if isinstance(n.op, ast.Add)
    ]
    for line in scene.lines[:1]:
        for statement in scene.statements(line):
            if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add):
                found.append((statement.target, statement.value, None))
    return found


REPAIR = Repair(
    id="concatenation",
    summary="text and bytes that are added become the same kind",
    failure=Failure("TypeError", "can't concat str to bytes", line=2),
    before="def line(f):\n    return f.read() + '\\n'\n",
    after="def line(f):\n    return f.read() + b'\\n'\n",
    caveats="Which kind the result has to be is for the tests to say.",
    pattern=re.compile(
        r'(?P<text>can only concatenate str \(not "bytes"\) to str)|can\'t concat str to bytes'
        r"|can only concatenate bytes|can't concat"
    ),
    offer=offer,
)
