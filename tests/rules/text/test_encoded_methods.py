"""Text that is made ASCII and goes on as native text."""

import pytest
from rules.checking import check_rule, check_untouched

from environment.traces import Observation
from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "encoded_methods"


@pytest.mark.parametrize(
    "text",
    [
        "a = b.encode('hex').replace(' ', '-')\n",
        "import hashlib\na = hashlib.md5(b.encode('utf-8').replace(' ', '-'))\n",
        "import codec\na = codec.encode('utf-8').replace(' ', '-')\n",
        "a = b.encode('ascii', 'ignore').replace(b' ', b'-')\n",
        "a = b.encode('ascii', 'ignore').replace(c, d)\n",
        "a = b.encode('ascii', 'ignore').startswith('c')\n",
        "a = b.encode('ascii', 'ignore').lower()\n",
        "a = b.encode('utf-8').strip().replace(c, d)\n",
        "a = b.encode('utf-8').strip().replace(b' ', b'-')\n",
        "a = b.encode('hex').strip().replace(' ', '-')\n",
        "a = b.encode('utf-8').split()[0].replace(' ', '-')\n",
        "a = b.encode('ascii', 'ignore').decode('ascii').replace(' ', '-')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    "method",
    ["replace('&', '&amp;', 1).replace('<', '&lt;')", "strip('-')", "split(' ', 1)", "rpartition('.')"],
)
def test_stays_text(method):
    head = "a = b.encode('ascii', 'xmlcharrefreplace')"
    check_rule(RULE, f"{head}.{method}\n", f"{head}.decode('ascii').{method}\n", python2=True)


@pytest.mark.parametrize("between", ["strip()", "strip().lower()"])
def test_stays_text_behind_methods_that_are_told_nothing(between):
    check_rule(
        RULE,
        f"a = b.encode('utf-8').{between}.replace(' ', '-')\n",
        f"a = b.encode('utf-8').{between}.decode('utf-8').replace(' ', '-')\n",
        python2=True,
    )


def test_octets_change_as_they_did():
    names = {}
    text = "def f(s): return s.encode('utf-8').strip().lower().replace('a', 'b')\nn = 1L\n"
    made = migrate(text).text
    exec(made, names)
    assert names["f"](" \xc9A\xa0") == "\xc9b\xa0" and migrate(made).text == made


def test_all_rules_together():
    names = {}
    text = "def slug(a): return a.encode('ascii', 'ignore').replace(' ', '-').strip('-').lower()\nn = 1L\n"
    exec(migrate(text).text, names)
    assert names["slug"]("-Été à la mer") == "t--la-mer"


@pytest.mark.parametrize(
    ("seen", "made"),
    [
        ("unicode ascii", "b.encode('ascii', 'ignore').decode('ascii')"),
        ("unicode", "b.encode('ascii', 'ignore').decode('ascii')"),
        ("str ascii", "b"),
    ],
)
def test_decoded_once_where_2_7_was_watched(seen, made):
    text = "a = b.encode('ascii', 'ignore').replace(' ', '-') + 'c'\nn = 1L\n"
    after = migrate(text, observations=(Observation("encode", 1, 4, (seen,)),)).text
    assert after.startswith(f"a = {made}.replace(' ', '-') + 'c'\n")


def test_no_argument_of_what_follows_is_bytes_where_unicode_was_encoded():
    text = "b = u'x'\na = (u'y' + b).encode('ascii', 'xmlcharrefreplace').replace('&', '&amp;', 1)\n"
    assert ".decode('ascii').replace('&', '&amp;', 1)\n" in migrate(text + "n = 1L\n").text
    assert ".replace(b'&', b'&amp;', 1)\n" in migrate(text).text, "unless nothing shows that it is Python 2's"


@pytest.mark.parametrize(
    "encoded", ["encode('ascii')", "encode('utf-8', 'ignore')", "encode('ascii', 'strict')"]
)
def test_what_native_literals_are_asked_of_was_a_native_string(encoded):
    codec = encoded.split("'")[1]
    text = f"a = b.{encoded}.replace(' ', '-')\n"
    check_rule(RULE, text, text.replace(f".{encoded}", f".{encoded}.decode('{codec}')"), python2=True)


def test_an_encoded_literal_is_text_for_all_rules_or_for_none():
    space = {}
    exec(migrate("x = u'a b'.encode('utf-8').split(' ')\nprint x\n").text, space)
    assert space["x"] in (["a", "b"], [b"a", b"b"])


def test_what_is_made_text_is_not_made_octets_by_another_rule():
    """That the receiver is text for certain, which the whole repository shows, makes its encoding octets elsewhere."""
    texts = {
        "a.py": "from b import Page\nfor i, line in enumerate(Page('x').render().encode('utf-8').split('\\n')):\n"
        "    print '%2d|%s' % (i, line)\n",
        "b.py": "class Page:\n    def __init__(self, t):\n        self.t = t\n    def render(self):\n"
        "        return u''.join(map(unicode, [self.t]))\n",
    }
    done = migrate(texts["a.py"], "a.py", RepositoryIndex(texts, texts.__getitem__)).text
    assert ".split('\\n')" in done and "b'" not in done
