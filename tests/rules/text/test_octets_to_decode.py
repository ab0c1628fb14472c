"""Literals of octets for functions that decode them."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "octets_to_decode"
DECODES = "def f(s, n=1):\n    return s.decode('utf-8')\n"


@pytest.mark.parametrize(
    "text",
    [
        DECODES + "f('plain')\n",
        DECODES + "f('M\\xfcller' + x)\n",
        DECODES + "f(u'\\xe9')\n",
        DECODES + "f(*['\\xe9'])\n",
        DECODES + "f(x, '\\xe9')\n",
        "f('\\xe9')\n",
        "def f(s):\n    return s\nf('\\xe9')\n",
        "def f(s):\n    print(s)\n    return s.decode('utf-8')\nf('\\xe9')\n",
        "def f(s):\n    if x: s = s.decode('utf-8')\n    return s\nf('\\xe9')\n",
        "def f(s):\n    if isinstance(s, unicode): s = s.decode('utf-8')\n    return s\nf('\\xe9')\n",
        "def f(s):\n    try:\n        s = s.decode('utf-8')\n    except ValueError: pass\n    return s\nf('\\xe9')\n",
        "def f(s):\n    return lambda: s.decode('utf-8')\nf('\\xe9')\n",
        "def f(s):\n    s += '!'\n    return s.decode('utf-8')\nf('\\xe9')\n",
        "def f(s):\n    return unicode(s)\nf('\\xe9')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_not_without_a_sign_of_python_2():
    check_untouched(RULE, DECODES + "f('\\xe9')\n")


@pytest.mark.parametrize(
    "function",
    [
        DECODES,
        "def f(s):\n    return unicode(s, 'utf-8')\n",
        "def f(s):\n    if isinstance(s, unicode):\n        return s\n    return s.decode('utf-8')\n",
        "def f(s):\n    if isinstance(s, str): s = s.decode('utf-8')\n    return s + s\n",
        "def f(s):\n    if not isinstance(s, unicode):\n        s = unicode(s, 'utf-8', 'replace')\n    return s[1:]\n",
    ],
)
def test_octets_for_what_decodes_them(function):
    before = function + "x = f('\\xc3\\xa9')\ny = f(s='\\xe9')\n"
    check_rule(RULE, before, before.replace("'\\x", "b'\\x"), python2=True)


def test_a_method_of_an_object_of_the_file():
    before = "class C:\n    def f(self, s):\n        return s.decode('utf-8')\nC().f('\\xc3\\xa9')\n"
    check_rule(RULE, before, before.replace("'\\x", "b'\\x"), python2=True)


def test_octets_that_are_given_by_name_to_whatever_takes_them_are_reported():
    text = "def g(v): return v.decode('utf-8')\ndef f(**kw): return g(kw['x'])\nf(x='caf\\xc3\\xa9')\n"
    check_open("octets_to_decode", text, 3, python2=True)
    check_untouched("octets_to_decode", text.replace("decode", "strip"), python2=True)


def test_what_octets_never_reach_may_be_anything():
    text = (
        "def f(s, enc='utf-8'):\n    if isinstance(s, unicode):\n        return s\n"
        "    if isinstance(s, str):\n        return s.decode(enc)\n    return unicode(s)\n"
        "x = f('caf\\xc3\\xa9'), f(u'caf\\xe9'), f(12)\nprint 1L\n"
    )
    space = {}
    exec(migrate(text).text, space)
    assert space["x"] == ("café", "café", "12")


def test_literals_that_a_loop_goes_through():
    text = (
        "def f(s):\n    if not isinstance(s, unicode):\n        s = s.decode('utf-8')\n    s = s.upper()\n"
        "    return s\n"
        "x = [f(t) for t in ['caf\\xc3\\xa9', u'\\xe9', 'b']]\nprint 1L\n"
    )
    space = {}
    exec(migrate(text).text, space)
    assert space["x"] == ["CAFÉ", "É", "B"]


def test_leaves_what_a_loop_goes_through_for_others_as_well():
    text = "def f(s):\n    return s.decode('utf-8')\nfor t in ['caf\\xc3\\xa9']:\n    f(t)\n    g(t)\n"
    assert "b'caf" not in migrate(text + "print 1L\n").text


def test_a_program_of_a_few_files_hands_on_what_one_of_them_spells():
    files = {
        "tmpl/__init__.py": "from tmpl.engine import text\n",
        "tmpl/engine.py": "def text(s):\n    if isinstance(s, str):\n        s = s.decode('utf-8')\n    return s\n",
        "main.py": "import tmpl\nprint tmpl.text('caf\\xc3\\xa9') == u'caf\\xe9'\n",
    }
    outcome = migrate(
        files["tmpl/engine.py"], "tmpl/engine.py", index=RepositoryIndex(files, files.__getitem__)
    )
    assert "decoded_octets(s, 'utf-8')" in outcome.text
    many = files | {f"more/m{n}.py": "x = 1L\n" for n in range(9)}
    outcome = migrate(many["tmpl/engine.py"], "tmpl/engine.py", index=RepositoryIndex(many, many.__getitem__))
    assert "decoded_octets" not in outcome.text


def test_literals_that_objects_are_made_with():
    text = "class T:\n    def __init__(self, s):\n        if not isinstance(s, unicode):\n"
    text += "            s = s.decode('utf-8')\n        self.s = s\nt = T('caf\\xc3\\xa9')\nn = 1L\n"
    assert "T(b'caf\\xc3\\xa9')" in migrate(text).text
    assert (
        "T(b'"
        not in migrate(
            text.replace("self.s = s\n", "self.s = s\n").replace(
                "        if not", "        self.raw = s\n        if not"
            )
        ).text
    )
