"""'~' and ';'."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "url_details"


@pytest.mark.parametrize(
    "text",
    [
        "import urllib\nurllib.quote(a)\n",
        "import urllib\nurllib.quote('a b')\n",
        "import urllib.parse\nurllib.parse.quote('~')\n",
        "import urllib.parse\nurllib.parse.parse_qs(a)\n",
        "from urlparse import parse_qs\nparse_qs('a=1&b=2')\nparse_qs(*a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from urlparse import parse_qs\nparse_qs('a=1;b=2', 1)\n",
            "from urlparse import parse_qs\nparse_qs('a=1;b=2'.replace(';', '&'), 1)\n",
        ),
        (
            "import cgi\ncgi.parse_qsl(a or b, 1)\n",
            "import cgi\ncgi.parse_qsl((a or b).replace(';', '&'), 1)\n",
        ),
        (
            "import cgi\ncgi.parse_qsl(open(p, 'rb').read())\n",
            "import cgi\ncgi.parse_qsl(open(p, 'rb').read().replace(b';', b'&').decode(\"latin-1\"))\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    "read",
    [
        "open(p, 'rb').read()",
        "environ['wsgi.input'].read(n)",
        "environ.get('wsgi.input').read(n)",
        "self.rfile.read(n)",
    ],
)
def test_the_fields_of_what_is_read_as_octets_have_native_names(read):
    before = f"import cgi\ncgi.parse_qsl({read})\n"
    after = f"import cgi\ncgi.parse_qsl({read}.replace(b';', b'&').decode(\"latin-1\"))\n"
    check_rule(RULE, before, after, python2=True)


def test_the_fields_of_what_another_file_reads_as_octets():
    text = "import cgi\nfrom b import body\ndef f(e): return cgi.parse_qs(body(e))\nn = 1L\n"
    files = {"a.py": text, "b.py": "def body(e): return e['wsgi.input'].read(int(e['CONTENT_LENGTH']))\n"}
    made = migrate(text, "a.py", RepositoryIndex(files, files.get).taken_for(octets=False)).text
    assert "parse_qs(body(e).replace(b';', b'&').decode(\"latin-1\"))" in made


def test_what_is_quoted_may_hold_a_tilde_where_the_file_spells_one():
    text = "import urllib\nhome = '/~bob'\ndef f(p): return urllib.quote({})\nn = 1L\n"
    assert "quote(p).replace('~', '%7E')" in run("url_details", text.format("p")).text
    assert "quote(p, safe='/').replace('~', '%7E')" in run("url_details", text.format("p, safe='/'")).text
    for other in (text.format("p, '~'"), text.format("p").replace("~", "")):
        assert ".replace(" not in run("url_details", other).text


def test_a_query_with_a_tilde():
    text = "import urllib\nx = urllib.urlencode(sorted(d.items()))\nd = {'q': 'a~b'}\nn = 1L\n"
    assert "urlencode(sorted(d.items())).replace('~', '%7E')" in migrate(text).text
    assert "%7E" not in migrate(text.replace("~", "-")).text


def test_a_body_is_quoted_before_it_is_encoded():
    text = (
        "import urllib, urllib2\nhome = '/~me'\n"
        "r = urllib2.Request('http://h/', urllib.urlencode([('k', 'v~')]))\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["r"].data == b"k=v%7E"


def test_what_is_not_to_be_quoted_is_said_beside_a_tilde():
    head, after = "import urllib\n", "import urllib.parse\n"
    check_rule_text = "a = urllib.quote('/a/~x', safe='')\n"
    made = migrate(head + check_rule_text).text
    assert made == after + "a = urllib.parse.quote('/a/~x', safe='').replace('~', '%7E')\n"
    assert ".replace" not in migrate(head + "a = urllib.quote('/a/~x', safe='/~')\n").text


def test_octets_that_are_no_utf8_are_quoted():
    made = migrate("import urllib\na = urllib.unquote('%ff'), urllib.unquote('%C3%A9')\n").text
    assert (
        made
        == "import urllib.parse\na = urllib.parse.unquote('%ff', 'latin-1'), urllib.parse.unquote('%C3%A9')\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = quote(unquote(x))", "a = quote(unquote(x, {}), {})"),
        (
            "a = quote(unquote('/%ff').strip('/'), '/~')",
            "a = quote(unquote('/%ff', {}).strip('/'), '/~', {})",
        ),
        ("a = quote(unquote(x), safe='/')", "a = quote(unquote(x, {}), safe='/', {})"),
        (
            "def f(p):\n    p = unquote(p)\n    return quote(p)",
            "def f(p):\n    p = unquote(p, {})\n    return quote(p, {})",
        ),
        (
            "a = urlencode(parse_qsl(x, 1), True)",
            "a = urlencode(parse_qsl(x.replace(';', '&'), 1, {}), True, {})",
        ),
        (
            "a = parse_qsl('a=%ff&b')\nb = urlencode(a)",
            "a = parse_qsl('a=%ff&b', {})\nb = urlencode(a, {})",
        ),
        (
            "a = parse_qsl('a=%ff')\nb = urlencode(a), len(a)",
            "a = parse_qsl('a=%ff', encoding='latin-1')\nb = urlencode(a, encoding='latin-1'), len(a)",
        ),
        (
            "a = len(unquote('%C3%A9')), unquote('%C3%A9')",
            "a = len(unquote('%C3%A9', 'latin-1')), unquote('%C3%A9')",
        ),
        ("a = parse_qs('a=%ff')", "a = parse_qs('a=%ff', encoding='latin-1')"),
    ],
)
def test_octets_that_are_quoted_again(before, after):
    head = "from urllib import quote, unquote, urlencode\nfrom urlparse import parse_qs, parse_qsl\n"
    after = after.replace("{}", "errors='surrogateescape'")
    check_rule(RULE, head + before + "\n", head + after + "\n")


@pytest.mark.parametrize(
    "use",
    [
        "a = quote(unquote(x) + y)\n",
        "p = unquote(x)\na = quote(p), open(p)\n",
        "p = unquote(x) if x else y\na = quote(p)\n",
        "a = quote(other(x))\n",
        "a = quote(unquote(x, 'latin-1'), encoding='latin-1')\n",
        "a = parse_qs('a=b')\n",
    ],
)
def test_octets_are_left_that_are_used_otherwise(use):
    check_untouched(RULE, "from urllib import quote, unquote\nfrom urlparse import parse_qs\n" + use)


def test_what_is_quoted_again_is_what_it_was():
    text = "import urllib, urlparse\ndef f(p): return urllib.quote(urllib.unquote(p), '/')\n"
    text += (
        "x = f('/%E9'), f('/%C3%A9 '), f('/a%20b'), urllib.urlencode(urlparse.parse_qsl('q=%E9&r=%C3%A9'))\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == ("/%E9", "/%C3%A9%20", "/a%20b", "q=%E9&r=%C3%A9")
