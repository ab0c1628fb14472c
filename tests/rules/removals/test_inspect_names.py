"""inspect.getargspec → getfullargspec."""

import subprocess
import sys
import types

import pytest
from rules.checking import MORE_KEYS, PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "inspect_names"


@pytest.mark.parametrize(
    "text",
    [
        "import inspect\ninspect.getfullargspec(f)\n",
        "def getargspec(f): pass\ngetargspec(f)\n",
        "import inspect\ninspect.getmembers(a, inspect.ismethod)\n",
        "from mine import getargspec\ngetargspec = 1\n",
        "import inspect\nread = getattr(inspect, 'getfullargspec', inspect.getargspec)\n",
        "try:\n    from inspect import getfullargspec as getargspec\n"
        "except ImportError:\n    from inspect import getargspec\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import inspect\ninspect.getargspec(f)[0]\n", "import inspect\ninspect.getfullargspec(f)[0]\n"),
        (
            "import inspect\ninspect.getargspec(f).keywords\n",
            "import inspect\ninspect.getfullargspec(f).varkw\n",
        ),
        (
            "import inspect\ns = inspect.getargspec(f)\ns.args, s.keywords\n",
            "import inspect\ns = inspect.getfullargspec(f)\ns.args, s.varkw\n",
        ),
        (
            "import inspect\ns = inspect.getargspec(f)\na, b, c, d = s\n",
            "import inspect\ns = inspect.getfullargspec(f)[:4]\na, b, c, d = s\n",
        ),
        (
            "import inspect\ninspect.formatargspec(*inspect.getargspec(f))\n",
            'import inspect\nstr(inspect.signature(getattr(f, "__func__", f)))\n',
        ),
        (
            "from inspect import getargspec, isclass\na = getargspec(f)[0::3]\nisclass(f)\n",
            "import inspect\nfrom inspect import isclass\na = inspect.getfullargspec(f)[:4][0::3]\nisclass(f)\n",
        ),
        (
            "import inspect\ninspect.getargspec(f)[:2], inspect.getargspec(f)[-1]\n",
            "import inspect\ninspect.getfullargspec(f)[:2], inspect.getfullargspec(f)[:4][-1]\n",
        ),
        (
            "import inspect\nclass C: pass\ninspect.getmembers(C, inspect.ismethod), 1L\n",
            "import inspect\nclass C: pass\ninspect.getmembers(C, inspect.isfunction), 1\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    "text",
    [
        "def f(m): return inspect.ismethod(m)\n",
        "def f(m):\n    if inspect.ismethod(m): m = m.__func__\n    return inspect.getfullargspec(m)\n",
        "def f(m, n): return inspect.ismethod(m), inspect.getfullargspec(n)\n",
        "def f(m): return inspect.ismethod(m)\ndef g(m): return inspect.getfullargspec(m)\n",
        "m = f\ninspect.ismethod(m), inspect.getfullargspec(m)\n",
    ],
)
def test_leaves_the_question_for_a_bound_method(text):
    check_untouched(RULE, "import inspect\n" + text, python2=True)


def test_python_3_knows_its_functions():
    text = "import inspect\ndef f(m): return inspect.ismethod(m), inspect.getfullargspec(m)\n"
    check_untouched(RULE, text, index=RepositoryIndex(["a.py", *MORE_KEYS]))


def test_a_method_taken_from_its_class_has_its_self_skipped():
    text = (
        "import inspect\n"
        "def f(m):\n"
        "    names = inspect.getargspec(m)[0]\n"
        "    if inspect.ismethod(m):\n"
        "        names = names[1:]\n"
        "    return names\n"
        "class C:\n"
        "    def a(self, x): pass\n"
        "    def b(x): pass\n"
        "    b = staticmethod(b)\n"
        "def made():\n"
        "    def c(x): pass\n"
        "    class D(C):\n"
        "        def d(self, x): pass\n"
        "    return c, D.d, D().d, D.a\n"
    ) + PROOF
    outcome = run(RULE, text)
    names: dict = {"__name__": "there"}
    sys.modules["there"] = types.ModuleType("there")
    try:
        exec(outcome.text, names)
        vars(sys.modules["there"]).update(names)
        for function in (names["C"].a, names["C"]().a, names["C"].b, names["made"], *names["made"]()):
            assert names["f"](function) == (["x"] if function is not names["made"] else [])
    finally:
        del sys.modules["there"]
    assert run(RULE, outcome.text).text == outcome.text


def test_a_specification_of_its_own_is_formatted():
    outcome = run(RULE, "import inspect\na = inspect.formatargspec(['a', 'b'], 'c', 'd', (1,))\n")
    names: dict = {}
    exec(outcome.text, names)
    assert names["a"] == "(a, b=1, *c, **d)"
    assert run(RULE, outcome.text).text == outcome.text


def test_a_signature_of_seven_fields_is_written_too():
    spec = "s = (['a', 'b'], 'c', None, (1L,), ['d', 'e'], {'e': 2}, {})\n"
    names = {}
    exec(run(RULE, "import inspect\n" + spec + "x = inspect.formatargspec(*s)\n").text, names)
    assert names["x"] == "(a, b=1, *c, d, e=2)"


@pytest.mark.parametrize(
    "mark", ["@staticmethod\n    def g(): pass", "def g(c): pass\n    g = classmethod(g)"]
)
def test_a_class_with_functions_that_are_no_methods_lists_its_methods(mark):
    text = (
        f"import inspect\nclass C:\n    def f(self): pass\n    {mark}\n"
        "def listed(): return [n for n, _ in inspect.getmembers(C, inspect.ismethod)]\n"
    )
    outcome = run(RULE, text + PROOF)
    assert "in methods_of(C)" in outcome.text
    assert run(RULE, outcome.text).text == outcome.text
    there = sys.modules["there"] = types.ModuleType("there")
    try:
        exec(outcome.text, vars(there))
        assert there.listed() == (["f"] if "static" in mark else ["f", "g"])
    finally:
        del sys.modules["there"]


def test_methods_that_a_decorator_made_are_listed():
    text = (
        "import inspect\ndef twice(f):\n    def g(self): return 2 * f(self)\n    return g\n"
        "def other(): pass\nclass A:\n    @twice\n    def f(self): return 1\n    o = other\n"
        "    @staticmethod\n    def s(): pass\n    def __init__(self): self.x = other\n"
        "def listed(owner):\n    return [n for n, _ in inspect.getmembers(owner, predicate=inspect.ismethod)]\n"
        "x, y = listed(A), listed(A())\nn = 1L\n"
    )
    names: dict = {"__name__": "there"}
    exec(migrate(text).text, names)
    assert names["x"] == names["y"] == ["__init__", "f", "o"]


def test_a_method_taken_from_a_class_is_one():
    text = "import inspect\nclass C:\n    def f(self): pass\nx = inspect.ismethod({})\n"
    assert "is_method(C.f)" in run(RULE, text.format("C.f") + PROOF).text
    check_untouched(RULE, text.format("C().f"), python2=True)


@pytest.mark.parametrize(
    ("head", "asked"),
    [
        ("def f(cls, n): return {}(getattr(cls, n))\n", True),
        ("class A: pass\ndef f(x, n): return {}(getattr(x, n))\nf(A, 'g')\n", True),
        ("class A: pass\ndef f(x, n): return {}(getattr(x, n))\nf(A(), 'g')\n", False),
        ("class A:\n    def f(cls, n): return {}(getattr(cls, n))\n", False),
        ("def f(x, n): return {}(getattr(x, n))\n", False),
    ],
)
def test_methods_of_a_class_that_is_handed_in(head, asked):
    text = run("inspect_names", "import inspect\n" + head.format("inspect.ismethod") + "n = 1L\n").text
    assert (head.format("is_method") in text) is asked


@pytest.mark.parametrize("kept", ["    w.spec = {}\n    return w\n", "    return {}\n"])
def test_what_is_handed_on_has_its_fields(kept):
    text = f"import inspect\ndef f(w):\n{kept.format('inspect.getargspec(w)')}x = y.defaults\nn = 1L\n"
    made = migrate(text).text
    assert "argument_spec(w)" in made
    names: dict = {"y": type("Y", (), {"defaults": 1})}
    exec(made, names)

    def function(a, b=1, *c, **d): ...

    result = names["f"](function)
    spec = getattr(result, "spec", result)
    assert (
        (spec.args, spec.varargs, spec.keywords, spec.defaults) == (["a", "b"], "c", "d", (1,)) == tuple(spec)
    )


def test_members_of_what_may_be_a_class():
    text = "import inspect\nclass A:\n    def f(self): pass\n    @staticmethod\n    def g(): pass\n"
    text += "def names(owner): return [n for n, _ in inspect.getmembers(owner, inspect.ismethod)]\n"
    text += "x = names(A), names(A())\nn = 1L\n"
    code = migrate(
        text.replace(
            "class A:\n", "class M:\n    def __getattr__(self, name): return M()\nclass A:\n    m = M()\n"
        )
    )
    assert "in methods_of(owner)" in code.text
    check = "import sys\nassert x == (['f'], ['f']), x\n"
    subprocess.run([sys.executable, "-c", code.text + check], check=True)
    objects = text.replace("names(A), ", "")
    index = RepositoryIndex(["a.py"], {"a.py": objects}.get)
    assert "inspect.getmembers(owner, inspect.ismethod)" in migrate(objects, "a.py", index).text


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("def f(c):\n    return [n for (n, a) in inspect.getmembers(c) if inspect.ismethod(a)]\n", True),
        ("def f(c):\n    for n, a in inspect.getmembers(c):\n        x = inspect.ismethod(a)\n", True),
        ("def f(c):\n    return inspect.getmembers(c, lambda m: inspect.ismethod(m) or m)\n", True),
        (
            "def f(self):\n    return [n for (n, a) in inspect.getmembers(self) if inspect.ismethod(a)]\n",
            False,
        ),
        ("def f(c):\n    return [n for (n, a) in g(c) if inspect.ismethod(a)]\n", False),
    ],
)
def test_members_that_are_asked_one_by_one(text, known):
    outcome = run(RULE, "import inspect\n" + text + "n = 1L\n")
    assert ("is_method(a)" in outcome.text or "is_method(m)" in outcome.text) is known


@pytest.mark.parametrize(
    "text",
    [
        "import inspect\nread = inspect.getargspec\n",
        "from inspect import getargspec\nread = getargspec\n",
        "from inspect import getargspec as spec\nread = spec\n",
    ],
)
def test_a_function_that_is_handed_on(text):
    space = {}
    exec(migrate(text).text, space)
    assert space["read"](lambda a, b=1, *c, **d: 0).keywords == "d"


def test_what_writes_parameters_is_handed_on():
    space = {}
    exec(migrate("import inspect\nwrite = inspect.formatargspec\n").text, space)
    assert space["write"](["a"], "b") == "(a, *b)"


def test_frames_are_counted_by_another_name():
    text = "import inspect, sys\nf = inspect.currentframe(1).f_locals\n"
    check_rule(RULE, text, text.replace("inspect.currentframe", "sys._getframe"))
    check_untouched(RULE, "import inspect\nf = inspect.currentframe()\n")


def test_an_answer_in_a_table_keeps_its_four_fields_and_their_names():
    text = (
        "import inspect\nfor f in fs:\n    found[f] = inspect.getargspec(f)\nspec = found[g]\nx = spec.args\n"
    )
    assert "found[f] = argument_spec(f)" in run("inspect_names", text).text
    text = "import inspect\nfound[f] = inspect.getargspec(f)\n"
    assert "found[f] = inspect.getfullargspec(f)[:4]" in run("inspect_names", text).text


def test_a_class_that_a_loop_goes_through():
    text = "import inspect\nfor cls in found:\n    x = inspect.ismethod(getattr(cls, n))\n"
    assert "x = is_method(getattr(cls, n))" in run("inspect_names", text + PROOF).text
    assert (
        "x = inspect.ismethod(getattr(one, n))"
        in run("inspect_names", text.replace("cls", "one") + PROOF).text
    )


def test_the_signature_of_what_may_be_a_bound_method():
    text = "import inspect\nx = inspect.formatargspec(*inspect.getargspec(m))\n"
    assert 'x = str(inspect.signature(getattr(m, "__func__", m)))' in run("inspect_names", text).text
    assert "format_argspec(*" in run("inspect_names", text.replace("(m)", "(m())")).text
    space = {}
    exec("class C:\n    def f(self, a, b=1): pass\nm = C().f\n" + run("inspect_names", text).text, space)
    assert space["x"] == "(self, a, b=1)"


def test_what_is_taken_apart_and_asked_for_its_fields_has_four():
    text = (
        "import inspect\nspec = inspect.getargspec(lambda a, b=2, *c: 0)\n"
        "shown = len(spec), spec.args\nargs, va, kw, defaults = spec\nn = 1L\n"
    )
    space = {}
    exec(migrate(text).text, space)
    assert space["shown"] == (4, ["a", "b"])
    assert space["defaults"] == (2,)


@pytest.mark.parametrize(
    "text",
    [
        "print inspect.getargspec(f)\n",
        "shown = str(inspect.getargspec(f))\nprint shown\n",
        "s = inspect.getargspec(f)\nprint repr(s)\n",
        "print '%s' % (inspect.getargspec(f),)\n",
        "def out(x): print str(x)\nout(inspect.getargspec(f))\n",
    ],
)
def test_an_answer_that_is_printed_names_its_fields(text, capsys):
    exec(migrate("import inspect\ndef f(a, b=1, *c): pass\n" + text).text, {"__name__": "m"})
    # As printed by CPython 2.7.18.
    assert capsys.readouterr().out == "ArgSpec(args=['a', 'b'], varargs='c', keywords=None, defaults=(1,))\n"


@pytest.mark.parametrize("text", ["print len({})\n", "print {}[0]\n", "print ({},)[0] == x\n"])
def test_an_answer_that_is_not_printed_needs_no_names(text):
    assert "argument_spec" not in migrate("import inspect\n" + text.format("inspect.getargspec(f)")).text


TRIED = (
    "import inspect\ndef names(f):\n    try:\n        args, more, others, defaults = inspect.getargspec(f)\n"
    "    except TypeError:\n        return None\n    return args\n"
)


def test_what_python_2_refused_is_refused_where_that_is_awaited():
    outcome = run(RULE, TRIED)
    assert "python_argspec(f)[:4]" in outcome.text
    assert run(RULE, outcome.text).text == outcome.text
    space = {}
    exec(outcome.text, space)

    class C:
        def m(self, a):
            pass

        def __call__(self, b):
            pass

    names = space["names"]
    assert [names(x) for x in (lambda a, b: 0, C.m, C().m)] == [["a", "b"], ["self", "a"], ["self", "a"]]
    assert [names(x) for x in (C, C(), len, object.__init__, 1)] == [None] * 5


@pytest.mark.parametrize(
    "text",
    [
        TRIED.replace("TypeError", "ValueError"),
        TRIED.replace("return None", "return inspect.getargspec(f)[0]"),
    ],
)
def test_elsewhere_any_function_has_parameters(text):
    # Not where nobody waits for that, nor in the handler itself.
    assert "getfullargspec(f)" in run(RULE, text).text.replace("inspect.getfullargspec(function)", "")


@pytest.mark.parametrize(
    ("listing", "given"),
    [
        ("def f(cls): return inspect.getmembers(cls, inspect.ismethod)\n", "C"),
        ("def f(o): return inspect.getmembers(type(o), inspect.ismethod)\n", "C()"),
        ("def f(o): return inspect.getmembers(o.__class__, inspect.ismethod)\n", "C()"),
        ("def f(o): return inspect.getmembers(o, predicate=inspect.ismethod)\n", "C"),
    ],
)
def test_functions_of_a_class_that_is_handed_in_are_no_methods(listing, given):
    text = (
        "import inspect\nclass C(object):\n    def m(self): pass\n    @staticmethod\n    def s(): pass\n"
        f"    @classmethod\n    def c(cls): pass\n{listing}x = [name for name, m in f({given})]\n"
    )
    outcome = run(RULE, text + PROOF)
    code = types.ModuleType("handed_in")
    sys.modules["handed_in"] = code
    try:
        exec(outcome.text, vars(code))
    finally:
        del sys.modules["handed_in"]
    assert code.x == ["c", "m"]
    plain = text.replace("    @staticmethod\n", "").replace("    @classmethod\n", "")
    assert ("inspect.isfunction)" in run(RULE, plain + PROOF).text) is ("predicate" not in listing)


@pytest.mark.parametrize(
    "asked",
    [
        "type(getattr(C, n)) is types.MethodType",
        "type(getattr(C, n)) == types.MethodType",
        "isinstance(getattr(C, n), types.MethodType)",
    ],
)
def test_the_type_of_what_a_class_holds(asked):
    text = (
        "import types\nclass C(object):\n    def m(self): pass\n    @staticmethod\n    def s(): pass\n    k = 1\n"
        f"x = sorted(n for n in dir(C) if {asked} and n[0] != '_')\n"
    )
    code = types.ModuleType("asked_of_class")
    sys.modules["asked_of_class"] = code
    try:
        exec(run(RULE, text + PROOF).text, vars(code))
    finally:
        del sys.modules["asked_of_class"]
    assert code.x == ["m"]


@pytest.mark.parametrize(
    "text",
    [
        "import types\nclass C(object): pass\nx = type(getattr(C(), n)) is types.MethodType\n",
        "import types\nx = isinstance(y, types.MethodType)\n",
        "import types\nclass C(object): pass\nx = isinstance(getattr(C, n), (types.MethodType, str))\n",
        "import types\nclass C(object): pass\nx = types.MethodType(f, C())\n",
        "from kinds import types\nclass C(object): pass\nx = isinstance(getattr(C, n), types.MethodType)\n",
    ],
)
def test_leaves_the_type_of_what_an_object_holds(text):
    check_untouched(RULE, text, python2=True)


def test_an_answer_that_is_returned_keeps_its_four_fields(capsys):
    text = (
        "import inspect\ndef spec(f):\n    found = inspect.getargspec(f)\n    if not found.args: print 'none'\n"
        "    return found\na, v, k, d = spec(lambda x, *y, **z: 1)\nprint a, v, k, d\n"
    )
    made = migrate(text)
    assert migrate(made.text).text == made.text
    exec(made.text, {"__name__": "m"})
    assert capsys.readouterr().out == "['x'] y z None\n"


def test_the_type_of_the_answer_is_made_where_it_is_named(capsys):
    text = (
        "import inspect\nfrom inspect import ArgSpec\ndef spec(f):\n    if isinstance(f, ArgSpec): return f\n"
        "    found = inspect.getargspec(f)\n    return found\n"
        "print spec(spec(spec)), spec(inspect.ArgSpec(1, 2, 3, 4)).keywords\n"
    )
    made = migrate(text)
    assert migrate(made.text).text == made.text
    exec(made.text, {"__name__": "m"})
    assert capsys.readouterr().out == "ArgSpec(args=['f'], varargs=None, keywords=None, defaults=None) 3\n"


def test_the_type_of_the_answer_stays_where_the_target_has_it():
    check_untouched(RULE, "from inspect import ArgSpec\nArgSpec(1, 2, 3, 4)\n", target=(3, 10))
