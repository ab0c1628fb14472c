"""e[0] → e.args[0]."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

HANDLER = "try:\n    f()\nexcept E as e:\n    {}\n"


@pytest.mark.parametrize("use", ["a = e.args[0]", "a = x[0]", "a = e", "e = g(); a = e[0]", "a = e['key']"])
def test_leaves_other_uses(use):
    check_untouched("exception_index", HANDLER.format(use))


def test_leaves_a_class_that_can_be_indexed():
    own = "class E(Exception):\n    def __getitem__(self, i):\n        return i\n"
    check_untouched("exception_index", own + HANDLER.format("a = e[0]"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = e[0]", "a = e.args[0]"),
        ("a, b = e", "a, b = e.args"),
        ("(a, b) = e", "(a, b) = e.args"),
        ("f(e[1:])", "f(e.args[1:])"),
    ],
)
def test_goes_through_args(before, after):
    check_rule("exception_index", HANDLER.format(before), HANDLER.format(after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = e[0]\n", "x = e.args[0]\n"),
        ("a, b = e\n", "a, b = e.args\n"),
        ("x = list(e)\n", "x = list(e.args)\n"),
    ],
)
def test_an_exception_made_on_the_spot(before, after):
    made = "class E(Exception): pass\ne = {}('a', 2)\n"
    for name in ("E", "ValueError"):
        check_rule("exception_index", made.format(name) + before, made.format(name) + after, python2=True)
    own = made.replace("pass", "__getitem__ = f").format("E")
    check_untouched("exception_index", own + before, python2=True)
    check_untouched("exception_index", "e = make('a', 2)\n" + before, python2=True)


def test_what_a_function_caught():
    text = "def f():\n    try: g()\n    except E as e: return e\nx = f()[0]\n"
    check_untouched("exception_index", text, python2=True)
    text = "def f():\n    try: raise E\n    except E as e: return e\nx = f(){}[0]\n"
    check_rule("exception_index", text.format(""), text.format(".args"), python2=True)
    check_untouched("exception_index", text.format("").replace("raise E", "return [1]"), python2=True)


_HANDED = "class M(str):\n    def {}(cls, e, n=0):\n        return e{}[0]\ntry: f()\nexcept E as e: x = {}\n"


@pytest.mark.parametrize(
    ("name", "call"), [("__new__", "M(e)"), ("__init__", "M(n=1, e=e)"), ("told", "y.told(e)")]
)
def test_what_a_method_is_given_was_caught(name, call):
    text = _HANDED.format(name, "{}", call)
    check_rule("exception_index", text.format(""), text.format(".args"), python2=True)
    check_untouched(
        "exception_index",
        text.format("") + call.replace("=e", "=[1]").replace("(e)", "([1])") + "\n",
        python2=True,
    )
    check_untouched("exception_index", text.format("").replace("except E as e", "finally"), python2=True)


def test_classes_of_the_file_get_items_instead():
    text = "class E(Exception): pass\n" + _HANDED.format("__new__", "", "M(e)")
    check_untouched("exception_index", text, python2=True)


def test_what_nobody_calls_may_be_given_anything():
    check_untouched("exception_index", "# Error\ndef f(e): return e[0]\n", python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = [x for x in e]", "a = [x for x in e.args]"),
        ("for x in e: f(x)", "for x in e.args: f(x)"),
        ("a = tuple(e)", "a = tuple(e.args)"),
    ],
)
def test_an_exception_that_is_gone_through(before, after):
    for kind in ("ValueError", "(KeyError, IOError)"):
        handler = HANDLER.replace("except E", f"except {kind}")
        check_rule("exception_index", handler.format(before), handler.format(after), python2=True)
        check_untouched("exception_index", handler.format(before))
    check_untouched("exception_index", HANDLER.format(before), python2=True)
    own = "class E(Exception):\n    def __iter__(self):\n        return iter('ab')\n"
    check_untouched("exception_index", own + HANDLER.format(before), python2=True)


OWN = "class E(ValueError):\n    def __str__(self): return 'no ' + self[0]\n"


@pytest.mark.parametrize("read", ["self[0]", "str([a for a in self])", "self[1:][0]"])
def test_of_ones_own(read):
    text = OWN.replace("self[0]", read) + "n = 1L\nx = str(E('a', 'b'))\n"
    spaces: dict[str, object] = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == {"self[0]": "no a", "self[1:][0]": "no b"}.get(read, "no ['a', 'b']")


@pytest.mark.parametrize(
    "text",
    [
        OWN + "    def __getitem__(self, n): return 'own'\n",
        OWN.replace("ValueError", "Base"),
        OWN.replace("ValueError", "object"),
        OWN.replace("(self)", "(me)"),
    ],
)
def test_leaves_items_of_ones_own(text):
    check_untouched("exception_index", text, python2=True)


def test_a_static_method_of_an_exception_is_given_something_else():
    text = "class E(Exception):\n    @staticmethod\n    def f(d):\n        return d[0]\nn = 1L\n"
    assert migrate(text).text == text.replace("1L", "1")


def test_what_a_function_caught_for_another():
    text = "class E(Exception): pass\nclass F(E): pass\ndef raised(kind, f):\n    try:\n        f()\n"
    text += "    except kind as e:\n        return e\ndef g(f):\n    why = raised(F, f)\n    return why[0]\nn = 1L\n"
    files = {"a.py": text}
    assert "return why.args[0]" in migrate(text, "a.py", RepositoryIndex(files, files.get)).text
    files = {"a.py": text.replace("class F(E): pass", "class F(E):\n    def __getitem__(self, n): return n")}
    assert "return why[0]" in migrate(files["a.py"], "a.py", RepositoryIndex(files, files.get)).text


def test_an_exception_by_the_module_that_had_them():
    text = "from exceptions import StandardError\nclass E(StandardError):\n    def __str__(self):\n        return {}\n"
    check_rule("exception_index", text.format("self[0]"), text.format("self.args[0]"), python2=True)


def test_exceptions_that_a_loop_goes_through():
    text = "for e in (ValueError('a'), KeyError(1, 2)):\n    print [x for x in e]\n"
    check_rule(
        "exception_index",
        text,
        "for e in (ValueError('a'), KeyError(1, 2)):\n    print([x for x in e.args])\n",
    )
    check_untouched("exception_index", "for e in (f(), KeyError(1)):\n    x = [y for y in e]\n", python2=True)


def test_behind_clauses_that_all_bind_it():
    clauses = "try:\n    f()\nexcept KeyError, e:\n    pass\nexcept ValueError, e:\n    pass\n"
    assert "g(e.args[0])" in migrate(clauses + "g(e[0])\n").text
    assert "g(e[0])" in migrate("e = [1]\n" + clauses + "g(e[0])\n").text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("e = e[0]", "e = e.args[0]"),
        ("x = e[0]; e = x", "x = e.args[0]; e = x"),
        ("e = f(e[0], e[1])", "e = f(e.args[0], e.args[1])"),
    ],
)
def test_a_name_that_its_handler_gives_anew_afterwards(before, after):
    check_rule("exception_index", HANDLER.format(before), HANDLER.format(after))


@pytest.mark.parametrize(
    "use",
    [
        "while e: e = e[0]",
        "for e in e: x = e[0]",
        "e, x = 1, 2; e[0]",
        "e[e := 0] = e[0]",
        "[0 for e in f() if e[0]]",
        "if isinstance(e, tuple): e = e[1]",
    ],
)
def test_a_name_that_may_be_another_by_then(use):
    check_untouched("exception_index", HANDLER.format(use))


def test_what_is_no_row_is_the_exception():
    use = "if isinstance(e, tuple):\n        code, text = e\n    else:\n        code, text = {}[0], {}[1]"
    check_rule(
        "exception_index",
        HANDLER.format(use.format("e", "e")),
        HANDLER.format(use.format("e.args", "e.args")),
    )


@pytest.mark.parametrize(
    ("before", "after"), [("x = 1 in e", "x = 1 in e.args"), ("x = 1 not in e", "x = 1 not in e.args")]
)
def test_what_is_looked_for_in_an_exception(before, after):
    handler = HANDLER.replace(" E as", " ValueError as")
    check_rule("exception_index", handler.format(before), handler.format(after), python2=True)


def test_what_an_exception_is_looked_for_in():
    check_untouched("exception_index", HANDLER.format("x = e in seen"))
    check_untouched("exception_index", HANDLER.format("x = 1 in e"))


def test_an_exception_that_says_itself_what_is_in_it():
    text = "class E(Exception):\n    def __contains__(self, x): return 1\n" + HANDLER.format("x = 1 in e")
    check_untouched("exception_index", text.replace(" E as", " Exception as"), python2=True)


def test_an_exception_that_was_kept():
    text = (
        "def f():\n    seen = []\n    try:\n        g()\n    except ValueError, e:\n        seen.append(e)\n"
        "    return seen, [g()]\nseen, made = f()\nx, y = seen[0]{}[0], made[0][0]\n"
    )
    files = {"a.py": text.format("")}
    made = migrate(files["a.py"], "a.py", RepositoryIndex(files, files.get)).text
    assert made.endswith(text.format(".args").splitlines()[-1] + "\n")
