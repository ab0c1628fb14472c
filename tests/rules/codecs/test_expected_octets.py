"""What tests expect of stand-ins for sockets, and in bodies of requests."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "expected_octets"


@pytest.mark.parametrize(
    "asked",
    [
        "self.client.socket.send.assert_called_with",
        "sock.sendall.assert_any_call",
        "self.mock_socket().send.assert_called_once_with",
    ],
)
def test_a_stand_in_of_a_socket_is_sent_bytes(asked):
    check_rule(RULE, f"{asked}('x\\n')\n", f"{asked}(b'x\\n')\n", python2=True)
    check_untouched(RULE, f"{asked}(x)\n{asked.replace('sock', 'mail')}('x')\n", python2=True)


@pytest.mark.parametrize("made", ["req", "self.conn.reqs[0]", "last_request"])
def test_bodies_of_requests_hold_bytes(made):
    files = {"a.py": "import urllib2\nr = urllib2.Request(u, d)\n", "test_a.py": ""}
    index = RepositoryIndex(files, files.__getitem__)
    text = f"self.assertIn('x', {made}.data)\n"
    assert f"assertIn(b'x', {made}.data)" in run(RULE, text + PROOF, key="test_a.py", index=index).text
    check_untouched(RULE, text, python2=True)
    others = f"self.assertIn('x', {made}.text)\nself.assertIn('x', answer.data)\n"
    check_untouched(RULE, others, key="test_a.py", index=index, python2=True)


_SENDS = (
    "import unittest, urllib2\nclass T(unittest.TestCase):\n    def test(self):\n"
    "        rows = [urllib2.Request('http://x', {})]\n        self.assertEquals({}, 'x=1')\nPROOF = 1L\n"
)


@pytest.mark.parametrize(
    ("body", "asked", "expected"),
    [
        ("'x=1'", "rows[0].get_data()", "self.assertEqual(rows[0].data, b'x=1')"),
        ("'x=1'", "rows[0].get_type()", "self.assertEqual(rows[0].type, 'x=1')"),
        ("'x=1'", "other.get_data()", "self.assertEqual(other.get_data(), 'x=1')"),
    ],
)
def test_the_body_of_a_request_out_of_a_list(body, asked, expected):
    text = _SENDS.format(body, asked)
    texts = {"p/__init__.py": "", "p/a.py": text}
    assert expected in migrate(text, "p/a.py", RepositoryIndex(texts, texts.get)).text
