"""__div__ beside another __truediv__: `/` called the first in Python 2 and the second now → it keeps the first."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.classes import local_bases, methods
from migration.analysis.names import in_repository, memory, other_texts
from migration.rule import Findings, Rule
from migration.rules.classes._dunder import may_mean
from migration.source.edits import Part, Span
from migration.view.module import Module

_PAIRS = {"__div__": "__truediv__", "__rdiv__": "__rtruediv__", "__idiv__": "__itruediv__"}
_TABLE = {
    **_PAIRS,
    "__truediv__": "true_division",
    "__rtruediv__": "reflected_true_division",
    "__itruediv__": "true_division_in_place",
}
#: True division is asked for by a file, or by code that stands in a literal: where that begins, nothing shows.
_FUTURE = re.compile(
    r"(?:^[^#\n]*?|\\n[ \t]*)from __future__ import(?:[^\n(]*|[ \t]*\([^)]*)\bdivision\b", re.MULTILINE
)
#: … or by what compiles code, or by how an interpreter is started.
_BY_FLAG = re.compile(
    r"\bCO_FUTURE_DIVISION\b|\bimport __future__|-Q ?new\b"
    r"|(?<![\w.])compile\([^\n]*,[ \t]*(?:flags[ \t]*=[ \t]*)?(?:0[xX][\da-fA-F]+|\d{4,})"
)
#: A method for true division with its body: what stands in it is reached by nobody who divides otherwise.
_METHOD = re.compile(r"^([ \t]*)def __[ri]?truediv__\b[^\n]*\n(?:\1[ \t]+[^\n]*\n|[ \t]*\n)*", re.MULTILINE)
_ALIAS = re.compile(r"^[ \t]*__[ri]?truediv__[ \t]*=[\w= \t]+$", re.MULTILINE)
_OLD = re.compile(r"^[ \t]*(?:def[ \t]+)?__[ri]?div__(?:\(|[ \t]*=)", re.MULTILINE)


def visit(node: ast.ClassDef | ast.Attribute, module: Module) -> Findings:
    """Rename both kinds of methods of a class, and what is called of them by name."""
    if isinstance(node, ast.Attribute):
        if any(_divides_twice(c, module) for c in may_mean(node.value, module)) and _is_kept(module):
            end = module.span(node).end
            yield from map(module.edit, _names(node.attr, Span(end - len(node.attr), end), module))
    elif _divides_twice(node, module) and _divides_classically(module):
        parts = [part for statement in node.body for part in _renamed(statement, module)]
        if parts and _is_kept(module):
            yield module.edit(*parts)
        elif parts:
            yield module.open(
                node, "`/` called __div__, and calls __truediv__ now, which others ask for by name"
            )


def _divides_twice(owner: ast.ClassDef, module: Module) -> bool:
    """Whether a class, or a base of it here, has a method for each division, and they are not the same."""
    return any(_has_both(c) for c in local_bases(owner, module))


def _has_both(owner: ast.ClassDef) -> bool:
    defined = methods(owner)
    pairs = [(o, n) for o, n in _PAIRS.items() if o in defined and n in defined]
    return any(_differ(defined[old], defined[new], old, new) for old, new in pairs) and not any(
        _is_other(defined[old], new) or _is_other(defined[new], old) for old, new in pairs
    )


def _differ(one: ast.stmt, other: ast.stmt, old: str, new: str) -> bool:
    """Whether two definitions mean different functions, neither of which asks for the other."""
    if isinstance(one, ast.FunctionDef) and isinstance(other, ast.FunctionDef):
        return [ast.dump(s) for s in one.body] != [ast.dump(s) for s in other.body]
    if isinstance(one, ast.Assign) and isinstance(other, ast.Assign):
        return ast.dump(one.value) != ast.dump(other.value)
    return all(isinstance(s, ast.FunctionDef) or _is_alias(s) for s in (one, other))


def _is_alias(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Name)


def _is_other(statement: ast.stmt, name: str) -> bool:
    """Whether a definition is the other one, or asks for it by name."""
    return any(
        getattr(n, "attr", "") == name or (isinstance(n, ast.Name) and n.id == name)
        for n in ast.walk(statement)
    )


def _divides_classically(module: Module) -> bool:
    """Whether `/` is the old one in all of a program: not in a library, that who installs it may use otherwise."""
    index = module.facts.index
    if not module.is_proven or "setup.py" in index.keys or module.has_future("division"):
        return False
    return not in_repository(_FUTURE, module) and not in_repository(_BY_FLAG, module)


def _is_kept(module: Module) -> bool:
    """Whether `/` means the old method wherever the program divides, and nothing asks for the other by its name."""
    known = memory(module)
    if "one division" not in known:
        others = list(other_texts(module))
        known["one division"] = (
            _divides_classically(module)
            and not any(map(_asks_by_name, (module.text, *others)))
            and not any(map(_defines_true_alone, others))
        )
    return known["one division"]  # type: ignore[no-any-return]


def _asks_by_name(text: str) -> bool:
    return "truediv" in text and "truediv" in _ALIAS.sub("", _METHOD.sub("", text))


def _defines_true_alone(text: str) -> bool:
    """Whether a file has a class with a method for true division alone, which may go before one that it inherits."""
    return len(_METHOD.findall(text)) + len(_ALIAS.findall(text)) > len(_OLD.findall(text))


def _renamed(statement: ast.stmt, module: Module) -> list[Part]:
    """The parts that rename a method, or both sides of `__rdiv__ = __div__`."""
    if isinstance(statement, ast.FunctionDef) and statement.name in _TABLE:
        found = re.compile(rf"def[ \t]+({statement.name})\b").search(module.text, *module.span(statement))
        return _names(statement.name, Span(*found.span(1)), module) if found else []
    if isinstance(statement, ast.Assign):
        names = [n for n in (*statement.targets, statement.value) if isinstance(n, ast.Name)]
        return [part for n in names for part in _names(n.id, module.span(n), module)]
    return []


def _names(name: str, span: Span, module: Module) -> list[Part]:
    """The part that renames what stands there; none where another rule has written it: that is the old method."""
    stands = name in _PAIRS or (name in _TABLE and module.is_kept(span))
    return [module.part(span, _TABLE[name])] if stands else []


RULE = Rule(
    id="two_divisions",
    family="P14",
    summary="`/` goes on calling __div__ where a class has another __truediv__",
    before=(
        "class V(object):\n    def __div__(self, n): return self.x // n\n"
        "    def __truediv__(self, n): return float(self.x) / n\nn = 1L\n"
    ),
    after=(
        "class V(object):\n    def __truediv__(self, n): return self.x // n\n"
        "    def true_division(self, n): return float(self.x) / n\nn = 1\n"
    ),
    caveats=(
        "Not where any file imports division from the future or asks for true division by name, nor in what is "
        "installed for others: there `/` meant either, as who divided wanted it."
    ),
    triggers=("__div__", "__rdiv__", "__idiv__"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=45,  # before each method is renamed by itself
    nodes=(ast.ClassDef, ast.Attribute),
    names=frozenset(_TABLE),
    visit=visit,
)
