"""StringIO.StringIO → io.StringIO or io.BytesIO."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rules.modules.string_io import LABELLED

RULE = "string_io"


@pytest.mark.parametrize(
    "text",
    [
        "from io import StringIO\nStringIO()\n",
        "class StringIO: pass\nStringIO()\n",
        "try:\n    from StringIO import StringIO\nexcept ImportError:\n    from io import StringIO\nStringIO()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import StringIO\nStringIO.StringIO()\n", "import io\nio.StringIO()\n"),
        ("import cStringIO as S\nS.StringIO(a)\n", "import io\nio.StringIO(a)\n"),
        (
            "from cStringIO import StringIO\nisinstance(a, StringIO)\n",
            "from io import StringIO\nisinstance(a, StringIO)\n",
        ),
        (
            "from StringIO import StringIO\ns = StringIO()\ns.write(b'x')\n",
            "from io import BytesIO\ns = BytesIO()\ns.write(b'x')\n",
        ),
        (
            "from StringIO import StringIO\nimport gzip\ngzip.GzipFile(fileobj=StringIO(a))\nStringIO(b)\n",
            "import io\nfrom io import StringIO\nimport gzip\ngzip.GzipFile(fileobj=io.BytesIO(a))\nStringIO(b)\n",
        ),
        (
            "from StringIO import StringIO\nimport cgi\nf = StringIO('a=1')\ncgi.FieldStorage(fp=f)\n",
            "from io import BytesIO\nimport cgi\nf = BytesIO('a=1')\ncgi.FieldStorage(fp=f)\n",
        ),
        (
            "import StringIO, cgi\ncgi.parse(StringIO.StringIO('\\r\\n'.join(a)))\n",
            "import io\nimport cgi\ncgi.parse(io.BytesIO('\\r\\n'.join(a)))\n",
        ),
        (
            "import StringIO\nsource.setByteStream(StringIO.StringIO(a))\n",
            "import io\nsource.setByteStream(io.BytesIO(a))\n",
        ),
        (
            "import StringIO\ndef setByteStream(f): pass\nsource.setByteStream(StringIO.StringIO(a))\n",
            "import io\ndef setByteStream(f): pass\nsource.setByteStream(io.StringIO(a))\n",
        ),
        (
            "import StringIO\ne['wsgi.input'] = StringIO.StringIO(a)\nf = StringIO.StringIO()\nd = {'wsgi.input': f}\n",
            "import io\ne['wsgi.input'] = io.BytesIO(a)\nf = io.BytesIO()\nd = {'wsgi.input': f}\n",
        ),
        (
            "import BaseHTTPServer, StringIO\nclass H(BaseHTTPServer.BaseHTTPRequestHandler):\n"
            "    def __init__(self, a):\n        self.rfile = StringIO.StringIO(a)\n"
            "        out = StringIO.StringIO()\n        self.wfile = out\n",
            "import io\nimport BaseHTTPServer\nclass H(BaseHTTPServer.BaseHTTPRequestHandler):\n"
            "    def __init__(self, a):\n        self.rfile = io.BytesIO(a)\n"
            "        out = io.BytesIO()\n        self.wfile = out\n",
        ),
        (
            "import StringIO\nclass H:\n    def __init__(self, a):\n        self.rfile = StringIO.StringIO(a)\n",
            "import io\nclass H:\n    def __init__(self, a):\n        self.rfile = io.StringIO(a)\n",
        ),
        (
            "import StringIO\ne['wsgi.errors'] = StringIO.StringIO()\nd = {'a': 1, 'b': StringIO.StringIO()}\n",
            "import io\ne['wsgi.errors'] = io.StringIO()\nd = {'a': 1, 'b': io.StringIO()}\n",
        ),
        (
            "import StringIO\nl = m.__loader__\nStringIO.StringIO(l.get_data(a))\n",
            "import io\nl = m.__loader__\nio.BytesIO(l.get_data(a))\n",
        ),
        (
            "import StringIO\nStringIO.StringIO(l.get_data(a))\n",
            "import io\nio.StringIO(l.get_data(a))\n",
        ),
        (
            "import StringIO\nt.addfile(i, StringIO.StringIO(a))\n",
            "import io\nt.addfile(i, io.BytesIO(a))\n",
        ),
        (
            "import StringIO, zlib\nclass C:\n    def f(self):\n        self.b = StringIO.StringIO()\n        self.b.write(zlib.compress(x))\n",  # noqa: E501
            "import io\nimport zlib\nclass C:\n    def f(self):\n        self.b = io.BytesIO()\n        self.b.write(zlib.compress(x))\n",  # noqa: E501
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_file_in_memory_that_is_told_an_encoding_can_be_told():
    text = "from StringIO import StringIO\ndef f():\n    out = StringIO()\n    {}\n    return StringIO()\n"
    for told in ("setattr(out, 'encoding', 'utf-8')", "out.encoding = 'utf-8'"):
        outcome = run("string_io", text.format(told))
        assert "    out = labelled_text()\n" in outcome.text and "    return StringIO()\n" in outcome.text
        assert "import io\n" in outcome.text and "class Labelled(io.StringIO):" in outcome.text
        assert run("string_io", outcome.text).text == outcome.text
    outcome = run("string_io", "import cStringIO\nout = cStringIO.StringIO()\nout.errors = None\n")
    assert "out = labelled_text()\n" in outcome.text
    assert "labelled_text" not in run("string_io", text.format("setattr(out, 'name', 'x')")).text


WRITER = """import struct, StringIO
class Writer:
    def __init__(self, f, name):
        self.f = f
    def write(self, x):
        self.f.write({})
def save(x):
    out = StringIO.StringIO()
    {}.write(x)
    return out.getvalue()
"""
READER = """import struct, StringIO
def load(x):
    return read(StringIO.StringIO(x))
def read(f):
    head = f.read(4)
    return {}
"""


@pytest.mark.parametrize(
    "text",
    [
        WRITER.format("x", "Writer(out, x)"),
        WRITER.format("struct.pack('B', x)", "Writer(x, out)"),
        WRITER.format("struct.pack('B', x)", "Other(out, x)"),
        WRITER.format("struct.pack('B', x)", "Writer(*out)"),
        READER.format("head.split(' ')"),
        READER.format("struct.unpack('B', x)"),
        READER.format("read(f)"),
    ],
)
def test_what_is_handed_on_may_be_text(text):
    after = text.replace("struct, StringIO", "struct\nimport io").replace("StringIO.StringIO", "io.StringIO")
    check_rule(RULE, text, "import io\n" + after.replace("\nimport io", "", 1))


@pytest.mark.parametrize(
    "text",
    [
        WRITER.format("struct.pack('B', x)", "Writer(out, x)"),
        READER.format("struct.unpack('BB', head[2:])"),
        READER.format("deeper(f)") + "def deeper(g):\n    return struct.unpack('B', g.read(1))\n",
    ],
)
def test_what_is_handed_on_for_octets(text):
    after = text.replace("struct, StringIO", "struct").replace("StringIO.StringIO", "io.BytesIO")
    check_rule(RULE, text, "import io\n" + after)


@pytest.mark.parametrize(("head", "method"), [("", "save(self, f)"), ("    @staticmethod\n", "save(f)")])
def test_what_a_method_is_handed_for_octets(head, method):
    text = (
        f"import StringIO, wave\nclass Clip:\n{head}    def {method}:\n        w = wave.open(f, 'wb')\n"
        "buf = StringIO.StringIO()\nClip().save(buf)\n"
    )
    assert "buf = io.BytesIO()" in run(RULE, text).text
    assert "buf = io.StringIO()" in run(RULE, text.replace("Clip().save", "made().save")).text
    assert (
        "buf = io.StringIO()"
        in run(RULE, "import json\n" + text.replace("Clip().save(", "json.dump(x, ")).text
    )


def test_a_star_brings_what_is_called():
    text = "import StringIO\nfrom mine import *\ndef f():\n    return StringIO()\n"
    assert run("string_io", text).text == text.partition("\n")[2]
    both = text + "x = StringIO.StringIO()\n"
    assert "StringIO" in run("string_io", both).text


def test_a_pickler_of_the_file_writes_bytes():
    text = (
        "from StringIO import StringIO\nimport pickle\nclass Sorted(pickle.Pickler):\n"
        "    def save_dict(self, d): pass\ndef dumps(x):\n    f = StringIO()\n    Sorted(f).dump(x)\n"
        "    return f.getvalue()\n"
    )
    assert "from io import BytesIO" in run("string_io", text).text


@pytest.mark.parametrize("call", ["base64.encode(f, out)", "quopri.decode(f, out)", "base64.decode(f, out)"])
def test_what_a_codec_of_the_library_writes_to(call):
    before = f"import base64, quopri\nfrom StringIO import StringIO\nout = StringIO()\n{call}\n"
    check_rule(
        RULE,
        before,
        before.replace("StringIO import StringIO", "io import BytesIO").replace("StringIO()", "BytesIO()"),
    )


SOCKET = """import StringIO
class FakeSocket:
    def __init__(self):
        self.sent = StringIO.StringIO()
        self.answer = StringIO.StringIO()
        self.log = StringIO.StringIO()
    def sendall(self, data):
        self.sent.write(data)
        self.log.write(1)
    def makefile(self, mode, bufsize):
        {}
"""


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("return self.answer", "        self.answer = io.BytesIO()\n"),
        ("return StringIO.StringIO(self.answer)", "        return io.BytesIO(self.answer)\n"),
        (
            "return 'r' in mode and StringIO.StringIO('x') or self.answer",
            "        return 'r' in mode and io.BytesIO('x') or self.answer\n",
        ),
        (
            "return self.answer if 'r' in mode else self.sent",
            "        self.answer = io.BytesIO()\n",
        ),
    ],
)
def test_a_stand_in_for_a_socket_has_files_of_bytes(given, made):
    outcome = run(RULE, SOCKET.format(given))
    assert made in outcome.text
    assert "        self.sent = io.BytesIO()\n" in outcome.text
    assert "        self.log = io.StringIO()\n" in outcome.text


@pytest.mark.parametrize(
    "text",
    [
        SOCKET.format("return self.answer") + "def f(s): return s.makefile('r').readline()\n",
        SOCKET.format("return self.answer").replace("makefile", "stream"),
        "import StringIO\ndef makefile(mode):\n    return StringIO.StringIO()\n",
    ],
)
def test_files_of_anything_else_are_text(text):
    assert "BytesIO" not in run(RULE, text).text


@pytest.mark.parametrize(
    ("opened", "made"), [("open(p, 'wb')", "io.BytesIO()"), ("open(p, 'w')", "io.StringIO()")]
)
def test_what_stands_for_a_file_of_the_disk_is_binary_as_that_is(opened, made):
    text = "import StringIO, structured\ny = structured.File(StringIO.StringIO(), 2)\n"
    text += f"x = structured.File({opened}, 1)\n"
    assert f"y = structured.File({made}, 2)\n" in run(RULE, text).text


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("import xml.dom.minidom\nd = xml.dom.minidom.parse(StringIO.StringIO({}))\n", "io.BytesIO("),
        ("import xml.sax\nf = StringIO.StringIO({})\nxml.sax.parse(f, h)\n", "io.BytesIO("),
        ("import xml.sax\nf = StringIO.StringIO({})\nparse(f)\n", "io.StringIO("),
    ],
)
def test_documents_that_spell_octets(text, made):
    text = "import StringIO\n" + text
    assert made in run(RULE, text.format("'<a>\\xc3\\xa9</a>'")).text
    assert "io.StringIO(" in run(RULE, text.format("'<a>e</a>'")).text


def test_xml_that_lxml_parses_is_octets():
    text = "from StringIO import StringIO\nfrom lxml import etree\nx = etree.parse(StringIO(a){})\n" + PROOF
    assert "etree.parse(BytesIO(as_bytes(a)))" in migrate(text.format(""), "a.py").text
    assert "etree.parse(StringIO(a), p)" in migrate(text.format(", p"), "a.py").text


@pytest.mark.parametrize(
    ("use", "made"),
    [("s.write(a + ';')\nf(s.getvalue())\n", "io.StringIO"), ("s.write(a)\ns.seek(0)\n", "io.BytesIO")],
)
def test_a_codec_is_put_around_octets_unless_text_alone_does(use, made):
    text = "import codecs, StringIO\ns = codecs.getwriter('utf-8')(StringIO.StringIO())\n" + use + PROOF
    assert f"s = {made}()" in migrate(text).text or f"({made}())" in migrate(text).text


def test_a_module_that_is_given_another_name_stays_one():
    text = "import cStringIO\nStringIO = cStringIO\ndel cStringIO\nfound = StringIO.StringIO('a').read()\n"
    space = {}
    exec(migrate(text + "n = 1L\n").text, space)
    assert space["found"] == "a"


def test_all_names_of_the_module_are_the_class():
    done = migrate("from StringIO import *\nf = StringIO()\nf.write('a')\nprint f.getvalue()\n").text
    exec(done, {})
    assert "from StringIO" not in done


def test_an_answer_of_urllib_is_read_as_octets():
    text = "import urllib2\nfrom StringIO import StringIO\nr = urllib2.addinfourl(StringIO('x'), {}, u)\nn = 1L\n"
    assert "(BytesIO(b'x'), {}, u)" in migrate(text).text


def test_a_file_of_a_stand_in_for_a_socket_holds_octets_in_a_program_of_octets():
    text = (
        "import StringIO, httplib, struct\nclass S:\n    def __init__(self, data): self.data = data\n"
        "    def makefile(self, *args): return StringIO.StringIO(self.data)\n"
        "print httplib.HTTPResponse(S('x'))\n"
    )
    after = migrate(text, "p/a.py", octet_repository(text)).text
    assert 'return io.BytesIO(as_bytes(self.data, "latin-1"))' in after


@pytest.mark.parametrize("name", ["SimpleHandler", "BaseCGIHandler"])
def test_files_of_a_handler_of_wsgi_requests_hold_bytes_but_for_its_errors(name):
    head = f"import StringIO\nfrom wsgiref.handlers import {name}\n"
    made = "StringIO.StringIO"
    after = run(RULE, f"{head}{name}({made}('a'), {made}(), {made}(), {{}})\n").text
    assert f"{name}(io.BytesIO('a'), io.BytesIO(), io.StringIO(), {{}})\n" in after
    after = run(RULE, f"{head}o = {made}()\n{name}(stdin={made}(), stdout=o, stderr={made}())\n").text
    assert f"o = io.BytesIO()\n{name}(stdin=io.BytesIO(), stdout=o, stderr=io.StringIO())\n" in after
    own = f"class {name}({name}):\n    def __init__(self, a, b): pass\n{name}({made}(), {made}())\n"
    assert "BytesIO" not in run(RULE, head + own).text


REQUEST = """
import BaseHTTPServer, StringIO{more}
class Sock:
    {body}
    def makefile(self, mode, n=0):
        return StringIO.StringIO('GET / HTTP/1.0\\r\\n\\r\\n') if 'r' in mode else self.out
    def sendall(self, data): self.out.write(data)
class H(BaseHTTPServer.BaseHTTPRequestHandler):
    def do_GET(self): self.wfile.write('hi')
s = Sock()
H(s, ('x', 1), None)
found = s.out.getvalue()[-2:] == 'hi'
n = 1L
"""


@pytest.mark.parametrize(
    "body",
    ["out = StringIO.StringIO()", "def __init__(self): self.out = StringIO.StringIO()"],
)
@pytest.mark.parametrize("octets", [False, True])
def test_a_handler_of_requests_that_is_given_a_stand_in_for_a_socket(body, octets):
    text = REQUEST.format(body=body, more="")
    space = {}
    exec(migrate(text, "p/a.py", octet_repository(text) if octets else None).text, space)
    assert space["found"]


OPENER = (
    "import urllib2, StringIO\nclass H(urllib2.BaseHandler):\n    def foo_open(self, req):\n"
    "        body = StringIO.StringIO('opened ' + req.get_full_url())\n        return body\n"
    "    def bar_open(self, req): return StringIO.StringIO('caf\\xc3\\xa9')\n"
    "urllib2.install_opener(urllib2.build_opener(H()))\n"
    "x = urllib2.urlopen('foo://x').read() == 'opened foo://x', len(urllib2.urlopen('bar://x').read())\nn = 1L\n"
)


@pytest.mark.parametrize("octets", [False, True])
def test_the_answer_of_a_handler_that_opens_addresses(octets):
    index = octet_repository(OPENER).taken_for(octets)
    once = migrate(OPENER, "p/a.py", index).text
    spaces = {}
    exec(once, spaces)
    assert spaces["x"] == (True, 5)
    assert migrate(once, "p/a.py", index).text == once


@pytest.mark.parametrize(
    "text",
    [
        OPENER.replace("urllib2.BaseHandler", "object"),
        OPENER.replace("foo_open", "foo").replace("bar_open", "bar"),
        OPENER + "def f(h): return h.foo_open(1).read() + h.bar_open(2).read()\n",
    ],
)
def test_the_answers_of_others_are_text(text):
    assert "BytesIO" not in run("string_io", text).text


@pytest.mark.parametrize(
    "saving",
    [
        "image = Image.open(p)\nimage.save(f, 'PNG')\n",
        "image = Image.new('RGB', (1, 1))\nimage = image.convert('L')\nimage.save(f, format='PNG')\n",
        "Image.open(p).resize((1, 1)).save(f, 'PNG')\n",
    ],
)
def test_a_picture_is_saved_as_octets(saving):
    before = "from PIL import Image\nfrom StringIO import StringIO\nf = StringIO()\n" + saving
    after = before.replace("StringIO import StringIO", "io import BytesIO").replace("StringIO()", "BytesIO()")
    check_rule("string_io", before, after)


@pytest.mark.parametrize(
    "saving",
    [
        "image = Image.open(p)\nimage.save(p, f)\n",
        "image = load(p)\nimage.save(f)\n",
        "Image = load(p)\nImage.open(p).save(f)\n",
    ],
)
def test_what_is_saved_may_be_no_picture(saving):
    head = "from PIL import Image\n" if "Image = " not in saving else ""
    before = f"{head}from StringIO import StringIO\nf = StringIO()\n{saving}"
    check_rule("string_io", before, before.replace("from StringIO", "from io"))


READING = "import csv\nfrom PIL import Image\nclass C:\n    def read(self, data):\n        {}return Image.open(data)\n"


@pytest.mark.parametrize(
    ("reading", "kept"),
    [
        ("", False),
        ("data.seek(0)\n        ", False),
        ("x = data.readline()\n        ", True),
        ("for x in data: pass\n        ", True),
        ("if self.rows:\n            return csv.reader(data)\n        ", True),
        ("unknown(data)\n        ", True),
        ("print >>data, 'x'\n        ", True),
    ],
)
def test_a_file_that_comes_to_a_reader_of_octets_in_another_file(reading, kept):
    text = "from StringIO import StringIO\nfrom p.m import C\nx = C().read(StringIO(y))\n"
    files = {"p/__init__.py": "", "p/m.py": READING.format(reading), "p/t.py": text}
    made = run("string_io", text, key="p/t.py", index=RepositoryIndex(files, files.get)).text
    assert ("BytesIO(" in made) is not kept


def test_both_files_of_a_handler_are_given_at_once():
    text = (
        "import BaseHTTPServer\nfrom StringIO import StringIO\nclass H(BaseHTTPServer.BaseHTTPRequestHandler):\n"
        "    def setup(self): self.rfile, self.wfile = StringIO(self.request), StringIO()\n"
        "    def finish(self): pass\n    def log_message(self, *a): pass\n"
        "    def do_GET(self): self.wfile.write('got ' + self.path)\n"
        "x = H('GET /p HTTP/0.9\\r\\n\\r\\n', ('', 1), None).wfile.getvalue()\n"
    )
    space = {}
    exec(migrate(text).text, space)
    assert space["x"] in (b"got /p", "got /p")


@pytest.mark.parametrize(
    "given",
    ["self.a, self.wfile = StringIO(x), y", "self.wfile, self.a = f(StringIO(x))", "a, b = StringIO(x), y"],
)
def test_other_files_beside_those_of_a_handler_are_of_text(given):
    text = f"import SocketServer\nfrom StringIO import StringIO\nclass H:\n    def f(self, x): {given}\n"
    assert "BytesIO" not in run("string_io", text).text


def test_the_file_of_a_module_is_no_other_objects():
    text = (
        "import codecs, sys\nimport StringIO\nr = codecs.getreader('utf-8')(sys.stdin)\n"
        "class A(object):\n    def f(self, x):\n        self.stdin = StringIO.StringIO(x)\n"
    )
    assert "self.stdin = io.StringIO(x)" in run("string_io", text).text
    assert "sys.stdin = io.BytesIO(x)" in run("string_io", text.replace("self.stdin", "sys.stdin")).text


def test_a_file_in_memory_has_no_encoding_before_it_is_told_one():
    found: dict = {}
    exec("import io\n" + LABELLED, found)
    file = found["labelled_text"]("a\n")
    assert not hasattr(file, "encoding") and not hasattr(file, "errors")
    file.encoding = "ascii"
    print("b", file=file)
    assert (file.encoding, file.getvalue(), hasattr(file, "errors")) == ("ascii", "b\n", False)


DUMPING = "import StringIO\nfrom p import keeper\ns = StringIO.StringIO()\nkeeper.dump(t, s)\n"


@pytest.mark.parametrize(
    ("keeper", "made"),
    [
        (
            "import pickle\ndef dump(value, file):\n    f = find(file)\n    pickle.dump(value, f)\n",
            "io.BytesIO()",
        ),
        ("import json, pickle\ndef dump(value, file):\n    pickle.dump(value, file)\n", "io.StringIO()"),
        ("import pickle\ndef dump(value):\n    pickle.dump(value, file)\n", "io.StringIO()"),
        ("import mine\ndef dump(value, file):\n    mine.dump(value, file)\n", "io.StringIO()"),
    ],
)
def test_what_a_module_of_the_repository_pickles_to(keeper, made):
    files = {"p/__init__.py": "", "p/a.py": DUMPING + PROOF, "p/keeper.py": keeper}
    assert made in run(RULE, DUMPING + PROOF, key="p/a.py", index=RepositoryIndex(files, files.get)).text
    other = DUMPING.replace("keeper.dump(t, s)", "keeper.show(t, s)")
    files["p/a.py"] = other + PROOF
    assert (
        "io.StringIO()"
        in run(RULE, other + PROOF, key="p/a.py", index=RepositoryIndex(files, files.get)).text
    )


@pytest.mark.parametrize("read", ["read", "getvalue"])
def test_what_is_made_of_what_a_file_of_octets_holds(read):
    text = (
        "import gzip, StringIO\ndef f(data):\n    a = StringIO.StringIO()\n    g = gzip.GzipFile(fileobj=a, mode='w')\n"
        "    g.write(data)\n    g.close()\n    a.seek(0)\n    b = StringIO.StringIO(a.read())\n    return b.read()\n"
    ).replace("a.read", f"a.{read}")
    made = run(RULE, text + PROOF).text
    assert f"b = io.BytesIO(a.{read}())" in made
    plain = text.replace("fileobj=a", "fileobj=c")
    assert f"b = io.StringIO(a.{read}())" in run(RULE, plain + PROOF).text


FTP = "import ftplib\nfrom StringIO import StringIO\nftp = ftplib.FTP(h)\nn = 1L\n"


@pytest.mark.parametrize(
    "text",
    [
        "ftp.storbinary('STOR x', StringIO(text))\n",
        "ftp.storlines('STOR x', fp=StringIO(text))\n",
        "f = StringIO()\nftp.retrbinary('RETR x', f.write)\n",
        "f = StringIO()\nftp.retrbinary('RETR x', callback=f.write)\n",
        "class C(object):\n    def __init__(self): self.f = StringIO()\n"
        "    def get(self): ftp.retrbinary('RETR x', self.f.write, 1024)\n",
    ],
)
def test_files_that_a_client_of_ftp_sends_or_fills_as_they_are(text):
    assert "BytesIO(" in migrate(FTP + text).text
    names = ("storbinary", "storlines", "retrbinary")
    own = "class Client(object):\n" + "".join(f"    def {name}(self, a, b): pass\n" for name in names)
    assert "BytesIO(" not in migrate(FTP + own + text).text


def test_a_file_that_it_fills_with_lines_is_of_text():
    assert "BytesIO(" not in migrate(FTP + "f = StringIO()\nftp.retrlines('LIST', f.write)\n").text
