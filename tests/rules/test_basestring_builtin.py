"""basestring → str."""

import pytest
from rules.checking import check_rule, check_untouched, run

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
