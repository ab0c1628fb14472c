"""What channels of asyncore are asked for that only their sockets have."""

import asyncore
import socket

import pytest
from rules.checking import PROOF, check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "channel_attributes"
CLASS = "import asyncore\nclass C({}):\n    def f(self, data):\n        {}\n"
ASKED = CLASS.format("asyncore.dispatcher", "return self.getpeername()")
#: Files of a repository: a channel, and somebody who is given it, or something that nobody knows.
CHANNEL = (
    "import asyncore, tool\nclass C(asyncore.dispatcher):\n    def f(self):\n        return tool.Tool(self)\n"
)
TOOL = (
    "class Tool:\n    def __init__(self, channel):\n        self.channel = channel\n"
    "    def f(self):\n        print self.channel.getpeername()\n"
)


@pytest.mark.parametrize(
    "text",
    [
        CLASS.format("object", "return self.getpeername()"),
        CLASS.format("asyncore.dispatcher, Other", "return self.getpeername()"),
        CLASS.format("asyncore.file_dispatcher", "return self.fileno()"),
        CLASS.format("asyncore.dispatcher", "return self.socket.getpeername()"),
        CLASS.format("asyncore.dispatcher", "return hasattr(self, 'getpeername')"),
        CLASS.format("asyncore.dispatcher", "return self.getpeername"),
        CLASS.format("asyncore.dispatcher", "return data.getpeername()"),
        CLASS.format("asyncore.dispatcher", "return self.log()"),
        ASKED + "    def getpeername(self): pass\n",
        ASKED + "    def __getattr__(self, name): pass\n",
        ASKED + "class D(C):\n    def getpeername(self): pass\n",
        ASKED + "class D(C):\n    def __init__(self):\n        self.getpeername = None\n",
        ASKED + "channel.getpeername = lambda: None\n",
        ASKED + "class D(C):\n    getpeername = None\n",
        ASKED.replace("import asyncore", "from . import asyncore"),
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize("base", ["asyncore.dispatcher", "asyncore.dispatcher_with_send"])
def test_an_object_asks_its_own_socket(base):
    before = CLASS.format(base, "self.setsockopt(1, 2, data)")
    check_rule(RULE, before, before.replace("self.set", "self.socket.set"))


def test_so_do_objects_of_classes_that_derive_from_such():
    before = ASKED + "class D(C):\n    def g(self):\n        return self.getsockname()\n"
    check_rule(RULE, before, before.replace("self.get", "self.socket.get"))
    check_rule(
        RULE,
        "from smtpd import SMTPServer\nclass S(SMTPServer):\n    def f(self):\n        self.getsockname()\n",
        "from smtpd import SMTPServer\nclass S(SMTPServer):\n    def f(self):\n        self.socket.getsockname()\n",
    )


def test_what_may_be_something_else_is_asked_whichever_it_is():
    files = {"channel.py": CHANNEL, "tool.py": TOOL}
    after = migrate(TOOL, "tool.py", RepositoryIndex(files, files.get)).text
    assert "print(self.channel.socket.getpeername())" in after
    files["more.py"] = "import tool\ndef made(socket):\n    return tool.Tool(socket)\n"
    after = migrate(TOOL, "tool.py", RepositoryIndex(files, files.get)).text
    assert 'print(getattr(self.channel, "socket", self.channel).getpeername())' in after
    assert migrate(after, "tool.py", RepositoryIndex(files, files.get)).text == after
    files["more.py"] += "class Other:\n    pass\nmade(Other())\n"
    assert (
        "print(self.channel.getpeername())"
        in migrate(TOOL, "tool.py", RepositoryIndex(files, files.get)).text
    )
    other = TOOL.replace("self.channel.get", "self.other.get")
    files["tool.py"] = other
    assert "self.other.getpeername()" in migrate(other, "tool.py", RepositoryIndex(files, files.get)).text


def test_a_class_of_another_file_is_known_by_what_flows():
    text = (
        "from channel import C\nclass D(C):\n    def f(self):\n        return self.getpeername()\nD().f()\n"
    )
    files = {"channel.py": CHANNEL, "tool.py": TOOL, "d.py": text + PROOF}
    after = migrate(text + PROOF, "d.py", RepositoryIndex(files, files.get)).text
    assert "return self.socket.getpeername()" in after or '"socket", self).getpeername()' in after


def test_the_socket_answers():
    text = ASKED.replace("data", "data=None") + PROOF
    names: dict[str, type] = {}
    exec(migrate(text, "a.py").text, names)
    here, there = socket.socketpair()
    channel = names["C"](here)
    try:
        assert channel.f() == here.getpeername()
    finally:
        channel.close()
        there.close()
        asyncore.close_all()
