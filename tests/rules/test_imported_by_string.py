"""__import__('Queue')."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "imported_by_string"


@pytest.mark.parametrize(
    "text",
    [
        "__import__('queue')\n",
        "__import__(name)\n",
        "patch('os.path.join')\n",
        "f('Queue')\n",
        "__import__(n, g, l, [], 0)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("__import__('httplib')\n", "import importlib\nimportlib.import_module('http.client')\n"),
        ("__import__(n, g, l, [], -1)\n", "__import__(n, g, l, [], 0)\n"),
        (
            "import mock\nmock.patch('__builtin__.open')\nmock.patch(\"urllib2.urlopen\")\n",
            "import mock\nmock.patch('builtins.open')\nmock.patch(\"urllib.request.urlopen\")\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
