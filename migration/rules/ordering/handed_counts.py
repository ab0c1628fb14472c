"""return self.file.write(x) → self.file.write(x): a method that gave None, where that is what its callers ask for."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import is_none
from migration.analysis.classes import class_of, local_bases
from migration.analysis.names import in_repository, memory, repository_texts
from migration.rule import Findings, Rule
from migration.view.module import Module

#: The head of a method `write` that one argument will do for, and a line that gives something of its own.
_METHOD = re.compile(
    r"^([ \t]+)def write\(\s*self\s*,\s*\w+\s*(?:\)|,\s*\w+\s*=|,\s*\*)[^\n]*:", re.MULTILINE
)
#: Whose files said in Python 2, too, how much they took.
_COUNTING = re.compile(
    r"^[ \t]*(?:import|from)[ \t]+(?:[\w, \t]+,[ \t]*)?(?:_pyio|io|serial|ssl|usb)\b", re.MULTILINE
)
_GIVES = re.compile(r"[ \t]return\b(?!\s*(?:$|#|None\b|[\w.]+\.write\(.*\)\s*$))")


def visit(node: ast.Return, module: Module) -> Findings:
    """Give nothing back, as the file did."""
    call, method = node.value, module.function(node)
    if not isinstance(call, ast.Call) or not _writes(call) or not isinstance(method, ast.FunctionDef):
        return
    owner = module.parent(method)
    if not isinstance(owner, ast.ClassDef) or method.decorator_list or _gives_else(method, module):
        return
    if in_repository(_COUNTING, module):
        return
    if _is_asked_for_none(method.name, owner, module) and not _answers(module):
        yield module.edit(module.part(node, module.span(call)))


def _writes(call: ast.Call) -> bool:
    """Whether one argument is written to what an object holds by an attribute."""
    function = call.func
    held = isinstance(function, ast.Attribute) and isinstance(function.value, ast.Attribute)
    return held and function.attr == "write" and len(call.args) == 1 and not call.keywords  # type: ignore[attr-defined]


def _gives_else(method: ast.FunctionDef, module: Module) -> bool:
    """Whether a method gives anything but what was given for writing, or None."""
    for node in module.below(method):
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        value = node.value if isinstance(node, ast.Return) else None
        if value is not None and not is_none(value) and not (isinstance(value, ast.Call) and _writes(value)):
            return True
    return False


def _is_asked_for_none(name: str, owner: ast.ClassDef, module: Module) -> bool:
    """Whether what a method gives is held against None, or is an error where it is true, by methods of its class or of
    the bases in the file; and is no number to any of them.
    """
    family = local_bases(owner, module)
    asked = False
    for node in module.nodes_named(ast.Call, frozenset([name])):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        if class_of(node.func.value, module) not in family:
            continue
        if _is_counted(node, module):
            return False
        target = _kept_in(node, module)
        function = module.function(node)
        if target is None or function is None:
            continue
        for read in module.below(function):
            if isinstance(read, ast.Name) and read.id == target and isinstance(read.ctx, ast.Load):
                if _is_counted(read, module):
                    return False
                asked = asked or _tells_none(read, module)
    return asked


def _kept_in(call: ast.Call, module: Module) -> str | None:
    """The variable that what a call gives is bound to."""
    statement = module.parent(call)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target = statement.targets[0]
    return target.id if isinstance(target, ast.Name) else None


def _tells_none(read: ast.Name, module: Module) -> bool:
    """Whether None is told from other values at a use of a variable."""
    parent = module.parent(read)
    if isinstance(parent, ast.Compare):
        return isinstance(parent.ops[0], (ast.Is, ast.IsNot)) and is_none(parent.comparators[0])
    return isinstance(parent, ast.If) and parent.test is read and isinstance(parent.body[0], ast.Raise)


def _is_counted(read: ast.expr, module: Module) -> bool:
    """Whether a variable, or what a call gives, is used as a number."""
    parent = module.parent(read)
    if isinstance(parent, ast.Compare):
        return not isinstance(parent.ops[0], (ast.Is, ast.IsNot))
    if isinstance(parent, ast.UnaryOp):
        return not isinstance(parent.op, ast.Not)
    return isinstance(parent, (ast.AugAssign, ast.BinOp, ast.Slice))


def _answers(module: Module) -> bool:
    """Whether a class of the repository has a method for writing that gives something of its own."""
    known = memory(module)
    if "answers of write" not in known:
        known["answers of write"] = any(
            "def write(" in text and _has_answer(text) for text in repository_texts(module)
        )
    return bool(known["answers of write"])


def _has_answer(text: str) -> bool:
    """Whether a text defines such a method."""
    for method in _METHOD.finditer(text):
        for line in text[method.end() :].split("\n")[1:]:
            if line.strip() and not line.startswith((method[1] + " ", method[1] + "\t", "#")):
                break
            if _GIVES.search(line):
                return True
    return False


RULE = Rule(
    id="handed_counts",
    family="P13",
    summary="a method that hands on what a file says of writing gives nothing, where its callers ask for None",
    before=(
        "class Wrapped(object):\n"
        "    def _write(self, text):\n"
        "        return self.file.write(text)\n\n"
        "    def flush(self):\n"
        "        left = self._write(self.buffer)\n"
        "        if left is not None:\n"
        "            raise IOError, left\n"
    ),
    after=(
        "class Wrapped(object):\n"
        "    def _write(self, text):\n"
        "        self.file.write(text)\n\n"
        "    def flush(self):\n"
        "        left = self._write(self.buffer)\n"
        "        if left is not None:\n"
        "            raise IOError(left)\n"
    ),
    caveats="Files of io counted in Python 2 as well: a repository that imports it is left, whoever is given such a "
    "file from elsewhere gave the number.",
    triggers=(re.compile(r"return [\w.]+\.write\("),),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Return,),
    visit=visit,
)
