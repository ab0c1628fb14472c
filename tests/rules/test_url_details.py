"""'~' and ';'."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine import migrate

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
