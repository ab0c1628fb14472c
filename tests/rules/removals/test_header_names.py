"""Names of headers in small letters."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "header_names"


@pytest.mark.parametrize(
    "text",
    [
        "import httplib\nh = r.getheaders('a')\n",
        "import httplib\nh = [n for n, v in r.getheaders()]\n",
        "h = r.getheaders()\n",
        "import httplib\nclass R:\n    def getheaders(self): return []\nh = R().getheaders()\n",
        "import httplib\nh = getheaders()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_not_without_a_sign_of_python_2():
    check_untouched(RULE, "import http.client\nh = r.getheaders()\n")


def test_makes_them_small():
    check_rule(
        RULE,
        "import httplib\nfor n, v in r.getheaders(): f(n)\n",
        "import httplib\nfor n, v in [(name.lower(), value) for name, value in r.getheaders()]: f(n)\n",
        python2=True,
    )


def test_what_is_told_to_answer_so_is_no_answer():
    text = "import http.client\nn = 1L\nm.getheaders().AndReturn([])\n"
    assert "m.getheaders().AndReturn([])" in run(RULE, text).text


def test_what_is_asked_as_a_list_is_one():
    text = "import http.client\nn = 1L\nx = r.getheaders().count(('content-type', 'a'))\n"
    assert "for name, value in r.getheaders()].count(" in run(RULE, text).text
