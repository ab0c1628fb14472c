"""Files that both languages can read, in a repository that only Python 2 can run."""

import pytest

from migration.dialects.repositories import is_for_python3
from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

OLD = 'print "x"\n'
PLAIN = "def half(n):\n    return n / 2\n"
#: More files than a small program has.
MORE = {f"more{n}.py": "x = 1\n" for n in range(25)}
#: A file that shows that its author thought of both languages.
BOTH = {"both.py": "import six\n"}


def index_of(files):
    return RepositoryIndex(files, files.__getitem__)


def result(text, others, key="pkg/a.py"):
    files = {key: text, **others}
    return migrate(text, key, index_of(files)).text


@pytest.mark.parametrize(
    "others",
    [
        {},
        {"pkg/b.py": "x = 1\n"},
        {"pkg/b.py": "x = 'print \"x\"'\n"},
        {"pkg/b.py": "try:\n    import urllib2\nexcept ImportError: pass\n"},
        {"pkg/b.py": "import Queue\n", "pkg/Queue.py": ""},
        {"pkg/b.py": "from . import commands\n"},
        {"pkg/b.py": "import os\nfrom .urllib2 import urlopen\n"},
        {"pkg/b.py": "class A:\n    def __div__(self, o): pass\n    __truediv__ = __div__\n"},
        {"pkg/b.py": "try:\n    text = unicode\nexcept NameError:\n    text = str\nx = unicode(1)\n"},
        {"pkg/b.py": "from .compat import unicode\nx = unicode(1)\n"},
        {"pkg/b.py": "from .compat import *\nx = unicode(1)\n"},
        {"pkg/b.py": "import sys\nif sys.version_info[0] < 3: x = unicode(1)\n"},
        {"pkg/b.py": "import six\nx = unicode(1)\n"},
        {"pkg/b.py": "x = self.unicode(1)\n# unicode\n"},
        {"pkg/b.py": OLD} | {f"pkg/c{n}.py": "x = 1\n" for n in range(20)} | BOTH,
    ],
)
def test_a_file_for_both_stays_as_it_is_among_files_for_both(others):
    assert result(PLAIN, others | MORE) == PLAIN


@pytest.mark.parametrize(
    "head",
    [
        "from __future__ import unicode_literals\n",
        "from __future__ import print_function, division\n",
        "import six\n",
        "from ._compat import text_type, iteritems\n",
        "from p.compat import PY2\n",
        "import sys\nif sys.version_info[0] == 3: a = 1\n",
        "try:\n    u = unicode\nexcept NameError:\n    u = str\n",
        "import urllib.request\n",
    ],
)
def test_a_file_that_knows_both_languages_is_never_read_as_python2(head):
    assert result(head + PLAIN, {"pkg/b.py": OLD}) == head + PLAIN


@pytest.mark.parametrize("use", ["x = unicode(y)\n", "def f(y): return isinstance(y, basestring)\n"])
def test_a_builtin_that_is_gone_can_not_be_done_without(use):
    assert "n / 2" not in result(PLAIN, {"pkg/b.py": use})


def test_nothing_is_presumed_of_a_folder_named_after_python3():
    assert result(PLAIN, {"pkg/b.py": OLD}, key="python3/a.py") == PLAIN


def test_nothing_is_presumed_of_a_text_that_is_not_the_one_in_the_repository():
    index = index_of({"pkg/a.py": "y = 1\n", "pkg/b.py": OLD})
    assert migrate(PLAIN, "pkg/a.py", index).text == PLAIN


def test_a_file_for_both_among_files_of_python2_is_read_by_python2s_meaning():
    outcome = result(PLAIN, {"pkg/b.py": OLD})
    space = {}
    exec(outcome, space)
    assert space["half"](3) == 1
    assert result(outcome, {"pkg/b.py": "print('x')\n"}) == outcome


@pytest.mark.parametrize(
    "other",
    [
        "import os, urllib2\n",
        "from StringIO import StringIO\n",
        "class A:\n    def __div__(self, o): pass\n",
        "class A:\n    def __nonzero__(self): pass\n",
    ],
)
def test_what_python3_can_read_and_not_use_shows_it_as_well(other):
    assert "n / 2" not in result(PLAIN, {"pkg/b.py": other})


@pytest.mark.parametrize(
    "head", ["import threading\n", "import pickle\n", "from email.mime.text import MIMEText\n"]
)
def test_a_module_that_python2_has_too_tells_nothing(head):
    assert "n / 2" not in result(head + PLAIN, {"pkg/b.py": OLD})


def test_a_question_about_older_versions_of_python2_does_not_count():
    head = "try:\n    set\nexcept NameError:\n    from sets import Set as set\n"
    assert "n / 2" not in result(head + PLAIN, {"pkg/b.py": OLD})


def test_the_verdict_stands_once_it_was_read():
    files = {"pkg/a.py": PLAIN, "pkg/b.py": OLD}
    index = index_of(files)
    index.read_dialects()
    files["pkg/b.py"] = "print('x')\n"
    assert migrate(PLAIN, "pkg/a.py", index).text != PLAIN


MANY = {f"pkg/c{n}.py": "x = 1\n" for n in range(40)}


@pytest.mark.parametrize("init", [OLD, "import urllib2\n"])
def test_nothing_of_a_package_can_be_imported_where_its_own_file_cant_be(init):
    others = {"pkg/__init__.py": init, **MANY}
    assert result(PLAIN, others) != PLAIN
    assert result(PLAIN, {**others, "tests/__init__.py": ""}, "tests/a.py") != PLAIN
    assert result(PLAIN, others, "setup.py") != PLAIN


@pytest.mark.parametrize(
    "init",
    ["x = 1\n", "class A:\n    def __div__(self, o): pass\n", "try:\n    import urllib2\nexcept E: 1\n"],
)
def test_a_package_that_can_be_imported_tells_nothing_of_its_files(init):
    assert result(PLAIN, {"pkg/__init__.py": init, **MANY, **BOTH}) == PLAIN


def test_one_package_tells_nothing_of_another():
    others = {"pkg/__init__.py": OLD, "other/__init__.py": "", **MANY, **BOTH}
    assert result(PLAIN, others, "other/a.py") == PLAIN
    assert result(PLAIN, others, "setup.py") == PLAIN
    assert result(PLAIN, others) != PLAIN
    inner = {"pkg/__init__.py": "", "pkg/sub/__init__.py": OLD, **MANY, **BOTH}
    assert result(PLAIN, inner) == PLAIN


@pytest.mark.parametrize("both", ["", "import six\n", "import configparser\n", "def f(*, a): pass\n"])
def test_one_sign_is_enough_where_nothing_was_made_for_python3(both):
    others = {"pkg/__init__.py": "", "pkg/b.py": OLD, "setup.py": both, **MANY}
    assert (result(PLAIN, others) == PLAIN) == bool(both)


FAILS = {"pkg/b.py": "import hashlib\nx = hashlib.md5('a').digest()\n"}


@pytest.mark.parametrize(
    ("other", "read"),
    [
        ("x = 1\n", True),
        ("try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle\n", False),
        ("import pathlib\n", False),
        ("x = b'a'\n", False),
    ],
)
def test_what_fails_for_certain_in_one_file_holds_for_a_small_repository(other, read):
    outcome = migrate(PLAIN, "pkg/a.py", index_of({"pkg/a.py": PLAIN, "pkg/c.py": other, **FAILS}))
    assert ("n / 2" not in outcome.text) is read
    many = {"pkg/a.py": PLAIN, **FAILS, **MORE}
    assert "n / 2" in migrate(PLAIN, "pkg/a.py", index_of(many)).text


def test_what_fails_may_be_prepared_for_otherwise():
    fails = {
        "pkg/b.py": "try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle\n"
        + FAILS["pkg/b.py"]
    }
    assert "n / 2" not in migrate(PLAIN, "pkg/a.py", index_of({"pkg/a.py": PLAIN, **fails})).text


@pytest.mark.parametrize("line", ["x = 1; print x\n", "if 1: print 'x'\n"])
def test_signs_within_a_line(line):
    assert "n / 2" not in result(PLAIN, {"pkg/b.py": line})


@pytest.mark.parametrize(
    ("text", "presumed"),
    [
        ("s = 'caf\\xc3\\xa9'\n", True),
        ("s = 'caf\\xe9'\n", False),
        ("s = 'caf\\xe9', u'x'\n", True),
        ("s = 'é'\n", False),
        ("s = 'é', u'é'\n", True),
        ("s = r'\\\\xc3\\\\xa9 é'\n", False),
    ],
)
def test_what_spells_octets_may_be_presumed_python_2(text: str, presumed: bool) -> None:
    assert is_for_python3(text, "a.py") is not presumed


def test_printing_by_the_function_of_the_future_is_no_sign_of_python_3():
    """Who imports it had a Python 2: Python 3 has no other."""
    text = "from __future__ import print_function\nprint(7 / 2, round(2.5))\n"
    assert "print(7 // 2, round_half_up(2.5))" in result(text, {})
    assert result(text.replace("function\n", "function, division\n"), {}).endswith(
        "print(7 / 2, round(2.5))\n"
    )


#: What Python 3 passes over, and what is only asked in such methods.
UNREAD = [
    "class A(object):\n    def __nonzero__(self): return True\n",
    "class A(object):\n    def __unicode__(self): return u'a'\n",
    "class A(object):\n    __cmp__ = lambda a, b: cmp(a.x, b)\n",
    "class A(B):\n    def __long__(self): return long(self.x)\n    __int__ = f\n",
    "from markupsafe import soft_unicode\n",
    "x = y.__module__ in ('__builtin__', 'z')\n",
    "__metaclass__ = type\n",
]


BOTH_LANGUAGES = [
    "from __future__ import absolute_import, division\n",
    "import six\n",
    "from ._compat import text_type\n",
    "if sys.version_info[0] > 2: pass\n",
]


@pytest.mark.parametrize("unread", UNREAD)
def test_what_python3_passes_over_shows_nothing_of_a_file_for_both(unread):
    text = unread + "def f(a, b): return map(a, b)\n"
    assert "list(map(a, b))" in migrate(text).text
    for both in BOTH_LANGUAGES:
        assert "list(map(a, b))" not in migrate(both + text).text


#: What is said of an object in Python 2 alone, where nothing says it in Python 3.
UNANSWERED = [text for text in UNREAD if "__nonzero__" in text]


@pytest.mark.parametrize("unread", [text for text in UNREAD if text not in UNANSWERED])
def test_what_python3_passes_over_stays_among_files_for_both(unread):
    for both in [*BOTH_LANGUAGES[1:], "from p.compat import filter\n"]:
        text = both + unread
        assert result(text, BOTH) == text
        assert result(text, {"pkg/b.py": OLD, "pkg/c.py": OLD}) != text


@pytest.mark.parametrize("unread", UNANSWERED)
@pytest.mark.parametrize("both", BOTH_LANGUAGES[1:])
def test_an_answer_that_python3_lacks_is_given_among_files_for_both(both, unread):
    known = unread + "def f(a, b): return map(a, b)\n"
    assert result(both + known, BOTH) == both + known.replace("__nonzero__", "__bool__")
    answered = unread + "    __bool__ = __nonzero__\n"
    assert result(both + answered, BOTH) == both + answered


def test_what_a_file_for_both_can_not_do_without_shows_that_it_is_python2():
    text = "import six\ny = apply(g, z)\ndef f(a, b): return a / b\n"
    assert "classic_division" in migrate(text).text


def test_what_is_tried_where_only_python2_comes_shows_nothing():
    text = (
        "try:\n    from collections.abc import Mapping as M\nexcept ImportError:\n    try:\n"
        "        from UserDict import DictMixin as M\n    except ImportError:\n"
        "        from collections import Mapping as M\ndef f(a, b): return a / b\n"
    )
    assert "classic_division" not in migrate(text).text
