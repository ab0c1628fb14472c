"""Octets of Twisted's transports."""

from types import SimpleNamespace

import pytest
from rules.checking import PROOF, check_rule, check_settled, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate

RULE = "twisted_octets"
HEAD = "from twisted.internet.protocol import Protocol\n"


def check(before, *after):
    text = HEAD + before + PROOF
    outcome = run(RULE, text, key="p/a.py", index=octet_repository(text))
    for part in after:
        assert part in outcome.text, outcome.text
    check_settled(RULE, outcome, key="p/a.py", index=octet_repository(outcome.text))
    return outcome.text


def receiving(body):
    return f"class P(Protocol):\n    def dataReceived(self, data):\n        {body}\n"


@pytest.mark.parametrize(
    "text",
    [
        "self.transport.write(b'a')\n",
        "self.transport.write(u'a'.encode('utf-8'))\n",
        "assertEqual(self.transport.value(), x)\n",
        "proto.dataReceived(b'x')\n",
        "site.putChild('a', x)\n",
        "import twisted.web\nsite.putChild(name, x)\n",
        "b'x'\nproto.dataReceived(x)\n",
        receiving("f(data.decode('utf-8'))"),
        receiving("f(struct.unpack('!H', data))"),
        receiving("f(data.split(b' '))"),
    ],
)
def test_leaves_octets_to_repositories_that_know_text(text):
    check_untouched(RULE, HEAD + text, python2=True)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("self.transport.write('a')\n", "self.transport.write(b'a')"),
        ("self.transport.write(x)\n", 'self.transport.write(as_bytes(x, "latin-1"))'),
        ("proto.dataReceived(x)\n", 'proto.dataReceived(as_bytes(x, "latin-1"))'),
        ("proto.dataReceived('x')\n", "proto.dataReceived(b'x')"),
        ("self.assertRaises(E, p.dataReceived, 'x')\n", "p.dataReceived, b'x')"),
        ("assertEqual(self.transport.value(), str(x))\n", 'self.transport.value().decode("latin-1"), str(x)'),
        ("import twisted.web\nsite.putChild('a', x)\n", "site.putChild(b'a', x)"),
        (receiving("f(data)"), "data = characters(data)\n        f(data)"),
    ],
)
def test_other_repositories_hand_octets_to_twisted(text, part):
    assert part in run(RULE, HEAD + text + PROOF).text


@pytest.mark.parametrize(
    "text",
    [
        "self.file.write(x)\n",
        "self.transport.write(as_bytes(x))\n",
        "x = transport.value\n",
        "def dataReceived(self, data):\n    f(data)\n",
        "class P(Protocol):\n    def dataReceived(self, data): f(data)\n",
        "def sendLine(line): pass\nself.sendLine(x)\n",
    ],
)
def test_refuses(text):
    text = HEAD + text
    check_untouched(RULE, text, python2=True, key="p/a.py", index=octet_repository(text + PROOF))


def test_what_goes_out_is_encoded_and_what_comes_in_is_text():
    check("self.transport.write(a + b)\n", 'transport.write(as_bytes(a + b, "latin-1"))')
    check("self.transport.write(a, address)\n", 'transport.write(as_bytes(a, "latin-1"), address)')
    check("self.sendLine(a)\n", 'self.sendLine(as_bytes(a, "latin-1"))')
    check("x = transport.value()\n", 'x = transport.value().decode("latin-1")')
    check(
        'class P(Protocol):\n    def dataReceived(self, data):\n        """Doc."""\n        f(data)\n',
        '        """Doc."""\n        data = characters(data)\n        f(data)\n',
    )
    check(
        "class P(Protocol):\n    def lineReceived(self, line):\n        Protocol.lineReceived(self, line)\n",
        '        line = characters(line)\n        Protocol.lineReceived(self, as_bytes(line, "latin-1"))\n',
    )


def test_a_protocol_is_handed_octets():
    check("proto.dataReceived('abc' + x)\n", "proto.dataReceived(as_bytes('abc' + x, \"latin-1\"))")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("class P(basic.LineReceiver):\n    delimiter = '\\n'\n", "    delimiter = b'\\n'"),
        ("class P(LineOnlyReceiver):\n    delimiter = '\\0'\n", "    delimiter = b'\\0'"),
        ("class P(Rows):\n    delimiter = '\\n'\n", "    delimiter = '\\n'"),
        ("class P(LineReceiver):\n    delimiter = b'\\n'\n", "    delimiter = b'\\n'"),
    ],
)
def test_lines_are_split_at_octets(text, after):
    assert after in run(RULE, HEAD + text + PROOF).text


def test_clients_and_servers_of_http():
    text = (
        "from twisted.web import http\nclass C(http.HTTPClient):\n    def connectionMade(self):\n"
        "        self.sendCommand('POST', path)\n        self.sendHeader('Length', str(n))\n"
        "    def handleStatus(self, version, status, message):\n        return status != '200'\n"
        "class D:\n    def f(self, request):\n        self.sendHeader('a', b)\n        request.write(text)\n"
    )
    check(
        text,
        "self.sendCommand(b'POST', as_bytes(path, \"latin-1\"))",
        "self.sendHeader(b'Length', as_bytes(str(n), \"latin-1\"))",
        "status = characters(status)\n        message = characters(message)\n        return status != '200'",
        "self.sendHeader('a', b)",
        'request.write(as_bytes(text, "latin-1"))',
    )


def test_what_a_transport_of_a_test_was_sent():
    text = "from twisted.test import proto_helpers\ndef t(self):\n"
    text += "    self.transport = proto_helpers.StringTransport()\n"
    text += "    self.assertEqual(self.transport.value(), 'A %s' % x)\n"
    assert 'self.transport.value().decode("latin-1"), ' in run("twisted_octets", text + "n = 1L\n").text
    check_untouched("twisted_octets", text.replace("'A %s' % x", "b'A'"), python2=True)


def test_who_a_request_comes_from():
    text = "from twisted.web import resource\ndef f(request, other):\n    return request.getUser(), other.getUser()\n"
    after = run(RULE, text + "x = 1L\n").text
    assert "return characters(request.getUser()), other.getUser()\n" in after
    assert run(RULE, after).text == after
    space = {}
    exec(after.replace("from twisted.web import resource", ""), space)
    for told in (b"anna", "anna"):  # Twisted's own, and what a test has instead
        request = SimpleNamespace(getUser=lambda told=told: told)
        assert space["f"](request, request) == ("anna", told)
    check_untouched("twisted_octets", text.replace("twisted.web", "mine"), python2=True)


def test_a_transport_for_tests_under_another_name():
    text = (
        "from twisted.test import proto_helpers\nclass T(object):\n    def setUp(self):\n"
        "        self.tr = proto_helpers.StringTransport()\n    def check(self):\n"
        "        assert self.tr.value() == 'a'\n"
    )
    check_rule(RULE, text, text.replace(".value()", '.value().decode("latin-1")'), python2=True)


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ("(msg, '\\r\\n')", "(as_bytes(msg, \"latin-1\"), b'\\r\\n')"),
        ("lines", '[as_bytes(part, "latin-1") for part in lines]'),
    ],
)
def test_a_sequence_goes_as_octets(given, sent):
    text = "from twisted.internet.protocol import Protocol\nclass P(Protocol):\n    def send(self, msg, lines):\n"
    text += f"        self.transport.writeSequence({given})\n"
    assert f"writeSequence({sent})" in run(RULE, text + PROOF).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = Agent(r)\na.request('GET', url, h)\n", "a.request(b'GET', as_bytes(url, \"latin-1\"), h)"),
        (
            "self._agent.request(verb, 'http://h/')\n",
            "self._agent.request(as_bytes(verb, \"latin-1\"), b'http://h/')",
        ),
    ],
)
def test_what_an_agent_asks_for_is_octets(before, after):
    text = "from twisted.web.client import Agent\n" + before
    assert after in run(RULE, text + PROOF).text
    check_untouched(RULE, text.replace("Agent(r)", "f(r)").replace("_agent", "pool"), python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "import twisted\nclass Agent(object):\n    def request(self, a, b): pass\n"
        "agent = Agent()\nagent.request('a', b)\n",
        "from twisted.web import http\ndef request(a, b): pass\nagent.request('a', b)\n",
        "# not twisted.internet\nagent.request('a', b)\n",
    ],
)
def test_agents_of_the_program_itself(text):
    check_untouched(RULE, text, python2=True)


def test_lines_of_irc_are_text():
    text = "from twisted.words.protocols import irc\nclass C(irc.IRCClient):\n"
    text += "    def joined(self, channel):\n        self.sendLine('NAMES %s' % (channel,))\n"
    check_untouched(RULE, text, python2=True)
    others = "from twisted.protocols import basic\nclass C(basic.LineReceiver):\n" + text.split("\n", 2)[2]
    assert "self.sendLine(as_bytes(" in run(RULE, others + PROOF).text


LINES = "from twisted.protocols.basic import LineReceiver\nclass P(LineReceiver):\n    delimiter = b'\\r'\n"


@pytest.mark.parametrize(
    ("sent", "after"),
    [
        ("self.sendLine(str(command))", 'self.sendLine(as_bytes(str(command), "latin-1"))'),
        ("self.sendLine('%s' % command)", "self.sendLine(as_bytes('%s' % command, \"latin-1\"))"),
        ("self.sendLine('a')", "self.sendLine(b'a')"),
        ("self.transport.write('{}'.format(command))", "write(as_bytes('{}'.format(command), \"latin-1\"))"),
        ("self.transport.write(command + 'a')", "write(as_bytes(command + 'a', \"latin-1\"))"),
    ],
)
def test_who_sends_text_by_a_protocol_of_octets_never_ran_on_python_3(sent, after):
    text = LINES + f"    def send(self, command):\n        {sent}\n"
    text += "    def lineReceived(self, line):\n        self.got(line)\n"
    outcome = run(RULE, text)
    assert after in outcome.text, outcome.text
    assert "        line = characters(line)\n        self.got(line)\n" in outcome.text
    check_settled(RULE, outcome)


@pytest.mark.parametrize(
    "text",
    [
        LINES + "    def send(self, command):\n        self.sendLine(command)\n",
        LINES + "    def send(self, command):\n        self.sendLine(b'a')\n",
        LINES + "    def send(self, command):\n        self.other.sendLine('a')\n",
        LINES
        + "    def send(self, command):\n        self.sendLine('a')\n    def sendLine(self, line):\n        pass\n",
        LINES + "    def send(self, command):\n        self.log.write('a')\n",
        LINES.replace("basic", "mine") + "    def send(self, command):\n        self.sendLine('a')\n",
        LINES.replace("LineReceiver)", "LineReceiver, Mine)")
        + "    def f(self):\n        self.sendLine('a')\n",
        "from twisted.words.protocols.irc import IRCClient\nclass P(IRCClient):\n    def f(self):\n"
        "        self.sendLine('a')\n",
        LINES + "    def f(self, str):\n        self.sendLine(str(1))\n",
    ],
)
def test_no_proof_of_python_2(text):
    check_untouched(RULE, text)


def test_what_was_sent_is_taken_apart_as_text():
    text = "from twisted.test.proto_helpers import StringTransport\ndef t(self):\n"
    text += "    self.transport = StringTransport()\n"
    text += "    f(self.transport.value().split(self.protocol.delimiter))\n    f(self.transport.value().split('\\n'))\n"
    text += "    f(self.transport.value().strip())\n    f(self.transport.value().replace('a', other))\n"
    text += "    f(self.transport.value().decode('utf-8'))\n"
    after = run(RULE, text + PROOF).text
    assert 'f(self.transport.value().decode("latin-1").split(characters(self.protocol.delimiter)))\n' in after
    assert "f(self.transport.value().decode(\"latin-1\").split('\\n'))\n" in after
    assert 'f(self.transport.value().decode("latin-1").strip())\n' in after
    assert (
        "f(self.transport.value().replace('a', other))\n    f(self.transport.value().decode('utf-8'))\n"
        in after
    )
    assert run(RULE, after).text == after
    check_untouched(RULE, text.replace("'a'", "b'a'"), python2=True)


BODY = "from twisted.web.client import FileBodyProducer\nfrom StringIO import StringIO\ndef sent(producer):\n"
BODY += "    out = StringIO()\n    producer.startProducing(out)\n"


@pytest.mark.parametrize(
    ("read", "after"),
    [
        ("return out.getvalue()", "return as_text(out.getvalue())"),
        ("return out.getvalue() == 'a'", "return as_text(out.getvalue()) == 'a'"),
        ("return out.getvalue().decode('utf-8')", "return out.getvalue().decode('utf-8')"),
        ("return b'a' in out.getvalue()", "return b'a' in out.getvalue()"),
    ],
)
def test_a_body_that_was_sent_to_memory(read, after):
    outcome = migrate(BODY + f"    {read}\n" + PROOF, "a.py")
    assert "    out = BytesIO()\n" in outcome.text
    assert f"    {after}\n" in outcome.text
    assert migrate(outcome.text, "a.py").text == outcome.text


def test_a_body_by_a_producer_of_the_program_itself():
    text = (
        BODY
        + "    return out.getvalue()\nclass P(object):\n    def startProducing(self, c):\n        c.write('a')\n"
    )
    assert "out = StringIO()" in migrate(text + PROOF, "a.py").text
    text = BODY.replace("twisted.web", "mine") + "    return out.getvalue()\n"
    assert "out = StringIO()" in migrate(text + PROOF, "a.py").text


AGENT = (
    "from twisted.web.client import readBody\nclass FakeAgent(object):\n"
    "    def request(self, method, uri, headers=None, bodyProducer=None):\n        return self.known[method, uri]\n"
)


def test_what_stands_in_for_an_agent_is_told_octets():
    made = "        method = characters(method)\n        uri = characters(uri)\n        return self.known"
    used = "def f(agent, url):\n    return agent.request('GET', url)\n"
    after = run(RULE, AGENT + used + PROOF).text
    assert made in after
    assert "agent.request(b'GET', as_bytes(url, \"latin-1\"))" in after
    assert run(RULE, after).text == after
    check_untouched(RULE, AGENT + "def f():\n    return b'x'\n", python2=True)
    check_untouched(RULE, AGENT.replace("twisted.web", "mine.web"), python2=True)
    check_untouched(RULE, AGENT.replace(", bodyProducer=None", ""), python2=True)
    check_untouched(
        RULE, AGENT.replace("self.known[method, uri]", "self.a.request(method, uri)"), python2=True
    )


PARSER = (
    "from twisted.protocols import basic\nclass Step(object):\n    def __init__(self):\n"
    "        self.parser = basic.LineOnlyReceiver()\n        self.parser.delimiter = '\\n'\n"
    "        self.parser.lineReceived = self.line\n    def line(self, line):\n        self.log(line)\n"
)


def test_a_receiver_that_is_told_what_takes_its_lines():
    outcome = run(RULE, PARSER + PROOF)
    assert "        self.parser.delimiter = b'\\n'\n" in outcome.text
    assert "        self.parser.lineReceived = lambda data: self.line(characters(data))\n" in outcome.text
    check_settled(RULE, outcome)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("from twisted.protocols", "import twisted\nfrom mine.protocols"),
        ("LineOnlyReceiver()", "receiver()"),
    ],
)
def test_other_objects_with_lines(old, new):
    check_untouched(RULE, PARSER.replace(old, new), python2=True)


def test_lines_that_are_decoded():
    after = run(RULE, PARSER.replace("log(line)", "log(line.decode('utf-8'))") + PROOF).text
    assert "delimiter = b'\\n'" in after
    assert "lineReceived = self.line\n" in after


def test_a_client_s_own_way_to_send_a_command_takes_what_it_is_given():
    text = (
        "from twisted.web import http\nclass Query(http.HTTPClient):\n"
        "    def sendCommand(self, command, path):\n        self.transport.write('%s %s\\r\\n' % (command, path))\n"
        "    def ask(self):\n        self.sendCommand('POST', self.url)\n        self.sendHeader('Host', 'a')\nn = 1L\n"
    )
    made = run(RULE, text).text
    assert "self.sendCommand('POST', self.url)" in made
    assert "self.sendHeader(b'Host', b'a')" in made
