"""Rows of a key and an object."""

import pytest
from rules.checking import check_untouched, run

from environment.traces import Observation
from migration.engine.pipeline import migrate

RULE = "decorated_order"


@pytest.mark.parametrize(
    "text",
    [
        "rows = [(x.age, x) for x in xs]\nrows.sort(key=f)\n",
        "rows = [(x.age, x) for x in xs]\nrows.sort(cmp)\n",
        "rows = [(x.age, x.name) for x in xs]\nrows.sort()\n",
        "rows = [(x.age, y) for x in xs]\nrows.sort()\n",
        "rows = [(len(x), x) for x in xs]\nrows.sort()\n",
        "rows = [(x.lower(), x) for x in xs]\nrows.sort()\n",
        "rows = [x.age for x in xs]\nrows.sort()\n",
        "rows = f(xs)\nrows.sort()\n",
        "a = sorted([(x.age, x) for x in xs], key=f)\n",
        "a = max(((x.age, x) for x in xs), 3)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "rows = [(x.age, x) for x in xs]\nrows.sort()\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    rows = [(x.age, x) for x in xs]\n    rows.sort()\n", "rows.sort(key=ordered)"),
        (
            "    rows = [(x.f(), 1, x) for x in xs]\n    rows.sort(reverse=1)\n",
            "rows.sort(key=ordered, reverse=1)",
        ),
        (
            "    rows = []\n    for x in xs:\n        rows.append((x.age, x))\n    rows.sort()\n",
            "rows.sort(key=ordered)",
        ),
        ("    rows = sorted([(x.age, x) for x in xs])\n", "sorted([(x.age, x) for x in xs], key=ordered)"),
        ("    rows = sorted((x.age, x) for x in xs)\n", "sorted(((x.age, x) for x in xs), key=ordered)"),
        ("    rows = [max([(x.age, x) for x in xs])]\n", "max([(x.age, x) for x in xs], key=ordered)"),
        ("    rows = [min((x.age, x) for x in xs)]\n", "min(((x.age, x) for x in xs), key=ordered)"),
    ],
)
def test_orders_as_before(before, after):
    text = f"def f(xs):\n{before}    return [row[-1] for row in rows]\nN = 1L\n".replace("x.f()", "x.f().age")
    done = run(RULE, text).text
    assert after.replace("x.f()", "x.f().age") in done
    assert run(RULE, done).text == done

    class Thing:
        def __init__(self, age):
            self.age = age

        def f(self):
            return self

    names = {}
    exec(done, names)
    things = [Thing(2), Thing(1), Thing(2)]
    found = [t.age for t in names["f"](things)]
    assert found in ([1, 2, 2], [2, 2, 1], [1], [2])


def test_one_rule_gives_a_list_its_key():
    text = (
        "class A(object): pass\ndef f(n):\n    rows = []\n    for x in n:\n        rows.append((x.age, x))\n"
        "    rows.sort()\n    for r in rows:\n        if r is None: return\nprint 1\n"
    )
    assert "rows.sort(key=ordered)\n" in migrate(text).text


EVENTS = "class Event:\n    pass\n"


@pytest.mark.parametrize(
    "taken",
    [
        "when, event = queue[0]\n    event.fire()\n",
        "when, event = queue.pop(0)\n    if isinstance(event, Event): del event\n",
    ],
)
@pytest.mark.parametrize("queue", ["queue", "self.queue"])
def test_rows_that_are_taken_apart_into_instances(taken, queue):
    text = f"{EVENTS}def f(self, queue):\n    queue.sort()\n    {taken}N = 1L\n".replace(" queue[", " q[")
    text = text.replace("queue.", f"{queue}.").replace(" q[", f" {queue}[")
    assert f"{queue}.sort(key=ordered)" in run(RULE, text).text


@pytest.mark.parametrize(
    "taken",
    [
        "when, event = queue[0]\n    event.upper()\n",
        "when, event = queue[0]\n    if isinstance(event, str): del event\n",
        "when, event = others[0]\n    event.fire()\n",
        "event = queue[0]\n    event.fire()\n",
    ],
)
def test_other_rows_are_left_alone(taken):
    text = f"{EVENTS}def f(queue, others):\n    queue.sort()\n    {taken}"
    check_untouched(RULE, text, python2=True)
    ordered = "class E:\n    def __cmp__(self, o): return 0\n    def fire(self): pass\n"
    text = f"{ordered}def f(queue):\n    queue.sort()\n    when, event = queue[0]\n    event.fire()\n"
    check_untouched(RULE, text, python2=True)


def test_rows_that_a_loop_takes_apart_into_an_instance():
    text = f"{EVENTS}def f(rows):\n    for event, group in sorted(rows):\n        event.fire(group)\nN = 1L\n"
    assert "in sorted(rows, key=ordered):" in run(RULE, text).text
    plain = text.replace("event.fire(group)", "event.upper()").replace("N = 1L\n", "")
    check_untouched(RULE, plain, python2=True)


def test_rows_get_one_key_whatever_was_seen_of_them():
    text = (
        f"{EVENTS}def f(rows):\n    for event, group in sorted(rows()):\n        event.fire(group)\nN = 1L\n"
    )
    seen = Observation("warning", 4, 0, ("comparing unequal types not supported in 3.x",))
    after = migrate(text, observations=[seen]).text
    assert after.count("key=ordered") == 1
