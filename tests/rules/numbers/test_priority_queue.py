"""Priority queues whose entries have no order any more."""

import pytest
from rules.checking import PROOF, check_untouched, run

from migration.analysis.order import ORDERED
from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rules.numbers.priority_queue import HELPER

RULE = "priority_queue"


def index_of(text, **others):
    files = {"a.py": text, **{f"{name}.py": other for name, other in others.items()}}
    return RepositoryIndex(files, files.get)


@pytest.mark.parametrize(
    "text",
    [
        "import Queue\nq = Queue.PriorityQueue()\nq.put((1, 'a'))\nq.put((2, 'b'))\n",
        "import Queue\nq = Queue.PriorityQueue()\nq.put(f())\n",
        "import Queue\nq = Queue.Queue()\nq.put(1)\nq.put('a')\n",
        "class A:\n    def __cmp__(self, other): return 0\n"
        "import Queue\nq = Queue.PriorityQueue()\nq.put(A())\nq.put(1)\n",
    ],
)
def test_leaves_entries_with_an_order(text):
    check_untouched(RULE, text, python2=True)
    text += PROOF
    assert run(RULE, text, index=index_of(text)).text == text.replace("1L", "1")


@pytest.mark.parametrize(
    ("put", "other"),
    [
        ("q.put((1, 'a'))\nq.put((1, None))\n", ""),
        ("q.put((None, 'a'))\n", "import a\na.q.put((1, 'b'))\n"),
        ("q.put((1, {}))\n", ""),
    ],
)
def test_keeps_the_order_of_python_2(put, other):
    text = "import Queue\nq = Queue.PriorityQueue()\n" + put + PROOF
    found = migrate(text, "a.py", index_of(text, b=other)).text
    assert HELPER.replace("ORDER", "ordered").strip() in found
    assert ORDERED.strip() in found
    assert "\nq = OrderedPriorityQueue()\n" in found


def test_entries_come_as_they_did():
    text = (
        "import Queue\nq = Queue.PriorityQueue()\nfor one in [3, 'a', None, (1, None), (1, 0)]: q.put(one)\n"
        + PROOF
    )
    space = {}
    exec(migrate(text, "a.py", index_of(text)).text, space)
    assert [space["q"].get() for _ in range(5)] == [None, 3, "a", (1, None), (1, 0)]
