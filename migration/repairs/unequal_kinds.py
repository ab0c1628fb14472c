"""AssertionError: b'abc' != 'abc' → the literal that is compared is bytes too, or what is returned is decoded."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import asked_alike, bound_to_parameter, decoded, encoded, is_bytes
from migration.source.edits import Edit
from migration.trees.constants import is_text


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Change literals where the comparison is written; in a file without the line, returns that encode."""
    bytes_first = match["first"] is not None or match["item"] is not None
    if not scene.lines:
        if bytes_first:
            yield from _returned(scene)
        return
    for line in scene.lines:
        for call in scene.on(line, ast.Call):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if len(call.args) >= 2 and ("qual" in name or name in ("eq_", "eq", "ae", "assert_")):
                yield from _sides(scene, call.args[0], call.args[1], bytes_first)
        for compare in scene.on(line, ast.Compare):
            if len(compare.ops) == 1 and isinstance(compare.ops[0], ast.Eq | ast.NotEq):
                yield from _sides(scene, compare.left, compare.comparators[0], bytes_first)


def _sides(scene: Scene, left: ast.expr, right: ast.expr, bytes_first: bool) -> Candidates:
    """The literals of the side that is text become bytes; else those of the side that is bytes, text."""
    data, text = (left, right) if bytes_first else (right, left)
    if isinstance(data, ast.Call) and isinstance(data.func, ast.Attribute):
        same = tuple(dict.fromkeys(e for asked in _named_alike(scene, data) for e in _beside(scene, asked)))
        yield Candidate(same if len(same) > 1 else (), 17, "in the file")
    if isinstance(data, ast.Call) and data.keywords:
        # One failing comparison hides those behind it.
        alike = tuple(
            dict.fromkeys(edit for asked in asked_alike(scene, data) for edit in _beside(scene, asked))
        )
        yield Candidate(alike if len(alike) > 1 else (), 18, "alike")
    if bound_to_parameter(scene, text) and not isinstance(data, ast.Constant):
        # A comparison that many tests share: what each of them expects is written with them, as text.
        edit = decoded(scene, data, True)
        yield Candidate((edit,) if edit else (), 16, "shared")
    yield Candidate(_literals(scene, text, True), 20, "bytes")
    if is_bytes(data):
        edit = decoded(scene, data)
        yield Candidate((edit,) if edit else (), 25, "text")
    for made in list(scene.producers(text))[1:]:
        if is_text(made):
            yield Candidate(_literals(scene, made, True), 30, "producer")
    if not isinstance(data, ast.Constant):
        edit = decoded(scene, data, True)
        yield Candidate((edit,) if edit else (), 40, "decoded")


def _named_alike(scene: Scene, call: ast.Call) -> list[ast.Call]:
    """The calls in the file of a method of that name, with the same keywords and as many arguments."""

    def asks(node: ast.Call) -> tuple[str, int, frozenset[str | None]]:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        return name, len(node.args), frozenset(keyword.arg for keyword in node.keywords)

    wanted = asks(call)
    return [n for n in scene.module.nodes_of(ast.Call) if isinstance(n, ast.Call) and asks(n) == wanted]


def _beside(scene: Scene, asked: ast.Call) -> Iterator[Edit]:
    """The literals that the answer of a call is compared with, as bytes."""
    parent = scene.module.parent(asked)
    if isinstance(parent, ast.Call) and asked in parent.args[:2]:
        for other in parent.args[:2]:
            if other is not asked:
                yield from _literals(scene, other, True)
    elif isinstance(parent, ast.Compare) and parent.left is asked:
        yield from _literals(scene, parent.comparators[0], True)


def _literals(scene: Scene, node: ast.expr, to_bytes: bool) -> tuple[Edit, ...]:
    """Edits for a literal, and for those that it is joined from or that stand in a list or tuple."""
    if isinstance(node, ast.Constant):
        edit = encoded(scene, node) if to_bytes and is_text(node) else None
        return (edit,) if edit else ()
    if isinstance(node, ast.BinOp):
        return (*_literals(scene, node.left, to_bytes), *_literals(scene, node.right, to_bytes))
    if isinstance(node, ast.List | ast.Tuple):
        return tuple(e for one in node.elts for e in _literals(scene, one, to_bytes))
    return ()


def _returned(scene: Scene) -> Candidates:
    """What functions of the file return encoded, left as text: all of them, as one decision about the module."""
    module = scene.module
    edits = []
    for statement in module.nodes_of(ast.Return):
        value = statement.value if isinstance(statement, ast.Return) else None
        if (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Attribute)
            and value.func.attr == "encode"
        ):
            edits.append(module.replace(value, *module.atom(value.func.value)))
    yield Candidate(tuple(edits), 50, "not encoded")


REPAIR = Repair(
    id="unequal_kinds",
    summary="a literal is compared with what it is: bytes with bytes",
    failure=Failure("AssertionError", "b'abc' != 'abc'", line=2),
    before="def test(self):\n    self.assertEqual(self.read(), 'abc')\n",
    after="def test(self):\n    self.assertEqual(self.read(), b'abc')\n",
    caveats="Under Python 2 one literal was both; whether the product ought to give text is for a person to say.",
    pattern=re.compile(
        r"^AssertionError: (?:assert )?(?:Lists differ: \[(?P<item>b['\"])|(?P<first>b['\"]).*? [!=]= ['\"\[]"
        r"|['\"](?:[^'\"\\]|\\.)*['\"] [!=]= b['\"]|Lists differ: \['.*\] [!=]= \[b['\"])",
        re.DOTALL,
    ),
    offer=offer,
    order=80,
    doubt="what is compared was made bytes here: say whether it ought to be text",
)
