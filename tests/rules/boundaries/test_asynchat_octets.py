"""Octets of asynchat."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "asynchat_octets"
CLASS = (
    "import asynchat\nclass C(asynchat.async_chat):\n    def f(self, end):\n        self.set_terminator({})\n"
)


@pytest.mark.parametrize(
    "text",
    [
        CLASS.format("end"),
        CLASS.format("b'x'"),
        CLASS.format("5"),
        CLASS.format("'x'").replace("(asynchat.async_chat)", "(object)"),
        "from asynchat import async_chat\ndef f(c): c.set_terminator('x')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


def test_terminators_are_octets():
    check_rule(RULE, CLASS.format("'\\r\\n'"), CLASS.format("b'\\r\\n'"))


def test_a_class_of_another_class():
    text = (
        "import asynchat\nclass B(asynchat.async_chat): pass\nclass C(B):\n"
        "    def f(self): self.set_terminator({})\n"
    )
    check_rule(RULE, text.format("'x'"), text.format("b'x'"))


COLLECTS = CLASS.format("5") + "    def collect_incoming_data(self, data):\n        self.buffer.append({})\n"


def test_what_is_collected_is_text():
    check_rule(RULE, COLLECTS.format("data"), COLLECTS.format('data.decode("latin-1")'), python2=True)
    check_untouched(RULE, COLLECTS.format("data"))
    check_untouched(RULE, COLLECTS.format("data.decode('utf-8')"), python2=True)


def test_what_is_sent_is_octets():
    text = CLASS.format("5").replace("set_terminator(5)", "push({})")
    after = run(RULE, text.format("'a %s' % end") + PROOF).text
    assert "self.push(as_bytes('a %s' % end, \"latin-1\"))" in after
    check_rule(RULE, text.format("'x'"), text.format("b'x'"))
    check_untouched(RULE, text.format("b'x' + end"), python2=True)


def test_what_an_object_is_asked_to_send():
    text = CLASS.format("5").replace("set_terminator(5)", "close()") + "c = C()\nc.push({})\n"
    assert "c.push(as_bytes(a + 'b', \"latin-1\"))" in run(RULE, text.format("a + 'b'") + PROOF).text


def test_what_a_terminator_is_held_against_is_octets():
    text = CLASS.format("5") + "c = C()\nx = c.get_terminator() == {}, '\\n' in c.get_terminator()\n"
    check_rule(RULE, text.format("'\\n'"), text.format("b'\\n'"), python2=True)
    check_untouched(RULE, text.format("'\\n'"))
    joined = "import asynchat\nclass C(asynchat.async_chat):\n    def f(self, a): return a + self.get_terminator(){}\n"
    check_rule(RULE, joined.format(""), joined.format('.decode("latin-1")'), python2=True)


def test_a_terminator_that_is_kept_as_text():
    text = CLASS.format("eol").replace("        self", "        eol = '\\r' + '\\n'\n        self")
    assert 'self.set_terminator(as_bytes(eol, "latin-1"))' in run(RULE, text + PROOF).text


PUSHES = (
    "import asynchat\nclass B(asynchat.async_chat):\n    def push(self, data):\n        {}\n"
    "class C(B):\n    def f(self): self.push({})\n"
)


def test_a_method_of_its_own_is_given_text():
    """What such a method does with it is what sends it."""
    sent = "asynchat.async_chat.push(self, {})"
    text = PUSHES.format(sent.format("data + '\\r\\n'"), "'220 ok'")
    after = run(RULE, text + PROOF).text
    assert sent.format("as_bytes(data + '\\r\\n', \"latin-1\")") in after and "self.push('220 ok')" in after
    check_rule(RULE, PUSHES.format(sent.format("'x'"), "data"), PUSHES.format(sent.format("b'x'"), "data"))
    above = PUSHES.replace("class C(B)", "class C(asynchat.async_chat)")
    above = above.format("super(B, self).push(data)", "'x'")
    after = run(RULE, above + PROOF).text
    assert 'super(B, self).push(as_bytes(data, "latin-1"))' in after and "self.push(b'x')" in after
    check_untouched(RULE, PUSHES.format("self.out.append(data)", "'x'"), python2=True)
    check_untouched(RULE, PUSHES.format("super(C, self).pull(data)", "end"), python2=True)


def test_what_is_handed_over_by_the_piece():
    text = "import asynchat\ndef f(c, text):\n    c.push_with_producer(asynchat.simple_producer({}))\n"
    check_rule(RULE, text.format("'x', 2"), text.format("b'x', 2"))
    after = run(RULE, text.format("text") + PROOF).text
    assert 'simple_producer(as_bytes(text, "latin-1"))' in after
    check_untouched(RULE, text.format("b'x'"), python2=True)
    check_untouched(
        RULE, text.format("'x'").replace("import asynchat", "import producers as asynchat"), python2=True
    )


def test_a_terminator_that_is_given():
    after = run(RULE, CLASS.format("end") + PROOF).text
    assert 'self.set_terminator(as_bytes(end, "latin-1"))' in after
    check_untouched(RULE, CLASS.format("None"), python2=True)
    check_untouched(RULE, CLASS.format("4 + 5"), python2=True)


def test_what_the_library_keeps_is_octets_until_it_is_asked_for():
    text = CLASS.format("5") + (
        "    def collect_incoming_data(self, data): self._collect_incoming_data(data)\n"
        "    def found_terminator(self):\n        line = self._get_data()\n"
    )
    check_rule(RULE, text, text.replace("_get_data()", '_get_data().decode("latin-1")'), python2=True)
    check_untouched(RULE, text.replace("_get_data()", "_get_data().decode('ascii')"), python2=True)
    own = text + "    def _get_data(self): return ''\n"
    check_untouched(RULE, own, python2=True)


def test_what_is_asked_of_what_is_collected():
    check_rule(
        RULE, COLLECTS.format("data.strip()"), COLLECTS.format('data.decode("latin-1").strip()'), python2=True
    )
    check_untouched(RULE, COLLECTS.format("isinstance(data, str)"), python2=True)


_SESSIONS = (
    "import asynchat\nclass {0}(asynchat.async_chat):\n    {1}\nclass Server:\n    def __init__(self):\n"
    "        self.sessions = []\n    def begin(self, sock):\n        self.sessions.append(C(sock))\n"
    "    def tell(self, text):\n        for s in self.sessions:\n            s.push(text + '\\n')\n"
    "print Server()\n"
)


def _migrated(text):
    return migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text


def test_what_objects_out_of_a_list_are_asked_to_send():
    assert "s.push(as_bytes(text + '\\n', \"latin-1\"))" in _migrated(_SESSIONS.format("C", "pass"))


@pytest.mark.parametrize(
    ("name", "body"), [("C", "def push(self, data): pass"), ("B", "pass\nclass C(list):\n    pass")]
)
def test_objects_of_others_are_given_text(name, body):
    assert "s.push(text + '\\n')" in _migrated(_SESSIONS.format(name, body))
