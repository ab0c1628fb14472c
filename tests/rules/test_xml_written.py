"""ElementTree writes to a file of text in memory."""

import pytest
from rules.checking import check_rule, check_untouched

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
