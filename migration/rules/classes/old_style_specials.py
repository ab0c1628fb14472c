"""self.__iter__ = data.__iter__, in an old-style class → with def __iter__: Python 3 asks the class, not its object."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import classes, defines, is_old_style, local_bases, methods
from migration.analysis.names import in_repository, other_texts
from migration.rewriting.members import after
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module

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
            part = None if _is_read(node, name, module) else _asking_first(own, name, module)
        elif (
            _is_always_given(statement, method, module)
            and not defines(node, name, module)
            and not _is_made_otherwise(node, name, module)
            and not (name == "__eq__" and defines(node, "__cmp__", module))  # which != asked
        ):
            given_on = "*arguments, **named" if name == "__call__" else "*arguments"
            lines = ["", f"def {name}(self, {given_on}):", f'    return self.__dict__["{name}"]({given_on})']
            if name == "__eq__" and "__ne__" not in given and not defines(node, "__ne__", module):
                # Python 2 asked for that alone, and told objects apart by what they are.
                lines += ["", "def __ne__(self, other):", "    return self is not other"]
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


def _is_always_given(statement: ast.Assign, method: ast.FunctionDef, module: Module) -> bool:
    """Whether each object has it from the beginning, before anything can ask for it."""
    leaves = any(isinstance(n, ast.Return) for n in ast.walk(method))
    if method.name != "__init__" or statement not in method.body or leaves:
        return False
    first = method.args.args[0].arg
    before = method.body[: method.body.index(statement)]
    return not any(
        isinstance(n, ast.Name) and n.id == first and _is_handed_on(n, module)
        for n in (*(n for one in before for n in ast.walk(one)), *ast.walk(statement.value))
    )


def _is_handed_on(own: ast.Name, module: Module) -> bool:
    """Whether an object is more than asked for an attribute: a method that it calls may ask whether it is true."""
    asked = module.parent(own)
    if not isinstance(asked, ast.Attribute):
        return not isinstance(module.function(own), ast.Lambda)
    call = module.parent(asked)
    is_called = isinstance(call, ast.Call) and call.func is asked
    return is_called and not isinstance(module.function(own), ast.Lambda)


def _is_made_otherwise(owner: ast.ClassDef, name: str, module: Module) -> bool:
    """Whether an object may be without it: one of a subclass that is made in its own way, one that is read again
    from a state without it, or one that it is taken from.
    """
    below = [c for several in classes(module).values() for c in several if owner in local_bases(c, module)]
    above = {c.name for c in below}
    for other in below:
        made = methods(other).get("__init__") if other is not owner else None
        if made is not None and name not in methods(other) and not _begins_above(made, above):
            return True
    restoring = [m for c in below for m in (methods(c).get("__setstate__"),) if m is not None]
    calls = (n for m in restoring for n in ast.walk(m) if isinstance(n, ast.Call))
    if any(isinstance(c.func, ast.Attribute) and c.func.attr == "__init__" for c in calls):
        restored = True
    else:
        restored = not restoring and not any("__getstate__" in methods(c) for c in below)
    taken = any(
        isinstance(n, ast.Attribute) and n.attr == name and isinstance(n.ctx, ast.Del)
        for n in module.nodes_of(ast.Attribute)
    )
    elsewhere = re.compile(rf"class[ \t]+\w+[ \t]*\((?:[^()]*[\s,.])?{owner.name}[ \t]*[,)]")
    return not restored or taken or _is_elsewhere(elsewhere, module)


def _begins_above(made: ast.stmt, above: set[str]) -> bool:
    """Whether an initialiser first of all calls that of a class above: A.__init__(self)."""
    body = made.body if isinstance(made, ast.FunctionDef) and made.name == "__init__" else []
    call = body[0].value if body and isinstance(body[0], ast.Expr) else None
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "__init__"
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id in above
    )


def _is_elsewhere(pattern: re.Pattern[str], module: Module) -> bool:
    """Whether another file of the repository has it."""
    return any(map(pattern.search, other_texts(module)))


def _is_read(owner: ast.ClassDef, name: str, module: Module) -> bool:
    """Whether the class's own method is asked for by name: what the object has may end in a call of it."""
    own = {m.args.args[0].arg for m in ast.walk(owner) if isinstance(m, ast.FunctionDef) and m.args.args}
    for node in module.nodes_of(ast.Attribute):
        if not isinstance(node, ast.Attribute) or node.attr != name or not isinstance(node.ctx, ast.Load):
            continue
        value = node.value
        if isinstance(value, ast.Name) and (value.id in own or value.id in classes(module)):
            return True
        if isinstance(value, ast.Attribute) and value.attr == "__class__":
            return True
    return in_repository(re.compile(rf"(?<!\w){owner.name}\.{name}\b"), module)


def _asking_first(own: ast.stmt, name: str, module: Module) -> Part | None:
    """The part by which a method of the class asks for the object's first."""
    arguments = own.args if isinstance(own, ast.FunctionDef) else None
    if arguments is None or not arguments.args or own.decorator_list:  # type: ignore[attr-defined]
        return None
    # What a generator returns is given to nobody.
    if any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in ast.walk(own)):
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
