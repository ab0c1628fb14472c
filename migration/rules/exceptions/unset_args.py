"""class E(Exception) with an __init__ that hands nothing on → self.args = () in it: no text comes of what it is given.

Python 2 left the arguments of an exception unset where `__init__` of the base was not called; Python 3 sets them
before, so that str() and repr() show them.
"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import classes, defines, foreign_bases, local_bases, methods
from migration.analysis.exceptions import caught_by, caught_names, classes_of, is_exception_name
from migration.analysis.names import names_by_id
from migration.analysis.strings.shown import is_spelled
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Their arguments are more than a tuple.
_OTHER = frozenset(
    f"builtins.{n}"
    for n in (
        "EnvironmentError", "IOError", "OSError", "SystemExit", "SyntaxError", "IndentationError", "TabError",
        "UnicodeError", "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeTranslateError", "WindowsError",
    )
)  # fmt: skip
_OWN = ("__new__", "__getattribute__", "__reduce__", "args")
_START = "__init__"


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Unset them at the beginning, where what would show them can be asked for."""
    own = methods(node)
    start = own.get(_START)
    if not isinstance(start, ast.FunctionDef) or not start.args.args or start.decorator_list:
        return
    bases = set(foreign_bases(node, module)) - {"builtins.object"}
    if not bases or bases & _OTHER or not all(map(is_exception_name, bases)):
        return
    if any(defines(node, name, module) for name in _OWN) or _may_be_one_of_two(node, module):
        return
    if not _is_shown(node, module, arguments=defines(node, "__str__", module)):
        return
    self_name = start.args.args[0].arg
    if any(_sets(n) for n in ast.walk(start)):
        return
    first = start.body[ast.get_docstring(start) is not None :][:1]
    if not first or getattr(first[0], "decorator_list", None):
        return
    place = module.start(first[0])
    alone = not module.text[module.line_span(first[0]).start : place].strip()
    glue = f"\n{module.indentation(first[0])}" if alone else "; "
    if alone or not isinstance(first[0], (ast.If, ast.For, ast.While, ast.Try, ast.With)):
        yield module.insert(place, f"{self_name}.args = ()", glue)


def _sets(node: ast.AST) -> bool:
    """Whether `node` may set the arguments: calls an __init__ of another class, or gives the attribute a value."""
    if isinstance(node, ast.Attribute):
        return node.attr in (_START, "args")
    return isinstance(node, ast.Name) and node.id == "super"


def _may_be_one_of_two(node: ast.ClassDef, module: Module) -> bool:
    """Whether a class of the file has this one and another for bases, whose __init__ may have set the arguments."""
    return any(
        len(other.bases) > 1 and node in local_bases(other, module)[1:]
        for owners in classes(module).values()
        for other in owners
    )


def _is_shown(node: ast.ClassDef, module: Module, arguments: bool) -> bool:
    """Whether the file shows what it may have caught of a class: as text, or (`arguments`: alone) as what it was given.

    Elsewhere nobody would see what the class is given, and that it is kept does no harm.
    """
    family = {owner.name for owner in local_bases(node, module)}
    for name in (n for caught in caught_names(module) for n in names_by_id(module)[caught]):
        if not any(_may_catch(handler, family, module) for handler in caught_by(name, module)):
            continue
        parent = module.parent(name)
        if isinstance(parent, ast.Attribute) and parent.attr == "args":
            return True
        if isinstance(parent, ast.Call) and module.is_builtin(parent.func, "repr"):
            return True
        if not arguments and is_spelled(name, module):
            return True
    return False


def _may_catch(handler: ast.ExceptHandler, family: set[str], module: Module) -> bool:
    """Whether a clause catches one of `family`, or is of the language's own exceptions, from which they derive."""
    named = classes_of(handler, module)
    if named is None or any(is_exception_name(name) for name in named if name):
        return True
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(kind, ast.Name) and kind.id in family for kind in kinds)


RULE = Rule(
    id="unset_args",
    family="P2",
    summary="an exception whose __init__ hands nothing on to its base has no arguments to show",
    before=(
        "class E(Exception):\n    def __init__(self, code):\n        self.code = code\n"
        "try:\n    raise E(3)\nexcept E, e:\n    print e\n"
    ),
    after=(
        "class E(Exception):\n    def __init__(self, code):\n        self.args = ()\n        self.code = code\n"
        "try:\n    raise E(3)\nexcept E as e:\n    print(e)\n"
    ),
    caveats="Only where the file shows what it caught of such a class; only classes whose bases outside of the file "
    "are exceptions of the language; not where a class derives from two.",
    triggers=("__init__",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
