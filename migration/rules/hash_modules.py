"""The modules md5 and sha are functions of hashlib, also where they are handed on: def f(kind=md5): kind.new()."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._moves import Move, Moves
from migration.rules._names import memory, stdlib_name
from migration.rules._values import defaults_of

MOVES = Moves(
    {
        "md5.new": "hashlib.md5",
        "md5.md5": "hashlib.md5",
        "sha.new": "hashlib.sha1",
        "sha.sha": "hashlib.sha1",
        "md5.digest_size": Move(text="16"),
        "sha.digest_size": Move(text="20"),
        "md5.blocksize": Move(text="1"),
        "sha.blocksize": Move(text="1"),
    },
    {"md5": "", "sha": ""},
    {"md5": "hashlib.md5", "sha": "hashlib.sha1"},
)

_MODULES = frozenset(["md5", "sha"])


def visit(node: ast.AST, module: Module) -> Findings:
    """Rewrite imports and uses; call what was a module and is a function now, under any name it is handed on by."""
    if not isinstance(node, ast.Call):
        yield from MOVES.visit(node, module)
        return
    match node.func:
        case ast.Attribute(value=ast.Name(id=name) as holder, attr="new") if name in _holders(module):
            if stdlib_name(holder, module) not in _MODULES:
                yield module.replace(node.func, *module.sub(holder))


def _holders(module: Module) -> frozenset[str]:
    """The names of parameters and variables that hold one of the modules somewhere in the file."""
    known = memory(module)
    if "hash modules" not in known:
        known["hash modules"] = frozenset(_given(module))
    return known["hash modules"]  # type: ignore[no-any-return]


def _given(module: Module) -> Iterator[str]:
    for value in module.nodes_imported(ast.Name, _MODULES):
        if not isinstance(value, ast.Name) or stdlib_name(value, module) not in _MODULES:
            continue
        place = module.parent(value)
        if isinstance(place, ast.arguments):
            yield from (given.arg for given, default in defaults_of(place).items() if default is value)
        elif isinstance(place, ast.keyword) and place.arg:
            yield place.arg
        elif isinstance(place, ast.Assign):
            yield from (t.id for t in place.targets if isinstance(t, ast.Name))


RULE = Rule(
    id="hash_modules",
    family="P11",
    summary="md5.new and sha.new are hashlib.md5 and hashlib.sha1",
    before="import md5\na = md5.new(b'x').hexdigest()\n",
    after="import hashlib\na = hashlib.md5(b'x').hexdigest()\n",
    caveats="A module given as digestmod (hmac) takes the function in its place.",
    triggers=("md5", "sha"),
    evidence=True,
    nodes=(*MOVES.nodes, ast.Call),
    imports=MOVES.heads,
    visit=visit,
)
