"""Templates of bytes."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "formatted_bytes"


@pytest.mark.parametrize(
    "text",
    [
        "a = '{}'.format(b'x')\n",
        "a = b'%s' % x\n",
        "t = b'{}'\nf(t)\nt.format(1)\n",
        "t = b'{}'\nt = f()\nt.format(1)\n",
        "a = b'\\xff{}'.format(1)\n",
        "a = x.format(b'y')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_not_without_a_sign_of_python_2():
    check_untouched(RULE, "a = b'{}'.format(1)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = b'{}'.format(b'x')\n", "a = '{}'.format(b'x')\n"),
        ("a = (bR'{}'\n     B\"x\").format(1)\n", "a = (R'{}'\n     \"x\").format(1)\n"),
        ("t = b'{n}'\nt.format(n=1)\nt.format(n=2)\n", "t = '{n}'\nt.format(n=1)\nt.format(n=2)\n"),
    ],
)
def test_templates_are_text(before, after):
    check_rule(RULE, before, after, python2=True)
