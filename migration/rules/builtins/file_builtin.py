"""file(p) → open(p); isinstance(f, file) → isinstance(f, (io.TextIOWrapper, …)); classes derived from it."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import is_old_builtin, spell_builtin
from migration.analysis.files import is_asked_for, opened
from migration.analysis.names import last_name
from migration.analysis.values import defaults_of
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.source.edits import Needs
from migration.trees.precedence import Precedence
from migration.view.module import Module

#: What `close` of a derived class does is not to be done when an object that nobody closed is let go.
BASE = '''
class FileByName(io.TextIOWrapper):
    """A file opened by its name, to derive classes from as from Python 2's file. Octets are text of Latin-1."""

    def __init__(self, name, mode="r", buffering=-1):
        plain = "".join(letter for letter in mode if letter in "rwa+")
        opened = io.open(name, (plain or "r") + "b", buffering if buffering > 1 else -1)
        encoding, newline = ("latin-1", "") if "b" in mode else (None, None)
        super().__init__(opened, encoding=encoding, newline=newline)
        self.mode = mode

    def write(self, text):
        return super().write(text if isinstance(text, str) else str(text, self.encoding))

    def __del__(self):
        try:
            io.TextIOWrapper.close(self)
        except ValueError:
            pass
'''
#: What makes objects that stand in for others, by its name: Mock, CreateMock, create_autospec.
_MAKING = re.compile(r"(?i)mock|autospec")


def visit(node: ast.Name, module: Module) -> Findings:
    """Open where the type is called; where it is tested, ask for the types of what open() gives."""
    if node.id != "file" or not is_old_builtin(node, module, "file"):
        return
    parent = module.parent(node)
    if isinstance(parent, ast.Call) and parent.func is node:
        yield module.replace(node, spell_builtin("open", node, module))
    elif isinstance(parent, ast.ClassDef) or (
        isinstance(parent, ast.Attribute) and _is_in_derived(node, module)
    ):
        yield module.replace(node, _base(module), exactness=Exactness.SEMANTIC)
    elif isinstance(parent, ast.Attribute):
        yield module.open(node, "the type file is gone; its methods are those of the classes in io")
    elif is_asked_for(node, module):
        yield module.replace(node, *opened(node, module), exactness=Exactness.SEMANTIC)
    elif isinstance(parent, ast.Compare) and _is_type_of(parent, node, module):
        sign = " in " if isinstance(parent.ops[0], (ast.Is, ast.Eq)) else " not in "
        pieces = module.sub(parent.left, Precedence.BIT_OR)
        yield module.replace(parent, *pieces, sign, *opened(node, module), exactness=Exactness.SEMANTIC)
    elif _is_opener(node, parent, module):
        yield module.replace(node, spell_builtin("open", node, module), exactness=Exactness.SEMANTIC)
    else:
        # What stands in for a file in a test has the methods of one that is opened.
        kind = "io.TextIOWrapper" if _is_specification(node, parent) else "io.IOBase"
        yield module.replace(node, module.use(kind, at=node), exactness=Exactness.SEMANTIC)


def _is_specification(node: ast.Name, parent: ast.AST | None) -> bool:
    """Whether it says what an object has that is made to stand in for one: `Mock(spec=file)`, `mocker.mock(file)`."""
    if isinstance(parent, ast.keyword):
        return parent.arg in ("spec", "spec_set")
    return (
        isinstance(parent, ast.Call)
        and node in parent.args
        and _MAKING.search(last_name(parent.func)) is not None
    )


def _is_opener(node: ast.Name, parent: ast.AST | None, module: Module) -> bool:
    """Whether it is the default of a parameter that the function calls: `def save(path, opener=file)`; or what a
    variable or an attribute is given that is called in the file.
    """
    while isinstance(parent, (ast.BoolOp, ast.IfExp)):
        parent = module.parent(parent)
    if isinstance(parent, ast.Assign):
        held = {last_name(target) for target in parent.targets}
        return any(last_name(c.func) in held for c in module.nodes_of(ast.Call) if isinstance(c, ast.Call))
    if not isinstance(parent, ast.arguments):
        return False
    given = [a.arg for a, default in defaults_of(parent).items() if default is node]
    function = module.parent(parent)
    called = (n.func for n in ast.walk(function) if isinstance(n, ast.Call)) if function is not None else ()
    return any(isinstance(f, ast.Name) and f.id in given for f in called)


def _is_type_of(node: ast.Compare, asked: ast.expr, module: Module) -> bool:
    """Whether the type of something is compared with one: `type(f) is file`."""
    left = node.left
    typed = (isinstance(left, ast.Call) and module.is_builtin(left.func, "type") and len(left.args) == 1) or (
        isinstance(left, ast.Attribute) and left.attr == "__class__"
    )
    signs = (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)
    return typed and len(node.ops) == 1 and isinstance(node.ops[0], signs) and node.comparators[0] is asked


def _base(module: Module) -> Needs:
    return helper("FileByName", BASE, module, ("import io",))


def _is_in_derived(node: ast.Name, module: Module) -> bool:
    """Whether a class around `node` is derived from file: `file.__init__(self, path)`."""
    outer = (a for a in module.ancestors(node) if isinstance(a, ast.ClassDef))
    return any(is_old_builtin(base, module, "file") for owner in outer for base in owner.bases)


RULE = Rule(
    id="file_builtin",
    family="P12",
    summary="the type file is gone",
    before="a = file(p).read()\n",
    after="a = open(p).read()\n",
    caveats="Where no call of isinstance asks, the type is io.IOBase, which files in memory are, too.",
    triggers=("file",),
    evidence=True,
    nodes=(ast.Name,),
    names=frozenset(["file"]),
    visit=visit,
)
