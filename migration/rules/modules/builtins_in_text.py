"""'pack.Adapter  __builtin__.dict' → 'pack.Adapter  builtins.dict': names of things that a program looks up."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.exceptions import EXCEPTIONS
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

#: A thing of the module by its dotted name, and nothing before the dot but that.
_NAMED = re.compile(r"(?<![\w.])__builtin__(?=\.\w)")
#: Types that are called otherwise now, by how the module was called, and what stands beside them in such texts.
_RENAMED = {
    **{
        f"{module}.{old}": f"builtins.{new}"
        for module in ("__builtin__", "builtins")
        for old, new in (("unicode", "str"), ("long", "int"), ("xrange", "range"), ("buffer", "memoryview"))
    },
    "itertools.ifilter": "builtins.filter",
    "itertools.ifilterfalse": "itertools.filterfalse",
    "itertools.imap": "builtins.map",
    "itertools.izip": "builtins.zip",
    "itertools.izip_longest": "itertools.zip_longest",
}
_OLD = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, _RENAMED))})(?!\w)")
_ANY = re.compile(f"{_OLD.pattern}|{_NAMED.pattern}")
#: Functions that are called otherwise now: what is named alone is what a test puts another in the place of.
_FUNCTIONS = {"__builtin__.raw_input": "builtins.input", "__builtin__.unichr": "builtins.chr"}
_FUNCTION = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, _FUNCTIONS))})(?!\w)")
_WITH_FUNCTIONS = {
    pattern: re.compile(f"{_FUNCTION.pattern}|{pattern.pattern}") for pattern in (_NAMED, _ANY)
}
_NEW_FUNCTIONS = re.compile(r"\b(?:__builtin__|builtins)\.(?:input|chr)\b")
#: An exception by its dotted name.
_EXCEPTION = re.compile(r"(?<![\w.])exceptions(?=\.([A-Z]\w*))")


def visit(node: ast.Constant, module: Module) -> Findings:
    """Say where the thing is now, in each place of a text that names it."""
    if not isinstance(node.value, str) or isinstance(module.parent(node), ast.Expr):
        return
    # The name alone may be a key among others, one of which it would become.
    alone = re.search(r"\s", node.value) is None
    if "__builtin__." in node.value:
        pattern = _NAMED if alone else _ANY
        if _FUNCTION.search(node.value) and not _NEW_FUNCTIONS.search(module.text):
            pattern = _WITH_FUNCTIONS[pattern]
        yield from _named(node, pattern, module, evidence=True)
    elif not alone and "builtins." in node.value:
        yield from _named(node, _OLD, module, needs_python2=True)
    named = _EXCEPTION.findall(node.value) if "exceptions." in node.value else []
    if named and EXCEPTIONS.issuperset(named) and not _has_exceptions(module):
        yield from _named(node, _EXCEPTION, module, needs_python2=True)


def _has_exceptions(module: Module) -> bool:
    """Whether the program has a module of that name, which was Python's own."""
    return any(f"/{key}".endswith("/exceptions.py") for key in module.facts.index.keys)


def _named(node: ast.Constant, pattern: re.Pattern[str], module: Module, **flags: bool) -> Findings:
    span = module.span(node)
    text = module.source(span)
    if len(pattern.findall(str(node.value))) != len(pattern.findall(text)) or module.guarded(node):
        return
    for found in reversed(list(pattern.finditer(text))):
        place = Span(span.start + found.start(), span.start + found.end())
        new = _FUNCTIONS.get(found.group()) or _RENAMED.get(found.group(), "builtins")
        yield module.edit(module.part(place, new), **flags)


RULE = Rule(
    id="builtins_in_text",
    family="P11",
    summary="what texts name as of __builtin__, or exceptions, is of builtins",
    before="TABLE = 'dict __builtin__.dict'\n",
    after="TABLE = 'dict builtins.dict'\n",
    caveats="Texts that say where something is of Python's own are held against such names, or looked up. A type that "
    "is called otherwise now is named so, in a text that names any of builtins.",
    triggers=("__builtin__", "exceptions.", "builtins."),
    exactness=Exactness.SEMANTIC,
    order=90,
    nodes=(ast.Constant,),
    visit=visit,
)
