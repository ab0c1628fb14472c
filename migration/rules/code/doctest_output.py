"""What examples in docstrings are expected to show: u'a', 1L, the name of an exception, as Python 3 spells them."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from migration.analysis.docstrings import NAMES, NODES, Documented, docstrings
from migration.engine.examples import SHOWN, exception_shown, ignoring_detail, shows_traceback
from migration.engine.wording import said_now
from migration.rule import Findings, Phase, Rule
from migration.source.edits import Part, Span
from migration.source.tokens import OPENING
from migration.view.module import Module

#: An escape of Python 2's repr as a docstring spells it.
_ESCAPE = re.compile(r"(?<!\\)\\\\(?:x([0-9a-f]{2})|u([0-9a-f]{4}))")


def visit(node: Documented, module: Module) -> Findings:
    """Take prefixes and suffixes away, and say from which module an exception is."""
    for span, opening in docstrings(node, module):
        text = module.text[span.start : span.end]
        imports = isinstance(node, ast.FunctionDef) and _imports(node, module)
        for example in SHOWN.finditer(text, len(opening[0])):
            parts = [
                Part(Span(span.start + start, span.start + end), (new,))
                for start, end, new in _spelled(example, module, imports)
            ]
            if parts:
                yield module.edit(*parts, needs_python2=True)


def _imports(function: ast.FunctionDef, module: Module) -> bool:
    """Whether a function imports what it is told to, and nothing in the file raises what that raises by itself."""
    calls = (n for n in ast.walk(function) if isinstance(n, ast.Call))
    told = any(
        module.is_builtin(call.func, "__import__")
        or module.qualified_name(call.func) == "importlib.import_module"
        for call in calls
    )
    return told and re.search(r"\braise[ \t]+ImportError\b", module.text) is None


def _spelled(example: re.Match[str], module: Module, imports: bool) -> Iterator[tuple[int, int, str]]:
    """What is to be replaced: from, to, and by what."""
    if shows_traceback(example):
        yield from _qualified(example, module)
    yield from said_now(example, _characters, imports)


def _characters(text: str, start: int, last: int) -> Iterator[tuple[int, int, str]]:
    """The escapes of a literal that Python 3 shows as the characters they stand for: the docstring then holds these."""
    opening = OPENING.match(text)
    end = text.find(text[start], start + 1, last)
    if opening is None or "r" in opening["prefix"].lower() or end < 0:
        return
    for found in _ESCAPE.finditer(text, start, end):
        if chr(int(found[1] or found[2], 16)).isprintable():
            yield found.start(), found.start() + 1, ""


def _qualified(example: re.Match[str], module: Module) -> Iterator[tuple[int, int, str]]:
    """The module before the name of the exception, which is the first in a line that is not indented further."""
    found = exception_shown(example)
    if found is None:
        return
    name, place = found[1], found.start(1)
    bindings = module.module_scope.bindings.get(name, [])
    if hasattr(builtins, name) or not ignoring_detail(example):
        return
    telling = bool(bindings) or name.endswith(("Error", "Exception", "Warning"))
    if not telling and not _is_class_elsewhere(name, module):
        return
    runs = "testmod" in module.text or "doctest" in module.module_scope.bindings
    if bindings and all(b.kind == "class" for b in bindings) and not runs:
        yield place, place, f"{_module_name(module)}."
    elif all(b.kind in ("class", "import") for b in bindings):
        # Run as a script the module has another name, and what is imported, or not seen, may come from any other.
        yield example.start("shown"), example.start("shown"), ignoring_detail(example)


def _is_class_elsewhere(name: str, module: Module) -> bool:
    """Whether a file of the repository defines a class of that name."""
    index, sign = module.facts.index, re.compile(rf"\bclass[ \t]+{re.escape(name)}\b")
    return any(name in text and sign.search(text) for text in (index.text(key) or "" for key in index.keys))


def _module_name(module: Module) -> str:
    """The name under which the file is imported."""
    folder, _, name = module.facts.key.rpartition("/")
    parts = [] if name == "__init__.py" else [name.removesuffix(".py")]
    while folder in module.facts.index.packages:
        folder, _, package = folder.rpartition("/")
        parts.insert(0, package)
    return ".".join(parts)


RULE = Rule(
    id="doctest_output",
    family="P4",
    summary="what examples are expected to show is spelled as Python 3 shows it",
    before='def f():\n    """\n    >>> f()\n    [u\'a\', 1L]\n    """\n    return [u\'a\', 1L]\n',
    after='def f():\n    """\n    >>> f()\n    [\'a\', 1]\n    """\n    return [\'a\', 1]\n',
    caveats=(
        "Of an exception that may come from several modules, or that Python 3 words otherwise, only the name is"
        " compared (IGNORE_EXCEPTION_DETAIL)."
    ),
    triggers=(re.compile(r"\n[ \t]*>>> "),),
    phase=Phase.FINISH,
    nodes=NODES,
    names=NAMES,
    visit=visit,
)
