"""What a name that is imported from another file of the repository means in the end: 'hashlib.md5' for `util.md5`."""

from __future__ import annotations

import ast
import re

from migration.analysis.names import is_gone, is_local, stdlib_name
from migration.repository.files import absolute_name
from migration.repository.index import RepositoryIndex
from migration.view.module import Module

_FROM = re.compile(r"^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|(?:[^\n\\]|\\\n)*)", re.MULTILINE)
_NAME = re.compile(r"(\w+)(?:[ \t]+as[ \t]+(\w+))?")
_IMPORT = re.compile(r"^[ \t]*import[ \t]+([\w, \t]+)$", re.MULTILINE)
_WORD = re.compile(r"\w+")
#: Files passed on the way; longer chains are not followed.
_DEPTH = 4


def standard_origin(node: ast.expr, module: Module, known: frozenset[str]) -> str | None:
    """The one of `known` (dotted standard names) that `node` means, also through other files or under a guard."""
    name = module.qualified_name(node)
    if name is None and isinstance(node, ast.Name):
        return _other_name(node, module, known) or _from_star(node, module, known)
    if name is None or name.startswith("builtins."):
        return _from_star(node, module, known) if isinstance(node, ast.Name) and name else None
    if not any(k.endswith(f".{name.rpartition('.')[2]}") for k in known):
        return None
    name = absolute_name(name, module.facts.key)
    if not is_local(name, module):
        return name if name in known else None
    index, key = module.facts.index, module.facts.key
    source, _, last = name.rpartition(".")
    file = index.imported_file(key, source)
    if file:
        return _origin(last, file, index, known, _DEPTH)
    # A module may be handed on as well: `from util import hmac` and then hmac.new.
    source, _, middle = source.rpartition(".")
    file = index.imported_file(key, source)
    found = _module(middle, file, index, _DEPTH) if file else None
    return f"{found}.{last}" if found and f"{found}.{last}" in known else None


def gives_back(node: ast.expr, module: Module, known: frozenset[str]) -> bool:
    """Whether `node` means a plain function of another file that gives back what the one of `known` that it calls does:
    def sha(data): return hashlib.sha1(data).
    """
    name = absolute_name(module.qualified_name(node) or "", module.facts.key)
    if "." not in name or not is_local(name, module):
        return False
    source, _, last = name.rpartition(".")
    index = module.facts.index
    file = index.imported_file(module.facts.key, source)
    text = index.text(file) or "" if file else ""
    defined = re.findall(rf"^(@.*\n)?def {re.escape(last)}\b.*\n((?:[ \t].*\n|\s*\n)*)", text, re.MULTILINE)
    if not file or len(defined) != 1 or defined[0][0]:
        return False
    returned = re.findall(r"\breturn\b[ \t]*([\w.]*)(\(?)", defined[0][1])
    return bool(returned) and all(
        opened and _means(called, file, index, known) for called, opened in returned
    )


def _means(called: str, file: str, index: RepositoryIndex, known: frozenset[str]) -> bool:
    """Whether a file calls one of `known` so: by its own name, or by the one that an import gave it."""
    return called in known or _origin(called, file, index, known, _DEPTH) is not None


def _other_name(node: ast.Name, module: Module, known: frozenset[str]) -> str | None:
    """What a name of the file's own stands for: `sha = sha1`; an import beside it that fails on Python 3 aside."""
    found: set[str | None] = set()
    for binding in module.bindings(node):
        if binding.kind == "assign" and isinstance(binding.value, (ast.Name, ast.Attribute)):
            found.add(stdlib_name(binding.value, module))
        elif not (binding.kind == "import" and is_gone(binding.target)):
            return None
    name = found.pop() if len(found) == 1 else None
    return name if name in known else None


def _from_star(node: ast.Name, module: Module, known: frozenset[str]) -> str | None:
    """What a name that the file gets by `from x import *` means, where that is a file of the repository."""
    if not any(k.endswith(f".{node.id}") for k in known):
        return None
    index, key = module.facts.index, module.facts.key
    for source in reversed(module.module_scope.star_imports):
        file = index.imported_file(key, source)
        found = _origin(node.id, file, index, known, _DEPTH) if file else None
        if found:
            return found
    return None


def _module(name: str, key: str, index: RepositoryIndex, depth: int) -> str | None:
    """The module that file `key` imports as `name`, also through other files."""
    text = index.text(key) or ""
    if not depth:
        return None
    if any(name in _WORD.findall(names) for names in _IMPORT.findall(text)):
        return name
    for match in _FROM.finditer(text):
        for imported, alias in _NAME.findall(match.group(2).split("#")[0]):
            file = index.imported_file(key, match.group(1)) if (alias or imported) == name else None
            found = _module(imported, file, index, depth - 1) if file and file != key else None
            if found:
                return found
    return None


def _origin(name: str, key: str, index: RepositoryIndex, known: frozenset[str], depth: int) -> str | None:
    """The standard name that file `key` imports as `name`. The first import that is known counts."""
    if not depth:
        return None
    for match in _FROM.finditer(index.text(key) or ""):
        for imported, alias in _NAME.findall(match.group(2).split("#")[0]):
            if (alias or imported) != name:
                continue
            source = absolute_name(match.group(1), key)
            if f"{source}.{imported}" in known:
                return f"{source}.{imported}"
            file = index.imported_file(key, source)
            found = _origin(imported, file, index, known, depth - 1) if file and file != key else None
            if found:
                return found
    return None
