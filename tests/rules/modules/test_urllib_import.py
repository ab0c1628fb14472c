"""urllib, urllib2, urlparse → urllib.parse, urllib.request, urllib.error."""

import pytest
from rules.checking import check_open, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "urllib_import"


@pytest.mark.parametrize(
    "text",
    [
        "import urllib.parse\nurllib.parse.quote(a)\n",
        "import urllib\n",
        "try:\n    import urllib2\nexcept ImportError:\n    import urllib.request as urllib2\nurllib2.urlopen(a)\n",
        "from urlparse2 import urlparse\nurlparse(a)\n",
        "urllib2 = f()\nurllib2.urlopen(a)\n",
        "try:\n    import urllib2\n    a = urllib2.Request\nexcept (ImportError, AttributeError):\n    a = None\n",
    ],
)
def test_leaves_other_names(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import urllib\nurllib.quote(a)\n", "import urllib.parse\nurllib.parse.quote(a)\n"),
        (
            "import os, urllib\nurllib.urlopen(a)\n",
            "import urllib.request\nimport os\nurllib.request.urlopen(a)\n",
        ),
        (
            "import urllib2\ntry:\n    urllib2.urlopen(a)\nexcept urllib2.URLError:\n    pass\n",
            "import urllib.error\nimport urllib.request\n"
            "try:\n    urllib.request.urlopen(a)\nexcept urllib.error.URLError:\n    pass\n",
        ),
        ("import urlparse\nurlparse.urljoin(a, b)\n", "import urllib.parse\nurllib.parse.urljoin(a, b)\n"),
        ("from urlparse import urlparse, parse_qs\n", "from urllib.parse import urlparse, parse_qs\n"),
        (
            "from urllib2 import urlopen, HTTPError as E\n",
            "from urllib.error import HTTPError as E\nfrom urllib.request import urlopen\n",
        ),
        (
            "import urllib, urllib2\nurllib2.urlopen(urllib.quote(a))\n",
            "import urllib.parse\nimport urllib.request\nurllib.request.urlopen(urllib.parse.quote(a))\n",
        ),
        ("import urllib2\nurllib2.urlparse.urlsplit(a)\n", "import urllib.parse\nurllib.parse.urlsplit(a)\n"),
        ("from urllib2 import urlparse\n", "from urllib import parse\n"),
        ("import urllib2 as u\nu.HTTPHandler()\n", "import urllib.request\nurllib.request.HTTPHandler()\n"),
        (
            "import urllib2\npatch(urllib2, 'urlopen')\n",
            "import urllib.request\npatch(urllib.request, 'urlopen')\n",
        ),
    ],
)
def test_splits_by_name(before, after):
    check_rule(RULE, before, after)


def test_an_attribute_that_may_be_missing_is_one_of_the_new_module():
    text = "import urllib2\ntry:\n    b = urllib2.Handler.do\nexcept AttributeError:\n    pass\n"
    after = text.replace("urllib2", "urllib.request")
    check_rule(RULE, text, after, python2=True)
    check_rule(
        RULE, "import urllib\nb = urllib.basejoin(a)\n", "import urllib.parse\nb = urllib.parse.urljoin(a)\n"
    )


def test_an_alias_beside_the_package_of_the_same_beginning():
    text = run(RULE, "import urllib, sys, urllib2 as u\nu.build_opener()\nn = 1L\n").text
    assert "import urllib.request\n" in text
    assert "urllib.request.build_opener()\n" in text


GUARDED = (
    "import sys\nimport {0}\ndef f():\n    if sys.version_info < (3, 0):\n"
    "        return {0}.{1}()\n    return g()\n"
)


@pytest.mark.parametrize(("name", "attribute"), [("urllib2", "urlopen"), ("StringIO", "StringIO")])
def test_a_module_that_only_python_2_reads_is_not_imported(name, attribute):
    """Python 3 would not get past the import."""
    text = GUARDED.format(name, attribute)
    assert migrate(text + "print 1\n").text == text.replace(f"import {name}\n", "") + "print(1)\n"


def test_a_guarded_import_of_what_is_read_in_guards_stays():
    text = (
        "import sys\nif sys.version_info < (3, 0):\n    import urllib2\n    x = urllib2.urlopen\n"
        "else:\n    x = None\n"
    )
    assert migrate(text + "print(1)\n").text == text + "print(1)\n"


def test_a_star_goes_with_the_last_use_of_what_it_brings():
    text = "from urlparse import *\nx = urljoin('http://a/b', 'c'), urlparse('//h/p').netloc\nn = 1L\n"
    migrated = migrate(text).text
    assert migrate(migrated).text == migrated
    spaces = {}
    exec(migrated, spaces)
    assert spaces["x"] == ("http://a/c", "h") and "urlparse import" not in migrated
    spaces = {}
    exec(migrate("from urllib2 import *\nx = Request('http://a/b').get_full_url()\nn = 1L\n").text, spaces)
    assert spaces["x"] == "http://a/b"


def test_a_star_leaves_what_other_files_take_from_here():
    files = {
        "a.py": "from urlparse import *\ndef f(x): return urlsplit(x)\n",
        "b.py": "from a import urljoin\nprint urljoin('a', 'b')\n",
    }
    migrated = migrate(files["a.py"] + "n = 1L\n", "a.py", RepositoryIndex(files, files.get)).text
    assert "from urllib.parse import urljoin\n" in migrated and "urlparse import" not in migrated


def test_a_star_leaves_what_gets_another_value_later():
    text = "from urlparse import *\nx = urljoin('http://a/b', 'c')\ndef urljoin(a, b): return 1\nn = 1L\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == "http://a/c"


def test_a_star_that_may_bring_something_else_stays():
    text = "from urlparse import *\nx = urlnothing('a')\n"
    check_open(RULE, text, 1)
    guarded = "try:\n    from urlparse import *\nexcept ImportError:\n    from urllib.parse import *\n"
    assert migrate(guarded + "n = 1L\n").text == guarded + "n = 1\n"
