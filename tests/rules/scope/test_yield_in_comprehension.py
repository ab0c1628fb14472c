"""[(yield i) for i in s]."""

from rules.checking import check_rule, check_untouched, run


def test_leaves_a_comprehension_without_yield():
    check_untouched(
        "yield_in_comprehension", "def f(s):\n    yield [i for i in s]\n    [lambda: (yield i) for i in s]\n"
    )


def test_reports_other_places():
    outcome = run("yield_in_comprehension", "def f(s):\n    return g([(yield i) for i in s])\n")
    assert [o.line for o in outcome.open_sites if o.pattern == "yield_in_comprehension"] == [2]
    assert not outcome.changes


def test_writes_a_loop():
    check_rule(
        "yield_in_comprehension",
        "def f(s):\n    [(yield i) for i in s if i]\n    yield 2\n",
        "def f(s):\n    for i in s:\n        if i:\n            yield i\n    yield 2\n",
    )


def test_what_a_function_is_given_at_once():
    check_rule(
        "yield_in_comprehension",
        "def f(s):\n    x = a.dict([(q, (yield q)) for q in s], 1).b()\n",
        "def f(s):\n    results = []\n    for q in s:\n        results.append((q, (yield q)))\n"
        "    x = a.dict(results, 1).b()\n",
    )
    for before in (
        "x = g(h(), [(yield i) for i in s])",
        "x = g()([(yield i) for i in s])",
        "x = 1 + g([(yield i) for i in s])",
    ):
        outcome = run("yield_in_comprehension", f"def f(s):\n    {before}\n")
        assert outcome.open_sites and not outcome.changes
