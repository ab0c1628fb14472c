"""Names for helper functions that a rule adds to a file: one helper, one name, no clash."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from weakref import WeakKeyDictionary

from migration.analysis.names import asked_once, in_repository
from migration.dialects.dialect import parse_or_raise
from migration.dialects.repositories import shows_python2
from migration.repository.index import RepositoryIndex
from migration.source.edits import Needs, Span
from migration.view.module import Module

#: Shared by all rules about division: a file that needs it more than once gets one helper.
CLASSIC_DIVISION = '''
def classic_division(a, b):
    """Python 2's `/`: integers are divided downwards."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    return a / b
'''
#: The same where NumPy is used: its arrays of integers, and the items of such, were divided so as well.
_ARRAY_DIVISION = '''
def classic_division(a, b):
    """Python 2's `/`: integers are divided downwards."""

    def is_whole(value):
        if type(value).__module__.split(".")[0] == "numpy":
            return getattr(getattr(value, "dtype", None), "kind", "") in ("b", "i", "u")
        return isinstance(value, int)

    return a // b if is_whole(a) and is_whole(b) else a / b
'''
#: The same where a class that derives from whole numbers divides in its own way.
_OWN_DIVISION = '''
def classic_division(a, b):
    """Python 2's `/`: integers are divided downwards."""
    whole = isinstance(a, int) and isinstance(b, int)
    if whole and type(a).__truediv__ is int.__truediv__ and type(b).__rtruediv__ is int.__rtruediv__:
        return a // b
    return a / b
'''
_DERIVES_FROM_INT = re.compile(r"^[ \t]*class[ \t]+\w+\([^)\n]*\b(?:int|long)\b", re.MULTILINE)
_DIVIDES = re.compile(r"\bdef[ \t]+__r?(?:true)?div__|^[ \t]+__r?(?:true)?div__\b(?=[ \t]*=)", re.MULTILINE)
_divide: WeakKeyDictionary[RepositoryIndex, dict[str, bool]] = WeakKeyDictionary()
_STAR = re.compile(r"^[ \t]*from[ \t][^\n#]*\bimport[ \t]*\*", re.MULTILINE)
_IMPORTS_ARRAYS = re.compile(r"^[ \t]*(?:import[ \t][^\n#]*|from[ \t]+)\b(?:numpy|scipy)\b", re.MULTILINE)


def helper(wanted: str, source: str, module: Module, imports: tuple[str, ...] = ()) -> Needs:
    """Text that names the helper defined by `source`, whose function or class is called `wanted` there.

    One of the file that is this helper already is used again; a name the file uses otherwise is avoided.
    """
    if source == CLASSIC_DIVISION and uses_arrays(module):
        source = _ARRAY_DIVISION
    elif (
        source == CLASSIC_DIVISION and in_repository(_DERIVES_FROM_INT, module) and _has_own_division(module)
    ):
        source = _OWN_DIVISION
    document = _document(source)
    for name in (wanted, f"{wanted}_"):
        bindings = module.module_scope.bindings.get(name, [])
        known = [b.node for b in bindings if isinstance(b.node, (ast.FunctionDef, ast.ClassDef))]
        if len(bindings) == 1 and known and ast.get_docstring(known[0]) == document:
            return Needs.of(name)
    name = module.fresh_name(wanted)
    source, imports = _out_of_the_way(source, imports, module)
    return module.helper(name, re.sub(rf"\b{wanted}(?=[(.])", name, source), imports)


def named_division(name: str, module: Module) -> Needs:
    """Text that names a function that divides as `operator.div` did, and is called as that was."""
    source = _ARRAY_DIVISION if uses_arrays(module) else CLASSIC_DIVISION
    source = source.replace("def classic_division", f"def {name}").replace(
        "Python 2's `/`", f"operator.{name} of Python 2"
    )
    return helper(name, source, module)


def uses_arrays(module: Module) -> bool:
    """Whether the repository imports NumPy, or SciPy: numbers may be of its types then."""
    return in_repository(_IMPORTS_ARRAYS, module)


def _has_own_division(module: Module) -> bool:
    """Whether a class of the repository defines what Python 2 asked for `/`: __div__ alone, also where that is called
    __truediv__ by now.
    """
    return asked_once("own division", module, lambda: _finds_own_division(module))


def _finds_own_division(module: Module) -> bool:
    for match in _divisions(module.text):
        if "true" not in match[0] or not module.is_kept(Span(match.start(), match.end())):
            return True
    index = module.facts.index
    known = _divide.setdefault(index, {})
    for key in index.keys:
        if key not in known:
            known[key] = _divides(index.text(key) or "", key, index)
        if known[key] and key != module.facts.key:
            return True
    return False


def _divisions(text: str) -> Iterator[re.Match[str]]:
    """Where a text defines such methods; hardly any does."""
    return _DIVIDES.finditer(text) if "div__" in text else iter(())


def _divides(text: str, key: str, index: RepositoryIndex) -> bool:
    """Whether a file as it is now has such a method: by its new name, if it is not Python 2's any more."""
    names = [match[0] for match in _divisions(text)]
    return any("true" not in name for name in names) or (
        bool(names) and not shows_python2(text, key, index.keys)
    )


def _out_of_the_way(source: str, imports: tuple[str, ...], module: Module) -> tuple[str, tuple[str, ...]]:
    """A helper and its imports, those of modules of packages by names of their own where the file has the package's
    name for something else (`for email in addresses`), or may get it by a star import.
    """
    bound = module.module_scope.bindings
    kept = []
    for statement in imports:
        imported = statement.removeprefix("import ")
        package, dot, _ = imported.partition(".")
        others = any(b.kind != "import" or b.target.split(".")[0] != package for b in bound.get(package, ()))
        if dot and (others or _STAR.search(module.text)):
            own = module.fresh_name(f"_{imported.replace('.', '_')}")
            chunks = source.split('"""')
            chunks[::2] = [re.sub(rf"(?<![\w.]){re.escape(imported)}\b", own, code) for code in chunks[::2]]
            source, statement = '"""'.join(chunks), f"{statement} as {own}"
        kept.append(statement)
    return source, tuple(kept)


def inside_helper(node: ast.AST, source: str, module: Module) -> bool:
    """Whether `node` is part of the helper defined by `source`."""
    function = module.function(node)
    return isinstance(function, ast.FunctionDef) and is_helper(function, source)


def is_helper(node: ast.FunctionDef | ast.ClassDef, source: str) -> bool:
    """Whether a function or a class is the helper defined by `source`, which is known by its docstring."""
    return ast.get_docstring(node) == _document(source)


@lru_cache(maxsize=64)
def _document(source: str) -> str | None:
    tree = parse_or_raise(source)
    return ast.get_docstring(tree.body[0])  # type: ignore[arg-type]
