"""''.join(self.parts) → joined('', self.parts), where what text was encoded to flows into the list as well."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import arguments
from migration.analysis.exceptions import is_awaited
from migration.analysis.flow_kinds import tells_octets
from migration.analysis.literals import literal
from migration.analysis.strings.kinds import kind
from migration.analysis.strings.octet_values import is_octet_list
from migration.flow.atoms import Bound, Box, Function
from migration.rewriting.helpers import helper
from migration.rule import Findings, Phase, Rule
from migration.view.module import Module

HELPER = '''
def joined(separator, parts):
    """Text of parts that are text; octets where any part is bytes."""
    parts = [parts[i : i + 1] for i in range(len(parts))] if isinstance(parts, bytes) else list(parts)
    if not any(isinstance(part, bytes) for part in parts):
        return separator.join(parts)
    octets = (part.encode("utf-8") if isinstance(part, str) else part for part in parts)
    return separator.encode("utf-8").join(octets)
'''
_OCTETS = frozenset(["encoded", "octets"])
_ROWS = frozenset(["iterator", "list", "tuple"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Have a helper tell when it runs: native text joins no bytes, so that nothing changes where it was right."""
    function, parts = node.func, node.args[0] if arguments(node, 1, 1) else None
    if (
        not isinstance(function, ast.Attribute)
        or parts is None
        or not (isinstance(parts, ast.Attribute) or _is_own_call(parts, module))
        or not literal(function.value, module)
        or module.guarded(node)
        or is_awaited(node, module, "TypeError")
        or not _may_hold_octets(parts, module)
        or tells_octets(module)
        or kind(parts, module) is not None
        or is_octet_list(parts, module)
    ):
        return
    name = helper("joined", HELPER, module)
    yield module.replace(node, name, "(", *module.sub(function.value), ", ", *module.sub(parts), ")")


def _is_own_call(node: ast.expr, module: Module) -> bool:
    """Whether functions and methods of the repository alone are called: what the library gives has rules of its own."""
    called = module.may_hold(node.func) if isinstance(node, ast.Call) else ()
    return bool(called) and all(isinstance(a, (Function, Bound)) for a in called)


def _may_hold_octets(node: ast.expr, module: Module) -> bool:
    """Whether what text was encoded to, or octets of the library, are among the items that `node` may have, or `node`
    may be such itself: where an answer is one string, or several.
    """
    held = module.may_hold(node)
    rows = (a for a in held if isinstance(a, Box) and a.kind in _ROWS)
    items = (i for row in rows for i in row.item.atoms)
    return not _OCTETS.isdisjoint(i for i in (*held, *items) if isinstance(i, str))


RULE = Rule(
    id="joined_parts",
    family="P9",
    summary="what native text joins may be octets, and is joined as such then",
    before="def f(x): return ''.join(x.parts)\n",
    after="def f(x): return ''.join(x.parts)\n",
    caveats="Only attributes and what functions give, "
    "where the flow of values through the repository shows octets among what they hold.",
    triggers=("join",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    phase=Phase.FINISH,
    nodes=(ast.Call,),
    names=frozenset(["join"]),
    when=lambda module: not module.facts.index.octets and module.is_given_octets,
    visit=visit,
)
