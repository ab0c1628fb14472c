"""Native strings that are refused because they are not unicode."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

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
        "if type(a) == unicode:\n    raise TypeError('should be a list of strings')\n",
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


@pytest.mark.parametrize(
    "text",
    [
        "if type(a) == type(u''): raise TypeError('must be bytes, a byte string')\n",
        "if isinstance(a, unicode): raise TypeError('a string is required: encode it')\n",
        "if isinstance(a, unicode): raise TypeError('expected a string, not unicode')\n",
        "if isinstance(a, unicode): raise TypeError('no string needed')\n",
        "if isinstance(a, unicode): raise TypeError\n",
        "if isinstance(a, unicode): b('string expected')\n",
        "if not isinstance(a, unicode): raise TypeError('string expected')\n",
        "if type(a) != type(u''): raise TypeError('string expected')\n",
        "if type(a) == type(''): raise TypeError('string expected')\n",
        "if isinstance(a, (unicode, list)): raise TypeError('string expected')\n",
        "import struct\na = struct.pack('B', 1)\nif isinstance(a, unicode): raise TypeError('string expected')\n",
    ],
)
def test_unicode_that_is_refused_for_octets_or_for_all_that_shows(text):
    made = run(RULE, text + PROOF)
    assert not [c for c in made.changes if c.author == RULE]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "if type(a) == type(u''): raise E('Int or String expected')\n",
            "if type(a) == bytes: raise E('Int or String expected')\n",
        ),
        (
            "if type(a) is unicode: raise E('must be a string')\n",
            "if type(a) is bytes: raise E('must be a string')\n",
        ),
        (
            "assert not isinstance(a, unicode), 'strings only'\n",
            "assert not isinstance(a, bytes), 'strings only'\n",
        ),
    ],
)
def test_unicode_that_is_refused_for_native_strings(before, after):
    check_rule(RULE, before, after, python2=True)
