"""def __getattr__(self, name): return getattr(self.x, name) → refuses `x` itself, which an object that is copied lacks.

copy and pickle make an object without `__init__` and ask it for `__setstate__`. That never ended in Python 2 either,
but hasattr() took every error for a no there, and takes only AttributeError for one now.
"""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import attribute_values, local_bases, methods
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

_COPIES = re.compile(
    r"deepcopy\b(?<!\wdeepcopy)|copy\.copy\b(?<!\wcopy\.copy)|from copy import\b(?<!\wfrom copy import)"
    r"|[pP]ickle\b(?:(?<!\w[pP]ickle)|(?<=\bc[pP]ickle))"
)


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Refuse what the method reads of the object itself, at its beginning."""
    method = methods(node).get("__getattr__")
    if (
        not isinstance(method, ast.FunctionDef)
        or len(method.args.args) != 2
        or not ("copy" in module.text or "ickle" in module.text)
        or not _COPIES.search(module.text)
    ):
        return
    if any("__setstate__" in methods(c) for c in local_bases(node, module)):
        return
    own, name = (a.arg for a in method.args.args)
    if any(_asks(n, name) for n in ast.walk(method)):
        return  # it knows some names from others
    read = {
        n.attr
        for n in ast.walk(method)
        if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and n.value.id == own
    }
    kept = sorted(a for a in read if attribute_values(node, a) and a not in methods(node))
    documented = ast.get_docstring(method, clean=False) is not None
    first = method.body[1:2] if documented else method.body[:1]
    if not kept or not first or first[0].lineno == method.lineno:
        return
    spelled = [f'"{_mangled(a, node.name)}"' for a in kept]
    test = f"== {spelled[0]}" if len(spelled) == 1 else f"in ({', '.join(spelled)})"
    start, indent = module.start(first[0]), module.indentation(first[0])
    step = "\t" if "\t" in indent else "    "
    text = f"if {name} {test}:\n{indent}{step}raise AttributeError({name})\n{indent}"
    yield module.edit(module.part(Span(start, start), text))


def _asks(node: ast.AST, name: str) -> bool:
    """Whether `node` is a test of the name that is asked for, or a `try` around all of it."""
    if isinstance(node, ast.Try):
        return any(h.type is None for h in node.handlers)
    if isinstance(node, (ast.If, ast.IfExp)):
        return any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node.test))
    return isinstance(node, ast.Attribute) and node.attr == "__dict__"


def _mangled(attribute: str, owner: str) -> str:
    private = attribute.startswith("__") and not attribute.endswith("__")
    return f"_{owner.lstrip('_')}{attribute}" if private else attribute


RULE = Rule(
    id="unset_delegate",
    family="P14",
    summary="objects that ask another one for all they lack can be copied",
    before=(
        "from copy import copy\nclass P(object):\n    def __init__(self, x):\n        self.x = x\n"
        "    def __getattr__(self, name):\n        return getattr(self.x, name)\nn = 1L\n"
    ),
    after=(
        "from copy import copy\nclass P(object):\n    def __init__(self, x):\n        self.x = x\n"
        '    def __getattr__(self, name):\n        if name == "x":\n            raise AttributeError(name)\n'
        "        return getattr(self.x, name)\nn = 1\n"
    ),
    caveats="Only in files that copy or pickle anything, and where the method tells no names apart.",
    triggers=("__getattr__",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
