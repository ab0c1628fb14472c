"""commands.getoutput → subprocess.getoutput; the status of getstatusoutput was a wait status."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import names_by_id, stdlib_name
from migration.rewriting.moves import Move, Moves
from migration.rule import Findings, Rule
from migration.view.module import Module

_STATUS = '''
def get_status_output(command):
    """The wait status (exit code times 256) of a shell command, and its output."""
    status, output = subprocess.getstatusoutput(command)
    return (status << 8 if status >= 0 else -status), output
'''
_QUOTE = r'''
def quoted_argument(text):
    """A blank and `text` quoted for the shell: once, or twice where it holds single quotes."""
    if "'" not in text:
        return f" '{text}'"
    return ' "' + re.sub(r'([\\$"`])', r"\\\1", text) + '"'
'''
MOVES = Moves(
    {
        "commands.getoutput": Move("subprocess.getoutput", Exactness.SEMANTIC),
        "commands.getstatusoutput": Move(
            exactness=Exactness.SEMANTIC,
            helper=("get_status_output", _STATUS),
            imports=("import subprocess",),
        ),
        "commands.mkarg": Move(helper=("quoted_argument", _QUOTE), imports=("import re",)),
    },
    {"commands": ""},
)


def visit(node: ast.AST, module: Module) -> Findings:
    """Move the functions; where only success is asked for, the plain status will do."""
    called = isinstance(node, ast.Attribute) and stdlib_name(node, module) == "commands.getstatusoutput"
    if called and _asks_for_success(module.parent(node), module):
        yield module.replace(node, module.use("subprocess.getstatusoutput", at=node))
        return
    yield from MOVES.visit(node, module)


def _asks_for_success(call: ast.AST, module: Module) -> bool:
    """Whether the status is only tested for being zero."""
    parent = module.parent(call)
    if isinstance(parent, ast.Subscript) and isinstance(parent.slice, ast.Constant):
        return parent.slice.value == 1 or _is_test(parent, module)
    if not isinstance(parent, ast.Assign) or not isinstance(parent.targets[0], ast.Tuple):
        return False
    status = parent.targets[0].elts[0]
    if not isinstance(status, ast.Name):
        return False
    scope = module.scope(status)
    places = [n for n in names_by_id(module)[status.id] if n is not status and module.scope(n) is scope]
    return all(_is_test(p, module) for p in places)


def _is_test(node: ast.expr, module: Module) -> bool:
    parent = module.parent(node)
    if isinstance(parent, ast.Compare):
        sides = [s for s in (parent.left, *parent.comparators) if s is not node]
        return all(isinstance(s, ast.Constant) and s.value == 0 for s in sides)
    if isinstance(parent, (ast.If, ast.While, ast.IfExp)):
        return parent.test is node
    return isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)


RULE = Rule(
    id="commands_module",
    family="P11",
    summary="commands.getoutput lives in subprocess",
    before="import commands\na = commands.getoutput(b)\n",
    after="import subprocess\na = subprocess.getoutput(b)\n",
    caveats="An empty command was a syntax error of the shell, and is none now.",
    triggers=("commands",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=visit,
)
