"""Names with ports, and what leads above the root of an address."""

import pytest
from rules.checking import check_untouched, run

from migration.engine.pipeline import migrate
from migration.rules.removals.url_parts import JOINED, PARSED

RULE = "url_parts"


@pytest.mark.parametrize(
    "text",
    [
        "import urlparse\na = urlparse.urlsplit('http://foo:80/x')\n",
        "import urlparse\na = urlparse.urlsplit('foo:80/x')\n",
        "import urlparse\na = urlparse.urlparse('http:80')\n",
        "import urlparse\na = urlparse.urlparse(b)\n",
        "import urlparse\na = urlparse.urljoin('http://a/b/c', '../d')\n",
        "import urlparse\na = urlparse.urljoin(b, '../../d')\n",
        "import urlparse\na = urlparse.urljoin('http://a/b/c', '../d?x=../..')\n",
        "from mine import urlparse\na = urlparse.urlsplit('foo:80')\n",
        "from urllib.parse import urlsplit\na = urlsplit('foo:80')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("foo:8080", ("", "", "foo:8080", "", "")),
        ("http:80", ("http", "", "80", "", "")),
        ("foo:80x", ("foo", "", "80x", "", "")),
        ("f_o:80", ("", "", "f_o:80", "", "")),
        ("http://b:80/c?d#e", ("http", "b:80", "/c", "d", "e")),
    ],
)
def test_parts_of_addresses(url, expected):
    text = f"import urlparse\ndef f(a):\n    return urlparse.urlsplit(a)\nf('a:1')\nb = f({url!r})\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert tuple(spaces["b"]) == expected


def test_more_that_is_told():
    text = "from urlparse import urlparse as p\na = p('b.c:80', scheme='x')\nd = p('e:1', 'f', False)[:3]\n"
    outcome = migrate(text)
    assert migrate(outcome.text).text == outcome.text
    spaces = {}
    exec(outcome.text, spaces)
    assert tuple(spaces["a"]) == ("x", "", "b.c:80", "", "", "")
    assert spaces["d"] == ("f", "", "e:1")
    assert PARSED.strip() in outcome.text


@pytest.mark.parametrize(
    ("base", "url", "expected"),
    [
        ("http://a/b/", "../../../g", "http://a/../../g"),
        ("http://a/", "../../x?y#z", "http://a/../../x?y#z"),
        ("http://a/b/c/d", "../g;p", "http://a/b/g;p"),
        ("http://a/b/c/d", "./.", "http://a/b/c/"),
        ("http://a/b/c/d", "..", "http://a/b/"),
        ("http://a", "..", "http://a/.."),
        ("http://a/", "..", "http://a/"),
        ("http://a/b", "/../c", "http://a/../c"),
        ("http://a/b", "?q=1", "http://a/b?q=1"),
        ("http://a/b", "//c/../d", "http://c/../d"),
        ("http://a/b", "x://c/../d", "x://c/../d"),
        ("", "../d", "../d"),
        ("b/c", "../../d", "../d"),
        ("http://a/b", "", "http://a/b"),
    ],
)
def test_what_addresses_lead_to(base, url, expected):
    text = "import urlparse\ndef f(a, b):\n    return urlparse.urljoin(a, b)\nf('http://a', '../..')\n"
    text += f"c = f({base!r}, {url!r})\n"
    outcome = migrate(text)
    assert JOINED.strip() in outcome.text
    assert run(RULE, outcome.text).text == outcome.text
    spaces = {}
    exec(outcome.text, spaces)
    assert spaces["c"] == expected
