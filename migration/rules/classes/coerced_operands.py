"""Old-style classes had __coerce__ called before their arithmetic: its methods call it themselves."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import is_old_style, local_bases, methods
from migration.analysis.values import returns_of
from migration.rule import Findings, Rule
from migration.view.module import Module

_OPERATORS = (
    "add", "sub", "mul", "div", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and", "or", "xor",
)  # fmt: skip
_METHODS = frozenset(f"__{way}{name}__" for name in _OPERATORS for way in ("", "r", "i")) | {"__cmp__"}


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Begin each method that Python 2 called with coerced operands by coercing them."""
    coerce = next((c for b in local_bases(node, module) if (c := methods(b).get("__coerce__"))), None)
    if not isinstance(coerce, ast.FunctionDef) or not is_old_style(node, module):
        return
    wanted = [m for n, m in methods(node).items() if n in _METHODS and isinstance(m, ast.FunctionDef)]
    wanted = [m for m in wanted if len(m.args.args) > 1 and not _coerces(m)]
    if not _keeps_self(coerce, module):
        if wanted or coerce in node.body:
            yield module.open(
                node,
                "Python 3 never calls __coerce__: convert the operands in each method",
                needs_python2=True,
            )
        return
    for method in wanted:
        documented = isinstance(method.body[0], ast.Expr) and isinstance(method.body[0].value, ast.Constant)
        body = method.body[1:] if documented else method.body
        if not body:
            continue
        own, other = (a.arg for a in method.args.args[:2])
        pair, asked = module.fresh_name("pair"), f"{own}.__coerce__({other})"
        if any(_is_refusal(r.value) for r in returns_of(coerce)):
            asked = f"{pair} if isinstance({pair} := {asked}, tuple) else ({own}, {other})"
        elif not _always_answers(coerce):
            asked = f"{asked} or ({own}, {other})"
        start = module.start(body[0])
        alone = not module.text[module.line_span(body[0]).start : start].strip()
        joint = "\n" + module.indentation(body[0]) if alone else "; "
        yield module.insert(start, f"{own}, {other} = {asked}{joint}", needs_python2=True)


def _coerces(method: ast.FunctionDef) -> bool:
    return any(isinstance(n, ast.Attribute) and n.attr == "__coerce__" for n in ast.walk(method))


def _keeps_self(coerce: ast.FunctionDef, module: Module) -> bool:
    """Whether all that is returned is the instance, or another of its class, with another operand, or nothing."""
    own = coerce.args.args[0].arg if coerce.args.args else ""
    values = [r.value for r in returns_of(coerce)]
    pairs = [v.elts for v in values if isinstance(v, ast.Tuple)]
    rest = [v for v in values if not isinstance(v, ast.Tuple)]
    return (
        bool(pairs)
        and all(len(p) == 2 and _is_one_of_its_class(p[0], own, coerce, module) for p in pairs)
        and all(
            v is None or (isinstance(v, ast.Constant) and v.value is None) or _is_refusal(v) for v in rest
        )
    )


def _is_refusal(node: ast.expr | None) -> bool:
    """Whether what is returned says that the other operand is to be asked."""
    return isinstance(node, ast.Name) and node.id == "NotImplemented"


def _is_one_of_its_class(node: ast.expr, own: str, coerce: ast.FunctionDef, module: Module) -> bool:
    if isinstance(node, ast.Call):
        function, owner = node.func, module.class_of(coerce)
        if isinstance(function, ast.Name) and owner is not None:
            return function.id == owner.name
        node = (
            function.value if isinstance(function, ast.Attribute) and function.attr == "__class__" else node
        )
    return isinstance(node, ast.Name) and node.id == own


def _always_answers(coerce: ast.FunctionDef) -> bool:
    last = coerce.body[-1]
    return isinstance(last, ast.Return) and all(isinstance(r.value, ast.Tuple) for r in returns_of(coerce))


RULE = Rule(
    id="coerced_operands",
    family="P14",
    summary="methods of arithmetic call __coerce__ themselves",
    before=(
        "class A:\n    def __coerce__(self, o):\n        return self, A(o)\n"
        "    def __add__(self, o):\n        return self.n + o.n\nn = 1L\n"
    ),
    after=(
        "class A:\n    def __coerce__(self, o):\n        return self, A(o)\n"
        "    def __add__(self, o):\n        self, o = self.__coerce__(o)\n        return self.n + o.n\nn = 1\n"
    ),
    caveats="Instances of new-style classes were not coerced. Calls of the methods by name are coerced as well.",
    triggers=("__coerce__",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.ClassDef,),
    visit=visit,
)
