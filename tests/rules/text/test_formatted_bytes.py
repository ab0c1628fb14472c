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
        "a = b'%s' % u'y'\n",
        "y = u'y'\na = b'%s' % y\n",
        "a = b'%s %d %r' % (b'x', 3, 'y')\n",
        "a = b'%(n)s' % {'n': 'y'}\n",
        "a = b','.join(['y' for y in x])\n",
        "a = ','.join(['y'])\n",
        "def f(x):\n    return b'%s' % x\n",
        "try:\n    b'%s' % 'y'\nexcept TypeError:\n    pass\nelse:\n    fail()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_not_without_a_sign_of_python_2():
    check_untouched(RULE, "a = b'%s' % 'y'\n")
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


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = b'%s' % 'y'\n", "a = b'%s' % b'y'\n"),
        ("a = b'%s-%d' % ('y', 3)\n", "a = b'%s-%d' % (b'y', 3)\n"),
        ("y = 'y'\na = b'<%s>' % y\n", "y = 'y'\na = b'<%s>' % y.encode(\"utf-8\")\n"),
        ("a = b','.join(['x', b'y', z])\n", "a = b','.join([b'x', b'y', z])\n"),
    ],
)
def test_what_goes_into_octets_is_octets(before, after):
    check_rule(RULE, before, after, python2=True)
