"""What was tried by ASCII, and failed."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository

from migration.engine.pipeline import migrate

RULE = "ascii_attempts"
TRY = "try:\n    x = {}\nexcept {}:\n    x = 0\n"


@pytest.mark.parametrize(
    ("tried", "caught"),
    [
        ("str(u'a')", "UnicodeEncodeError"),
        ("str(y)", "UnicodeEncodeError"),
        ("str(u'\\xe9')", "KeyError"),
        ("str(u'\\xe9')", "UnicodeDecodeError"),
        ("'a' + u'b'", "UnicodeDecodeError"),
        ("'\\xe9' + 'b'", "UnicodeDecodeError"),
        ("'\\xe9' + u'b'", "UnicodeEncodeError"),
        ("repr(u'\\xe9')", "UnicodeEncodeError"),
        ("unicode('a')", "UnicodeDecodeError"),
        ("unicode('\\xe9')", "UnicodeEncodeError"),
        ("unicode('\\xe9', 'latin-1')", "UnicodeDecodeError"),
        ("unicode('\\xe9')", "UnicodeDecodeError"),
    ],
)
def test_refuses(tried, caught):
    check_untouched(RULE, TRY.format(tried, caught), python2=True)


def test_not_where_nobody_waits_for_it():
    check_untouched(RULE, "x = str(u'\\xe9')\n# UnicodeError\n", python2=True)


@pytest.mark.parametrize(
    ("before", "after", "caught"),
    [
        ("str(u'\\xe9')", 'str(u\'\\xe9\'.encode("ascii").decode("ascii"))', "UnicodeEncodeError"),
        ("str(u'\\xe9')", 'str(u\'\\xe9\'.encode("ascii").decode("ascii"))', "UnicodeError"),
        ("'\\xe9' + u'b'", "'\\xe9'.encode(\"latin-1\").decode(\"ascii\") + u'b'", "UnicodeDecodeError"),
        ("u'b' + '\\xe9'", "u'b' + '\\xe9'.encode(\"latin-1\").decode(\"ascii\")", "UnicodeError"),
    ],
)
def test_fails_as_it_did(before, after, caught):
    check_rule(RULE, TRY.format(before, caught), TRY.format(after, caught), python2=True)


@pytest.mark.parametrize(
    ("handler", "refused"),
    [
        ("UnicodeEncodeError:\n        raise ValueError(s)", True),
        ("UnicodeError as e:\n        n += 1L\n        raise ValueError(e)", True),
        ("UnicodeError:\n        raise", False),
        ("UnicodeError:\n        return s", False),
        ("UnicodeDecodeError:\n        raise ValueError(s)", False),
        ("(UnicodeError, KeyError):\n        raise ValueError(s)", False),
    ],
)
def test_who_complains_of_what_is_no_ascii(handler, refused):
    text = f"def f(s):\n    try:\n        s = str(s)\n    except {handler}\n    return s\nn = 1L\n"
    assert ('s = str(s).encode("ascii").decode("ascii")' in migrate(text).text) is refused


def test_by_a_name():
    check_rule(
        RULE,
        "n = u'\\xe9'\n" + TRY.format("str(n)", "UnicodeError"),
        "n = u'\\xe9'\n" + TRY.format('str(n.encode("ascii").decode("ascii"))', "UnicodeError"),
        python2=True,
    )


def test_what_a_function_is_given():
    text = "def f(s):\n    try:\n        unicode({})\n    except UnicodeDecodeError:\n        x = 0\nf('a')\nf({})\n"
    after = 's.encode("latin-1").decode("ascii")'
    check_rule(RULE, text.format("s", "'\\xe9'"), text.format(after, "'\\xe9'"), python2=True)
    for given in ("'b'", "u'\\xe9'", "y"):
        check_untouched(RULE, text.format("s", given), python2=True)


def test_a_literal_is_decoded_once():
    spaces = {}
    exec(migrate("try:\n    unicode('\\xe9')\nexcept ValueError:\n    failed = 1L\n").text, spaces)
    assert spaces["failed"]


ENCODED = "def f(s):\n    try:\n        {}\n    except {}:\n        return 'no'\n    return 'yes'\n"


@pytest.mark.parametrize(
    ("tried", "caught"),
    [
        ("s.encode('utf-8')", "UnicodeDecodeError"),
        ("s.encode('ascii', 'ignore')", "UnicodeDecodeError"),
        ("s.encode(codec)", "UnicodeDecodeError"),
        ("s.codec('ascii')", "UnicodeDecodeError"),
        ("s.encode('ascii')", "UnicodeEncodeError"),
        ("s.encode('ascii')", "UnicodeError"),
        ("s.encode('ascii')", "(UnicodeDecodeError, UnicodeEncodeError)"),
        ("s.encode('ascii')", "UnicodeEncodeError: pass\n    except UnicodeDecodeError"),
        ("unicode(s).encode('ascii')", "UnicodeDecodeError"),
        ("s = s.decode('utf-8').encode('ascii')", "UnicodeDecodeError"),
        ("s = s.decode('utf-8'); s.encode('ascii')", "UnicodeDecodeError"),
        ("s = u'%s' % s; s.encode('ascii')", "UnicodeDecodeError"),
        ("open(s, 'rb').read().encode('ascii')", "UnicodeDecodeError"),
    ],
)
def test_leaves_what_is_encoded_otherwise(tried, caught):
    check_untouched(RULE, ENCODED.format(tried, caught), python2=True)


def test_leaves_what_may_be_python3():
    check_untouched(RULE, ENCODED.format("s.encode('ascii')", "UnicodeDecodeError"))


@pytest.mark.parametrize("tried", ["s.encode('ascii')", "x = s.encode('ascii')"])
def test_octets_throughout(tried):
    before = ENCODED.format(tried, "UnicodeDecodeError") + "n = 1L\n"
    outcome = migrate(before, "p/a.py", octet_repository(before))
    space = {}
    exec(outcome.text, space)
    assert [space["f"](text) for text in ("a", "\xe9")] == ["yes", "no"]
    assert '.encode("latin-1").decode("ascii")\n' in outcome.text
    assert migrate(outcome.text, "p/a.py", octet_repository(before)).text == outcome.text


@pytest.mark.parametrize(
    ("tried", "after"),
    [
        ("s.encode('ascii')", 's.encode("utf-8", "surrogatepass").decode("ascii")'),
        (
            "x = s.encode('us-ascii')",
            'x = s.encode("utf-8", "surrogatepass").decode("ascii").encode(\'us-ascii\')',
        ),
        ("(s + 'a').encode('ascii')", '(s + \'a\').encode("utf-8", "surrogatepass").decode("ascii")'),
    ],
)
def test_native_text_that_is_encoded_is_decoded_first(tried, after):
    before = ENCODED.format(tried, "UnicodeDecodeError")
    check_rule(RULE, before, ENCODED.format(after, "UnicodeDecodeError"), python2=True)
    outcome = migrate(before + "n = 1L\n")
    assert migrate(outcome.text).text == outcome.text
    space = {}
    exec(outcome.text, space)
    assert [space["f"](text) for text in ("a", "\xe9", "\u20ac", "\udce9")] == ["yes", "no", "no", "no"]
