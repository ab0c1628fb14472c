"""e.message → str(e)."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.rules.exceptions.exception_message import HELPER

HANDLER = "try:\n    f()\nexcept {} as e:\n    a = {}\n"


@pytest.mark.parametrize("use", ["b.message", "e.args", "e.message2"])
def test_leaves_other_attributes(use):
    check_untouched("exception_message", HANDLER.format("ValueError", use))


def test_leaves_classes_that_have_a_message():
    own = "class E(Exception):\n    def __init__(self, m):\n        self.message = m\nclass F(E): pass\n"
    check_untouched("exception_message", own + HANDLER.format("F", "e.message"), python2=True)


def test_leaves_a_name_rebound_in_the_handler():
    check_untouched(
        "exception_message", "try:\n    f()\nexcept ValueError as e:\n    e = g()\n    a = e.message\n"
    )


def test_leaves_classes_unknown_in_a_file_not_known_to_be_python2():
    check_untouched("exception_message", HANDLER.format("x.Error", "e.message"))


@pytest.mark.parametrize(
    ("kind", "after"),
    [
        ("ValueError", "str(e)"),
        ("(TypeError, IndexError)", "str(e)"),
        ("KeyError", "e.args[0]"),
        ("(KeyError, IndexError)", "(e.args[0] if len(e.args) == 1 else '')"),
        ("LookupError", "(e.args[0] if len(e.args) == 1 else '')"),
    ],
)
def test_rewrites_for_builtin_classes(kind, after):
    check_rule("exception_message", HANDLER.format(kind, "e.message"), HANDLER.format(kind, after))


@pytest.mark.parametrize("kind", ["Exception", "x.Error"])
def test_asks_first_where_the_class_is_open(kind):
    after = HANDLER.format(kind, "getattr(e, 'message', e.args[0] if len(e.args) == 1 else '')")
    check_rule("exception_message", HANDLER.format(kind, "e.message"), after, python2=True)


def test_a_class_that_says_something_else_than_it_was_given():
    own = "class E(Exception):\n    def __str__(self): return 'x'\nclass F(E): pass\n"
    check_rule(
        "exception_message",
        own + HANDLER.format("F", "e.message"),
        own + HANDLER.format("F", "(e.args[0] if len(e.args) == 1 else '')"),
        python2=True,
    )


def test_the_exception_that_an_assertion_kept():
    text = "class T:\n    def test(self):\n        with self.assertRaises(E) as cm: f()\n        x = {}\n"
    check_rule(
        "exception_message",
        text.format("cm.exception.message"),
        text.format(
            "getattr(cm.exception, 'message', cm.exception.args[0] if len(cm.exception.args) == 1 else '')"
        ),
        python2=True,
    )
    check_untouched("exception_message", text.format("self.exception.message"), python2=True)


def test_after_the_clause():
    text = "e = None\ntry: f()\nexcept ValueError as e: pass\nx = {}\n"
    check_rule("exception_message", text.format("e.message"), text.format("str(e)"))


ASKED = "getattr({0}, 'message', {0}.args[0] if len({0}.args) == 1 else '')"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("def f(err):\n    return {}\ntry: g()\nexcept Exception as e: x = f(e)\n", "err"),
        ("class A:\n    def f(self, err):\n        return {}\ntry: g()\nexcept E as e: a.f(err=e)\n", "err"),
        ("err = ValueError('x')\nx = {}\n", "err"),
        ("class E(ValueError): pass\nerr = E('x')\nx = {}\n", "err"),
        ("import sys\nt, v, tb = sys.exc_info()\nx = {}\n", "v"),
        ("import sys\nv = sys.exc_info()[1]\nx = {}\n", "v"),
        ("try: g()\nexcept E as e: last = e\nx = {}\n", "last"),
        ("all = []\ntry: g()\nexcept E as e: all.append(e)\nx = {}\n", "all[0]"),
        ("all = []\ntry: g()\nexcept E as e: all.append(e)\nfor one in all: x = {}\n", "one"),
        ("def f():\n    try: g()\n    except E as e: return e\nv = f()\nx = {}\n", "v"),
        (
            "class A:\n    def f(self):\n        try: g()\n        except E as e: self.error = e\n"
            "    def h(self): return {}\n",
            "self.error",
        ),
    ],
)
def test_what_an_exception_is_handed_to(text, name):
    check_rule(
        "exception_message", text.format(name + ".message"), text.format(ASKED.format(name)), python2=True
    )


@pytest.mark.parametrize(
    "text",
    [
        "def f(err):\n    return err.message\nf(g())\n",
        "class E(Exception):\n    def __init__(self, m): self.message = m\nerr = E('x')\nx = err.message\n",
        "err = make('x')\nx = err.message\n",
        "class A:\n    def h(self): return self.error.message\n",
        "import sys\nt, v, tb = sys.exc_info()\nx = t.message\n",
    ],
)
def test_leaves_what_may_be_anything(text):
    check_untouched("exception_message", text, python2=True)


def test_a_handler_of_name_errors_is_no_version_test():
    text = "try: g('x')\nexcept NameError as e: print{0}{1}{2}\n"
    check_rule("exception_message", text.format(" ", "e.message", ""), text.format("(", "str(e)", ")"))


def test_what_is_called_like_an_exception_is_asked():
    asked = "(err.message if hasattr(err, 'message') else err.args[0] if len(err.args) == 1 else '')"
    before = "for job, err in jobs:\n    x = err and err.message\n"
    check_rule("exception_message", before, before.replace("err.message", asked), python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "for commit in log: x = commit.message\n",
        "for err in errors: x = err.message\nclass C:\n    def message(self): pass\n",
        "for err in errors:\n    err.message = 1\n    x = err.message\n",
    ],
)
def test_other_things_with_a_message(text):
    check_untouched("exception_message", text, python2=True)


def test_names_alone_do_not_tell_in_a_file_that_may_be_python_3():
    check_untouched("exception_message", "for err in errors: x = err.message\n")


_KEPT = "try: f()\nexcept ValueError as e: {}\n"


@pytest.mark.parametrize("keeps", ["errors.append(e)", "errors.append((1, e))", "d[k] = e", "errors.add(e)"])
@pytest.mark.parametrize(
    ("read", "item"),
    [("x = {}\n", "errors[0]"), ("x = {}\n", "f(1)[1][-1]"), ("for one in errors: x = {}\n", "one")],
)
def test_items_of_something_where_what_is_caught_is_kept(keeps, read, item):
    before = _KEPT.format(keeps) + read.format(f"{item}.message")
    after = _KEPT.format(keeps) + read.format(f"message_of({item})")
    check_rule("exception_message", before, HELPER[1:] + "\n\n" + after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        _KEPT.format("log(e)") + "x = errors[0].message\n",
        _KEPT.format("errors.append(d)") + "x = errors[0].message\n",
        _KEPT.format("errors.append(e)") + "x = request.message\n",
        _KEPT.format("errors.append(e)") + "y.message = 1\nx = errors[0].message\n",
    ],
)
def test_items_of_something_else(text):
    check_untouched("exception_message", text, python2=True)


def test_what_the_helper_tells():
    names: dict = {}
    exec(HELPER, names)
    tell = names["message_of"]

    class Told(Exception):
        message = "own"

    assert [tell(e) for e in (ValueError("a"), KeyError("k"), ValueError(1, 2), Told("x"))] == [
        "a",
        "k",
        "",
        "own",
    ]


OWN = "class E(Exception):\n    def __str__(self): return 'E: ' + self.message\n"


def test_of_ones_own():
    after = OWN.replace("self.message", "(self.args[0] if len(self.args) == 1 else '')")
    check_rule("exception_message", OWN, after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        OWN.replace("Exception", "Base"),
        OWN + "    message = 'no'\n",
        OWN + "    def __init__(self, a, b): self.a = a\n",
        OWN.replace("(self)", "(this)"),
        OWN.replace("class E(Exception)", "class E(object)"),
    ],
)
def test_leaves_what_may_have_one_of_its_own(text):
    check_untouched("exception_message", text, python2=True)


def test_what_is_taken_apart_has_no_message_of_its_own():
    text = "try:\n    f()\nexcept ValueError, e:\n    a, b = e\n    g(e.message)\n"
    assert "g((e.args[0] if len(e.args) == 1 else ''))" in migrate(text).text
    assert "g(str(e))" in migrate(text.replace("a, b = e", "a = e")).text
    assert "g(str(e))" in migrate(text.replace("a, b = e", "a = True")).text


def test_what_twisted_gives_back():
    text = "class T:\n    def test(self):\n        e = self.assertRaises(E, f)\n        x = e.message\n"
    assert "getattr(e, 'message', " in run("exception_message", text + PROOF).text
    for other in (text.replace("(E, f)", "(E)"), text.replace("self.assertRaises(E, f)", "self.error")):
        assert "getattr(e, 'message'" not in run("exception_message", other + PROOF).text


@pytest.mark.parametrize(
    "text",
    [
        "def f(e):\n    return e.strerror, e.message\n",
        "def f(it):\n    return it.message\ntry:\n    g()\nexcept IOError, x:\n    f(x)\n",
    ],
)
def test_a_parameter_that_can_only_be_an_exception(text):
    assert "message if hasattr(" in (after := migrate(text + "print 1\n").text) or "'message', " in after


@pytest.mark.parametrize(
    "text",
    ["def f(e):\n    return e.key, e.message\n", "def f(event):\n    return event.errno, event.message\n"],
)
def test_a_parameter_that_may_be_an_event(text):
    assert "hasattr" not in migrate(text + "print 1\n").text


def test_of_several_arguments_there_was_no_message():
    text = "try:\n    raise ValueError('a', 3)\nexcept ValueError as e:\n    a = {}\n"
    check_rule(
        "exception_message",
        text.format("e.message"),
        text.format("(e.args[0] if len(e.args) == 1 else '')"),
    )
    text = "def f(): raise TypeError('a', 3)\n" + HANDLER
    check_rule(
        "exception_message", text.format("ValueError", "e.message"), text.format("ValueError", "str(e)")
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("x = {}\n", "w[0].message"),
        ("for one in w: x = {}\n", "one.message"),
        ("x = [{} for one in w]\n", "one.message"),
    ],
)
def test_the_warnings_of_a_record(text, name):
    head = "import warnings\nwith warnings.catch_warnings(record=True) as w: f()\n"
    check_rule(
        "exception_message",
        head + text.format(name + ".message"),
        head + text.format(ASKED.format(name)),
        python2=True,
    )
    check_untouched("exception_message", head + text.format(name), python2=True)
    other = head.replace("warnings.catch_warnings", "warnings.others")
    check_untouched("exception_message", other + text.format(name + ".message"), python2=True)
