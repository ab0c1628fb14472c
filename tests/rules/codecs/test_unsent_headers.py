"""HTTP headers that are never ended."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

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
    check_rule(RULE, HANDLER + body, HANDLER + body + FINISH, python2=True)


FINISH = (
    "\n    def finish(self):\n        # Headers that no end_headers() followed are kept back.\n"
    "        self.flush_headers()\n        super().finish()\n"
)
BY_HAND = "        self.wfile.write('A: b\\r\\n')\n"
SENT = "        self.flush_headers()\n"
ENDED = "        self.end_headers()\n"


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("        self.send_response(200)\n", BY_HAND + ENDED),
        (
            "        self.send_response(200, 'OK')\n        self.send_header('a', 'b')\n        n = 1\n",
            BY_HAND + ENDED,
        ),
        ("        self.send_response(200)\n", "        if self.a:\n    " + BY_HAND + ENDED),
        ("        self.send_response(200)\n", "        copy(self.file, self.wfile)\n" + ENDED),
    ],
)
def test_the_first_lines_are_sent_before_what_is_written_by_hand(before, behind):
    check_rule(RULE, HANDLER + before + behind, HANDLER + before + SENT + behind, python2=True)


def test_the_first_lines_are_sent_before_what_one_arm_writes_by_hand():
    begun = (
        HANDLER + "        self.send_response(200)\n        if self.a:\n    " + ENDED + "        else:\n    "
    )
    check_rule(
        RULE, begun + BY_HAND + BY_HAND, begun + SENT + "    " + BY_HAND + BY_HAND + FINISH, python2=True
    )


def test_an_answer_that_is_written_by_hand_to_its_end():
    text = HANDLER + "        self.send_response(200)\n" + BY_HAND
    after = run(RULE, text + PROOF).text
    assert "self.send_response(200)\n" + SENT + BY_HAND in after
    assert "def finish(self):" in after


@pytest.mark.parametrize(
    "body",
    [
        "        self.send_response(200)\n" + ENDED + BY_HAND,
        "        self.send_response(200)\n" + SENT + BY_HAND + ENDED,
        BY_HAND + "        self.send_response(200)\n" + ENDED,
        # Headers are added, or ended, somewhere in what writes.
        "        self.send_response(200)\n        if self.a:\n            self.send_header('a', 'b')\n"
        + ENDED + BY_HAND,
        "        self.send_response(200)\n        self.answer()\n" + BY_HAND + "    def answer(self):\n" + ENDED,
    ],
)  # fmt: skip
def test_what_is_written_behind_the_headers(body):
    check_untouched(RULE, HANDLER + body, python2=True)


def test_in_one_line_nothing_is_put():
    text = HANDLER.replace(
        "    def do_GET(self):\n", "    def do_GET(self): self.send_response(200); self.wfile.write('')\n"
    )
    assert ".flush_headers()\n    def do" not in run(RULE, text + PROOF).text
