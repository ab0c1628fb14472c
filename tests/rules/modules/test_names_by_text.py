"""Names of modules that have moved, asked for by a text."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "names_by_text"


@pytest.mark.parametrize(
    "text",
    [
        "import itertools\nf = getattr(itertools, 'chain')\n",
        "import itertools\nf = getattr(itertools, name)\n",
        "import itertools\nf = getattr(itertools, 'izip', zip)\n",
        "import sys\nf = getattr(sys, 'maxint', None)\n",
        "f = getattr(itertools, 'izip')\n",
        "def f(itertools):\n    return getattr(itertools, 'izip')\n",
        "def getattr(a, b): pass\nimport itertools\nf = getattr(itertools, 'izip')\n",
        "class itertools: izip = 1\nf = getattr(itertools, 'izip')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_is_caught():
    text = "import itertools\ntry:\n    f = getattr(itertools, 'izip')\nexcept AttributeError:\n    f = zip\n"
    check_untouched(RULE, text, python2=True)


def test_writes_the_attribute():
    check_rule(
        RULE,
        "import itertools, os\nf = getattr(itertools, 'izip')\ng = getattr(os, \"getcwdu\", None)\n",
        "import itertools, os\nf = itertools.izip\ng = os.getcwdu\n",
        python2=True,
    )


def test_it_is_found_where_it_is_now():
    text = (
        "import itertools, string, os, urllib, urllib2, operator\n"
        "x = list(getattr(itertools, 'izip')([1], [2])), getattr(string, 'upper')('a'), "
        "getattr(string, 'lowercase')[:2], getattr(urllib, 'urlencode')({'a': 1}), "
        "getattr(operator, 'isCallable')(len), getattr(os, 'getcwdu')() != '', "
        "getattr(urllib2, 'urlopen').__name__, getattr(string, 'atoi')('5')\n"
        "n = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == ([(1, 2)], "A", "ab", "a=1", True, True, "urlopen", 5)
