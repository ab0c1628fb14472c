"""Modules that another file of the repository imports."""

import pytest
from rules.checking import check_untouched

from migration.engine import migrate
from migration.repository_index import RepositoryIndex

FETCH = "import urllib, urllib2, Queue\nfrom StringIO import StringIO\nx = urllib2.urlopen(u)\n"


def migrated(text: str, fetch: str = FETCH) -> str:
    texts = {"fetch.py": fetch, "test_fetch.py": "import fetch\n" + text + "n = 1L\n"}
    index = RepositoryIndex(texts, texts.get)
    return migrate(texts["test_fetch.py"], "test_fetch.py", index).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("fetch.urllib2.urlopen = f", "fetch.urllib.request.urlopen = f"),
        ("x = fetch.urllib2.URLError", "x = fetch.urllib.error.URLError"),
        ("x = fetch.urllib.quote('a')", "x = fetch.urllib.parse.quote('a')"),
        ("fetch.Queue.Queue = f", "fetch.queue.Queue = f"),
        ("mock.patch('fetch.urllib2.urlopen')", "mock.patch('fetch.urllib.request.urlopen')"),
        ('mock.patch("fetch.Queue.Queue")', 'mock.patch("fetch.queue.Queue")'),
        ("setattr(fetch.urllib2, 'urlopen', f)", "setattr(fetch.urllib.request, 'urlopen', f)"),
        ("patch.object(fetch.urllib2, 'urlopen')", "patch.object(fetch.urllib.request, 'urlopen')"),
    ],
)
def test_follows_them(before, after):
    assert migrated(before + "\n") == f"import fetch\n{after}\nn = 1\n"


@pytest.mark.parametrize(
    "text",
    [
        "x = fetch.StringIO.len",
        "x = other.urllib2.urlopen",
        "x = self.fetch.urllib2.urlopen",
        "mock.patch('other.urllib2.urlopen')",
        "x = fetch.urlparse.urljoin",
        "f(fetch.urllib2)",
        "print_('fetch.urllib2.urlopen')",
    ],
)
def test_refuses(text):
    assert migrated(text + "\n") == f"import fetch\n{text}\nn = 1\n"


def test_leaves_what_is_of_no_file_here():
    check_untouched("modules_of_others", "import fetch\nx = fetch.urllib2.urlopen\n", python2=True)


def test_a_name_that_the_other_file_gave_itself():
    fetch = "import urllib2 as Queue\n"
    assert "fetch.Queue.Queue" in migrated("fetch.Queue.Queue = f\n", fetch)
