"""os.getcwdu → os.getcwd, sys.maxint → sys.maxsize."""

import http.server
import subprocess
import sys
from threading import Thread

import pytest
from rules.checking import check_open, check_rule, check_untouched, run

from environment.traces import Exactness
from migration.engine.pipeline import migrate

RULE = "moved_names"


@pytest.mark.parametrize(
    "text",
    [
        "maxint = 1\na = maxint\n",
        "import os\nos.getcwd()\n",
        "def f(sys): sys.maxint\n",
        "import posix\nposix.getcwd()\n",
        "from .compat import posix\nposix.getcwdu()\n",
        "def f(posix): return posix.popen('ls')\n",
    ],
)
def test_leaves_other_names(text):
    check_untouched(RULE, text)


def test_what_has_no_successor_stays_open():
    check_open(RULE, "import os\nos.tmpnam()\n", 2)
    check_open(RULE, "import posix\nposix.tmpnam()\n", 2)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from multiprocessing.reduction import reduce_connection\nreduce_connection(c)\n",
            "from multiprocessing.connection import reduce_connection\nreduce_connection(c)\n",
        ),
        ("import os\nos.getcwdu()\n", "import os\nos.getcwd()\n"),
        ("import compiler\ncompiler.compile(a, b, 'exec')\n", "import compiler\ncompile(a, b, 'exec')\n"),
        ("from compiler import compile\ncompile(a, b, 'exec')\n", "compile(a, b, 'exec')\n"),
        (
            "from htmllib import HTMLParser\nHTMLParser.entitydefs['eacute']\n",
            "import html.entities\nfrom htmllib import HTMLParser\nhtml.entities.entitydefs['eacute']\n",
        ),
        (
            "import Cookie\nc = Cookie.SmartCookie()\n",
            "import http.cookies\nimport Cookie\nc = http.cookies.SimpleCookie()\n",
        ),
        (
            "import email\nemail.MIMEBase.MIMEBase(a, b)\n",
            "import email.mime.base\nimport email\nemail.mime.base.MIMEBase(a, b)\n",
        ),
        ("import socket\nsocket.sslerror\n", "import ssl\nimport socket\nssl.SSLError\n"),
        ("import os\nf = os.tmpfile()\n", "import tempfile\nimport os\nf = tempfile.TemporaryFile()\n"),
        (
            "from pickle import dumps, _keep_alive\n_keep_alive(dumps, m)\n",
            "from pickle import dumps\nfrom copy import _keep_alive\n_keep_alive(dumps, m)\n",
        ),
        ("from os import getcwdu\ngetcwdu()\n", "from os import getcwd\ngetcwd()\n"),
        ("import posix\nposix.getcwdu()\n", "import posix\nposix.getcwd()\n"),
        ("import nt as os\nf(os.getcwdu)\n", "import nt as os\nf(os.getcwd)\n"),
        ("from posix import getcwdu, getpid\ngetcwdu()\n", "from posix import getcwd, getpid\ngetcwd()\n"),
        ("import posix\nposix.popen('ls')\n", "import os\nimport posix\nos.popen('ls')\n"),
        ("import posix\nposix.fdopen(1)\n", "import os\nimport posix\nos.fdopen(1)\n"),
        ("from sim import *\nsys.maxint\n", "import sys\nfrom sim import *\nsys.maxsize\n"),
        ("from sys import maxint, argv\nmaxint\n", "from sys import maxsize, argv\nmaxsize\n"),
        (
            "from xml.etree.ElementTree import XMLTreeBuilder, _ElementInterface as E\nx = XMLTreeBuilder(E)\n",
            "from xml.etree.ElementTree import XMLParser, Element as E\nx = XMLParser(E)\n",
        ),
        ("import threading\nthreading._get_ident()\n", "import threading\nthreading.get_ident()\n"),
        ("import subprocess as s\ns.mswindows\n", "import subprocess as s\ns._mswindows\n"),
        ("import os\nos.errno.ENOENT\n", "import errno\nimport os\nerrno.ENOENT\n"),
        ("from os import errno\nerrno.ENOENT\n", "import errno\nerrno.ENOENT\n"),
        ("import email\nemail.Utils.x()\n", "import email.utils\nimport email\nemail.utils.x()\n"),
    ],
)
def test_renames(before, after):
    check_rule(RULE, before, after)


QUEUE = "from multiprocessing.queues import SimpleQueue\nq = SimpleQueue()\n"


def test_what_wants_a_context_is_made_by_the_function_of_its_name():
    after = "from multiprocessing import SimpleQueue\nq = SimpleQueue()\n"
    check_rule(RULE, QUEUE, after, exactness=Exactness.SEMANTIC)
    lock = "import multiprocessing.synchronize as s\nlock = s.Lock()\n"
    assert "multiprocessing.Lock()" in run(RULE, lock).text


@pytest.mark.parametrize(
    "more",
    ["print(isinstance(x, SimpleQueue))\n", "class Mine(SimpleQueue): pass\n", "x = SimpleQueue(ctx=c)\n"],
)
def test_what_wants_a_context_stays_a_class_where_one_is_meant(more):
    check_untouched(RULE, QUEUE + more)


def test_helpers_for_walks_and_pipes(tmp_path):
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "f").touch()
    outcome = run(
        RULE,
        "import os\n"
        "seen = []\n"
        "def visit(found, directory, names): found.append(sorted(names))\n"
        f"os.path.walk({str(tmp_path)!r}, visit, seen)\n"
        "i, o, e = os.popen3('echo hi')\n"
        "a = o.read()\n",
    )
    names: dict = {}
    exec(outcome.text, names)
    assert names["seen"] == [["d"], ["f"]] and names["a"] == "hi\n"
    assert run(RULE, outcome.text).text == outcome.text


def test_a_helper_makes_room_for_a_name_of_the_file():
    outcome = run(RULE, "import os\ndef popen2(): return 'own'\ni, o = os.popen2('cat')\nx = popen2()\n")
    names: dict = {}
    exec(outcome.text, names)
    names["i"].close()
    names["o"].close()
    assert names["x"] == "own"
    assert run(RULE, outcome.text).text == outcome.text


def test_the_patterns_of_tokenize_are_compiled_where_they_are_used():
    check_rule(
        RULE,
        "def f(a):\n    from tokenize import tokenprog\n    return tokenprog.match(a)\n",
        "import re\nimport tokenize\ndef f(a):\n    return re.compile(tokenize.Token).match(a)\n",
    )


def test_the_class_of_nothing_is_defined_where_it_is_used():
    text = "def f():\n    from pickle import _EmptyClass\n    return _EmptyClass()\n"
    outcome = run(RULE, text)
    names = {}
    exec(outcome.text, names)
    assert type(names["f"]()).__name__ == "EmptyClass"


class Answers(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        said = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(203, "Said")
        self.send_header("X-Version", self.request_version)
        self.end_headers()
        self.wfile.write(said.upper())

    def log_message(self, *given):
        pass


def test_the_old_client_of_http_talks_to_a_server():
    text = (
        "from httplib import HTTP\nclass Client(HTTP):\n    pass\n"
        "def ask(host, body):\n    h = Client(host)\n    h.putrequest('POST', '/')\n"
        "    h.putheader('Content-Length', str(len(body)))\n    h.endheaders()\n    h.send(body)\n"
        "    status, reason, headers = h.getreply()\n"
        "    return status, reason, headers['x-version'], h.getfile().read()\n"
    )
    space = {}
    exec(run(RULE, text).text, space)
    with http.server.HTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.handle_request).start()
        answer = space["ask"](f"127.0.0.1:{server.server_port}", b"abc")
    assert answer == (203, "Said", "HTTP/1.0", b"ABC")


ADVISED = """import sys
from zope.interface.advice import addClassAdvisor
def needs(name):
    addClassAdvisor(advise)
    sys._getframe(1).f_locals.setdefault("data", []).append(name)
    return name.upper()
seen = []
def advise(cls):
    seen.append((cls.__name__, cls.data))
class A(object):
    x = needs("b")
    class B(object):
        y, z = needs("c"), needs("d")
"""


def test_advice_on_classes_comes_when_they_are_made():
    space = {"__name__": "a"}
    exec(migrate(ADVISED, "a.py").text, space)
    assert space["seen"] == [("B", ["c", "d"]), ("B", ["c", "d"]), ("A", ["b"])]
    assert space["A"].x == "B" and not [n for n in vars(space["A"]) if "advice" in n]


def test_a_walk_enters_what_is_left_in_names_in_that_order(tmp_path):
    for name in ("b/x", "a/y", "c"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "b" / "file").touch()
    text = (
        "import os\ndef visit(found, folder, names):\n    names.sort()\n    names[:] = [n for n in names if n != 'c']\n"
        "    found.append((os.path.basename(folder), list(names)))\n"
        f"found = []\nos.path.walk({str(tmp_path)!r}, visit, found)\nfound[0] = found[0][1]\nprint found\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", migrate(text).text], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[['a', 'b'], ('a', ['y']), ('y', []), ('b', ['file', 'x']), ('x', [])]\n"


def test_clocks_that_modules_had_for_themselves():
    before = "from Queue import Queue, _time\nimport threading\nx = _time(), threading._sleep(0)\n"
    after = run(RULE, before).text
    assert "x = time.time(), time.sleep(0)" in after
    assert after.startswith("import time\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import cPickle\nx = cPickle.UnpickleableError\n", "import pickle\nx = pickle.PicklingError\n"),
        (
            "from cPickle import BadPickleGet\nx = BadPickleGet\n",
            "from pickle import UnpicklingError\nx = UnpicklingError\n",
        ),
    ],
)
def test_errors_of_a_module_that_is_renamed_first(before, after):
    once = migrate(before).text
    assert once == after
    assert migrate(once).text == once


def test_the_line_of_a_traceback():
    text = "import sys, traceback\ntry:\n    1/0\nexcept ZeroDivisionError:\n"
    text += "    n = traceback.tb_lineno(sys.exc_traceback)\n"
    space = {}
    exec(migrate(text).text, space)
    assert space["n"] == 4
