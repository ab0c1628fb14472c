"""class A: maker = hashlib.md5 … self.maker(x) → self.maker(as_bytes(x)): a hash takes bytes, whatever keeps it,
a class or a module of the repository.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.classes import attribute_values, local_bases
from migration.analysis.names import last_name, memory, stdlib_name
from migration.analysis.strings.as_bytes import argument_as_bytes
from migration.repository.imports import IMPORTS, imported_files
from migration.rule import Findings, Rule
from migration.view.module import Module

_HASHES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
_MAKERS = frozenset([*(f"hashlib.{n}" for n in _HASHES), "md5.md5", "md5.new", "sha.sha", "sha.new"])
_KEEPING = ("staticmethod",)
_GIVEN = re.compile(r"^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*([^\s#=][^\n#]*?)[ \t\r]*(?:#.*)?$", re.MULTILINE)


def visit(node: ast.Call, module: Module) -> Findings:
    """Make bytes of what a method hands to a hash that its class, or an object of it, keeps."""
    function = node.func
    if len(node.args) != 1 or node.keywords or not isinstance(function, ast.Attribute | ast.Name):
        return
    owner = function.value if isinstance(function, ast.Attribute) else None
    kept = isinstance(owner, ast.Name) and function.attr in _kept(node, module)  # type: ignore[union-attr]
    if kept or _is_imported(function, module):
        yield from argument_as_bytes(node.args[0], module, guess=True, site="octets")


def _is_imported(function: ast.Attribute | ast.Name, module: Module) -> bool:
    """Whether a function is a name that a file which is imported gives nothing but functions that make hashes."""
    owner = function.value if isinstance(function, ast.Attribute) else function
    bindings = module.bindings(owner) if isinstance(owner, ast.Name) else ()
    if not bindings or any(b.kind != "import" for b in bindings):
        return False
    name = function.attr if isinstance(function, ast.Attribute) else bindings[0].target.rpartition(".")[2]
    return name in _imported(module)


def _imported(module: Module) -> frozenset[str]:
    """What files that are imported give nothing but functions that make hashes."""
    known = memory(module)
    if "imported hashes" not in known:
        index = module.facts.index
        files = imported_files(module.nodes_of(*IMPORTS), module.facts.key, index)
        known["imported hashes"] = _hashes_of([index.text(key) or "" for key in files])
    return known["imported hashes"]  # type: ignore[no-any-return]


def _named(module: Module) -> frozenset[str]:
    """What such functions can be called by: names that files imported give them, and attributes."""
    given = (n for n in module.nodes_of(ast.Assign) if isinstance(n, ast.Assign))
    kept = (last_name(t) for n in given if _makes_hashes(n.value, module) for t in n.targets)
    return _imported(module).union(filter(None, kept))


def _hashes_of(texts: list[str]) -> frozenset[str]:
    """The names that these files give, as a whole, nothing but functions that make hashes: `sha1 = hashlib.sha1`."""
    values: dict[str, list[str]] = {}
    for name, value in (m.groups() for text in texts for m in _GIVEN.finditer(text)):
        values.setdefault(name, []).append(value)
    return frozenset(name for name, given in values.items() if all(value in _MAKERS for value in given))


def _kept(node: ast.Call, module: Module) -> frozenset[str]:
    """The attributes of the class around that hold nothing but functions that make hashes."""
    owner, function = module.class_of(node), module.function(node)
    if owner is None or not isinstance(function, ast.FunctionDef) or not function.args.args:
        return frozenset()
    if node.func.value.id not in (function.args.args[0].arg, owner.name):  # type: ignore[attr-defined]
        return frozenset()
    known = memory(module)
    key = ("kept hashes", owner)
    if key not in known:
        known[key] = frozenset(_names(owner, module))
    return frozenset(known[key])


def _names(owner: ast.ClassDef, module: Module) -> Iterator[str]:
    bases = local_bases(owner, module)
    for one in bases:
        for statement in module.below(one):
            if not isinstance(statement, ast.Assign) or not _makes_hashes(statement.value, module):
                continue
            for target in statement.targets:
                name = target.id if isinstance(target, ast.Name) else getattr(target, "attr", "")
                values = [v for b in bases for v in attribute_values(b, name)] if name else []
                if values and all(_makes_hashes(v, module) for v in values):
                    yield name


def _makes_hashes(value: ast.expr, module: Module) -> bool:
    if isinstance(value, ast.Call) and len(value.args) == 1 and module.is_builtin(value.func, *_KEEPING):
        value = value.args[0]
    return isinstance(value, (ast.Name, ast.Attribute)) and stdlib_name(value, module) in _MAKERS


RULE = Rule(
    id="kept_hashes",
    family="P7",
    summary="what a class or another file keeps to make hashes with takes bytes",
    before=(
        "import hashlib\nclass A(object):\n    maker = hashlib.md5\n    def f(self):\n        return self.maker('x')\n"
    ),
    after=(
        "import hashlib\nclass A(object):\n    maker = hashlib.md5\n    def f(self):\n        return self.maker(b'x')\n"
    ),
    caveats="Only calls in the class itself, or of what a file of the repository keeps.",
    triggers=(re.compile(r"hashlib"), re.compile(r"md5"), re.compile(r"sha")),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    names_here=_named,
    visit=visit,
)
