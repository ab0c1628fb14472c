"""class A: maker = hashlib.md5 … self.maker(x) → self.maker(as_bytes(x)): a hash takes bytes, whatever keeps it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._as_bytes import argument_as_bytes
from migration.rules._classes import attribute_values, local_bases
from migration.rules._names import memory, stdlib_name

_HASHES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
_MAKERS = frozenset([*(f"hashlib.{n}" for n in _HASHES), "md5.md5", "md5.new", "sha.sha", "sha.new"])
_KEEPING = ("staticmethod",)


def visit(node: ast.Call, module: Module) -> Findings:
    """Make bytes of what a method hands to a hash that its class, or an object of it, keeps."""
    function = node.func
    if len(node.args) != 1 or node.keywords or not isinstance(function, ast.Attribute):
        return
    if isinstance(function.value, ast.Name) and function.attr in _kept(node, module):
        yield from argument_as_bytes(node.args[0], module, guess=True, site="octets")


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
    summary="what a class keeps to make hashes with takes bytes",
    before=(
        "import hashlib\nclass A(object):\n    maker = hashlib.md5\n    def f(self):\n        return self.maker('x')\n"
    ),
    after=(
        "import hashlib\nclass A(object):\n    maker = hashlib.md5\n    def f(self):\n        return self.maker(b'x')\n"
    ),
    caveats="Only calls in the class itself.",
    triggers=("hashlib", "md5", "sha"),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    visit=visit,
)
