"""Attributes of XML in the order in which Python 2 wrote them."""

import io
from contextlib import redirect_stdout

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rules.codecs.attribute_order import ELEMENTS, NODES

RULE = "attribute_order"
TREES = "import xml.etree.cElementTree as ET\n"
CHOSEN = "try:\n    {}\nexcept ImportError:\n    import elementtree.ElementTree as ET\n"
DOCUMENTS = "from xml.dom import minidom\n"


@pytest.mark.parametrize(
    "text",
    [
        TREES + "ET.fromstring(t)\n",
        TREES + "ET.tostring(*e)\n",
        TREES + "ET.tostring()\n",
        TREES + "tree.write(f)\n",
        TREES + "e.toxml()\n",
        "from lxml import etree as ET\nET.tostring(e)\n",
        CHOSEN.format("from lxml import etree as ET") + "ET.tostring(e)\n",
        "d.toxml()\n",
        DOCUMENTS + "d.writes()\n",
        DOCUMENTS + "class D:\n    def toxml(self):\n        return 1\nd.toxml()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_python_3_means_its_order():
    check_untouched(RULE, TREES + "ET.tostring(e)\n")


def test_before_3_8_they_were_sorted():
    text = TREES + "ET.tostring(e)\n" + PROOF
    assert run(RULE, text, target=(3, 7)).text == run("attribute_order", text, target=(3, 7)).text
    assert "sorted_attributes" not in run(RULE, text, target=(3, 7)).text
    assert "sorted_attributes" in run(RULE, text, target=(3, 8)).text


def test_a_class_elsewhere_that_writes_itself():
    files = {"a.py": DOCUMENTS + PROOF + "d.toxml()\n", "b.py": "class D:\n    def toxml(self): pass\n"}
    assert "by_name" not in migrate(files["a.py"], "a.py", RepositoryIndex(files, files.get)).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ET.tostring(e, 'utf-8')\n", "ET.tostring(sorted_attributes(e), 'utf-8')\n"),
        ("ET.dump(e)\n", "ET.dump(sorted_attributes(e))\n"),
        ("t = ET.parse(p)\nt.write(f)\n", "t = ET.parse(p)\nsorted_attributes(t).write(f)\n"),
        ("ET.ElementTree(e).write(f)\n", "sorted_attributes(ET.ElementTree(e)).write(f)\n"),
    ],
)
def test_trees(before, after):
    check_rule(RULE, TREES + before, f"{TREES}\n{ELEMENTS}\n\n{after}", python2=True)


def test_a_module_chosen_among_those_of_the_standard_library():
    text = CHOSEN.format("import xml.etree.cElementTree as ET") + "ET.tostring(e)\n" + PROOF
    assert "ET.tostring(sorted_attributes(e))" in run(RULE, text).text


@pytest.mark.parametrize("method", ["toxml()", "toprettyxml(indent=' ')", "writexml(f)"])
def test_documents(method):
    check_rule(
        RULE,
        f"{DOCUMENTS}d.{method}\n",
        f"{DOCUMENTS}\n{NODES}\n\nattributes_by_name(d).{method}\n",
        python2=True,
    )


PROGRAM = """
import sys
import xml.etree.ElementTree as ET
from xml.dom import minidom
root = ET.Element('r', z='1', a='2')
ET.SubElement(root, 'c', {'q': 'x', 'b': 'y'}).set('A', '1')
root.append(ET.Comment('c'))
ET.dump(root)
document = minidom.parseString('<a z="1" b="2"><c y="3" x="4"/>t</a>')
print document.toxml()
print document.documentElement.firstChild.toxml(), document.createTextNode('t').toxml()
"""
#: What it prints on Python 2.7.
PRINTED = """<r a="2" z="1"><c A="1" b="y" q="x" /><!--c--></r>
<?xml version="1.0" ?><a b="2" z="1"><c x="4" y="3"/>t</a>
<c x="4" y="3"/> t
"""


def test_what_is_written_is_what_2_7_wrote():
    with redirect_stdout(io.StringIO()) as said:
        exec(migrate(PROGRAM, "a.py").text, {})
    assert said.getvalue() == PRINTED
