"""A list comprehension's variable, read afterwards."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.engine.pipeline import migrate


@pytest.mark.parametrize(
    "text",
    [
        "x = [q for q in y]\n",
        "x = [q for q in y]\nq = 1\nf(q)\n",
        "x = [q for q in y]\nfor q in x: f(q)\n",
        "x = [q for q in y]\nz = [q for q in x]\n",
        "x = list(q for q in y)\nf(q)\n",
        "x = set([q for q in y]), [q + 1 for q in y]\n",
        "def f(y):\n    x = [q for q in y]\n    return lambda q: q\n",
        "def f(y):\n    return [q for q in y]\ndef g(q):\n    return q\n",
        "x = [q for q in y]\ndef f(q): return q\n",
        "for q in y:\n    x = [i for i in q]\n",
        "x = [q for q in locals()]\n",
        "x = [vars(q) for q in y]\n",
        "x = [(lambda: locals()) for q in y]\n",
        "def vars(): pass\nx = [vars() for q in y]\n",
    ],
)
def test_leaves_what_nothing_misses(text):
    check_untouched("comprehension_leak", text, python2=True)


def test_leaves_a_name_of_another_binding_in_a_file_that_may_be_python_3():
    check_untouched("comprehension_leak", "def f(y):\n    x = 1\n    z = [x for x in y]\n    return x\n")


@pytest.mark.parametrize(
    "text",
    [
        "q = 1\ndef f(y):\n    z = [q for q in y]\n    return q\n",
        "from m import *\nz = [q for q in y]\ng(q)\n",
        "z = [_ for _ in y]\ng(_('a'))\n",
    ],
)
def test_leaves_a_name_that_may_mean_another_thing_in_python_3(text):
    check_untouched("comprehension_leak", text)


def test_leaves_what_asks_for_its_names_in_a_file_that_may_be_python_3():
    check_untouched("comprehension_leak", "x = [locals() for q in y]\n")


def test_a_comprehension_that_asks_for_names_is_a_loop():
    check_rule(
        "comprehension_leak",
        "def f(a, b):\n    x = [(q, vars()[q]) for q in ('a', 'b') if locals()[q]]\n    return x\n",
        "def f(a, b):\n    x = []\n    for q in ('a', 'b'):\n        if locals()[q]:\n"
        "            x.append((q, vars()[q]))\n    return x\n",
        python2=True,
    )
    check_open("comprehension_leak", "while ['%(q)s' % locals() for q in y]: f(1)\n", 1, python2=True)


LOOKING = "import sys\ndef look(n):\n    return {0}\ndef f(a):\n    {1}\n    return x\n"


@pytest.mark.parametrize(
    "looked",
    [
        "sys._getframe(1).f_locals[n]",
        "sys._getframe().f_back.f_code.co_name",
        "[n] + inspect.stack()[1][3:]",
    ],
)
def test_a_comprehension_whose_frame_is_looked_at_is_a_loop(looked):
    before = LOOKING.format(looked, "x = [look(q) for q in 'a']")
    after = LOOKING.format(looked, "x = []\n    for q in 'a':\n        x.append(look(q))")
    check_rule("comprehension_leak", before, after, python2=True)
    check_untouched("comprehension_leak", before)


@pytest.mark.parametrize(
    "looked",
    [
        "sys._getframe(0).f_locals",
        "sys._getframe(1).f_globals[n]",
        "sys._getframe(1).f_lineno",
        "sys.f_locals",
    ],
)
def test_what_is_the_same_in_its_frame_needs_no_loop(looked):
    text = LOOKING.format(looked, "x = [look(q) for q in 'a']")
    check_untouched("comprehension_leak", text, python2=True)
    text = LOOKING.format("sys._getframe(1).f_locals", "x = [q for q in look(a)]")
    check_untouched("comprehension_leak", text, python2=True)


def test_says_so_where_no_loop_fits():
    check_open("comprehension_leak", "while [q for p in y for q in p]: f(q)\ng(q)\n", 1)
    check_open("comprehension_leak", "class A:\n    x = 1; y = [q for q in y]\n    z = q\n", 2)
    check_open("comprehension_leak", "x = 1; y = [lambda: q for q in y]\ng(q)\n", 1)
    check_open("comprehension_leak", "while [q for q in y]: f(q)\ng(q)\n", 1, target=(3, 7))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[f(q) for q in y]\ng(q)\n", "for q in y:\n    f(q)\ng(q)\n"),
        (
            "x = [(a, b) for a, b in y if a if b]\ng(b)\n",
            "x = []\nfor a, b in y:\n    if a:\n        if b:\n            x.append((a, b))\ng(b)\n",
        ),
        (
            "def f(y):\n    return len([q for q in y]), q\n",
            "def f(y):\n    values = []\n    for q in y:\n        values.append(q)\n    return len(values), q\n",
        ),
        (
            "x = [q for r in y for q in r]\ng(q)\n",
            "x = []\nfor r in y:\n    for q in r:\n        x.append(q)\ng(q)\n",
        ),
    ],
)
def test_writes_the_loop(before, after):
    check_rule("comprehension_leak", before, after)


def test_an_overwritten_name_is_overwritten_still():
    before = "def f(y):\n    x = 1\n    z = [x for x in y]\n    return x\n"
    after = "def f(y):\n    x = 1\n    z = []\n    for x in y:\n        z.append(x)\n    return x\n"
    check_rule("comprehension_leak", before, after, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "x = [f(2) for f in [q * 2 for q in y]]\nz = q\n",
            "values = []\nfor q in y:\n    values.append(q * 2)\nx = [f(2) for f in values]\nz = q\n",
        ),
        (
            "x = [[q for q in r] for r in y]\nz = q\n",
            "x = []\nfor r in y:\n    values = []\n    for q in r:\n        values.append(q)\n"
            "    x.append(values)\nz = q\n",
        ),
        ("x = [lambda: q for q in y]\nz = q\n", "x = []\nfor q in y:\n    x.append(lambda: q)\nz = q\n"),
        (
            "for a in [q for q in y]:\n    z = q\n",
            "values = []\nfor q in y:\n    values.append(q)\nfor a in values:\n    z = q\n",
        ),
        (
            "if [q for q in y]:\n    z = q\n",
            "values = []\nfor q in y:\n    values.append(q)\nif values:\n    z = q\n",
        ),
    ],
)  # fmt: skip
def test_comprehensions_in_others_and_in_headers(before, after):
    check_rule("comprehension_leak", before, after)


def test_leaves_a_name_that_the_loop_binds_itself():
    check_untouched("comprehension_leak", "for n, q in [q for q in y]:\n    z = q\nw = q\n", python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("while [q for q in y]: f(q)\ng(q)\n", "while [(q := q_) for q_ in y]: f(q)\ng(q)\n"),
        ("x = 1; y = [q * q for q in y]\ng(q)\n", "x = 1; y = [(q := q_) * q for q_ in y]\ng(q)\n"),
        ("if a:\n    b\nelif [q for q in y]:\n    z = q\n", "if a:\n    b\nelif [(q := q_) for q_ in y]:\n    z = q\n"),
        ("q = 1\nx = q, [g(q) for q in y], q\n", "q = 1\nx = q, [g(q := q_) for q_ in y], q\n"),
        ("while [q_ for q in y if q.a]: f(q)\ng(q)\n", "while [q_ for q__ in y if (q := q__).a]: f(q)\ng(q)\n"),
        ("def f(y): return [a or q for q in y], q\n", "def f(y): return [((q := q_), a or q)[1] for q_ in y], q\n"),
    ],
)  # fmt: skip
def test_where_a_loop_cannot_stand(before, after):
    check_rule("comprehension_leak", before, after, python2=True)


def test_a_variable_that_stays_without_a_loop(capsys):
    text = (
        "x = 'global'\ndef f(): return [x * x for x in range(3)], x\nprint f(), x\n"
        "for x in 'ab': pass\nprint x, [x for x in 'uv'], x\ng = lambda a, c=x: (a, c)\nprint g(1)\n"
        "def h(y): return [1 for x in y if y and x], x\nprint h([1, 0])\n"
    )
    made = migrate(text)
    assert migrate(made.text).text == made.text
    exec(made.text, {"__name__": "m"})
    assert capsys.readouterr().out == "([0, 1, 4], 2) global\nb ['u', 'v'] v\n(1, 'v')\n([1], 0)\n"


def test_a_class_is_asked_for_what_its_body_left():
    text = "class A(object):\n    grid = [r * c for r in range(3) for c in range(r)]\nx = A.r, A.c, A.grid\nprint 1L\n"
    space = {}
    exec(migrate(text).text, space)
    assert space["x"] == (2, 1, [0, 0, 2])
    other = "class A(object):\n    grid = [r for r in range(3)]\nx = B.r, A.grid\n"
    check_untouched("comprehension_leak", other, python2=True)


def test_what_stands_beside_is_migrated_as_well():
    """The rest of the statement is not written anew: other rules find what they look for in it."""
    text = "def f(y, d):\n    x = len([q for q in y]), d.keys()[0], [range(2), range(3)], q\n    return x\nn = 1L\n"
    space = {}
    exec(migrate(text).text, space)
    assert space["f"]([1, 2], {"a": 1}) == (2, "a", [[0, 1], [0, 1, 2]], 2)


def test_a_list_in_a_list_binds_a_parameter_anew():
    """The inner list stands as it did in a loop that is new."""
    text = (
        "def f(x, rows):\n    cells = [[x.strip() for x in row] for row in rows]\n    return x, row, cells\n"
    )
    text += "print 1\n"
    after = (
        "def f(x, rows):\n    cells = []\n    for row in rows:\n        values = []\n        for x in row:\n"
        "            values.append(x.strip())\n        cells.append(values)\n    return x, row, cells\nprint(1)\n"
    )
    assert migrate(text).text == after


@pytest.mark.parametrize("asked", ["hasattr(K, 'q')", "getattr(K, 'q', None)", "dir(K)", "vars(K)"])
def test_a_class_that_is_asked_for_the_variable_keeps_it(asked):
    text = f"class K:\n    x = {{}}\nprint {asked}\n"
    before, after = "[q for q in y]", "[]\n    for q in y:\n        x.append(q)"
    check_rule(
        "comprehension_leak",
        text.format(before),
        text.replace(f"print {asked}", f"print({asked})").format(after),
        python2=True,
    )


@pytest.mark.parametrize(
    "text",
    [
        "class K:\n    x = [q for q in y]\nhasattr(L, 'q')\nhasattr(K, 'x')\ndir(k)\ndir()\n",
        "class K:\n    x = tuple([q for q in y])\ndir(K)\n",
        "class K:\n    def f(self): return [q for q in y]\ndir(K)\n",
        "def dir(c): pass\nclass K:\n    x = [q for q in y]\ndir(K)\n",
    ],
)
def test_leaves_what_no_class_is_asked_for(text):
    check_untouched("comprehension_leak", text, python2=True)


def test_leaves_a_class_that_is_asked_in_a_file_that_may_be_python_3():
    check_untouched("comprehension_leak", "class K:\n    x = [q for q in y]\nhasattr(K, 'q')\n")


def test_a_class_has_no_more_names_than_it_had():
    text = (
        "class T(object):\n    names = sorted([n for n in ('b', 'a')])\n    for k in [m for m in 'ab']: pass\n"
        "    @classmethod\n    def all(cls): return [k for k in vars(cls) if not k.startswith('__')]\n"
        "x = hasattr(T, 'n'), T.m, sorted(T.all())\nprint 1L\n"
    )
    outcome = migrate(text)
    assert migrate(outcome.text).text == outcome.text
    space = {}
    exec(outcome.text, space)
    assert space["x"] == (True, "b", ["all", "k", "m", "n", "names"])


@pytest.mark.parametrize("asked", ["globals()", "dir()", "vars()"])
def test_a_module_that_asks_for_its_names_has_no_more(asked):
    text = f"x = len([q for q in y])\nz = q, {asked}\n"
    after = f"values = []\nfor q in y:\n    values.append(q)\nx = len(values)\ndel values\nz = q, {asked}\n"
    check_rule("comprehension_leak", text, after, python2=True)
    text = text.replace(asked, "a.globals(), dir(a)")
    after = after.replace(asked, "a.globals(), dir(a)").replace("del values\n", "")
    check_rule("comprehension_leak", text, after, python2=True)


def test_lists_in_headers_of_others_become_loops_one_inside_the_other():
    text = (
        "out = []\nfor a in [q for q in 'xy']:\n    if a == 'x': continue\n    for b in [r for r in 'zw']:\n"
        "        out.append(a + b)\n        if [s for s in [1, 2] if s > 1]:\n"
        "            out.append(([s for s in 'ab'], len([t for t in 'abc'])))\n"
        "z = q, r, s, t, 'out' in globals()\nprint 1L\n"
    )
    space = {}
    exec(migrate(text).text, space)
    assert space["z"] == ("y", "w", "b", "c", True)
    assert space["out"] == ["yz", (["a", "b"], 3), "yw", (["a", "b"], 3)]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("fs = [lambda: i for i in range(3)]\ni = 9\nx = [f() for f in fs]\n", [9, 9, 9]),
        (
            "fs = [(j, lambda: j) for j in range(2)]\nfor j in 'ab': pass\nx = [f() for k, f in fs]\n",
            ["b", "b"],
        ),
        (
            "def g():\n    fs = [lambda: q for q in (1, 2)]\n    q = 'z'\n    return [f() for f in fs]\nx = g()\n",
            ["z", "z"],
        ),
        ("def g(a):\n    b = a\n    return [eval('a + b * i') for i in range(3)]\nx = g(2)\n", [2, 4, 6]),
        ("def g(a):\n    return [eval(s) for s in ('a', 'a + 1')]\nx = g(2)\n", [2, 3]),
    ],
)
def test_functions_and_code_find_the_variables_that_they_found(text, result):
    spaces = {}
    migrated = migrate(text + "print 1\n").text
    assert migrate(migrated).text == migrated
    exec(migrated, spaces)
    assert spaces["x"] == result


@pytest.mark.parametrize(
    "text",
    [
        "fs = [lambda: i for i in range(3)]\nx = 9\n",
        "i = 9\nfs = [lambda: i for i in range(3)]\n",
        "fs = [lambda i: i for i in range(3)]\ni = 9\n",
        "fs = [lambda i=i: i for i in range(3)]\ni = 9\n",
        "fs = [sorted(y, key=lambda z: z[i]) for i in range(3)]\ni = 9\n",
        "fs = [lambda: i for i in range(3)]\ndef g():\n    i = 9\n",
        "fs = list(lambda: i for i in range(3))\ni = 9\n",
        "x = [eval('a + i') for i in range(3)]\n",
        "def f(a):\n    return [eval(i) for i in a]\n",
        "def f(a):\n    return [eval('b + i') for i in range(3)]\n",
        "def f(a):\n    return [eval('a + i', d) for i in range(3)]\n",
        "def f(a):\n    return list(eval('a + i') for i in range(3))\n",
        "def f(a, eval):\n    return [eval('a + i') for i in range(3)]\n",
    ],
)
def test_functions_and_code_that_find_the_same(text):
    check_untouched("comprehension_leak", text, python2=True)


def test_what_is_left_is_gone_where_the_name_is_given_another_value():
    text = "def f(x, y):\n    x = [g(x) for x in y]{}\n    return x\n"
    for given in ("x = [", "z = x = ["):
        check_untouched("comprehension_leak", text.format("").replace("x = [", given), python2=True)
    kept = text.format("").replace("x = [", "z = [")
    assert "for x in y:\n" in migrate(f"{kept}n = 1L\n").text
    assert "for x in y]" not in migrate(f"{text.format(' + [x]')}n = 1L\n").text


def test_a_clause_says_where_the_loop_stopped():
    before = "def f(d, y):\n    try:\n        x = [d[q] for q in y]\n    except KeyError:\n"
    before += "        raise ValueError(q)\n"
    after = (
        "def f(d, y):\n    try:\n        x = []\n        for q in y:\n            x.append(d[q])\n"
        "    except KeyError:\n        raise ValueError(q)\n"
    )
    check_rule("comprehension_leak", before, after)
    check_untouched("comprehension_leak", before.replace("KeyError:", "KeyError as q:"), python2=True)
    check_untouched("comprehension_leak", before.replace("raise V", "q = 1; raise V"), python2=True)
