"""t.isAlive() → t.is_alive()."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "renamed_methods"


@pytest.mark.parametrize(
    "text",
    [
        "def isAlive(self): pass\na.isAlive()\n",
        "class C:\n    def getchildren(self): pass\nC().getchildren()\n",
        "a.tostring()\n",
        "a.getheader('x')\n",
        "r.get_data()\n",
        "m = f()\nm.getheader('x')\n",
        "m = r.info()\nm = f()\nm.getheader('x')\n",
        "r.info('x').gettype()\n",
        "f = s().getByteStream()\n",
        "def f(s): return s.getByteStream() or s.getCharacterStream()\n",
        "def getByteStream(self): pass\nf = s.getByteStream()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("e.getchildren()[0]\n", "list(e)[0]\n"),
        ("e.getiterator('x')\n", "e.iter('x')\n"),
        ("t.ugettext('a')\n", "t.gettext('a')\n"),
        ("_ = t.ugettext\n", "_ = t.gettext\n"),
        ("for l in open(p).xreadlines(): pass\n", "for l in open(p): pass\n"),
        (
            "import array\na = array.array('B')\na[1:].tostring()\n",
            "import array\na = array.array('B')\na[1:].tobytes()\n",
        ),
        (
            "import array\ndef f(a):\n    return a['x'].tostring()\nn = 1L\n",
            "import array\ndef f(a):\n    return a['x'].tobytes()\nn = 1\n",
        ),
        (
            "import array\na = array.array('B')\na.tostring()\n",
            "import array\na = array.array('B')\na.tobytes()\n",
        ),
        (
            "import urllib.request\nr = urllib.request.Request(u)\nr.add_data(d)\nr.get_data()\n",
            "import urllib.request\nr = urllib.request.Request(u)\nr.data = d\nr.data\n",
        ),
        (
            "self.headers.getheader('x', 1)\nr.info().getheaders('y')\n",
            "self.headers.get('x', 1)\nr.info().get_all('y', [])\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_an_element_is_known_by_where_it_was_made():
    text = "from xml.etree import ElementTree as E\ndef getchildren(x): pass\ne = E.XML(t)\n{}\n"
    check_rule(RULE, text.format("e.getchildren()"), text.format("list(e)"))


def test_a_source_of_characters_may_stand_for_one_of_bytes():
    check_untouched(RULE, "x = s.getByteStream().read()\n")
    after = "x = (s.getByteStream() or s.getCharacterStream()).read()\n"
    check_rule(RULE, "x = s.getByteStream().read()\n", after, python2=True)


def test_headers_under_a_name():
    before = "m = r.info()\nm.gettype(), m.getparam('charset')\n"
    check_untouched(RULE, before)
    after = "m = r.info()\nm.get_content_type(), m.get_param('charset')\n"
    check_rule(RULE, before, after, python2=True)


def test_a_parser_takes_text_but_reads_no_file_of_it():
    head = "import io\nfrom xml.parsers import expat\np = expat.ParserCreate()\n"
    before, after = head + "p.ParseFile(io.StringIO(x))\n", head + "p.Parse(x, True)\n"
    check_rule(RULE, before, after, python2=True)
    check_untouched(RULE, before)
    check_untouched(RULE, before.replace("StringIO", "BytesIO"), python2=True)
    check_untouched(RULE, before.replace("expat", "other"), python2=True)


def test_a_parser_is_given_what_a_file_under_a_name_holds():
    head = "import io\nfrom xml.parsers import expat\np = expat.ParserCreate()\n"
    for made in ("f = io.StringIO(x)\n", "f = open(x)\n", ""):
        before = head + made + "p.ParseFile(f)\n"
        check_rule(RULE, before, before.replace("ParseFile(f)", "Parse(f.read(), True)"), python2=True)
        check_untouched(RULE, before)
    check_untouched(RULE, head + "f = open(x, 'rb')\np.ParseFile(f)\n", python2=True)
    check_untouched(RULE, head + "with open(x, 'rb') as f:\n    p.ParseFile(f)\n", python2=True)


OWN = "class T:\n    def ugettext(self, m): return m\n    def f(self): return self.ugettext('a'), T().ugettext('b')\n"


def test_a_programs_own_translations_keep_their_methods():
    check_untouched(RULE, OWN, python2=True)
    check_untouched(RULE, OWN + "import i18n\ni18n.ugettext('a')\n", python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = t.ugettext('a')\n", "x = (getattr(t, \"ugettext\", None) or t.gettext)('a')\n"),
        (
            "x = make(1).t.ugettext('a')\n",
            "x = (getattr(owner := make(1).t, \"ugettext\", None) or owner.gettext)('a')\n",
        ),
        ("_ = a.t.ungettext\n", '_ = getattr(a.t, "ungettext", None) or a.t.ngettext\n'),
        (
            "class B:\n    def f(self): return self.ugettext(1)\n",
            'class B:\n    def f(self): return (getattr(self, "ugettext", None) or self.gettext)(1)\n',
        ),
    ],
)
def test_either_translation_is_called_by_its_name(before, after):
    own = OWN + "    def ungettext(self, a, b, n): return b\n"
    check_rule(RULE, own + before, own + after, python2=True)


def test_an_array_that_an_object_keeps():
    text = (
        "import array\nclass C(object):\n    a = None\n    def __init__(self):\n        self.x = None\n"
        "        self.x = array.array('B')\n    def f(self):\n        return self.x.{}()\n"
    )
    check_rule("renamed_methods", text.format("tostring"), text.format("tobytes"))
    check_untouched("renamed_methods", text.format("tostring").replace("self.x = None", "self.x = y"))
    in_body = text.replace("    a =", "    x =")
    check_rule("renamed_methods", in_body.format("tostring"), in_body.format("tobytes"))
    check_untouched("renamed_methods", text.format("tostring").replace("    a = None", "    x = y"))


FILLED = "import array\n{}def f(b, s):\n    {}b.fromstring(s)\n    return b.tostring()\n"


def test_what_only_arrays_do_is_done_with_arrays():
    text = FILLED.format("", "")
    after = text.replace("fromstring", "frombytes").replace("tostring", "tobytes")
    check_rule("renamed_methods", text, after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        FILLED.format("", "x = ").replace(".tostring()", ""),
        FILLED.format("import numpy\n", ""),
        FILLED.format("", "").replace("import array", "import os"),
        FILLED.format("", "").replace("(b, s)", "(s)"),
        FILLED.format("", "").replace("tostring()", "tostring('C')").replace("    b.fromstring(s)\n", ""),
    ],
    ids=["a value is used", "another library", "no arrays", "a module", "arguments"],
)
def test_other_things_have_such_methods(text):
    check_untouched("renamed_methods", text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = r.getiterator('b')[1]", "x = list(r.iter('b'))[1]"),
        ("x = len(r.getiterator())", "x = len(list(r.iter()))"),
        ("for x in r.getiterator(): pass", "for x in r.iter(): pass"),
    ],
)
def test_elements_that_are_indexed_are_a_list(before, after):
    check_rule("renamed_methods", f"{before}\n", f"{after}\n")


def test_a_request_that_a_function_makes():
    text = "from urllib.request import Request\ndef f(u):\n    r = {}\n    return r\nq = f('u')\nx = q.{}\n"
    check_rule("renamed_methods", text.format("Request(u)", "get_type()"), text.format("Request(u)", "type"))
    check_untouched("renamed_methods", text.format("g(u)", "get_type()"))


WRAPPED = (
    "import threading\nfrom xml.etree import ElementTree\n"
    "class W:\n    def getiterator(self, t):\n        return self.e.getiterator(t)\n"
    "    def getchildren(self):\n        return wrapped(self.e.getchildren())\n"
    "    def isAlive(self):\n        return self.t.isAlive()\n"
)


def test_methods_that_a_program_and_the_library_have_are_called_on_either():
    check_rule(
        RULE,
        WRAPPED,
        "import threading\nfrom xml.etree import ElementTree\n"
        "class W:\n    def getiterator(self, t):\n"
        '        return (getattr(self.e, "getiterator", None) or self.e.iter)(t)\n'
        "    def getchildren(self):\n"
        '        return wrapped(self.e.getchildren() if hasattr(self.e, "getchildren") else list(self.e))\n'
        "    def isAlive(self):\n"
        '        return (getattr(self.t, "isAlive", None) or self.t.is_alive)()\n',
        python2=True,
    )


@pytest.mark.parametrize(
    "text",
    [
        "class W:\n    def getiterator(self): return self.e.getiterator()\n",
        "import threading\nclass W:\n    def isAlive(self): return 1\n    def f(self): return self.isAlive()\n",
    ],
)
def test_a_programs_own_methods_of_such_names_are_left(text):
    check_untouched(RULE, text, python2=True)


def test_only_in_a_file_of_python_2_are_both_tried():
    check_untouched(RULE, WRAPPED)


def test_references_of_weak_dictionaries():
    text = "import weakref\nd = weakref.WeakKeyDictionary()\nx = list(d.iterkeyrefs())\n"
    assert "list(d.keyrefs())" in run("renamed_methods", text).text


def test_arrays_are_written_to_files_and_read():
    text = "import array\na = array.array('i', [1])\na.write(f)\na.read(f, 2)\nf.write(a)\na.x.read(f)\n"
    after = text.replace("a.write(f)", "a.tofile(f)").replace("a.read(f, 2)", "a.fromfile(f, 2)")
    check_rule("renamed_methods", text, after)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (
            "def open(self, r):\n    if r.has_data(): return r.get_data()\n",
            "def open(self, r):\n    if r.data is not None: return r.data\n",
        ),
        ("def open(self, r):\n    return r.get_data()\n", "def open(self, r):\n    return r.get_data()\n"),
    ],
)  # fmt: skip
def test_requests_that_a_stand_in_is_given(text, after):
    texts = {"fetch.py": "import urllib2\n", "test_fetch.py": text + "n = 1L\n"}
    index = RepositoryIndex(texts, texts.get)
    assert migrate(texts["test_fetch.py"], "test_fetch.py", index).text == after + "n = 1\n"
    texts["fetch.py"] += "class R:\n    def has_data(self): pass\n"
    index = RepositoryIndex(texts, texts.get)
    assert migrate(texts["test_fetch.py"], "test_fetch.py", index).text == text + "n = 1\n"


def test_a_request_that_a_method_makes():
    text = (
        "import urllib2\nclass R(urllib2.Request): pass\nclass C(object):\n    def made(self, u): return R(u)\n"
        "    def f(self, u, d):\n        req = self.made(u)\n        req.add_data(d)\n"
        "        return req.has_data()\n"
    )
    after = migrate(text, "a.py").text
    assert "req.data = as_bytes(d)\n        return req.data is not None\n" in after
    assert migrate(after, "a.py").text == after
    # Objects of its own answer that.
    own = f"{text}class S(object):\n    def add_data(self, d): pass\n    def has_data(self): pass\n"
    after = migrate(own, "a.py").text
    assert "req.add_data(d)\n        return req.has_data()\n" in after
    for other in (text.replace("req", "form"), text.replace("urllib2.Request", "object")):
        assert ".add_data(d)\n" in migrate(f"{other}n = 1L\n", "a.py").text


def test_a_table_of_types_of_files_reads_as_before():
    check_untouched(
        RULE, "import mimetypes\nt = mimetypes.MimeTypes()\nt.readfp(f)\n", python2=True, target=(3, 13)
    )


def test_an_object_that_is_given_a_method_of_that_name():
    check_untouched(RULE, "n = Namespace(xreadlines=lambda: ['l'])\nx = n.xreadlines()\n")


def test_methods_of_a_class_that_a_call_makes():
    text = "import gettext\nnone = type('none', (object,), {{{}: lambda self, s: s}})()\n"
    text += "def f(t, s): return t.ugettext(s)\n"
    made = migrate(text.format("'ugettext'") + "n = 1L\n").text
    assert 'return (getattr(t, "ugettext", None) or t.gettext)(s)' in made
    assert "return t.gettext(s)" in migrate(text.format("'other'") + "n = 1L\n").text


def test_an_array_in_a_class_with_such_a_method_of_its_own():
    text = (
        "from array import array\nclass B:\n    def __init__(self, n):\n        self.buf = array('B', [0]) * n\n"
        "    def tostring(self): return self.buf.tostring()\n    def other(self): return self.x.tostring()\n"
    )
    after = migrate(text + "print 1\n").text
    assert "self.buf.tobytes()" in after
    assert "self.x.tostring()" in after


MIXED = """\
import gettext, threading
class Mixed:
    def gettext(self, text):
        return self.ugettext(text + u'-')
    def ngettext(self, one, more, n):
        return self.ungettext(one, more, n)
class Own(Mixed, gettext.NullTranslations):
    def ugettext(self, text):
        return text + u'!'
class Task(threading.Thread):
    def is_alive(self):
        return self.isAlive()
    def run(self):
        other = [self.isAlive() for n in range(1)]
print Own().gettext('a'), Own().ngettext('x', 'y', 2), Task().is_alive()
"""


def test_a_method_that_is_called_as_the_standard_one_is_now_asks_the_class_above():
    made = migrate(MIXED).text
    assert '(getattr(self, "ugettext", None) or super().gettext)(text' in made
    assert "return super().ngettext(one, more, n)" in made
    assert "return super().is_alive()" in made
    assert "[self.is_alive() for n" in made
    assert migrate(made).text == made
    done = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=True)
    assert done.stdout == "a-! y False\n"


def test_a_comprehension_or_another_object_is_left_out():
    text = "class T(threading.Thread):\n    def is_alive(self, other):\n        {}\nn = 1L\n"
    for body in (
        "return other.isAlive()",
        "return [self.isAlive() for n in x]",
        "return lambda: self.isAlive()",
    ):
        made = migrate("import threading\n" + text.format(body)).text
        assert body.replace("isAlive", "is_alive") in made


def test_a_method_of_arrays_by_their_class():
    text = (
        "import array\npack = array.array.{0}\nx = list(map(array.array.{0}, arrays))\nn = a.array.tostring\n"
    )
    check_rule(RULE, text.format("tostring"), text.format("tobytes"))
    check_untouched(RULE, text.format("tobytes"))
    check_untouched(RULE, text.format("tostring").replace("import array\n", "from numbers_ import array\n"))
    check_untouched(RULE, text.format("tostring"), target=(3, 8))


LOGGER = """
import logging
class Mine(logging.Logger):
    def warning(self, text, *more):
        self.seen = text
        {}
made = Mine('m')
made.propagate = False
caught = []
made.addHandler(type('H', (logging.Handler,), {{'emit': lambda self, record: caught.append(record.msg)}})())
made.warning('w')
x = made.seen, caught, 1L
"""


@pytest.mark.parametrize(
    "going_on", ["self.warn(text)", "logging.Logger.warn(self, text)", "super(Mine, self).warn(text)"]
)
def test_a_logger_that_goes_on_with_another_name_of_its_method(going_on):
    spaces = {}
    exec(migrate(LOGGER.format(going_on)).text, spaces)
    assert spaces["x"] == ("w", ["w"], 1)


@pytest.mark.parametrize(
    "text",
    [
        "class L(logging.Logger):\n    def note(self, text): self.warn(text)\n",
        "class L(logging.Logger):\n    def warning(self, text): self.other.warn(text)\n",
        "class L(logging.Logger):\n    def warn(self, text): pass\n    def warning(self, text): self.warn(text)\n",
        "class L(object):\n    def warning(self, text): self.warn(text)\n",
        "class L(logging.Logger):\n    def warning(self, text): return lambda self: self.warn(text)\n",
        "class L(logging.Logger):\n    def warning(self, text): warnings.warn(text)\n",
    ],
)
def test_what_warns_otherwise_stays(text):
    check_untouched("renamed_methods", "import logging\n" + text, python2=True)


def test_a_sum_of_arrays():
    text = "import array\na = array.array('B')\nx = (a[1:] + a[:1]).{}()\n"
    check_rule("renamed_methods", text.format("tostring"), text.format("tobytes"))
    check_untouched(
        "renamed_methods", text.format("tostring").replace("import array", "import numpy as array")
    )


def test_sums_of_parts_of_an_array():
    text = (
        "import array\nclass A:\n    def __init__(self): self.b = array.array('B', [1, 2, 3])\n"
        "    def turned(self): return (self.b[1:] + self.b[:1]).tostring()\nn = 1L\n"
    )
    assert "(self.b[1:] + self.b[:1]).tobytes()" in run("renamed_methods", text).text


def test_an_array_that_a_method_of_another_file_gives():
    text = "def f(p): return p.header.octets()[0:3].tostring(), p.header.octets().tostring(1)\nn = 1L\n"

    def migrated(other, more="", text=text):
        files = {"p/__init__.py": "", "p/a.py": text, "p/b.py": other, "p/c.py": more}
        return migrate(text, "p/a.py", RepositoryIndex(files, files.get)).text

    defined = "{}class B:\n    def octets(self): return self.x\n"
    after = migrated(defined.format("import array\n"))
    assert "p.header.octets()[0:3].tobytes()" in after
    assert "p.header.octets().tostring(1)" in after
    assert "tobytes" not in migrated(defined.format("import os\n"))
    assert "tobytes" not in migrated(defined.format("import array, numpy\n"))
    assert "tobytes" not in migrated(defined.format("import array\n"), defined.format(""))
    assert "tobytes" not in migrated(defined.format("import array\n"), text=f"import lxml.etree\n{text}")
    own = "import array\nclass B:\n    def tostring(self): pass\n    def octets(self): return self\n"
    assert "tobytes" not in migrated(own)


def test_headers_that_a_stand_in_has_a_method_for():
    stand_in = "class Info(object):\n    def gettype(self): return 'text/css'\n"
    text = "def f(r):\n    info = r.info()\n    return info.gettype(), r.headers.gettype(), r.gettype()\nn = 1L\n"
    index = RepositoryIndex(files := {"a.py": text, "b.py": stand_in}, files.get)
    made = migrate(text, "a.py", index).text
    assert '(getattr(info, "gettype", None) or info.get_content_type)()' in made
    assert '(getattr(r.headers, "gettype", None) or r.headers.get_content_type)(), r.gettype()' in made
    assert migrate(made, "a.py", index).text == made
