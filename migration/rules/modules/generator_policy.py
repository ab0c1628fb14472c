"""class G(Generator): def __init__(self, fp) → def __init__(self, fp, policy=None): email's generators are told one.

For each part of a mail a generator makes another of its own class, and hands its policy on.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.classes import classes, foreign_bases, local_bases, methods
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

_BASES = frozenset(
    f"email.{module}.{name}"
    for module in ("generator", "Generator")
    for name in ("Generator", "DecodedGenerator")
)
_POLICY = "policy"


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Take a policy, and give it to the class that it is made for."""
    found = _unaware(node, module)
    if found is None:
        return
    method, call = found
    taken = method.args
    ends = [module.span(one).end for one in (*taken.args, taken.vararg) if one is not None]
    end = max(*ends, *(module.outer_span(value).end for value in taken.defaults))
    given = module.part(Span(end, end), f", {_POLICY}=None")
    yield module.edit(given, module.added(call, f"{_POLICY}={_POLICY}"))


def _unaware(owner: ast.ClassDef, module: Module) -> tuple[ast.FunctionDef, ast.Call] | None:
    """The `__init__` of a class of generators that takes no policy, and its call of the one that it extends."""
    method = methods(owner).get("__init__")
    if not isinstance(method, ast.FunctionDef) or len(owner.bases) != 1 or method.decorator_list:
        return None
    family = local_bases(owner, module)
    if any("clone" in methods(c) for c in family) or _BASES.isdisjoint(foreign_bases(owner, module)):
        return None
    taken = method.args
    if not taken.args or taken.kwarg is not None or taken.kwonlyargs or _names_policy(method, module):
        return None
    extended = next((c for c in family[1:] if "__init__" in methods(c)), None)
    if extended is not None and not _takes_policy(extended, module):
        return None
    calls = list(_calls(method, owner, module))
    if len(calls) != 1 or any(k.arg is None for k in calls[0].keywords):
        return None
    return method, calls[0]


def _names_policy(method: ast.FunctionDef, module: Module) -> bool:
    """Whether the name means something in a method already."""
    named = [n.id for n in module.below(method) if isinstance(n, ast.Name)]
    named += [n.arg or "" for n in module.below(method) if isinstance(n, (ast.arg, ast.keyword))]
    return _POLICY in named


def _takes_policy(owner: ast.ClassDef, module: Module) -> bool:
    method = methods(owner)["__init__"]
    if not isinstance(method, ast.FunctionDef):
        return False
    taken = method.args
    named = {a.arg for a in (*taken.args, *taken.kwonlyargs)}
    return taken.kwarg is not None or _POLICY in named or _unaware(owner, module) is not None


def _calls(method: ast.FunctionDef, owner: ast.ClassDef, module: Module) -> Iterator[ast.Call]:
    """The calls of the `__init__` that a method extends."""
    for node in module.below(method):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Call(func=asked), attr="__init__")):
                if module.is_builtin(asked, "super"):
                    yield node
            case ast.Call(func=ast.Attribute(value=named, attr="__init__")):
                own = isinstance(named, ast.Name) and named.id in classes(module)
                base = owner.bases[0]
                same = ast.dump(named) == ast.dump(base)
                if same or (not own and module.qualified_name(named) in _BASES):
                    yield node


RULE = Rule(
    id="generator_policy",
    family="P11",
    summary="generators of mail are made with a policy",
    before="from email.Generator import Generator\nclass G(Generator):\n    def __init__(self, out, wide=78L):\n"
    "        Generator.__init__(self, out, True, wide)\n",
    after="from email.generator import Generator\nclass G(Generator):\n"
    "    def __init__(self, out, wide=78, policy=None):\n"
    "        Generator.__init__(self, out, True, wide, policy=policy)\n",
    caveats="Only where the base is named in the file and its __init__ is called once.",
    triggers=("Generator",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
