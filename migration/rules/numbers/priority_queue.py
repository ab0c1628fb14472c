"""Queue.PriorityQueue() → OrderedPriorityQueue(), where entries have no order in Python 3 that they had in Python 2."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.flow_order import put_without_order
from migration.analysis.names import stdlib_name
from migration.analysis.order import ORDERED
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.source.edits import Needs
from migration.view.module import Module

_QUEUE = "Queue.PriorityQueue"
HELPER = '''
class OrderedPriorityQueue(queue.PriorityQueue):
    """A queue that gives its entries in the order that they had in Python 2."""

    class Entry:
        def __init__(self, value):
            self.value = value
            self.key = ORDER(value)

        def __lt__(self, other):
            return self.key < other.key

    def _put(self, item):
        super()._put(self.Entry(item))

    def _get(self):
        return super()._get().value
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Make a queue that keeps Python 2's order."""
    if stdlib_name(node.func, module) != _QUEUE or not put_without_order(node, module):
        return
    order = helper("ordered", ORDERED, module)
    made = helper("OrderedPriorityQueue", HELPER.replace("ORDER", order), module, ("import queue",))
    yield module.replace(
        node.func, Needs.of(made, made.imports, order.helpers + made.helpers), needs_python2=True
    )


RULE = Rule(
    id="priority_queue",
    family="P7",
    summary="entries of a priority queue are ordered though Python 3 compares them no more",
    before="q = PriorityQueue()\nq.put((1, 'a'))\n",
    after="q = PriorityQueue()\nq.put((1, 'a'))\n",
    caveats="Only where what is put into the queue, as far as it is seen in the repository, has no order.",
    triggers=("PriorityQueue",),
    exactness=Exactness.SEMANTIC,
    order=2,
    nodes=(ast.Call,),
    names=frozenset(["PriorityQueue"]),
    visit=visit,
)
