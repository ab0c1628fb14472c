"""C.__module__ = 'm' for a class of a function → also C.__qualname__ = C.__name__: pickle looks for both."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Assign, module: Module) -> Findings:
    """Say that the class is found in that module by its plain name, as in Python 2."""
    target = node.targets[0]
    if len(node.targets) != 1 or not (isinstance(target, ast.Attribute) and target.attr == "__module__"):
        return
    if not isinstance(target.value, ast.Name) or "__qualname__" in module.text:
        return
    bindings = module.bindings(target.value)
    made = bindings[0].node if len(bindings) == 1 else None
    local = isinstance(made, ast.ClassDef) and not isinstance(module.parent(made), ast.Module)
    if not local and not _is_made_by_metaclass(target.value, module):
        return
    span, name = module.line_span(node), target.value.id
    source = module.source(span)
    if ";" in source or source.strip() != module.source(module.span(node)).strip():
        return
    end = "" if source.endswith("\n") else "\n"
    line = f"{end}{module.indentation(node)}{name}.__qualname__ = {name}.__name__\n"
    yield module.insert(span.end, line)


def _is_made_by_metaclass(name: ast.Name, module: Module) -> bool:
    """Whether `name` is the class that `__init__` of a metaclass is given: it has a name, bases and members."""
    function = module.function(name)
    if not isinstance(function, ast.FunctionDef) or function.name != "__init__":
        return False
    parameters = [a.arg for a in function.args.args]
    return len(parameters) == 4 and parameters[0] == name.id and name.id in ("cls", "klass")


RULE = Rule(
    id="moved_class",
    family="P14",
    summary="pickle finds a class by its qualified name",
    before="def f():\n    class C(object): pass\n    C.__module__ = 'm'\n    return C\nn = 1L\n",
    after=(
        "def f():\n    class C(object): pass\n    C.__module__ = 'm'\n    C.__qualname__ = C.__name__\n    return C\n"
        "n = 1\n"
    ),
    caveats="Classes of functions alone; the others have the names they say.",
    triggers=("__module__",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Assign,),
    visit=visit,
)
