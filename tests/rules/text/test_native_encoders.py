"""def utf8(s): return s.encode('utf-8'), called to make native text."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "native_encoders"
FUNCTION = "def f(s, encoding='utf-8'):\n    return s.encode(encoding)\n"
DECODED = FUNCTION.replace("encode(encoding)", "encode(encoding).decode(encoding)")


@pytest.mark.parametrize(
    "use",
    [
        "a = f(x)\n",
        "sock.sendall(f(x))\nprint('%s' % f(x))\n",
        "import hashlib\na = hashlib.md5(f(x))\nb = '%s' % f(x)\n",
        "a = f(x)\nsock.send(a)\nb = 'x' + a\n",
        "a = '' + f(x)\n",
        "a = '\\xe9' + f(x)\n",
        "a = b'x' + f(x)\nb = '%s' % f(x)\n",
        "assert f(x) == b'x'\nb = '%s' % f(x)\n",
        "class C:\n    def m(self):\n        return '%s' % self.f(x)\n",
    ],
)
def test_leaves_what_may_be_meant_as_octets(use):
    check_untouched(RULE, FUNCTION + use, python2=True)


@pytest.mark.parametrize(
    "function",
    [
        "def f(s):\n    return s.encode('hex')\n",
        "def f(s):\n    return s.encode('utf-16')\n",
        "def f(s, other):\n    return s.encode(other)\n",
        "import codec\ndef f(s):\n    return codec.encode(s)\n",
        "def to_bytes(s):\n    return s.encode('ascii')\nf = to_bytes\nx = '%s' % to_bytes(y)\n",
        "def f(s):\n    if isinstance(s, bytes):\n        return s\n    return s.encode('ascii')\n",
        "import zlib\ndef f(s):\n    if s:\n        return s.encode('ascii')\n    return zlib.compress(s)\n",
        "def f(s):\n    s = s.encode('ascii')\n    sock.send(s)\n    return s\n",
        "@cached\ndef f(s):\n    return s.encode('ascii')\n",
    ],
)
def test_leaves_functions_that_give_back_something_else(function):
    check_untouched(RULE, function + "a = '%s' % f(x)\n", python2=True)


def test_leaves_python_3():
    check_untouched(RULE, FUNCTION + "a = '%s' % f(x)\n")


@pytest.mark.parametrize(
    "use",
    [
        "a = '%s' % f(x)\n",
        "a = '<%s>%s</%s>' % (y, f(x, 'latin-1'), y)\n",
        "a = 'x' + f(x) + y\n",
        "a = y + 'x' + f(x)\n",
        "a = f(x) + 'x'\n",
        "a = f(x)\nif a:\n    b = 'x: %s' % a\n",
        "a = ', '.join([f(x), y])\n",
        "a = ', '.join(f(x) for x in y)\n",
        "a = getattr(x, f(y))\n",
    ],
)
def test_what_native_text_is_made_of_is_text(use):
    check_rule(RULE, FUNCTION + use, DECODED + use, python2=True)


def test_a_method_is_known_by_its_name():
    text = (
        "class W(object):\n    def enc(self, s):\n        if not isinstance(s, basestring):\n"
        "            s = str(s)\n        elif self.encoding:\n"
        "            s = s.encode(self.encoding)\n        return s\n"
        "    def put(self, s):\n        return '<%s>' % self.enc(s)\n"
    )
    assert "s.encode(self.encoding).decode(self.encoding)" in run(RULE, text + PROOF).text
    second = "class V(object):\n    def enc(self, s):\n        return s\n"
    assert ".decode(" not in run(RULE, text + second + PROOF).text


def test_where_an_encoding_is_asked_for_such_calls_tell():
    text = (
        "def f(s, encoding=None):\n    if encoding:\n        s = s.encode(encoding)\n    return s\n"
        "x = '<%s>' % f({})\n"
    )
    assert ".decode(encoding)" in run(RULE, text.format("s, 'utf-8'") + PROOF).text
    assert ".decode(encoding)" in run(RULE, text.format("s, encoding=e") + PROOF).text
    assert ".decode(" not in run(RULE, text.format("s") + PROOF).text


def test_what_replaces_the_finds_of_a_native_pattern_is_text():
    text = (
        "import re\ndef f(match):\n    try:\n        found = unichr(int(match.group(1))).encode(encoding)\n"
        "    except UnicodeError:\n        found = match.group()\n    return found\nx = re.sub('&#(\\d+);', f, data)\n"
    )
    assert ".encode(encoding).decode(encoding)" in run(RULE, text + PROOF).text
    assert ".decode(" not in run(RULE, text.replace("'&", "b'&") + PROOF).text


@pytest.mark.parametrize("use", ["', '.join(map(f, xs))", "', '.join(list(map(f, xs)))"])
def test_what_is_made_of_each_of_several_values_and_joined_is_text(use):
    assert ".decode(encoding)" in run(RULE, f"{FUNCTION}a = {use}\n{PROOF}").text
    empty = use.replace("', '", "''")
    assert ".decode(" not in run(RULE, f"{FUNCTION}a = {empty}\n{PROOF}").text
    assert ".decode(" not in run(RULE, f"def map(f, x): pass\n{FUNCTION}a = {use}\n{PROOF}").text


def test_callers_in_other_files_tell_too(tmp_path):
    from migration.engine.pipeline import migrate
    from migration.repository.index import RepositoryIndex

    texts = {
        "a.py": "def utf8(s):\n    return s.encode('utf-8')\nn = 1L\n",
        "b.py": "from a import utf8\nx = '<%s>' % utf8(u'y')\n",
    }

    def migrated(texts):
        index = RepositoryIndex(list(texts), texts.get)
        return migrate(texts["a.py"], "a.py", index).text

    assert "encode('utf-8').decode('utf-8')" in migrated(texts)
    sent = texts["b.py"] + "s.sendall(utf8(u'z'))\n"
    assert ".decode(" not in migrated({**texts, "b.py": sent})


METHODS = "class A(object):\n    def show(self, codec='utf-8'): return self.x.encode(codec)\n"
SHOWN = "print '<%s>' % A().show()\n"


def test_methods_of_one_name_that_all_encode():
    other = METHODS.replace("class A", "class B") + SHOWN
    assert migrate(METHODS + other).text.count("encode(codec).decode(codec)") == 2
    kept = other.replace("self.x.encode(codec)", "self.x")
    assert "decode(" not in migrate(METHODS + kept).text


def test_what_is_written_to_a_file_of_octets_is_encoded_for_that():
    text = METHODS + "    def save(self, path): open(path, 'wb').write(self.show())\n" + SHOWN
    made = migrate(text).text
    assert "encode(codec).decode(codec)" in made and "write(as_bytes(self.show()))" in made
    for other in (text.replace("='utf-8'", ""), text.replace("utf-8", "latin-1")):
        assert "decode(" not in migrate(other).text


@pytest.mark.parametrize(
    ("test", "tolerant"),
    [
        ("type(s) != str", True),
        ("type(s) is not types.StringType", True),
        ("s and not isinstance(s, str)", True),
        ("type(s) != unicode", False),
        ("isinstance(s, str)", False),
        ("s or not isinstance(s, str)", False),
        ("not isinstance(t, str)", False),
    ],
)
def test_octets_come_where_no_native_string_does(test, tolerant):
    text = (
        f"import types\ndef f(s, t=None, encoding='utf-8'):\n    if {test}:\n        return s.encode(encoding)\n"
        "    return s\na = '%s' % f(x)\n"
    )
    made = run(RULE, text + PROOF).text
    assert ("return decoded(s, encoding)" in made) is tolerant
    assert ("return s.encode(encoding).decode(encoding)" in made) is not tolerant
