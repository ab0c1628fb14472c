"""Answers of WSGI applications."""

import pytest
from rules.checking import PROOF, check_rule, check_settled, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "wsgi_results"
APP = "def app(environ, start_response):\n    start_response('200 OK', [])\n"


@pytest.mark.parametrize(
    "text",
    [
        "def app(environ, start_response):\n    return ['x']\n",
        "def app(environ, start):\n    start('200 OK', [])\n    return ['x']\n",
        APP + "    return [b'x']\n",
        APP + "    return x\n",
        APP + "    return [x.encode('utf-8')]\n",
        APP + "    def f(): return ['x']\n    return f\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python3():
    check_untouched(RULE, APP + "    return [x]\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return ['x']", "return [b'x']"),
        ("yield 'x'", "yield b'x'"),
        ("yield x", "yield as_bytes(x)"),
        ("return ['%d' % x]", "return [('%d' % x).encode(\"utf-8\")]"),
        ("return [x, 'y']", "return [as_bytes(x), b'y']"),
        ("return ['<%d>' % n for n in x]", "return [('<%d>' % n).encode(\"utf-8\") for n in x]"),
        (
            "body = ['a']\n    body.append('b')\n    return body",
            "body = [b'a']\n    body.append(b'b')\n    return body",
        ),
        (
            "body = []\n    body = f(body)\n    body.append('b')\n    return body",
            "body = []\n    body = f(body)\n    body.append('b')\n    return body",
        ),
    ],
)
def test_answers_with_bytes(before, after):
    outcome = run(RULE, f"{APP}    {before}\n{PROOF}")
    assert f"    {after}\n" in outcome.text
    check_settled(RULE, outcome)


def test_an_object_whose_items_are_the_answer():
    head = "class A(object):\n    def {}(self):\n        self.{}('200 OK', [])\n        yield 'a'\n"
    before = head.format("__iter__", "start_response")
    check_rule("wsgi_results", before, before.replace("yield 'a'", "yield b'a'"), python2=True)
    check_untouched("wsgi_results", head.format("__iter__", "start"), python2=True)
    check_untouched("wsgi_results", head.format("items", "start_response"), python2=True)


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ("return render(page)", "return (as_bytes(part) for part in render(page))"),
        ("made = convert(x)\n    return made", "return (as_bytes(part) for part in made)"),
    ],
)
def test_what_is_made_elsewhere_is_encoded_on_its_way(body, answer):
    outcome = run(RULE, f"{APP}    {body}\n{PROOF}")
    assert f"    {answer}\n" in outcome.text
    check_settled(RULE, outcome)


@pytest.mark.parametrize(
    "body",
    [
        "return other(environ, start_response)",
        "return FileWrapper(f)",
        "return self.watched(app_iter)",
        "return other(environ, started)",
        "write = start_response('200 OK', [])\n    return write(body)",
        "return Closing(parts)\nclass Closing(list):\n    def close(self): pass",
        "return x.encode('utf-8')",
        "made = other(environ, start_response)\n    return made",
        "made = convert(x)\n    made = []\n    for made in x: pass\n    return made",
    ],
)
def test_leaves_what_other_applications_answer(body):
    check_untouched(RULE, f"{APP}    {body}\n", python2=True)


def test_what_starts_a_response_alone_is_no_application():
    check_untouched(
        RULE,
        "def begin(start_response, status):\n    start_response(status, [])\n    return now()\n",
        python2=True,
    )


def test_lists_stay_lists():
    text = f"{APP}    return page(environ['PATH_INFO'])\ndef page(name):\n    return ['<p>', name]\n{PROOF}"
    assert "    return [as_bytes(part) for part in page(environ['PATH_INFO'])]\n" in run(RULE, text).text


SERVED = "def app(env, start):\n    start('200 OK', [])\n    return ['x']\n"


@pytest.mark.parametrize(
    "use",
    [
        "from wsgiref.handlers import CGIHandler\nCGIHandler().run(app)\n",
        "from wsgiref.handlers import CGIHandler\nh = CGIHandler()\nh.run(app)\n",
        "from wsgiref import simple_server\ns = simple_server.make_server('', 80, app)\n",
        "from wsgiref.simple_server import make_server\nmake_server('', 80, app=app)\n",
        "from wsgiref.simple_server import WSGIServer\ns = WSGIServer(a, b)\ns.set_app(app)\n",
    ],
)
def test_a_function_that_the_library_serves_with_calls_what_starts_the_response_as_it_likes(use):
    check_rule(RULE, SERVED + use, SERVED.replace("'x'", "b'x'") + use, python2=True)


@pytest.mark.parametrize(
    "use",
    [
        "import wsgiref\nh.run(app)\n",
        "from wsgiref.handlers import CGIHandler\nCGIHandler().run(other)\nh.run(app)\n",
        "from wsgiref.simple_server import make_server\nmake_server('', 80, other)\nmake(app)\n",
        "from wsgiref.handlers import CGIHandler\nif a:\n    app = b\nCGIHandler().run(app)\n",
    ],
)
def test_other_functions_of_that_look(use):
    check_untouched(RULE, SERVED + use, python2=True)


def test_a_server_of_the_repositorys_own_takes_what_it_takes():
    text = (
        "from wsgiref.handlers import SimpleHandler\n\ndef app(e, s):\n    s('200 OK', [])\n    return ['x']\n"
        "SimpleHandler(a, b, c, {}).run(app)\nn = 1L\n"
    )
    assert "[b'x']" in run(RULE, text).text
    files = {"a.py": text, "wsgiref/__init__.py": "", "wsgiref/handlers.py": "class SimpleHandler: pass\n"}
    assert "['x']" in run(RULE, text, "a.py", RepositoryIndex(files, files.get)).text
