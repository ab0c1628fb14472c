"""What tests expect of stand-ins for sockets, and in bodies of requests."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

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
