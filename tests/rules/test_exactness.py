"""Which rewrites mean the same by construction, so that they need not have been executed to be trusted."""

import pytest
from rules.checking import PROOF, octet_repository, run

from environment.traces import Exactness
from migration.engine.pipeline import migrate
from migration.rules.boundaries._own_spelling import spells_in_ascii


def is_exact(rule, text, **where):
    """Whether all that a rule changes in a file of Python 2 is."""
    found = {c.exactness for c in run(rule, text + PROOF, **where).changes if c.author == rule}
    assert found
    return Exactness.SEMANTIC not in found


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("basestring_builtin", "def f(x): return isinstance(x, basestring)\n"),
        ("basestring_builtin", "def f(x):\n    if isinstance(x, basestring): return x.decode('utf-8')\n"),
        ("dict_has_key", "def f(x): return x.has_key(1)\n"),
        ("dict_iteritems", "def f(x):\n    for k, v in x.iteritems(): pass\n"),
        ("dict_views", "def f(x): return x.keys()[0]\n"),
        ("div_method", "class V:\n    def __div__(self, n): return self\n"),
        ("old_division", "def f(): yield 1/0\n"),
        ("function_attributes", "def f(x): return x.im_func\n"),
        ("moved_names", "import os\nos.path.walk(a, b, c)\n"),
        ("decoded_value", "def f(x): return x.decode('utf-8')\n"),
    ],
)
def test_exact(rule, text):
    assert is_exact(rule, text)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("basestring_builtin", "y = b'x'\ndef f(x): return isinstance(x, basestring)\n"),
        (
            "dict_has_key",
            "class D:\n    def has_key(self, k): return 1\n    __contains__ = has_key\ndef f(x): return x.has_key(1)\n",
        ),
        ("decoded_value", "y = 'caf\\xc3\\xa9'\ndef f(x): return x.decode('utf-8')\n"),
        ("dict_views", "class D:\n    def keys(self): return 1\ndef f(x): return x.keys()[0]\n"),
    ],
)
def test_semantic(rule, text):
    assert not is_exact(rule, text)


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("x = struct.unpack('d', binascii.unhexlify(a))[0]\n", True),
        ("f = open(a, 'rb')\n", True),
        ("x = codecs.BOM_UTF8 + a\n", True),
        ("x = a.decode('utf-8')\n", True),
        ("x = a.decode(self.encoding)\n", True),
        ("x = zlib.decompressobj().decompress(a)\n", False),
        ("x = sock.recv(10)\n", False),
    ],
)
def test_octets_that_are_text_at_the_librarys_edges(text, exact):
    head = "import binascii, codecs, pickle, struct\n"
    assert is_exact("octet_text", head + text, key="p/a.py", index=octet_repository(head + text)) is exact


def test_a_literal_of_bytes_is_none_inside_a_text():
    text = "t = {'a': '1', 'b': '2'}, 'B', '3'\ndef f(x): return isinstance(x, basestring)\nf(t)\n"
    assert is_exact("basestring_builtin", text)


def test_a_helper_is_not_rewritten_by_others():
    text = "import zipfile\n"
    text += "def f(n):\n    return zipfile.ZipFile(n).read('a')\nprint f(n).split('a'), b.decode('ascii')\n"
    after = migrate(text, "a.py").text
    assert after.count("decoded(") == 2, after  # its definition, and what the file decodes itself


@pytest.mark.parametrize(
    "body",
    [
        "return 'nan'",
        "return self.__class__.__name__ + '()'",
        "return '<%s at %x: %r>' % (type(self).__name__, id(self), self.text)",
        "return '%d of %5.2f' % self.pair",
        "return '{%s}' % ', '.join(['%s: %s' % (repr(k), repr(v)) for k, v in self.x])",
        "return ', '.join(map(repr, self.values))",
        "return ', '.join(list(map(lambda x: repr(x), self.values)))",
        "r = 'a'\n        for i in self:\n            r += repr(i)\n            r = r + '.'\n        return r",
        "return self.x and 'a' or 'b'",
        "return 'a' if self.x else repr(self.y)",
    ],
)
def test_a_spelling_in_ascii(body):
    assert spells_in_ascii(
        f"class C:\n    x = 1\n\n    def __repr__(self):\n        {body}\n\n    y = '\xe9'\n"
    )


@pytest.mark.parametrize(
    "body",
    [
        "return self.text",
        "return '<%s>' % self.text",
        "return 'caf\xe9'",
        "return",
        "print 1",
        "return f(self)",
    ],
)
def test_another_spelling(body):
    assert not spells_in_ascii(f"class C:\n    def __repr__(self):\n        {body}\n")
