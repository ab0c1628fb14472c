"""Code in a string as a program of its own, migrated."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from migration.dialects.dialect import parse
from migration.engine.outcome import Outcome
from migration.engine.registry import Registry
from migration.view.module import Module

_DIVISION, _BLANK = "classic_division", "print_softspace"
#: The rule that asks for the first.
_DIVIDING = "old_division"
#: Proves a program to be Python 2; around an expression; before a program, so that imports come behind it.
_PROOF, _SHOWN, _HEAD = "proof = 1L\n", "shown_value(", '"""Code."""\n'
#: What decides between two operands; without builtins it can tell whole numbers by their classes alone.
_CHOICE = "(lambda a, b: a // b if isinstance(a, int) and isinstance(b, int) else a / b)"
_CHOICE_BARE = (
    "(lambda a, b: a // b if {a.__class__, b.__class__} <= {(0).__class__, True.__class__} else a / b)"
)


def migrated_code(
    code: str,
    expression: bool,
    module: Module,
    partly: bool = False,
    call: ast.Call | None = None,
    divided: bool = False,
    kept: frozenset[str] = frozenset(),
    remembers: bool = False,
    put_in: frozenset[str] = frozenset(),
) -> tuple[str | None, bool]:
    """The code in Python 3, as far as it has a place in the string, and whether that is all of it. `partly`: also where
    something in it is left open. `call`: the one that runs it, where that is known. `divided`: it divides as in
    Python 2, whatever runs it. `kept`: variables that have to be there afterwards; code may get more lines for them.
    `remembers`: it finds the helper that remembers the blank after `print x,`. `put_in`: names, and an operator, that
    stand for any text, which binds as it likes.
    """
    text = f"{_SHOWN}{code.strip()})" if expression else code
    after = f"{_SHOWN}{', '.join(sorted(kept))})\n" if kept else ""
    program = f"{_HEAD}{text.rstrip()}\n{after}{_PROOF}"
    # What runs a string runs it by the file's own division.
    left = frozenset([_DIVIDING] if divided or module.has_future("division") else [])
    outcome, whole = _migrated(program, module.target, left), True
    result, is_code = outcome.text, outcome.compiles
    # What begins in the first line is no helper.
    others = {"comprehension_leak", "print_statement"} if kept else {"print_statement"}
    writers = _writers(program, outcome) - others if is_code else set[str]()
    decided = None
    if writers == {_BLANK} and remembers:
        decided = _without_helper(result, program.count("\n"))
    if _BLANK in writers and decided is None:
        # The blank that a line is left open with is written at once: all else may have a place.
        left |= {_BLANK}
        outcome, whole = _migrated(program, module.target, left), False
        result, is_code = outcome.text, outcome.compiles
        writers = _writers(program, outcome) - others if is_code else set()
    if writers:
        bare = has_own_builtins(module, call)
        if decided is None and _DIVIDING in writers:
            decided = _decided_in_place(result, program, bare, put_in)
            if decided is not None and decided.count("\n") != program.count("\n"):
                decided = None if bare else _imported_in_place(decided, program.count("\n"), call, module)
        if decided is None and not bare:
            decided = _imported_in_place(result, program.count("\n"), call, module)
        # What needs a helper or an import has no place: the rest is better than nothing.
        if decided is None:
            outcome, whole = _migrated(program, module.target, left | writers), False
        result = outcome.text if decided is None else decided
    left_open = bool(outcome.open_sites)
    if outcome.read_by != "syntax" or outcome.notes or not outcome.compiles or (left_open and not partly):
        return None, not is_code or (outcome.compiles and not left_open)
    whole = whole and not left_open
    body = result.removeprefix(_HEAD)
    end = f"{after}proof = 1\n"
    if (body.count("\n") != program.count("\n") - 1 and not kept) or not body.endswith(end):
        return None, False
    new = body.removesuffix(end).removesuffix("\n")
    if expression:
        fits = new.startswith(_SHOWN) and new.endswith(")")
        return (new[len(_SHOWN) : -1], whole) if fits else (None, False)
    return new + code[len(code.rstrip()) :], whole


@lru_cache(maxsize=64)
def _migrated(program: str, target: tuple[int, int], left: frozenset[str]) -> Outcome:
    """A program by all rules less some; several rules ask for what the same code becomes."""
    from migration.engine.pipeline import migrate

    return migrate(program, "<code>", target=target, registry=_registry(left))


@lru_cache(maxsize=8)
def _registry(left: frozenset[str]) -> Registry:
    """All rules less some."""
    from migration.engine.registry import all_rules

    return all_rules().without(left)


def has_own_builtins(module: Module, call: ast.Call | None = None) -> bool:
    """Whether the file says itself which builtins code finds that `call` runs; all of it where that is not known."""
    for constant in module.nodes_of(ast.Constant):
        if not isinstance(constant, ast.Constant) or constant.value != "__builtins__":
            continue
        place = module.parent(constant)
        if isinstance(place, ast.Dict) and constant in place.keys:
            given: ast.AST | None = place.values[place.keys.index(constant)]
        elif isinstance(place, ast.Subscript) and isinstance(place.ctx, ast.Store):
            assign = module.parent(place)
            given = assign.value if isinstance(assign, ast.Assign) else None
        else:
            continue
        if not _is_all_builtins(given) and _concerns(place, call, module):
            return True
    return any(
        isinstance(k, ast.keyword)
        and k.arg == "__builtins__"
        and not _is_all_builtins(k.value)
        and _concerns(k, call, module)
        for k in module.nodes_of(ast.keyword)
    )


def _is_all_builtins(given: ast.AST | None) -> bool:
    return isinstance(given, ast.Name) and given.id in ("__builtins__", "__builtin__", "builtins")


def _concerns(place: ast.AST, call: ast.Call | None, module: Module) -> bool:
    """Whether what a place says may hold for `call`, and not only for another one that it is given to."""
    outer = place
    for outer in module.ancestors(place):
        if isinstance(outer, ast.stmt):
            break
        if isinstance(outer, ast.Call) and module.is_builtin(outer.func, "exec", "eval"):
            return call is None or outer is call
    return True


def _decided_in_place(text: str, program: str, bare: bool, put_in: frozenset[str]) -> str | None:
    """What became of a program without the helper for divisions, where that and imports are all that was put before it:
    each call of it becomes the choice that it makes, `x // 2 if isinstance(x, int) else x / 2`, with names for operands
    that are more than a name or a number. `bare`: the code may find no builtins. `put_in`: what stands for any text,
    which an operand must not end in.
    """
    tree = parse(text)
    helpers = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == _DIVISION] if tree else []
    if tree is None or len(helpers) != 1:
        return None
    # Behind the head stands the documentation that the code may have of its own, and what is imported.
    before = tree.body[1 : tree.body.index(helpers[0])]
    if not all(
        isinstance(s, (ast.Import, ast.ImportFrom))
        or (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))
        for s in before
    ):
        return None
    lines = text.encode().split(b"\n")
    calls = [
        n
        for n in ast.walk(tree)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == _DIVISION
    ]
    if "@" in put_in or any(_is_open_to(put_in, a) for c in calls for a in c.args):
        return None
    for call in sorted(calls, key=lambda c: (c.lineno, c.col_offset), reverse=True):
        place: ast.expr = call.func
        new = _CHOICE_BARE if bare else _CHOICE
        if not bare and call.lineno == call.end_lineno and all(map(_is_simple, call.args)):
            place = call
            left, right = map(ast.unparse, call.args)
            known = [a for a in call.args if not isinstance(a, ast.Constant)]
            asked = [f"isinstance({ast.unparse(a)}, int)" for a in known]
            new = f"({left} // {right} if {' and '.join(asked)} else {left} / {right})"
        line = lines[call.lineno - 1]
        lines[call.lineno - 1] = line[: place.col_offset] + new.encode() + line[place.end_col_offset :]
    rest = b"\n".join(lines[helpers[0].end_lineno :]).decode().lstrip("\n")
    first = b"\n".join(lines[1 : before[-1].end_lineno]).decode() + "\n" if before else ""
    original = program.split("\n")
    added = sum(isinstance(s, ast.Import) and lines[s.lineno - 1].decode() not in original for s in before)
    # Empty lines around the helper are those that were there, and those that came with it.
    return (
        _HEAD + first + "\n" * (program.count("\n") + added - 1 - first.count("\n") - rest.count("\n")) + rest
    )


def _is_open_to(put_in: frozenset[str], operand: ast.AST) -> bool:
    """Whether a text that is put into an operand stands in no brackets there: `-%s / 2`, given '1 - 4'."""
    if isinstance(operand, ast.Call):
        return _is_open_to(put_in, operand.func)
    if isinstance(operand, ast.Subscript):
        return _is_open_to(put_in, operand.value)
    if isinstance(operand, (ast.List, ast.Tuple, ast.Dict, ast.Set)):
        return False
    if isinstance(operand, ast.Name):
        return operand.id in put_in
    return any(_is_open_to(put_in, n) for n in ast.iter_child_nodes(operand))


def _without_helper(text: str, length: int) -> str | None:
    """The program without the helper that remembers a blank, and the imports of that, where these come first."""
    tree = parse(text)
    added = tree.body[1:5] if tree else []
    kinds = [ast.Import, ast.Import, ast.FunctionDef, ast.FunctionDef]
    if [type(s) for s in added] != kinds or getattr(added[2], "name", "") != _BLANK:
        return None
    rest = "\n".join(text.split("\n")[added[3].end_lineno :]).lstrip("\n")
    return _HEAD + "\n" * (length - 1 - rest.count("\n")) + rest


def _imported_in_place(text: str, length: int, call: ast.Call | None, module: Module) -> str | None:
    """The program without the imports that were put before it, where that is all it needs: what they bind is imported
    where it is read, which binds nothing. None where the code has such a name of its own, or `call` gives it what may
    be another function than the builtin that moved.
    """
    tree = parse(text)
    last = 1 + text.count("\n") - length
    added = [s for s in tree.body if 1 < s.lineno <= last] if tree else []
    modules: dict[str, str] = {}
    for statement in added:
        if not isinstance(statement, ast.Import):
            return None
        for alias in statement.names:
            name = alias.asname or alias.name.partition(".")[0]
            if name in modules or (alias.asname and "." in alias.name):
                return None
            modules[name] = alias.name
    if tree is None or not added or not modules.keys().isdisjoint(_bound(tree.body[1 + len(added) :])):
        return None
    lines = text.encode().split(b"\n")
    reads = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id in modules]
    asked = {(n.value, n.attr) for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    if any(value in reads and _is_given(name, call, module) for value, name in asked):
        return None
    for read in sorted(reads, key=lambda n: (n.lineno, n.col_offset), reverse=True):
        line = lines[read.lineno - 1]
        made = f'__import__("{modules[read.id]}")'.encode()
        lines[read.lineno - 1] = line[: read.col_offset] + made + line[read.end_col_offset :]
    rest = b"\n".join(lines[last:]).decode().lstrip("\n")
    return _HEAD + "\n" * (length - 1 - rest.count("\n")) + rest


def _is_given(name: str, call: ast.Call | None, module: Module) -> bool:
    """Whether the file binds the name of a builtin otherwise where it runs code, or puts something under that name."""
    found = module.scope(call or module.tree).lookup(name)
    if found is not None and any(b.target != f"functools.{name}" for b in found[1]):
        return True
    return any(isinstance(c, ast.Constant) and c.value == name for c in module.nodes_of(ast.Constant)) or any(
        isinstance(k, ast.keyword) and k.arg == name for k in module.nodes_of(ast.keyword)
    )


def _bound(body: list[ast.stmt]) -> Iterator[str]:
    """The names that are bound anywhere in these statements."""
    for node in (n for statement in body for n in ast.walk(statement)):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.ExceptHandler(name=str(name)):
                yield name
            case ast.alias(name=name, asname=other):
                yield other or name.partition(".")[0]


def _is_simple(node: ast.expr) -> bool:
    """Whether `node` is a name, an attribute of one, or a whole number: to read it twice runs nothing."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) or (isinstance(node, ast.Constant) and type(node.value) is int)


def _writers(program: str, outcome: Outcome) -> set[str]:
    """The rules that put helpers and imports before the code."""
    added = outcome.text.count("\n") - program.count("\n")
    lines = set(range(2, 2 + added))
    return {c.author for c in outcome.changes if not lines.isdisjoint(range(c.line, c.end_line + 1))}
