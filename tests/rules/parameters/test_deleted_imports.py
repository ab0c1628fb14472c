"""Modules that are imported, used, and forgotten."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "deleted_imports"


@pytest.mark.parametrize(
    "text",
    [
        "import os\ndel os\n",
        "import urllib2\ndel x[urllib2]\n",
        "import urllib2\nurllib2 = 1\ndel urllib2\n",
        "urllib2 = 1\ndel urllib2\n",
        "import xml as urllib2\ndel urllib2\n",
    ],
)
def test_refuses(text: str) -> None:
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import urllib2\nx = 1\ndel urllib2\n", "import urllib2\nx = 1\n"),
        ("import urllib2, os\ndel urllib2, os\n", "import urllib2, os\ndel os\n"),
        ("import urllib2, sets\ndel sets\ndel urllib2\ny = 2\n", "import urllib2, sets\ny = 2\n"),
        (
            "import urllib2\ndef f():\n    global urllib2\n    del urllib2\n",
            "import urllib2\ndef f():\n    global urllib2\n",
        ),
    ],
)
def test_is_forgotten_no_more(before: str, after: str) -> None:
    check_rule(RULE, before, after)


def test_its_import_is_renamed_then() -> None:
    made = migrate("import urllib2\ndef f(u=urllib2.urlopen): return u\ndel urllib2\n").text
    assert made == "import urllib.request\ndef f(u=urllib.request.urlopen): return u\n"
