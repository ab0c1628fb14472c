"""What spells a value in another way now."""

import datetime
import subprocess
import sys

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rules.literals.old_spelling import CLASS, DURATION, EXCEPTION, NESTED, SET, TYPE

RULE = "old_spelling"


@pytest.mark.parametrize(
    "text",
    [
        "x = repr(y)\nz = '%r %s' % (y, y)\n",
        "x = str(y)\nw = repr('a'), repr(1), repr([2])\n",
        "try: f()\nexcept E as e: x = str(e), '%s' % e\n",
        "x = len(set([1]))\ny = type(z) is int\n",
        "x = str(type(y).__name__)\n",
        "def repr(x): return x\ny = repr(ValueError('x'))\n",
        "x = '%(a)r' % {'a': ValueError('x')}\n",
        "x = '%r' % float, str(type(y)), str(set([1]))\n",
        "raise TypeError('no %s: %s' % (type(x), set([1])))\n",
        "x = dumps(int, default=repr) == dumps(repr(int))\n",
        "x = '%*r' % (3, ValueError('x'))\n",
        "class A(object): pass\nprint(A)\nclass B(A): pass\nprint('%s' % B)\n",
        "class A: pass\nx = repr(A), A(), str(A)\nprint(repr(A))\n",
        "print([1])\nprint({'a': [2]})\nx = str([set([1])])\n",
        "d = {}\nd[set([1])] = 2\nd[1] = len(set())\nprint(d)\n",
        "d = f()\nd[1] = set()\nd = g()\nprint(d)\n",
        "def ValueError(): pass\nprint(ValueError)\n",
        "import datetime\nd = datetime.timedelta(2)\nprint(d)\nx = str(d)\n",
        "import datetime\nd = datetime.timedelta(2)\nx = repr(d) in y\n",
        "import datetime\nd = datetime.timedelta(2)\nd = f(d)\ne = d + 1\nx = repr(d) + repr(e)\n",
        "import datetime\nd = datetime.timedelta(2)\nfor i in x: d = d * 2\ny = repr(d)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after", "source"),
    [
        ("x = repr(ValueError('x'))\n", "x = exception_repr(ValueError('x'))\n", EXCEPTION),
        (
            "try: f()\nexcept E as e: x = repr(e)\n",
            "try: f()\nexcept E as e: x = exception_repr(e)\n",
            EXCEPTION,
        ),
        (
            "try: f()\nexcept E as e: x = '%s: %r' % (y, e)\n",
            "try: f()\nexcept E as e: x = '%s: %s' % (y, exception_repr(e))\n",
            EXCEPTION,
        ),
        ("print(set([1]))\n", "print(set_text(set([1])))\n", SET),
        ("s = set(x)\nprint(str(s) + repr(s))\n", "s = set(x)\nprint(set_text(s) + set_text(s))\n", SET),
        ("print('%s' % frozenset(y))\n", "print('%s' % set_text(frozenset(y)))\n", SET),
        ("print(type(x))\n", "print(type_text(type(x)))\n", TYPE),
        ("print(repr(int) + str(y.__class__))\n", "print(type_text(int) + type_text(y.__class__))\n", TYPE),
        ("x = repr(type(y)) == \"<type 'int'>\"\n", "x = type_text(type(y)) == \"<type 'int'>\"\n", TYPE),
        ("print([set([1])])\n", "print(nested_text([set([1])]))\n", NESTED),
        ("print({'a': (1, set())})\n", "print(nested_text({'a': (1, set())}))\n", NESTED),
        (
            "d = dict()\nfor k in x: d.setdefault(k, set()).add(1)\nprint(d)\nprint(repr(sorted(d.items())))\n",
            "d = dict()\nfor k in x: d.setdefault(k, set()).add(1)\nprint(nested_text(d))\n"
            "print(nested_text(sorted(d.items())))\n",
            NESTED,
        ),
        (
            "d = []\nd.append(frozenset(x))\nprint('%s' % d)\n",
            "d = []\nd.append(frozenset(x))\nprint('%s' % nested_text(d))\n",
            NESTED,
        ),
        ("print(ValueError)\n", "print(type_text(ValueError))\n", TYPE),
        ("class A: pass\nprint(A)\n", "class A: pass\nprint(class_text(A))\n", CLASS),
        (
            "class A:\n    def f(self): print('%s' % self.__class__)\n",
            "class A:\n    def f(self): print('%s' % class_text(self.__class__))\n",
            CLASS,
        ),
        (
            "import datetime\nd = datetime.timedelta(2)\nx = repr(d * 2)\ny = '%r' % d\n",
            "import datetime\n\n\n{}\n\n\nd = datetime.timedelta(2)\nx = duration_repr(d * 2)\n"
            "y = '%s' % duration_repr(d)\n",
            DURATION,
        ),
        (
            "from datetime import date\nx = repr(date(2005, 1, 2) - date(2004, 1, 2))\n",
            "from datetime import date\n\n\n{}\n\n\nx = duration_repr(date(2005, 1, 2) - date(2004, 1, 2))\n",
            DURATION,
        ),
        (
            "import sys\ndef out(x): sys.stdout.write(x)\nout(str(type(y)))\n",
            "import sys\n\n\n{}\n\n\ndef out(x): sys.stdout.write(x)\nout(type_text(type(y)))\n",
            TYPE,
        ),
    ],
)
def test_spells_as_before(before, after, source):
    source = source.strip()
    after = after.replace("{}", source) if "{}" in after else f"{source}\n\n\n{after}"
    check_rule(RULE, before, after, python2=True)


def test_long_numbers():
    check_rule(RULE, "x = repr(long(y))\n", 'x = repr(long(y)) + "L"\n', python2=True)
    check_untouched(RULE, "x = repr(5), str(2 ** 70)\n", python2=True)


def test_the_helpers_do_what_python_2_did():
    space = {}
    for source in (EXCEPTION, SET, NESTED, TYPE, CLASS, DURATION):
        exec(source, space)
    spelled = space["exception_repr"]
    assert spelled(ValueError("x")) == "ValueError('x',)" and spelled(KeyError()) == "KeyError()"
    assert spelled(KeyError("a", 1)) == "KeyError('a', 1)" and spelled(3) == "3"
    spelled = space["set_text"]
    assert (spelled({1}), spelled(set()), spelled(frozenset("a")), spelled([1])) == (
        "set([1])", "set([])", "frozenset(['a'])", "[1]"
    )  # fmt: skip
    spelled = space["nested_text"]
    values = ([{1}], {"a": ({2}, frozenset())}, ({3},), ["b", 1.5, ()], {})
    assert [spelled(v) for v in values] == [
        "[set([1])]", "{'a': (set([2]), frozenset([]))}", "(set([3]),)", "['b', 1.5, ()]", "{}"
    ]  # fmt: skip
    assert space["class_text"](type("A", (), {"__module__": "m"})) == "m.A"
    spelled = space["duration_repr"]
    times = ((0,), (3,), (1, 5), (0, 7, 8), (-1,), (2, 0, 9))
    assert [spelled(datetime.timedelta(*t)) for t in times] == [
        f"datetime.timedelta{t}".replace(",)", ")") for t in times
    ]
    spelled = space["type_text"]
    assert (spelled(int), spelled(type(None)), spelled(ValueError)) == (
        "<type 'int'>", "<type 'NoneType'>", "<type 'exceptions.ValueError'>"
    )  # fmt: skip


def test_twice():
    text = run(RULE, "print repr(ValueError('x')), set([1]), type(3)\n").text
    assert run(RULE, text).text == text


def test_attributes_that_are_all_given_one_another_come_to_an_end():
    lines = [f"        self.a{i} = list(self.a{j})" for i in range(14) for j in range(14) if i != j]
    text = "class A:\n    def f(self):\n" + "\n".join(lines) + "\n        print repr(self.a0[1])\n"
    assert "print(repr(self.a0[1]))" in run(RULE, text).text


def test_a_spelling_that_is_asked_for_its_beginning():
    code = migrate('def f(v):\n    return str(type(v)).startswith("<type \'int")\nprint f(1)\n').text
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
    code = migrate(
        "def f(v):\n    n = str(type(v))\n    return n[7:-2] if n.startswith('<type') else n\nprint f(1)\n"
    ).text
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "int\n"


def test_what_a_function_of_the_file_shows():
    shows = "import sys\ndef out(*a):\n    sys.stdout.write(' '.join(str(x) for x in a))\n"
    after = run("old_spelling", f"{shows}out(set(['x']), int)\n{PROOF}").text
    assert "out(set_text(set(['x'])), type_text(int))" in after


def _package(text, below="class B: pass\n"):
    files = {"p/__init__.py": "", "p/a.py": text, "p/b.py": f"{below}class C(B): pass\n", "c.py": "print 1\n"}
    return RepositoryIndex(files, files.get)


COMPARED = (
    "x = str(o.__class__) == '{0}'\ndef test_f(self):\n    self.assertEqual('%s' % o.f().__class__, '{0}')\n"
)


@pytest.mark.parametrize("named", ["b.B", "p.b.C"])
def test_a_class_is_compared_with_how_an_old_one_was_spelled(named):
    text = COMPARED.format(named) + PROOF
    after = migrate(text, "p/a.py", _package(text)).text
    assert f"x = class_text(o.__class__) == '{named}'" in after
    assert f"self.assertEqual('%s' % class_text(o.f().__class__), '{named}')" in after
    assert migrate(after, "p/a.py", _package(after)).text == after


@pytest.mark.parametrize(
    ("text", "below"),
    [
        (COMPARED.format("b.B"), "class B(object): pass\n"),
        (COMPARED.format("b.C"), "class B(dict): pass\n"),
        (COMPARED.format("b.B"), "__metaclass__ = type\nclass B: pass\n"),
        (COMPARED.format("b.B"), "class B:\n    __metaclass__ = M\n"),
        (COMPARED.format("b.B"), "import m\nclass B(m.B): pass\n"),
        (COMPARED.format("other.B"), "class B: pass\n"),
        (COMPARED.format("B"), "class B: pass\n"),
        ("x = str(o.__class__), 'p.b.B', str(o) == 'b.B'\n", "class B: pass\n"),
        ("x = repr(o.__class__) == 'b.B'\ny = '<%s>' % o.__class__ == 'b.B'\n", "class B: pass\n"),
    ],
)
def test_another_class_is_compared_as_it_is(text, below):
    text += PROOF
    assert "class_text" not in migrate(text, "p/a.py", _package(text, below)).text


def test_the_name_of_an_old_class_is_cut_out_of_how_it_is_spelled():
    text = "class A{}:\n    def f(self): return str(self.__class__).split('.')[-1], str(self.__class__).split()\n"
    after = migrate(text.format("") + "print A().f()\n").text
    assert "return class_text(self.__class__).split('.')[-1], str(self.__class__).split()" in after
    assert "class_text" not in migrate(text.format("(object)") + PROOF).text


def test_a_class_by_a_name_is_compared_with_an_old_one():
    text = "def f(o, p):\n    kind = o.__class__\n    if p: kind = p.__class__\n"
    text += "    return str(kind) == 'b.B', str(kind)\n" + PROOF
    after = migrate(text, "p/a.py", _package(text)).text
    assert "return class_text(kind) == 'b.B', str(kind)" in after
    other = text.replace("= p.__class__", "= p")
    assert "class_text" not in migrate(other, "p/a.py", _package(other)).text


_CAUGHT = "import sys\nclass Own(Exception): pass\ndef f(what):\n    try: raise what('x')\n    except: {}\n"


@pytest.mark.parametrize(
    "shown",
    [
        "print sys.exc_info()[0]",
        "print sys.exc_type",
        "print '%s' % sys.exc_info()[0]",
        "kind, value, trace = sys.exc_info(); print kind",
        "kind, value = sys.exc_info()[:2]; print kind",
    ],
)
def test_the_type_of_what_was_caught(shown, capsys):
    """What is printed is what CPython 2.7.18 prints."""
    text = _CAUGHT.format(shown) + "f(ValueError)\nf(Own)\n" + PROOF
    once = migrate(text).text
    exec(once, {"__name__": "m"})
    assert capsys.readouterr().out == "<type 'exceptions.ValueError'>\n<class 'm.Own'>\n"
    assert migrate(once).text == once


@pytest.mark.parametrize(
    "shown", ["x = str(sys.exc_info()[0])", "print sys.exc_info()[2] is None", "print kind"]
)
def test_other_parts_of_what_was_caught(shown):
    assert "type_text" not in migrate(_CAUGHT.format(shown) + PROOF).text


@pytest.mark.parametrize(
    ("shown", "spelled"),
    [
        ("import types\nprint types.ListType, '%s' % types.NoneType", "<type 'list'> <type 'NoneType'>"),
        ("kind = type([])\nprint kind", "<type 'list'>"),
        ("class A(object): pass\nkind = type(A())\nprint kind", "<class 'm.A'>"),
    ],
)
def test_types_by_other_names(shown, spelled, capsys):
    """What is printed is what CPython 2.7.18 prints."""
    once = migrate(shown + "\n" + PROOF).text
    exec(once, {"__name__": "m"})
    assert capsys.readouterr().out == f"{spelled}\n"
    assert migrate(once).text == once


@pytest.mark.parametrize(
    "shown", ["kind = type(a)\nkind = b\nprint kind", "print types.ListType", "x = str(kind)"]
)
def test_other_names_are_no_types(shown):
    assert "type_text" not in migrate(f"kind = type(a)\n{shown}\n" + PROOF).text
