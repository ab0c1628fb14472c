"""hasattr(x, 'has_key') → hasattr(x, 'keys'): old names of methods that a test asks for by a string.

Where objects of the repository have a method `next` that goes through nothing, either name is asked for.
"""

from __future__ import annotations

import ast
import builtins
import re

from environment.traces import Exactness
from migration.analysis.classes import foreign_bases
from migration.analysis.names import defined_in_repository, other_texts, repository_texts
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.trees.precedence import Precedence
from migration.view.module import Module

#: Method of Python 2 → what tells the same kind of object in Python 3.
_NAMES = {
    "has_key": "keys",
    "iteritems": "items",
    "iterkeys": "keys",
    "itervalues": "values",
    "next": "__next__",
    "__nonzero__": "__bool__",
}
#: Methods that later versions are without → (what tells the same kind of object, the first of them, what a file that
#: has to do with such objects says).
_LATER = {
    "getchildren": ("itertext", (3, 9), "tree"),
    "getiterator": ("iter", (3, 9), "tree"),
    "isAlive": ("is_alive", (3, 9), "hread"),
    "ugettext": ("gettext", (3, 0), "gettext"),
    "ungettext": ("ngettext", (3, 0), "gettext"),
}
HELPER = '''
def has_iterator(value):
    """Whether a value has __iter__, as Python 2's had, whose text and octets had none."""
    return hasattr(value, "__iter__") and not isinstance(value, (str, bytes))
'''
#: How names of methods of dictionaries began: `iterkeys`, `viewitems`.
_BEGINNINGS = frozenset(["iter", "view"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask for the new name, unless an object of the repository has the old one alone."""
    if len(node.args) in (2, 3) and module.is_builtin(node.func, "getattr"):
        yield from _put_together(node.args[1], module)
        return
    if len(node.args) != 2 or node.keywords or not module.is_builtin(node.func, "hasattr"):
        return
    name = node.args[1]
    if not isinstance(name, ast.Constant):
        return
    if name.value == "__iter__" and not _tells_text_apart(node, module):
        value = node.args[0]
        if isinstance(value, ast.Constant) and isinstance(value.value, (str, bytes)):
            yield module.replace(node, "False", needs_python2=True)
        elif isinstance(value, ast.Call):
            parts = [module.part(node.func, helper("has_iterator", HELPER, module))]
            parts.append(module.part(Span(module.outer_span(value).end, module.span(node).end - 1), ""))
            yield module.edit(*parts, exactness=Exactness.EXACT, needs_python2=True)
        elif _is_plain(value):
            text = (module.span(node), " and not isinstance(", *module.sub(value), ", (str, bytes))")
            parent = module.parent(node)
            if (
                isinstance(parent, ast.UnaryOp)
                or not isinstance(parent, ast.BoolOp)
                or isinstance(parent.op, ast.Or)
            ):
                text = ("(", *text, ")")
            yield module.replace(node, *text, exactness=Exactness.EXACT, needs_python2=True)
        return
    new = _new_name(name.value, module) if isinstance(name.value, str) else None
    if new is None:
        return
    asked = node.args[0].id if isinstance(node.args[0], ast.Name) else ""
    if hasattr(builtins, asked) and module.is_builtin(node.args[0], asked):
        return  # what a type of the language has tells which language it is
    if _is_own(str(name.value), new, module) and not (
        new == "__next__" and _is_iterator(node.args[0], module)
    ):
        if new == "__next__" and _is_plain(node.args[0]) and not _is_asked_beside(node, new, module):
            # Whichever it is: an iterator, or an object of the program's that has such a method.
            other = module.quoted(new, name)
            text = (module.span(node), " or hasattr(", *module.sub(node.args[0]), f", {other})")
            yield module.replace(node, *text, precedence_of_new=Precedence.OR, needs_python2=True)
        return
    yield module.replace(name, module.quoted(new, name), needs_python2=True)


def _is_asked_beside(node: ast.Call, name: str, module: Module) -> bool:
    """Whether the condition around a test asks for another name as well."""
    top: ast.AST = node
    while isinstance(module.parent(top), (ast.BoolOp, ast.UnaryOp)):
        top = module.parent(top)
    return any(isinstance(n, ast.Constant) and n.value == name for n in ast.walk(top))


def _new_name(old: str, module: Module) -> str | None:
    """What to ask for in place of a method that Python 3, or the version that is migrated to, is without."""
    new, gone, said = _LATER.get(old, ("", (3, 0), ""))
    if not new:
        return _NAMES.get(old)
    return new if module.target >= gone and said in module.text else None


def _is_iterator(value: ast.expr, module: Module) -> bool:
    """Whether `value` is what an object gave to be gone through: `iter(x)`, `x.__iter__()`, or a name for that."""
    bindings = module.bindings(value) if isinstance(value, ast.Name) else []
    given = [b.value if b.kind == "assign" else None for b in bindings] or [value]
    return all(
        isinstance(g, ast.Call)
        and (
            (module.is_builtin(g.func, "iter") and not g.keywords)
            or (isinstance(g.func, ast.Attribute) and g.func.attr == "__iter__" and not g.args)
        )
        for g in given
    )


def _put_together(name: ast.expr, module: Module) -> Findings:
    """getattr(d, 'iter' + kind) → getattr(d, kind): of methods whose names differed by how they begin."""
    if not (
        isinstance(name, ast.BinOp) and isinstance(name.op, ast.Add) and isinstance(name.left, ast.Constant)
    ):
        return
    if name.left.value in _BEGINNINGS and not any(
        f"def {name.left.value}" in text for text in repository_texts(module)
    ):
        yield module.replace(name, *module.sub(name.right), needs_python2=True)


def _is_own(old: str, new: str, module: Module) -> bool:
    """Whether objects of the repository have the old name; those that have both answer to the new one as well."""
    if not defined_in_repository(old, module):
        return False
    definitions = [re.compile(rf"d(?<!\wd)ef[ \t]+{name}\b") for name in (old, new)]
    texts = (module.text, *other_texts(module))
    counted = [[len(pattern.findall(text)) for pattern in definitions] for text in texts if old in text]
    return any(olds > news for olds, news in counted) or not any(olds for olds, _ in counted)


def _is_plain(node: ast.expr) -> bool:
    """Whether `node` may be read twice: a name, and what is reached from it by names and constants."""
    if isinstance(node, ast.Attribute):
        return _is_plain(node.value)
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, (ast.Name, ast.Constant)) and _is_plain(node.value)
    return isinstance(node, ast.Name)


def _tells_text_apart(node: ast.Call, module: Module) -> bool:
    """Whether the condition around the test asks for text by itself, or for a type that may be one of text."""
    top: ast.AST = node
    while isinstance(module.parent(top), (ast.BoolOp, ast.UnaryOp)):
        top = module.parent(top)
    return any(
        isinstance(n, ast.Call)
        and module.is_builtin(n.func, "isinstance", "issubclass")
        and not (len(n.args) == 2 and _is_no_text(n.args[1], module))
        for n in ast.walk(top)
    )


def _is_no_text(node: ast.expr, module: Module) -> bool:
    """Whether a type, or each of several, is a class that the file makes of its own classes and of `object`."""
    if isinstance(node, ast.Tuple):
        return all(_is_no_text(e, module) for e in node.elts)
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    return bool(bindings) and all(
        isinstance(b.node, ast.ClassDef) and set(foreign_bases(b.node, module)) <= {"builtins.object"}
        for b in bindings
    )


RULE = Rule(
    id="tested_names",
    family="P15",
    summary="hasattr asks for methods by their new names",
    before="if hasattr(x, 'iteritems'): y = 1L\n",
    after="if hasattr(x, 'items'): y = 1\n",
    caveats="A test for __iter__ told text from lists; text has it now, so it is excluded by its type.",
    triggers=("hasattr", re.compile(r"getattr\([^()\n]*(?:'|\")(?:iter|view)(?:'|\")")),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["hasattr", "getattr"]),
    visit=visit,
)
