"""__str__ and __repr__ that encode."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "str_method"
SHOWN = "class A(object):\n    def __str__(self):\n        return {}\n"


@pytest.mark.parametrize(
    "text",
    [
        SHOWN.format("unicode(self).encode('utf-8')"),
        SHOWN.format("self.__unicode__().encode('utf-8')"),
        SHOWN.format("self.x.encode('hex')"),
        SHOWN.format("self.x.encode(encoding='utf-8')"),
        SHOWN.format("self.x"),
        SHOWN.format("self.x.encode('utf-8')") + "    if a:\n        __str__ = f\n",
        SHOWN.format("self.x.encode('utf-8')").replace("    def", "    @both\n    def"),
        SHOWN.format("self.x.encode('utf-8')").replace("__str__", "__bytes__"),
        SHOWN.format("x").replace("return x", "def f(): return x.encode('utf-8')\n        return f"),
        "def __str__(self):\n    return self.x.encode('utf-8')\n",
        "import netstring\n" + SHOWN.format("netstring.encode((self.x, 1))"),
        "import struct\n" + SHOWN.format("struct.pack('B', 1) + self.x.encode('utf-8')"),
        SHOWN.format("self.f()") + "    @both\n    def f(self): return self.x.encode('utf-8')\n",
        SHOWN.format("self.f()")
        + "    def f(self): return 'x'\n    def g(self): return self.x.encode('utf-8')\n",
        SHOWN.format("other.f()") + "    def f(self): return self.x.encode('utf-8')\n",
        SHOWN.format("f()") + "from g import f\ndef h(x): return x.encode('utf-8')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_refuses_in_a_file_that_may_be_python_3():
    check_untouched(RULE, SHOWN.format("self.x.encode('utf-8')"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("self.x.encode('utf-8')", "self.x"),
        ("(self.x + y).encode('UTF8')", "self.x + y"),
        ("self.encode('utf-8')", "self.encode('utf-8').decode('utf-8')"),
        ("self.x.encode('ascii', 'replace')", "self.x.encode('ascii', 'replace').decode('ascii')"),
        ("self.x.encode(self.codec)", "self.x.encode(self.codec).decode(self.codec)"),
        ("self.x.encode('unicode_escape')", "self.x.encode('unicode_escape').decode('ascii')"),
    ],
)
def test_returns_text(before, after):
    check_rule(RULE, SHOWN.format(before), SHOWN.format(after), python2=True)


def test_follows_the_one_name():
    text = SHOWN.replace(
        "return {}", "s = self.x.encode('utf-8')\n        if s:\n            return s\n        return 'x'"
    )
    check_rule(RULE, text, text.replace(".encode('utf-8')", ""), python2=True)


def test_follows_a_name_that_is_encoded_in_one_branch():
    before = (
        "class A(object):\n    def __str__(self):\n        s = self.f()\n        if isinstance(s, unicode):\n"
        "            s = s.encode('utf8')\n        else:\n            s = str(s)\n        return s\n"
    )
    check_rule(RULE, before, before.replace("('utf8')", "('utf8').decode('utf8')"), python2=True)
    check_untouched(RULE, before.replace("return s", "self.g(s)\n        return s"), python2=True)
    check_untouched(RULE, before.replace("s = str(s)", "s += str(s)"), python2=True)


@pytest.mark.parametrize(
    ("value", "asked"),
    [
        ("self.f()", "    def f(self): return (self.x + '.').encode('utf-8')\n"),
        (
            "'<' + shown(self.x) + self.f() + '>'",
            "    def f(self): return g\ndef shown(x): return x.y.encode('utf-8')\n",
        ),
        ("self.f()", "    def f(self): return self.g()\n    def g(self): return self.x.encode('utf-8')\n"),
        ("'<' + self.x.encode('utf-8')", ""),
    ],
)
def test_follows_what_is_asked(value, asked):
    text = SHOWN.format(value) + asked
    check_rule(
        RULE,
        text,
        text.replace(".encode('utf-8')", "").replace("(self.x + '.')", "self.x + '.'"),
        python2=True,
    )


@pytest.mark.parametrize(
    ("imports", "value", "codec"),
    [
        ("from lxml import etree", "etree.tostring(self.x, encoding='utf-8')", "utf-8"),
        ("import xml.etree.cElementTree as ET", "ET.tostring(self.x)", "ascii"),
        ("import pickle", "pickle.dumps(self)", "latin-1"),
    ],
)
def test_what_an_object_is_written_as_is_decoded(imports, value, codec):
    before = f"{imports}\nclass A:\n    def __str__(self):\n        dump = {value}\n        return dump\n"
    assert f'dump = {value}.decode("{codec}")' in run(RULE, before + "n = 1L\n").text


@pytest.mark.parametrize(
    "value",
    ["etree.tostring(self.x, encoding=unicode)", "self.tostring()", "image.tostring(encoding='utf-8')"],
)
def test_what_may_be_text_is_not(value):
    before = f"from lxml import etree\nclass A:\n    def __str__(self):\n        return {value}\n"
    assert "decode" not in run(RULE, before + "n = 1L\n").text
