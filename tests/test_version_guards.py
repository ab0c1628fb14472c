"""Which conditions tell Python 2 and 3 apart."""

import ast

import pytest

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.trees.guards import is_version_test


def asks(text):
    return is_version_test(ast.parse(text, mode="eval").body)


@pytest.mark.parametrize(
    "test",
    [
        "sys.version_info >= (3, 0)",
        "sys.version_info[0] == 2",
        "sys.version_info < (3,) and x",
        "not sys.version_info[:2] < (3, 2)",
        "sys.version_info.major >= 3",
        "sys.hexversion >= 0x03000000",
        "sys.version >= '3'",
        "PY2",
        "six.PY3",
        "not inPy3k",
        "compat.running_python2",
        "str is bytes",
        "sys.version_info >= (2, 6, x)",
        "sys.version_info >= (3, 8)",
        "sys.version_info[0] == 2 and sys.version_info[1] >= 6",
    ],
)
def test_may_answer_differently(test):
    assert asks(test)


@pytest.mark.parametrize(
    "test",
    [
        "sys.version_info >= (2, 5)",
        "sys.version_info[:2] < (2, 3)",
        "sys.hexversion >= 0x02050000",
        "sys.version >= '2.3'",
        "isinstance(sys.version_info[:], tuple)",
        "sys.platform == 'win32' and sys.version_info > (2, 6)",
        "sys.version_info[0] >= 2",
        "version_info[0] <= 2 and version_info[1] < 6",
        "not (sys.version_info[0] == 2 and sys.version_info[1] < 5)",
        "len(version_info) != 3",
        "x > y",
        "shutil.copy2 is f",
    ],
)
def test_is_the_same_for_both(test):
    assert not asks(test)


def test_what_runs_in_both_languages_is_migrated():
    text = "import sys\nif sys.version_info >= (2, 5):\n    print unicode(1)\n"
    assert "    print(str(1))\n" in migrate(text).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("try:\n    x = unicode(y)\nexcept:\n    pass\n", "    x = str(y)\n"),
        ("try:\n    d[0]\nexcept:\n    x = unicode(y)\n", "    x = str(y)\n"),
        ("try:\n    import json\n    x = unicode(1)\nexcept ImportError:\n    pass\n", "    x = str(1)\n"),
    ],
)
def test_an_error_handler_is_no_guard(before, after):
    assert after in migrate(before + "print 1\n").text


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    unicode\nexcept:\n    unicode = str\n",
        "try:\n    text = unicode\nexcept:\n    text = str\n",
        "try:\n    text = unicode('')\nexcept NameError:\n    text = str\n",
    ],
)
def test_a_name_looked_up_is_a_guard(text):
    assert text in migrate(text + "print 1\n").text


def test_an_import_beside_a_question_about_names_is_no_part_of_it():
    text = "try:\n    import __builtin__\n    cmp = __builtin__.cmp\nexcept AttributeError:\n    cmp = None\n"
    assert "import builtins\n    cmp = builtins.cmp\n" in migrate(text).text
    text = text.replace("    import", "    if a:\n        import").replace("    cmp = _", "        cmp = _")
    assert "import builtins\n        cmp = builtins.cmp\n" in migrate(text).text


@pytest.mark.parametrize(
    "imported", ["from package._speedups import f", "from . import _speedups", "import lxml.etree as e"]
)
def test_what_replaces_a_module_of_neither_library_is_migrated(imported):
    text = f"try:\n    {imported}\nexcept ImportError:\n    def f(s):\n        return unicode(s)\n"
    assert "return str(s)\n" in migrate(text + "print 1\n").text


@pytest.mark.parametrize(
    "imported",
    ["import ConfigParser", "from six import text_type", "from package.compat import f", "from . import py3"],
)
def test_what_replaces_a_module_of_one_language_is_left(imported):
    text = f"try:\n    {imported}\nexcept ImportError:\n    def f(s):\n        return unicode(s)\n"
    assert "return unicode(s)\n" in migrate(text + "print 1\n").text


def test_what_replaces_a_module_is_left_in_a_file_of_both_languages():
    text = "try:\n    import lxml\nexcept ImportError:\n    s = unicode(1)\n"
    assert migrate(text).text == text


def test_what_replaces_a_module_by_an_old_builtin_is_migrated_where_all_around_is_of_python_2():
    text = "try:\n    from lxml import f\nexcept ImportError:\n    f = lambda s: unicode(s)\n"
    index = RepositoryIndex(files := {"p/__init__.py": "", "p/a.py": text, "p/b.py": "print 1\n"}, files.get)
    assert "f = lambda s: str(s)\n" in migrate(text, "p/a.py", index).text
    plain = text.replace("unicode(s)", "d.has_key(s)")
    index = RepositoryIndex(files := {**files, "p/a.py": plain}, files.get)
    assert migrate(plain, "p/a.py", index).text == plain


@pytest.mark.parametrize("asked", ["x.name", "f(x).name", "g()"])
def test_what_an_object_lacks_is_no_sign_of_the_language(asked):
    text = f"try:\n    s = {asked}\nexcept AttributeError:\n    s = unicode(x)\n"
    assert "    s = str(x)\n" in migrate(text + "print 1\n").text
    assert migrate(text).text == text


@pytest.mark.parametrize(
    ("asked", "migrated"),
    [
        ("self.total.change(n)", True),
        ("self.total.count(n)", False),
        ("self.total.decode(n)", False),
        ("total.change(n)", False),
        ("self.total.change(sys.maxint)", False),
    ],
)
def test_what_is_asked_of_the_own_object_is_no_sign_of_the_language(asked, migrated):
    text = f"def f(self, n):\n    try:\n        {asked}\n    except AttributeError:\n        self.total = long(n)\n"
    index = RepositoryIndex(files := {"p/__init__.py": "", "p/a.py": text, "p/b.py": "print 1\n"}, files.get)
    assert ("self.total = int(n)" in migrate(text, "p/a.py", index).text) == migrated
    assert "self.total = long(n)" in migrate(text).text


@pytest.mark.parametrize("caught", ["", " AttributeError"])
def test_what_stands_in_for_an_attribute_is_migrated(caught):
    text = f"try:\n    s = x.rows\nexcept{caught}:\n    s = x.keys()\n    s.sort()\nn = 1L\n"
    assert "    s = list(x.keys())\n" in migrate(text).text
    old = text.replace("x.rows", "x.iterkeys").replace("1L", "1")
    assert "    s = x.keys()\n" in migrate(old).text


@pytest.mark.parametrize("asked", ["sys.maxint", "str.format", "unicode.join", "itertools.izip(x.name)"])
def test_what_the_library_lacks_is(asked):
    text = f"try:\n    s = {asked}\nexcept AttributeError:\n    s = unicode(x)\n"
    assert text in migrate("import sys, itertools\n" + text + "print 1\n").text


def test_other_way_of_a_condition_that_asks_more_is_migrated():
    text = "if PY2 and x:\n    a = unicode(x)\nelif isinstance(x, unicode):\n    a = 1L\n"
    assert "    a = unicode(x)\nelif isinstance(x, str):" in migrate(text).text


@pytest.mark.parametrize(
    "test", ["sys.version_info >= (3,)", "PY3 and sys.version_info >= (2, 6)", "PY3 or x"]
)
def test_other_way_is_for_one_language(test):
    text = f"import sys\nif {test}:\n    a = 1\nelse:\n    a = unicode(x)\n"
    assert migrate(text).text == text


def test_a_missing_attribute_tells_nothing_of_what_else_is_tried():
    text = "try:\n    if isinstance(x.y, basestring):\n        pass\nexcept {}:\n    pass\n"
    assert "isinstance(x.y, str)" in migrate(text.format("AttributeError") + "print 1\n").text
    assert "basestring" in migrate(text.format("(AttributeError, NameError)") + "print 1\n").text
    assert "isinstance(x.y, str)" in migrate(text.format("AttributeError")).text


def test_a_builtin_that_is_missing_is_not_caught_as_an_attribute():
    text = "try:\n    s = unicode(x.package)\nexcept AttributeError:\n    s = unicode(x)\n"
    assert migrate(text).text == text.replace("unicode(", "str(")
    both = "try:\n    s = [unicode(v) for v in d.itervalues()]\nexcept AttributeError:\n    s = list(d.values())\n"
    assert migrate(both).text == both


def test_a_test_that_only_python_2_can_ask_is_migrated():
    text = "if str is unicode:\n    native = text_of\nelse:\n    native = octets_of\nprint native\n"
    assert "if str is str:\n" in migrate(text).text


def test_a_test_behind_another_is_left():
    text = "if not PY3 and str is unicode:\n    a = unicode\nprint a\n"
    assert migrate(text).text == text.replace("print a", "print(a)")


@pytest.mark.parametrize(
    ("setup", "loop"), [("setup(use_2to3=True)\n", "d.items()"), ("setup()\n", "d.iteritems()")]
)
def test_what_python_3_runs_is_in_python_2_s_words_where_2to3_was_to_run(setup, loop):
    text = (
        "import sys\nif sys.version_info[0] < 3:\n    text = unicode\nelse:\n"
        "    def f(d):\n        for k in d.iteritems(): print(k)\nraise E, 1\n"
    )
    index = RepositoryIndex(["setup.py", "a.py"], {"setup.py": setup, "a.py": text}.get)
    migrated = migrate(text, key="a.py", index=index).text
    assert f"for k in {loop}" in migrated and "text = unicode" in migrated


def test_what_was_written_for_python_3_is_right_where_2to3_was_to_run():
    text = "import sys\nif sys.version_info >= (3,):\n    page = f.read().decode(charset, 'ignore')\nraise E, 1\n"
    index = RepositoryIndex(["setup.py", "a.py"], {"setup.py": "setup(use_2to3=True)\n", "a.py": text}.get)
    assert migrate(text, key="a.py", index=index).text == text.replace("raise E, 1", "raise E(1)")


@pytest.mark.parametrize(("module", "live"), [("hashlib", True), ("queue", False), ("hashlib, queue", False)])
def test_what_is_done_with_a_module_that_both_have_is_for_both(module, live):
    text = f"try:\n    import {module}\n    x = d.has_key(1)\nexcept ImportError:\n    x = d.has_key(2)\n"
    text = migrate(text + "d.has_key(3)\ny = unicode(2)\n").text
    assert ("1 in d" in text) is live
    assert "d.has_key(2)" in text and "3 in d" in text


def test_a_method_of_python_2_on_either_way_tells_no_language():
    text = "try:\n    pairs = x.iteritems()\nexcept AttributeError:\n    pairs = x.__dict__.iteritems()\n"
    assert migrate(text).text == text.replace(".iteritems()", ".items()").replace(
        "x.items()", "iter(x.items())"
    ).replace("x.__dict__.items()", "iter(x.__dict__.items())")
    both = "try:\n    pairs = x.iteritems()\nexcept AttributeError:\n    pairs = x.items()\n"
    assert migrate(both).text == both


def test_sides_that_are_mixed_up_guard_nothing():
    """A module that no Python 3 has can't be what Python 3 is to import."""
    text = "import sys\nif sys.version_info[0] == 3:\n    from cStringIO import StringIO as BytesIO\n"
    text += "else:\n    from io import BytesIO\nx = BytesIO(b'a')\n"
    space = {}
    exec(migrate(text).text, space)
    assert space["x"].read() in (b"a", "a")
    right = text.replace("== 3", "< 3")
    assert migrate(right).text == right


@pytest.mark.parametrize(
    "asked",
    [
        "if hasattr(sys, 'exc_clear'):\n    sys.exc_clear()\n",
        "if hasattr(sys, 'maxint'):\n    limit = sys.maxint\nelse:\n    limit = sys.maxsize\n",
    ],
)
def test_who_asks_a_module_for_what_it_has_lost_knows_both_languages(asked):
    assert migrate("import sys\n" + asked).text == "import sys\n" + asked


def test_what_is_needed_of_a_module_is_migrated_whoever_asks():
    text = "import os\nif hasattr(os, 'getcwdu'):\n    here = os.getcwdu()\nprint here\n"
    assert "here = os.getcwd()" in migrate(text).text
    other = "import sys\nif hasattr(sys, 'maxint'):\n    n = sys.maxint\nelse:\n    n = d.has_key(1)\n"
    assert "n = 1 in d" in migrate(other).text


@pytest.mark.parametrize(
    ("given_up", "live"),
    [
        ("raise SystemExit('install it')", True),
        ("print('no'); sys.exit(1)", True),
        ("raise ImportError('install it')", True),
        ("x = None", False),
        ("if there: raise ImportError('no')", False),
    ],
)
def test_who_gives_up_where_an_import_fails_knows_no_other_way(given_up, live):
    text = f"try:\n    from jinja2 import contextfilter\nexcept ImportError:\n    {given_up}\nd.has_key(3)\n"
    assert ("pass_context" in migrate(text).text) is live


@pytest.mark.parametrize(
    ("given_up", "live"),
    [
        ("raise_serialization_error(x)", True),
        ("raise TypeError(x)", True),
        ("log.error('%r', x)\n    raise", True),
        ("return x", False),
        ("y = x\n    fail(y)", False),
    ],
)
def test_who_only_fails_where_an_attribute_is_missing_knows_no_other_way(given_up, live):
    text = "def f(x):\n  try:\n    y = x.encode('utf-8'), os.environ.keys()[0]\n"
    text += "  except (TypeError, AttributeError):\n    "
    migrated = migrate("import os\n" + text + given_up + "\n").text
    assert ("list(os.environ.keys())[0]" in migrated) is live


def test_a_missing_name_that_is_an_error_may_be_the_languages():
    text = "try:\n    x = unicode\nexcept NameError:\n    fail()\n"
    assert migrate(text).text == text


def test_a_file_that_prints_by_statements_is_not_for_python_3():
    text = "import sys\ntry:\n    import _fast\nexcept ImportError:\n    {}\n    x = {{}}.keys()[0]\n"
    assert "    x = list({})[0]\n" in migrate(text.format("print >>sys.stderr, 'slow'")).text
    assert "    x = {}.keys()[0]\n" in migrate(text.format("print('slow')")).text


def test_a_handler_of_whatever_goes_wrong_is_no_question_for_the_language():
    text = (
        "import sys\nimport StringIO\ndef f(run, wrong):\n    try:\n"
        "        saved, sys.stdout = sys.stdout, StringIO.StringIO()\n        try:\n            run()\n"
        "            return sys.stdout.getvalue()\n        finally:\n            sys.stdout = saved\n"
        "    except {}, e:\n        wrong.append(e)\n"
    )
    made = migrate(text.format("(ZeroDivisionError, NameError, ValueError)")).text
    assert "sys.stdout, io.StringIO()" in made
    assert "sys.stdout, io.StringIO()" in migrate(text.format("NameError")).text
    assert (
        "unicode(y)" in migrate("try:\n    x = unicode(y)\nexcept (NameError, ValueError):\n    x = y\n").text
    )


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("q = Queue.Queue()\n        q.put(xrange(n))\n        return q", False),
        ("s = unicode(n)\n        return reduce(max, s)", False),
        ("return unicode(n)", True),
        ("unicode\n        return unicode(n)", True),
        ("del unicode\n        return 1", True),
    ],
)
def test_names_that_the_work_itself_may_lack_guard_nothing(body, kept):
    text = f"import Queue\ndef f(n):\n    try:\n        {body}\n    except NameError, e:\n        return e\n"
    made = migrate(text).text
    assert (body in made) is kept
    assert migrate(made).text == made


def test_that_python_3_may_run_such_work_guards_it():
    text = "def f(n):\n    try:\n        s = unicode(n)\n        return s\n    except NameError:\n        return n\n"
    assert migrate(text).text == text


#: Questions for what one of the languages lacks, and what is left to the other by leaving.
QUESTIONS = [
    "def f(d):\n    if hasattr(d, 'iteritems'):\n        return d.iteritems()\n    return iter(d.items())\n",
    "if hasattr(dict, 'iteritems'):\n    f = lambda d: d.iteritems()\nelse:\n    f = lambda d: d.items()\n",
    "import types\ndef f(x):\n"
    "    return isinstance(x, type) or (hasattr(types, 'ClassType') and isinstance(x, types.ClassType))\n",
    "if getattr(BaseException, 'with_traceback', None):\n    def r(s): raise s.v.with_traceback(s.t)\nelse:\n"
    "    exec('def r(s):\\n    raise s.y, s.v, s.t')\n",
    "import sys\nPY3 = sys.version_info > (3,)\ndef f(x):\n    if PY3:\n        return str(x)\n    return unicode(x)\n",
]
DIVIDES = "def div(a, b): return a / b\nfirst = div\n"


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_the_program_asks_for_proves_nothing_and_stays(question):
    text = question + DIVIDES
    assert migrate(text, "a.py").text == text
    assert "classic_division" in migrate(text + "x = apply(f, y)\n", "a.py").text


def test_what_goes_with_its_line_is_left_under_a_version_test():
    text = (
        "import sys\nif sys.version_info[0] == 2:\n    reload(sys)\n    sys.setdefaultencoding('utf-8')\n"
        + DIVIDES
    )
    assert migrate(text, "a.py").text == text


BOOLEAN = "try:\n    from types import BooleanType\n    known[BooleanType] = f\nexcept ImportError:\n    {}\n"


def test_types_of_python2_are_no_question_where_others_are_taken_without_one():
    told = "from types import IntType\nknown = {IntType: f}\n"
    assert "known[bool] = f" in migrate(told + BOOLEAN.format("pass")).text
    for text in (told + BOOLEAN.format("known[bool] = f"), BOOLEAN.format("pass")):
        assert "known[BooleanType] = f" in migrate(text).text


def test_what_stands_in_for_a_name_is_migrated_where_it_takes_what_the_library_lost():
    text = (
        "import string\nfrom xml.dom import minidom\ntry:\n    from xml.dom.minidom import {}\nexcept ImportError:\n"
        "    def fixed(tag):\n        return string.split(tag, '}}', 1)\n"
    )
    assert "tag.split('}', 1)" in migrate(text.format("fixed") + "print 1\n").text
    assert "string.split(tag" in migrate(text.format("fixed") + "print(1)\n").text


def test_a_comparison_by_its_method_on_either_way_tells_no_language():
    text = "class A(object):\n    def __cmp__(self, other):\n        try:\n            return self.n.__cmp__(other.n)\n"
    text += "        except AttributeError:\n            return self.n.__cmp__({})\n"
    assert "return compare(self.n, other.n)" in migrate(text.format("other") + "n = 1L\n").text
    other = text.replace("self.n.__cmp__({})", "(self.n > other) - (self.n < other)")
    assert "return self.n.__cmp__(other.n)" in migrate(other).text


@pytest.mark.parametrize(
    ("tried", "migrated"),
    [("return range(x.a) + o.rest(x)", True), ("return range(x.a) + x.message", False),
     ("return range(x.a) + reduce(f, x.b)", False), ("return range(x.a) + os.rest(x)", False)],
)  # fmt: skip
def test_an_attribute_that_both_languages_have_is_no_sign_where_all_around_is_of_python_2(tried, migrated):
    text = f"def f(x, o):\n    try:\n        {tried}\n    except AttributeError:\n        return [x]\n"
    index = RepositoryIndex(files := {"p/__init__.py": "", "p/a.py": text, "p/b.py": "print 1\n"}, files.get)
    assert ("list(range(x.a))" in migrate(text, "p/a.py", index).text) is migrated
    assert migrate(text).text == text
