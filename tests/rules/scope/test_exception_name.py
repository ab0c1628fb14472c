# ruff: noqa: E501
"""A caught exception's name after its clause."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    f()\nexcept E as e:\n    g(e)\n",
        "try:\n    f()\nexcept E as e:\n    g(e)\ntry:\n    f()\nexcept E as e:\n    g(e)\n",
        "def f():\n    try:\n        g()\n    except E as e:\n        return e\n    return e\n",
        "try:\n    f()\nexcept E as e:\n    pass\ne = 1\ng(e)\n",
        "try:\n    f()\nexcept E as e:\n    pass\nfor e in x:\n    g(e)\n",
        "try:\n    f()\nexcept E as e:\n    pass\nx = [e for e in y]\n",
        "try:\n    f()\nexcept E as e:\n    pass\nelse:\n    g(e)\n",
        "for x in y:\n    try:\n        f()\n    except E as e:\n        g(e)\n",
        "try:\n    f()\nexcept E as caught:\n    e = caught\ng(e)\n",
        "def f():\n    try:\n        g()\n    except E as e:\n        pass\ndef h(e):\n    return e\n",
    ],
)
def test_leaves_a_name_that_nothing_misses(text):
    check_untouched("exception_name", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "try:\n    f()\nexcept (A, B) as e:\n    pass\ng(e)\n",
            "try:\n    f()\nexcept (A, B) as caught:\n    e = caught\n    pass\ng(e)\n",
        ),
        (
            "try:\n    f()\nexcept A, e: pass\ng(e)\n",
            "try:\n    f()\nexcept A as caught: e = caught; pass\ng(e)\n",
        ),
        (
            "e = None\ntry:\n    f()\nexcept A as e:\n    log(e)\nif e:\n    raise e\n",
            "e = None\ntry:\n    f()\nexcept A as caught:\n    e = caught\n    log(e)\nif e:\n    raise e\n",
        ),
        (
            "try:\n    f()\nexcept A as e:\n    raise\nfinally:\n    g(e)\n",
            "try:\n    f()\nexcept A as caught:\n    e = caught\n    raise\nfinally:\n    g(e)\n",
        ),
        (
            "try:\n    try:\n        f()\n    except A as e:\n        raise\nexcept B:\n    g(e)\n",
            "try:\n    try:\n        f()\n    except A as caught:\n        e = caught\n        raise\nexcept B:\n    g(e)\n",
        ),
        (
            "while 1:\n    if last: g(e)\n    try:\n        f()\n    except A as e:\n        last = 1\n",
            "while 1:\n    if last: g(e)\n    try:\n        f()\n    except A as caught:\n        e = caught\n        last = 1\n",
        ),
        (
            "caught = 1\ntry:\n    f()\nexcept A as e:\n    pass\ng(e)\n",
            "caught = 1\ntry:\n    f()\nexcept A as caught_:\n    e = caught_\n    pass\ng(e)\n",
        ),
    ],
)
def test_keeps_the_exception_under_its_name(before, after):
    check_rule("exception_name", before, after)


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    try:\n        f()\n    except A as e:\n        raise\nexcept B as e:\n    g(e)\n",
        "try:\n    try:\n        f()\n    except A as e:\n        raise\nexcept B:\n    g()\n",
        "try:\n    try:\n        f()\n    except A as e:\n        return\nexcept B:\n    g(e)\n",
        "try:\n    pass\nexcept B:\n    try:\n        f()\n    except A as e:\n        raise\n    g(e)\n",
    ],
)
def test_what_a_clause_around_does_not_read(text):
    check_untouched("exception_name", "def h():\n    " + text.replace("\n", "\n    ").rstrip(" "))


def test_a_function_that_is_called_later_reads_it():
    before = "try:\n    f()\nexcept E as e:\n    later.append(lambda: e)\n"
    after = "try:\n    f()\nexcept E as caught:\n    e = caught\n    later.append(lambda: e)\n"
    check_rule("exception_name", before, after)
    before = (
        "def g():\n    try:\n        f()\n    except E as e:\n        def h(): return e\n        return h\n"
    )
    after = before.replace("E as e:\n", "E as caught:\n        e = caught\n")
    check_rule("exception_name", before, after)


def test_a_clause_that_gives_the_name_another_value():
    before = "def g():\n    try:\n        f()\n    except E as e:\n        e = str(e)\n    else:\n        e = ''\n    return e\n"
    after = before.replace("E as e:\n", "E as caught:\n        e = caught\n")
    check_rule("exception_name", before, after)


NESTED = """
def f(s):
    e = None
    try:
        n = int(s)
    except ValueError, e:
        first = e
        try:
            n = float(s)
        except ValueError, e:
            n = -1
    return n, e

def g(s):
    try:
        n = int(s)
    except ValueError, e:
        try:
            n = float(s)
        except ValueError, e:
            n = -1
    return n
print f('x')[0], str(f('x')[1]) == 'could not convert string to float: x', f('1'), f('1.5')[0], g('x'), g('1')
"""


def test_clauses_of_one_name_in_each_other(capsys):
    made = migrate(NESTED).text
    assert migrate(made).text == made
    assert made.count("e = caught") == 2 and made.count("ValueError as e:") == 2
    exec(made, {})
    assert capsys.readouterr().out == "-1 False (1, None) 1.5 -1 1\n"


OUTER = "try:\n    try:\n        f()\n    except E as e:\n        raise G(e)\nexcept {}:\n    {}\nx = e\n"


@pytest.mark.parametrize(("caught", "body"), [("G", "pass"), ("G", "print(1)"), ("G as g", "h(g)")])
def test_what_is_caught_around_goes_on_with_the_name(caught, body):
    before = OUTER.format(caught, body)
    after = before.replace("E as e:\n", "E as caught:\n        e = caught\n")
    check_rule("exception_name", before, after)


@pytest.mark.parametrize(("caught", "body"), [("G", "raise"), ("G", "sys.exit()\n    raise")])
def test_what_is_caught_around_does_not_go_on(caught, body):
    check_untouched("exception_name", OUTER.format(caught, body))
    check_untouched("exception_name", OUTER.format("G", "pass").replace("x = e", "e = 1\nx = e"))
