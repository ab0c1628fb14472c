"""What a WSGI server gives, and values of cookies: characters that stand for octets."""

import pytest
from rules.checking import PROOF, PROOF_AFTER, check_rule, check_untouched, octet_repository

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "environ_octets"
COOKIE = "import Cookie\nc = Cookie.SimpleCookie(text)\n"


@pytest.mark.parametrize(
    "text",
    [
        # Nobody's environment, or a name that others have as well.
        "x = d['path'].decode('utf-8')\n",
        "x = d['HTTP_TITLE'].decode('utf-8')\n",
        "x = environ['HTTP_PROXY'].decode('utf-8')\n",
        "x = environ[name].decode('utf-8')\n",
        # That of the process is decoded by Python 3 itself.
        "import os\nx = os.environ['PATH_INFO'].decode('utf-8')\n",
        "import os\nx = os.environ.get('PATH_INFO', '').decode('utf-8')\n",
        "import os\nenv = os.environ\nx = env['PATH_INFO'].decode('utf-8')\n",
        "import os\nenv = dict(os.environ)\nx = env['PATH_INFO'].decode('utf-8')\n",
        "import os\nenv = dict(os.environ.items())\ncopy = env.copy()\nx = copy['PATH_INFO'].decode('utf-8')\n",
        "import os\n\n\nclass A:\n    def f(self):\n        self.env = os.environ\n"
        "        return self.env['PATH_INFO'].decode('utf-8')\n",
        # So does a program that makes environments itself.
        "import os\nenv = dict(os.environ)\nenv['wsgi.input'] = f\n\n\ndef app(environ):\n"
        "    return environ['PATH_INFO'].decode('utf-8')\n",
        "def serve(path):\n    env = {'wsgi.input': f, 'PATH_INFO': urllib.unquote(path)}\n"
        "    return env['PATH_INFO'].decode('utf-8')\n",
        # No codec of text, none that is said, or one that changes nothing.
        "x = environ['PATH_INFO'].decode('hex')\n",
        "x = environ['PATH_INFO'].decode('base64')\n",
        "x = environ['PATH_INFO'].decode()\n",
        "x = environ['PATH_INFO'].decode('latin-1')\n",
        "x = environ['PATH_INFO'].decode(key)\n",
        # Octets already, or what was made of them.
        "x = environ['PATH_INFO'].encode('latin-1').decode('utf-8')\n",
        "x = unquote(environ['PATH_INFO']).decode('utf-8')\n",
        "x = (environ['PATH_INFO'] + tail).decode('utf-8')\n",
        "x = environ['PATH_INFO'].replace(a, b).decode('utf-8')\n",
        "path = environ['PATH_INFO']\nif a:\n    path = b\nx = path.decode('utf-8')\n",
        "def f(path=environ['PATH_INFO']):\n    return path.decode('utf-8')\n",
        # It is told apart there, or what has no such method is waited for.
        "p = environ['PATH_INFO']\nif isinstance(p, bytes):\n    p = p.decode('utf-8')\n",
        "x = environ['PATH_INFO']\nx = x if isinstance(x, unicode_type) else x.decode('utf-8')\n",
        "try:\n    x = environ['PATH_INFO'].decode('utf-8')\nexcept AttributeError:\n    x = environ['PATH_INFO']\n",
        "if PY2:\n    x = environ['PATH_INFO'].decode('utf-8')\n",
        # Another unicode, and other cookies.
        "def unicode(x, y):\n    return x\n\n\nx = unicode(environ['PATH_INFO'], 'utf-8')\n",
        "class SimpleCookie(dict):\n    pass\n\n\nc = SimpleCookie()\nx = c['a'].value.decode('utf-8')\n",
        COOKIE + "x = c['a'].key.decode('utf-8')\n",
        COOKIE + "for k, v in c.items():\n    x = k.value.decode('utf-8')\n",
        COOKIE + "for v in c:\n    x = v.value.decode('utf-8')\n",
        "import Cookie\n\n\nclass C:\n    def __init__(self, c=None):\n        self.c = c\n\n"
        "    def f(self):\n        return self.c['a'].value.decode('utf-8')\n",
        # Another class gives the attribute something else.
        "class A:\n    def __init__(self, environ):\n        self.path = environ['PATH_INFO']\n\n"
        "    def f(self):\n        return self.path.decode('utf-8')\n\n\nclass B:\n    def __init__(self, path):\n"
        "        self.path = path\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python3():
    check_untouched(RULE, "x = environ['PATH_INFO'].decode('utf-8')\n")


def test_the_type_that_decodes_tells_python2():
    check_rule(
        RULE,
        "x = unicode(environ['PATH_INFO'], 'utf-8')\n",
        "x = environ['PATH_INFO'].encode('latin-1').decode('utf-8')\n",
    )


def test_no_other_rule_decodes_it():
    text = (
        "def app(environ, start_response):\n    print 1\n    path = environ['PATH_INFO'].decode('utf-8')\n"
        "    return path, unicode(environ['QUERY_STRING'], 'utf-8')\n"
    )
    outcome = migrate(text)
    names: dict[str, object] = {}
    exec(outcome.text, names)
    assert names["app"]({"PATH_INFO": "/\xc3\xa9", "QUERY_STRING": "\xc3\xa9"}, None) == ("/é", "é")
    assert "decoded" not in outcome.text


def test_leaves_a_repository_of_octets():
    text = "x = environ['PATH_INFO'].decode('utf-8')\n" + PROOF
    check_untouched(RULE, text.replace("1L", "1"), key="p/a.py", index=octet_repository(text))


def test_leaves_where_another_file_makes_environments():
    files = {
        "a.py": "x = environ['PATH_INFO'].decode('utf-8')\n",
        "b.py": "env = {}\nenv['PATH_INFO'] = urllib.unquote(path)\nenv['wsgi.input'] = f\n",
    }
    check_untouched(RULE, files["a.py"], python2=True, index=RepositoryIndex(files, files.get))


def test_leaves_an_attribute_that_another_file_gives_something():
    text = (
        "class A:\n    def __init__(self, environ):\n        self.path = environ['PATH_INFO']\n\n"
        "    def f(self):\n        return self.path.decode('utf-8')\n"
    )
    files = {"a.py": text, "b.py": "a.path = b'x'\n"}
    check_untouched(RULE, text, python2=True, index=RepositoryIndex(files, files.get))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("environ['PATH_INFO'].decode('utf-8')", "environ['PATH_INFO'].encode('latin-1').decode('utf-8')"),
        (
            "self.environ['HTTP_REFERER'].decode(charset, 'replace')",
            "self.environ['HTTP_REFERER'].encode('latin-1').decode(charset, 'replace')",
        ),
        (
            "request.META.get('QUERY_STRING', '').decode('utf-8')",
            "request.META.get('QUERY_STRING', '').encode('latin-1').decode('utf-8')",
        ),
        (
            "unicode(environ.get('PATH_INFO', ''), 'utf-8', errors='ignore')",
            "environ.get('PATH_INFO', '').encode('latin-1').decode('utf-8', errors='ignore')",
        ),
        (
            "(environ['SCRIPT_NAME'] + environ['PATH_INFO']).decode('utf-8')",
            "(environ['SCRIPT_NAME'] + environ['PATH_INFO']).encode('latin-1').decode('utf-8')",
        ),
        (
            "(environ.get('PATH_INFO') or '/').decode('utf-8')",
            "(environ.get('PATH_INFO') or '/').encode('latin-1').decode('utf-8')",
        ),
        # What no-break spaces and capitals are was asked of octets.
        (
            "environ['PATH_INFO'].strip().lower().decode('utf-8')",
            "environ['PATH_INFO'].encode('latin-1').strip().lower().decode('utf-8')",
        ),
        (
            "environ['PATH_INFO'].lstrip('/')[1:].decode('utf-8')",
            "environ['PATH_INFO'].lstrip('/')[1:].encode('latin-1').decode('utf-8')",
        ),
        (
            "[p.decode('utf-8') for p in environ['PATH_INFO'].split('/')]",
            "[p.encode('latin-1').decode('utf-8') for p in environ['PATH_INFO'].split('/')]",
        ),
        (
            "[p.decode('utf-8') for p in environ['PATH_INFO'].split('/')[1:] if p]",
            "[p.encode('latin-1').decode('utf-8') for p in environ['PATH_INFO'].split('/')[1:] if p]",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, f"x = {before}\n", f"x = {after}\n", python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def app(environ, start):\n    path = environ['PATH_INFO']\n    path = path.decode('utf-8')\n",
            "def app(environ, start):\n    path = environ['PATH_INFO']\n"
            "    path = path.encode('latin-1').decode('utf-8')\n",
        ),
        (
            "def app(environ, start):\n    path = environ['PATH_INFO']\n    if isinstance(path, str):\n"
            "        path = path.decode('utf-8')\n",
            "def app(environ, start):\n    path = environ['PATH_INFO']\n    if isinstance(path, str):\n"
            "        path = path.encode('latin-1').decode('utf-8')\n",
        ),
        (
            "class A:\n    def __init__(self, environ):\n        self.path = environ.get('PATH_INFO', '')\n\n"
            "    def f(self):\n        return self.path.decode('utf-8')\n",
            "class A:\n    def __init__(self, environ):\n        self.path = environ.get('PATH_INFO', '')\n\n"
            "    def f(self):\n        return self.path.encode('latin-1').decode('utf-8')\n",
        ),
        (
            "def path(environ):\n    return environ['PATH_INFO'] or '/'\n\n\nx = path(e).decode('utf-8')\n",
            "def path(environ):\n    return environ['PATH_INFO'] or '/'\n\n\n"
            "x = path(e).encode('latin-1').decode('utf-8')\n",
        ),
        (
            COOKIE + "x = c['a'].value.decode('utf-8')\n",
            COOKIE + "x = c['a'].value.encode('latin-1').decode('utf-8')\n",
        ),
        (
            COOKIE + "for k, v in c.items():\n    d[k] = unicode(v.value, ENCODING)\n",
            COOKIE + "for k, v in c.items():\n    d[k] = v.value.encode('latin-1').decode(ENCODING)\n",
        ),
        (
            COOKIE + "x = [m.value.decode('utf-8') for m in c.values()]\n",
            COOKIE + "x = [m.value.encode('latin-1').decode('utf-8') for m in c.values()]\n",
        ),
        (
            COOKIE + "m = c.get('a')\nif m is not None:\n    v = m.value\n    x = v.decode('utf-8')\n",
            COOKIE
            + "m = c.get('a')\nif m is not None:\n    v = m.value\n    x = v.encode('latin-1').decode('utf-8')\n",
        ),
        (
            "import Cookie\n\n\nclass R:\n    def __init__(self, environ):\n"
            "        self.cookies = Cookie.SimpleCookie(environ.get('HTTP_COOKIE', ''))\n\n"
            "    def get(self, name):\n        return self.cookies[name].value.decode('utf-8')\n",
            "import Cookie\n\n\nclass R:\n    def __init__(self, environ):\n"
            "        self.cookies = Cookie.SimpleCookie(environ.get('HTTP_COOKIE', ''))\n\n"
            "    def get(self, name):\n        return self.cookies[name].value.encode('latin-1').decode('utf-8')\n",
        ),
    ],
)
def test_rewrites_what_variables_hold(before, after):
    check_rule(RULE, before, after, python2=True)


def test_octets_that_somebody_puts_there_come_too():
    before = "def app(environ):\n    return environ['PATH_INFO'].lower().decode('utf-8')\n\n\n"
    put = "app({'PATH_INFO': u'/\\xe9'.encode('utf-8')})\n"
    outcome = check_rule(
        RULE,
        before + put + PROOF,
        'def as_bytes(value, encoding="utf-8"):\n    """Bytes for text or bytes."""\n'
        "    return value.encode(encoding) if isinstance(value, str) else value\n\n\n"
        + before.replace("environ['PATH_INFO']", "as_bytes(environ['PATH_INFO'], 'latin-1')")
        + put
        + PROOF_AFTER,
    )
    names: dict[str, object] = {}
    exec(outcome.text, names)
    assert names["app"]({"PATH_INFO": "/\xc3\xa9"}) == "/é" == names["app"]({"PATH_INFO": b"/\xc3\xa9"})


@pytest.mark.parametrize(
    ("asked", "put"),
    [
        ("fields['REQUEST_URI']", ""),
        ("fields.get('REQUEST_URI')", ""),
        ("environ['REQUEST_URI']", "environ['REQUEST_URI'] = zlib.decompress(text)\n"),
        ("environ['REQUEST_URI']", "environ = dict(REQUEST_URI=connection.recv(100))\n"),
    ],
)
def test_items_that_are_octets_already_stay(asked, put):
    text = f"def uri(fields, environ):\n    print 1\n    return {asked}.decode('utf-8')\n"
    text += f"\n\ndef put():\n    {put or 'pass'}"
    names: dict[str, object] = {}
    exec(migrate(text).text, names)
    for given in ({"REQUEST_URI": b"/\xc3\xa9"}, {"REQUEST_URI": "/\xc3\xa9"}):
        assert names["uri"](given, given) == "/é"  # type: ignore[operator]


OWN = """\
class R:
    {}def path(self):
        return self.environ.get('PATH_INFO') or '/'

    def f(self):
        return self.path{}.decode('utf-8')


print 1
"""


@pytest.mark.parametrize(("decorator", "call"), [("@property\n    ", ""), ("", "()")])
def test_what_an_object_gives_of_its_own(decorator, call):
    text = OWN.format(decorator, call)
    assert f"self.path{call}.encode('latin-1').decode('utf-8')" in migrate(text).text
    assert "latin-1" not in migrate(f"{text}class S(R):\n    def path(self): return x\n").text
    assert "latin-1" not in migrate(text.replace("or '/'", "or x")).text
    assert "latin-1" not in migrate(text.replace("self.path", "x.path")).text


@pytest.mark.parametrize(
    ("decorator", "call"), [("@property\n    ", "()"), ("", ""), ("@traced\n    ", "()")]
)
def test_leaves_what_an_object_gives_otherwise(decorator, call):
    assert "latin-1" not in migrate(OWN.format(decorator, call)).text


DECODERS = [
    "def to_text(s):\n    if isinstance(s, unicode):\n        return s\n    return s.decode('utf-8')\n",
    "def to_text(s, encoding='utf-8'):\n    if not isinstance(s, unicode):\n        s = s.decode(encoding)\n"
    "    return s\n",
    "def to_text(s):\n    return s if isinstance(s, unicode) else unicode(s, 'utf-8')\n",
    "def to_text(s):\n    if s is None:\n        return None\n    return s.decode('utf-8')\n",
]
HANDING = (
    "def app(environ):\n    print 1\n"
    "    return to_text(environ['PATH_INFO']), to_text(environ.get('QUERY_STRING', ''))\n"
)


@pytest.mark.parametrize("decoder", DECODERS)
def test_what_is_given_to_a_function_that_decodes(decoder):
    outcome = migrate(f"{decoder}\n\n{HANDING}")
    assert outcome.text.count(".encode('latin-1'))") == 2
    names: dict[str, object] = {}
    exec(outcome.text, names)
    assert names["app"]({"PATH_INFO": "/\xc3\xa9", "QUERY_STRING": "\xc3\xa9"}) == ("/é", "é")  # type: ignore[operator]
    assert migrate(outcome.text).text == outcome.text


@pytest.mark.parametrize("decoder", DECODERS)
def test_what_is_given_to_a_function_of_another_file_that_decodes(decoder):
    text = f"from p.texts import to_text\n\n\n{HANDING}"
    files = {"p/__init__.py": "", "p/a.py": text, "p/texts.py": decoder}
    outcome = migrate(text, "p/a.py", RepositoryIndex(files, files.get))
    assert "to_text(environ['PATH_INFO'].encode('latin-1'))" in outcome.text


@pytest.mark.parametrize(
    "decoder",
    [
        # Not only text and octets are told apart, or something else is done with what comes.
        "def to_text(s):\n    if isinstance(s, str):\n        return s.decode('utf-8')\n    return s\n",
        "def to_text(s):\n    if isinstance(s, bytes):\n        return s.decode('utf-8')\n    return s\n",
        "def to_text(s):\n    return s.strip('/').decode('utf-8')\n",
        "def to_text(s):\n    log(s)\n    return s.decode('utf-8')\n",
        "def to_text(s):\n    return s.decode('hex')\n",
        "def to_text(s):\n    return s\n",
        "def to_text(s):\n    s = s.decode('utf-8')\n    return len(s + s)\n",
        "@traced\ndef to_text(s):\n    return s.decode('utf-8')\n",
        "from elsewhere import to_text\n",
        # Under another version it gives back what it is given.
        "def to_text(s):\n    if PY2:\n        return s.decode('utf-8')\n    return s\n",
        "def to_text(s):\n    if PY3:\n        return s\n    return s.decode('utf-8')\n",
        "def to_text(s):\n    return s.decode('utf-8') if sys.version_info[0] < 3 else s\n",
    ],
)
def test_leaves_what_is_given_to_other_functions(decoder):
    assert "latin-1" not in migrate(f"{decoder}\n\n{HANDING}").text


def test_leaves_what_decodes_text_that_is_put_there_as_it_is():
    put = "app({'PATH_INFO': u'/\\u0142', 'QUERY_STRING': ''})\n"
    assert "latin-1" not in migrate(f"{DECODERS[0]}\n\n{HANDING}\n\n{put}").text
