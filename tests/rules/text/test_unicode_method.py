# ruff: noqa: E501
"""__unicode__."""

import pytest
from rules.checking import check_open, check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex


@pytest.mark.parametrize(
    "text",
    [
        "class A(object):\n    def __str__(self): return 'x'\n    __unicode__ = __str__\n",
        "def __unicode__(self): return 'x'\n",
        "class A(object):\n    def __str__(self): return 'x'\n",
        "class A(object):\n    def __str__(self): return text_type(self)\n",
        "def __str__(self): return self.__unicode__().encode('utf-8')\n",
    ],
)
def test_leaves_what_says_the_same(text):
    check_untouched("unicode_method", text)


def test_leaves_what_is_bound_otherwise_before_the_method():
    text = (
        "class A(object):\n    def __str__(self): return unicode(self).encode('utf-8')\n"
        "    register(__str__)\n    def __unicode__(self): return self.x\n"
    )
    check_untouched("unicode_method", text)


def test_a_name_that_is_bound_too_early_moves_behind_the_method():
    check_rule(
        "unicode_method",
        "class A(object):\n    def __str__(self): return unicode(self).encode('utf-8')\n    __repr__ = __str__\n"
        "    def __unicode__(self):\n        return self.x\n    y = 1\n",
        "class A(object):\n    def __str__(self):\n        return self.x\n    __repr__ = __str__\n    y = 1\n",
    )


def test_says_so_where_the_two_differ():
    text = "class A(object):\n    def __unicode__(self): return self.x(encoding=e)\n    def __str__(self): return self.x()\n"
    check_open("unicode_method", text, 1)
    text = "class A(object):\n    def __unicode__(self): return 'x'\n    def __str__(self): return 'y'\n"
    check_open("unicode_method", text, 1)
    text = "class A(object):\n    def __unicode__(self): return self.x\n    def __str__(self): return self.y.encode('x')\n"
    check_open("unicode_method", text, 1)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "class A(object):\n    def __unicode__(self): return self.x\n",
            "class A(object):\n    def __str__(self): return self.x\n",
        ),
        (
            "class A(object):\n    def __str__(self):\n        'doc'\n        return self.__unicode__().encode('utf-8')\n"
            "    def __unicode__(self): return self.x\n",
            "class A(object):\n    def __str__(self): return self.x\n",
        ),
        (
            "class A(object):\n    def __unicode__(self): return self.x\n    def __str__(self): return unicode(self).encode('utf-8')\n",
            "class A(object):\n    def __str__(self): return self.x\n",
        ),
        (
            "class A(object):\n    def __str__(self):\n        return self.render()\n"
            "    def __unicode__(self):\n        return self.render(encoding=None)\n",
            "class A(object):\n    def __str__(self):\n        return self.render(encoding=None)\n",
        ),
        (
            "class A(B):\n    def __unicode__(self): return super(A, self).__unicode__()\n",
            "class A(B):\n    def __str__(self): return super(A, self).__str__()\n",
        ),
        (
            "class A(object):\n    def __str__(self):\n        return self.x.encode('utf-8')\n    # As text.\n    def __unicode__(self):\n        return self.x\n",
            "class A(object):\n    # As text.\n    def __str__(self):\n        return self.x\n",
        ),
        (
            "class A(B):\n    x = 1\n    def __str__(self):\n        return unicode(self).encode('utf-8')\n",
            "class A(B):\n    x = 1\n",
        ),
        (
            "class Mixin(object):\n    def __str__(self): return self.__unicode__().encode('utf-8')\n",
            "class Mixin(object):\n    pass\n",
        ),
        (
            "class A(object):\n    def __unicode__(self): return 'x'\n    xml, p = __unicode__, property(__unicode__)\n",
            "class A(object):\n    def __str__(self): return 'x'\n    xml, p = __str__, property(__str__)\n",
        ),
        ("class A(object):\n    __unicode__ = f\n", "class A(object):\n    __str__ = f\n"),
    ],
)  # fmt: skip
def test_rewrites(before, after):
    check_rule("unicode_method", before, after)


def test_what_a_class_inherits_as_str_is_asked_of_its_base():
    text = "class B:\n    def __str__(self):\n        return 'b'\nclass C(B):\n    def __unicode__(self):\n        return unicode(str(self))\n"
    names = {}
    exec(migrate(text).text, names)
    assert str(names["C"]()) == "b"


BOTH = "class A(object):\n    def __str__(self):\n        return 'ascii'\n\n    def __unicode__(self):\n        return u'x'\n"


@pytest.mark.parametrize(
    ("other", "kept"),
    [
        (BOTH, True),
        (BOTH.replace("return 'ascii'", "return unicode(self).encode('utf-8')"), False),
        (BOTH.replace("    def __unicode__", "class B(A):\n    def __unicode__"), False),
    ],
)
def test_what_another_file_keeps_is_called_by_its_name(other, kept):
    texts = {"a.py": other, "b.py": "from a import A\nprint A().__unicode__()\n"}
    index = RepositoryIndex(texts, texts.get)
    text = migrate(texts["b.py"], "b.py", index).text
    assert ("__unicode__" in text) is kept


TWO = "class E(Exception):\n    def __unicode__(self): return u'x'\n"


def test_what_str_says_of_an_exception_stays_something_else():
    check_untouched("unicode_method", TWO, python2=True)
    base = "class A(object):\n    def __str__(self): return 'a'\nclass B(A):\n    def __unicode__(self): return u'b'\n"
    check_untouched("unicode_method", base, python2=True)


def test_one_text_for_both_where_another_file_asks_for_it():
    index = RepositoryIndex(["a.py", "b.py"], {"b.py": "x = unicode(e)\n"}.get)
    check_rule("unicode_method", TWO, TWO.replace("__unicode__", "__str__"), python2=True, index=index)


LOSING = """class N(object):
    def __unicode__(self):
        return u'x'
    def __str__(self):
        return unicode(self).encode('ascii', 'replace')
"""


def test_two_texts_of_which_one_loses_characters_stay_two():
    kept = LOSING + "class M(N):\n    def __unicode__(self):\n        return u'y'\n"
    assert run("unicode_method", kept).text.count("def __unicode__") == 2
    after = migrate(kept + "print unicode(M())\n", "a.py").text
    assert "return self.__unicode__().encode('ascii', 'replace').decode(\"ascii\")" in after
    assert "print(unicode_text(M()))" in after
    for codec in ("'utf-8', 'replace'", "'ascii'", "'ascii', 'strict'"):
        assert "__unicode__" not in run("unicode_method", LOSING.replace("'ascii', 'replace'", codec)).text


def test_what_is_called_by_its_name_may_be_so_in_both_languages():
    text = "class A(object):\n    def __unicode__(self): return self.x\nx = A().__unicode__()\n"
    check_untouched("unicode_method", text)
    check_rule("unicode_method", text, text.replace("__unicode__", "__str__"), python2=True)


def test_a_class_below_one_that_has_two_texts_keeps_its_own():
    above = (
        "class A(object):\n    def __unicode__(self): return u'x'\n    def __str__(self): return 'other'\n"
    )
    text = above + "class B(A):\n    def __unicode__(self): return u'y'\n"
    assert run("unicode_method", text).text.count("__unicode__") == 2


def test_a_base_hands_on_what_its_subclasses_say():
    text = (
        "class Base(object):\n    def __str__(self):\n        return unicode(self).encode('utf-8')\n"
        "class City(Base):\n    def __init__(self, name):\n        self.name = name\n"
        "    def __unicode__(self):\n        return self.name\n"
        "z = City(u'Z\\xfcrich')\nshown = str(z), u'%s' % z, len(unicode(z))\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["shown"] == ("Z\xfcrich", "Z\xfcrich", 6)


LOSSY = (
    "class U(object):\n    def __unicode__(self): return u'x' + self.n\n    def __str__(self): return {}\n"
)


def test_a_text_that_loses_characters_is_text_all_the_same():
    encoded = 'self.__unicode__().encode("ascii", "replace")'
    outcome = run("unicode_method", LOSSY.format(encoded) + "n = 1L\n")
    assert outcome.text == LOSSY.replace("u'", "'").format(f'{encoded}.decode("ascii")') + "n = 1\n" or (
        f'{encoded}.decode("ascii")' in outcome.text
    )
    again = run("unicode_method", outcome.text)
    assert again.text == outcome.text


def test_what_is_encoded_of_another_text_is_left():
    check_untouched(
        "unicode_method",
        "class U(object):\n    def __str__(self): return self.n.encode('ascii', 'replace')\n",
        python2=True,
    )


_OCTETS = """class B(object):
    def __init__(self, value=b""): self.value = value
    def __str__(self): {octets}
    def __unicode__(self): {text}
"""


@pytest.mark.parametrize(
    ("octets", "text"),
    [
        ("return self.value", "return self.value.decode('utf-8')"),
        ("return self.value", "return unicode(self.value, 'utf-8', 'replace')"),
        ("return self.value", "return self.value.decode(encoding)"),
    ],
)
def test_octets_that_the_other_method_decodes(octets, text):
    before = _OCTETS.format(octets=octets, text=text)
    space = {"encoding": "utf-8"}
    after = migrate(
        f"{before}b = B(b'ab\\xc3\\xa9')\nx = bytes(b), unicode(b), u'%s' % b, str(B())\nn = 1L\n"
    ).text
    exec(after, space)
    assert space["x"] == (b"ab\xc3\xa9", "ab\xe9", "ab\xe9", "")


def test_native_strings_that_the_other_method_decodes():
    before = _OCTETS.replace('b""', "''").format(
        octets="return self.value", text="return self.value.decode(encoding)"
    )
    space = {"encoding": "utf-8"}
    exec(migrate(f"{before}x = str(B('abc')), unicode(B('abc')), '%s' % B('abc')\nn = 1L\n").text, space)
    assert space["x"] == ("abc", "abc", "abc")


@pytest.mark.parametrize(
    ("octets", "text", "below"),
    [
        ("return self.other", "return self.value.decode('utf-8')", ""),
        ("return self.value", "return self.value.decode('hex')", ""),
        ("return self.value", "return self.value.decode('utf-8').strip()", ""),
        ("return self.pack()", "return self.pack().decode('utf-8')", ""),
        ("return self.value", "return self.value.decode('utf-8')", "    __repr__ = __str__\n"),
        (
            "return self.value",
            "return self.value.decode('utf-8')",
            "    def f(self): return self.__str__()\n",
        ),
        ("return self.value", "return self.value.decode(how)", ""),
    ],
)
def test_octets_beside_another_text(octets, text, below):
    after = run("unicode_method", _OCTETS.format(octets=octets, text=text) + below + "n = 1L\n").text
    assert "__bytes__" not in after and "def __unicode__" in after


def test_octets_that_are_decoded_in_a_file_not_known_to_be_python2():
    text = _OCTETS.format(octets="return self.value", text="return self.value.decode('utf-8')")
    check_open("unicode_method", text, 1)
    texts = {"a.py": text + "n = 1L\n", "b.py": "def f(b): return b.__str__()\n"}
    assert (
        "__bytes__" not in run("unicode_method", texts["a.py"], index=RepositoryIndex(texts, texts.get)).text
    )


@pytest.mark.parametrize("asked", ["str(self)", "self.__str__()", "type(self).__str__(self)"])
def test_what_is_inherited_is_asked_above(asked):
    text = f"class B(A):\n    def __unicode__(self): return {asked} + self.x.__str__()\n"
    after = "class B(A):\n    def __str__(self): return super().__str__() + self.x.__str__()\n"
    check_rule("unicode_method", text, after)


_SHOWN = """class Base(object):
    def __str__(self):
        return unicode(self).encode('utf-8')
class A(Base):
    def __init__(self, x): self.x = x
    def __unicode__(self): return u'<%s>' % self.x
def show(x): return u'%s!' % x
a = A(u'\\u20ac')
x = str(a), unicode(a), show(a), '%s' % a, unicode(3), [unicode(b) for b in (a, 5)]
n = 1L
"""


def test_what_shows_an_object_are_octets_where_strings_are():
    """In a small program of octets: text would be no octets among those that are printed."""
    octets, text = "<\xe2\x82\xac>", "<€>"
    made = migrate(_SHOWN, "p/a.py", octet_repository(_SHOWN))
    spaces = {}
    exec(made.text, spaces)
    assert spaces["x"] == (octets, text, f"{text}!", octets, "3", [text, "5"])
    assert not made.open_sites
    again = migrate(made.text, "p/a.py", octet_repository(made.text))
    assert again.text == made.text
    assert not again.open_sites


def test_one_text_is_enough_where_strings_are_text():
    assert "__unicode__" not in migrate(_SHOWN).text
    # What loses characters is not what the object says as text, and what is ASCII is no other text.
    same = _SHOWN.replace("unicode(self).encode('utf-8')", "unicode(self)")
    assert "__unicode__" not in migrate(same, "p/a.py", octet_repository(same)).text


def test_what_another_file_shows_is_asked_for_its_text():
    both = (
        "class A(object):\n    def __str__(self):\n        return unicode(self).encode('utf-8')\n"
        "    def __unicode__(self):\n        return u'b'\n"
    )
    text = "from p.c import A\ndef f(x): return unicode(x)\nx = u'%s' % f, u'%s' % A()\nn = 1L\n"
    made = migrate(text, "p/a.py", octet_repository(text, both)).text
    assert made.endswith("return unicode_text(x)\nx = '%s' % f, '%s' % unicode_text(A())\nn = 1\n")
