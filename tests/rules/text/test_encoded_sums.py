"""Encoded text beside native text."""

import hashlib

import pytest
from rules.checking import check_rule, check_untouched

from environment.traces import Observation
from migration.engine.pipeline import migrate

RULE = "encoded_sums"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = 'x' + b.encode('utf-8') + c\n", "a = 'x' + b.encode('utf-8').decode('utf-8') + c\n"),
        ("a = '  ' * n + b.encode('utf-8')\n", "a = '  ' * n + b.encode('utf-8').decode('utf-8')\n"),
        ("a = 'x' + unicode(b).encode('utf-8')\n", "a = 'x' + unicode(b)\n"),
        ("a = 'x' + (u'\\xe9'.encode('utf-8') * 3)\n", "a = 'x' + (u'\\xe9' * 3)\n"),
        ("a = '%s ' % n + b.encode('latin-1')\n", "a = '%s ' % n + b.encode('latin-1').decode('latin-1')\n"),
        ("a = b.encode('utf-8').ljust(9) + 'x'\n", "a = b.encode('utf-8').ljust(9).decode('utf-8') + 'x'\n"),
        (
            "a = 'x' + b.encode(enc).strip().rjust(n, '.')\n",
            "a = 'x' + b.encode(enc).strip().rjust(n, b'.').decode(enc)\n",
        ),
        ("a = b.encode(encoding) + '\\n'\n", "a = b.encode(encoding).decode(encoding) + '\\n'\n"),
        (
            "a = ', '.join(b.encode('ascii', 'replace') for b in c)\n",
            "a = ', '.join(b.encode('ascii', 'replace').decode('ascii') for b in c)\n",
        ),
        ("a = ''.join([b, c.encode('utf-8')])\n", "a = ''.join([b, c.encode('utf-8').decode('utf-8')])\n"),
        (
            "import sys\nsys.stdout.write(b.encode('utf-8') + 'x')\n",
            "import sys\nsys.stdout.write(b.encode('utf-8').decode('utf-8') + 'x')\n",
        ),
        (
            "def f(b):\n    return 'x' + b.encode('utf-8')\n",
            "def f(b):\n    return 'x' + b.encode('utf-8').decode('utf-8')\n",
        ),
    ],
)
def test_stays_text(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "a = b + c.encode('utf-8')\n",
        "a = c.encode('utf-8').ljust(9, x) + 'b'\n",
        "a = c.encode('utf-8').count(9) + 'b'\n",
        "a = s.send(c.encode('utf-8').ljust(9) + 'b')\n",
        "a = b'x' + c.encode('utf-8')\n",
        "import struct\na = 'x' + struct.pack('B', 1) + c.encode('utf-8')\n",
        "s.send('x' + c.encode('utf-8'))\n",
        "f.write('x' + c.encode('utf-8'))\n",
        "import hashlib\na = 'x' + c.encode('utf-8')\nhashlib.md5(a)\n",
        "def raw_bytes(b):\n    return 'x' + b.encode('utf-8')\n",
        "a = 'x' + b.encode('hex')\n",
        "import codecs\na = 'x' + codecs.encode(b, 'utf-8')\n",
        "a = '\\xff' + b.encode('utf-8')\n",
        "a = b.join([c.encode('utf-8')])\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_a_class_of_the_file_calls_encode():
    check_untouched(
        RULE,
        "class C(object):\n    def encode(self, text): return text[::-1]\n"
        "c = C()\nx = c.encode('utf-8') + ' '\n",
        python2=True,
    )
    check_untouched(
        RULE,
        "class C(object):\n    def encode(self, codec): return self.text.encode(codec, 'ignore')\n"
        "class Cs(list):\n    def encode(self, codec):\n        return ', '.join([c.encode(codec) for c in self])\n",
        python2=True,
    )


@pytest.mark.parametrize(
    ("kinds", "after"),
    [
        (("unicode", "unicode ascii"), "''.join([s.encode('utf-8').decode('utf-8') for s in l])"),
        (("str ascii",), "''.join([s.encode('utf-8').decode('utf-8') for s in l])"),
        (("str binary", "unicode"), "''.join([s.encode('utf-8') for s in l])"),
    ],
)
def test_text_that_was_seen_stays_text_where_native_text_joins_it(kinds, after):
    text = "def f(l):\n    return ''.join([s.encode('utf-8') for s in l])\nprint 1\n"
    result = migrate(text, observations=[Observation("encode", 2, 20, kinds)])
    assert f"    return {after}\n" in result.text


COLLECTED = "def f(xs):\n    out = {}\n    for x in xs:\n        out.append({})\n    return {}.join(out)\n"


def test_what_is_collected_to_be_joined_by_native_text():
    encoded = "x.encode('utf-8')"
    for begun in ("[]", "['a']"):
        before = COLLECTED.format(begun, encoded, "''")
        check_rule(RULE, before, before.replace(encoded, encoded + ".decode('utf-8')"), python2=True)
    kept = (
        "class C:\n    def __init__(self):\n        self.n, self.out = 0, []\n    def add(self, x):\n"
        "        self.out.append({})\nc = C()\nprint(''.join(c.out))\n"
    )
    check_rule(RULE, kept.format(encoded), kept.format(encoded + ".decode('utf-8')"), python2=True)


@pytest.mark.parametrize(
    "text",
    [
        COLLECTED.format("[]", "x.encode('utf-8')", "b''"),
        COLLECTED.format("[]", "x.encode('utf-8')", "sep"),
        "def f(xs):\n    out = []\n    for x in xs:\n        try:\n            out.append(x.encode('ascii'))\n"
        "        except UnicodeError:\n            out.append(x.encode('utf-8'))\n    return ''.join(out)\n",
        COLLECTED.format("g()", "x.encode('utf-8')", "''"),
        "y = x.encode('utf-8') or z\n",
        "y = '-'.join([x.encode('utf-8') or b'z'])\n",
        "y = 'a' + (z if x.encode('utf-8') else y)\n",
    ],
)
def test_leaves_what_is_collected_for_octets(text):
    check_untouched(RULE, text, python2=True)


JOINED = "'\\t'.join([c.encode('utf-8').decode('utf-8') for c in r]) + '\\n'"


@pytest.mark.parametrize(
    ("opened", "written"), [("", JOINED), ("fp = open(p, 'wb')\n", f'({JOINED}).encode("utf-8")')]
)
def test_what_native_text_joins_is_text_whatever_it_is_written_to(opened, written):
    before = opened + "fp.write('\\t'.join([c.encode('utf-8') for c in r]) + '\\n')\nn = 1L\n"
    outcome = migrate(before)
    assert f"fp.write({written})\n" in outcome.text
    assert migrate(outcome.text).text == outcome.text


def test_what_two_rules_would_decode_is_decoded_once():
    text = (
        "import sys\ndef show(out, *a):\n    charset = getattr(out, 'encoding', None)\n"
        "    if charset is None: charset = 'utf-8'\n"
        "    out.write(' '.join([g(x).encode(charset, 'replace') for x in a]))\n    out.write('\\n')\n"
        "def g(x): return unicode(x)\ndef h(*a): show(sys.stdout, *a)\nprint 1\n"
    )
    assert migrate(text).text.count(".decode(charset)") == 1


def test_what_methods_give_that_native_text_joins():
    text = (
        "class Data:\n    def html(self): return self.content.encode('utf-8')\n"
        "class Element:\n    def html(self): return '<p>%s</p>' % ''.join([c.html() for c in self.children])\n"
    )
    after = text.replace(".encode('utf-8')", ".encode('utf-8').decode('utf-8')")
    check_rule("encoded_sums", text, after, python2=True)
    check_untouched("encoded_sums", text.replace("''.join", "b''.join"), python2=True)
    check_untouched("encoded_sums", text.replace("c.html()", "c.text()"), python2=True)
    check_untouched("encoded_sums", text.replace("class Data:\n    def html(", "def html("), python2=True)
    check_untouched(
        "encoded_sums", text + "def packed(cs): return b''.join(c.html() for c in cs)\n", python2=True
    )
    octets = "import zlib\nclass Blob:\n    def html(self): return zlib.compress(self.content)\n"
    check_untouched("encoded_sums", octets + text, python2=True)


@pytest.mark.parametrize("other", ["'?'", "{u'\\u20ac': 'EUR'}.get(x, '?')"])
def test_what_may_fail_is_text_beside_native_text(other):
    before = (
        "def f(xs):\n    out = []\n    for x in xs:\n        try:\n            out.append(x.encode('latin-1'))\n"
        f"        except UnicodeError:\n            out.append({other})\n    return ''.join(out)\n"
    )
    after = before.replace("encode('latin-1')", "encode('latin-1').decode('latin-1')")
    check_rule(RULE, before, after, python2=True)


def test_what_is_tried_fails_where_it_failed():
    before = "try:\n    a = 'x' + b.encode('ascii')\nexcept UnicodeError:\n    a = 'y'\n"
    after = before.replace("encode('ascii')", "encode('ascii').decode('ascii')")
    check_rule(RULE, before, after, python2=True)
    before = (
        "def f(b, c):\n    try:\n        print 'x' + b.encode(c, 'replace')\n    except ValueError: pass\n"
    )
    assert ".encode(c, 'replace').decode(c)" in migrate(before.replace("(c,", "(encoding,")).text.replace(
        "encoding", "c"
    )


@pytest.mark.parametrize(
    "item", ["x.encode('utf-8')", "x and x.encode('utf-8') or '-'", "x.encode('utf-8') if x else '-'"]
)
def test_what_native_text_joins_is_encoded_as_a_whole_for_what_takes_octets(item):
    """Text joins no octets, whatever takes the whole; and what is chosen is one of them."""
    text = (
        "import hashlib, socket\n"
        f"def f(xs): return hashlib.md5(','.join([{item} for x in xs])).hexdigest()\n"
        "def g(xs):\n    out = []\n    for x in xs:\n"
        f"        out.append({item})\n"
        "    a, b = socket.socketpair()\n    a.sendall(','.join(out))\n    return b.recv(9)\n"
        f"def h(x): return 'a: ' + ({item})\n"
        "n = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["f"](["\xe9", "b"]) == hashlib.md5("\xe9,b".encode()).hexdigest()
    assert spaces["g"](["\xe9", "b"]) == "\xe9,b".encode()
    assert spaces["h"]("\xe9") == "a: \xe9"
