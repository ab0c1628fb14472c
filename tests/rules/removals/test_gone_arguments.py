"""Arguments of standard functions that are gone."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "gone_arguments"
IMPORTS = (
    "import collections, fileinput, gettext, http.client, json, os, threading, warnings\n"
    "from xml.etree import ElementTree\nfrom threading import Thread\nfrom collections import namedtuple\n"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("gettext.install('x', '/l', unicode=1)", "gettext.install('x', '/l')"),
        ("gettext.install('x', '/l', True)", "gettext.install('x', '/l')"),
        ("gettext.install('x', unicode=True, names=['n'])", "gettext.install('x', names=['n'])"),
        ("gettext.install('x', '/l', 1, 'utf-8', ['n'])", "gettext.install('x', '/l', names=['n'])"),
        (
            "gettext.translation('x', '/l', ['de'], None, True, 'u')",
            "gettext.translation('x', '/l', ['de'], None, True)",
        ),
        ("gettext.translation('x', fallback=True, codeset='u')", "gettext.translation('x', fallback=True)"),
        ("t.install(unicode=True)", "t.install()"),
        ("t.install(unicode=True, names=n)", "t.install(names=n)"),
        ("gettext.translation('x').install(1, ['n'])", "gettext.translation('x').install(names=['n'])"),
        ("Thread(None, f, 'n', (), {}, True)", "Thread(None, f, 'n', (), {})"),
        ("Thread.__init__(self, verbose=v, **k)", "Thread.__init__(self, **k)"),
        (
            "threading.Thread.__init__(self, g, t, n, a, k, v)",
            "threading.Thread.__init__(self, g, t, n, a, k)",
        ),
        ("threading.RLock(verbose=True)", "threading.RLock()"),
        ("threading.Condition(None, 1)", "threading.Condition(None)"),
        ("threading.Event(True)", "threading.Event()"),
        ("http.client.HTTPConnection('h', 80, True, 10)", "http.client.HTTPConnection('h', 80, timeout=10)"),
        ("http.client.HTTPConnection('h', strict=1)", "http.client.HTTPConnection('h')"),
        ("http.client.HTTPSConnection('h', 443, k, c, True)", "http.client.HTTPSConnection('h', 443, k, c)"),
        ("http.client.HTTPResponse(s, strict=1, method='GET')", "http.client.HTTPResponse(s, method='GET')"),
        ("c.getresponse(buffering=True)", "c.getresponse()"),
        ("namedtuple('P', 'a b', verbose=True)", "namedtuple('P', 'a b')"),
        ("namedtuple('P', 'a b', False, True)", "namedtuple('P', 'a b', rename=True)"),
        ("fileinput.input(f, 0, '', 0, 'r')", "fileinput.input(f, 0, '', mode='r')"),
        ("fileinput.input(f, inplace=1, bufsize=9)", "fileinput.input(f, inplace=1)"),
        ("os.popen('ls', bufsize=1)", "os.popen('ls', buffering=1)"),
        ("os.popen('ls', 'r', 0)", "os.popen('ls', 'r')"),
        ("s.makefile('rb', bufsize=0)", "s.makefile('rb', buffering=0)"),
        ("json.JSONDecoder('utf-8')", "json.JSONDecoder()"),
        ("json.JSONDecoder('utf-8', h)", "json.JSONDecoder(object_hook=h)"),
        ("json.loads(t, 'utf-8')", "json.loads(t)"),
        ("json.load(f, 'utf-8', C)", "json.load(f, cls=C)"),
        ("json.dumps(o, False, True)", "json.dumps(o, skipkeys=False, ensure_ascii=True)"),
        ("json.dump(o, f, True)", "json.dump(o, f, skipkeys=True)"),
        ("warnings.catch_warnings(True)", "warnings.catch_warnings(record=True)"),
        ("ElementTree.XMLParser(0, target)", "ElementTree.XMLParser(target=target)"),
        ("json.JSONEncoder(True)", "json.JSONEncoder(skipkeys=True)"),
    ],
)
def test_leaves_out_or_names(before, after):
    check_rule(RULE, f"{IMPORTS}x = {before}\n", f"{IMPORTS}x = {after}\n", python2=True)


@pytest.mark.parametrize(
    "call",
    [
        "gettext.install('x', '/l')",
        "t.install(True)",
        "t.install('x', names=n)",
        "gettext.install(*given)",
        "Thread(None, f, 'n', (), {})",
        "Thread(target=f)",
        "threading.Condition(lock)",
        "http.client.HTTPConnection('h', 80, timeout=3)",
        "other.HTTPConnection('h', 80, True)",
        "namedtuple('P', 'a b', rename=True)",
        "json.JSONEncoder(indent=1)",
        "json.dumps(o, indent=1)",
        "json.dump(o, f)",
        "json.loads(*given)",
        "warnings.catch_warnings(record=True)",
        "warnings.catch_warnings()",
        "s.makefile('rb', 0)",
        "os.popen('ls', 'r', 1)",
    ],
)
def test_refuses(call):
    check_untouched(RULE, f"{IMPORTS}x = {call}\n")


@pytest.mark.parametrize(
    "call", ["http.client.HTTPConnection('h', 80, 10)", "gettext.translation('x').install(['n'])"]
)
def test_refuses_what_python_3_takes_there(call):
    check_untouched(RULE, f"{IMPORTS}x = {call}\n")


def test_keeps_what_the_target_still_takes():
    check_untouched(RULE, "import gettext\nt = gettext.translation('x', codeset='u')\n", target=(3, 10))


def test_refuses_a_method_of_the_repository():
    check_untouched(RULE, "class A:\n    def install(self, unicode): pass\nA().install(unicode=1)\n")


def test_an_argument_with_an_effect_stays():
    check_open(RULE, "import gettext\ngettext.install('x', '/l', unicode=ask())\n", 2)


CLASS = (
    "import threading\nclass T(threading.Thread):\n"
    "    def __init__(self, *a, **k):\n        super(T, self).__init__({})\n"
)


def test_asks_the_class_that_super_means():
    check_rule(RULE, CLASS.format("name='t', verbose=1"), CLASS.format("name='t'"))


def test_refuses_super_of_several():
    text = CLASS.replace("threading.Thread", "threading.Thread, Mixin")
    check_untouched(RULE, text.format("name='t', verbose=1"))


def test_objects_of_a_class_of_the_file():
    """One that takes what its base takes."""
    text = "import json\nclass E(json.JSONEncoder):\n    {}\nx = E(encoding='utf-8', indent=2)\n"
    assert "x = E(indent=2)" in migrate(text.format("pass")).text
    own = text.format("def __init__(self, encoding, indent):\n        pass")
    assert "x = E(encoding='utf-8', indent=2)" in migrate(own).text
