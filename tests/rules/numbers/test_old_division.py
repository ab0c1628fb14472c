"""a / b."""

import pytest
from rules.checking import PROOF, check_open, check_rule, check_untouched, run

from environment.traces import Exactness, Observation
from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rules.numbers.old_division import HELPER


@pytest.mark.parametrize(
    "text",
    [
        "from __future__ import division\nx = 7 / 2\n",
        "x = 7 / 2.0\n",
        "x = float(a) / b\n",
        "import time\nx = (time.time() - a) / n\n",
        "x = 7 // 2\n",
        "x = (2.0 * a + b) / n\n",
        "class P(object): pass\nx = P() / 2\n",
        "x = 'a/b'  # a / b\n",
        "x = 10 ** -2 / 3\n",
        "x = pow(10, -2)\ny = x / 3\n",
    ],
)
def test_leaves_what_never_rounds(text):
    check_untouched("old_division", text, python2=True)


@pytest.mark.parametrize("text", ["x = 7 / 2\n", "x = a / b\n", "x = 4\nx /= 2\n", "x = a[n / 2]\n"])
def test_says_nothing_about_a_file_that_may_be_python_3(text):
    assert not check_untouched("old_division", text).open_sites


def test_says_so_where_nothing_is_known_and_the_target_can_not_be_written_twice():
    check_open("old_division", "x[f()] /= 2\n", 1, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = a / b\n", "x = classic_division(a, b)\n"),
        ("x = a / b / c\n", "x = classic_division(classic_division(a, b), c)\n"),
        ("x /= 2\n", "x = classic_division(x, 2)\n"),
        ("self.x[i] /= n + 1\n", "self.x[i] = classic_division(self.x[i], n + 1)\n"),
        ("x = pow(f(), 2) / 2\n", "x = classic_division(pow(f(), 2), 2)\n"),
        ("x = len(a) / (b - b + len(c))\n", "x = classic_division(len(a), b - b + len(c))\n"),
    ],
)
def test_decides_at_run_time_where_nothing_is_known(before, after):
    check_rule(
        "old_division", before, HELPER.strip() + "\n\n\n" + after, python2=True, exactness=Exactness.EXACT
    )


@pytest.mark.parametrize("power", ["10 ** -n", "pow(10, -n)", "10 ** -0"])
def test_what_may_be_no_whole_number_any_more_is_decided_at_run_time(power):
    after = f"{HELPER.strip()}\n\n\nn = 4\nx = classic_division({power}, 2)\n"
    check_rule("old_division", f"n = 4\nx = {power} / 2\n", after, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 7 / 2\n", "x = 7 // 2\n"),
        ("x = -7 / 2 * 3\n", "x = -7 // 2 * 3\n"),
        ("x = (len(a) / # half / of it\n     2)\n", "x = (len(a) // # half / of it\n     2)\n"),
        ("x = 4\nx /= 2\n", "x = 4\nx //= 2\n"),
        ("for i in range(9): x = i / 2\n", "for i in range(9): x = i // 2\n"),
        ("def f(n): return n / 2\nf(3)\n", "def f(n): return n // 2\nf(3)\n"),
        (
            "lo, hi = 0, len(a)\nwhile lo < hi:\n    mid = (lo + hi) / 2\n    lo = mid + 1\n",
            "lo, hi = 0, len(a)\nwhile lo < hi:\n    mid = (lo + hi) // 2\n    lo = mid + 1\n",
        ),
        ("x = a[n / 2]\n", "x = a[n // 2]\n"),
        ("mid = (a + b) / 2\nx = l[mid]\n", "mid = (a + b) // 2\nx = l[mid]\n"),
        ("x = 8 / 2 / 2\n", "x = 8 // 2 // 2\n"),
        ("n = 4\nx = 2 ** n / 3\n", "n = 4\nx = 2 ** n // 3\n"),
        ("n = 4\nx = pow(2, n) / 3\n", "n = 4\nx = pow(2, n) // 3\n"),
    ],
)
def test_rounds_down_where_integers_are_proven(before, after):
    check_rule("old_division", before, after, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = range(n / 2)\n", "x = range(n // 2)\n"),
        ("x = a[n / 2:]\n", "x = a[n // 2:]\n"),
        ("x = [1, 2][n / 2]\n", "x = [1, 2][n // 2]\n"),
        ("x = '-' * (n / 3)\n", "x = '-' * (n // 3)\n"),
        ("x = a << n / 8\n", "x = a << n // 8\n"),
        ("x = range(n / 2 + 1)\n", "x = range(n // 2 + 1)\n"),
    ],
)
def test_rounds_down_where_a_float_would_fail(before, after):
    check_rule("old_division", before, after)


def test_calls_a_helper_where_both_kinds_come():
    before = "def f(n): return n / 2\nf(3)\nf(1.5)\n"
    after = HELPER.strip() + "\n\n\ndef f(n): return classic_division(n, 2)\nf(3)\nf(1.5)\n"
    check_rule("old_division", before, after, python2=True)
    before = "def f(n):\n    n /= 2\nf(3)\nf(1.5)\n"
    after = HELPER.strip() + "\n\n\ndef f(n):\n    n = classic_division(n, 2)\nf(3)\nf(1.5)\n"
    check_rule("old_division", before, after, python2=True)


def test_a_function_of_that_name_is_not_taken_for_the_helper():
    outcome = run(
        "old_division",
        "def classic_division(n): return n / 2\nclassic_division(3)\nclassic_division(1.5)\n" + PROOF,
    )
    assert "def classic_division_(a, b)" in outcome.text and "return classic_division_(n, 2)" in outcome.text


@pytest.mark.parametrize(
    ("seen", "after"),
    [
        (("int/int",), "x = a // b\n"),
        (("int/long",), "x = a // b\n"),
        (("float/int",), "x = a / b\n"),
        (("int/int", "float/int"), HELPER.strip() + "\n\n\nx = classic_division(a, b)\n"),
    ],
)
def test_what_was_observed_decides(seen, after):
    assert migrate("x = a / b\n", observations=[Observation("division", 1, 4, seen)]).text == after


def test_is_exact_for_what_stands_there():
    check_rule(
        "old_division", "x = len(a) / 2\n", "x = len(a) // 2\n", python2=True, exactness=Exactness.EXACT
    )
    check_rule(
        "old_division",
        "def f(n): return n / 2\nf(3)\n",
        "def f(n): return n // 2\nf(3)\n",
        python2=True,
        exactness=Exactness.SEMANTIC,
    )


def test_is_detected_even_where_it_is_right():
    outcome = run("old_division", "x = 7 / 2.0\n" + PROOF)
    assert "old_division" in {f.pattern for f in outcome.found}


def test_a_number_that_may_also_be_something_else_is_divided_as_before():
    before = "def f(x): return 10 / x\nf(3)\nf('a')\n"
    after = HELPER.strip() + "\n\n\n" + before.replace("10 / x", "classic_division(10, x)")
    check_rule("old_division", before, after, python2=True)


@pytest.mark.parametrize(("library", "left"), [("os", False), ("numpy", True), ("scipy.stats", True)])
def test_what_divides_in_a_file_for_numbers_of_all_kinds_is_asked_about(library, left):
    text = f"import {library}\ndef half(a):\n    return a / 2\n"
    outcome = migrate(text, "a.py", RepositoryIndex(["a.py"]))
    assert ("return a / 2" in outcome.text) == left == bool(outcome.open_sites)
    assert "return a / 2" not in migrate(text + "print 1\n", "a.py", RepositoryIndex(["a.py"])).text


@pytest.mark.parametrize("left", ["datetime.timedelta(1)", "sum(x, datetime.timedelta())"])
def test_durations_are_divided_downwards(left):
    before = f"import datetime\na = {left} / 2\n"
    check_rule("old_division", before, before.replace(" / ", " // "), python2=True)


def test_arrays_of_integers_are_divided_downwards():
    """What is divided here stands for arrays of NumPy, which its functions tell by their kind."""
    array = (
        "class Kind: pass\nclass array(object):\n    __module__ = 'numpy'\n    def __init__(self, items, kind):\n"
        "        self.items, self.dtype = items, Kind()\n        self.dtype.kind = kind\n"
        "    def __truediv__(self, other):\n        return [a / b for a, b in zip(self.items, other.items)]\n"
        "    def __floordiv__(self, other):\n        return [a // b for a, b in zip(self.items, other.items)]\n"
    )
    text = "try:\n    import numpy\nexcept ImportError:\n    pass\ndef f(a, b): return a / b\nn = 1L\n"
    after = run("old_division", text).text
    space = {}
    exec(array, space)
    exec(after, space)
    whole, other, part = (
        space["array"]([-3, 7], "i"),
        space["array"]([8, 2], "i"),
        space["array"]([2.0, 2.0], "f"),
    )
    assert space["f"](whole, other) == [-1, 3]
    assert space["f"](whole, part) == [-1.5, 3.5]
    assert (space["f"](7, 2), space["f"](7, 2.0)) == (3, 3.5)
    assert run("old_division", after).text == after


def test_arrays_are_told_where_another_file_uses_them():
    texts = {"a.py": "def f(a, b): return a / b\nn = 1L\n", "b.py": "from numpy import array\n"}
    index = RepositoryIndex(texts, texts.get)
    assert "dtype" in run("old_division", texts["a.py"], key="a.py", index=index).text
    texts["b.py"] = "import mynumpy\n"
    assert (
        "dtype"
        not in run("old_division", texts["a.py"], key="a.py", index=RepositoryIndex(texts, texts.get)).text
    )


@pytest.mark.parametrize(
    "value",
    [
        "np.linalg.norm(v)", "np.sqrt(np.dot(v, v))", "np.mean(v, 0)", "np.linspace(0, 1, 5)", "np.zeros(3)",
        "np.pi * v", "np.random.rand(3)", "sines(v)", "np.std(v, axis=0)", "-np.exp(v)",
        "np.max(np.log(np.abs(v)))", "np.dot(v, np.sqrt(v))",
    ],
)  # fmt: skip
def test_floats_of_arrays_need_no_helper(value):
    head = "import numpy as np\nfrom numpy import sin as sines\n"
    text = f"{head}def f(v):\n    x = v / ({value})\n    v /= {value}\n    return ({value}) / x\n"
    check_untouched("old_division", text, python2=True)


@pytest.mark.parametrize(
    "value",
    [
        "np.sum(v)",
        "np.zeros(3, int)",
        "np.ones(3, dtype=v.dtype)",
        "np.mean(v, 0, int)",
        "np.dot(v, v)",
        "np.array(np.exp(v), int)",
    ],
)  # fmt: skip
def test_what_may_be_arrays_of_integers_goes_through_the_helper(value):
    text = f"import numpy as np\ndef f(v): return v / {value}\n"
    assert f"return classic_division(v, {value})" in run("old_division", text + PROOF).text


def test_arrays_are_divided_in_their_place():
    array = (
        "class Kind: pass\nclass array(object):\n    __module__ = 'numpy'\n    def __init__(self, items, kind):\n"
        "        self.items, self.dtype = items, Kind()\n        self.dtype.kind = kind\n"
        "    def __itruediv__(self, other):\n        self.items = [a / other for a in self.items]\n"
        "        return self\n"
        "    def __ifloordiv__(self, other):\n        self.items = [a // other for a in self.items]\n"
        "        return self\n"
    )
    text = "try:\n    import numpy\nexcept ImportError:\n    pass\ndef f(a, b):\n    a /= b\n    return a\n"
    after = run("old_division", text + PROOF).text
    space = {}
    exec(array, space)
    exec(after, space)
    whole, part = space["array"]([-3, 7], "i"), space["array"]([3.0, 5.0], "f")
    assert (space["f"](whole, 2), space["f"](part, 2)) == (whole, part)
    assert (whole.items, part.items) == ([-2, 3], [1.5, 2.5])
    assert (space["f"](7, 2), space["f"](7, 2.0)) == (3, 3.5)
    assert run("old_division", after).text == after


def test_objects_of_the_programs_own_divide_in_place():
    text = (
        "class N({}):\n    def __init__(self, v): self.v = v\n    def __div__(self, o): return N(self.v * 100 + o)\n"
        "    def __rdiv__(self, o): return o\n    def __idiv__(self, o): self.v = -o; return self\n"
        "n = N(1) / 2\nm = 5 / n\nn /= 3\n"
    )
    for base in ("object", "Base"):
        source = "class Base: pass\n" + text.format(base)
        after = migrate(source, "a.py", RepositoryIndex(["a.py"], lambda key, source=source: source)).text
        assert "m = 5 / n\nn /= 3\n" in after
        spaces = {}
        exec(after, spaces)
        assert (spaces["n"].v, spaces["m"]) == (-3, 5)
    other = text.format("int") + "n = 1L\n"
    assert "n /= 3" not in migrate(other, "a.py", RepositoryIndex(["a.py"], lambda key: other)).text


def test_numbers_of_a_class_divide_in_their_own_way(capsys):
    text = (
        "class R(int):\n    def __div__(self, other): return 'R%d' % (int(self) // other)\n"
        "class S(int): pass\nclass P(object):\n    def __div__(self, other): return 'P%s' % other\n"
        "def f(a, b): return a / b\nprint f(R(12), 5), f(9, R(2)), f(S(9), 2), f(9, S(2)), f(9.0, R(2)), f(P(), 'x')\n"
    )
    made = migrate(text)
    assert migrate(made.text).text == made.text
    exec(made.text, {"__name__": "m"})
    assert capsys.readouterr().out == "R2 4 4 4 4.5 Px\n"


def test_numbers_of_a_class_in_another_file():
    texts = {"a.py": "def f(a, b): return a / b\nn = 1L\n"}
    for more, asked in (("int", True), ("object", False), ("point", False)):
        texts["b.py"] = f"class R({more}):\n    def __div__(self, other): return 1\n"
        made = migrate(texts["a.py"], "a.py", RepositoryIndex(texts, texts.get)).text
        assert ("__truediv__" in made) == asked
    texts["b.py"] = "class R(int): pass\n"
    assert HELPER.strip() in migrate(texts["a.py"], "a.py", RepositoryIndex(texts, texts.get)).text


def test_numbers_whose_class_knows_true_division_alone(capsys):
    """Python 2 did not ask for that without the import; a file that is Python 3 already has no other name for it."""
    other = "class N(int):\n    def __truediv__(self, other): return 'true'\n"
    text = "def f(a): return a / 2\nn = 1L\n"
    made = migrate(other + text + "print f(N(7)), f(9)\n")
    assert migrate(made.text).text == made.text
    exec(made.text, {"__name__": "m"})
    assert capsys.readouterr().out == "3 4\n"
    for more, asked in (("m = 1L\n", False), ("print(f'{1}')\n", True)):
        texts = {"a.py": text, "b.py": other + more}
        made = migrate(text, "a.py", RepositoryIndex(texts, texts.get))
        assert ("__truediv__" in made.text) == asked


def test_what_only_seems_to_be_an_object_is_divided_as_numbers_were():
    # The first parameter of a function in the body of a class need be no object of it: a decorator may say otherwise.
    text = (
        "import kit\n@kit.template\nclass lib:\n    def half(n):\n        yield n / 2\n"
        "def f():\n    made = lib({})\n    for i in range(3): yield made.half(i)\nprint f\n"
    )
    own = text.replace("class lib:", "class lib:\n    def __div__(self, other): return 1")
    for source, divided in ((text, "classic_division(n, 2)"), (own, "n / 2")):
        texts = {"a.py": source}
        made = run("old_division", source, index=RepositoryIndex(texts, texts.get)).text
        assert f"yield {divided}\n" in made


def test_what_a_list_comprehension_leaves_behind(capsys):
    text = (
        "class V(object):\n    def __div__(self, other): return 'V'\n"
        "def f():\n    x = V()\n    [x for x in [7]]\n    return x / 2\n"
        "def g():\n    rows = [V()]\n    list.append(rows, 7)\n    return [r / 2 for r in rows]\n"
        "def h():\n    x = V()\n    set(x for x in [7])\n    return x / 2\nprint f(), g(), h()\n"
    )
    made = migrate(text)
    assert migrate(made.text).text == made.text
    exec(made.text, {"__name__": "m"})
    assert capsys.readouterr().out == "3 ['V', 3] V\n"
    assert "    return x / 2\nprint(f" in made.text


def test_what_a_class_declares_may_be_given_as_a_number():
    text = (
        "class Field(object):\n    def __init__(self, make): self.make = make\n"
        "class Row(object):\n    n = Field(int)\n    def __init__(self, **given):\n"
        "        for k in given: setattr(self, k, getattr(Row, k).make(given[k]))\n"
        "half = Row(n='7').n / 2\n"
    )
    after = migrate(text, "a.py", RepositoryIndex(["a.py"], lambda key: text)).text
    assert "half = classic_division(Row(n='7').n, 2)" in after
    spaces = {}
    exec(after, spaces)
    assert spaces["half"] == 3


_AVERAGE = '''def average(values):
    """
    >>> average([1, 2]), average([1, 2%s])
    (1, 1%s)
    """
    return sum(values) / len(values)
print average([1, 2, 4])
'''


def _migrated(text):
    index = RepositoryIndex({"main.py": text}, {"main.py": text}.get)
    return migrate(text, key="main.py", index=index).text


def test_examples_in_docstrings_are_callers_too(capsys):
    text = _migrated(_AVERAGE % (".0", ".5"))
    assert "return classic_division(sum(values), len(values))" in text
    exec(text + "print(average([1, 2.0]))\n", {})
    assert capsys.readouterr().out == "2\n1.5\n"


def test_examples_that_give_integers_change_nothing():
    assert "return sum(values) // len(values)" in _migrated(_AVERAGE % ("", ""))


def test_what_is_whole_by_what_it_is_stays_so_beside_examples_with_floats():
    text = (_AVERAGE % (".0", ".5")).replace("sum(values) / len", "len(values) / len")
    assert "return len(values) // len(values)" in _migrated(text)


def test_what_is_looked_up_in_a_table_need_not_be_a_whole_number():
    text = "def f(c, t):\n    {}\n    b = 1 / t\n    return c[b]\n"
    assert "b = 1 // t" in migrate(text.format("pass") + "n = 1L\n").text
    for asked in ("c.setdefault(t, 1)", "c.iteritems()", "x = c.get(t)"):
        assert "b = classic_division(1, t)" in migrate(text.format(asked) + "n = 1L\n").text


@pytest.mark.parametrize(
    "divided",
    [
        "(2 - 2 ** -n) * 64 / m",
        "10 ** (-n) / m",
        "2 ** (n - 4) / m",
        "m / 2 ** -n",
        "int(-(3 * 2 ** -n) / m)",
    ],
)
def test_a_whole_number_to_the_power_of_a_negative_one_is_none(divided, capsys):
    text = (
        f"def f(s):\n    n = len(s)\n    m = int('3')\n    print repr({divided}) == '%s'\nf('ab')\nn = 1L\n"
    )
    n, m = 2, 3
    wanted = eval(divided, {"n": n, "m": m})
    exec(migrate(text % repr(wanted)).text, {"__name__": "m"})
    assert capsys.readouterr().out == "True\n"


@pytest.mark.parametrize(
    "divided", ["Decimal(n) / 10", "3 / Decimal(n)", "(Decimal(1) + n) / n", "Fraction(n, 2) / n", "-x / n"]
)
def test_exact_numbers_are_divided_as_they_were(divided):
    text = (
        "from decimal import Decimal\nfrom fractions import Fraction\ndef f(n):\n    x = Decimal(n)\n"
        f"    return {divided}\nprint f(3)\n"
    )
    made = migrate(text, "a.py", RepositoryIndex(["a.py"], lambda key: text)).text
    assert f"return {divided}\n" in made


@pytest.mark.parametrize("kind", ["int", "long"])
def test_numbers_of_a_class_of_their_own_are_divided_as_before(kind):
    text = (
        f"class N({kind}):\n    def half(self): return self / 2\nclass M(N): pass\n"
        f"class D({kind}):\n    def __div__(self, other): return 'own'\n"
        "x = M(7)\nr = N(7) / 2, 9 / N(2), N(7).half(), x / 2, D(7) / 2\n"
    )
    space = {}
    exec(migrate(text + PROOF).text, space)
    assert space["r"] == (3, 4, 3, 3, "own")


def test_other_classes_and_those_that_divide_themselves_need_no_helper():
    text = (
        "class F(float): pass\nclass P(object):\n    def __truediv__(self, o): return o\n"
        "class D(int):\n    def __truediv__(self, o): return o\nx = F(7) / 2, P() / 2, D(2) / 1\n"
    )
    assert "classic_division" not in migrate(text + PROOF).text
