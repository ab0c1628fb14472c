"""self._Thread__target → self._target: what threads were subclassed for has one underscore now."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import defined_in_repository
from migration.rule import Findings, Rule
from migration.view.module import Module

_PREFIX = "_Thread__"
#: Attributes of Python 2's threads that Python 3's have too, by the name behind the prefix.
_KEPT = frozenset(["args", "ident", "kwargs", "name", "started", "target"])
_NAMES = frozenset(_PREFIX + name for name in _KEPT)


def visit(node: ast.Attribute | ast.Constant, module: Module) -> Findings:
    """Rename what a program reaches through the mangling, in place or by getattr and its kin."""
    if isinstance(node, ast.Attribute):
        if node.attr in _NAMES and not defined_in_repository("__" + node.attr.removeprefix(_PREFIX), module):
            end = module.span(node).end
            yield module.replace_span((end - len(node.attr), end), "_" + node.attr.removeprefix(_PREFIX))
        return
    call = module.parent(node)
    if node.value not in _NAMES or not isinstance(call, ast.Call) or call.args[1:2] != [node]:
        return
    own = defined_in_repository("__" + str(node.value).removeprefix(_PREFIX), module)
    if not own and module.is_builtin(call.func, "getattr", "hasattr", "setattr", "delattr"):
        yield module.replace(node, repr("_" + str(node.value).removeprefix(_PREFIX)))


RULE = Rule(
    id="thread_internals",
    family="P14",
    summary="the target and the arguments of a thread have other names",
    before="class T(Thread):\n    def run(self): self.r = self._Thread__target(*self._Thread__args)\n",
    after="class T(Thread):\n    def run(self): self.r = self._target(*self._args)\n",
    caveats="Threads have no _Thread__stop() and no _Thread__block any more, and no other name for these.",
    triggers=tuple(sorted(_NAMES)),
    exactness=Exactness.EXACT,
    evidence=True,
    nodes=(ast.Attribute, ast.Constant),
    visit=visit,
)
