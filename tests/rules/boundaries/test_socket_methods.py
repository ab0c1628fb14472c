"""Methods of sockets that are handed on, in programs of octets."""

import pytest
from rules.checking import check_untouched, octet_repository, run

RULE = "socket_methods"
DECODED = 'lambda *told: b.recv(*told).decode("latin-1")'


def converted(text: str, other: str = "") -> str:
    return run(RULE, text, key="p/a.py", index=octet_repository(text, other)).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("read(b.recv, 5)\n", f"read({DECODED}, 5)\n"),
        ("read(source=b.recv)\n", f"read(source={DECODED})\n"),
        ("get = b.recv\n", f"get = {DECODED}\n"),
        ("write(b.sendall)\n", 'write(lambda octets: b.sendall(as_bytes(octets, "latin-1")))\n'),
        (
            "P(h.rfile.read, h.wfile.write)\n",
            'P(lambda *told: h.rfile.read(*told).decode("latin-1"), '
            'lambda octets: h.wfile.write(as_bytes(octets, "latin-1")))\n',
        ),
        ("line = h.rfile.readline\n", 'line = lambda *told: h.rfile.readline(*told).decode("latin-1")\n'),
    ],
)
def test_rewrites(before, after):
    assert converted(f"{before}n = 1L\n").endswith(f"{after}n = 1\n")


@pytest.mark.parametrize(
    "text",
    ["x = b.recv(5)\n", "if hasattr(b.recv, 'x'): pass\n", "b.recv\n", "b.recv = f\n", "P(f.read, f.write)\n",
     "P(h.wfile.read)\n", "P(h.rfile.write)\n", "for line in iter(h.rfile.readline, ''): f(line)\n"],
)  # fmt: skip
def test_untouched(text):
    assert converted(f"{text}n = 1L\n") == f"{text}n = 1\n"


def test_a_method_of_the_repository_is_its_own():
    own = "class C(object):\n    def recv(self, n): return 'x'\n"
    assert converted("read(b.recv, 5)\nn = 1L\n", own) == "read(b.recv, 5)\nn = 1\n"


def test_bytes_stay_bytes_elsewhere():
    check_untouched(RULE, "read(b.recv, 5)\n", python2=True)


def test_files_that_a_program_makes_of_a_socket_are_of_text_already():
    text = (
        "import socket\nclass C(object):\n    def __init__(self):\n"
        "        self.wfile = socket.socket().makefile('wb', 0)\n    def f(self): return P(self.wfile.write)\n"
    )
    assert "P(self.wfile.write)" in converted(f"{text}n = 1L\n")


def test_answers_are_read_by_others():
    text = "import urllib2\nr = urllib2.urlopen(u)\np = P(r.read, None)\n"
    assert 'P(lambda *told: r.read(*told).decode("latin-1"), None)' in converted(f"{text}n = 1L\n")
    assert "P(r.read, None)" in converted(f"{text.replace('urlopen', 'Request')}n = 1L\n")


@pytest.mark.parametrize(
    "text",
    [
        "def f(page): return P(page.read)\nf(urllib2.urlopen(u))\n",
        "class R(object):\n    def __init__(self, page): self.read = page.read\nR(urllib2.urlopen(u))\n",
        "class R(object):\n    def __init__(self, page): self.page = page\n    def f(self): return P(self.page.read)\n"
        "R(urllib2.urlopen(u))\n",
    ],
)
def test_answers_that_are_handed_on_are_read_as_they_are(text):
    # There, another rule makes characters of their octets.
    assert "page.read(*told)" not in converted(f"import urllib2\n{text}n = 1L\n")


def test_answers_that_an_object_keeps():
    text = (
        "import urllib2\nclass R(object):\n    def __init__(self): self.page = urllib2.urlopen(u)\n"
        "    def f(self): return P(self.page.read)\nn = 1L\n"
    )
    assert "P(lambda *told: self.page.read(*told)" in converted(text)


def test_a_connection_between_processes_carries_objects():
    head = "import multiprocessing\na, b = multiprocessing.Pipe()\n"
    assert DECODED not in converted(f"{head}get = b.recv\nn = 1L\n")
    queue = "import multiprocessing\ndef f(q): return run(q._reader.recv)\nn = 1L\n"
    assert "latin-1" not in converted(queue)
    assert "latin-1" in converted(queue.replace("import", "import socket,"))


def test_answers_that_a_method_gives():
    head = "import urllib2\nclass A(object):\n    def open(self, u): return urllib2.urlopen(u)\n"
    head += "    def ask(self, u):\n        page = self.open(u)\n        return page\n"
    text = head + "def f(a, u):\n    page = a.ask(u)\n    return P(page.read)\nf(A(), '')\nn = 1L\n"
    assert "P(lambda *told: characters(page.read(*told)))" in converted(text)
    assert "P(page.read)" in converted(text.replace("urlopen(u)", "Request(u)"))


def test_the_body_of_a_request():
    text = "def app(environ, start):\n    return P(environ['wsgi.input'].read), environ['wsgi.errors'].read\nn = 1L\n"
    made = converted(text)
    assert (
        "P(lambda *told: characters(environ['wsgi.input'].read(*told))), environ['wsgi.errors'].read\n"
        in made
    )
    check_untouched(RULE, text.replace("1L", "1"))
