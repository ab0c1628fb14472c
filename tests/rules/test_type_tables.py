"""Tables by type."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine import migrate

RULE = "type_tables"


@pytest.mark.parametrize(
    "text",
    [
        "x = {int: f, str: g}\n",
        "x = {'int': f, 'long': g}\n",
        "long = 1\nx = {int: f, long: g}\n",
        "x = {int: f, **long}\n",
        "x = [int, long]\nlong = 2\n",
        "x = {str: f, unicode: g}\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = {int: f, long: g, str: h}\n", "x = {int: f, str: h}\n"),
        ("x = {long: g, int: f}\n", "x = {int: f}\n"),
        ("x = {int: f,\n     long: g,\n     }\n", "x = {int: f,\n     }\n"),
        (
            "x = {\n    int: f,  # ints\n    long: g,  # longs\n    str: h,  # texts\n}\n",
            "x = {\n    int: f,  # ints\n    str: h,  # texts\n}\n",
        ),
        ("x = {\n    long: g,\n    # all else\n    int: f,\n}\n", "x = {\n    # all else\n    int: f,\n}\n"),
        ("x = {str: f, int: g, long: (lambda v: v)}\n", "x = {str: f, int: g}\n"),
        (
            "from types import IntType, LongType\nx = {IntType: f, LongType: g}\n",
            "from types import IntType, LongType\nx = {IntType: f}\n",
        ),
    ],
)
def test_the_usual_one_stays(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "a = {str: f, unicode: lambda x: f(x.encode('utf-8')), list: g}\nn = 1L\n",
            "a = {str: f, list: g}\n",
        ),
        (
            "a = {unicode: f, str: lambda x: f(x.decode('utf-8'))}\nn = 1L\n",
            "a = {str: f}\n",
        ),
        (
            "from types import StringType, UnicodeType\n"
            "a = {StringType: f, UnicodeType: lambda x: f(x.encode('utf-8'))}\nn = 1L\n",
            "a = {str: f}\n",
        ),
        ("a = {str: f, unicode: g}\nn = 1L\n", "a = {str: f, str: g}\n"),
    ],
)
def test_what_makes_the_other_kind_of_string_goes(before, after):
    assert after in migrate(before).text


def test_what_all_strings_have_octets_have_too():
    check_rule("type_tables", "a = {str: 'text', unicode: 'text'}\n", "a = {str: 'text', bytes: 'text'}\n")
    before = "import types\na = {types.UnicodeType: f, types.StringType: f}\n"
    assert "{bytes: f, types.StringType: f}" in run("type_tables", before).text
    for text in ("a = {str: 's', unicode: 'u'}\n", "a = {str: f, unicode: f, bytes: f}\n"):
        check_untouched("type_tables", text)
