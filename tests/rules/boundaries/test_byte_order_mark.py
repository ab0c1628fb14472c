"""line.startswith(codecs.BOM_UTF8) → line.startswith(mark_for(line))."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.rules.boundaries.byte_order_mark import HELPER

RULE = "byte_order_mark"
_IMPORT = "import codecs\n"


@pytest.mark.parametrize(
    "text",
    [
        "a = codecs.BOM_UTF8 + b\n",
        "a = codecs.BOM_UTF8 + u'a'.encode('utf-8')\n",
        "a = codecs.BOM_UTF8 + b'a'\n",
        "open(p, mode).write(codecs.BOM_UTF8 + 'a')\n",
        "a = codecs.BOM_UTF8 + open(p, 'rb').read()\n",
        "a = b[:3] == codecs.BOM_UTF8\n",
        "a = codecs.BOM_UTF8.startswith(b)\n",
        "a = b.replace(x, codecs.BOM_UTF8)\n",
        "a = b.replace(codecs.BOM_UTF8, c)\n",
        "a = f().startswith(codecs.BOM_UTF8)\n",
        "a = b.endswith(codecs.BOM_UTF8)\n",
        "a = b.startswith(codecs.BOM_UTF16)\n",
        "a = open(p, 'rb').read()\nb = a.startswith(codecs.BOM_UTF8)\n",
        "a = b[:len(codecs.BOM_UTF8)]\n",
        "def f(codecs, b): return b.startswith(codecs.BOM_UTF8)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, _IMPORT + text, python2=True)


def test_refuses_what_may_be_python_3():
    check_untouched(RULE, _IMPORT + "a = b.startswith(codecs.BOM_UTF8)\n")


def test_rewrites_through_names_and_attributes():
    check_rule(
        RULE,
        "from codecs import BOM_UTF8\nif self.a.startswith(BOM_UTF8): self.a = self.a[len(BOM_UTF8):]\n",
        f"import codecs\nfrom codecs import BOM_UTF8\n\n{HELPER}\n\n"
        "if self.a.startswith(mark_for(self.a)): self.a = self.a[len(mark_for(self.a)):]\n",
        python2=True,
    )


def test_before_a_literal_the_mark_is_a_character():
    before = "import codecs\nopen(p, 'w').write(codecs.BOM_UTF8 + 'a')\n"
    check_rule(RULE, before, before.replace("codecs.BOM_UTF8 +", '"\\N{BYTE ORDER MARK}" +'), python2=True)


def test_in_a_file_of_octets_the_literal_is_octets_too():
    before = "import codecs\nopen(p, 'wb').write(codecs.BOM_UTF8 + 'a')\n"
    check_rule(RULE, before, before.replace("'a'", "b'a'"), python2=True)
    assert "write(codecs.BOM_UTF8 + b'a')" in migrate(before + "print 1\n").text


def test_before_what_a_file_of_text_gives_the_mark_is_a_character():
    before = "import codecs\nraw = open(p).read()\na = codecs.BOM_UTF8 + raw\n"
    after = before.replace("codecs.BOM_UTF8 +", '"\\N{BYTE ORDER MARK}" +')
    check_rule(RULE, before, after, python2=True)


def test_before_a_literal_of_octets_the_mark_is_octets():
    check_rule(
        RULE,
        _IMPORT + "f.write(codecs.BOM_UTF8 + 'caf\\xc3\\xa9')\n",
        _IMPORT + "f.write(codecs.BOM_UTF8 + b'caf\\xc3\\xa9')\n",
        python2=True,
    )


def test_held_against_a_literal_that_spells_it():
    before = "import codecs\na = codecs.BOM_UTF8 == '\\xef\\xbb\\xbf', codecs.BOM_UTF16_LE == 'x'\n"
    check_rule(RULE, before, before.replace("'\\xef", "b'\\xef"), python2=True)
    assert "codecs.BOM_UTF8 == b'\\xef\\xbb\\xbf'" in migrate(before + "print 1\n").text


def test_a_file_in_memory_that_begins_with_a_mark_of_text():
    text = (
        "import codecs\nfrom StringIO import StringIO\nb = StringIO(codecs.BOM_UTF8 + 'a')\nprint b.read()\n"
    )
    assert "b = StringIO(\"\\N{BYTE ORDER MARK}\" + 'a')" in migrate(text).text


@pytest.mark.parametrize("value", ["\xef\xbb\xbfa", "\N{BYTE ORDER MARK}a", b"\xef\xbb\xbfa", "a", b"a"])
def test_a_mark_in_text_that_spells_octets_is_one(value):
    text = (
        "import codecs\ndef f(a):\n    if a.startswith(codecs.BOM_UTF8):\n        return a[len(codecs.BOM_UTF8):]\n"
        "    return a\nn = 1L\n"
    )
    spaces: dict = {}
    exec(migrate(text).text, spaces)
    assert spaces["f"](value) in ("a", b"a")


@pytest.mark.parametrize("how", ["replace(codecs.BOM_UTF8, '', 1)", "lstrip(codecs.BOM_UTF8)"])
@pytest.mark.parametrize("value", ["\xef\xbb\xbfa", "\N{BYTE ORDER MARK}a", "a"])
def test_a_mark_that_is_taken_out_of_text(how, value):
    spaces: dict = {}
    exec(migrate(f"import codecs\ndef f(a):\n    return a.{how}\nn = 1L\n").text, spaces)
    assert spaces["f"](value) == "a"


def test_the_helper_is_left_where_nothing_shows_which_python_a_file_is_for():
    text = (
        "import codecs\ndef head(s):\n    if s.startswith(codecs.BOM_UTF8):\n"
        "        return s[len(codecs.BOM_UTF8):]\n    return s\n"
        "print repr(head('\\xef\\xbb\\xbfabc'))\nprint repr(head(open('d', 'rb').read()))\n"
    )
    made = migrate(text).text
    assert "mark_for(s)" in made and migrate(made).text == made
