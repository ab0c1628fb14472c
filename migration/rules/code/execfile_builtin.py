"""execfile(p) → exec(compile(open(p, 'rb').read(), p, 'exec'))."""

from __future__ import annotations

import ast

from migration.analysis.builtins import spell_builtin
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Rewrite calls of the builtin; a path that is no plain name or literal would be evaluated twice."""
    if not module.is_builtin(node.func, "execfile"):
        return
    if node.keywords or not 1 <= len(node.args) <= 3 or any(isinstance(a, ast.Starred) for a in node.args):
        yield module.open(node, "execfile() with unusual arguments; write exec(compile(…)) by hand")
        return
    path, *places = node.args
    simple = isinstance(path, (ast.Constant, ast.Name, ast.Attribute))
    name: tuple[Piece, ...] = module.sub(path) if simple else ("'<execfile>'",)
    called = [spell_builtin(function, node, module) for function in ("exec", "compile", "open")]
    pieces: list[Piece] = [called[0], "(", called[1], "(", called[2], "("]
    pieces += [*module.sub(path), ", 'rb').read(), ", *name, ", 'exec')"]
    for place in places:
        pieces += [", ", *module.sub(place)]
    yield module.replace(node, *pieces, ")")


RULE = Rule(
    id="execfile_builtin",
    family="P4",
    summary="execfile(p) is exec of the compiled file",
    before="execfile('a.py', names)\n",
    after="exec(compile(open('a.py', 'rb').read(), 'a.py', 'exec'), names)\n",
    caveats="In a function without namespaces, names the file binds are not seen as locals.",
    triggers=("execfile",),
    evidence=True,
    nodes=(ast.Call,),
    names=frozenset(["execfile"]),
    visit=visit,
)
