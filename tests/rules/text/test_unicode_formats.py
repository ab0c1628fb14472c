"""u'%s' % item."""

import pytest
from rules.checking import check_untouched, run

from migration.engine.pipeline import migrate

RULE = "unicode_formats"
BOTH = "class A(object):\n    def __str__(self): return 'a'\n    def __unicode__(self): return u'b'\n"
ONE = "class A(object):\n    def __unicode__(self): return u'b'\n"


@pytest.mark.parametrize(
    "text",
    [
        BOTH + "x = '%s' % A()\n",
        BOTH + "x = u'%r' % A()\n",
        BOTH + "x = u'%s %s' % A()\n",
        BOTH + "x = u'%s' % y\n",
        BOTH + "x = u'%(a)s' % A()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_one_text_is_the_one_of_str():
    assert "unicode_text" not in run(RULE, ONE + "x = u'%s' % A()\nn = 1L\n").text


def test_says_what_python_2_said():
    text = BOTH + "class B(A): pass\nx = u'%s, %d, %s' % (A(), 1, B()), '%s' % A()\nn = 1L\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == ("b, 1, b", "a")
