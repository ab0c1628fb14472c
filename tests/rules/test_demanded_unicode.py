"""Native strings that are refused because they are not unicode."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "demanded_unicode"


@pytest.mark.parametrize(
    "text",
    [
        "assert not isinstance(a, str), 'a list is needed'\n",
        "assert not isinstance(a, str)\n",
        "assert isinstance(a, str), 'must not be unicode'\n",
        "assert not isinstance(a, (str, list)), 'must be unicode'\n",
        "if isinstance(a, str): b('must be unicode')\n",
        "if isinstance(a, str): raise TypeError('not a single string: pass a list')\n",
        "assert not isinstance(a, str), 'neither unicode nor a string'\n",
        "def f(a, str): assert not isinstance(a, str), 'must be unicode'\n",
        "t.assertTrue(isinstance(a, str), 'must be unicode')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "assert not isinstance(a, {}), 'expected a unicode string'\n",
        "assert not isinstance(a, {}), '%s: must be Unicode string instead of plain string: %r' % (b, a)\n",
        "if isinstance(a, {}):\n    raise TypeError('need unicode, got %r' % a)\n",
        "t.assertFalse(isinstance(a, {}), 'must not be plain string: %r' % a)\n",
        "t.failIf(isinstance(a, {}), msg='should be unicode')\n",
    ],
)
def test_rewrites(text):
    check_rule(RULE, text.format("str"), text.format("bytes"), python2=True)


def test_only_where_python2_is_certain():
    check_untouched(RULE, "assert not isinstance(a, str), 'must be unicode'\n")
