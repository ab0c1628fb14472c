"""raise E, V, T → raise E(V).with_traceback(T)."""

import pytest
from rules.checking import check_rule, check_untouched, run

from environment.traces import Exactness
from migration.engine.pipeline import migrate


@pytest.mark.parametrize("text", ["raise", "raise E", "raise E(a, b)", "raise a.E(1)", "raise (E, b)"])
def test_leaves_a_plain_raise(text):
    check_untouched("raise_syntax", f"{text}\n")


@pytest.mark.parametrize("raised", ["'text', v", "'a %s' % (b, c), v, t"])
def test_a_string_exception_with_a_value_can_be_read_at_least(raised):
    """Neither can be raised in either language: what it was to tell stays, for whoever makes a class of it."""
    outcome = run("raise_syntax", f"raise {raised}\n")
    assert outcome.text == f"raise ({raised})\n"
    assert migrate(f"raise {raised}\n").text == outcome.text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("raise E, 'text'", "raise E('text')"),
        ("raise E, 'a %s' % b", "raise E('a %s' % b)"),
        ("raise E, ('a'\n    'b')", "raise E('a'\n    'b')"),
        ("raise E, (a, b)", "raise E(a, b)"),
        ("raise E, (a,)", "raise E(a)"),
        ("raise E, ()", "raise E()"),
        ("raise E, None, t", "raise E().with_traceback(t)"),
        (
            "raise e, None, t",
            "raise (e if isinstance(e, BaseException) else e()).with_traceback(t)",
        ),
        ("raise a.E, 'x', sys.exc_info()[2]", "raise a.E('x').with_traceback(sys.exc_info()[2])"),
        (
            "try: f()\nexcept A as e:\n    raise E, e.args, t",
            "try: f()\nexcept A as e:\n    raise E(*e.args).with_traceback(t)",
        ),
        ("raise E(1), None, t", "raise E(1).with_traceback(t)"),
        ("raise E, 'x', None", "raise E('x')"),
        ("raise E, E('x', 1), t", "raise E('x', 1).with_traceback(t)"),
        ("raise a.E, a.E('x')", "raise a.E('x')"),
    ],
)
def test_rewrites_exactly(before, after):
    check_rule("raise_syntax", f"{before}\n", f"{after}\n", exactness=Exactness.EXACT)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("raise E, f(x)", "raise E(f(x))"),
        ("raise e.__class__, e, tb", "raise e.with_traceback(tb)"),
        ("raise type(self.e), self.e", "raise self.e"),
        ("raise e.__class__, x.e", "raise e.__class__(x.e)"),
        ("raise E, E.f(x)", "raise E(E.f(x))"),
        ("raise E, options.args", "raise E(options.args)"),
        (
            "try: f()\nexcept A as e: pass\ndef g(e):\n    raise E, e.args",
            "try: f()\nexcept A as e: pass\ndef g(e):\n    raise E(e.args)",
        ),
        ("raise E, E(x) + y", "raise E(E(x) + y)"),
        ("raise E, Ex(x)", "raise E(Ex(x))"),
        ("raise E, message", "raise E(message)"),
        ("raise E, e", "raise (e if isinstance(e, E) else E(e))"),
        (
            "import error\nraise error, args",
            "import error\nraise (args if isinstance(args, error) else error(args))",
        ),
        (
            "raise kind, args",
            "raise (args if isinstance(args, kind) else kind(*args) if isinstance(args, tuple) else kind()"
            " if args is None else kind(args))",
        ),
        ("raise t, v, tb", "raise (v if isinstance(v, t) else t(v)).with_traceback(tb)"),
        ("raise i[1], None, i[2]", "raise i[1].with_traceback(i[2])"),
        ("raise self.e[1], None, t", "raise self.e[1].with_traceback(t)"),
        ("raise i[0], i[1], i[2]", "raise i[1].with_traceback(i[2])"),
    ],
)
def test_rewrites_by_what_the_names_suggest(before, after):
    check_rule("raise_syntax", f"{before}\n", f"{after}\n", exactness=Exactness.SEMANTIC)


@pytest.mark.parametrize(
    ("function", "raised"),
    [
        ("def f(*a):\n    raise E, a\n", "E(*a)"),
        ("def f(x, *a, **k):\n    if x:\n        raise E, a\n", "E(*a)"),
        ("def f(x):\n    a = (1, x)\n    raise E, a\n", "E(*a)"),
        ("def f(*a):\n    def g(a): pass\n    raise E, a\n", "E(*a)"),
        ("def f(*a):\n    def g(a):\n        raise E, a\n", "E(a)"),
        ("def f(**a):\n    raise E, a\n", "E(a)"),
        ("def f(*a):\n    a = a[0]\n    raise E, a\n", "E(a)"),
        ("def f(*a):\n    for a in a: pass\n    raise E, a\n", "E(a)"),
        ("def f(x):\n    a = (x)\n    raise E, a\n", "E(a)"),
        ("def f(*b):\n    pass\ndef g(b):\n    raise E, b\n", "E(b)"),
    ],
)
def test_what_is_seen_to_be_a_tuple_is_spread(function, raised):
    text = "class E(Exception): pass\n" + function
    assert f"raise {raised}\n" in run("raise_syntax", text).text


FAIL = "def fail(kind, value=None, tb=None):\n    raise kind, value, tb\n"


def test_a_value_that_need_not_be_given():
    space = {}
    exec(run("raise_syntax", FAIL).text, space)
    raised = []
    for arguments in [
        (KeyError,),
        (KeyError("a"),),
        (KeyError, "b"),
        (KeyError, ("c", 1)),
        (KeyError, KeyError("d")),
    ]:
        try:
            space["fail"](*arguments)
        except KeyError as error:
            raised.append(error.args)
    assert raised == [(), ("a",), ("b",), ("c", 1), ("d",)]  # as on Python 2.7


RAISED = "def fail({}):\n    raise {}\ntry:\n    fail({})\nexcept Exception, e:\n    given = e.args\n"


@pytest.mark.parametrize(
    ("parameters", "raised", "arguments", "given"),
    [
        ("args", "ValueError, args", "(3, 'three')", (3, "three")),
        ("args", "ValueError, args", "'one'", ("one",)),
        ("kind, value", "kind, value", "KeyError, None", ()),
        ("kind, value", "kind, value", "KeyError, 1", (1,)),
    ],
)
def test_arguments_are_one_or_several_or_none(parameters, raised, arguments, given):
    spaces = {}
    exec(migrate(RAISED.format(parameters, raised, arguments)).text, spaces)
    assert spaces["given"] == given


def test_places_of_a_row_of_arguments():
    text = "def f(*r):\n    raise r[0], r[1]\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    for given, args in ((("x", 1), ("x", 1)), (None, ()), ("x", ("x",))):
        with pytest.raises(ValueError) as caught:
            spaces["f"](ValueError, given)
        assert caught.value.args == args
    error = KeyError("k")
    with pytest.raises(KeyError) as other:
        spaces["f"](LookupError, error)
    assert other.value is error


@pytest.mark.parametrize(("parameters", "choices"), [("user='nobody', used=0", True), ("user, used", False)])
def test_what_a_class_of_the_file_takes_tells_of_a_variable(parameters, choices):
    text = (
        f"class Quota(Exception):\n    def __init__(self, {parameters}):\n        self.given = user, used\n"
        "def fail(payload):\n    raise Quota, payload\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    one = spaces["Quota"](1, 2)
    expected = [(("bob", 12), ("bob", 12))]
    expected += (
        [("al", ("al", 0)), (None, ("nobody", 0)), ((), ("nobody", 0)), (one, (1, 2))] if choices else []
    )
    for payload, given in expected:
        with pytest.raises(spaces["Quota"]) as caught:
            spaces["fail"](payload)
        assert caught.value.given == given


def test_a_message_and_more_is_no_tuple():
    text = "class E(Exception):\n    def __init__(self, message, code=0): pass\nraise E, text\n"
    assert migrate(text).text.endswith("raise E(text)\n")


@pytest.mark.parametrize("value", ["(a, [b for b in c])", "(f(x for x in y), z)", "(a, b,)"])
def test_a_tuple_with_a_loop_in_it_is_several_arguments(value):
    assert migrate(f"raise E, {value}\n").text == f"raise E({value[1:-1].rstrip(',')})\n"


def test_a_generator_is_one_argument():
    assert migrate("raise E, (b for b in c)\n").text == "raise E((b for b in c))\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("raise (ValueError, TypeError), 'a'\n", "raise ValueError('a')\n"),
        ("raise ((A, B), C), 'a', tb\n", "raise A('a').with_traceback(tb)\n"),
        ("raise (E,), 'a'\n", "raise E('a')\n"),
    ],
)
def test_of_a_tuple_the_first_is_raised(before, after):
    check_rule("raise_syntax", before, after)


def test_what_a_tuple_begins_with_may_be_told_when_it_runs():
    check_rule("raise_syntax", "raise (A if b else B, C), 'a'\n", "raise ((A if b else B, C))('a')\n")
