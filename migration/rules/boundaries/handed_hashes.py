"""f(hashlib.md5) → f(HashOfCharacters(hashlib.md5)), in programs of octets: a hash that is made there is given text."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.names import names_by_id, stdlib_name
from migration.analysis.strings.octet_edges import HASHES
from migration.analysis.strings.octets import octets_throughout
from migration.analysis.values import function_named
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
class HashOfCharacters:
    """A maker of hashes that takes characters up to 255 as the octets of the same numbers."""

    def __init__(self, maker):
        self.maker = maker

    def __call__(self, *told):
        return self.maker(*[one.encode("latin-1") if isinstance(one, str) else one for one in told])
'''
_MAKERS = frozenset(f"hashlib.{name}" for name in HASHES) | {"md5.md5", "md5.new", "sha.sha", "sha.new"}


def visit(node: ast.Call | ast.Assign, module: Module) -> Findings:
    """Hand on what takes octets as a function of the file gives them, or keep it so for the methods of a class."""
    for value, places in _handed(node, module):
        if any(_asks_which(place, module) for place in places):
            continue
        if isinstance(value, (ast.Attribute, ast.Name)) and stdlib_name(value, module) in _MAKERS:
            made = helper("HashOfCharacters", HELPER, module)
            yield module.replace(value, made, "(", module.span(value), ")")


def _handed(node: ast.Call | ast.Assign, module: Module) -> Iterator[tuple[ast.expr, list[ast.expr]]]:
    """What is handed on or kept, with the places where it is read then."""
    if isinstance(node, ast.Assign):
        target = node.targets[0]
        if isinstance(module.parent(node), ast.ClassDef) and isinstance(target, ast.Name):
            named = module.nodes_named(ast.Attribute, frozenset([target.id]))
            yield node.value, [n for n in named if isinstance(n, ast.Attribute)]
        return
    function = function_named(node.func, module)
    if function is not None:
        names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
        for name, value in zip(names, node.args, strict=False):
            reads = names_by_id(module).get(name, ())
            yield value, [n for n in reads if module.function(n) is function]


def _asks_which(place: ast.expr, module: Module) -> bool:
    """Whether it is asked which maker it is: compared, looked up, asked for its name."""
    outer = module.parent(place)
    if isinstance(outer, ast.Call):
        return outer.func is not place and not isinstance(module.parent(outer), ast.keyword)
    return isinstance(
        outer, (ast.Compare, ast.Attribute, ast.Subscript, ast.Dict, ast.Set, ast.Tuple, ast.List)
    )


RULE = Rule(
    id="handed_hashes",
    family="P9",
    summary="makers of hashes that are handed on take octets as characters of the same numbers",
    before="import hashlib\ndef f(maker): return maker\nf(hashlib.md5)\n",
    after="import hashlib\ndef f(maker): return maker\nf(hashlib.md5)\n",
    caveats="Only in programs of octets (octet_text), where a function of the file is given one, or a class"
    " keeps it.",
    triggers=("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call, ast.Assign),
    when=octets_throughout,
    visit=visit,
)
