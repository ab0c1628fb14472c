"""zope.interface: implements(I) in a class's body → @implementer(I) above the class."""

from __future__ import annotations

import ast

from migration.edits import Span
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._imports import replace_import
from migration.rules._names import alias_text, binding_scope, can_rename, is_local, stdlib_name, uses

_PACKAGE = "zope.interface"
#: Where the package defines what it offers; programs import from there too.
_PLACES = (_PACKAGE, f"{_PACKAGE}.declarations")
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


def _names_of_body(call: ast.Call, owner: ast.ClassDef, module: Module) -> bool:
    """Whether a call asks for names that the class's body binds, which a decorator does not see."""
    given = [n for n in ast.walk(call) if isinstance(n, ast.Name)]
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


def _has_lines(node: ast.ClassDef, module: Module) -> bool:
    """Whether a class begins a line, and its body another."""
    line = module.text[module.line_starts[node.lineno - 1] :]
    return line.lstrip(" \t").startswith("class") and node.body[0].lineno > node.lineno


def _advice(function: ast.expr, module: Module) -> str | None:
    package, _, name = (stdlib_name(function, module) or "").rpartition(".")
    return name if package in _PLACES and name in _ADVICE else None


def _spelled(function: ast.expr, name: str, module: Module) -> str | None:
    """How the decorator is called where `name` is called so; None when the import can't follow."""
    if isinstance(function, ast.Attribute):
        return f"{module.source(module.span(function.value))}.{_ADVICE[name]}"
    if not isinstance(function, ast.Name):
        return None
    for binding in module.bindings(function):
        if not isinstance(binding.node, ast.ImportFrom) or not _follows(
            binding.node, binding.name, name, module
        ):
            return None
    return _ADVICE[name] if function.id == name else function.id


def _follows(node: ast.ImportFrom, bound: str, name: str, module: Module) -> bool:
    """Whether all that is done with an imported name is to call it in the bodies of classes."""
    scope = binding_scope(node, bound, module)
    for use in uses(bound, scope, module):
        call = module.parent(use)
        statement = module.parent(call)
        if not (isinstance(call, ast.Call) and call.func is use and isinstance(statement, ast.Expr)):
            return False
        owner = module.parent(statement)
        if not (isinstance(owner, ast.ClassDef) and _has_lines(owner, module)):
            return False
    new = _ADVICE[name] if bound == name else bound
    known = scope.bindings.get(new, [])
    ours = all(b.kind == "import" and b.target == f"{node.module}.{new}" for b in known)
    return bound != name or (ours if known else can_rename(bound, new, scope, module))


def _import(node: ast.ImportFrom, module: Module) -> Findings:
    if node.module not in _PLACES or node.level or is_local(_PACKAGE, module):
        return
    lines: list[str] = []
    for alias in node.names:
        bound = alias.asname or alias.name
        text = alias_text(alias)
        if alias.name in _ADVICE and _follows(node, bound, alias.name, module):
            text = _ADVICE[alias.name] + (f" as {alias.asname}" if alias.asname else "")
        if text not in lines:
            lines.append(text)
    if lines != [alias_text(a) for a in node.names]:
        yield module.edit(*replace_import(node, [f"from {node.module} import {', '.join(lines)}"], module))


RULE = Rule(
    id="class_advice",
    family="P14",
    summary="a class says by a decorator what it implements",
    before="from zope.interface import implements\nclass A(object):\n    implements(I)\n    n = 1L\n",
    after="from zope.interface import implementer\n@implementer(I)\nclass A(object):\n    n = 1\n",
    caveats="Calls under a condition are left.",
    triggers=tuple(_ADVICE),
    evidence=True,
    nodes=(ast.ClassDef, ast.ImportFrom),
    visit=visit,
)
