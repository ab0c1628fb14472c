"""unicode → str."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from environment.traces import Observation
from migration.engine.pipeline import migrate

RULE = "unicode_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "unicode = str\nunicode(a)\n",
        "def f(unicode): return unicode(1)\n",
        "try:\n    unicode\nexcept NameError:\n    unicode = str\nunicode(1)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("unicode(a)\n", "str(a)\n"),
        ("map(unicode, a)\n", "map(str, a)\n"),
        ("isinstance(a, (str, unicode))\n", "isinstance(a, str)\n"),
        ("isinstance(a, (unicode, str, list))\n", "isinstance(a, (str, list))\n"),
        ("isinstance(a, (list,\n    str, unicode))\n", "isinstance(a, (list,\n    str))\n"),
        ("isinstance(a, (int, unicode, list))\n", "isinstance(a, (int, str, list))\n"),
        ("b = type(a) in [str, unicode]\n", "b = type(a) in [str]\n"),
        ("b = type(a) in (str, unicode)\n", "b = type(a) in (str,)\n"),
        ("b = a not in ((unicode), (str))\n", "b = a not in ((str),)\n"),
        ("for a in (str, unicode): b\n", "for a in (str, str): b\n"),
        ("b = isinstance(a, str) or isinstance(a, unicode)\n", "b = isinstance(a, str)\n"),
        ("b = isinstance(a, unicode) or isinstance(a, str)\n", "b = isinstance(a, str)\n"),
        (
            "b = isinstance(a, unicode) and isinstance(a, str)\n",
            "b = isinstance(a, str) and isinstance(a, str)\n",
        ),
        ("unicode(b'a', 'utf-8')\n", "str(b'a', 'utf-8')\n"),
        ("unicode('a', 'utf-8')\n", "'a'\n"),
        (
            "unicode(a, 'utf-8')\n",
            'def decoded(value, encoding="ascii", errors="strict"):\n    """Text for text or bytes."""\n    return value if isinstance(value, str) else str(value, encoding, errors)\n\n\ndecoded(a, \'utf-8\')\n',  # noqa: E501
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_never_makes_str_call_itself():
    text = "class C:\n    def __str__(self):\n        return {}\n"
    for before in ("unicode(self)", "unicode(self).encode('utf-8')"):
        check_rule(RULE, text.format(before), text.format("self.__unicode__()"))
    check_rule(RULE, text.format("f(unicode(self))"), text.format("f(self.__unicode__())"))


def test_a_class_shows_what_those_that_derive_from_it_say():
    base = "class Model(object):\n    def __str__(self):\n        if hasattr(self, '__unicode__'):\n"
    base += "            return unicode(self).encode('utf-8')\n        return 'model'\n"
    names: dict = {}
    exec(migrate(f"{base}class A(Model):\n    def __unicode__(self): return u'a'\n").text, names)
    assert (str(names["A"]()), str(names["Model"]())) == ("a", "model")


@pytest.mark.parametrize(
    ("argument", "kinds", "after"),
    [
        ("x", ["unicode ascii", "unicode"], "str(x)"),
        ("x", ["str ascii"], "text_of(x)"),
        ("x", ["str ascii", "unicode"], "text_of(x)"),
        ("x", ["str ascii", "int"], "text_of(x)"),
        ("x", ["unicode", "int"], "str(x)"),
        ("repr(x)", ["str ascii"], "str(repr(x))"),
    ],
)
def test_what_was_seen_decides_about_an_unknown_value(argument, kinds, after):
    text = f"def f(x):\n    return unicode({argument})\n"
    result = migrate(text, observations=[Observation("unicode", 2, 19, tuple(kinds))])
    assert result.text.endswith(f"def f(x):\n    return {after}\n")
    assert len(result.verdicts) == (kinds != ["unicode", "int"])
    assert migrate(text).text == "def f(x):\n    return str(" + argument + ")\n"


def test_what_no_test_handed_over_is_text_as_well():
    text = "class C:\n    def __unicode__(self):\n        return u'c'\n\n\ndef f(x):\n    return unicode(x)\n"
    result = migrate(text, observations=[Observation("unicode", 7, 19, ("str ascii",))])
    names = {}
    exec(result.text, names)
    assert [names["f"](x) for x in ("a", b"a", 5, names["C"]())] == ["a", "a", "5", "c"]
    with pytest.raises(UnicodeDecodeError):
        names["f"](b"\xe9")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("unicode('caf\\xc3\\xa9', 'utf-8')\n", "str(b'caf\\xc3\\xa9', 'utf-8')\n"),
        ("unicode('\\xff')\n", "str(b'\\xff', \"ascii\")\n"),
        ("unicode('\\xff', errors='ignore')\n", "str(b'\\xff', \"ascii\", errors='ignore')\n"),
        ("unicode('\\xff', encoding='utf-8')\n", "str(b'\\xff', encoding='utf-8')\n"),
    ],
)
def test_octets_that_are_spelled_out_are_decoded(before, after):
    check_rule(RULE, before, after)


def test_asks_for_the_other_text():
    text = "class E(Exception):\n    def __unicode__(self): return u'x'\ne = E()\nx = {}(e), {}(3)\n"
    outcome = run("unicode_builtin", text.format("unicode", "unicode"))
    assert outcome.text.endswith(text.format("unicode_text", "str").partition("\n")[2])


def test_a_literal_that_is_read_by_the_codec_of_its_file():
    text = "# coding: utf-8\nx = unicode('Perić', 'utf-8')\n"
    check_rule("unicode_builtin", text, text.replace("unicode('Perić', 'utf-8')", "'Perić'"))
    assert "unicode" not in migrate(text.replace("'utf-8'", "'cp1250'")).text
    assert "'cp1250'" in migrate(text.replace("'utf-8'", "'cp1250'")).text


def test_each_of_several_objects_says_its_unicode():
    """Where a class of the file says something else as str(), for what map() makes text of as well."""
    text = (
        "class U(object):\n    def __unicode__(self): return u'x\\xe9'\n"
        "    def __str__(self): return unicode(self).encode('ascii', 'replace')\n"
        "x = u', '.join(map(unicode, [U()]))\n"
    )
    assert "map(unicode_text, [U()])" in run(RULE, text).text
    assert "map(str, [V()])" in run(RULE, "class V: pass\nx = map(unicode, [V()])\n").text


def test_what_may_be_octets_has_to_be_ascii_where_that_is_tried():
    text = (
        "def unicodify(name):\n    try:\n        return unicode(name)\n    except UnicodeError:\n"
        "        return unicode(name, 'latin-1')\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert [spaces["unicodify"](x) for x in (b"a", b"\xe9", "é", 3)] == ["a", "é", "é", "3"]
    for other in (
        text.replace("UnicodeError", "KeyError"),
        text.replace("unicode(name)", "unicode(name + u'')"),
    ):
        assert "text_of" not in migrate(other).text


@pytest.mark.parametrize(("base", "helped"), [("object", False), ("Model", False), ("str", True)])
def test_an_object_that_tries_to_show_itself_is_no_octets(base, helped):
    text = (
        f"class M({base}):\n    def __repr__(self):\n        try:\n            u = unicode(self)\n"
        "        except (UnicodeEncodeError, UnicodeDecodeError):\n            u = '[Bad]'\n        return u\n"
    )
    assert ("text_of(self)" in migrate(text + PROOF).text) == helped
