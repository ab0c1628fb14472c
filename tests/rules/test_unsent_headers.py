"""HTTP headers that are never ended."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "unsent_headers"
HANDLER = "import BaseHTTPServer\nclass H(BaseHTTPServer.BaseHTTPRequestHandler):\n    def do_GET(self):\n"


@pytest.mark.parametrize(
    "text",
    [
        HANDLER + "        self.send_response(200)\n        self.end_headers()\n",
        HANDLER
        + "        if a:\n            self.send_response(200)\n        else:\n            self.send_response(404)\n"
        "        self.end_headers()\n",
        HANDLER + "        try:\n            self.send_response(200)\n            self.end_headers()\n"
        "        except IOError:\n            pass\n",
        HANDLER + "        self.send_response(200)\n        self.answer()\n"
        "    def answer(self):\n        self.end_headers()\n",
        HANDLER + "        self.send_error(404)\n",
        HANDLER + "        self.send_response(200)\n    def finish(self):\n        pass\n",
        "class H(Mine):\n    def do_GET(self):\n        self.send_response(200)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python3():
    check_untouched(
        RULE,
        "import http.server\nclass H(http.server.BaseHTTPRequestHandler):\n    def do_GET(self):\n"
        "        self.send_response(200)\n",
    )


@pytest.mark.parametrize(
    "body",
    [
        "        self.send_response(200)\n        self.send_header('a', 'b')\n",
        "        if a:\n            self.send_response(304)\n        else:\n            self.send_response(200)\n"
        "            self.end_headers()\n",
    ],
)
def test_sends_what_is_left(body):
    finish = (
        "\n    def finish(self):\n        # Headers that no end_headers() followed are kept back.\n"
        "        self.flush_headers()\n        super().finish()\n"
    )
    check_rule(RULE, HANDLER + body, HANDLER + body + finish, python2=True)
