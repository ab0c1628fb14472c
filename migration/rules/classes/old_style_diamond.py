"""Old-style classes searched their bases depth first: where that finds another method, it is pinned.

They could also have a class before another that derives from it, which Python 3 refuses: the bases change places.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from environment.traces import Exactness
from migration.analysis.classes import class_named, is_old_style, local_bases, methods
from migration.rewriting.members import after
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.view.module import Module

#: Classes of libraries → one of their bases that programs have beside them: all were old-style classes.
_UNDER = dict.fromkeys(
    ("twisted.web.server.Request", "twisted.web.server.Session"), "twisted.python.components.Componentized"
)


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Name in the class what Python 2's order found first and Python 3's does not."""
    if len(node.bases) < 2 or any(isinstance(b, ast.Starred) for b in node.bases):
        return
    order = list(node.bases)
    for base in node.bases:
        above = _UNDER.get(module.qualified_name(base) or "")
        under = next((b for b in order if above and module.qualified_name(b) == above), None)
        if under is not None and order.index(under) < order.index(base):
            order.remove(under)
            order.insert(order.index(base) + 1, under)
    if order != node.bases:
        yield module.edit(*_rearranged(node, order, module))
        return
    new = _linear(node, module)
    # What new-style classes could not be made of was made of old-style ones, whatever the bases elsewhere are.
    if new is not None and not is_old_style(node, module):
        return
    parts: list[Part] = []
    if new is None:
        order = sorted(node.bases, key=lambda base: _is_under_another(base, node, module))
        new = _linear(node, module, bases=_known(order, node, module))
        if new is None:
            yield module.open(node, "Python 3 can't order the bases of this class", needs_python2=True)
            return
        parts += _rearranged(node, order, module)
    old = _depth_first(node, module)
    pinned = [
        f"{name} = {_taken(first, name)}"
        for name in dict.fromkeys(n for c in old for n in methods(c))
        if (first := _first(old, name)) is not _first(new, name) and name not in ("__module__", "__doc__")
    ]
    if pinned:
        blank = [""] if isinstance(node.body[-1], ast.FunctionDef) else []
        part = after(node.body[-1], [*blank, *pinned], module) or _beside(node.body[-1], pinned, module)
        if part is None:
            yield module.open(node, "Python 3 searches the bases in another order", needs_python2=True)
            return
        parts.append(part)
    if parts:
        yield module.edit(*parts)


def _rearranged(node: ast.ClassDef, order: list[ast.expr], module: Module) -> list[Part]:
    changed = ((old, new) for old, new in zip(node.bases, order, strict=True) if old is not new)
    return [module.part(old, *module.sub(new)) for old, new in changed]


def _beside(statement: ast.stmt, pinned: list[str], module: Module) -> Part | None:
    """The part that puts assignments behind a simple statement on its own line: `class D(B, C): pass`."""
    end = module.span(statement).end
    rest = module.text[end : module.line_span(statement).end].strip()
    simple = isinstance(statement, (ast.Pass, ast.Assign, ast.Expr))
    if not simple or not (rest == "" or rest.startswith("#")):
        return None
    return module.part(Span(end, end), "; " + "; ".join(pinned))


def _is_under_another(base: ast.expr, node: ast.ClassDef, module: Module) -> bool:
    """Whether a base is one of another base's own bases: that one has to stand before it."""
    known = _known([base], node, module)
    others = [c for b in node.bases if b is not base for c in _known([b], node, module)]
    return any(known[0] is not other and known[0] in local_bases(other, module) for other in others if known)


def _depth_first(node: ast.ClassDef, module: Module) -> list[ast.ClassDef]:
    found = [node]
    for base in _bases(node, module):
        found += [c for c in _depth_first(base, module) if c not in found]
    return found


def _bases(node: ast.ClassDef, module: Module) -> list[ast.ClassDef]:
    return _known(node.bases, node, module)


def _known(bases: Sequence[ast.expr], node: ast.ClassDef, module: Module) -> list[ast.ClassDef]:
    """Those of the bases of `node` that are classes of this file."""
    found = [class_named(base, module) for base in bases]
    return [c for c in found if c is not None and c.lineno < node.lineno]


def _linear(
    node: ast.ClassDef, module: Module, depth: int = 0, bases: list[ast.ClassDef] | None = None
) -> list[ast.ClassDef] | None:
    """The C3 linearisation (Barrett et al. 1996), with other `bases` if they are given; None where there is none."""
    bases = _bases(node, module) if bases is None else bases
    if depth > len(local_bases(node, module)) + 20:
        return None
    sequences: list[list[ast.ClassDef]] = []
    for base in bases:
        one = _linear(base, module, depth + 1)
        if one is None:
            return None
        sequences.append(list(one))
    sequences.append(list(bases))
    result = [node]
    while any(sequences):
        for sequence in filter(None, sequences):
            head = sequence[0]
            if not any(head in other[1:] for other in sequences):
                break
        else:
            return None
        result.append(head)
        sequences = [[c for c in s if c is not head] for s in sequences]
    return result


def _first(order: list[ast.ClassDef], name: str) -> ast.ClassDef | None:
    return next((c for c in order if name in methods(c)), None)


def _taken(owner: ast.ClassDef | None, name: str) -> str:
    assert owner is not None
    statement = methods(owner)[name]
    plain = isinstance(statement, ast.FunctionDef) and not statement.decorator_list
    return f"{owner.name}.{name}" if plain else f'{owner.name}.__dict__["{name}"]'


RULE = Rule(
    id="old_style_diamond",
    family="P14",
    summary="bases are searched in another order: what old-style classes found first is pinned",
    before=(
        "class A:\n    def f(self): print 1\nclass B(A): pass\nclass C(A):\n    def f(self): print 2\n"
        "class D(B, C):\n    x = 1\n"
    ),
    after=(
        "class A:\n    def f(self): print(1)\nclass B(A): pass\nclass C(A):\n    def f(self): print(2)\n"
        "class D(B, C):\n    x = 1\n    f = A.f\n"
    ),
    caveats="Bases of other files are not seen. super() did not work in such classes.",
    triggers=("class",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
