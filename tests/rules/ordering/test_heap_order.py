"""Heaps of what Python 3 can't compare."""

import subprocess
import sys

import pytest
from rules.checking import PROOF, check_untouched, run

from environment.traces import Observation
from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

SEEN = "dict inequality comparisons not supported in 3.x"


def observed(text: str, seen: str = SEEN):
    """Migrate a text of which 2.7 was seen to say `seen` on its third line."""
    return migrate(text, observations=[Observation("warning", 3, 0, (seen,))])


@pytest.mark.parametrize(
    "text",
    [
        "import heapq\nheap = []\nheapq.heappush(heap, job)\n",
        "import heapq\nx = heapq.nlargest(2, rows)\n",
    ],
)
def test_leaves_heaps_of_which_nothing_was_seen(text):
    check_untouched("heap_order", text, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "import heapq\nheap = []\nx = heapq.nsmallest(2, rows, key=len)\n",
        "def heappush(a, b): pass\nheap = []\nheappush(heap, job)\n",
    ],
)
def test_leaves_what_has_a_key_or_is_no_heap(text):
    assert observed(text).text == text


def test_leaves_a_heap_when_something_else_was_seen():
    text = "import heapq\nheap = []\nheapq.heappush(heap, job)\n"
    assert observed(text, "the cmp argument is not supported in 3.x").text == text


@pytest.mark.parametrize(
    "text",
    [
        "import heapq\nheap = []\nheapq.heappush(heap, job)\nshow(heap)\n",
        "import heapq\nheap = []\nheapq.heappush(heap, job)\nfor x in heap: pass\n",
        "import heapq\nheap = []\nheapq.heappush(heap, job)\nx = [heapq.heappop(heap) for i in heap]\n",
        "import heapq\nheap = []\nheapq.heappush(heap, job)\nx = sorted(heap, key=len)\n",
        "import heapq\ndef f(heap, job):\n    heapq.heappush(heap, job)\n",
    ],
)
def test_reports_a_heap_that_others_see(text):
    outcome = observed(text)
    assert outcome.text == text
    assert [o.line for o in outcome.open_sites if o.pattern == "heap_order"] == [3]


def test_wraps_and_unwraps_wherever_the_heap_is_used():
    program = (
        "import heapq\nclass Queue(object):\n"
        "    def put(self, job): heapq.heappush(self.jobs, job)\n"
        "    def __init__(self): self.jobs = []\n"
        "    def get(self):\n        while self.jobs and len(self.jobs):\n"
        "            yield self.jobs[0], heapq.heappop(self.jobs)\n"
        "    def swap(self, job): return heapq.heappushpop(self.jobs, job)\n"
        "queue = Queue()\nfor n in (2, 1, 3): queue.put((0, {'n': n}))\n"
        "assert queue.swap((0, None)) == (0, None)\n"
        "assert list(queue.get()) == [((0, {'n': n}), (0, {'n': n})) for n in (1, 2, 3)]\n"
    )
    outcome = observed(program)
    assert (
        "self.jobs[0].value" in outcome.text
        and "heappushpop(self.jobs, HeapEntry(job)).value" in outcome.text
    )
    subprocess.run([sys.executable, "-c", outcome.text], check=True)
    assert observed(outcome.text).text == migrate(outcome.text).text == outcome.text


def test_gives_a_key_where_one_can_be_given():
    result = observed("import heapq\n\nx = heapq.nsmallest(2, rows)\n").text
    assert result.endswith("x = heapq.nsmallest(2, rows, key=ordered)\n")
    assert migrate(result).text == result


def test_rows_with_dictionaries_that_a_loop_pushes():
    text = (
        "import heapq\nheap = []\nfor n, d in [(2, {'k': 2}), (2, {'k': 1})]: heapq.heappush(heap, (n, d))\n"
        "print heapq.heappop(heap)[1]['k']\n"
    )
    code = migrate(text).text
    assert "heapq.heappush(heap, HeapEntry((n, d)))" in code and migrate(code).text == code
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "1\n"
    assert "HeapEntry" not in migrate(text.replace("{'k': 2}", "'a'").replace("{'k': 1}", "'b'")).text


@pytest.mark.parametrize(
    ("body", "wrapped"),
    [
        ("pass", True),
        ("def __lt__(self, other): return True", False),
        ("def __cmp__(self, other): return 0", False),
        ("def f(self): return 1", True),
    ],
)
def test_rows_with_objects_that_have_no_order(body, wrapped):
    text = (
        f"from heapq import heappop, heappush\nclass Job:\n    {body}\nheap = []\n"
        "for n in (1, 1):\n    heappush(heap, (n, Job()))\nprint heappop(heap)[0]\n"
    )
    assert ("HeapEntry((n, Job()))" in migrate(text).text) == wrapped


def test_what_gathers_keyword_arguments_is_a_dictionary():
    text = "import heapq\nclass S:\n    def __init__(self):\n        self.heap = []\n    def add(self, p, **job):\n"
    text += "        heapq.heappush(self.heap, (p, job))\n"
    assert "heappush(self.heap, HeapEntry((p, job)))" in run("heap_order", text + PROOF).text
    check_untouched("heap_order", text.replace("**job", "job"), python2=True)


def test_rows_in_which_none_may_stand_beside_numbers():
    text = "import heapq\ntable = [('a', 1), ('b', None)]\nh = []\nfor name, n in table:\n"
    text += "    heapq.heappush(h, (n, name))\nprint heapq.heappop(h)\n"
    text += "print heapq.nsmallest(1, [x for _, x in table])\n"
    done = migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text
    assert "heappush(h, HeapEntry((n, name)))" in done and "[x for _, x in table], key=ordered)" in done


def test_entries_that_are_appended_before_the_list_is_a_heap():
    text = (
        "from heapq import heapify, heappop, heapreplace\ndef merged(rows):\n    heads = []\n"
        "    for row in map(iter, rows):\n        heads.append((row.next(), row))\n    heapify(heads)\n"
        "    while heads:\n        yield heads[0][0]\n        row = heads[0][1]\n        try:\n"
        "            heapreplace(heads, (row.next(), row))\n"
        "        except StopIteration:\n            heappop(heads)\n"
        "print list(merged([[1, 2, 3], [1, 2], (1, 4)]))\n"
    )
    code = migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text
    assert "heads.append(HeapEntry((next(row), row)))" in code and "heads[0].value[1]" in code
    assert migrate(code).text == code
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[1, 1, 1, 2, 2, 3, 4]\n"


@pytest.mark.parametrize("used", ["heads.extend(rows)", "heads.append(*rows)", "add = heads.append"])
def test_lists_that_are_filled_otherwise_are_reported(used):
    text = f"import heapq\ndef f(rows):\n    heads = []\n    {used}\n    heapq.heappush(heads, (1, {{}}))\n"
    outcome = run("heap_order", text + PROOF)
    assert "HeapEntry" not in outcome.text and outcome.open_sites


@pytest.mark.parametrize(
    ("body", "keyed"),
    [
        ("pass", True),
        ("def __le__(self, other): return True", False),
        ("__lt__ = lambda s, o: True", False),
        ("__metaclass__ = Ordering", False),
    ],
)
def test_objects_without_order_that_flow_into_rows(body, keyed):
    text = (
        f"from heapq import nlargest\nclass Job(object):\n    {body}\n"
        "def jobs(n):\n    for i in range(n): yield Job()\n"
        "def best(made): return nlargest(2, ((1, j) for j in made(3)))\nprint len(best(jobs))\n"
    )
    code = migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text
    assert ("made(3)), key=ordered)" in code) == keyed


def test_what_a_heap_holds_from_its_beginning_is_wrapped_too():
    """A tree beside its leaves; values of any kind; and who looks at the heap through its object."""
    text = (
        "import heapq\n"
        "def build(counted):\n"
        "    heap = [(n, name) for name, n in counted]\n"
        "    heapq.heapify(heap)\n"
        "    while len(heap) > 1:\n"
        "        a, b = heapq.heappop(heap), heapq.heappop(heap)\n"
        "        heapq.heappush(heap, (a[0] + b[0], (a, b)))\n"
        "    return heap[0]\n"
        "tree = build([('a', 1), ('b', 1), ('c', 2)])\n"
        "mixed = [3, 'three', None, (1,)]\n"
        "heapq.heapify(mixed)\n"
        "order = [heapq.heappop(mixed), heapq.heappop(mixed)]\n"
        "class Line(object):\n"
        "    def __init__(self):\n"
        "        self.waiting = []\n"
        "    def add(self, rank):\n"
        "        heapq.heappush(self.waiting, (rank, {'a': 1}))\n"
        "line = Line()\n"
        "line.add(2)\n"
        "line.add(2)\n"
        "first = line.waiting[0][1]\n"
        "n = 1L\n"
    )
    space = {}
    exec(migrate(text).text, space)
    assert space["tree"] == (4, ((2, "c"), (2, ((1, "a"), (1, "b")))))
    assert (space["order"], space["first"]) == ([None, 3], {"a": 1})


def test_entries_that_are_listed_and_a_function_with_the_same_name():
    text = (
        "import heapq\ndef f(rows):\n    heap = list(rows)\n    heapq.heapify(heap)\n    return heap\n"
        "heap = [[5, 'x'], [1, None], [1, 'b']]\nheapq.heapify(heap)\n"
        "x = sorted(heap), [h[0] for h in heap], heap[:1], len(list(heap)), f([2, 1]), bool(heap)\n"
        "y = heapq.heapreplace(heap, [0, 'new'])\nn = 1L\n"
    )
    code = migrate(text).text
    names: dict = {}
    exec(code, names)
    assert names["x"][0] == [[1, None], [1, "b"], [5, "x"]]
    assert names["x"][1:] == ([1, 5, 1], [[1, None]], 3, [1, 2], True)
    assert names["y"] == [1, None] and migrate(code).text == code


_SCHEDULE = (
    "import heapq\nclass S:\n    def __init__(self):\n        self.heap, self.n = [], 0\n"
    "    def add(self, task, when):\n        self.n += 1\n        heapq.heappush(self.heap, (when, self.n, task))\n"
    "    def next(self):\n        return heapq.heappop(self.heap)[2]\n"
    "s = S()\nfor task, when in [('a', 5), ('b', None), ('c', 'x')]:\n    s.add(task, when)\n"
    "print [row[2] for row in heapq.nsmallest(2, s.heap)], s.next(), s.next(), s.next()\n"
)


def test_a_heap_that_is_born_among_others_and_asked_for_its_least():
    index = RepositoryIndex(["a.py"], {"a.py": _SCHEDULE}.get)
    after = migrate(_SCHEDULE, "a.py", index).text
    assert "[entry.value for entry in heapq.nsmallest(2, s.heap)]" in after
    shown: list = []
    exec(after, {"print": lambda *a: shown.append(a)})
    assert shown == [(["b", "a"], "b", "a", "c")]


def test_a_heap_that_is_unpacked_from_elsewhere_is_left():
    text = _SCHEDULE.replace("self.heap, self.n = [], 0", "self.heap, self.n = begin()")
    assert "HeapEntry" not in migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text


@pytest.mark.parametrize(
    ("rows", "keyed"), [("[1, 4], [2, 'a']", True), ("[1, 4], [2, 3.5]", False), ("[1], x", False)]
)
def test_what_is_merged(rows, keyed):
    text = f"import heapq\ndef f(x): return list(heapq.merge({rows}))\nn = 1L\n"
    index = RepositoryIndex({"a.py": text}, {"a.py": text}.get)
    made = migrate(text, "a.py", index).text
    assert ("key=ordered" in made) is keyed
    if keyed:
        spaces = {}
        exec(made, spaces)
        assert spaces["f"](0) == [1, 2, 4, "a"]
