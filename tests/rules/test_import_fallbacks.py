"""A choice between two imports that are both gone."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

RULE = "import_fallbacks"
TRY = "try:\n    {}\nexcept ImportError:\n    {}\n"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("import cPickle as pickle", "import pickle"),
        ("import json", "import simplejson as json"),
        ("from StringIO import StringIO", "from io import StringIO"),
        ("from urllib import quote", "from urllib.parse import quote"),
    ],
)
def test_leaves_a_choice_that_works(first, second):
    check_untouched(RULE, TRY.format(first, second))


def test_what_has_no_successor_stays_open():
    check_open(RULE, TRY.format("import sgmllib", "import htmllib"), 1)


@pytest.mark.parametrize(
    ("first", "second", "after"),
    [
        ("import cStringIO as StringIO", "import StringIO", "import io as StringIO"),
        ("from cStringIO import StringIO", "from StringIO import StringIO", "from io import StringIO"),
        ("from urllib2 import quote", "from urllib import quote", "from urllib.parse import quote"),
        ("from itertools import izip as zip2", "from itertools import izip as zip2", "zip2 = zip"),
    ],
)
def test_imports_what_exists(first, second, after):
    check_rule(RULE, TRY.format(first, second), after + "\n")
