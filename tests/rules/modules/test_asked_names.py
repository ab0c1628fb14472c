"""Questions whether a module has a name that has moved."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "asked_names"


@pytest.mark.parametrize(
    "text",
    [
        "import os\nx = hasattr(os, 'fork')\n",
        "x = hasattr(urllib, 'quote')\n",
        "import urllib\nx = hasattr(urllib, name)\n",
        "import sys\nx = hasattr(sys, 'exc_clear')\n",
        "import sys\nx = hasattr(sys, 'maxint')\n",
        "import string\nx = hasattr(string, 'ascii_letters'), hasattr(string, 'nothing')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_the_answer_is_what_it_was():
    text = (
        "import cgi, urllib, itertools\n"
        "def f(q):\n    return dict(cgi.parse_qsl(q)) if hasattr(cgi, 'parse_qsl') else {}\n"
        "x = f('a=1'), hasattr(urllib, 'splitport'), hasattr(urllib, 'nothing')\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == ({"a": "1"}, True, False)


def test_what_functions_and_constants_of_string_and_itertools_became():
    text = (
        "import itertools, string\n"
        "x = hasattr(itertools, 'izip'), hasattr(string, 'letters'), hasattr(string, 'upper')\nn = 1L\n"
    )
    assert "x = True, True, True\n" in migrate(text).text
