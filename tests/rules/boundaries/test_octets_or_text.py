"""What may be octets or text, where it meets native text."""

import pytest
from rules.checking import check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "octets_or_text"


def of_package(body: str, given: str = "f('a'), f(zipfile.ZipFile(p).read('b'))", head: str = "") -> str:
    """The body of a function of a package, and what it becomes; others call it with what is `given`."""
    files = {
        "p/__init__.py": "",
        "p/a.py": f"{head}def f(x):\n    return {body}\nn = 1L\nt = u'text', u'more', u'text', u'more'\n",
        "p/b.py": f"import zipfile\nfrom p.a import f\ndef g(p): return {given}\n",
    }
    done = migrate(files["p/a.py"], "p/a.py", RepositoryIndex(files, files.get)).text
    return next(line for line in done.splitlines() if "return" in line and "value" not in line).strip()


@pytest.mark.parametrize(
    "text", ["x = y == 'a'\n", "x = y.replace('a', 'b')\n", "def f(x): return x + 'a'\nf('b')\n"]
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize("body", ["x == 'a'", "x.replace('a', 'b')", "x + 'a'", "x in ('a', 'b')"])
def test_text_alone_stays(body):
    assert of_package(body, "f('a')") == f"return {body}"


@pytest.mark.parametrize(
    ("body", "made"),
    [
        ("StringIO.StringIO(x).readlines()", "io.StringIO(as_text(x)).readlines()"),
        (
            "gzip.GzipFile('', 'rb', 9, StringIO.StringIO(x))",
            "gzip.GzipFile('', 'rb', 9, io.BytesIO(as_bytes(x)))",
        ),
    ],
)
def test_a_file_of_text_in_memory_holds_text(body, made):
    assert of_package(body, head="import gzip, StringIO\n") == f"return {made}"


@pytest.mark.parametrize(
    "body",
    [
        "x[0] == 97",
        "x[0] == y",
        "x[y] == 'a'",
        "x[1] == 'a'",
        "x[0] in '\\xff'",
        "x[:1] is y",
        "x == y",
        "x.strip()",
        "x * 2",
        "x is 'a'",
    ],
)
def test_what_meets_no_native_text_stays(body):
    assert of_package(body) == f"return {body}"


@pytest.mark.parametrize(
    "body",
    [
        "{} == 'a'",
        "'a' != {}",
        "{} in ('a', 'b')",
        "'a' in {}",
        "{}.replace('a', 'b')",
        "{}.startswith(('a', 'b'))",
        "{} + 'a'",
        "'a' + {}",
    ],
)
def test_both_are_text(body):
    assert of_package(body.format("x")) == f"return {body.format('as_text(x)')}"


@pytest.mark.parametrize(
    "body",
    [
        "{}[0] == 'a'",
        "'a' != {}[-1]",
        "{}[0] in 'ab'",
        "{}[0] in ('a', 'b')",
        "{}[0] in string.whitespace",
        "{}[0] in SPACES",
        "{}[0].isspace()",
        "{}[-1].lower()",
    ],
)
def test_a_character_is_one_of_the_text(body):
    """`x[0]` of octets is a number, which is in no text and has no methods of a character."""
    made = of_package(body.format("x"), head="import string\nSPACES = ' \\t'\n")
    assert made == f"return {body.format('as_text(x)')}"
    assert of_package(body.format("x"), "f('a')", "import string\n") == f"return {body.format('x')}"


def test_a_test_compares_them():
    assert (
        of_package("test.assertEqual(x.strip(), 'a')") == "return test.assertEqual(as_text(x.strip()), 'a')"
    )


@pytest.mark.parametrize(
    ("body", "made"),
    [
        ("'\\n'.join([x, 'a'])", "'\\n'.join([as_text(x), 'a'])"),
        ("'\\n'.join([zipfile.ZipFile(p).read('b'), '%s' % n])", None),
        ("'\\n'.join([x, y])", "'\\n'.join([x, y])"),
        ("'\\n'.join(x)", "'\\n'.join(x)"),
    ],
)
def test_items_beside_text_that_are_joined(body, made):
    if made is None:
        text = (
            f"import zipfile\nn = 1L\nt = u'text', u'more', u'text', u'more'\ndef f(p):\n    return {body}\n"
        )
        files = {"p/__init__.py": "", "p/a.py": text, "p/b.py": "t = u'a', u'b'\n"}
        done = migrate(text, "p/a.py", RepositoryIndex(files, files.get)).text
        assert "[as_text(zipfile.ZipFile(p).read('b')), '%s' % n]" in done
    else:
        assert of_package(body) == f"return {made}"


@pytest.mark.parametrize(
    ("made", "summed"),
    [
        ("if isinstance(x, unicode): x = x.encode('utf-8')", "sha1(b'salt:' + x)"),
        (
            "if x.startswith('='): x = base64.b64decode(x[1:])",
            "sha1(('salt:' + as_text(x)).encode(\"utf-8\"))",
        ),
    ],
)
def test_sums_that_are_hashed(made, summed):
    files = {
        "p/__init__.py": "",
        "p/a.py": f"import hashlib, base64\ndef f(x):\n    {made}\n    return hashlib.sha1('salt:' + x)\n"
        "print u'a', u'b'\n",
        "p/b.py": "import zipfile\nfrom p.a import f\ndef g(p): return f('a'), f(zipfile.ZipFile(p).read('b'))\n",
    }
    assert summed in migrate(files["p/a.py"], "p/a.py", RepositoryIndex(files, files.get)).text


FINDS = "import re\nclass A(object):\n    found = re.compile('a.')\n    other = re.compile(u'a.')\n"


@pytest.mark.parametrize(
    ("body", "made"),
    [
        ("re.match('a.', x)", "re.match('a.', as_text(x))"),
        ("re.sub('a.', 'b', x)", "re.sub('a.', 'b', as_text(x))"),
        ("A().found.search(x)", "A().found.search(as_text(x))"),
        ("A().other.search(x)", "A().other.search(x)"),
        ("re.match('\\xff', x)", "re.match('\\xff', x)"),
        ("re.match(y, x)", "re.match(y, x)"),
        # Where it was found is asked, of octets maybe.
        ("x[re.match('a.', x).end():]", "x[re.match('a.', x).end():]"),
        ("A().search(x)", "A().search(x)"),
    ],
)
def test_what_is_looked_through_for_native_text_is_text(body, made):
    assert of_package(body, head=FINDS) in (f"return {made}", f"return {made.replace('u', '', 1)}")


def test_an_item_of_a_list_is_no_number():
    files = {
        "p/__init__.py": "",
        "p/a.py": "def f(x):\n    first = x.split()\n    return first[0] == 'GET', x[0] == 'G'\nt = u'a', u'b'\n",
        "p/b.py": "import zipfile\nfrom p.a import f\ndef g(p): return f('a'), f(zipfile.ZipFile(p).read('b'))\n",
    }
    done = migrate(files["p/a.py"], "p/a.py", RepositoryIndex(files, files.get)).text
    assert "return as_text(first[0]) == 'GET', as_text(x)[0] == 'G'" in done


def test_an_item_of_what_is_made_text_is_text():
    made = "return as_text(x).split(':')[0].replace('a', 'b')"
    assert of_package("x.split(':')[0].replace('a', 'b')") == made


@pytest.mark.parametrize(
    ("body", "made"),
    [
        ("assert a == b", "assert as_text(a) == b"),
        ("assert a is b", "assert a is b"),
        ("return a == b", "return a == b"),
        ("c = b\n    assert a == c", "assert a == c"),
    ],
)
def test_two_that_a_function_asserts_to_be_equal(body, made):
    files = {
        "p/__init__.py": "",
        "p/a.py": f"def eq(a, b):\n    {body}\nt = u'a', u'b'\n",
        "p/b.py": "import zipfile\nfrom p.a import eq\ndef g(p):\n    eq(1, 2)\n"
        "    eq(zipfile.ZipFile(p).read('b'), 'text')\n",
    }
    assert f"    {made}\n" in migrate(files["p/a.py"], "p/a.py", RepositoryIndex(files, files.get)).text


@pytest.mark.parametrize(
    ("body", "made"),
    [
        ("x.count(SEP)", "as_text(x).count(SEP)"),
        ("x.split(SEP, 1)", "as_text(x).split(SEP, 1)"),
        ("x == SEP", "as_text(x) == SEP"),
        ("SEP in x", "SEP in as_text(x)"),
        ("test.assertEqual(SEP, x)", "test.assertEqual(SEP, as_text(x))"),
        # Octets, or nobody knows.
        ("x.count(MAGIC)", None),
        ("x.count(GIVEN)", None),
        ("x.count(READ)", None),
        ("x == GIVEN", None),
        ("x + SEP", None),
    ],
)
def test_native_text_by_its_name(body, made):
    head = (
        "import struct, q\nSEP = '\\r' + '\\n'\nMAGIC = struct.pack('>H', 7)\nGIVEN = q.given\nREAD = 'a'\n"
    )
    assert of_package(body, head=head + "READ = open(__file__, 'rb').read()\n") == f"return {made or body}"


def test_a_constant_that_is_octets_elsewhere():
    """It is put together with what is packed, and becomes octets."""
    head = "import struct\nMAGIC = '\\xca\\xfe'\nh = lambda n: MAGIC + struct.pack('>H', n)\n"
    assert of_package("x.startswith(MAGIC)", head=head) == "return x.startswith(MAGIC)"


XML = """\
import unittest
class Node(object):
    def toxml(self, encoding=None):
        return self.dom.toxml(encoding)
class Test(unittest.TestCase):
    def test(self, node):
        wanted = '<%s/>' % 'a'
        print 1
        {}
"""


@pytest.mark.parametrize(
    ("body", "made"),
    [
        (
            "self.assertEqual(node.toxml('utf-8'), '<a/>')",
            "self.assertEqual(as_text(node.toxml('utf-8')), '<a/>')",
        ),
        (
            "self.assertEqual(wanted, node.toxml('utf-8'))",
            "self.assertEqual(wanted, as_text(node.toxml('utf-8')))",
        ),
        (
            "x = node.toxml(encoding=c)\n        assert x == wanted",
            "x = node.toxml(encoding=c)\n        assert as_text(x) == wanted",
        ),
        ("self.assertEqual(node.toxml(), wanted)", None),
        ("self.assertEqual(node.toprettyxml('  '), wanted)", None),
        ("self.assertEqual(node.toxml('utf-8'), node.text)", None),
        ("self.assertEqual(node.read('utf-8'), wanted)", None),
    ],
)
def test_xml_that_is_encoded_by_methods_of_its_own(body, made):
    files = {"p/a.py": XML.format(body), "p/b.py": "t = u'text', u'more', u'text', u'more'\n"}
    done = migrate(files["p/a.py"], "p/a.py", RepositoryIndex(files, files.get)).text
    assert done.endswith(f"        {made or body}\n")
    files["p/a.py"] = done
    assert migrate(done, "p/a.py", RepositoryIndex(files, files.get)).text == done


@pytest.mark.parametrize("method", ["find", "index", "rfind", "rindex"])
def test_places_in_what_may_be_octets_are_not_counted_in_text(method):
    text = (
        f"import zlib\nCRLF = '\\r\\n'\ndef head(data):\n    return data[:data.{method}(CRLF)]\n"
        "x = head(zlib.decompress(y)), head('a\\r\\nb'), u'x', u'y', u'z'\nn = 1L\n"
    )
    texts = {"a.py": text}
    assert "as_text(data)" not in run(RULE, text, index=RepositoryIndex(texts, texts.get)).text
    counted = text.replace(f"data[:data.{method}(CRLF)]", "data.count(CRLF)")
    texts["a.py"] = counted
    assert "as_text(data).count(CRLF)" in run(RULE, counted, index=RepositoryIndex(texts, texts.get)).text


@pytest.mark.parametrize("name", ["bytes", "to_bytes"])
def test_a_method_of_that_name_tells_no_octets_from_text(name):
    text = (
        f"n = 1L\nclass T(object):\n    def __init__(self, v): self.v = v\n"
        f"    def {name}(self): return self.v.encode('utf-8')\n"
        f"t = T(u'\\xe9')\nx = t.{name}() + '!', '<' + t.{name}() + '>', u'<%s>' % t.{name}().decode('utf-8')\n"
    )
    space = {}
    exec(migrate(text, "a.py", RepositoryIndex({"a.py": text}, {"a.py": text}.get)).text, space)
    assert space["x"] == ("\xe9!", "<\xe9>", "<\xe9>")


def test_the_type_does():
    text = (
        "def f(v): return v if isinstance(v, bytes) else v.encode('utf-8')\n"
        "class T(object):\n    def to_bytes(self): return self.v.encode('utf-8')\n"
        "    def g(self): return self.to_bytes() + '!'\nn = 1L\n"
    )
    assert "as_text" not in migrate(text, "a.py", RepositoryIndex({"a.py": text}, {"a.py": text}.get)).text


ENCODING = (
    "class Sheet(object):\n    def __init__(self, text): self.text = u'%s' % text\n"
    "    def shown(self): return self.text.encode('latin-1', 'replace')\n"
    "    whole = property(shown)\n"
)
TELLING = "def is_text(x): return not isinstance(x, bytes)\n"


def _of_two(text):
    files = {"a.py": text + "from b import Sheet\n", "b.py": ENCODING, "c.py": TELLING + "n = 1L\n"}
    index = RepositoryIndex(files, files.get).taken_for(octets=False)
    every = {key: migrate(text, key, index).text for key, text in files.items()}
    made = every["a.py"]
    again = RepositoryIndex(every, every.get).taken_for(octets=False)
    assert migrate(made, "a.py", again).text == made
    return made


@pytest.mark.parametrize(
    "text",
    [
        "a = Sheet(x).whole == 'a'\n",
        "a = u'a' != Sheet(x).whole\n",
        "self.assertEqual(u'a', Sheet(x).whole)\n",
        "# coding: utf-8\nself.assertEqual('\xe9', Sheet(x).whole)\n",
        "def f(self):\n    want = u'a'\n    self.assertEqual(want, Sheet(x).shown())\n",
    ],
)
def test_what_was_encoded_is_held_against_spelled_text_though_others_tell_the_two_apart(text):
    assert "as_text(Sheet(x)." in _of_two(text + "n = 1L\n")


@pytest.mark.parametrize(
    "text",
    [
        "a = Sheet(x).whole == y\n",
        "a = Sheet(x).whole == b'a'\n",
        "a = Sheet(x).whole == 'a', isinstance(x, bytes)\n",
        "a = Sheet(x).text == 'a'\n",
        "a = Sheet(x).whole == u'\\xe9'\n",
        "a = Sheet(x).whole < 'a'\n",
        "def f(): return Sheet(x).whole == g('a')\ndef g(y): return y\n",
        "a = Sheet(x).whole == u'\xe9'\n",
        "a = Sheet(x).whole == '\\xc3\\xa9'\n",
        "# coding: latin-1\na = Sheet(x).whole == '\xe9'\n",
    ],
)
def test_what_was_encoded_is_left_elsewhere(text):
    assert "as_text" not in _of_two(text + "n = 1L\n")


@pytest.mark.parametrize(("method", "given"), [("split", "k, 1"), ("startswith", "k"), ("replace", "k, '-'")])
def test_what_is_looked_for_is_text_that_was_put_together(method, given):
    text = (
        "import zlib\nn = 1L\ndef f(s):\n    keys = ['%s ' % x for x in ('a', 'b')]\n"
        f"    return [s.{method}({given}) for k in keys]\n"
        "x = f(zlib.decompress(zlib.compress('c a d'))), f('c a d')\n"
    )
    texts = {"a.py": text}
    space = {}
    exec(migrate(text, "a.py", RepositoryIndex(texts, texts.get).taken_for(octets=False)).text, space)
    assert space["x"][0] == space["x"][1]
