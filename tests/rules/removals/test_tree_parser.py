"""Classes that derive from the parser of element trees and use its parts."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "tree_parser"
RECIPE = """
import xml.etree.ElementTree as ET
from StringIO import StringIO

class Whole(ET.XMLTreeBuilder):
    def __init__(self, html=0, target=None):
        ET.XMLTreeBuilder.__init__(self, html, target)
        self._parser.CommentHandler = self.handle_comment
        self._parser.ProcessingInstructionHandler = self.handle_pi
        self._target.start('document', {})

    def close(self):
        self._target.end('document')
        return ET.XMLTreeBuilder.close(self)

    def handle_comment(self, data):
        self._target.start(ET.Comment, {})
        self._target.data(data)
        self._target.end(ET.Comment)

    def handle_pi(self, target, data):
        self._target.start(ET.PI, {})
        self._target.data(target + ' ' + data)
        self._target.end(ET.PI)

n = 1L
"""


def _shown(text: str, capsys: pytest.CaptureFixture[str]) -> str:
    made = migrate(text).text
    assert migrate(made).text == made
    exec(made, {"__name__": "m"})
    return capsys.readouterr().out


def test_comments_become_elements(capsys):
    source = '<?p q?><a b="1" xmlns:x="u"><!-- c --><x:d x:y="2">t</x:d></a>'
    use = f"print ET.tostring(ET.parse(StringIO('{source}'), Whole()).getroot())\n"
    expected = '<document xmlns:ns0="u"><?p q?><a b="1"><!-- c --><ns0:d ns0:y="2">t</ns0:d></a></document>\n'
    assert _shown(RECIPE + use, capsys) == expected


def test_entities_are_told(capsys):
    head = '<!DOCTYPE a SYSTEM "x.dtd"><a>&foo;</a>'
    use = f"p = Whole()\np.entity['foo'] = u'bar'\np.feed('{head}')\nprint ET.tostring(p.close())\n"
    use += "try:\n    Whole().feed('<a>&foo;</a>')\nexcept Exception, e:\n    print e\n"
    assert (
        _shown(RECIPE + use, capsys)
        == "<document><a>bar</a></document>\nundefined entity: line 1, column 3\n"
    )


def test_methods_for_events_and_the_doctype(capsys):
    text = (
        "from xml.etree.ElementTree import XMLParser\nclass P(XMLParser):\n"
        "    def _start_list(self, tag, attrib):\n        print tag, attrib\n"
        "        return XMLParser._start_list(self, tag, attrib)\n"
        "    def doctype(self, name, public, system): print name, public, system\n"
        'p = P()\np.feed(\'<!DOCTYPE a SYSTEM "x.dtd"><a b="c"/>\')\nprint p.close().attrib\n'
    )
    assert _shown(text, capsys) == "a None x.dtd\na ['b', 'c']\n{'b': 'c'}\n"


@pytest.mark.parametrize(
    "text",
    [
        RECIPE.replace("ET.XMLTreeBuilder", "object"),
        RECIPE.replace("import xml.etree.ElementTree as ET", "import lxml.etree as ET"),
        RECIPE.replace("_parser", "expat").replace("_target", "target"),
        "from xml.etree.ElementTree import XMLParser\nn = 1L\nclass P(XMLParser):\n    def __init__(self):\n"
        "        XMLParser.__init__(self)\n        self._parser = other()\n        self._parser.run()\n",
        "class XMLParser(object): pass\nn = 1L\nclass P(XMLParser):\n    def f(self): return self._parser\n",
    ],
)
def test_refuses(text):
    assert "TreeParser" not in migrate(text).text


def test_leaves_a_file_that_may_be_python_3():
    text = "from xml.etree.ElementTree import XMLParser\nclass P(XMLParser):\n    def f(self): return self._parser\n"
    check_untouched(RULE, text)


def test_one_of_an_older_release_where_there_is_it(capsys):
    text = RECIPE.replace("import xml.etree.ElementTree as ET", "import xml.etree.ElementTree as ET\n")
    text = text.replace("ET.XMLTreeBuilder", "XMLTreeBuilder").replace(
        "as ET\n",
        "as ET\ntry:\n    from elementtree.ElementTree import XMLTreeBuilder\n"
        "except ImportError:\n    from xml.etree.ElementTree import XMLTreeBuilder\n",
        1,
    )
    use = "print ET.tostring(ET.parse(StringIO('<a><!--b--></a>'), Whole()).getroot())\n"
    assert _shown(text + use, capsys) == "<document><a><!--b--></a></document>\n"
