"""TypeError: 'ParseError' object is not subscriptable → its arguments are; `.message` is one of them."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.source.edits import Edit, Part, Span
from migration.trees.precedence import Precedence

#: How the names of exceptions end.
_NAMED = re.compile(r"(?:Error|Exception|Warning|Exit|Interrupt|Iteration|Failure|Fault)$")


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Ask the arguments instead, of one value of the line after the other; the same value all over the function."""
    name = match["subscripted"] or match["unpacked"] or match["iterated"] or match["asked"] or match["sized"]
    if not _NAMED.search(name) and not _is_exception(scene, name):
        return
    if match["asked"]:
        messages = [n for n in scene.crashed(ast.Attribute) if n.attr == "message"]
        for rank, source in enumerate(dict.fromkeys(ast.unparse(n.value) for n in messages)):
            yield Candidate(_all(scene, source, "message"), 10 + rank, source)
        return
    for rank, value in enumerate(_values(scene, "sized" if match["sized"] else "")):
        yield Candidate(_all(scene, ast.unparse(value), "args"), 10 + rank, ast.unparse(value))


def _is_exception(scene: Scene, name: str) -> bool:
    """Whether a class of that name derives from an exception, here or in another file."""
    if any(_NAMED.search(ast.unparse(base)) for cls in scene.classes(name) for base in cls.bases):
        return True
    if not name[0].isupper() or name == "NoneType":
        return False  # other files are not searched for what hardly is one
    header = re.compile(rf"^[ \t]*class[ \t]+{name}[ \t]*\(\s*[\w.]*?(\w+)\s*[,)]", re.MULTILINE)
    texts = (scene.present.text(key) or "" for key in sorted(scene.present.keys))
    return any(_NAMED.search(found[1]) for text in texts for found in header.finditer(text))


def _values(scene: Scene, how: str) -> list[ast.expr]:
    """The variables on the line that items are taken of, each once."""
    found: list[ast.expr] = []
    if how == "sized":
        calls = [c for c in scene.crashed(ast.Call) if scene.module.is_builtin(c.func, "len") and c.args]
        found = [c.args[0] for c in calls]
    else:
        found = [n.value for n in scene.crashed(ast.Subscript)]
        for statement in scene.statements(scene.lines[0])[:1] if scene.lines else ():
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Tuple | ast.List):
                found.append(statement.value)
            elif isinstance(statement, ast.For):
                found.append(statement.iter)
    plain = [v for v in found if isinstance(v, ast.Name | ast.Attribute)]
    return list({ast.unparse(v): v for v in plain}.values())


def _all(scene: Scene, source: str, what: str) -> tuple[Edit, ...]:
    """The edits for each place of the function where the value of that text is used so."""
    function = scene.function(scene.lines[0]) or scene.module.tree
    edits = []
    for node in ast.walk(function):
        if what == "message":
            if isinstance(node, ast.Attribute) and node.attr == "message" and _reads(node, source):
                argument = f"{source}.args[0] if len({source}.args) == 1 else ''"
                edits.append(scene.module.replace(node, f"({argument})", precedence_of_new=Precedence.ATOM))
            continue
        value = node.value if isinstance(node, ast.Subscript | ast.Assign) else None
        if isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Tuple | ast.List):
            continue
        if isinstance(node, ast.For):
            value = node.iter
        if isinstance(node, ast.Call) and scene.module.is_builtin(node.func, "len") and node.args:
            value = node.args[0]
        if value is not None and ast.unparse(value) == source:
            end = scene.module.span(value).end
            edits.append(scene.module.edit(Part(Span(end, end), (".args",))))
    return tuple(edits)


def _reads(node: ast.Attribute, source: str) -> bool:
    return isinstance(node.ctx, ast.Load) and ast.unparse(node.value) == source


REPAIR = Repair(
    id="exception_items",
    summary="an exception's arguments are asked for, and not the exception",
    failure=Failure("TypeError", "'ParseError' object is not subscriptable", line=2),
    before="def tell(problem):\n    return '%s at %d' % (problem[0], problem[1])\n",
    after="def tell(problem):\n    return '%s at %d' % (problem.args[0], problem.args[1])\n",
    caveats="A function that gets exceptions as well as lists fails for the lists: its tests tell.",
    pattern=re.compile(
        r"^TypeError: '(?P<subscripted>\w+)' object is not subscriptable"
        r"|^TypeError: cannot unpack non-iterable (?P<unpacked>\w+) object"
        r"|^TypeError: '(?P<iterated>\w+)' object is not iterable"
        r"|^TypeError: object of type '(?P<sized>\w+)' has no len"
        r"|^AttributeError: '(?P<asked>\w+)' object has no attribute 'message'"
    ),
    offer=offer,
    order=30,
)
