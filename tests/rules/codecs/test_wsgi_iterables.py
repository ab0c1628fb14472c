"""What a response of WSGI is made of."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched

RULE = "wsgi_iterables"
HEAD = "import webob\n"


@pytest.mark.parametrize(
    "text",
    [
        "r.app_iter = [b'a']\n",
        "r.app_iter = [u'a']\n",
        "r.app_iter = ['a', b]\n",
        "r.app_iter = 'a'\n",
        "app_iter = ['a']\n",
        "r.app_iters = ['a']\n",
        "r = Response(items=['a'])\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, HEAD + text, python2=True)


def test_leaves_a_file_that_may_be_python3():
    check_untouched(RULE, HEAD + "r.app_iter = ['a']\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("r.app_iter = ['a', 'b' 'c']\n", "r.app_iter = [b'a', b'b' b'c']\n"),
        ("self.response.app_iter = ('a',)\n", "self.response.app_iter = (b'a',)\n"),
        ("r = Response(app_iter=['a'])\n", "r = Response(app_iter=[b'a'])\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, HEAD + before + PROOF, HEAD + after + PROOF.replace("1L", "1"), python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "x = ''.join(r.app_iter)\n",
        "for part in r.app_iter: f(part)\n",
        "x = [p.encode('utf-8') for p in self.app_iter]\n",
    ],
)
def test_who_takes_it_apart_knows_what_it_is(text):
    check_untouched(RULE, HEAD + text + "r.app_iter = ['a']\n", python2=True)


def test_another_thing_of_that_name():
    check_untouched(RULE, "r.app_iter = ['a']\nassert r.app_iter == ['a']\n", python2=True)
