"""__cmp__ alone → the six comparisons that call it, and the hash Python 2 kept."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from environment.traces import Exactness
from migration.analysis.builtins import is_old_builtin
from migration.analysis.classes import classes, local_bases, methods, only_describes
from migration.analysis.far_classes import far_bases
from migration.analysis.mutation import functions_by_name
from migration.analysis.names import last_name
from migration.rewriting.members import after, hash_to_keep, unhashable_base
from migration.rule import Findings, Rule
from migration.rules.classes._dunder import RICH
from migration.trees import precedence
from migration.view.module import Module, Precedence

#: Bases that compared by themselves in Python 2, so that the operators never came to `__cmp__`; dict only for equality.
_COMPARING = frozenset(
    [
        *(f"builtins.{n}" for n in ("list", "tuple", "set", "frozenset", "float", "str", "unicode", "complex")),
        *(f"datetime.{n}" for n in ("date", "datetime", "time", "timedelta")),
        "builtins.bytearray", "collections.deque", "decimal.Decimal", "fractions.Fraction", "UserList.UserList",
        "collections.UserList",
    ]
)  # fmt: skip
_ORDERING = frozenset(["__lt__", "__le__", "__gt__", "__ge__"])
_EQUALITY = frozenset(["__eq__", "__ne__"])
_EQUATING = frozenset(["builtins.dict", "collections.defaultdict", "collections.OrderedDict"])
#: What a comparison returns to have `__cmp__` asked.
_DECLINES = "NotImplemented"
#: What it returns else.
_ANSWERS = re.compile(r"\breturn\b(?!\s*\(?NotImplemented\s*\)?\s*(?:#|;|$))", re.MULTILINE)
#: What a metaclass of another file is called.
_META = re.compile(r"(?:Meta[A-Za-z]*|Type|type)$")
#: What is the same in both languages, as a part of what is compared.
_PLAIN = (
    ast.Subscript,
    ast.Tuple,
    ast.List,
    ast.UnaryOp,
    ast.Slice,
    ast.expr_context,
    ast.operator,
    ast.unaryop,
)
_SAME = ("abs", "bool", "float", "hash", "id", "int", "len", "ord")
_OF_TEXT = frozenset(["lower", "lstrip", "rstrip", "strip", "upper"])
#: Methods that dictionaries and iterators had, or have otherwise; attributes that are called otherwise.
_OLD = frozenset(
    ["decode", "encode", "has_key", "items", "iteritems", "iterkeys", "itervalues", "keys", "next", "read", "sort",
     "values"]
)  # fmt: skip
_RENAMED = frozenset(
    ["func_closure", "func_code", "func_defaults", "func_dict", "func_doc", "func_globals",
     "func_name", "im_class", "im_func", "im_self", "message", "next"]
)  # fmt: skip
#: Attributes that hold octets, of some objects.
_OF_OCTETS = frozenset(["bytes", "comment", "data", "extra", "unused_data"])


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Add what is missing after __cmp__; subclasses get it by inheritance."""
    own = methods(node)
    compare = own.get("__cmp__")
    if (
        compare is None
        or only_describes(node, module)
        or any("__cmp__" in methods(b) for b in local_bases(node, module)[1:])
    ):
        return
    inherited, asked = _inherited(node, module)
    missing = [n for n in RICH if n not in own and n not in inherited]
    if _totally_ordered(node) and not _ORDERING.isdisjoint(own):
        # The decorator makes the others of this; what is unequal is what is not equal.
        missing = [n for n in missing if n == "__eq__"]
    kept = hash_to_keep(node, module) if "__eq__" in missing or "__eq__" in own else None
    if unhashable_base(node, module):
        kept = None
    if not missing and kept is None:
        return
    lines: list[str] = []
    bases = (last_name(b) for one in local_bases(node, module) for b in one.bases)
    of_classes = any(map(_META.search, bases))
    plain = _compared(compare, node, module)
    for name in missing:
        head = f"def {name}(self, other):"
        # A class may have instances with a method of that name: its own is found first.
        compared = "type(self).__cmp__(self, other)" if of_classes else "self.__cmp__(other)"
        body = f"    return {compared} {RICH[name]} 0"
        if plain and name in ("__eq__", "__ne__"):
            head, body = f"def {name}({plain.names}):", f"    return {plain.left} {RICH[name]} {plain.right}"
        if name in asked:
            head = f"def {name}(self, other):"
            lines += ["", head, f"    answer = super().{name}(other)"]
            lines.append(f"    return {compared} {RICH[name]} 0 if answer is NotImplemented else answer")
            continue
        lines += ["", head, body]
    part = after(compare, lines, module, kept)
    if part is None:
        yield module.open(node, "Python 3 never calls __cmp__: add __eq__, __lt__ and the other comparisons")
        return
    yield module.edit(part)


def _inherited(owner: ast.ClassDef, module: Module) -> tuple[frozenset[str], frozenset[str]]:
    """The comparisons that Python 2 took from a base rather than from `__cmp__`: from one of the library, or from one
    that defines them and answers for all that it is compared with; and those of bases that answer for some.
    """
    far = far_bases(owner, module)
    foreign = {base.name for base in far}
    if not _COMPARING.isdisjoint(foreign):
        return frozenset(RICH), frozenset()
    # Where one has both, the comparisons may be what this rule wrote: they ask for no other `__cmp__` then.
    tables = [table for base in far if "__cmp__" not in (table := base.methods())]
    found = [item for table in tables for item in table.items()]
    for base in local_bases(owner, module)[1:]:
        own = methods(base).items()
        found += [(name, ast.unparse(method)) for name, method in own if isinstance(method, ast.FunctionDef)]
    answering = {name for name, done in found if _DECLINES not in done}
    declining = {name for name, done in found if _DECLINES in done and _ANSWERS.search(done)}
    if not _EQUATING.isdisjoint(foreign):
        answering |= _EQUALITY
    return frozenset(answering & RICH.keys()), frozenset(declining & RICH.keys() - answering)


class _Plain(NamedTuple):
    """What a `__cmp__` compares that only returns `cmp(left, right)`."""

    names: str
    left: str
    right: str


def _compared(compare: ast.stmt, owner: ast.ClassDef, module: Module) -> _Plain | None:
    """The two values compared, so that == of values without an order needs none; None if there is more to it."""
    if not isinstance(compare, ast.FunctionDef) or ast.unparse(compare.args).count(",") != 1:
        return None
    body = compare.body[1:] if ast.get_docstring(compare) is not None else compare.body
    call = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None
    if not (isinstance(call, ast.Call) and is_old_builtin(call.func, module, "cmp") and len(call.args) == 2):
        return None
    if call.keywords or not all(_is_operand(a, module) and _stays(a, module) for a in call.args):
        return None
    if any("__coerce__" in methods(b) for b in local_bases(owner, module)):
        return None  # what is compared is coerced first, at the beginning of the method
    several = (c for named in classes(module).values() for c in named)
    if any("__cmp__" in methods(c) and c is not owner and owner in local_bases(c, module) for c in several):
        return None
    left, right = (" ".join(module.source(module.span(a)).split()) for a in call.args)
    return _Plain(ast.unparse(compare.args), left, right)


def _is_operand(node: ast.expr, module: Module) -> bool:
    source = module.source(module.span(node))
    enclosed = precedence.of(node) > Precedence.COMPARE or source.startswith("(")
    return enclosed and "#" not in source


def _stays(node: ast.expr, module: Module) -> bool:
    """Whether no rule makes anything else of an operand: what is written of it a second time is as it was."""
    return all(
        isinstance(one, _PLAIN)
        or (isinstance(one, ast.Name) and _is_same_name(one, module))
        or (isinstance(one, ast.Attribute) and _is_same_attribute(one, module))
        or (isinstance(one, ast.BinOp) and isinstance(one.op, (ast.Add, ast.Sub, ast.Mult)))
        or (isinstance(one, ast.Constant) and (not isinstance(one.value, str) or one.value.isascii()))
        or (isinstance(one, ast.Call) and _is_same_call(one, module))
        for one in ast.walk(node)
    )


def _is_same_name(node: ast.Name, module: Module) -> bool:
    call = module.parent(node)
    called = isinstance(call, ast.Call) and call.func is node and node.id in _SAME
    return called or module.qualified_name(node) is None


def _is_same_attribute(node: ast.Attribute, module: Module) -> bool:
    renamed = _RENAMED | (_OF_OCTETS if module.facts.index.octets else frozenset())
    return node.attr not in renamed and module.qualified_name(node) is None


def _is_same_call(node: ast.Call, module: Module) -> bool:
    """Whether what is called is called so in Python 3, and gives the same: a builtin, or a method of texts or of the
    file's classes.
    """
    if node.keywords or isinstance(node.func, ast.Name):
        return not node.keywords and module.is_builtin(node.func, *_SAME)
    if not isinstance(node.func, ast.Attribute):
        return False
    name = node.func.attr
    if name in _OF_TEXT:
        return not node.args and not module.facts.index.octets
    return name not in _OLD and bool(functions_by_name(module).get(name))


def _totally_ordered(node: ast.ClassDef) -> bool:
    return any("total_ordering" in ast.unparse(d) for d in node.decorator_list)


RULE = Rule(
    id="cmp_method",
    family="P14",
    summary="__cmp__ is never called: the six comparisons are",
    before="class V:\n    def __cmp__(self, other):\n        return 0\n",
    after=(
        "class V:\n    def __cmp__(self, other):\n        return 0\n"
        + "".join(
            f"\n    def {n}(self, other):\n        return self.__cmp__(other) {o} 0\n"
            for n, o in RICH.items()
        )
    ),
    caveats="A __cmp__ that returns NotImplemented, and a class whose base outside the repository compares itself, are "
    "not seen.",
    triggers=("__cmp__",),
    exactness=Exactness.EXACT,
    evidence=True,
    unread=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
