"""Names of nodes of the syntax tree."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "encoded_identifiers"
MAKES = "import ast\ndef f(name):\n    return ast.Name(name, ast.Load())\n"


@pytest.mark.parametrize(
    "text",
    [
        "x = a.encode('utf-8')\n",
        MAKES + "x = a.encode('latin-1')\n",
        MAKES + "x = a.encode(codec)\n",
        MAKES + "x = a.encode('utf-8', 'replace')\n",
        MAKES + "x = a.encode('utf-8').decode('utf-8')\n",
        MAKES + "x = a.encode('utf-8')\nopen(p, 'wb').write(x)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_python_3():
    check_untouched(RULE, MAKES + "x = a.encode('utf-8')\n")


@pytest.mark.parametrize("codec", ["utf8", "utf-8", "ascii"])
def test_names_stay_text(codec):
    before = f"x = f(PREFIX.encode('{codec}') + (a or b).encode('{codec}'))\n"
    check_rule(RULE, MAKES + before, MAKES + "x = f(PREFIX + (a or b))\n", python2=True)
