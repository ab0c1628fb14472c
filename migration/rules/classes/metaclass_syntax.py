"""__metaclass__ = M → class C(Base, metaclass=M)."""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import methods
from migration.analysis.names import in_repository
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module

_ASKED = re.compile(r"""__metaclass__(?<=["']__metaclass__)["']""")


def visit(node: ast.Assign | ast.FunctionDef | ast.ClassDef, module: Module) -> Findings:
    """Move the metaclass into the header; at module level into that of every class without a base."""
    owner = module.parent(node)
    if isinstance(owner, ast.ClassDef) and _is_made_again(owner, module):
        return
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        if node.name == "__metaclass__" and isinstance(owner, ast.ClassDef):
            yield from _defined_inside(node, owner, module)
        elif node.name == "__metaclass__" and isinstance(owner, ast.Module):
            yield from _in_headers(node, "__metaclass__", [], module)
        return
    if (
        len(node.targets) != 1
        or not isinstance(node.targets[0], ast.Name)
        or node.targets[0].id != "__metaclass__"
    ):
        return
    if isinstance(owner, ast.Module):
        yield from _of_module(node, module)
    elif isinstance(owner, ast.ClassDef):
        yield from _of_class(node, owner, module)


def _is_made_again(owner: ast.ClassDef, module: Module) -> bool:
    """Whether a class is made by its metaclass once more where Python 3 runs: `A = A.__metaclass__('A', (A,), {})`."""
    reads = module.nodes_named(ast.Attribute, frozenset(["__metaclass__"]))
    own = (r for r in reads if isinstance(r, ast.Attribute) and getattr(r.value, "id", "") == owner.name)
    return any(module.guarded(read) for read in own)


def _of_class(node: ast.Assign, owner: ast.ClassDef, module: Module) -> Findings:
    if any(keyword.arg == "metaclass" for keyword in owner.keywords):
        return
    own = methods(owner)
    if any(isinstance(n, ast.Name) and n.id in own and n.id != "__metaclass__" for n in ast.walk(node.value)):
        yield module.open(node, "the metaclass is named inside the class: define it before the class")
        return
    gone = module.delete_statement(node)
    if module.is_builtin(node.value, "type") and not _set_by_module(module):
        yield gone
        return
    header = _header(owner, _text(node.value, module), module)
    if header is None:
        yield module.open(node, "move the metaclass into the class's header by hand")
        return
    # A metaclass that looks for the name among a class's tells so which class names it. What it is called is written
    # twice then, so that no other rule renames it in one place alone.
    kept = (module.part(node.value, _text(node.value, module)),)
    yield module.edit(header, *(kept if in_repository(_ASKED, module) else gone.parts))


def _defined_inside(node: ast.FunctionDef | ast.ClassDef, owner: ast.ClassDef, module: Module) -> Findings:
    """Define before the class what its body defined as metaclass: no scope inside sees the class's own names."""
    name = module.fresh_name(f"_{owner.name.lstrip('_')}Meta")
    header = _header(owner, name, module)
    span, place = module.line_span(node), module.line_span(owner).start
    margin, inner = module.indentation(owner), module.indentation(node)
    source = module.source(span)
    alone = not source[: module.start(node) - span.start].strip() or bool(node.decorator_list)
    own = methods(owner)
    outside = [*node.decorator_list, *(node.bases if isinstance(node, ast.ClassDef) else node.args.defaults)]
    named = any(isinstance(n, ast.Name) and n.id in own for o in outside for n in ast.walk(o))
    if header is None or not alone or named:
        yield module.open(node, "define the metaclass before the class, and name it in the header")
        return
    lines = [margin + t.removeprefix(inner) if t.strip() else t for t in source.splitlines(keepends=True)]
    moved = "".join(lines).replace("__metaclass__", name, 1)
    gone = module.delete_statement(node)
    yield module.edit(module.part(Span(place, place), moved.rstrip("\n"), "\n\n\n"), header, *gone.parts)


def _of_module(node: ast.Assign, module: Module) -> Findings:
    gone = module.delete_statement(node)
    if module.is_builtin(node.value, "type"):
        yield gone
        return
    yield from _in_headers(node, _text(node.value, module), list(gone.parts), module)


def _in_headers(node: ast.stmt, metaclass: str, parts: list[Part], module: Module) -> Findings:
    """Name what a module sets as metaclass in the header of every class without a base after it."""
    headers = [
        _header(c, metaclass, module)
        for c in module.nodes_of(ast.ClassDef)
        if isinstance(c, ast.ClassDef)
        and not c.bases
        and not c.keywords
        and c.lineno > node.lineno
        and "__metaclass__" not in methods(c)
    ]
    if None in headers:
        yield module.open(node, "name the metaclass in the header of each class without a base")
    elif headers or parts:
        yield module.edit(*(h for h in headers if h is not None), *parts)


def _set_by_module(module: Module) -> bool:
    return "__metaclass__" in module.module_scope.bindings


def _text(value: ast.expr, module: Module) -> str:
    return module.source(module.span(value))


def _header(owner: ast.ClassDef, metaclass: str, module: Module) -> Part | None:
    """The part that names the metaclass in the class's header."""
    start = module.span(owner).start
    if owner.bases:
        end = module.outer_span(owner.bases[-1]).end
        if module.text[end] == ")":
            # Not beside the base: another rule may write that a second time, with what stands at its end.
            return module.part(Span(end, end + 1), f", metaclass={metaclass})")
        return module.part(Span(end, end), f", metaclass={metaclass}")
    found = re.compile(rf"class[ \t]+{owner.name}([ \t]*(?:\([ \t\n]*\))?)[ \t]*:").match(module.text, start)
    return module.part(Span(*found.span(1)), f"(metaclass={metaclass})") if found else None


RULE = Rule(
    id="metaclass_syntax",
    family="P14",
    summary="__metaclass__ = M is a keyword of the class's header",
    before="class A(B):\n    __metaclass__ = M\n    x = 1\n",
    after="class A(B, metaclass=M):\n    x = 1\n",
    caveats="The metaclass is evaluated before the class's body instead of after it.",
    triggers=("__metaclass__",),
    evidence=True,
    unread=True,
    nodes=(ast.Assign, ast.FunctionDef, ast.ClassDef),
    visit=visit,
)
