"""Comparing None and values of different types."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from environment.traces import Observation
from migration.analysis.order import ORDERED
from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

HEAD = ORDERED.strip() + "\n\n\n"


@pytest.mark.parametrize(
    "text",
    [
        "x = 1 < 2.5\n",
        "x = 'a' < u'b'\n",
        "x = a < 3\n",
        "best = None\nif best is None or best < 3: best = 4\n",
        "best = None\nbest = 3\nif best and best < 3: pass\n",
        "x = {1} < {1, 2}\n",
        "x = type(y) < type(z), type(y) < z\n",
        "def type(x): return 1\nx = type(y) > 0\n",
        "class A(object): pass\nx = A() < 3\n",
    ],
)
def test_leaves_what_can_be_compared_or_is_not_known(text):
    check_untouched("mixed_order", text, python2=True)


def test_leaves_a_doubt_in_a_file_that_may_be_python_3():
    check_untouched("mixed_order", "best = None\nfor s in range(3):\n    if s > best: best = s\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1 < 'a'\n", "x = ordered(1) < ordered('a')\n"),
        ("x = None >= 0\n", "x = ordered(None) >= ordered(0)\n"),
        ("x = type(y) >= 0\n", "x = ordered(type(y)) >= ordered(0)\n"),
    ],
)
def test_uses_the_key_where_it_fails_for_certain(before, after):
    check_rule("mixed_order", before, HEAD + after)


_KEPT = "class A:\n    def __init__(self, d): self.n = {}\n    def f(self):\n        if {} > 3: pass\n"


@pytest.mark.parametrize(
    "given", ["d.pop('n', None)", "d.get('n')", "d.get(d, None)", "getattr(d, 'n', None)"]
)
def test_an_attribute_is_none_where_there_was_no_key(given):
    check_rule(
        "mixed_order",
        _KEPT.format(given, "self.n"),
        HEAD + _KEPT.format(given, "ordered(self.n)").replace("> 3", "> ordered(3)"),
        python2=True,
    )


@pytest.mark.parametrize(
    "given", ["d.pop('n')", "d.get(True)", "d.get('n', 0)", "d.get(*d)", "getattr(d, 'n')"]
)
def test_an_attribute_that_has_a_value_stays(given):
    check_untouched("mixed_order", _KEPT.format(given, "self.n"), python2=True)


def test_the_best_yet_begins_as_an_object_has_it():
    text = (
        "class C(object):\n    def __init__(self): self.last = {}\n    def f(self, a):\n        last = self.last\n"
        "        for n in a:\n            if n <= last: raise ValueError(n)\n            last = n\n"
    )
    outcome = run("mixed_order", text.format("None") + PROOF)
    assert "if ordered(n) <= ordered(last): raise" in outcome.text
    check_untouched("mixed_order", text.format("''"), python2=True)


def test_the_best_yet_is_none_at_first():
    text = "def f(a):\n    best = None\n    for n in a:\n        if {} < {}: best = n\n"
    after = HEAD + text.format("ordered(n)", "ordered(best)")
    check_rule("mixed_order", text.format("n", "best"), after, python2=True)
    for other in (
        text.replace("best = n", "best = 1"),
        text.replace("None", "0"),
        text + "        if best: pass\n",
    ):
        check_untouched("mixed_order", other.format("n", "best"), python2=True)


def test_the_best_yet_may_be_given_beside_others():
    text = "def f(a):\n    best = None\n    for n, m in a:\n        if m > best: best, who = m, n\n"
    check_rule(
        "mixed_order", text, HEAD + text.replace("m > best", "ordered(m) > ordered(best)"), python2=True
    )
    both = text.replace("best = None", "best, who = None, 0")
    check_rule(
        "mixed_order", both, HEAD + both.replace("m > best", "ordered(m) > ordered(best)"), python2=True
    )
    for other in (
        text.replace("= m, n", "= n, m"),
        text.replace("= m, n", "= a"),
        text.replace("best = None", "best, who = 0, None"),
        text.replace("best = None", "best, who = g()"),
    ):
        check_untouched("mixed_order", other, python2=True)


def test_uses_the_key_where_none_may_come():
    before = "best = None\nfor s in range(3):\n    if s > best: best = s\n"
    check_rule(
        "mixed_order", before, HEAD + before.replace("s > best", "ordered(s) > ordered(best)"), python2=True
    )


def observed(text: str, line: int, seen: str = "comparing unequal types not supported in 3.x") -> str:
    return migrate(text, observations=[Observation("warning", line, 0, (seen,))]).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ok = one < other\n", "ok = ordered(one) < ordered(other)\n"),
        ("if f(a) >= b.c: pass\n", "if ordered(f(a)) >= ordered(b.c): pass\n"),
    ],
)
def test_what_was_observed_decides_about_dictionaries_and_single_comparisons(before, after):
    result = observed(before, 1, "dict inequality comparisons not supported in 3.x")
    assert result == HEAD + after
    assert migrate(result).text == result


@pytest.mark.parametrize("text", ["ok = a < b or c < d\n", "ok = max(a < b, c, key=f)\n", "ok = a == b\n"])
def test_leaves_a_line_that_orders_more_than_once(text):
    assert observed(text, 1) == text


def test_leaves_rows_of_which_the_parts_have_an_order():
    check_untouched("mixed_order", "x = (1, 2) < (1, 3)\n", python2=True)


def test_rows_of_which_parts_have_no_order():
    before, after = "x = (1, None) < (1, 2)\n", "x = ordered((1, None)) < ordered((1, 2))\n"
    check_rule("mixed_order", before, HEAD + after, python2=True)


def test_a_parameter_that_may_be_none():
    text = "def f(a, level=None): return [x for x in a if {}]\n"
    check_rule(
        "mixed_order",
        text.format("x > level"),
        HEAD + text.format("ordered(x) > ordered(level)"),
        python2=True,
    )
    check_untouched("mixed_order", text.format("level and x > level"), python2=True)
    check_untouched("mixed_order", text.format("x > a"), python2=True)


READ = "def f(self, size=None):\n{}    if size < 0:\n        size_ = 1\n"


@pytest.mark.parametrize(
    "before",
    [
        "    if size is None:\n        return 1\n",
        "    if size is None or size == 'x':\n        raise ValueError\n",
        "    if not size:\n        return\n",
        "    assert size\n",
        "    if size is not None:\n        g()\n    else:\n        return\n",
        "    if not isinstance(size, int):\n        raise TypeError\n",
    ],
)
def test_a_parameter_that_is_not_none_there_is_left(before):
    check_untouched("mixed_order", READ.format(before), python2=True)
    inside = (
        "def f(size=None):\n    if size is not None:\n        return size < 0\n    return size and size > 2\n"
    )
    check_untouched("mixed_order", inside, python2=True)


@pytest.mark.parametrize(
    "before",
    [
        "    if size is not None and not isinstance(size, int):\n        raise TypeError\n",
        "    if size == 0:\n        return ''\n".replace("== 0", "is not None and size == 0"),
        "    if size:\n        g()\n",
        "    if size == 0:\n        return ''\n",
    ],
)
def test_a_test_that_lets_none_through_keeps_nothing_from_it(before):
    outcome = run("mixed_order", READ.format(before) + "n = 1L\n")
    assert "    if ordered(size) < ordered(0):\n" in outcome.text


def test_a_parameter_that_is_bound_again_later_is_one_before():
    text = "def f(size=None):\n    {}if size < 0:\n        {}size = 1\n    return size\n"
    assert "ordered(size) < ordered(0)" in run("mixed_order", text.format("", "") + "n = 1L\n").text
    check_untouched("mixed_order", text.format("size = size or 2\n    ", ""), python2=True)
    looped = "def f(size=None):\n    for x in y:\n        if size < 0: size = 1\n        size = 2\n"
    check_untouched("mixed_order", looped, python2=True)


AXIS = "class Axis:\n    def __init__(self, low=None, high=None):\n        self.low = low\n        self.high = high or 1\n"  # noqa: E501


@pytest.mark.parametrize(
    "text",
    [
        "def f(a):\n    if a.low is not None and a.low < 0: return 1\n",
        "def f(a):\n    low = a.low\n    if low is None: return\n    return low < 0\n",
        "def f(a): return a.high < 0\n",
        "def f(a): return a.low < a.other\n",
        "def f(a): return a.unknown < 0\n",
        "def f(a, low):\n    low = a.low\n    return low < 0\n",
    ],
)
def test_leaves_attributes_that_are_set_or_asked_about(text):
    check_untouched("mixed_order", AXIS + text, python2=True)
    check_untouched("mixed_order", AXIS + "def f(a): return a.low < 0\n")


@pytest.mark.parametrize(
    "text",
    [
        "def f(a): return {}\n".format("a.low < 0"),
        "def f(a):\n    low, high = a.low, a.high\n    if low < 0: return high\n",
        "def f(a):\n    low = a.get().low\n    return 0 >= low\n",
    ],
)
def test_an_attribute_that_is_none_unless_it_is_told_is_ordered(text):
    texts = {"axis.py": AXIS, "a.py": text + "n = 1L\n"}
    outcome = run("mixed_order", texts["a.py"], index=RepositoryIndex(list(texts), texts.__getitem__))
    assert "ordered(0)" in outcome.text


ANSWER = "def f(x):\n    if x:\n        return 1\n    {}\n{}\n"


@pytest.mark.parametrize(
    "text",
    [
        ANSWER.format("return 2", "y = f(0) > 1"),
        ANSWER.format("raise x", "y = f(0) > 1"),
        ANSWER.format("yield x", "y = f(0) > 1"),
        "@cached\n" + ANSWER.format("return None", "y = f(0) > 1"),
        ANSWER.format("return None", "y = f(0) > z"),
        ANSWER.format("return None", "y = f(0)\nif y is not None: z = y > 1"),
        ANSWER.format("return None", "y = f(0) and f(0) > 1"),
        ANSWER.format("return None", "y = f(0)\ny = g()\nz = y > 1"),
        "def f(x):\n    return None\ny = f(0) == 1\n",
        "x = d.get('a', 0) > 1\n",
        "class C:\n    def get(self, key): return 1\nx = d.get('a') > 1\n",
    ],
)
def test_leaves_answers_that_are_known_or_asked_about(text):
    check_untouched("mixed_order", text, python2=True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (ANSWER.format("return None", "y = f(0) > 1"), "ordered(f(0)) > ordered(1)"),
        (ANSWER.format("pass", "y = f(0)\nz = 1 >= y"), "ordered(1) >= ordered(y)"),
        ("x = d.get('a') > 1\n", "ordered(d.get('a')) > ordered(1)"),
        ("x = d.get('a')\nif x < 1.5: pass\n", "ordered(x) < ordered(1.5)"),
        (
            "class C(object):\n    def __init__(self):\n        self.d = {}\n    def get(self, k):\n"
            "        return self.d.get(k)\nc = C()\nx = c.get(1) < 2\n",
            "ordered(c.get(1)) < ordered(2)",
        ),
        (
            "class C(object):\n    def __init__(self, size=None):\n        self.size = size\n"
            "    def f(self, other):\n        return self.size > other.size\n",
            "ordered(self.size) > ordered(other.size)",
        ),
    ],
)
def test_what_a_dictionary_or_a_function_answers_may_be_none(text, found):
    assert found in run("mixed_order", text + PROOF).text
    check_untouched("mixed_order", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "class A(object):\n    top = None\n    def f(self, n): return n > self.top\n",
            "class A(object):\n    top = None\n    def f(self, n): return ordered(n) > ordered(self.top)\n",
        ),
        (
            "class A(object):\n    top = None\n    def f(self, n):\n        if n > self.top: self.top = n\n",
            "class A(object):\n    top = None\n    def f(self, n):\n"
            "        if ordered(n) > ordered(self.top): self.top = n\n",
        ),
    ],
)
def test_what_a_function_is_given_and_what_a_class_begins_with(before, after):
    outcome = run("mixed_order", before + "n = 1L\n")
    assert outcome.text.endswith(after + "n = 1\n")
    assert run("mixed_order", outcome.text).text == outcome.text


@pytest.mark.parametrize(
    "text",
    [
        "class A(object):\n    top = None\n    def f(self, n): return self.top is not None and n > self.top\n",
        "class A(object):\n    top = 3\n    def f(self, n): return n > self.top\n",
        "class A(object):\n    top = None\n    def g(self, t): self.top = t\n    def f(self, n): return n > self.top\n",
    ],
)
def test_leaves_what_has_an_order(text):
    check_untouched("mixed_order", text, python2=True)


ROWS = (
    "def parse(v):\n    parts = []\n    for p in v.split('.'):\n        if p.isdigit(): parts.append(int(p))\n"
    "        else: parts.append(p)\n    return parts\n"
)


def test_rows_that_a_function_makes_of_unlike_values():
    outcome = run("mixed_order", ROWS + "x = parse(a) > parse(b)\n" + "n = 1L\n")
    assert outcome.text.endswith(ROWS + "x = ordered(parse(a)) > ordered(parse(b))\nn = 1\n")
    one_kind = ROWS.replace("append(p)", "append(0)")
    check_untouched("mixed_order", one_kind + "x = parse(a) > parse(b)\n", python2=True)


def test_a_chain_with_a_bound_that_may_be_none():
    text = "def f(v, lo=None): return {} <= {} <= {}\n"
    outcome = run("mixed_order", text.format("lo", "v", "9") + "n = 1L\n")
    assert outcome.text.endswith(text.format("ordered(lo)", "ordered(v)", "ordered(9)") + "n = 1\n")
    check_untouched("mixed_order", text.replace("lo=None", "lo").format("lo", "v", "9"), python2=True)
    check_untouched(
        "mixed_order", "def f(v, lo=None): return lo is not None and lo <= v <= 9\n", python2=True
    )


def test_none_itself_is_compared():
    outcome = run("mixed_order", "x = f(y) < None\n" + "n = 1L\n")
    assert "x = ordered(f(y)) < ordered(None)\n" in outcome.text
    check_untouched("mixed_order", "x = f(y) < None\n")
    check_untouched(
        "mixed_order", "class C:\n    def __lt__(self, other): return 1\nx = f(y) < None\n", python2=True
    )


OPTIONS = "from optparse import OptionParser\np = OptionParser()\np.add_option({})\no, a = p.parse_args()\n"


@pytest.mark.parametrize(
    "option",
    ["'-v', '--verbose', action='count'", "'-v', dest='verbose', type='int'", "'--verbose', default=None"],
)
def test_an_option_that_is_not_given_is_none(option):
    outcome = run("mixed_order", OPTIONS.format(option) + "if o.verbose > 1: f()\nn = 1L\n")
    assert "if ordered(o.verbose) > ordered(1): f()\n" in outcome.text


@pytest.mark.parametrize(
    "option",
    [
        "'--verbose', default=0",
        "'--verbosity', action='count'",
        "'verbose'",
        "'--verbose', required=True",
        "'--verbose', **more",
    ],
)
def test_options_that_have_a_value(option):
    check_untouched("mixed_order", OPTIONS.format(option) + "if o.verbose > 1: f()\n", python2=True)


def test_options_with_defaults_elsewhere_or_tests():
    parser = OPTIONS.format("'--verbose', type='int'")
    for use in ("p.set_defaults(verbose=0)\nx = o.verbose > 1\n", "x = o.verbose and o.verbose > 1\n"):
        check_untouched("mixed_order", parser + use, python2=True)


def test_a_variable_that_is_never_anything_but_none():
    outcome = run("mixed_order", "limit = None\nx = [k for k in ks if d[k] > limit]\nn = 1L\n")
    assert "if ordered(d[k]) > ordered(limit)]" in outcome.text
    for text in (
        "limit = None\nlimit = f()\nx = y > limit\n",
        "limit = None\nx = limit is not None and y > limit\n",
        "limit = None\nx = y > limit\nclass C:\n    def __gt__(self, other): return 1\n",
    ):
        check_untouched("mixed_order", text, python2=True)


def test_rows_of_numbers_and_texts_as_objects_keep_them():
    text = (
        "class V:\n    def __init__(self, t):\n"
        "        self.parts = [p.isdigit() and int(p) or p for p in t.split('.')]\n"
        "    def __lt__(self, other):\n        return self.parts < other.parts\n"
    )
    after = run("mixed_order", text + PROOF).text
    assert "\n        return ordered(self.parts) < ordered(other.parts)\n" in after
    check_untouched("mixed_order", text)


def test_a_limit_that_need_not_be_told():
    text = (
        "class Q:\n    def __init__(self, used, limit=None):\n        self.used, self.limit = used, limit\n"
    )
    text += "    def over(self):\n        return self.used > self.limit\n"
    assert "return ordered(self.used) > ordered(self.limit)\n" in run("mixed_order", text + PROOF).text
    given = text.replace("    def over", "        if limit and limit > used: self.limit = 3\n    def over")
    check_untouched("mixed_order", given, python2=True)
    told = text.replace("return self.used", "return self.used and self.used")
    check_untouched("mixed_order", told, python2=True)


def test_what_a_loop_goes_through_may_have_no_order():
    text = "v = [10, '9', 8]\nx = [i for i in v if {}]\n"
    after = HEAD + text.format("ordered(i) < ordered(10)")
    check_rule("mixed_order", text.format("i < 10"), after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "v = [10, 9, 8]\nx = [i for i in v if i < 10]\n",
        "v = [10, '9', 8]\nx = [i for i in v if isinstance(i, int) and i < 10]\n",
        "v = ['a', 'b']\nx = [i for i in v if i < 10]\n",
    ],
)
def test_leaves_what_a_loop_goes_through_in_order(text):
    check_untouched("mixed_order", text, python2=True)


TASKS = (
    "class Task:\n    def __init__(self, text):\n        self.due = None\n"
    "        self.cost = text and int(text) or None\n"
    "        self.title = text\n        if text:\n            self.due = int(text)\n"
    "    def left(self):\n        if not self.due:\n            return None\n        return self.due - 2\n"
    "tasks = [Task('3'), Task(''), Task('2')]\n"
)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("[t.title for t in tasks if t.cost < 3]", ["", "2"]),
        ("[t.title for t in tasks if t.left() < 1]", ["", "2"]),
    ],
)
def test_what_some_objects_lack(expression, value):
    spaces = {}
    exec(compile(migrate(f"{TASKS}x = {expression}\nn = 1L\n").text, "a.py", "exec"), spaces)
    assert spaces["x"] == value


def test_a_version_that_is_held_against_text_is_no_guard():
    text = "import sys\nif sys.hexversion < '0x2020000':\n    x = 1\nelse:\n    x = 2\ndel sys\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == 1
    check_untouched("mixed_order", text.replace("'", ""), python2=True)


BASE = "class Proposer(object):\n    last = None\n"
NEXT = "import base\nclass Proposer(base.Proposer):\n    def hear(self, n):\n"
NEXT += "        if n > self.last:\n            self.last = n\n"


@pytest.mark.parametrize(
    ("base", "ordered"),
    [
        (BASE, True),
        ("class Root(object):\n    last = None\n\nclass Proposer(Root):\n    x = 1\n", True),
        (BASE.replace("None", "0"), False),
        (BASE + "    def __init__(self):\n        self.last = 0\n", False),
        ("class Other(object):\n    last = None\n", False),
    ],
)
def test_what_a_class_of_another_file_begins_with(base, ordered):
    texts = {"base.py": base, "next.py": NEXT + "n = 1L\n"}
    index = RepositoryIndex(texts, texts.get)
    assert ("ordered(n) > ordered(self.last)" in migrate(texts["next.py"], "next.py", index).text) is ordered


@pytest.mark.parametrize(
    ("body", "ordered"),
    [
        ("if n > last: return 1\n    if last is not None: return 2", True),
        ("if not n > last: return 1", True),
        ("if last is None: return 1\n    return n > last", False),
        ("if last and n > last: return 1", False),
    ],
)
def test_what_a_dictionary_may_not_have(body, ordered):
    text = f"def f(seen, n):\n    last = seen.get(n)\n    {body}\nm = 1L\n"
    assert ("ordered(n) > ordered(last)" in migrate(text).text) is ordered


@pytest.mark.parametrize(
    ("body", "ordered"),
    [
        ("n = int(s)\n    return s < 0", True),
        ("s = int(s)\n    return s < 0", False),
        ("return s < 0", False),
        ("if s < 0: return\n    n = int(s)", False),
    ],
)
def test_text_of_which_a_number_was_made(body, ordered):
    text = f"def f(s):\n    {body}\nm = 1L\n"
    assert ("ordered(s) < ordered(0)" in migrate(text).text) is ordered


@pytest.mark.parametrize(
    ("test", "ordered"),
    [
        ("P.get(k) >= n", True),
        ("P.get(k, 0) >= n", False),
        ("P.get(k) and P.get(k) >= n", False),
        ("q.get(k) >= n", False),
    ],
)
def test_what_a_dictionary_may_not_have_in_place(test, ordered):
    text = f"P = {{'a': 1}}\ndef f(k, n, q):\n    while {test}: n += 1\nm = 1L\n"
    assert ("ordered(P.get(k)) >= ordered(n)" in migrate(text).text) is ordered


def test_a_version_that_is_held_against_text_is_compared_as_before_whatever_flows():
    text = "import sys\nif sys.hexversion < '0x2020000':\n    x = 1L\n"
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert "if ordered(sys.hexversion) < ordered('0x2020000'):" in migrate(text, "a.py", index).text


@pytest.mark.parametrize(
    "kept",
    [
        "        if low is not None and low != self.low:\n            self.low = low\n",
        "        if low is None: low = 0\n        self.low = low\n",
        "        if not low:\n            raise ValueError\n        self.low = low\n",
        "        if low:\n            # by hand\n            while 1:\n                self.low = low\n",
    ],
)
def test_an_attribute_that_is_given_nothing_but_what_was_asked_about_is_something(kept):
    head = "class Axis:\n    def put(self, low=None):\n"
    text = "def f(a): return a.low < 0\n"
    check_untouched("mixed_order", head + kept + text, python2=True)
    other = kept.replace("if low is not None and low != self.low", "if self.low").replace(
        "if low is None", "if 1"
    )
    other = other.replace("if not low", "if self.low").replace("if low:", "if 1:")
    assert "ordered(a.low) < ordered(0)" in run("mixed_order", head + other + text + "n = 1L\n").text


def test_none_behind_a_test_is_no_reason_and_neither_is_what_all_flows_to():
    def migrated(text):
        return migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text

    text = (
        "def f(data, count=None):\n    size = None\n    if count:\n        size = count\n    else:\n"
        "        size = len(data)\n    print size\n    return size > 125\nf('a')\nf('b', 3)\n"
    )
    assert "ordered" not in migrated(text.replace("    size = None\n", ""))
    assert "ordered(size) > ordered(125)" in migrated(text.replace("size = count", "pass"))
    several = "def f(n):\n    return n > 2\nprint {}\n"
    assert "ordered(n)" in migrated(several.format("f(1), f('a')"))
    assert "ordered(n)" in migrated(several.format("f(1), f(None)"))
    assert "ordered(n)" in migrated(several.format("f(1), f('a'), f([]), f(())"))
    assert "ordered(n)" in migrated(several.format("f(1), f('a'), f(unknown())"))
    assert "ordered(n)" not in migrated(several.format("f(1), f('a'), f([]), f(unknown())"))
    many = ", ".join(f"f([{'[' * n}{']' * n}])" for n in range(9))
    assert "ordered(n)" not in migrated(several.format(f"f(1), f(unknown()), {many}"))


def test_a_test_for_none_says_nothing_about_text_beside_numbers():
    text = (
        "def top(seq):\n    m = None\n    for x in seq:\n        if m is None or x > m: m = x\n    return m\n"
    )
    told = text + "print top([3, {}, 7])\n"
    index = RepositoryIndex(["a.py"], {"a.py": told.format("'a'")}.get)
    assert "ordered(x) > ordered(m)" in migrate(told.format("'a'"), "a.py", index).text
    index = RepositoryIndex(["a.py"], {"a.py": told.format("5")}.get)
    assert " x > m" in migrate(told.format("5"), "a.py", index).text


def test_what_is_held_against_a_collection_orders_itself():
    given = "def f(obj):\n    x = obj.numbers or None\n    return obj.numbers >= {}, x is None\n"
    check_untouched("mixed_order", given.format("[[1], [2]]"), python2=True)


QUEUE = (
    "import json\nclass Queue(object):\n"
    "    def __init__(self, kept=None):\n"
    "        self.info = json.loads(kept) if kept else {{'head': {}}}\n"
    "    def push(self):\n        n, m = self.info['head']\n        self.info['head'] = {}\n"
    "    def is_done(self, n): return [n, 1] >= self.info['head']\n"
    "def f(n, kept=None):\n    queue = Queue(kept)\n    queue.push()\n    return queue.is_done(n)\nx = f(3), 1L\n"
)


def test_a_list_beside_what_is_a_tuple_at_times():
    text = QUEUE.format("[0, 0]", "n, m")
    made = migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text
    assert "ordered([n, 1]) >= ordered(self.info['head'])" in made
    spaces = {}
    exec(made, spaces)
    assert spaces["f"](3) is False and spaces["Queue"]('{"head": [0, 0]}').is_done(0) is True
    text = QUEUE.format("[0, 0]", "[n, m]")
    made = migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text
    assert "return [n, 1] >= self.info['head']" in made


def test_an_object_beside_a_list_orders_itself_though_it_may_be_missing():
    text = (
        "class Column(object):\n    def __ge__(self, other): return 'sql', other\n"
        "class Table(object):\n    numbers = None\n"
        "    def bind(self): self.numbers = {}\n    def some(self): return self.numbers >= [1]\n"
        "t = Table()\nt.bind()\nx = t.some(), 1L\n"
    )
    for given in ("Column()", "column()"):
        made = migrate(
            text.format(given), "a.py", RepositoryIndex(["a.py"], {"a.py": text.format(given)}.get)
        )
        assert "return self.numbers >= [1]" in made.text


ONE_WAY = "class C(object):\n    def {}(self, other): return self.n < other.n\nx = {}\n"


@pytest.mark.parametrize(
    ("method", "compared"),
    [
        ("__lt__", "y < None"),
        ("__gt__", "None < y"),
        ("__le__", "None >= y"),
        ("__cmp__", "None < y"),
        ("__ge__", "y >= None"),
    ],
)
def test_a_method_that_is_asked_knows(method, compared):
    check_untouched("mixed_order", ONE_WAY.format(method, compared), python2=True)


@pytest.mark.parametrize("compared", ["None < C()", "C() > None", "None <= C()", "not C() <= None"])
def test_a_method_for_the_other_side_is_not_asked(compared):
    spaces = {}
    exec(run("mixed_order", ONE_WAY.format("__lt__", compared) + "n = 1L\n").text, spaces)
    assert spaces["x"] is True


@pytest.mark.parametrize(
    ("row", "test", "keyed"),
    [
        ("(None, {})", "", True),
        ("(0, None)", "", False),
        ("(None, {})", "    if stamp is None: return True\n", False),
        ("none", "", False),
    ],
)
def test_a_row_in_place_of_one_that_a_table_lacks(row, test, keyed):
    text = f"def late(rows, key, now):\n    stamp, data = rows.get(key, {row})\n{test}    return stamp < now - 5\n"
    made = run("mixed_order", text + PROOF).text
    assert ("return ordered(stamp) < ordered(now - 5)" in made) is keyed


def test_what_is_given_nothing_is_left_where_it_is_tested_for():
    text = (
        "class R(object):\n    def __init__(self, most=None):\n        self.most = most\n"
        "    def f(self, v):\n        n = len(v)\n"
        "        if self.most is not None and n > self.most:\n            return 1\n"
        "        return (lambda m=self.most: m is not None and (v and (len(v) >= m and 1 or 2)))()\n"
        "    def g(self, size=None):\n        if (size is not None) and (size >= 0):\n            return 2\n"
        "        if size:\n            return 3\n        return size < 4\n"
        "    def h(self, n):\n        if self.most is None or n < self.most:\n            return 1\n"
        "        if not self.most:\n            return 2\n        else:\n            return n > self.most\n"
        "R().f('a')\nR().g()\nR().h(len('a'))\n"
    )
    after = migrate(text, "a.py", RepositoryIndex({"a.py": text}, {"a.py": text}.get)).text
    assert after.endswith(text.replace("size < 4", "ordered(size) < ordered(4)"))


@pytest.mark.parametrize(
    ("imported", "used", "left"),
    [
        ("numpy", "numpy.where(x < p)[0]", True),
        ("numpy", "(x < p).all()", True),
        ("numpy", "x[x < p]", True),
        ("numpy", "(x < p) & (x > 3)", True),
        ("numpy", "(x < p, (x <= p).any())", True),
        ("numpy", "x < p and x.shape", True),
        ("numpy", "x < p and numpy.isscalar(x)", True),
        ("numpy", "x < p", False),
        ("numpy", "f(x < p)", False),
        ("other", "(x < p).all()", False),
    ],
)
def test_arrays_are_compared_item_by_item(imported, used, left):
    text = f"import {imported}\ndef f(x, p=None):\n    return {used}\n"
    made = run("mixed_order", text + PROOF).text
    assert ("ordered(x)" not in made) is left


@pytest.mark.parametrize(
    ("imported", "used", "left"),
    [
        ("numpy", "g(y == z)", True),
        ("numpy", "a[y] = 0", True),
        ("numpy", "z = 1 if y else 2", False),
        ("numpy", "while not y: g()", False),
        ("numpy", "return y", False),
        ("numpy", "g()", False),
        ("other", "g(y == z)", False),
    ],
)
def test_what_arrays_answer_is_kept(imported, used, left):
    text = f"import {imported}\ndef f(x, p=None):\n    y = x < p\n    {used}\n"
    made = run("mixed_order", text + PROOF).text
    assert ("ordered(x)" not in made) is left


def test_what_is_left_of_a_division_is_a_number():
    text = (
        "def plural(n):\n    return n % 10 {} 4\ndef show(n):\n    print plural(n)\n"
        "def f(word, n):\n    show(n)\n    show(word)\nf(u'a', 3)\n"
    )
    files = {"a.py": text.format(">=")}
    made = migrate(files["a.py"], "a.py", RepositoryIndex(files, files.get)).text
    assert "return n % 10 >= 4" in made
    files = {"a.py": text.replace(" % 10", "").format(">=")}
    made = migrate(files["a.py"], "a.py", RepositoryIndex(files, files.get)).text
    assert "return ordered(n) >= ordered(4)" in made


def test_what_a_getter_takes_may_be_none():
    text = (
        "from operator import itemgetter\nrows = [{'n': 3}, {'n': None}]\nns = map(itemgetter('n'), rows)\n"
        "x = filter(lambda n: n > 9, ns)\n"
    )
    new = run("mixed_order", text + "n = 1L\n").text
    assert "lambda n: ordered(n) > ordered(9)" in new
    assert run("mixed_order", new).text == new


NEWER = "def newer(n, ds):\n    return {}\n"


def test_what_may_be_none_of_none():
    after = HEAD + NEWER.format("ordered(n) > ordered(max(ds or [None]))")
    before = NEWER.format("n > max(ds or [None])")
    check_rule("mixed_order", before, after, python2=True, beside=("mixed_sort",))


@pytest.mark.parametrize("compared", ["n > max(ds or [0])", "n > max(ds and [None])"])
def test_what_is_something_keeps_its_order(compared):
    check_untouched("mixed_order", NEWER.format(compared), python2=True, beside=("mixed_sort",))


LOG = "log = {{}}\nfor j in jobs:\n    try: log[j] = j.run()\n    except E: log[j] = {}\n"


@pytest.mark.parametrize(
    ("key", "after"),
    [("lambda (k, v): (v, k)", "ordered((k_v[1], k_v[0]))"), ("lambda i: i[1]", "lambda i: ordered(i[1])")],
)
def test_values_of_a_dictionary_that_is_given_none(key, after):
    text = LOG.format("None") + f"x = sorted(log.items(), key={key})\n" + PROOF
    assert after in migrate(text).text
    assert "ordered" not in migrate(text.replace("None", "0")).text
    assert "ordered" not in migrate(text.replace("log = {}", "log = f()")).text
    assert "ordered" not in migrate(text.replace(key, "lambda i: i[0]")).text


@pytest.mark.parametrize(
    "text",
    [
        "def f(s):\n    code = s or None\n    try:\n        code = int(code)\n    except ValueError:\n"
        "        raise KeyError(s)\n    return code < 100 or 1L < code\n",
        "def f(s):\n    for code in s.split() + [None]:\n        try:\n            code = int(code)\n"
        "        except TypeError:\n            continue\n        if 1L < code: return code\n",
        "def g(s): return {'a': s, 'b': None}\ndef f(s):\n    parts = g(s)\n    parts['n'] = int(s, 16) >> 12\n"
        "    if parts['n'] > 0x1e: parts['n'] >>= 12\nf('12L')\n",
        "class C(object):\n    n = None\n    def f(self, s):\n        self.n = int(s)\n"
        "        if self.n > 1L: return 2\n",
    ],
)
def test_what_was_just_made_a_number_has_an_order(text):
    assert "ordered(" not in migrate(text).text


@pytest.mark.parametrize(
    "text",
    [
        "class C(object):\n    n = None\n    def f(self, s):\n        self.n = int(s)\n"
        "        if self.g() or self.n > 1L: return 2\n    def g(self): self.n = None\n",
        "class C(object):\n    n = None\n    def f(self, s):\n        try:\n            self.n = int(s)\n"
        "        except ValueError: pass\n        if self.n > 1L: return 2\n",
    ],
)
def test_what_may_have_changed_since_keeps_its_key(text):
    assert "ordered(" in migrate(text).text


HEADER = (
    "import time\nclass Header(object):\n    def parsed_time(self, text):\n        if text:\n"
    "            return time.mktime(time.strptime(text))\n"
    "def register(names):\n    for name in names: globals()[name] = Header()\n"
)


def _beside_header(text, header=HEADER):
    files = {"a.py": "from b import *\n" + text + "n = 1L\n", "b.py": header}
    return migrate(files["a.py"], "a.py", RepositoryIndex(files, files.get)).text


@pytest.mark.parametrize(
    "text",
    [
        "def f(env, last):\n    clock = SINCE.parsed_time(env)\n    return clock >= int(last)\n",
        "def f(env, x): return x.parsed_time(env) < 5\n",
    ],
)
def test_a_method_of_another_file_gives_a_number_or_none(text):
    made = _beside_header(text)
    assert (
        "ordered(clock) >= ordered(int(last))" in made or "ordered(x.parsed_time(env)) < ordered(5)" in made
    )


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("def f(env, x): return x.parsed_time(env) < x.other(env)\n", HEADER),
        ("def f(env, x): return x.parsed_time(env) is not None and x.parsed_time(env) < 5\n", HEADER),
        ("def f(env, x): return x.parsed_time(env) < 5\n", HEADER.replace("if text:", "while True:")),
        ("def f(env, x): return x.parsed_time(env) < 5\n", HEADER.replace("return time", "self.n = time")),
        ("def f(env, x): return x.find(env) < 5\n", HEADER.replace("parsed_time", "find")),
    ],
)
def test_what_a_method_of_another_file_gives_may_be_ordered(text, header):
    assert "ordered(" not in _beside_header(text, header)


def test_a_type_of_numbers_is_no_number():
    text = "found = [type(x) >= 65535 for x in (1, 'a')] + [0 < type(1.5), type(2) < 3]\n"
    space = {}
    exec(migrate(text + PROOF).text, space)
    assert space["found"] == [True, True, True, False]
