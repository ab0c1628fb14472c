"""isinstance(x, str) before x.decode(…)."""

import pytest
from rules.checking import PROOF, PROOF_AFTER, check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "decoded_guard"


@pytest.mark.parametrize(
    "text",
    [
        "if isinstance(a, str):\n    b = b.decode('x')\n",
        "if isinstance(a, str):\n    pass\nelse:\n    a = a.decode('x')\n",
        "if not isinstance(a, str):\n    a = a.decode('x')\n",
        "if isinstance(a, str) or b:\n    a = a.decode('x')\n",
        "if isinstance(f(), str):\n    a = f().decode('x')\n",
        "if isinstance(a, basestring):\n    a = a.decode('x')\n",
        "def f(str, a):\n    if isinstance(a, str):\n        a = a.decode('x')\n",
        "a = isinstance(a, str)\nb = a.decode('x')\n",
        "if isinstance(a, str):\n    a = unicode(a)\n",
        "if isinstance(a, str):\n    a = getdecoder(c)(a)\n",
        "import codecs\nif isinstance(a, str):\n    a = codecs.getencoder(c)(a)\n",
        "import codecs\nif isinstance(a, str):\n    a = codecs.getdecoder(c)(b)\n",
        "import codecs\nif isinstance(a, str):\n    a = codecs.open(a)\n",
        "if isinstance(a, str):\n    f(a)\nelif isinstance(a, list):\n    pass\n",
        "if type(a) is str:\n    b = b.decode('x')\n",
        "if type(a) is not str:\n    a = a.decode('x')\n",
        "if type(a) is str:\n    pass\nelse:\n    a = a.decode('x')\n",
        "def type(a): pass\nif type(a) is str:\n    a = a.decode('x')\n",
        "if type(a) is str is b:\n    a = a.decode('x')\n",
        "if type(a) in (str, int):\n    a = a.decode('x')\n",
        "if type(a) is str:\n    f(a)\n",
        "def f(a):\n    t = type(a)\n    if t is str:\n        g(a)\n",
        "def f(a, t):\n    if t is str:\n        a = a.decode('x')\n",
        "def f(a):\n    t = type(a)\n    t = g(t)\n    if t is str:\n        a = a.decode('x')\n",
        "def f(a):\n    t = type(a)\n    a = g(a)\n    if t is str:\n        a = a.decode('x')\n",
        "def f(a):\n    t = type(a)\n    def g(a):\n        if t is str:\n            a = a.decode('x')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_refuses_in_a_file_that_may_be_python_3():
    check_untouched(RULE, "if isinstance(a, str):\n    a = a.decode('x')\n")


@pytest.mark.parametrize(
    "text",
    [
        "if isinstance(a.b, {}) and c:\n    a.b = a.b.decode()\n",
        "a = a.decode('x') if isinstance(a, {}) else a\n",
        "a = isinstance(a, {}) and a.decode('x') or a\n",
        "if isinstance(a, {}):\n    if c:\n        return_ = g(unicode(a, 'x'))\n",
    ],
)
def test_rewrites(text):
    check_rule(RULE, text.format("str"), text.format("(bytes, str)"), python2=True)


@pytest.mark.parametrize("asked", ["is str", "== str", "is types.StringType"])
@pytest.mark.parametrize("rest", [":\n    a = a.decode('x')\n", " and c:\n    a = unicode(a, 'x')\n"])
def test_a_type_asked_for_lets_both_through(asked, rest):
    head = "import types\n"
    check_rule(
        RULE, f"{head}if type(a) {asked}{rest}", f"{head}if type(a) in (bytes, str){rest}", python2=True
    )


def test_only_bytes_of_a_type_asked_for_get_to_a_codec():
    text = "import codecs\nif type(a) is {}: a = codecs.utf_8_decode(a)[0]\n"
    check_rule(RULE, text.format("str"), text.format("bytes"), python2=True)


@pytest.mark.parametrize("decoding", ["getdecoder(c)(a, errors=e)[0]", "decode(a, c)", "utf_8_decode(a)[0]"])
def test_only_bytes_get_to_a_codec(decoding):
    text = f"import codecs\nif isinstance(a, {{}}):\n    a = codecs.{decoding}\n"
    check_rule(RULE, text.format("str"), text.format("bytes"), python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "if isinstance(a, unicode):\n    a = a.encode()\nelif isinstance(a, {}):\n    f(a)\n",
        "if isinstance(a, unicode):\n    f()\nelif b:\n    g()\nelif isinstance(a, {}):\n    f(a)\n",
        "def f(a):\n    if isinstance(a, unicode):\n        return a\n    if isinstance(a, {}):\n        return g(a)\n",
        "if isinstance(a, {}):\n    a = a.decode()\nelif isinstance(a, unicode):\n    f(a)\n",
        "import struct\nif isinstance(a, {}):\n    struct.unpack('B', a)\nelif isinstance(a, unicode):\n    f(a)\n",
    ],
)
def test_text_goes_where_unicode_is_asked_for(text):
    outcome = run(RULE, text.format("str") + PROOF)
    assert outcome.text == text.format("bytes") + PROOF_AFTER


@pytest.mark.parametrize(
    "text",
    [
        "if isinstance(a, str):\n    f(a)\nelif isinstance(a, unicode):\n    f(a.encode())\n",
        "if isinstance(b, unicode):\n    f(b)\nelif isinstance(a, str):\n    f(a)\n",
        "if isinstance(a, unicode):\n    a = a.encode()\nif isinstance(a, str):\n    f(a)\n",
        "if isinstance(a, (unicode, int)):\n    f(a)\nelif isinstance(a, str):\n    f(a)\n",
    ],
)
def test_native_strings_stay_text(text):
    check_untouched(RULE, text, python2=True)


def test_octets_that_stay_text_do_not_go_where_unicode_is_asked_for():
    text = "if isinstance(a, str):\n    a = a.decode()\nelif isinstance(a, unicode):\n    f(a)\n" + PROOF
    files = {
        "p/__init__.py": "",
        "p/a.py": text,
        "p/b.py": "x = chr(1)\n" * 20,
        "p/c.py": "x = ord(y)\n" * 20,
    }
    outcome = run(RULE, text, key="p/a.py", index=RepositoryIndex(files, files.get))
    assert outcome.text.startswith("if isinstance(a, (bytes, str)):")


def test_text_that_is_made_of_octets_by_a_class_of_text():
    text = "class T(unicode):\n    def __new__(cls, x, codec='utf-8'):\n        if isinstance(x, str):\n"
    text += "            return unicode.__new__(cls, x, codec)\n        return unicode.__new__(cls, x)\n"
    check_rule(
        "decoded_guard", text, text.replace("isinstance(x, str)", "isinstance(x, bytes)"), python2=True
    )


@pytest.mark.parametrize("same", ["==", "is"])
@pytest.mark.parametrize("decoded", ["x.decode(c)", "unicode(x, c)", "unicode(str, c)", "str.decode(c)"])
def test_a_type_that_is_held_against_both(same, decoded):
    text = "def f(x, c):\n    if type(x) {} {}:\n        x = {}\n    elif type(x) != {}:\n        raise ValueError\n"
    before = text.format(same, "str", decoded, "unicode")
    assert f"if type(x) {same} bytes:" in run(RULE, before + PROOF).text
    check_untouched(RULE, text.format(same, "str", "x.strip()", "unicode"), python2=True)
    check_untouched(RULE, text.format("!=", "str", "x.decode(c)", "unicode"), python2=True)
    alone = run(RULE, text.format(same, "str", decoded, "int") + PROOF)
    assert "if type(x) in (bytes, str):" in alone.text


def test_a_type_with_a_name_is_that_of_the_value():
    text = "def f(a):\n    kind = type(a)\n    if {}:\n        a = a.decode('x')\n"
    check_rule(RULE, text.format("kind is str"), text.format("kind in (bytes, str)"), python2=True)


def test_of_a_type_with_a_name_text_went_the_way_before():
    text = (
        "def f(a):\n    kind = type(a)\n    if kind is unicode:\n        a = a.encode('x')\n"
        "    elif kind is {}:\n        a = g(a)\n    return a\n"
    )
    assert "elif kind is bytes" in run(RULE, text.format("str") + PROOF).text
