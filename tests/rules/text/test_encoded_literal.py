"""Literals that are encoded and meet text."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "encoded_literal"


@pytest.mark.parametrize(
    "text",
    [
        "x = 'a'.encode('ascii')\n",
        "sock.send('a'.encode('ascii'))\n",
        "x = 'a'.encode('ascii') + b'b'\n",
        "x = 'a'.encode('ascii') + y\n",
        "x = u'a'.encode('utf-8') + 'b'\n",
        "x = 'a'.encode('hex') + 'b'\n",
        "x = 'a'.encode('utf-16') + 'b'\n",
        "x = 'a'.encode('ascii', 'ignore') + 'b'\n",
        "x = name.encode('ascii') + 'b'\n",
        "d = {b'k': 1}\nx = d['k'.encode('ascii')]\n",
        "d = {'k': 1}\nd = f()\nx = d['k'.encode('ascii')]\n",
        "k = 'a'.encode('ascii')\nk = f()\nx = k + 'b'\n",
        "f = open(p, 'wb')\nf.write('a'.encode('ascii'))\n",
        "x = [(1, '&'.encode('utf-8'), '&')]\n",
    ],
)
def test_leaves_what_may_be_meant_as_bytes(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 'b' + 'a'.encode('ascii')\n", "x = 'b' + 'a'\n"),
        ("x = 'a'.encode() == 'b'\n", "x = 'a' == 'b'\n"),
        (
            "d = {'k': 1}\nk = 'k'.encode('ascii')\nx = d.get(k, 2)\n",
            "d = {'k': 1}\nk = 'k'\nx = d.get(k, 2)\n",
        ),
        ("x = 'a'.encode('utf-8') in {'a': 1}\n", "x = 'a' in {'a': 1}\n"),
        ("d = {'k': 1}\nx = d['k'.encode('ascii')]\n", "d = {'k': 1}\nx = d['k']\n"),
        (
            "import io\ns = io.StringIO()\ns.write('a'.encode('ascii'))\n",
            "import io\ns = io.StringIO()\ns.write('a')\n",
        ),
    ],
)
def test_drops_an_encoding_without_effect(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    "use",
    [
        "x = b == 'a'\n",
        "x = b in ['a']\n",
        "x = {b: 1}\n",
        "x = list(b)\n",
        "x = b[0]\n",
        "x = '%s' % b\n",
        "x = '%s %s' % (b, 1)\n",
        "x = '{0}'.format(b)\n",
        "import os\nx = os.path.join('a', b)\n",
        "import os\nx = os.path.basename('/a/' + b)\n",
    ],
)
def test_what_was_unicode_in_python_2_is_text_where_it_is_shown(use):
    check_rule(RULE, "b = u'a'.encode('utf-8')\n" + use, "b = u'a'\n" + use, python2=True)
    check_untouched(RULE, "b = u'a'.encode('utf-8')\n" + use)


@pytest.mark.parametrize(
    "use",
    [
        "x = list(b)\nsock.send(b)\n",
        "import hashlib\nx = list(b)\ny = hashlib.md5(b)\n",
        "x = b.decode('utf-8')\n",
        "f(b)\n",
    ],
)
def test_what_was_unicode_in_python_2_may_be_meant_as_octets(use):
    check_untouched(RULE, "b = u'a'.encode('utf-8')\n" + use, python2=True)
    check_untouched(RULE, "b = u'\\xe9'.encode('utf-8')\nx = list(b)\n", python2=True)


def test_what_becomes_text_is_not_decoded_elsewhere():
    from migration.engine.pipeline import migrate

    before = "b = 'a'.encode('utf-8')\nprint '%s' % b, b == 'a'\n"
    assert migrate(before).text == "b = 'a'\nprint('%s' % b, b == 'a')\n"


def test_a_file_in_memory_stays_one_of_text():
    from migration.engine.pipeline import migrate

    before = "import StringIO\ns = StringIO.StringIO()\ns.write('abc'.encode('ascii'))\n"
    assert migrate(before).text == "import io\ns = io.StringIO()\ns.write('abc')\n"


def test_what_is_decoded_again_stays():
    check_untouched("encoded_literal", "x = 'a'.encode('utf-8').decode('ascii')\n", python2=True)


@pytest.mark.parametrize("use", ["y = x == 'a'\n", "y = x[0]\n", "y = isinstance(x, str)\n", "y = x + 'a'\n"])
def test_what_is_made_ascii_is_text_where_it_meets_text(use):
    made = "x = normalize(t).encode('ascii', 'ignore')"
    check_rule(RULE, f"{made}\n{use}", f'{made}.decode("ascii")\n{use}', python2=True)
    check_untouched(RULE, f"{made}\n{use}")


@pytest.mark.parametrize(
    "text",
    [
        "x = t.encode('ascii')\ny = x == 'a'\nsock.send(x)\n",
        "def f(t):\n    x = t.encode('ascii')\n    if x == 'a': pass\n    return x\n",
        "x = t.encode('ascii')\ny = x == 'a'\nz = x.decode('ascii')\n",
        "x = t.encode('ascii')\n",
        "class C:\n    def encode(self, a): return 1\nx = C().encode('ascii')\ny = x == 'a'\n",
    ],
)
def test_what_is_made_ascii_may_be_octets(text):
    check_untouched(RULE, text, python2=True)
