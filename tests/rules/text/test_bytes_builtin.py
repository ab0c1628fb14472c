"""bytes()."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "bytes_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "x = bytes(y)\n",
        "x = bytes('a', 'ascii')\n",
        "x = bytes([1, 2])\n",
        "x = bytes()\n",
        "def bytes(n): return n\nx = bytes(5)\n",
        "x = bytes(b'a')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "x = bytes(5)\n")


@pytest.mark.parametrize(
    ("before", "after"), [("x = bytes(5)\n", "x = str(5)\n"), ("x = bytes('a')\n", "x = bytes(b'a')\n")]
)
def test_spells(before, after):
    check_rule(RULE, before, after, python2=True)


def test_a_name_that_python_looks_up_is_text():
    text = "d[bytes(a.lower())] = 1\nx = bytes(a.strip().lower())\n"
    text = "a = u'A'\n" + text
    check_rule("bytes_builtin", text, text.replace("bytes(a.lower())", "str(a.lower())"), python2=True)


def test_of_a_literal_python_3_has_none():
    check_rule(RULE, "x = bytes('a')\n", "x = bytes(b'a')\n")
    check_untouched(RULE, "try:\n    x = bytes('a')\nexcept TypeError:\n    x = b'a'\n")


def test_octets_that_stay_text():
    text = (
        "class B(object):\n    def __init__(self, data=''):\n        self.buffer = bytes(data)\n"
        "    def clear(self):\n        self.buffer = bytes('')\n    def add(self, d):\n        self.buffer += d\n"
    )
    other = "import zlib\nprint zlib.compress('a'), zlib.compress('b'), '\\xff\\xfe', chr(200)\n"
    texts = {"a.py": text, "b.py": other}
    index = RepositoryIndex(list(texts), texts.get)
    assert index.octets
    spaces = {}
    exec(migrate(text, "a.py", index).text, spaces)
    b = spaces["B"]()
    b.add("x")
    assert b.buffer == "x"
    b.clear()
    assert b.buffer == ""


def test_what_native_strings_can_do_by_another_name():
    check_rule("bytes_builtin", "x = dir(bytes)\n", "x = dir(str)\n", python2=True)
    check_untouched("bytes_builtin", "x = dir(bytes)\nprint(x, end='')\n")
    check_untouched("bytes_builtin", "bytes = f()\nx = dir(bytes), dir(), dir(str)\n", python2=True)


def test_what_is_no_native_string_is_made_one():
    text = "def f(x):\n    if not isinstance(x, bytes):\n        x = bytes(x)\n    return x + 'a'\n"
    check_rule(RULE, text, text.replace("bytes", "str"), python2=True)
    decoded = text.replace("return x + 'a'", "return x.decode('utf-8')")
    assert "x = str(x)\n" in run(RULE, decoded + PROOF).text
    check_untouched(RULE, text)
    for other in (
        text.replace("not isinstance(x", "isinstance(x"),
        text.replace("isinstance(x", "isinstance(y"),
        text.replace("x, bytes", "x, str"),
        text + "f(bytearray(5))\n",
        text.replace("return x + 'a'", "sock.sendall(x)"),
    ):
        check_untouched(RULE, other, python2=True)


def test_no_octets_that_others_are_joined_by():
    text = (
        "try:\n    join = bytes().join\nexcept NameError:\n    join = ''.join\nx = join(['a'])\nn = bytes()\n"
    )
    other = "import zlib\nprint zlib.compress('a'), zlib.compress('b'), '\\xff\\xfe', chr(200)\n"
    texts = {"a.py": text, "b.py": other}
    made = migrate(text, "a.py", RepositoryIndex(list(texts), texts.get)).text
    assert "join = str().join" in made and "n = bytes()" in made
    check_untouched("bytes_builtin", text, python2=True)


def test_octets_are_made_of_anything_where_text_is_without_a_mark(capsys):
    text = (
        "# encoding: utf-8\nfrom __future__ import unicode_literals\nclass A(object):\n"
        "    def __init__(self, n): self.n = n\n"
        "    def __str__(self): return b'<' + bytes(self.n) + b'>'\n"
        "def f(x): return bytes(x)\n"
        "print f(A('a')).encode('hex'), b''.join(map(bytes, [A('b'), 'c', 4])).encode('hex'), str(A('d')) + ','\n"
    )
    made = migrate(text, "a.py", RepositoryIndex(["a.py"], lambda key: text)).text
    exec(made, {"__name__": "m"})
    assert capsys.readouterr().out == "3c613e 3c623e6334 <d>,\n"
    assert migrate(made, "a.py", RepositoryIndex(["a.py"], lambda key: made)).text == made


@pytest.mark.parametrize(
    "text",
    [
        "def f(x): return bytes(x)\n",
        "from __future__ import unicode_literals\ndef f(x): return bytes(x), map(bytes, x)\n",
        "from __future__ import unicode_literals\nn = 1L\ndef f(x): return bytes([x]), bytes(i for i in x)\n",
        "from __future__ import unicode_literals\nn = 1L\ndef f(x): return bytes(x, 'ascii'), bytes(b'a')\n",
        "from __future__ import unicode_literals\nbytes = f\nn = 1L\ndef f(x): return bytes(x), map(bytes, x)\n",
        "from __future__ import unicode_literals\nn = 1L\ndef f(x): return bytes(bytearray(x))\n",
    ],
)
def test_octets_are_made_by_the_builtin_elsewhere(text):
    assert "octets_of" not in migrate(text).text
