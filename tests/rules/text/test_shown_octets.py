"""Octets that are spelled out as text."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rewriting.as_text import HELPER

RULE = "shown_octets"
HEAD = HELPER[1:] + "\n\n"


@pytest.mark.parametrize(
    "text",
    [
        "print(open(p).read())\n",
        "x = str(data)\n",
        "import sys\nsys.stdout.write(open(p, 'rb').read())\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "print(open(p, 'rb').read())\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("d = open(p, 'rb').read()\nprint 1, d\n", "d = open(p, 'rb').read()\nprint(1, as_text(d))\n"),
        ("x = str(open(p, 'rb').read())\n", "x = str(as_text(open(p, 'rb').read()))\n"),
        ("x = 'a %s' % open(p, 'rb').read()\n", "x = 'a %s' % as_text(open(p, 'rb').read())\n"),
        (
            "import zipfile\nz = zipfile.ZipFile(p)\nprint z.read('a')\n",
            "import zipfile\n@z = zipfile.ZipFile(p)\nprint(as_text(z.read('a')))\n",
        ),
        ("b = bytearray(3)\nx = str(b)\n", "b = bytearray(3)\nx = str(as_text(b))\n"),
        (
            "d = open(p, 'rb').read()\nprint d.split(), [1, (d,)], {d: 2}\n",
            "d = open(p, 'rb').read()\n"
            "print([as_text(item) for item in d.split()], [1, (as_text(d),)], {as_text(d): 2})\n",
        ),
        (
            "d = open(p, 'rb').read().split()[1:]\nprint 'x %s' % d\n",
            "d = open(p, 'rb').read().split()[1:]\nprint('x %s' % [as_text(item) for item in d])\n",
        ),
        (
            "def f(x): print x\nf(open(p, 'rb').read())\n",
            "def f(x): print(x)\nf(as_text(open(p, 'rb').read()))\n",
        ),
    ],
)
def test_decodes(before, after):
    imports, _, rest = after.rpartition("@")
    check_rule(RULE, before, (imports + "\n\n" if imports else "") + HEAD + rest, python2=True)


def test_the_spelling_of_octets_is_that_of_a_native_string():
    before = "d = open(p, 'rb').read()\nx = repr(d)\ny = repr(d)[3:]\nz = repr(d.split())\n"
    check_rule(RULE, before, before.replace("x = repr(d)", "x = repr(d)[1:]"), python2=True)
    before = "d = open(p, 'rb').read()\nx = repr(d[0])\n"
    check_rule(RULE, before, before.replace("repr(d[0])", "repr(bytes([d[0]]))[1:]"), python2=True)
    before = "d = open(p, 'rb')\nx = repr(a.encode('utf-8'))\n"
    check_rule(RULE, before, before.replace("'))", "'))[1:]"), python2=True)


def test_the_digit_of_an_octet_is_taken():
    before = "d = open(p, 'rb').read()\nn = int(d[1]) + int(d[1:2])\n"
    check_rule(RULE, before, before.replace("int(d[1])", "int(chr(d[1]))"), python2=True)


def test_one_octet_is_shown_as_a_character():
    before, after = "d = open(p, 'rb').read()\nprint d[0]\n", "d = open(p, 'rb').read()\nprint(chr(d[0]))\n"
    check_rule(RULE, before, after, python2=True)


def test_a_number_is_not_taken_for_an_octet():
    """By all rules: ord(d[1]) becomes the number d[1]."""
    assert "print(d[1])" in migrate("d = open(p, 'rb').read()\nprint ord(d[1])\n").text


def test_what_an_object_wrote_to_a_file_in_memory_is_shown():
    before = (
        "import io\nclass A:\n    def __init__(self):\n        self.out = io.BytesIO()\na = A()\nprint({})\n"
    )
    text = run(RULE, before.format("a.out.getvalue()") + PROOF).text
    assert "print(as_text(a.out.getvalue()))" in text


def test_the_helper_that_prints_shows_it_too():
    text = migrate("import io\na = io.BytesIO()\nprint a.getvalue(), 1,\nf()\n").text
    assert "print_softspace(as_text(a.getvalue()), 1" in text


@pytest.mark.parametrize("made", ["'n: %s' % n", "'n: {}'.format(n)"])
@pytest.mark.parametrize("more", ["{}", "'x' + {}", "'x' + {} + y"])
def test_octets_that_are_added_to_filled_text(made, more):
    text = "def f(e, n, y):\n    out = {}\n    if y:\n        out += {}\n    return out\n"
    before = text.format(made, more.format("e['wsgi.input'].read()"))
    after = text.format(made, more.format("as_text(e['wsgi.input'].read())"))
    check_rule(RULE, before, HEAD + after, python2=True)
    assert after in migrate(before + PROOF).text


@pytest.mark.parametrize("first", ["''", "y", "'%d' % n", "f.read()"])
def test_octets_that_may_be_added_to_octets_stay(first):
    text = (
        f"def f(e, n, y):\n    out = {first}\n    if y:\n        out += e['wsgi.input'].read()\n    return out\n"
        "z = '%s' % 1\n"
    )
    check_untouched(RULE, text, python2=True)


def test_octets_that_are_never_text_make_octets_of_it():
    text = (
        "import os\ndef f(n, y):\n    out = 'n: %s' % n\n    out += os.urandom(4)\n    out += y.recv(1)\n"
        "    return out\n"
    )
    assert "as_text" not in run(RULE, text + PROOF).text


@pytest.mark.parametrize(
    "got", ["part, codec = decode_header(h)[0]\n", "for part, codec in decode_header(h):\n    "]
)
@pytest.mark.parametrize("show", ["print({})", "x = '%s' % {}", "x = repr({})"])
def test_parts_of_headers_may_be_octets(got, show):
    text = "from email.header import decode_header\n" + got + show + "\n"
    assert show.format("as_text(part)") in run(RULE, text.format("part") + PROOF).text


def test_what_else_is_told_of_headers_is_text():
    text = "from email.header import decode_header\npart, codec = decode_header(h)[0]\nprint(codec)\n"
    check_untouched(RULE, text, python2=True)


def test_views_of_octets():
    text = "m = memoryview(x)\nprint {}, {}\n"
    after = run(RULE, text.format("m[0]", "m[1:3].tobytes()") + PROOF).text
    assert "print(chr(m[0]), as_text(m[1:3].tobytes()))" in after


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("import xmlrpclib\ndef f(b): return xmlrpclib.Binary('%s' % {})\n", True),
        ("import xmlrpclib\ndef f(b): print(xmlrpclib.Binary, {})\nx.data = 1\n", False),
        ("import xmlrpclib, xml.dom.minidom\ndef f(b): print(xmlrpclib.Binary, {})\n", False),
        ("def f(b): print(Binary, {})\n", False),
    ],
)
def test_data_of_xmlrpc(text, shown):
    for asked in ("b.data", "b[0].data"):
        after = run(RULE, text.format(asked) + PROOF).text
        assert (f"as_text({asked})" in after) is shown


def test_what_could_not_be_decoded():
    text = "try:\n    f(b'')\nexcept {} as e:\n    print(e.object[:3])\n"
    assert "as_text(e.object[:3])" in run(RULE, text.format("UnicodeDecodeError") + PROOF).text
    assert "as_text" not in run(RULE, text.format("UnicodeError") + PROOF).text


_SAVED = (
    "import pickle\nclass A:\n    def saved(self, value):\n        return pickle.dumps(value)\n"
    "class B:\n    def saved(self, value):\n        {}\n        return value\n"
    "class C(B):\n    def saved(self, value):\n        value = B.saved(self, value)\n        return value\n"
)


def test_a_method_of_another_class_that_gives_octets_tells_nothing():
    text = _SAVED.format("raise E('no %r' % value)") + "x = y.saved(z)\nB().saved(x)\n"
    assert "as_text" not in run(RULE, text + PROOF).text


def test_the_body_that_a_request_was_given():
    text = (
        "import urllib2\nreq = urllib2.Request('http://a/')\nbefore = req.get_data()\nreq.add_data('k=v')\n"
        "print req.get_data()\nafter = '%s' % req.get_data()\n"
    )
    spaces = {}
    exec(compile(migrate(text).text, "a.py", "exec"), spaces)
    assert spaces["before"] is None and spaces["after"] == "k=v"


def test_what_a_function_gives_back_under_a_name_that_held_text_before():
    text = (
        "import base64\ndef f(text):\n    value, sign = text.split('.')\n    value = base64.b64decode(value)\n"
        "    {}\n    return value\nprint f('YQ==.')\n" + PROOF
    )
    assert "print(as_text(f('YQ==.')))" in migrate(text.format("pass")).text
    assert "as_text(f(" not in migrate(text.format("if sign: value = text")).text


def test_prose_about_bytes_tells_no_octets_from_text():
    text = (
        "def f(pairs):\n    for key in pairs:\n        if type(key) is unicode:\n            key = key.encode("
        "'utf-8')\n"
        "        g(str(key))\ndef g(key): print key\n{}\nf(['a', u'b'])\nf(x)\n"
    )
    prose = text.format("# needs bytes, on Python 2\nx = 'long (%s bytes)'")
    asked = text.format("x = isinstance(y, bytes)")
    assert "str(as_text(key))" in migrate(prose, "a.py", RepositoryIndex(["a.py"], lambda key: prose)).text
    assert "as_text" not in migrate(asked, "a.py", RepositoryIndex(["a.py"], lambda key: asked)).text


def test_what_an_exception_of_the_language_is_raised_with():
    text = "def f(s):\n    line = s.makefile('rb').readline()\n    raise ValueError({})\n"
    after = run(RULE, text.format("line") + PROOF).text
    assert "raise ValueError(as_text(line))" in after
    for given in ("line, 1", "s", "'x'"):
        check_untouched(RULE, text.format(given), python2=True)
    payload = text.format("line") + "try: f(s)\nexcept ValueError as e: g(e.args[0])\n"
    check_untouched(RULE, payload, python2=True)
    own = text.format("line").replace("def f", "class ValueError(Exception):\n    pass\ndef f")
    check_untouched(RULE, own, python2=True)


NAMES = (
    "class C(object):\n    def keys(self, text):\n"
    "        found = set(m.encode('utf-8') for m in text)\n        return found\n"
    "    def show(self, text):\n        known = self.keys(text)\n"
    "        return '(%s known)' % ', '.join({})\n"
    "a = C().show(u'ba')\nn = 1L\n"
)


@pytest.mark.parametrize("items", ["sorted(known)", "k for k in sorted(known)", "[k for k in sorted(known)]"])
def test_octets_that_native_text_joins_are_decoded_one_by_one(items):
    text = NAMES.format(items)
    files = {"a.py": text}
    after = migrate(text, "a.py", RepositoryIndex(files, files.get)).text
    assert "as_text(', '.join" not in after
    space = {}
    exec(compile(after, "a.py", "exec"), space)
    assert space["a"] == "(a, b known)"


def test_octets_that_are_joined_as_such_are_decoded_together(capsys):
    text = (
        "import socket\na, b = socket.socketpair()\na.sendall('hello')\na.close()\n"
        "def receive(sock):\n    chunks = []\n    while True:\n        d = sock.recv(3)\n"
        "        if not d:\n            break\n        chunks.append(d)\n    return chunks\nparts = receive(b)\n"
        "print ''.join(parts)\nprint '%s' % ''.join(parts)\nprint '%s' % ''.join(p for p in parts)\nn = 1L\n"
    )
    files = {"a.py": text, "b.py": "def f(x): return unicode(x, 'utf-8').upper() + u'!'\n" * 9}
    after = migrate(text, "a.py", RepositoryIndex(files, files.get)).text
    assert "'%s' % as_text(b''.join(parts))" in after
    assert migrate(after, "a.py", RepositoryIndex(files, (files | {"a.py": after}).get)).text == after
    exec(compile(after, "a.py", "exec"), {})
    assert capsys.readouterr().out == "hello\nhello\nhello\n"


def test_what_is_decoded_there_needs_no_helper():
    text = (
        "class C(object):\n    def __init__(self, t): self.t = t\n"
        "    def get(self): return self.t.strip()\n"
        "def show(c):\n    t = c.get()\n    print t.encode('utf-8')\n    w = t.encode('utf-8')\n"
        "    print '%s' % (w,)\nshow(C(u' abc '))\n"
    )
    after = migrate(text, "a.py", RepositoryIndex(["a.py"], lambda key: text)).text
    assert "as_text" not in after and "print(t)" in after
    assert "print('%s' % (w.decode('utf-8'),))" in after


def test_what_was_encoded_if_it_was_text_is_shown_as_text():
    text = (
        "def send(s, x):\n    if isinstance(x, unicode):\n        x = x.encode('utf-8')\n"
        "    s.sendall('<%s>' % x)\nn = 1L\n"
    )
    assert "('<%s>' % as_text(x))" in migrate(text, "a.py").text
    assert "as_text" not in migrate(text.replace("x = x.encode('utf-8')", "x = g(x)"), "a.py").text


def test_what_may_be_a_bytearray_is_shown_as_its_octets(capsys):
    text = (
        "class A(object):\n    def __init__(self, data=None):\n        self.data = ''\n"
        "        if data: self.data = bytearray(b'xy')\n    def f(self): return str(self.data)\n"
        "print A(1).f(), A().f(), '%s' % A(2).data, A\n"
    )
    index = RepositoryIndex(["a.py"], lambda key: text).taken_for(octets=False)
    exec(migrate(text, "a.py", index).text, {"__name__": "m"})
    assert capsys.readouterr().out.startswith("xy  xy ")


def test_str_of_octets_that_go_on_as_octets_is_these_themselves():
    text = (
        "import pickle, zlib\ndef f(x):\n    value = str(pickle.dumps(x, 2))\n    value = zlib.compress(value, 9)\n"
        "    return value\ndef g(x):\n    return pickle.loads(str(zlib.decompress(x)))\nn = 1L\n"
    )
    index = RepositoryIndex(["a.py"], lambda key: text).taken_for(octets=False)
    scope: dict[str, object] = {"__name__": "m"}
    exec(migrate(text, "a.py", index).text, scope)
    assert scope["g"](scope["f"]([1, "\xe9"])) == [1, "\xe9"]


def test_str_of_octets_that_are_given_back():
    text = (
        "import pickle\ndef dump(x):\n    return str(pickle.dumps(x))\n"
        "def load(s):\n    if s is None: return 0L\n    return pickle.loads(s)\n"
        "x = load(dump({'a': 1}))\n"
    )
    space = {}
    exec(migrate(text).text, space)
    assert space["x"] == {"a": 1}
    shown = "class A(object):\n    def __repr__(self): return str(pickle.dumps(1, 0))\n"
    assert "return str(pickle" not in migrate("import pickle\nprint A()\n" + shown).text


def test_what_is_spelled_loses_its_letter_or_is_text_but_not_both(capsys):
    text = (
        "def show(value):\n    if isinstance(value, unicode):\n        try:\n"
        "            value = repr(value.encode('ascii'))\n        except UnicodeEncodeError:\n            pass\n"
        "    return value\nprint show(u'abc'), repr(u'x'.encode('ascii')), repr(show(u'q').encode('latin-1'))\n"
    )
    keys = ["a.py", *(f"b{n}.py" for n in range(30))]
    index = RepositoryIndex(keys, lambda key: text if key == "a.py" else "print 1\n").taken_for(octets=False)
    exec(migrate(text, "a.py", index).text, {"__name__": "m"})
    assert capsys.readouterr().out == "'abc' 'x' \"'q'\"\n"


def test_what_is_shown_as_a_number_is_none():
    text = "def f(a, x): return '{}' % (a, x)\nf('a', open('x', 'rb').read())\nf('b', 1.5)\n" + PROOF
    for letter, shown in ("%s", "as_text(x)"), ("%f", "x"), ("%5.2f", "x"), ("%d", "x"):
        given = text.format(f"%s {letter}")
        index = RepositoryIndex({"a.py": given}, {"a.py": given}.get).taken_for(octets=False)
        assert f"'%s {letter}' % (a, {shown})" in run(RULE, given, index=index).text
