"""What a string is where octets are text of Latin-1."""

import pytest
from rules.checking import PROOF, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.rules.text.text_among_octets import HELPER

RULE = "text_among_octets"


@pytest.mark.parametrize(
    "text", ["a = isinstance(x, str)\n", "a = isinstance(x, bytes)\n", "def unicode(x): pass\n"]
)
def test_leaves_other_questions(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_repositories_of_text():
    assert "is_text" not in migrate("a = isinstance(x, unicode)\n" + PROOF).text


def asked(text):
    text += PROOF
    return migrate(text, "p/a.py", octet_repository(text)).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(x): return isinstance(x, unicode)\n", "def f(x): return is_text(x)\n"),
        ("def f(x): return not isinstance(x, unicode)\n", "def f(x): return not is_text(x)\n"),
        ("def f(x): return isinstance(x, str), unicode\n", "def f(x): return isinstance(x, str), str\n"),
        ("def f(x): return isinstance(x, str) or isinstance(x, unicode)\n",
         "def f(x): return isinstance(x, str) and not is_text(x) or is_text(x)\n"),
        ("assert isinstance(x, unicode)\n", "assert isinstance(x, str)\n"),
        ("self.assertTrue(isinstance(x, unicode))\n", "self.assertTrue(isinstance(x, str))\n"),
        ("def f(x):\n    assert x and isinstance(x, unicode)\n", "def f(x):\n    assert x and isinstance(x, str)\n"),
        ("def f(x):\n    if not isinstance(x, unicode):\n        raise ValueError\n",
         "def f(x):\n    if not isinstance(x, str):\n        raise ValueError\n"),
        ("def f(x):\n    if isinstance(x, unicode):\n        g(x)\n    else:\n        raise ValueError\n",
         "def f(x):\n    if isinstance(x, str):\n        g(x)\n    else:\n        raise ValueError\n"),
        ("def f(x):\n    if isinstance(x, unicode):\n        raise ValueError\n",
         "def f(x):\n    if is_text(x):\n        raise ValueError\n"),
        ("def f(x):\n    if isinstance(x, unicode):\n        put(encode(x)[0])\n    else:\n        number(x)\n",
         "def f(x):\n    if is_text(x, plain=True):\n        put(encode(x)[0])\n    else:\n        number(x)\n"),
        ("def f(x):\n    if isinstance(x, unicode):\n        n, x = 1, encode(x)\n    else:\n        g(x)\n",
         "def f(x):\n    if is_text(x):\n        n, x = 1, encode(x)\n    else:\n        g(x)\n"),
        ("def f(x):\n    if isinstance(x, unicode):\n        x = encode(x)\n    return x\n",
         "def f(x):\n    if is_text(x):\n        x = encode(x)\n    return x\n"),
        ("def f(x):\n    if isinstance(x, str):\n        x = x.decode('utf-8')\n    return x\n",
         "def f(x):\n    if isinstance(x, str) and not is_text(x):\n"
         "        x = as_bytes(x, \"latin-1\").decode('utf-8')\n    return x\n"),
        ("def f(x):\n    if type(x) is str:\n        x = unicode(x, 'utf-8')\n    return x\n",
         "def f(x):\n    if isinstance(x, str) and not is_text(x):\n"
         "        x = as_bytes(x, \"latin-1\").decode('utf-8')\n    return x\n"),
        ("def f(x):\n    t = type(x)\n    if t is unicode:\n        g(x)\n    elif t == str:\n        h(x)\n",
         "def f(x):\n    t = type(x)\n    if is_text(x):\n        g(x)\n"
         "    elif isinstance(x, str) and not is_text(x):\n        h(x)\n"),
        ("def f(x):\n    t = type(x)\n    x = g(x)\n    return t is unicode\n",
         "def f(x):\n    t = type(x)\n    x = g(x)\n    return t is str\n"),
        ("def f(x): return isinstance(x, unicode)\nf(u'a')\n", "def f(x): return isinstance(x, str)\nf('a')\n"),
    ],
)  # fmt: skip
def test_asks_for_the_characters(before, after):
    assert asked(before).endswith(after + "PROOF = 1\n")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", False),
        ("\u20ac", True),
        ("Z\xfcrich", True),
        ("Z\xfcrich".encode().decode("latin-1"), False),
        ("\x00\xff", False),
        ("\x89PNG", False),
        (b"\xff", False),
        (1, False),
    ],
)
def test_what_characters_tell(value, text):
    space = {}
    exec(HELPER, space)
    assert space["is_text"](value) is text
    assert space["is_text"](value, plain=True) is (text or value == "a")


@pytest.mark.parametrize(
    ("asked", "after"),
    [
        ("type(x) is unicode", "is_text(x)"),
        ("type(x) == types.UnicodeType", "is_text(x)"),
        ("type(x) != type(u'')", "not is_text(x)"),
        ("type(x) is str", "isinstance(x, str) and not is_text(x)"),
        ("type(x) == type('')", "isinstance(x, str) and not is_text(x)"),
        ("type(x) is not types.StringType", "not (isinstance(x, str) and not is_text(x))"),
        ("isinstance(x, types.StringType)", "isinstance(x, str) and not is_text(x)"),
    ],
)
def test_the_type_by_itself(asked, after):
    text = f"import types\ndef f(x):\n    if {asked}: return x.decode('utf-8')\n    return isinstance(x, unicode)\n"
    outcome = run(RULE, text, key="p/a.py", index=octet_repository(text))
    assert f"    if {after}:" in outcome.text


@pytest.mark.parametrize(
    "asked", ["type(x) is int", "type(x) is type(y)", "type(x, y) is str", "type(x) is str"]
)
def test_another_question(asked):
    text = f"def f(x):\n    if {asked}: return x\n    return unicode\n"
    assert "is_text" not in run(RULE, text, key="p/a.py", index=octet_repository(text)).text


def test_a_function_that_encodes_and_asks_itself_again():
    text = (
        "import struct\ndef encode(v):\n    if isinstance(v, unicode):\n        return encode(v.encode('utf-8'))\n"
        "    elif isinstance(v, str):\n        return struct.pack('B', len(v)) + v\n"
        "    else:\n        return ''.join(map(encode, v))\nx = encode(['a', u'\\u20ac'])\nprint `x`\n"
    )
    index = octet_repository(text)
    assert index.octets
    spaces = {}
    exec(migrate(text, "p/a.py", index).text, spaces)
    assert spaces["x"] == "\x01a\x03\xe2\x82\xac"


DECODED = (
    "def f(x):\n    if isinstance(x, str): x = x.decode('utf-8')\n    {}\n"
    "    if isinstance(x, unicode): return 1\n"
)


def test_what_was_decoded_is_text_whatever_its_characters():
    asked = DECODED.format("pass")
    after = run(RULE, asked, key="p/a.py", index=octet_repository(asked)).text
    assert "if isinstance(x, str) and not is_text(x):" in after
    assert "if isinstance(x, unicode): return 1" in after
    other = (
        DECODED.format("pass")
        .replace("x = x.decode", "y = x.decode")
        .replace("if isinstance(x, str):", "if z:")
    )
    assert "if is_text(x): return 1" in run(RULE, other, key="p/a.py", index=octet_repository(other)).text


@pytest.mark.parametrize(
    "given",
    [
        "y = x.decode('utf-8')",
        "y = [x.decode('utf-8')][0]; y = x.decode('latin-1')",
        "y = tr.ugettext('a')",
        "y = tr.ungettext('a', 'b', x)",
        "_ = tr.ugettext; y = _('a')",
        "import json; y = json.loads(x)",
        "import json; d = json.loads(x); y = d['a'][0]",
        "import json; d = json.loads(x)\n    for k, y in sorted(d.get('a').items()): pass",
        "import unicodedata; y = unicodedata.normalize('NFC', x)",
        "import unicodedata; y = unicodedata.lookup(x)",
        # What is only read, shown, compared, or given back in the end.
        "import json; d = json.loads(x); y = d['a']; print d, len(d['b'])\n    if d['c'] == 1: return d",
        "import json; d = json.loads(x); y = d['a']; z = '%s %s' % (d['b'], d.get('c')); json.dumps(d)",
        "import json; d = json.loads(x); e = d['b']; y = e['c']; z = [r['n'].upper() for r in e.values()]",
        "import json; d = json.loads(x)\n    for y in d:\n        if isinstance(y, basestring): g(y)",
        # Another variable of that name.
        "import json; d = json.loads(x); y = d['a']\n    def g():\n        d = {}; d['a'] = 1",
    ],
)
def test_what_is_known_to_be_text_is_not_asked(given):
    head = f"def f(x, tr):\n    {given}\n    return "
    assert asked(f"{head}isinstance(y, unicode), u''\n").endswith(
        "return isinstance(y, str), ''\nPROOF = 1\n"
    )
    assert "return isinstance(y, bytes), str" in asked(f"{head}isinstance(y, str), unicode\n")
    assert "return type(y) is bytes, str" in asked(f"{head}type(y) is str, unicode\n")


@pytest.mark.parametrize(
    "given",
    [
        "y = x.decode('hex')",
        "y = x.decode(codec)",
        "y = x.decode()",
        "y = x.gettext('a')",
        "y = x.decode('utf-8')\n    y = other(y)",
        "y = x.decode('utf-8') if x else x",
        "import json; y = json.loads(x, object_hook=g)",
        "import json; d = json.loads(x); d['a'] = x; y = d['b']",
        "import json; d = json.loads(x); d['a'].append(x); y = d['b']",
        "import json; d = json.loads(x); y = d.get('a', x)",
        "import json; d = json.loads(x); y = str(d['a'])",
        "import foo as json; y = json.loads(x)",
        # What may be changed where it is.
        "import json; d = json.loads(x); native(d); y = d['b']",
        "import json; d = json.loads(x); native(z=d['a']); y = d['b']",
        "import json; d = json.loads(x); e = d; e['b'] = x; y = d['b']",
        "import json; d = json.loads(x); e = d['a']; e.append(x); y = d['a'][0]",
        "import json; d = json.loads(x)\n    for r in d: r['n'] = x\n    y = d[0]['n']",
        "import json; d = json.loads(x)\n    for i, r in enumerate(d): r.update(x)\n    y = d[0]['n']",
        "import json; d = json.loads(x); codec.d = d; y = d['b']",
        "import json; d = json.loads(x); codec.append(d); y = d['b']",
        "import json; d = json.loads(x); e = [d, 1]; e[0]['b'] = x; y = d['b']",
        "import json; d = json.loads(x); e = d.get('a') or {}; e['b'] = x; y = d['a']['b']",
        "import json; d = json.loads(x); z = [native(r) for r in d]; y = d[0]",
        "import json; d = json.loads(x); (yield d); y = d['b']",
        "import json; d = json.loads(x); native(lambda: d); y = d['b']",
        "import json; d = json.loads(x); d['a'] += x; y = d['a']",
        "import json; d = json.loads(x); del d['a'][0]; y = d['a']",
        # Another variable of that name stands before it.
        "def g():\n        d = {}; d['k'] = 1\n    import json; d = json.loads(x); d['a'] = x; y = d['b']",
        "import unicodedata; y = unicodedata.name(x)",
        "y = x",
    ],
)
def test_what_may_be_no_text_is_asked(given):
    text = f"def f(x, codec):\n    {given}\n    return isinstance(y, unicode), u''\n"
    assert "return is_text(y), ''" in asked(text)


@pytest.mark.parametrize("name", ["decode", "ugettext"])
def test_methods_of_the_repository_may_give_anything(name):
    text = f"class A:\n    def {name}(self, a): return a\n"
    assert "return is_text(" in asked(f"{text}def f(x):\n    return isinstance(x.{name}('utf-8'), unicode)\n")


PARSED = "import json\nd = json.loads('{}')\ndef f(): return isinstance(d['a'], unicode), u''\n" + PROOF


@pytest.mark.parametrize(
    "more", ["def g(): return d\n", "class A(object):\n    e = d\n", "def g():\n    e = d\n    return e\n"]
)
def test_what_a_file_gives_others_may_be_changed_by_them(more):
    assert "return is_text(" in asked(PARSED + more)


@pytest.mark.parametrize(
    "other", ["from a import d\n", "from .a import *\nd['a'] = 1\n", "from p import a\na.d['a'] = 1\n"]
)
def test_what_another_file_has_may_be_changed_there(other):
    assert "return isinstance(d['a'], str)" in asked(PARSED)
    assert "return is_text(" in migrate(PARSED, "p/a.py", octet_repository(PARSED, other)).text


@pytest.mark.parametrize(
    "use", ["x = x.decode('hex')", "x = x.decode('zlib_codec')", "x = y.decode('utf-8')", "x = str(x)"]
)
def test_octets_that_become_no_text_are_not_asked(use):
    text = f"def f(x, y):\n    if isinstance(x, str):\n        {use}\n    return x\n"
    assert "is_text" not in run(RULE, text + PROOF, key="p/a.py", index=octet_repository(text)).text


def test_octets_and_text_are_told_without_a_word_of_unicode():
    text = "def f(x):\n    if isinstance(x, str):\n        x = x.decode('utf-8')\n    return len(x)\n"
    text += "x = [f(s) for s in ('\\xc3\\xa9', u'\\xe9', u'1 \\u20ac', 'abc')]\n"
    space = {}
    exec(asked(text), space)
    assert space["x"] == [1, 1, 3, 3]
