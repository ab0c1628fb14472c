"""filter()."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rules.containers.lazy_filter import HELPER


@pytest.mark.parametrize(
    "text",
    [
        "for x in filter(f, xs): g(x)\n",
        "x = sorted(filter(None, xs))\n",
        "x = ''.join(filter(f, 'abc'))\n",
        "query.filter(f, xs)[0]\n",
        "def filter(f, xs): return xs\nx = filter(f, xs)[0]\n",
        "x = filter(f)\n",
    ],
)
def test_leaves_what_is_gone_through_once(text):
    check_untouched("lazy_filter", text, python2=True)


def test_leaves_what_may_be_right_in_a_file_that_may_be_python_3():
    check_untouched("lazy_filter", "def f(a): return filter(None, a)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = filter(f, xs)[0]\n", "x = list(filter(f, xs))[0]\n"),
        ("if filter(f, xs): g()\n", "if list(filter(f, xs)): g()\n"),
        ("if not filter(f, xs): g()\n", "if not list(filter(f, xs)): g()\n"),
        ("x = int(filter(str.isdigit, s))\n", "x = int(''.join(filter(str.isdigit, s)))\n"),
        ("x = filter(f, s).upper()\n", "x = ''.join(filter(f, s)).upper()\n"),
        ("x = filter(f, s) == 'abc'\n", "x = ''.join(filter(f, s)) == 'abc'\n"),
        ("x = filter(f, s) + 'abc'\n", "x = ''.join(filter(f, s)) + 'abc'\n"),
        ("x = filter(f, (1, 2))[0]\n", "x = tuple(filter(f, (1, 2)))[0]\n"),
    ],
)
def test_wraps_what_fails_otherwise(before, after):
    check_rule("lazy_filter", before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(a): return filter(None, a)\n", "def f(a): return list(filter(None, a))\n"),
        ("x = f(filter(g, 'abc'))\n", "x = f(''.join(filter(g, 'abc')))\n"),
        ("x = f(filter(g, (1, 2)))\n", "x = f(tuple(filter(g, (1, 2))))\n"),
        ("for x in filter(f, xs): xs.remove(x)\n", "for x in list(filter(f, xs)): xs.remove(x)\n"),
    ],
)
def test_keeps_the_type_where_the_use_is_out_of_sight(before, after):
    check_rule("lazy_filter", before, after, python2=True)


@pytest.mark.parametrize(
    "predicate",
    [
        "str.isdigit",
        "lambda c: c.isalpha()",
        "lambda c: ord(c) < 128",
        "lambda c: c in 'ab'",
        "lambda c: c != '-'",
    ],
)
def test_asks_at_run_time_what_is_filtered_by_character(predicate):
    before = f"x = g(filter({predicate}, s))\n"
    after = HELPER.strip() + f"\n\n\nx = g(filter_alike({predicate}, s))\n"
    check_rule("lazy_filter", before, after, python2=True)


@pytest.mark.parametrize("constant", ["letters", "hexdigits", "printable", "uppercase"])
def test_characters_of_the_library_are_characters(constant):
    text = f"import string\nx = g(filter(lambda c: c in string.{constant}, s))\n"
    after = run("lazy_filter", text + PROOF).text
    assert f"filter_alike(lambda c: c in string.{constant}, s)" in after


def test_the_helper_keeps_the_kind():
    space = {}
    exec(HELPER, space)
    alike = space["filter_alike"]
    assert alike(str.isdigit, "a1b2") == "12" and alike(None, (0, 1)) == (1,) and alike(None, [0, 1]) == [1]


def test_a_parameter_that_is_a_tuple_here_and_a_list_there():
    text = "def f(v):\n    return filter(None, v)\nf((1, 0))\nf([1])\n"
    after = HELPER.strip() + "\n\n\n" + text.replace("filter(", "filter_alike(").replace("f((1", "f((1")
    check_rule("lazy_filter", text, after, python2=True)
    text = "def f(v):\n    return {}\nf([2])\nf([1])\n"
    check_rule(
        "lazy_filter", text.format("filter(None, v)"), text.format("list(filter(None, v))"), python2=True
    )


def test_by_a_method_of_the_text_itself():
    before = "def f(text):\n    return filter(type(text).isalnum, text)\nn = 1L\n"
    assert "filter_alike(type(text).isalnum, text)" in run("lazy_filter", before).text


def test_what_the_function_handles_as_a_text_gives_one():
    text = (
        "def f(key, alphabet):\n    key = key.replace('j', 'i')\n"
        "    key = filter(lambda c: c in alphabet, key)\n    return key + alphabet\nN = 1L\n"
    )
    after = run("lazy_filter", text).text
    assert "    key = filter_alike(lambda c: c in alphabet, key)\n" in after
    names = {}
    exec(after, names)
    assert names["f"]("jab", "bi") == "ibbi"
    assert run("lazy_filter", after).text == after


def test_a_decorated_function_is_given_a_tuple_as_well():
    text = "@logged\ndef f(xs):\n    return filter(g, xs)\nx = f([1]), f(({}))\n"
    assert "filter_alike(g, xs)" in run("lazy_filter", text.format("1, 2") + "print 1\n").text
    assert "list(filter(g, xs))" in run("lazy_filter", text.format("[2]") + "print 1\n").text


def test_a_filter_that_stands_alone_is_gone_through():
    text = "log = []\nfilter(log.append, ['a'])\n"
    space = {}
    exec(migrate(text, "a.py", RepositoryIndex({"a.py": text}, {"a.py": text}.get)).text, space)
    assert space["log"] == ["a"]


def test_what_another_rule_shows_later_is_known():
    """The file is taken for Python 2 at first, and is shown to be it by what is compared with a list."""
    text = "def f(a):\n    return filter(g, a)\nif f(b) or map(g, b) == [1]:\n    h()\n"
    done = migrate(text, "a.py", RepositoryIndex(["a.py"], lambda key: text)).text
    assert "return list(filter(g, a))" in done


@pytest.mark.parametrize(
    "held",
    ["A = string.ascii_lowercase + string.digits\n", "A = 'abc'\n", "import string as s\nA = s.digits\n"],
)
def test_what_is_looked_up_in_a_text_is_a_character(held):
    text = f"import string\n{held}x = filter(A.__contains__, w)\n"
    assert "x = filter_alike(A.__contains__, w)" in migrate(text + "print 1\n").text
    assert (
        "x = list(filter(B.__contains__, w))"
        in migrate("B = [1]\nx = filter(B.__contains__, w)\nprint x[0]\n").text
    )


def test_objects_of_a_class_that_are_texts_or_tuples(capsys):
    text = (
        "class U(str): pass\nclass T(tuple): pass\nclass V(T): pass\nclass L(list): pass\nclass O(object):\n"
        "    def __iter__(self): return iter('a')\n"
        "print filter(str.isalpha, U('a1b2')), filter(None, T((0, 5))), filter(None, V((0, 6)))\n"
        "print filter(None, L([0, 7])), filter(None, O())\n"
    )
    exec(migrate(text).text, {"__name__": "m"})
    assert capsys.readouterr().out == "ab (5,) (6,)\n[7] ['a']\n"
