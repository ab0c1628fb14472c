"""Classes that stand in for requests and answers, for http.cookiejar."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "cookie_wrappers"
REQUEST = "class R(object):\n    def get_full_url(self): return 'http://a.org/'\n"
REQUEST += "    def get_host(self): return 'a.org'\n"
REQUEST += "    def get_type(self): return 'http'\n    def is_unverifiable(self): return False\n"
REQUEST += "    def get_origin_req_host(self): return 'a.org'\n    def has_header(self, name): return False\n"
REQUEST += "    def get_header(self, name, default=None): return default\n"
ANSWER = "class A:\n    def info(self): return self\n    def getheaders(self, name):\n"
ANSWER += "        return ['a=b'] if name == 'Set-Cookie' else []\n"


@pytest.mark.parametrize(
    "text",
    [
        REQUEST,
        "# As cookielib has it.\n" + REQUEST,
        "import urllib2, cookielib\n" + REQUEST.replace("object", "urllib2.Request"),
        "import cookielib\nclass R:\n    def get_host(self): return 1\n",
        "import cookielib\nclass R:\n    type = 1\n    def get_full_url(self): return 1\n"
        "    def get_type(self): return 1\n",
        "import cookielib\n" + ANSWER + "    def get_all(self, name, more): return []\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_cookies_are_kept_and_sent():
    text = f"import cookielib\n{REQUEST}    def add_unredirected_header(self, name, value): self.sent = name, value\n"
    text += f"{ANSWER}jar, r = cookielib.CookieJar(), R()\njar.extract_cookies(A(), r)\njar.add_cookie_header(r)\n"
    spaces = {}
    exec(migrate(text + "n = 1L\n").text, spaces)
    assert spaces["r"].sent == ("Cookie", "a=b")
