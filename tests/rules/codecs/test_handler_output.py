"""What handlers of WSGI requests write to files in memory."""

import contextlib
import io

import pytest
from rules.checking import PROOF, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate

RULE = "handler_output"
HEAD = "import StringIO\nfrom wsgiref.handlers import SimpleHandler\n"
USE = "out = StringIO.StringIO()\nSimpleHandler(StringIO.StringIO('b'), out, StringIO.StringIO(), {}).run(app)\n"


@pytest.mark.parametrize(
    "text",
    [
        # another handler, another file of it, another object
        USE.replace("SimpleHandler(", "Handler("),
        USE.replace("('b'), out, StringIO.StringIO()", "('b'), StringIO.StringIO(), out"),
        USE.replace(", out,", ", other,"),
        USE.replace("out = StringIO.StringIO()", "out = made()"),
        # a class of the program that takes what it wants
        "class SimpleHandler(SimpleHandler):\n    def __init__(self, a, out, b, c): self.out = out\n" + USE,
    ],
)
def test_refuses(text):
    text = f"{HEAD}{text}head = out.getvalue()\n{PROOF}"
    assert "as_text" not in run(RULE, text).text


def test_leaves_files_of_bytes_and_what_may_be_python_3():
    head = "import io\nfrom wsgiref.handlers import SimpleHandler\nout = io.BytesIO()\n"
    made = "SimpleHandler(io.BytesIO(), out, io.StringIO(), {}).run(app)\n"
    check_untouched(RULE, head + made + "x = out.getvalue()\n", python2=True)
    check_untouched(RULE, head + made + "x = out.getvalue()\n")


@pytest.mark.parametrize("use", ["out.getvalue().decode('utf-8')", "out.flush()", "other.getvalue()"])
def test_what_is_decoded_already(use):
    assert "as_text" not in run(RULE, f"{HEAD}{USE}x = {use}\n{PROOF}").text


def test_nothing_in_a_program_of_octets():
    text = f"{HEAD}{USE}x = out.getvalue()\n"
    assert "as_text" not in run(RULE, text, "p/a.py", octet_repository(text)).text


def test_errors_are_text_and_what_is_python_3_stays():
    text = f"{HEAD}{USE}x = out.getvalue()\n{PROOF}"
    after = migrate(text).text
    assert "out = io.BytesIO()\nSimpleHandler(io.BytesIO(b'b'), out, io.StringIO(), {})" in after
    assert "x = as_text(out.getvalue())\n" in after
    assert migrate(after).text == after
    plain = text.replace("import StringIO", "import io").replace("StringIO.StringIO", "io.BytesIO")
    assert "as_text" not in migrate(plain.replace(PROOF, "")).text


@pytest.mark.parametrize(
    "make",
    [
        "SimpleHandler(StringIO.StringIO('body'), out, StringIO.StringIO(), env)",
        "SimpleHandler(stdin=StringIO.StringIO('body'), stdout=out, stderr=StringIO.StringIO(), environ=env)",
        "Own(StringIO.StringIO('body'), out, StringIO.StringIO(), env)",
    ],
)
def test_a_request_is_answered(make):
    text = (
        HEAD + "class Own(SimpleHandler):\n    http_version = '1.0'\n"
        "def app(env, start):\n    start('200 OK', [('Content-Type', 'text/plain')])\n"
        "    return ['hi ', env['wsgi.input'].read()]\n"
        "env = {'SERVER_NAME': 'h', 'SERVER_PORT': '80', 'SERVER_PROTOCOL': 'HTTP/1.0', 'REQUEST_METHOD': 'GET'}\n"
        f"out = StringIO.StringIO()\nh = {make}\nh.run(app)\n"
        "print out.getvalue().split('\\r\\n\\r\\n')[1]\n"
    )
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(compile(migrate(text).text, "a.py", "exec"), {"__name__": "a"})
    assert shown.getvalue() == "hi body\n"
