"""for kind in (md5, sha): kind.new() → kind(), as what was a module is a function of hashlib then."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.analysis.flow_kinds import holds_only
from migration.analysis.names import in_repository, memory, stdlib_name
from migration.analysis.values import defaults_of
from migration.flow.atoms import NONE, Atom, Library
from migration.rule import Findings, Rule
from migration.view.module import Module

_MODULES = frozenset(["md5", "sha"])
_MAKERS = frozenset(["new", "md5", "sha"])
#: What the function does not have, but what it makes; of both modules the name has three letters.
_OF_WHAT_IS_MADE = {
    "digest_size": "().digest_size",
    "digestsize": "().digest_size",
    "__name__": "().name[:3]",
}
_IMPORTED = re.compile(r"import[ \t]+(?:[\w.]+(?:[ \t]+as[ \t]+\w+)?[ \t]*,[ \t]*)*(?:md5|sha)\b")
#: An import that may fail, or one in its place: what has the name then is another thing under another version.
_TRIED = re.compile(r"(?:try|else|except\b[^\n:]*):\s*(?:import|from)[ \t]+(?:hashlib|md5|sha)\b")


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Call what was a module: a parameter, in a loop or a table, an attribute, or as another file was given it."""
    if not isinstance(node.ctx, ast.Load) or not in_repository(_IMPORTED, module):
        return
    if stdlib_name(node.value, module) is not None or not _holds_module(node, module):
        return
    if node.attr in _MAKERS:
        yield module.replace(node, *module.atom(node.value), evidence=True)
    elif node.attr == "blocksize":
        yield module.replace(node, "1", evidence=True)
    else:
        yield module.replace(node, *module.atom(node.value), _OF_WHAT_IS_MADE[node.attr], evidence=True)


def _holds_module(node: ast.Attribute, module: Module) -> bool:
    """Whether `node` asks one of the modules, as values flow, or where that is not known, by its name."""
    if any(atom != NONE for atom in module.held(node.value)):
        return holds_only(node.value, _is_module, module) and not in_repository(_TRIED, module)
    called = module.parent(node)
    is_new = node.attr == "new" and isinstance(called, ast.Call) and called.func is node
    if not is_new or not isinstance(node.value, ast.Name):
        return False
    holders = _holders(module)
    return any(
        b.node in holders or (b.kind == "parameter" and b.name in holders)
        for b in module.bindings(node.value)
    )


def _is_module(atom: Atom) -> bool:
    return isinstance(atom, Library) and atom.name in _MODULES


def _holders(module: Module) -> frozenset[ast.AST | str]:
    """The variables that hold one of the modules somewhere in the file, and the names of parameters that do: what has
    the same name may be handed on.
    """
    known = memory(module)
    if "hash modules" not in known:
        known["hash modules"] = frozenset(_given(module))
    return known["hash modules"]  # type: ignore[no-any-return]


def _given(module: Module) -> Iterator[ast.AST | str]:
    for value in module.nodes_imported(ast.Name, _MODULES):
        if not isinstance(value, ast.Name) or stdlib_name(value, module) not in _MODULES:
            continue
        place = module.parent(value)
        if isinstance(place, ast.arguments):
            yield from (given.arg for given, default in defaults_of(place).items() if default is value)
        elif isinstance(place, ast.keyword) and place.arg:
            yield place.arg
        elif isinstance(place, ast.Assign):
            yield from (t for t in place.targets if isinstance(t, ast.Name))


RULE = Rule(
    id="hash_module_uses",
    family="P11",
    summary="what held the module md5 or sha holds a function of hashlib",
    before="import md5\ndef f(kind=md5): return kind.new(b'a')\n",
    after="import hashlib\ndef f(kind=hashlib.md5): return kind(b'a')\n",
    caveats="Only where nothing but these two modules can be there, by all files of the repository, or by its name.",
    triggers=(".new", ".digest_size", ".digestsize", ".blocksize", ".__name__", ".md5", ".sha"),
    evidence=True,
    nodes=(ast.Attribute,),
    names=_MAKERS | {"blocksize"} | _OF_WHAT_IS_MADE.keys(),
    visit=visit,
)
