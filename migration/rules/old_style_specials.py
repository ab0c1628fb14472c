"""self.__iter__ = data.__iter__, in an old-style class → with def __iter__: Python 3 asks the class, not its object."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.edits import Part, Span
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._classes import defines, is_old_style, methods
from migration.rules._members import after

#: Special methods that take nothing away from a class whose other objects have none.
_NAMES = frozenset(
    f"__{name}__"
    for name in (
        "getitem", "setitem", "delitem", "contains", "iter", "len", "call", "repr", "str", "enter", "exit", "int",
        "float", "index", "eq", "ne", "lt", "le", "gt", "ge",
    )
)  # fmt: skip


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Have the class's own method ask the object first, or give it one that does."""
    if not is_old_style(node, module):
        return
    given: dict[str, tuple[ast.Assign, ast.FunctionDef]] = {}
    for method in node.body:
        if isinstance(method, ast.FunctionDef):
            for name, statement in _given_by(method, module):
                given.setdefault(name, (statement, method))
    for name, (statement, method) in given.items():
        own = methods(node).get(name)
        part: Part | None = None
        if own is not None:
            part = _asking_first(own, name, module)
        elif _is_always_given(statement, method) and not defines(node, name, module):
            lines = ["", f"def {name}(self, *arguments):", f'    return self.__dict__["{name}"](*arguments)']
            part = after(method, lines, module)
        if part is not None:
            yield module.edit(part)


def _given_by(method: ast.FunctionDef, module: Module) -> list[tuple[str, ast.Assign]]:
    """The special methods that a method gives its object, with the statements that do."""
    first = method.args.args[0].arg if method.args.args and not method.decorator_list else ""
    return [
        (target.attr, statement)
        for statement in module.below(method)
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Attribute)
        and target.attr in _NAMES
        and isinstance(target.value, ast.Name)
        and target.value.id == first
    ]


def _is_always_given(statement: ast.Assign, method: ast.FunctionDef) -> bool:
    """Whether each object has it from the beginning."""
    leaves = any(isinstance(n, ast.Return) for n in ast.walk(method))
    return method.name == "__init__" and statement in method.body and not leaves


def _asking_first(own: ast.stmt, name: str, module: Module) -> Part | None:
    """The part by which a method of the class asks for the object's first."""
    arguments = own.args if isinstance(own, ast.FunctionDef) else None
    if arguments is None or not arguments.args or own.decorator_list:  # type: ignore[attr-defined]
        return None
    body = own.body  # type: ignore[attr-defined]
    documented = ast.get_docstring(own, clean=False) is not None  # type: ignore[arg-type]
    first = body[1 if documented else 0] if len(body) > documented else None
    if first is None or first.lineno == own.lineno or arguments.kwonlyargs:
        return None
    start = module.line_starts[first.lineno - 1]
    if module.text[start : module.start(first)].strip() or _asks(first, name):
        return None
    owner, *given = [a.arg for a in arguments.args]
    given += [f"*{arguments.vararg.arg}"] if arguments.vararg else []
    given += [f"**{arguments.kwarg.arg}"] if arguments.kwarg else []
    indent = module.indentation(first)
    step = indent.removeprefix(module.indentation(own)) or "    "
    asked = f'{owner}.__dict__["{name}"]'
    lines = f'{indent}if "{name}" in {owner}.__dict__:\n{indent}{step}return {asked}({", ".join(given)})\n'
    return module.part(Span(start, start), lines)


def _asks(statement: ast.stmt, name: str) -> bool:
    """Whether a statement is what this rule writes."""
    return isinstance(statement, ast.If) and ast.unparse(statement.test).startswith(f"'{name}' in ")


RULE = Rule(
    id="old_style_specials",
    family="P14",
    summary="special methods that an old-style class gave its objects are asked of the class",
    before="class A:\n    def __init__(self, data):\n        self.__iter__ = data.__iter__\nprint list(A([1]))\n",
    after=(
        "class A:\n    def __init__(self, data):\n        self.__iter__ = data.__iter__\n\n"
        '    def __iter__(self, *arguments):\n        return self.__dict__["__iter__"](*arguments)\n'
        "print(list(A([1])))\n"
    ),
    caveats="Only where each object gets one when it is made, or the class has one of its own.",
    triggers=tuple(f".{name}" for name in sorted(_NAMES)),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    needs_proof=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
