"""What clients of IRC are given to send."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, octet_repository, run

from migration.repository.index import RepositoryIndex

RULE = "irc_texts"
HEAD = "from twisted.words.protocols import irc\n"
BOT = HEAD + "class Bot(irc.IRCClient):\n    def f(self, a, b):\n        "
OTHER = HEAD + "class Relay(object):\n    def f(self, a, b):\n        "


@pytest.mark.parametrize(
    "text",
    [
        BOT + "self.msg(a, b)\n",
        BOT + "self.transport.write(b.encode('utf-8'))\n",
        BOT + "self.send(a, b.encode('utf-8'))\n",
        BOT + "self.msg(a, b'x')\n",
        BOT + "c = b.encode('utf-8')\n        self.msg(a, c)\n        self.file.write(c)\n",
        OTHER + "self.msg(a, b.encode('utf-8'))\n",
        OTHER + "self.queue.msg(a, b.encode('utf-8'))\n",
        OTHER + "self.nickname = b.encode('utf-8')\n",
        BOT + "self.motto = b.encode('utf-8')\n",
        BOT + "c = b.encode('utf-8')\n        self.ctcpMakeQuery(a, [('ACTION', len(c))])\n",
        OTHER + "self.bot.quit(b.encode('utf-8'))\n",
        OTHER + "self.bot.msg(b.encode('utf-8'))\n",
        BOT.replace("twisted.words", "mine.words") + "self.msg(a, b.encode('utf-8'))\n",
        BOT.replace("irc.IRCClient", "basic.LineReceiver") + "self.sendLine(b.encode('utf-8'))\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_octets_and_files_of_python_3():
    text = BOT + "self.msg(a, b.encode('utf-8'))\n"
    check_untouched(RULE, text)
    check_untouched(RULE, text, python2=True, key="p/a.py", index=octet_repository(text + PROOF))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("self.msg(a, b.encode('utf-8'))", "self.msg(a, b.encode('utf-8').decode('utf-8'))"),
        ("self.msg(a, u'x'.encode('utf-8'), 80)", "self.msg(a, u'x', 80)"),
        ("self.notice(a.encode(encoding), b)", "self.notice(a.encode(encoding).decode(encoding), b)"),
        ("self.sendLine(b.encode('utf-8'))", "self.sendLine(b.encode('utf-8').decode('utf-8'))"),
        (
            "c = b.encode('utf-8')\n        self.ctcpMakeQuery(a, [('ACTION', c)])",
            "c = b.encode('utf-8').decode('utf-8')\n        self.ctcpMakeQuery(a, [('ACTION', c)])",
        ),
        ("self.nickname = a.encode('utf-8')", "self.nickname = a.encode('utf-8').decode('utf-8')"),
        (
            "irc.IRCClient.msg(self, a, b.encode('utf-8'))",
            "irc.IRCClient.msg(self, a, b.encode('utf-8').decode('utf-8'))",
        ),
        (
            "c = b.encode('utf-8')\n        self.say(a, c)",
            "c = b.encode('utf-8').decode('utf-8')\n        self.say(a, c)",
        ),
    ],
)
def test_a_client_is_given_text(before, after):
    check_rule(RULE, BOT + before + "\n", BOT + after + "\n", python2=True)


def test_who_hands_it_on_to_a_client():
    before = OTHER + "self.bot.msg(a, b.encode('utf-8'), 80)\n"
    check_rule(RULE, before, before.replace("8')", "8').decode('utf-8')"), python2=True)
    before = OTHER + "self.proto.setNick(b.encode('utf-8'))\n"
    check_rule(RULE, before, before.replace("8')", "8').decode('utf-8')"), python2=True)


def test_a_class_of_another_file():
    base = HEAD + "class Base(irc.IRCClient):\n    pass\n"
    text = "from base import Base\nclass Bot(Base):\n    def f(self, a):\n        self.me(a, a.encode('utf-8'))\n"
    files = {"a.py": text + PROOF, "base.py": base}
    after = run(RULE, files["a.py"], index=RepositoryIndex(files, files.get)).text
    assert "self.me(a, a.encode('utf-8').decode('utf-8'))" in after
    files["base.py"] = base.replace("irc.IRCClient", "object")
    assert ".decode" not in run(RULE, files["a.py"], index=RepositoryIndex(files, files.get)).text


STANDS_IN = (
    "import bots\nbot = bots.Bot()\nbot.msg = lambda *a: None\nHELLO = u'h\\xe9'.encode('utf8')\n"
    "def test(said):\n    assert said[0][1] == HELLO\n"
)


def irc(text):
    files = {"a.py": text + PROOF, "bots.py": HEAD + "class Bot(irc.IRCClient):\n    pass\n"}
    return run(RULE, files["a.py"], index=RepositoryIndex(files, files.get)).text


def test_what_a_test_expects_a_client_to_be_given():
    assert "HELLO = u'h\\xe9'\n" in irc(STANDS_IN)
    assert "HELLO = a[0].encode('utf8').decode('utf8')\n" in irc(STANDS_IN.replace("u'h\\xe9'", "a[0]"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("bot.msg =", "bot.other ="),
        ("bot.msg =", "queue.msg ="),
        ("== HELLO", "== HELLO.decode('utf8')"),
        ("== HELLO", "== hashlib.md5(HELLO)"),
        ("import bots", "import hashlib, bots\nhashlib.md5(HELLO)"),
        ("HELLO =", "def f():\n    HELLO ="),
    ],
)
def test_other_constants(old, new):
    text = "import hashlib\n" + STANDS_IN.replace(old, new)
    assert ".encode('utf8')\n" in irc(text)
