"""Examples in docstrings that only Python 2 can read: `>>> print x` → `>>> print(x)`."""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import methods
from migration.analysis.docstrings import NAMES, NODES, Documented, docstrings, handed
from migration.analysis.names import last_name
from migration.dialects.dialect import parse
from migration.engine.example_divisions import floored
from migration.engine.examples import EXAMPLE, code_of, fitted, lowered, migrated, placed
from migration.rule import Findings, Phase, Rule
from migration.rules.classes.next_method import is_protocol
from migration.source.edits import Part, Span
from migration.source.tokens import OPENING
from migration.view.module import Module

#: What Python 2 alone shows of values: `u'a'`, `10L`, `set([1])`, `<type 'int'>`.
_SHOWN = re.compile(
    r"^(?![ \t]*(?:>>>|\.\.\.)).*(?:(?<![\w'\"])u['\"]|\b\d+L\b|\bset\(\[|<type ')", re.MULTILINE
)
_SKIPPED = "doctest: +SKIP"
#: Methods of dictionaries and iterators that Python 3 is without, and what hides such a name.
_OLD_METHODS = re.compile(r"\.((?:iter|view)(?:keys|values|items)|next)\(")
_NEXT = re.compile(r"\.(next)\(")
#: What shows that there are iterators.
_ITERATING = re.compile(r"\b(?:yield|__next__|iter|itertools)\b")
_VEIL = "own_"
#: What gives an example a cmp() of its own.
_OWN_CMP = re.compile(r"\bdef cmp\b|\bcmp *=|\bimport\b.*\bcmp\b")
#: A statement of an example that gives a variable something.
_GIVEN = re.compile(r"(?:^|;)[ \t]*([A-Za-z_]\w*) *=(?!=)([^;\n]*)", re.MULTILINE)
#: The division of a variable.
_OF_VARIABLE = re.compile(r"([A-Za-z_]\w*) */")
#: An escape in a literal of one line.
_ESCAPE = re.compile(r"\\(.)")
#: What says what it is, by either name.
_DIVIDING = frozenset(["__div__", "__truediv__"])


def visit(node: Documented, module: Module) -> Findings:
    """Migrate the examples of a docstring together, in a Python 2 file; else lower each that Python 3 can't read."""
    for span, opening in docstrings(node, module):
        yield from _migrated(span, opening, module)
    if isinstance(node, ast.Call) and module.is_python2:
        yield from _on_lines(handed(node, module), module)


def _on_lines(literal: ast.expr | None, module: Module) -> Findings:
    """Write a string that has its lines behind each other in one, as one of three quotes, where its examples are to be
    changed: as any other, when it is looked at again.
    """
    if not (isinstance(literal, ast.Constant) and isinstance(literal.value, str)):
        return
    span = module.span(literal)
    source = module.source(span)
    opening = OPENING.match(source)
    if opening is None or len(opening["quote"]) != 1 or "r" in opening["prefix"].lower():
        return
    body = source[opening.end() : -1]
    ends = [e for e in _ESCAPE.finditer(body) if e[1] == "n"]
    if "\n" in source or opening["quote"] in _ESCAPE.sub("", body) or not ends:
        return
    written = [code_of(e) for e in EXAMPLE.finditer(literal.value)]
    if all(lowered(code) in (None, code) for code in written):
        return
    # Each part by itself: what stands between them is as it was, and no rule's.
    first, more = span.start + opening.end(), opening["quote"] * 2
    yield module.edit(
        Part(Span(first, first), (more,)),
        *(Part(Span(first + e.start(), first + e.end()), ("\n",)) for e in ends),
        Part(Span(span.end, span.end), (more,)),
        needs_python2=True,
    )


def _migrated(span: Span, opening: re.Match[str], module: Module) -> Findings:
    start = span.start + len(opening[0])
    text = module.text[start : span.end - len(opening["quote"])]
    # A backslash in the source of a string is not what the example says, unless that is raw; two are one.
    raw = "r" in opening["prefix"].lower()
    examples = [e for e in EXAMPLE.finditer(text) if raw or "\\" not in e[0].replace("\\\\", "")]
    written = [code_of(e) if raw else code_of(e).replace("\\\\", "\\") for e in examples]
    # What is only taken for Python 2 may show objects whose methods are called as those of Python 2's were.
    told = (lowered(code) for code in written)
    python2 = module.is_python2 and (
        module.is_proven
        or _SHOWN.search(text) is not None
        or any(new not in (None, code) for new, code in zip(told, written, strict=True))
    )
    division = module.has_future("division")
    given = [
        code if division or _divides_itself(code, written[:number], module) else floored(e, code)
        for number, (e, code) in enumerate(zip(examples, written, strict=True))
    ]
    # A method that the class of an object has by itself is asked for under its own name, as in the class.
    given = [_veiled(code, written[: number + 1], module) for number, code in enumerate(given)]
    found = migrated(given, module.target, division) if python2 and written else None
    parts: list[Part] = []
    for number, (example, code) in enumerate(zip(examples, written, strict=True)):
        new = _unveiled(found[number].code) if found else lowered(code)
        if python2 and "cmp(" in code:
            new = _compared(new or code, written, module)
        new = fitted(example, new or code) if python2 else new
        if not python2 and _SKIPPED in example[0]:
            continue  # nobody runs it: it shows how something was written
        if new is None or new == code or new.count("\n") != code.count("\n"):
            continue
        place = Span(start + example.start(), start + example.end())
        parts.append(module.part(place, placed(example, new if raw else new.replace("\\", "\\\\"))))
    if python2 and not raw:
        for example in (e for e in EXAMPLE.finditer(text) if "\\" in e[0].replace("\\\\", "")):
            code = code_of(example)
            if (new := fitted(example, code)) != code:
                place = Span(start + example.start(), start + example.end())
                parts.append(module.part(place, placed(example, new)))
    if parts:
        yield module.edit(*parts, needs_python2=found is not None, evidence=False)


def _veiled(code: str, shown: list[str], module: Module) -> str:
    """The code of an example in which no rule knows the old methods of objects of the file's classes that define them.

    Those are what calls of such classes give, and variables to which examples up to this one assign such a call.
    """
    asked = set(_OLD_METHODS.findall(code))
    if not asked:
        return code
    owners = [n for n in module.nodes_of(ast.ClassDef) if isinstance(n, ast.ClassDef)]
    nexts = {o: is_protocol(o, module) or "__next__" in methods(o) for o in owners if "next" in methods(o)}
    # Where nothing iterates beside a class with a method of that name, it is what all objects are asked for.
    if "next" in asked and nexts and not any(nexts.values()) and not _ITERATING.search(module.text):
        return _veiled(_NEXT.sub(rf".{_VEIL}\1(", code), shown, module)
    for owner in owners:
        own = "|".join(sorted(asked & methods(owner).keys() - ({"next"} if nexts.get(owner) else set())))
        if not own:
            continue
        names: dict[str, None] = {}
        for name, value in (found for one in shown for found in _GIVEN.findall(one.strip())):
            made = parse(value.strip())
            call = getattr(made.body[0], "value", None) if made is not None and made.body else None
            if isinstance(call, ast.Call) and last_name(call.func) == owner.name:
                names[name] = None
            else:
                names.pop(name, None)
        objects = "|".join(map(re.escape, names))
        called = rf"(?:\w+\.)*{owner.name}\([^()]*\)"
        receiver = rf"\b(?:{objects})|\b{called}" if names else rf"\b{called}"
        code = re.sub(rf"((?<!\.){receiver})\.({own})\(", rf"\1.{_VEIL}\2(", code)
    return code


def _compared(code: str, written: list[str], module: Module) -> str:
    """`code` with what cmp() gave of two objects that may be spelled twice, as operators give it: no example has a
    place for a function.
    """
    if "cmp" in module.module_scope.bindings or any(_OWN_CMP.search(one) for one in written):
        return code
    for _ in range(code.count("cmp(")):
        tree = parse(code)
        calls = [n for n in ast.walk(tree) if _is_cmp(n, module)] if tree is not None else []
        call = calls[0] if calls else None
        if tree is None or not isinstance(call, ast.Call) or call.lineno != call.end_lineno:
            break
        left, right = (ast.get_source_segment(code, a) for a in call.args)
        whole = ast.get_source_segment(code, call)
        if not (whole and left and right) or code.count(whole) != 1:
            break
        told = f"({left} > {right}) - ({left} < {right})"
        alone = isinstance(tree.body[0], ast.Expr) and tree.body[0].value is call and len(tree.body) == 1
        code = code.replace(whole, told if alone else f"({told})")
    return code


def _is_cmp(node: ast.AST, module: Module) -> bool:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "cmp"):
        return False
    return len(node.args) == 2 and not node.keywords and all(_may_be_twice(a, module) for a in node.args)


def _may_be_twice(node: ast.expr, module: Module) -> bool:
    """Whether an expression gives the same, and does nothing, when it is asked for again: a name, a constant, or an
    object of a class of the file that is made of such.
    """
    if isinstance(node, ast.Call):
        made = isinstance(node.func, ast.Name) and any(
            isinstance(o, ast.ClassDef) and o.name == node.func.id for o in module.nodes_of(ast.ClassDef)
        )
        return made and not node.keywords and all(_may_be_twice(a, module) for a in node.args)
    if isinstance(node, ast.Attribute):
        return _may_be_twice(node.value, module)
    return isinstance(node, (ast.Name, ast.Constant))


def _unveiled(code: str) -> str:
    return code.replace(f".{_VEIL}", ".")


def _divides_itself(code: str, before: list[str], module: Module) -> bool:
    """Whether a variable is divided that an example before has given an object of a class of the file, which says what
    that means.
    """
    named = _OF_VARIABLE.match(code)
    if named is None:
        return False
    own = [
        owner.name
        for owner in module.nodes_of(ast.ClassDef)
        if isinstance(owner, ast.ClassDef) and not _DIVIDING.isdisjoint(methods(owner))
    ]
    made = re.compile(rf"{named[1]} *= *(?:\w+\.)*(?:{'|'.join(own)})\(")
    return bool(own) and any(made.match(one) for one in before)


RULE = Rule(
    id="doctest_source",
    family="P4",
    summary="examples in docstrings are code too",
    before='def f(x):\n    """Twice.\n\n    >>> print f(2)\n    4\n    """\n    return 2 * x\n',
    after='def f(x):\n    """Twice.\n\n    >>> print(f(2))\n    4\n    """\n    return 2 * x\n',
    caveats="Only rewrites that keep its lines; what an example is expected to print stays as it is.",
    triggers=(">>>",),
    phase=Phase.FINISH,
    nodes=NODES,
    names=NAMES,
    follows=frozenset(["doctest_source"]),
    visit=visit,
)
