"""f.func_name → f.__name__."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "function_attributes"


@pytest.mark.parametrize(
    "text",
    [
        "func_name = 1\n",
        "f(func_name=1)\n",
        "class C:\n    def __init__(self):\n        self.func_name = 1\n    def f(self, c):\n        return c.func_name\n",  # noqa: E501
        "class C:\n    def im_self(self): pass\nC().im_self()\n",
        "getattr(a, 'name')\n",
        "class C(object): pass\nc = C()\nc.func_name = 1\nx = c.func_name, hasattr(c, 'im_self')\n",
        "class C:\n    def __getattr__(self, name): return name\nx = C().im_func\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f.func_name = g.func_code.co_name\n", "f.__name__ = g.__code__.co_name\n"),
        (
            "m.im_func, m.im_self, m.im_class\n",
            'getattr(m, "__func__", m), m.__self__, m.__self__.__class__\n',
        ),
        ("a.m.im_func\n", 'getattr(a.m, "__func__", a.m)\n'),
        ("self.m.im_func\n", "self.m.__func__\n"),
        ("f().m.im_func\n", "f().m.__func__\n"),
        ("a[n].im_func\n", 'getattr(a[n], "__func__", a[n])\n'),
        ("self.a.m.im_func\n", 'getattr(self.a.m, "__func__", self.a.m)\n'),
        ("class C:\n    def m(self): pass\nC.m.im_func\n", "class C:\n    def m(self): pass\nC.m\n"),
        ("class C:\n    def m(self): pass\nC.m.im_class\n", "class C:\n    def m(self): pass\nC\n"),
        ("getattr(a, 'im_func', None)\n", "getattr(a, '__func__', None)\n"),
        ("hasattr(a, 'im_func')\n", "hasattr(a, '__func__')\n"),
        (
            "def f(m, c):\n    if hasattr(m, 'im_func'): c\n",
            "def f(m, c):\n    if hasattr(m, '__func__'): c\n",
        ),
        (
            "for c in K.__mro__:\n"
            "    f(getattr(c, name).im_func, getattr(self, name).im_func, getattr(c(), 'a').im_func)\n",
            "for c in K.__mro__:\n"
            '    f(getattr(getattr(c, name), "__func__", getattr(c, name)), '
            "getattr(self, name).__func__, getattr(c(), 'a').__func__)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_name_of_its_own_objects_is_told_apart():
    text = """class Job:
    def __init__(self, func_name):
        self.func_name = func_name
def f(job, plugin, method):
    return job.func_name, plugin.{name}, plugin.{code}, method.{func}.{name}
"""
    before = text.format(name="func_name", code="func_code", func="im_func")
    after = text.format(name="__name__", code="__code__", func="__func__")
    check_rule(RULE, before, after.replace("method.__func__", 'getattr(method, "__func__", method)'))


@pytest.mark.parametrize(
    ("held", "new"),
    [
        ("for c in reversed(inspect.getmro(x.__class__)):\n    m = getattr(c, name)\n", "__code__"),
        ("for c in x.__bases__:\n    m = c.run\n", "__code__"),
        ("from mine import reversed\nfor c in reversed(x.mro()):\n    m = c.run\n", "__code__"),
        ("class C: pass\nif 1:\n    m = C.run\n", "__code__"),
        ("if 1:\n    m = x.__class__.run\n", "__code__"),
        ("if 1:\n    m = x.run\n", "__func__"),
        ("for c in plugins:\n    m = getattr(c, name)\n", "__func__"),
        ("for c in x.__mro__:\n    m = getattr(c, name)\n    m = f(m)\n", "__func__"),
    ],
)
def test_what_a_class_holds_has_its_code_alone(held, new):
    text = "import inspect\n" + held + "    print(hasattr(m, {name!r}))\n"
    check_rule(RULE, text.format(name="im_func"), text.format(name=new))


def test_what_stands_for_a_function_is_asked_by_the_new_name():
    text = "class C:\n    def __init__(self, f): self.f = f\n    def __getattr__(self, n): return getattr(self.f, n)\n"
    check_rule(RULE, text + "x = C(g).func_name\n", text + "x = C(g).__name__\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for n in ('func_name', 'func_doc', 'x'): setattr(a, n, getattr(b, n))\n",
            "for n in ('__name__', '__doc__', 'x'): setattr(a, n, getattr(b, n))\n",
        ),
        (
            "NS = ['func_name']\nx = [hasattr(f, n) for n in NS]\n",
            "NS = ['__name__']\nx = [hasattr(f, n) for n in NS]\n",
        ),
        ("n = 'func_doc'\nx = getattr(f, n)\n", "n = '__doc__'\nx = getattr(f, n)\n"),
    ],
)  # fmt: skip
def test_names_that_a_loop_goes_through(before, after):
    check_rule(RULE, before, after)


def test_a_method_of_a_class_has_no_object():
    made = "class C:\n    def m(self): pass\n    @classmethod\n    def k(cls): pass\n"
    check_rule(RULE, made + "x = C.m.im_self\n", made + "x = None\n")
    check_rule(RULE, made + "x = C.k.im_self\n", made + "x = C.k.__self__\n")


@pytest.mark.parametrize("caught", [" AttributeError", " (KeyError, AttributeError)", ""])
def test_what_lacks_it_is_handled(caught):
    text = "def f(m):\n    try:\n        return m.{}\n    except" + caught + ":\n        return m\n"
    check_rule(RULE, text.format("im_func"), text.format("__func__"), python2=True)


def test_what_a_class_holds_is_a_function_all_the_same():
    text = (
        "def f(x):\n    m = x.__class__.run\n    try:\n        return {}\n"
        "    except AttributeError:\n        return 1\n"
    )
    check_rule(RULE, text.format("m.im_func"), text.format('getattr(m, "__func__", m)'), python2=True)


def test_another_error_is_handled():
    text = "def f(m):\n    try:\n        return {}\n    except KeyError:\n        return m\n"
    check_rule(RULE, text.format("m.im_func"), text.format('getattr(m, "__func__", m)'))


def test_what_a_class_gives_its_objects_is_theirs():
    text = "class A(object):\n    func_name = 'a'\ndef f(o):\n    return getattr(o, 'func_name', None), o.func_name\n"
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if m.im_self is None: pass\n", 'if getattr(m, "__self__", None) is None: pass\n'),
        ("if not m.im_self: pass\n", 'if not getattr(m, "__self__", None): pass\n'),
        ("x = m.im_self or y\n", 'x = getattr(m, "__self__", None) or y\n'),
        ("x = m.im_self.name\n", "x = m.__self__.name\n"),
        ("if m.im_self is y: pass\n", "if m.__self__ is y: pass\n"),
        (
            "def f(m):\n    if not hasattr(m, 'im_self') or m.im_self: return m\n",
            "def f(m):\n    if not hasattr(m, '__code__') or getattr(m, \"__self__\", None): return m\n",
        ),
        ("ok = hasattr(m, 'im_self')\n", "ok = hasattr(m, '__self__')\n"),
    ],
)
def test_it_is_asked_whether_a_method_has_an_object(before, after):
    check_rule(RULE, before, after)


def test_an_object_of_a_class_elsewhere_has_such_attributes():
    files = {
        "m.py": "class H(object):\n    func_name = 'h'\n\n    def im_func(self):\n        return 1\n",
        "n.py": "",
    }
    index = RepositoryIndex(files, files.get)
    check_untouched(RULE, "from m import h\nx = h.func_name, h.im_func()\n", key="n.py", index=index)


def test_a_local_of_a_function_elsewhere_is_no_attribute():
    files = {
        "m.py": "class H(object):\n    def g(self, f):\n        func_name = f\n        return func_name\n",
        "n.py": "",
    }
    index = RepositoryIndex(files, files.get)
    check_rule(RULE, "x = h.func_name\n", "x = h.__name__\n", key="n.py", index=index)


def test_a_method_of_a_class_by_its_new_name():
    text = "class A(object):\n    source = tests.Given\n"
    text += "    b = source.c.__func__, tests.Given.d.__func__, e.f.__func__\n"
    after = text.replace("source.c.__func__", 'getattr(source.c, "__func__", source.c)')
    after = after.replace("tests.Given.d.__func__", 'getattr(tests.Given.d, "__func__", tests.Given.d)')
    check_rule(RULE, text, after, python2=True)
    check_untouched(RULE, text)


def test_functions_of_a_class_that_are_asked_for_by_name():
    """Python 2.6 had the new name as well, of what a class gives, which is a plain function now."""
    text = "def f(cls, n):\n    return getattr(cls, n).__func__\n"
    after = 'def f(cls, n):\n    return getattr(getattr(cls, n), "__func__", getattr(cls, n))\n'
    check_rule("function_attributes", text, after, python2=True)
    check_untouched("function_attributes", text.replace("cls", "it"), python2=True)


def test_what_functions_had_not_in_python2():
    text = "def f(src):\n    assert not hasattr(src, '__kwdefaults__')\n"
    assert "assert not getattr(src, '__kwdefaults__', None) is not None\n" in migrate(text + "n = 1L\n").text
    assert "hasattr(src, '__kwdefaults__')" in migrate(text + "print(1, end='')\n").text


def test_the_class_of_a_method_under_another_name():
    text = "class P(object):\n    def m(self): pass\nf = P.m\ng(f.im_class, f.im_func)\n"
    assert "g(P, " in migrate(text).text


def test_what_may_be_a_function_of_a_class_is_asked_for_it(tmp_path):
    text = (
        "class P(object):\n    def m(self): pass\n    @staticmethod\n    def s(): pass\n\ndef g(): pass\n\n"
        "def of(f):\n    if hasattr(f, 'im_class'):\n        return f.im_class\n"
        "    return getattr(f, 'im_class', None)\n"
        "print [of(f) is P for f in (P.m, P().m, P.s, g)]\n"
        "def h():\n    class Q(P):\n        def n(self): pass\n    return of(Q.n) is Q\nprint h()\n"
    )
    made = migrate(text).text
    assert (
        "if method_class(f) is not None:\n        return method_class(f)\n    return method_class(f)\n"
        in made
    )
    (tmp_path / "a.py").write_text(made)
    done = subprocess.run([sys.executable, "a.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "[True, True, False, False]\nTrue\n"


@pytest.mark.parametrize("asked", ["m.im_self is not None", "m.im_self == None"])
def test_the_class_of_what_may_be_bound_to_nothing(asked):
    text = (
        "class P(object):\n    def __m(self): pass\n    def n(self): return self.__m\n"
        f"def is_bound(m): return {asked}\ndef of(m): return m.im_class\n"
        "found = of(P._P__m), of(P.n), of(P().n())\n"
    )
    space = {}
    exec(migrate(text + "n = 1L\n").text, space)
    assert space["found"] == (space["P"],) * 3
    plain = text.replace(asked, "m.im_self is m")
    assert "return m.__self__.__class__" in migrate(plain + "n = 1L\n").text


def test_the_name_that_either_python_has_is_asked_for_in_such_a_file():
    text = (
        "def of(f):\n    if hasattr(f, 'im_class'):\n        if f.__self__:\n            return f.__self__\n"
    )
    made = migrate(text + "n = 1L\n").text
    assert 'if getattr(f, "__self__", None):\n            return f.__self__\n' in made


def test_objects_that_have_such_a_class_of_their_own_are_asked_as_before():
    text = (
        "class W(object):\n    def __init__(self, c): self.im_class = c\n"
        "def k(x):\n    return hasattr(x, 'im_class')\n"
    )
    assert "method_class" not in migrate(text + "n = 1L\n").text
    tried = (
        "def of(f):\n    try:\n        return g(f.im_class)\n"
        "    except AttributeError:\n        return hasattr(f, 'im_class')\n"
    )
    assert "g(f.__self__.__class__)" in migrate(tried + "n = 1L\n").text


@pytest.mark.parametrize("owner", ["cls", "EntityClass"])
def test_what_a_class_gives_may_be_bound_to_nothing(owner):
    text = f"for key in dir({owner}):\n    m = getattr({owner}, key)\n    if m.im_self == x: f(m)\n"
    check_rule(RULE, text, text.replace("m.im_self ==", 'getattr(m, "__self__", None) =='))
    missed = (
        f"m = getattr({owner}, k)\ntry:\n    y = m.im_self == x\nexcept AttributeError:\n    raise KeyError\n"
    )
    check_rule(RULE, missed, missed.replace("im_self", "__self__"))


def test_the_function_of_a_method_that_a_class_of_the_file_defines():
    own = "class A(object):\n    def m(self): pass\n    @classmethod\n    def c(cls): pass\n"
    check_rule("function_attributes", own + "A.m.__func__(None)\n", own + "A.m(None)\n", python2=True)
    check_untouched("function_attributes", own + "A().m.__func__(None)\n", python2=True)


STAND_IN = (
    "class Step(object):\n    def __init__(self, f):\n        self.f = f\n        self.func_name = f.func_name\n"
    "def told(w): return w.func_name\ndef shown(w): return w.func_name\ndef plain(): pass\n"
    "def other(w): return w.func_name\n"
    "print Step(plain).func_name, told(plain), told(Step(plain)), shown(plain)\n"
)


def test_objects_that_stand_in_for_functions(capsys):
    """The printed line is that of CPython 2.7.18 for the unmigrated program."""
    made = migrate(STAND_IN, "a.py", RepositoryIndex(["a.py"], {"a.py": STAND_IN}.get)).text
    assert "self.func_name = f.__name__" in made
    assert 'def told(w): return w.func_name if hasattr(w, "func_name") else w.__name__' in made
    assert "def shown(w): return w.__name__" in made
    assert "def other(w): return w.func_name\n" in made
    exec(made, {"__name__": "m"})
    assert capsys.readouterr().out == "plain plain plain plain\n"
    assert migrate(made, "a.py", RepositoryIndex(["a.py"], {"a.py": made}.get)).text == made
