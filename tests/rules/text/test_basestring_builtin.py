"""basestring → str."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

RULE = "basestring_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "basestring = str\nisinstance(a, basestring)\n",
        "try:\n    basestring\nexcept NameError:\n    basestring = str\nisinstance(a, basestring)\n",
        "if PY3:\n    basestring = str\nbasestring\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("isinstance(a, basestring)\n", "isinstance(a, str)\n"),
        ("isinstance(a, (basestring, int))\n", "isinstance(a, (str, int))\n"),
        (
            "def f(a):\n    if isinstance(a, basestring):\n        return a.decode()\n",
            "def f(a):\n    if isinstance(a, (str, bytes)):\n        return a.decode()\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_what_is_decoded_because_it_is_no_text_stays_out():
    text = "def f(a):\n    if not isinstance(a, {}):\n        a = a.decode()\n    return a\n"
    check_rule("basestring_builtin", text.format("basestring"), text.format("str"))


@pytest.mark.parametrize(
    ("module", "old"),
    [("mine.query", False), ("simplejson", False), ("urllib2", True), ("mine.compat", True), ("six", True)],
)
def test_beside_an_import_that_both_languages_may_lack(module, old):
    text = f"try:\n    from {module} import f\n    if isinstance(x, basestring): f(x)\nexcept ImportError: pass\n"
    assert ("basestring" in run("basestring_builtin", text).text) == old


TO_OCTETS = """
def to_octets(s):
    if not isinstance(s, {}):
        raise TypeError("no string")
    if isinstance(s, {}):
        return s.encode("utf-8")
    return s
"""


def test_what_is_encoded_only_where_it_is_unicode_may_be_octets():
    done = run(RULE, TO_OCTETS.format("basestring", "unicode")).text
    assert done == TO_OCTETS.format("(str, bytes)", "unicode")
    namespace = {"unicode": str}
    exec(done, namespace)
    assert namespace["to_octets"]("\xe9") == namespace["to_octets"](b"\xc3\xa9") == b"\xc3\xa9"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (
            "if isinstance(s, {}):\n        s = s.encode('ascii') if isinstance(s, unicode) else s",
            "(str, bytes)",
        ),
        # Any text is encoded: what is no text has no such method.
        ("if isinstance(s, {}):\n        return s.encode('ascii')", "str"),
        # Another value, or one that is only shown encoded.
        ("if isinstance(t, unicode):\n        t = t.encode('ascii')\n    isinstance(s, {})", "str"),
        ("if isinstance(s, unicode):\n        show(s.encode('ascii'))\n    isinstance(s, {})", "str"),
        # What was no string.
        ("if not isinstance(s, {}):\n        s = s.encode('ascii')\n    isinstance(s, unicode)", "str"),
        # A class of its own.
        (
            "unicode = t\n    if isinstance(s, unicode):\n        return s.encode()\n    isinstance(s, {})",
            "str",
        ),
    ],
)
def test_what_is_encoded_where_it_is_unicode(text, kind):
    text = f"def f(s, t):\n    {text}\n"
    check_rule(RULE, text.format("basestring"), text.format(kind))


def test_octets_that_are_text_throughout_stay_out():
    text = TO_OCTETS.format("basestring", "unicode")
    index = octet_repository(text)
    assert "(str, bytes)" not in run(RULE, text, "p/a.py", index).text
