"""Types of what goes through WSGI."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "wsgi_checks"
INPUT = """class Input(object):
    def __init__(self, f):
        self.f = f
    def g(self, *args):
        v = self.f.{}
        assert {}
        return v
def app(environ):
    environ['wsgi.input'] = Input(environ['{}'])
"""
OTHERS = """class Writer(object):
    def __init__(self, w):
        self.w = w
    def __call__(self, s):
        assert {}
        self.w(s)
class Iterator(object):
    def __init__(self, i):
        self.i = iter(i)
    def next(self):
        v = {}
        assert {}
        return v
def lint(app, environ, start_response):
    def started(*args):
        return Writer(start_response(*args))
    iterator = app(environ, start_response{})
    environ['wsgi.input']
    return Iterator(iterator)
"""


@pytest.mark.parametrize(
    "text",
    [
        INPUT.format("read(*args)", "isinstance(v, str)", "wsgi.errors"),
        INPUT.format("name()", "isinstance(v, str)", "wsgi.input"),
        INPUT.format("read(*args)", "isinstance(v, unicode)", "wsgi.input"),
        INPUT.format("read(*args)", "isinstance(args, str)", "wsgi.input"),
        INPUT.format("read(*args)", "type(v) is type(u'')", "wsgi.input"),
        INPUT.format("read(*args)", "type(v) is type([])", "wsgi.input"),
        INPUT.format("read(*args)", "isinstance(v, str)", "wsgi.input") + "o = Input(start_response(1))\n",
        OTHERS.format("s", "self.j.next()", "isinstance(v, str)", ", 1"),
    ],
)
def test_refuses(text):
    check_untouched(RULE, text.replace("unicode", "basestr"), python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, INPUT.format("read(*args)", "isinstance(v, str)", "wsgi.input"))


@pytest.mark.parametrize("asked", ["isinstance(v, {})", "type(v) is {}", "type(v) == {}"])
@pytest.mark.parametrize("call", ["read(*args)", "readline()"])
def test_what_is_read_is_octets(asked, call):
    text = INPUT.format(call, asked, "wsgi.input")
    check_rule(RULE, text.format("str"), text.format("bytes"), python2=True)


def test_what_is_written_and_gone_through_is_octets():
    check_rule(
        RULE,
        OTHERS.format("type(s) is type('')", "next(self.i)", "isinstance(v, str)", ""),
        OTHERS.format("type(s) is bytes", "next(self.i)", "isinstance(v, bytes)", ""),
        python2=True,
    )


def test_parts_of_an_answer_are_octets():
    text = (
        "def ask(app, environ):\n    def start_response(status, headers): pass\n    out = []\n"
        "    answer = app(environ, start_response)\n    for part in answer:\n"
        "        if not isinstance(part, str):\n            raise ValueError(part)\n        out.append(part)\n"
        "    return [type(one) is str for one in app(environ, start_response)]\n"
    )
    after = text.replace("isinstance(part, str)", "isinstance(part, bytes)").replace("is str", "is bytes")
    check_rule(RULE, text, after, python2=True)
