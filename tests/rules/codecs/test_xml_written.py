"""ElementTree writes to a file of text in memory."""

import contextlib
import io

import pytest
from rules.checking import PROOF, check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "xml_written"
HEAD = "import StringIO\nfrom xml.etree import ElementTree as ET\nf = StringIO.StringIO()\n"


@pytest.mark.parametrize(
    "use",
    [
        "ET.ElementTree(e).write(f, 'latin-1')\n",
        "ET.ElementTree(e).write(f, encoding)\n",
        "ET.ElementTree(e).write(f, 'utf-8', True)\n",
        "ET.ElementTree(e).write(f, 'utf-8', xml_declaration=True)\n",
        "ET.ElementTree(e).write(g)\n",
        "other.write(f)\n",
        "ET.ElementTree(e).write(f, encoding='utf-16')\n",
        "ET.ElementTree(e).write(*f)\n",
    ],
)
def test_refuses(use):
    check_untouched(RULE, HEAD + use, python2=True)


def test_not_without_a_sign_of_python_2():
    check_untouched(RULE, HEAD + "ET.ElementTree(e).write(f)\n")


@pytest.mark.parametrize("tree", ["ET.ElementTree(e)", "ET.parse(p)"])
def test_asks_for_text(tree):
    check_rule(RULE, f"{HEAD}{tree}.write(f)\n", f'{HEAD}{tree}.write(f, encoding="unicode")\n', python2=True)
    named = f"{HEAD}t = {tree}\nt.write(f)\n"
    check_rule(RULE, named, named.replace("(f)", '(f, encoding="unicode")'), python2=True)


def test_an_output_takes_text():
    before = "import sys\nfrom xml.etree import ElementTree as ET\nET.parse(p).write(sys.stdout)\n"
    check_rule(RULE, before, before.replace("stdout)", 'stdout, encoding="unicode")'), python2=True)


@pytest.mark.parametrize("told", ["'utf-8'", '"US-ASCII"', "encoding='utf-8'"])
def test_asks_for_text_in_place_of_an_encoding_that_is_not_declared(told):
    name = "encoding=" if "=" in told else ""
    before = f"{HEAD}ET.ElementTree(e).write(f, {told})\n"
    check_rule(RULE, before, before.replace(told, f'{name}"unicode"'), python2=True)


@pytest.mark.parametrize(
    "use",
    [
        "ET.ElementTree(e).write(f, 'latin-1')\n",
        "ET.ElementTree(e).write(f, encoding)\n",
        "ET.ElementTree(e).write(f, 'utf-8', True)\n",
        "t = ET.parse(p)\nt.write(f, 'utf-8', xml_declaration=True)\n",
        "ET.ElementTree(e).write(f, encoding='utf-16')\n",
        "ET.ElementTree(e).write(f, 'utf-8')\nn = len(f.getvalue())\n",
        "ET.ElementTree(e).write(f, 'utf-8')\nimport socket\nsocket.socket().sendall(f.getvalue())\n"
        "x = f.getvalue().startswith('<')\n",
        "import zlib\nET.ElementTree(e).write(f, 'utf-8')\nx = zlib.compress(f.getvalue())\n",
        "import lxml.etree\nlxml.etree.parse(p).write(f)\n",
    ],
)
def test_a_file_that_is_counted_or_declares_its_encoding_is_one_of_octets(use):
    after = run("string_io", HEAD + use + PROOF).text
    assert "f = io.BytesIO()\n" in after
    assert "unicode" not in run(RULE, HEAD + use + PROOF).text


@pytest.mark.parametrize(
    "use",
    [
        "ET.ElementTree(e).write(f, 'utf-8')\nx = f.getvalue()\n",
        "ET.ElementTree(e).write(f, 'utf-8')\nx = [len(f.getvalue()), f.getvalue().split(y)]\n",
        "ET.ElementTree(e).write(f)\ndef f():\n    return f.getvalue()\n",
        "ET.ElementTree(e).write(f, encoding='unicode')\nn = len(f.getvalue())\n",
        "ET.ElementTree(e).write(f, *more)\n",
        "other.write(f, 'latin-1')\n",
        "class T:\n    def write(self, f, encoding): f.write('x')\nT().write(f, 'latin-1')\n",
    ],
)
def test_other_files_stay_text(use):
    assert "f = io.StringIO()\n" in run("string_io", HEAD + use + PROOF).text


def test_a_document_that_declares_its_encoding_goes_below_an_output():
    head = "import sys\nfrom xml.etree import ElementTree as ET\n"
    after = migrate(f"{head}ET.parse(p).write(sys.stdout, 'utf-8', xml_declaration=True)\n{PROOF}").text
    assert ".write(octets_below(sys.stdout), 'utf-8', xml_declaration=True)" in after
    assert migrate(after).text == after
    for use in ("sys.stdout, encoding='unicode'", "sys.stdout, *a", "f, 'latin-1'"):
        assert "below" not in run(RULE, f"{head}ET.parse(p).write({use})\n{PROOF}").text


def test_what_is_read_back_is_what_python_2_wrote():
    text = (
        "# encoding: utf-8\nfrom cStringIO import StringIO\nimport xml.etree.ElementTree as ET\n"
        "tree = ET.ElementTree(ET.fromstring('<a>x</a>'))\ntree.getroot().text = u'\\xe9'\nout = StringIO()\n"
        "out.write('<!-- c -->\\n')\ntree.write(out, 'iso-8859-1')\nlines = out.getvalue().split('\\n')\n"
        "print len(out.getvalue()), lines[1], len(lines)\nout = StringIO()\ntree.write(out, 'utf-8')\n"
        "print len(out.getvalue())\n"
    )
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(migrate(text).text, {})
    assert shown.getvalue() == "63 <?xml version='1.0' encoding='iso-8859-1'?> 3\n9\n"


def test_octets_in_a_program_of_octets():
    text = f"{HEAD}ET.ElementTree(e).write(f, 'utf-8')\ng = f.getvalue()\n{PROOF}"
    after = migrate(text, "p/a.py", octet_repository(text)).text
    assert "f = io.BytesIO()" in after and ".write(f, 'utf-8')" in after
    assert 'g = f.getvalue().decode("latin-1")' in after
    assert migrate(after, "p/a.py", octet_repository(after)).text == after


_USED_OTHERWISE = [
    "print >>f, '<!-- x -->'\n{}.write(f)\nprint len(f.getvalue())\n",
    "def footer(out): out.write('<!-- end -->')\n{}.write(f)\nfooter(f)\nprint len(f.getvalue())\n",
    "import csv\ncsv.writer(f).writerow(['a', 1])\n{}.write(f)\nprint len(f.getvalue())\n",
    "def show(f): print 'doc: ' + f.read()\n{}.write(f)\nprint len(f.getvalue())\nf.seek(0)\nshow(f)\n",
]


@pytest.mark.parametrize("use", _USED_OTHERWISE)
def test_a_file_that_text_is_written_to_as_well_is_one_of_text(use):
    made = migrate(HEAD + use.format("ET.ElementTree(ET.Element('a'))")).text
    assert "f = io.StringIO()" in made
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(made, "a.py", "exec"), {})


@pytest.mark.parametrize(
    "use",
    [
        "def fill(out): out.write('<a>x</a>')\nfill(f)\n",
        "print >>f, '<a>x</a>'\n",
        "f.writelines(['<a>', 'x</a>'])\n",
    ],
)
def test_in_a_program_of_octets_a_file_that_others_write_to_is_one_of_text(use):
    text = HEAD + use + "f.seek(0)\ndone = ET.parse(f).getroot().text\n"
    space = {}
    exec(migrate(text, "p/a.py", octet_repository(text)).text, space)
    assert space["done"] == "x"


GENERATED = """from StringIO import StringIO
from xml.sax.saxutils import XMLGenerator
out = StringIO()
g = XMLGenerator(out, {codec!r})
g.startElement('a', {{'b': u'\\xe9'}})
g.characters(u'\\u20ac x')
g.endElement('a')
n = 1L
"""


@pytest.mark.parametrize(
    ("codec", "use", "found"),
    [
        ("utf-8", "x = len(out.getvalue())", 19),
        ("us-ascii", "x = len(out.getvalue())", 27),
        (
            "iso-8859-1",
            "data = out.getvalue()\nx = len(data), data[:2] == '<a', repr(data[:2])",
            (22, True, "'<a'"),
        ),
        ("utf-8", "x = out.getvalue().decode('utf-8')", '<a b="\xe9">\u20ac x</a>'),
        ("utf-8", "x = out.getvalue().split('>')[0].strip() == '<a', len(out.getvalue())", (False, 19)),
        ("utf-8", "x = out.getvalue()", '<a b="\xe9">\u20ac x</a>'),
    ],
)
def test_events_are_written_as_octets_where_those_are_counted_or_shown(codec, use, found):
    space = {}
    exec(migrate(GENERATED.format(codec=codec) + use + "\n").text, space)
    assert space["x"] == found


@pytest.mark.parametrize(
    "use",
    [
        "x = out.getvalue()\n",
        "def f(): return out.getvalue()\n",
        "x = len(out.getvalue()), out.getvalue() + y\n",
        "f(out)\nx = len(out.getvalue())\n",
        "out.write(y)\nx = len(out.getvalue())\n",
        "data = out.getvalue()\ndata = data + y\nx = len(data)\n",
        "x = len(out.getvalue()), [s for s in out.getvalue().split('x')]\n",
    ],
)
def test_events_stay_text_where_more_is_done_with_them(use):
    assert "import StringIO" in run("string_io", GENERATED.format(codec="utf-8") + use).text


EITHER = (
    "import StringIO\ntry:\n    {}\nexcept ImportError:\n    {}\nf = StringIO.StringIO()\n"
    "ET.ElementTree(e).write(f)\n"
)


def test_a_package_that_the_library_took_in_is_no_other():
    known = "import xml.etree.ElementTree as ET"
    for other in ("import elementtree.ElementTree as ET", "import cElementTree as ET"):
        for lines in ((known, other), (other, known)):
            assert 'write(f, encoding="unicode")' in run(RULE, EITHER.format(*lines) + PROOF).text
    other = "import lxml.etree as ET"
    check_untouched(RULE, EITHER.format(known, other), python2=True)
    text = EITHER.format(known, "import elementtree.ElementTree as ET")
    files = {"a.py": text, "elementtree/__init__.py": "", "elementtree/ElementTree.py": "x = 1\n"}
    check_untouched(RULE, text, index=RepositoryIndex(files, files.get))
