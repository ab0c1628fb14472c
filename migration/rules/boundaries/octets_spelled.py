"""repr(x) → ascii(x), '%r' → '%a', where octets are text of Latin-1: Python 2 spelled those above 127 as escapes."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.effects import is_output
from migration.analysis.exceptions import may_be_exception
from migration.analysis.flow_order import items_of
from migration.analysis.literals import literal
from migration.analysis.names import defined_in_repository, memory, repository_texts
from migration.analysis.shown_sets import holds_sets, is_set
from migration.analysis.strings.octets import octets_throughout
from migration.analysis.strings.shown import logged, spelled
from migration.flow.atoms import Box, Instance
from migration.flow.world import has_method
from migration.rule import Findings, Rule
from migration.rules.boundaries._own_spelling import CONVERSION, spells_in_ascii
from migration.source.edits import Part, Span
from migration.view.module import Module

_PARTING = frozenset(["partition", "readlines", "rpartition", "rsplit", "split", "splitlines"])
_DISPLAYED = frozenset(["list", "tuple", "dict", "set", "frozenset"])


def _is_wanted(node: ast.expr, module: Module) -> bool:
    """Whether what is spelled is seen: in a program of a few files anywhere, in a package where it is printed. What
    packages spell elsewhere is mostly for errors.
    """
    if not module.facts.index.packages:
        return True
    statement = module.statement(node)
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and is_output(call, module)


def _exactness(module: Module) -> Exactness:
    """The library's objects spell themselves in ASCII, as strings do here; a class's own spelling may hold octets."""
    known = memory(module)
    if "spelled in ascii" not in known:
        known["spelled in ascii"] = all(map(spells_in_ascii, repository_texts(module)))
    return Exactness.EXACT if known["spelled in ascii"] else Exactness.SEMANTIC


def visit(node: ast.Call | ast.BinOp, module: Module) -> Findings:
    """Spell as Python 2 did what may hold octets: by itself, in a template, as an item of what is printed."""
    if not _is_wanted(node, module):
        return
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Mod) and not _puts_exception(node.right, module):
            yield from _template(node.left, module)
        return
    told = [*logged(node, module)]
    if len(told) > 1:
        yield from _template(told[0], module)
    if module.is_builtin(node.func, "repr") and len(node.args) == 1:
        value = node.args[0]
        left = _puts_exception(value, module) or _is_or_holds_set(value, module)
        if not left and not _spells_itself(value, module):
            yield module.replace(node.func, "ascii", exactness=_exactness(module))
    else:
        for value in spelled(node, module):
            types = module.type_of(value)
            shown = (types and types <= _DISPLAYED) or _parts_text(value, module)
            if shown and not _spells_itself(value, module) and not _is_or_holds_set(value, module):
                yield module.wrap(value, "ascii(", exactness=_exactness(module))


def _template(node: ast.expr, module: Module) -> Findings:
    """Spell by another letter what is put into a template."""
    if not literal(node, module):
        return
    span = module.span(node)
    found = (m for m in CONVERSION.finditer(module.source(span)) if m[0].endswith("r"))
    # The letters alone: other rules edit other fields.
    letters = [Part(Span(end - 1, end), ("a",)) for m in found for end in [span.start + m.end()]]
    if letters:
        yield module.edit(*letters, exactness=_exactness(module))


def _puts_exception(node: ast.expr, module: Module) -> bool:
    """Whether what is spelled is an exception, alone: another rule spells those, whose messages are ASCII."""
    alone = node.elts[0] if isinstance(node, ast.Tuple) and len(node.elts) == 1 else node
    return may_be_exception(alone, module, with_message=True)


def _is_or_holds_set(node: ast.expr, module: Module) -> bool:
    """Whether sets are spelled, which another rule does by their name."""
    return is_set(node, module) or holds_sets(node, module)


def _spells_itself(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an object, or holds nothing but objects, of classes that spell themselves, maybe in octets:
    what they give is shown as it is.
    """
    if _exactness(module) is Exactness.EXACT:
        return False
    held = module.held(node)
    items = items_of(node, module) if all(isinstance(a, Box) and a.kind != "dict" for a in held) else held
    return bool(items) and all(isinstance(a, Instance) and has_method(a.kind, "__repr__") for a in items)


def _parts_text(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a list or a tuple that a method of strings or of files gives."""
    function = node.func if isinstance(node, ast.Call) else None
    if not isinstance(function, ast.Attribute) or function.attr not in _PARTING:
        return False
    if isinstance(function.value, ast.Name) and any(
        b.kind == "import" for b in module.bindings(function.value)
    ):
        return False
    return not defined_in_repository(function.attr, module)


RULE = Rule(
    id="octets_spelled",
    family="P9",
    summary="repr() of octets that are text spells them as escapes",
    before="import struct\na = repr(struct.pack('B', 200))\n",
    after="import struct\na = repr(struct.pack('B', 200))\n",
    caveats="Only where strings are octets (dialects/octets.py), and in packages only what is printed.",
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=90,
    nodes=(ast.Call, ast.BinOp),
    when=octets_throughout,
    visit=visit,
)
