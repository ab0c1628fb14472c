"""buffer.truncate(0) → buffer.seek(0) before it: StringIO's truncate moved to the end, io's stays where it was.

Of Python 2's files StringIO's alone took the size by its name.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.classes import classes, local_bases
from migration.analysis.names import in_repository, is_local
from migration.analysis.strings.memory_files import CLASSES
from migration.analysis.values import given_to, given_to_attributes
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.view.module import Module

#: A method of the repository's own whose size has another place.
_OWN = re.compile(r"def[ \t]+truncate\((?!\w+,[ \t]*size\b)")
#: Calls that go back to the beginning, after which both truncate alike.
_BACK = frozenset(["reset", "seek"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Go back first, where a buffer that is emptied was made by StringIO wherever the file gives it a value."""
    function, statement = node.func, module.parent(node)
    if not isinstance(function, ast.Attribute) or function.attr != "truncate":
        return
    named = not node.args and [k.arg for k in node.keywords] == ["size"]
    if node.keywords and (not named or not module.is_python2 or in_repository(_OWN, module)):
        return
    sizes = [k.value for k in node.keywords] if named else node.args
    again: tuple[Piece, ...] = (module.span(node),)
    if named:
        again = (module.span(function), "(", module.span(sizes[0]), ")")
    if (
        not isinstance(statement, ast.Expr)
        or [getattr(s, "value", None) for s in sizes] != [0]
        or not (named or _is_buffer(function.value, module))
        or _goes_back(statement, function.value, module)
    ):
        if named:
            yield module.replace(node, *again, exactness=Exactness.EXACT, needs_python2=True)
        return
    alone = not module.text[module.line_starts[statement.lineno - 1] : module.start(statement)].strip()
    glue = f"\n{module.indentation(statement)}" if alone else "; "
    span = module.span(function.value)
    yield module.replace(node, span, f".seek(0){glue}", *again, needs_python2=named)


def _goes_back(statement: ast.stmt, buffer: ast.expr, module: Module) -> bool:
    """Whether a statement next to this one moves to the beginning."""
    block, wanted = module.block(statement), ast.dump(buffer)
    position = block.index(statement)
    near = (*block[max(position - 1, 0) : position], *block[position + 1 : position + 2])
    calls = [s.value.func for s in near if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call)]
    return any(
        isinstance(f, ast.Attribute) and f.attr in _BACK and ast.dump(f.value) == wanted for f in calls
    )


def _is_buffer(node: ast.expr, module: Module) -> bool:
    """Whether all that the file gives this variable, or attributes of this name, is made by StringIO."""
    if isinstance(node, ast.Name):
        found = module.scope(node).lookup(node.id)
        values = [given_to(b.node, b.value, module) for b in found[1]] if found else []
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        values = given_to_attributes(module).get(node.attr, [])
    else:
        return False
    return bool(values) and all(v is not None and _makes_buffer(v, module) for v in values)


def _makes_buffer(node: ast.expr, module: Module) -> bool:
    """Whether `node` calls StringIO, or a class of the file whose base it is."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name) and node.func.id in classes(module):
        owners = classes(module)[node.func.id]
        bases = [b for o in local_bases(owners[0], module) for b in o.bases]
        return len(owners) == 1 and any(_is_string_io(b, module) for b in bases)
    return _is_string_io(node.func, module)


def _is_string_io(node: ast.expr, module: Module) -> bool:
    """Whether `node` is one of Python 2's two classes, by whichever import of a choice."""
    found = set(_targets(node, module))
    return bool(found) and found <= CLASSES


def _targets(node: ast.expr, module: Module) -> Iterator[str]:
    root = node.value if isinstance(node, ast.Attribute) else node
    if not isinstance(root, ast.Name):
        return
    for binding in module.bindings(root):
        tail = f".{node.attr}" if isinstance(node, ast.Attribute) else ""
        name = binding.target + tail
        yield "" if binding.kind != "import" or is_local(name, module) else name


RULE = Rule(
    id="truncated_buffer",
    family="P11",
    summary="a StringIO that is emptied goes back to its beginning",
    before="from StringIO import StringIO\nf = StringIO()\nf.write('x')\nf.truncate(0)\n",
    after="from io import StringIO\nf = StringIO()\nf.write('x')\nf.seek(0)\nf.truncate(0)\n",
    caveats="Only where all that the file gives the variable, or attributes of that name, is made by StringIO.",
    triggers=("truncate",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    names=frozenset(["truncate"]),
    visit=visit,
)
