"""s.encode('ascii') == s."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "encoded_itself"


@pytest.mark.parametrize(
    "text",
    [
        "a.encode('ascii') == b\n",
        "a.encode('hex') == a\n",
        "a.encode('utf-8') < a\n",
        "a.encode('utf-8') in a\n",
        "a.decode('utf-8') == a\n",
        "encode(a) == a\n",
        "def f(s):\n    t = s.encode('ascii')\n    s = 1\n    return s == t\n",
        "def f(s, t):\n    t = s.encode('ascii')\n    return s == t\n",
        "def f(s):\n    t = s.encode('hex')\n    return s == t\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "a.encode('ascii') == a\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = a == a.encode()\n", 'x = a == a.encode().decode("latin-1")\n'),
        ("x = a.b.encode(c) != a.b\n", 'x = a.b.encode(c).decode("latin-1") != a.b\n'),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after, python2=True)


def test_what_was_encoded_before():
    before = "def f(s):\n    t = s.encode('ascii')\n    return t == s, t\nN = 1L\n"
    after = run(RULE, before).text
    assert '    return decoded(t, "latin-1") == s, t\n' in after
    names = {}
    exec(migrate(before).text, names)
    assert names["f"]("abc")[0] is True
    with pytest.raises(UnicodeEncodeError):
        names["f"]("\xe9")


def test_text_beyond_ascii_is_another_one_as_before():
    names = {}
    exec(migrate("def f(s):\n    return s.encode('utf-8') == s\nN = 1L\n").text, names)
    assert names["f"]("a") is True and names["f"]("\xe9") is False
