"""Whether a receiver of a dict method is a dict: shared by the rules about dict methods."""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import answers_to_any, class_of, definers, defines, foreign_bases
from migration.analysis.names import defined_in_repository
from migration.repository.files import absolute_name
from migration.view.module import Module

#: Types that are dicts or inherit their methods.
DICTS = frozenset(
    ["dict", "call:collections.OrderedDict", "call:collections.defaultdict", "call:collections.Counter"]
)
_MAPPING_CLASSES = frozenset(
    ["builtins.dict", "collections.OrderedDict", "collections.defaultdict", "collections.Counter"]
)


def owns(node: ast.expr, method: str, instead: str, module: Module) -> bool | None:
    """Whether `node.method` is a method a class of the repository defines itself.

    False: certainly a dict's. None: nothing is known, but a class in sight defines `method` without `instead`,
    so that calling `instead` might fail.
    """
    if is_dict(node, module):
        return False
    owner = class_of(node, module)
    if owner is not None:
        if defines(owner, method, module):
            return True
        if any(b in _MAPPING_CLASSES for b in foreign_bases(owner, module)):
            return False
    if module.qualified_name(node) == "builtins.dict":
        return False
    known = [names for names in definers(method, module) if instead not in names]
    return None if known else False


def is_dict(node: ast.expr, module: Module) -> bool:
    """Whether `node` is certainly a dict (or a subclass of the library's): None, until one is made, has no methods."""
    types = module.type_of(node) - {"NoneType"}
    return bool(types) and types <= DICTS


def may_be_own(node: ast.expr, method: str, module: Module) -> bool:
    """Whether `node` may be an object of the repository's that has such a method in both languages: it is not known to
    be a dict, and a method of that name is defined, or any name is answered to.
    """
    return not is_dict(node, module) and (
        defined_in_repository(method, module) or answers_to_any(node, module)
    )


def reached_by_import(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a module: `six.iteritems` is no method of a dict, nor what a file of ours defines."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    return bool(bindings) and all(
        isinstance(b.node, ast.Import)
        or (isinstance(b.node, ast.ImportFrom) and _is_own_module(b.target, module))
        for b in bindings
    )


def _is_own_module(target: str, module: Module) -> bool:
    """Whether what is imported out of a package is one of its files, not a thing that the package calls the same."""
    index, key = module.facts.index, module.facts.key
    source, _, name = absolute_name(target, key).rpartition(".")
    if not source or index.imported_file(key, f"{source}.{name}") is None:
        return False
    word = re.escape(name)
    given = (
        rf"^[ \t]*(?:{word}[ \t]*=(?!=)|(?:def|class)[ \t]+{word}\b"
        rf"|from[ \t]+[\w.]*{word}[ \t]+import\b.*\b{word}\b)"
    )
    text = index.text(index.imported_file(key, source) or "") or ""
    return re.search(given, text, re.MULTILINE) is None
