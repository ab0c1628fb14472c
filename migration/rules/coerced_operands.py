"""def __add__ of an old-style class with __coerce__ → @coerced def __add__: Python 2 coerced the operands first."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.edits import Span
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._classes import is_old_style, methods
from migration.rules._helpers import helper
from migration.rules._values import returns_of

HELPER = '''
def coerced(method):
    """A method for an operator that works on what its operands are coerced to, as Python 2 did it."""

    def operate(self, other):
        pair = self.__coerce__(other)
        return method(*pair) if isinstance(pair, tuple) else method(self, other)

    return operate
'''
_ARITHMETIC = ("add", "sub", "mul", "div", "truediv", "floordiv", "mod", "divmod", "pow", "and", "or", "xor")
_OPERATORS = frozenset(f"__{mark}{name}__" for name in _ARITHMETIC for mark in ("", "r")) | {"__cmp__"}


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Decorate the methods, unless they may be given what no instance of the class is."""
    own = methods(node)
    coerce = own.get("__coerce__")
    if (
        not isinstance(coerce, ast.FunctionDef)
        or not is_old_style(node, module)
        or not _gives_own(coerce, node)
    ):
        return
    for name, method in own.items():
        if not (name in _OPERATORS and isinstance(method, ast.FunctionDef)) or method.decorator_list:
            continue
        if len(method.args.args) == 2 and not (
            method.args.defaults or method.args.vararg or method.args.kwarg
        ):
            start = module.line_span(method).start
            name = helper("coerced", HELPER, module)
            yield module.edit(
                module.part(Span(start, start), f"{module.indentation(method)}@", name, "\n"),
                needs_python2=True,
            )


def _gives_own(coerce: ast.FunctionDef, owner: ast.ClassDef) -> bool:
    """Whether what is returned is nothing, or pairs of which an instance of the class is the first."""
    own = coerce.args.args[0].arg if coerce.args.args else ""
    values = [r.value for r in returns_of(coerce)]
    pairs = [v.elts for v in values if isinstance(v, ast.Tuple) and len(v.elts) == 2]
    rest = [v for v in values if v is not None and not isinstance(v, ast.Tuple)]
    return (
        bool(pairs)
        and all(_is_nothing(v) for v in rest)
        and all(_is_own(first, own, owner.name) for first, _ in pairs)
    )


def _is_nothing(node: ast.expr) -> bool:
    return (isinstance(node, ast.Constant) and node.value is None) or getattr(
        node, "id", ""
    ) == "NotImplemented"


def _is_own(node: ast.expr, own: str, owner: str) -> bool:
    """Whether `node` is a method's object, or a new one of its class."""
    made = node.func if isinstance(node, ast.Call) else None
    return getattr(node, "id", "") == own or (isinstance(made, ast.Name) and made.id == owner)


RULE = Rule(
    id="coerced_operands",
    family="P14",
    summary="operators of old-style classes that coerce work on what their operands are coerced to",
    before=(
        "class A:\n    def __coerce__(self, o):\n        return self, A(o)\n"
        "    def __add__(self, o):\n        return self.n + o.n\nx = A() + 1L\n"
    ),
    after=(
        f"{HELPER.strip()}\n\n\nclass A:\n    def __coerce__(self, o):\n        return self, A(o)\n"
        "    @coerced\n    def __add__(self, o):\n        return self.n + o.n\nx = A() + 1\n"
    ),
    caveats="Only where `__coerce__` gives an instance of its own class, or nothing. New-style classes were not asked.",
    triggers=("__coerce__",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
