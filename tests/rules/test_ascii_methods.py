"""Methods of native strings that know letters."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "ascii_methods"


@pytest.mark.parametrize(
    "text",
    [
        "a = 'abc'.upper()\n",
        "a = u'\\xe9'.upper()\n",
        "a = b.upper()\n",
        "a = '\\xe9'.strip()\n",
        "a = '\\xe9'.upper(1)\n",
        "s = '\\xe9'\ns = t\na = s.upper()\n",
        "from __future__ import unicode_literals\na = '\\xe9'.upper()\n",
        "a = upper('\\xe9')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_refuses_a_file_that_may_be_python_3():
    check_untouched(RULE, "a = '\\xe9'.upper()\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'\\xe9'.upper()", '\'\\xe9\'.encode("utf-8").upper().decode("utf-8")'),
        ("('a' '\\xe9').title()", "'a' '\\xe9'.encode(\"utf-8\").title().decode(\"utf-8\")"),
        ("'\\xb2'.isdigit()", "'\\xb2'.encode(\"utf-8\").isdigit()"),
        (
            "[c for c in ('a', '\\xe9') if c.isalpha()]",
            "[c for c in ('a', '\\xe9') if c.encode(\"utf-8\").isalpha()]",
        ),
    ],
)
def test_asks_octets(before, after):
    check_rule(RULE, f"a = {before}\n", f"a = {after}\n", python2=True)


def test_text_of_the_encoding_of_the_file_too():
    head = "# -*- coding: utf-8 -*-\ns = 'été'\n"
    check_rule(
        RULE,
        head + "a = s.upper()\n",
        head + 'a = s.encode("utf-8").upper().decode("utf-8")\n',
        python2=True,
    )
