"""normalize('NFKD', s).encode('ascii', 'ignore') → ….decode("ascii"): letters without their accents, as native text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.names import names_by_id, stdlib_name
from migration.analysis.strings.takers import takes_octets
from migration.analysis.values import given_last
from migration.rule import Findings, Rule
from migration.rules.text.encoded_names import changed
from migration.view.module import Module

_CODECS = frozenset(["ascii", "us-ascii", "US-ASCII", "ASCII"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Make text of it again, unless that is done there, or octets are what is wanted."""
    if folds(node, module):
        yield module.wrap(node, "", '.decode("ascii")')


def folds(node: ast.Call, module: Module) -> bool:
    """Whether text is encoded only to lose its accents, in a repository of Python 2 that has no octets for text."""
    function = node.func
    if not (isinstance(function, ast.Attribute) and function.attr == "encode") or len(node.args) != 2:
        return False
    codec, errors = node.args
    told = isinstance(codec, ast.Constant) and codec.value in _CODECS and literal(errors, module)
    if not told or module.facts.index.octets:
        return False
    normal = function.value
    if isinstance(normal, ast.Name):
        kept = given_last(normal, module)
        normal = kept.value if isinstance(kept, ast.Assign) else normal
    if not isinstance(normal, ast.Call) or stdlib_name(normal.func, module) != "unicodedata.normalize":
        return False
    return not any(_needs_octets(place, module) for place in (node, *_reads(node, module)))


def _reads(node: ast.Call, module: Module) -> list[ast.Name]:
    """Where the name that `node` is given may stand for it."""
    statement: ast.AST | None = module.parent(node)
    while isinstance(statement, (ast.Attribute, ast.Call)):
        statement = module.parent(statement)  # what a method of it gives
    target = (
        statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    )
    if not isinstance(target, ast.Name):
        return []
    bindings = module.bindings(target)
    again = any(isinstance(outer, (ast.For, ast.While)) for outer in module.ancestors(target))
    return [
        n
        for n in names_by_id(module)[target.id]
        if isinstance(n.ctx, ast.Load)
        and module.statement(n) is not statement
        and (again or module.start(n) > module.start(target))
        and module.bindings(n) == bindings
        and given_last(n, module) in (statement, None)
    ]


def _needs_octets(place: ast.expr, module: Module) -> bool:
    place = changed(place, module)
    outer = module.parent(place)
    if isinstance(outer, ast.Attribute):
        return outer.attr == "decode"
    if isinstance(outer, ast.Call) and module.is_builtin(outer.func, "isinstance"):
        return True  # other rules answer that for octets
    decoded = isinstance(outer, ast.Call) and module.is_builtin(outer.func, "unicode") and len(outer.args) > 1
    return decoded or takes_octets(place, module)


RULE = Rule(
    id="ascii_folding",
    family="P8",
    summary="text that lost its accents is text",
    before="import unicodedata\nx = unicodedata.normalize('NFKD', s).encode('ascii', 'ignore')\nn = 1L\n",
    after=(
        "import unicodedata\nx = unicodedata.normalize('NFKD', s).encode('ascii', 'ignore').decode(\"ascii\")\nn = 1\n"
    ),
    caveats="What hashes, sends or decodes it gets octets, also by one name.",
    triggers=("normalize",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=40,
    nodes=(ast.Call,),
    names=frozenset(["encode"]),
    visit=visit,
)
