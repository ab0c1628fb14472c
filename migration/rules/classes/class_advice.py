"""zope.interface: implements(I) in a class's body → @implementer(I) above the class."""

from __future__ import annotations

import ast
import re

from migration.analysis.names import (
    alias_text,
    binding_scope,
    can_rename,
    imported_elsewhere,
    is_local,
    stdlib_name,
    strings,
    uses,
)
from migration.repository.files import absolute_name
from migration.rewriting.imports import replace_import
from migration.rule import Findings, Rule
from migration.source.edits import Piece, Span
from migration.view.module import Module

_PACKAGE = "zope.interface"
#: Where the package defines what it offers; programs import from there too.
_PLACES = (_PACKAGE, f"{_PACKAGE}.declarations")
_STARRED = re.compile(r"^from[ \t]+zope\.interface(?:\.declarations)?[ \t]+import[ \t]+\*", re.MULTILINE)
#: What reached the class through the frame that makes it, which Python 3 doesn't allow: the decorator instead.
_ADVICE = {"implements": "implementer", "implementsOnly": "implementer_only", "classProvides": "provider"}

#: The same, told of a class that is there already.
_BEHIND = {
    "implements": "classImplements",
    "implementsOnly": "classImplementsOnly",
    "classProvides": "directlyProvides",
}


def visit(node: ast.ClassDef | ast.ImportFrom, module: Module) -> Findings:
    """Move each such call before its class; the import follows where nothing else is done with the name."""
    if isinstance(node, ast.ImportFrom):
        yield from _import(node, module)
        return
    for statement in node.body:
        if isinstance(statement, ast.If) and _conditional(statement, module):
            yield from _behind_on_condition(statement, node, module)
            continue
        call = statement.value if isinstance(statement, ast.Expr) else None
        name = _advice(call.func, module) if isinstance(call, ast.Call) else None
        if name is None or not isinstance(call, ast.Call):
            continue
        line = module.line_starts[node.lineno - 1]
        indent = (
            module.text[line : module.start(node)] if not node.decorator_list else module.indentation(node)
        )
        if _names_of_body(call, node, module):
            yield from _behind(statement, call, name, node, module)
            continue
        function = _spelled(call.func, name, module)
        if function is None or indent.strip() or (len(node.body) > 1 and node.body[0].lineno == node.lineno):
            yield module.open(
                statement, f"Python 3 has no {name}() in a class: decorate it with {_ADVICE[name]}"
            )
            continue
        arguments = module.text[module.span(call.func).end : module.span(call).end]
        decorator = f"{module.indentation(node)}@{function}{arguments}\n"
        yield module.edit(module.part(Span(line, line), decorator), *module.delete_statement(statement).parts)


def _names_of_body(node: ast.expr, owner: ast.ClassDef, module: Module) -> bool:
    """Whether an expression asks for names that the class's body binds, which nothing outside of it sees."""
    given = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
    return any(b.node in owner.body for n in given for b in module.bindings(n))


def _behind(statement: ast.stmt, call: ast.Call, name: str, owner: ast.ClassDef, module: Module) -> Findings:
    """`implements(I)` of an I that the body imports → `classImplements(A, A.I)` behind the class A."""
    names = [a for a in call.args if isinstance(a, ast.Name)]
    if len(names) != len(call.args) or call.keywords or owner.decorator_list or not _has_lines(owner, module):
        yield module.open(statement, f"Python 3 has no {name}() in a class: decorate it with {_ADVICE[name]}")
        return
    bound = [any(b.node in owner.body for b in module.bindings(n)) for n in names]
    given = [f"{owner.name}.{n.id}" if own else n.id for n, own in zip(names, bound, strict=True)]
    function = module.use(f"{_PACKAGE}.{_BEHIND[name]}", at=owner)
    end = module.line_span(owner).end
    last = "" if module.text[end - 1] == "\n" else "\n"
    line = f"({', '.join([owner.name, *given])})\n"
    yield module.edit(
        module.part(Span(end, end), f"{last}{module.indentation(owner)}", function, line),
        *module.delete_statement(statement).parts,
    )


def _conditional(statement: ast.If, module: Module) -> list[tuple[ast.Call, str]]:
    """The calls under a condition of a class's body, with their names; [] where anything else is done there."""
    calls = [s.value for s in statement.body if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call)]
    told = [(c, name) for c in calls if (name := _advice(c.func, module)) and not c.keywords]
    return told if not statement.orelse and len(told) == len(statement.body) else []


def _behind_on_condition(statement: ast.If, owner: ast.ClassDef, module: Module) -> Findings:
    """`if there: implements(I)` → `if there: classImplements(A, I)` behind the class A."""
    told = _conditional(statement, module)
    asked = [statement.test, *(call for call, _ in told)]
    own = any(_names_of_body(part, owner, module) for part in asked)
    if own or owner.decorator_list or not _has_lines(owner, module):
        yield module.open(
            statement, f"Python 3 has no {told[0][1]}() in a class: tell it of the class behind it"
        )
        return
    end, indent = module.line_span(owner).end, module.indentation(owner)
    pieces: list[Piece] = [
        "" if module.text[end - 1] == "\n" else "\n", f"{indent}if ", module.span(statement.test), ":\n"
    ]  # fmt: skip
    for call, name in told:
        given = [piece for argument in call.args for piece in (", ", module.outer_span(argument))]
        function = module.use(f"{_PACKAGE}.{_BEHIND[name]}", at=owner)
        pieces += [f"{indent}    ", function, f"({owner.name}", *given, ")\n"]
    yield module.edit(module.part(Span(end, end), *pieces), *module.delete_statement(statement).parts)


def _has_lines(node: ast.ClassDef, module: Module) -> bool:
    """Whether a class begins a line, and its body another."""
    line = module.text[module.line_starts[node.lineno - 1] :]
    return line.lstrip(" \t").startswith("class") and node.body[0].lineno > node.lineno


def _advice(function: ast.expr, module: Module) -> str | None:
    package, _, name = (stdlib_name(function, module) or "").rpartition(".")
    if package not in _PLACES:
        package, _, name = (module.qualified_name(function) or "").rpartition(".")
        if not _has_all(package, module):
            return None
    return name if name in _ADVICE else None


def _has_all(dotted: str, module: Module) -> bool:
    """Whether a module of the repository has all that the package offers: `from zope.interface import *`."""
    index, own = module.facts.index, module.facts.key
    if not dotted:
        return False
    key = index.implicit_relative(own, dotted) or index.module_file("", absolute_name(dotted, own))
    return key is not None and _STARRED.search(index.text(key) or "") is not None


def _spelled(function: ast.expr, name: str, module: Module) -> str | None:
    """How the decorator is called where `name` is called so; None when the import can't follow."""
    if isinstance(function, ast.Attribute):
        return f"{module.source(module.span(function.value))}.{_ADVICE[name]}"
    if not isinstance(function, ast.Name):
        return None
    found: set[str | None] = set()
    for binding in module.bindings(function):
        if not isinstance(binding.node, ast.ImportFrom):
            return None
        found.add(_new_name(binding.node, binding.name, name, module))
    return found.pop() if len(found) == 1 else None


def _new_name(node: ast.ImportFrom, bound: str, name: str, module: Module) -> str | None:
    """What an imported name is called afterwards: the same where the file spells it in a string. None if more is done
    with it than to call it in the bodies of classes.
    """
    scope = binding_scope(node, bound, module)
    for use in uses(bound, scope, module):
        call = module.parent(use)
        statement = module.parent(call)
        if not (isinstance(call, ast.Call) and call.func is use and isinstance(statement, ast.Expr)):
            return None
        owner = module.parent(statement)
        if isinstance(owner, ast.If) and _conditional(owner, module):
            owner = module.parent(owner)
        if not (isinstance(owner, ast.ClassDef) and _has_lines(owner, module)):
            return None
    if bound != name:
        return bound
    new = _ADVICE[name]
    known = scope.bindings.get(new, [])
    ours = all(b.kind == "import" and b.target == f"{node.module}.{new}" for b in known)
    if ours if known else can_rename(bound, new, scope, module):
        return new
    return bound if bound in strings(module) and not imported_elsewhere(bound, module) else None


def _import(node: ast.ImportFrom, module: Module) -> Findings:
    source = "." * node.level + (node.module or "")
    if is_local(_PACKAGE, module) or not (source in _PLACES or _has_all(source, module)):
        return
    lines: list[str] = []
    for alias in node.names:
        bound = alias.asname or alias.name
        text = alias_text(alias)
        new = _new_name(node, bound, alias.name, module) if alias.name in _ADVICE else None
        if new is not None:
            name = _ADVICE[alias.name]
            text = name if new == name else f"{name} as {new}"
        if text not in lines:
            lines.append(text)
    if len(lines) == len(node.names):
        # The module may be renamed at the same time.
        changed = [(a, line) for a, line in zip(node.names, lines, strict=True) if line != alias_text(a)]
        yield module.edit(*(module.part(a, line) for a, line in changed))
    else:
        yield module.edit(*replace_import(node, [f"from {source} import {', '.join(lines)}"], module))


RULE = Rule(
    id="class_advice",
    family="P14",
    summary="a class says by a decorator what it implements",
    before="from zope.interface import implements\nclass A(object):\n    implements(I)\n    n = 1L\n",
    after="from zope.interface import implementer\n@implementer(I)\nclass A(object):\n    n = 1\n",
    caveats="Calls under a condition are made behind the class; where more is done under it, they are left.",
    triggers=tuple(_ADVICE),
    evidence=True,
    nodes=(ast.ClassDef, ast.ImportFrom),
    visit=visit,
)
