"""s.encode('hex') → binascii.hexlify."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "codec_methods"


@pytest.mark.parametrize(
    "text",
    [
        "a.encode('utf-8')\n",
        "a.encode(x)\n",
        "a.encode('hex', 'strict')\n",
        "codecs.encode(a, 'hex')\n",
        "import codecs\ncodecs.encode(a, 'hex')\n",
        "import codecs\ncodecs.encode(b'a', 'hex')\n",
        "import codecs\ncodecs.encode('a', 'rot13')\n",
        "import codecs\ncodecs.encode('a', 'utf-8')\n",
        "import codecs\ncodecs.encode('a', codec)\n",
        "import codecs\ncodecs.encode(a.encode('utf-8'), 'hex').decode('ascii')\n",
        "codecs = C()\ncodecs.encode('a', 'hex')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import sys\na = b.encode('unicode-internal')\n",
            'import sys\na = b.encode("utf-32-le" if sys.byteorder == "little" else "utf-32-be")\n',
        ),
        (
            "'a\\n'.encode('string_escape')\n",
            "import codecs\ncodecs.escape_encode(b'a\\n')[0].decode(\"ascii\")\n",
        ),
        ("'abc'.encode('rot13')\n", "import codecs\ncodecs.encode('abc', 'rot13')\n"),
        (
            "s = 'caf\\xe9'\ns.encode('hex')\n",
            'import binascii\ns = \'caf\\xe9\'\nbinascii.hexlify(s.encode("latin-1")).decode("ascii")\n',
        ),
        ("'6162'.decode('hex')\n", "import binascii\nbinascii.unhexlify(b'6162')\n"),
        (
            "'x'.encode('base64').strip()\n",
            "import base64\nbase64.encodebytes(b'x').decode(\"ascii\").strip()\n",
        ),
        (
            "x.encode('zlib')\n",
            'import zlib\n\n\ndef as_bytes(value, encoding="utf-8"):\n    """Bytes for text or bytes."""\n    return value.encode(encoding) if isinstance(value, str) else value\n\n\nzlib.compress(as_bytes(x))\n',  # noqa: E501
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("codecs.encode('ab', 'hex')", "binascii.hexlify(b'ab').decode(\"ascii\")"),
        ("codecs.decode('6162', 'hex_codec')", "binascii.unhexlify(b'6162')"),
        ("codecs.encode('z', 'zip')", "zlib.compress(b'z')"),
        ("codecs.encode('a', 'hex').decode('ascii')", "binascii.hexlify(b'a').decode('ascii')"),
    ],
)
def test_functions_of_codecs_are_given_octets(before, after):
    imports = "import binascii\nimport codecs\nimport zlib\n"
    check_rule("codec_methods", f"{imports}a = {before}\n", f"{imports}a = {after}\n")


def test_functions_of_codecs_in_python_2_alone():
    made = run("codec_methods", "import codecs\na = codecs.encode(x, 'hex')\nn = 1L\n").text
    assert 'a = binascii.hexlify(as_bytes(x)).decode("ascii")\n' in made


def test_hands_on_how_errors_are_handled():
    check_rule(
        "codec_methods",
        "a = '\\\\n'.decode('string_escape', 'replace')\n",
        "import codecs\na = codecs.escape_decode(b'\\\\n', 'replace')[0].decode(\"latin-1\")\n",
    )
    check_untouched("codec_methods", "a = 'x'.encode('hex', 'strict')\n")


def test_leaves_a_class_that_encodes_itself():
    own = "class C(object):\n    def encode(self, kind): pass\nc = C()\n"
    check_untouched("codec_methods", own + "c.encode('hex')\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = 'x'.encode('uu')\n", 'import codecs\na = codecs.encode(b\'x\', "uu").decode("ascii")\n'),
        ("a = b'x'.decode('uu')\n", "import codecs\na = codecs.decode(b'x', \"uu\")\n"),
    ],
)
def test_uu_is_known_to_codecs(before, after):
    check_rule("codec_methods", before, after)


def test_a_class_of_the_repository_may_have_such_methods():
    own = "class B(object):\n    def decode(self, name): return self\n"
    check_untouched("codec_methods", own + "x = f(1).decode('hex')\n")
    outcome = run("codec_methods", own + "x = f(1).decode('hex'), 'a'.decode('hex')\nn = 1L\n")
    assert outcome.text.count("binascii.unhexlify(") == 2


@pytest.mark.parametrize(
    "call",
    [
        "re.sub('%(..)', lambda m: m.group(1).decode('hex'), s)",
        "re.compile('%(..)').sub(lambda m: m.group(1).decode('hex'), s)",
    ],
)
def test_what_is_put_in_the_place_of_text_is_text(call):
    text = f"import re\nx = {call}\ny = s.decode('hex')\n"
    after = migrate(text + "print 1\n").text
    assert after.count('.decode("latin-1")') == 1 and "unhexlify(as_bytes(m.group(1))).decode(" in after


def test_str_of_a_bytearray_is_its_octets(capsys):
    text = (
        "import struct\nfrom binascii import hexlify\nclass F(object):\n    def __init__(self, data):\n"
        "        self.data = bytearray(data)\n    def f(self):\n"
        "        return struct.unpack('<H', str(self.data[1:3]))[0], str(self.data).encode('hex')\n"
        "def show(data): return 'None' if data is None else str(data).encode('hex')\n"
        "f = F('\\xff\\xc3\\xa9')\nprint f.f(), show(f.data), show('a'), show(buffer(f.data, 1)), show(5)\n"
    )
    made = migrate(text, "a.py", index=RepositoryIndex(["a.py"], lambda key: text).taken_for(octets=False))
    assert "str(self.data" not in made.text
    exec(made.text, {"__name__": "m"})
    assert capsys.readouterr().out == "(43459, 'ffc3a9') ffc3a9 61 c3a9 35\n"


def test_the_codec_of_quoted_printable_quotes_blanks():
    text = f"x = 'a b'.encode('quopri')\ny = x.decode('quopri')\n{PROOF}"
    found = run("codec_methods", text).text
    assert "x = quopri.encodestring(b'a b', quotetabs=True).decode(\"ascii\")\n" in found
    assert "y = quopri.decodestring(x)\n" in found
