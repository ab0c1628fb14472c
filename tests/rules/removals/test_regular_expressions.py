"""Flags first, known escapes."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "regular_expressions"


@pytest.mark.parametrize(
    "text",
    [
        "import re\nre.compile('(?i)a')\n",
        "import re\nre.compile(a)\n",
        "import re\nre.sub('a', r'\\1\\g<x>\\n', s)\n",
        "import re\nre.compile('a(?:b)(?P<i>c)')\n",
        "x.compile('a(?i)')\n",
        "import re\nre.compile('(?i)a' 'b')\n",
        "import re\nre.compile('a[(?i)]')\n",
        "import re\nre.compile('[(?i)](?s)')\n",
        "import re\nre.compile('(?i)(?s)a')\n",
        r"import re\nre.compile(r'\(?i)b(?s)')" + "\n",
        "import re\nre.compile(r'a\\(?i)' 'b')\n",
        "import re\nre.compile(a % 'b(?i)')\n",
        r"""import re
re.compile(r'\A\b\B\d\D\s\S\w\W\Z\a\f\n\r\t\v\x41\u20ac\\q\1\.')
""",
        r"""import re
re.compile('\\w\\\\q\t')
""",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import re\nre.compile(r'^a(?is)b$', re.U)\n", "import re\nre.compile(r'(?is)^ab$', re.U)\n"),
        ("import re\nre.compile(r'a'\n    'b(?s)')\n", "import re\nre.compile(r'(?s)a'\n    'b')\n"),
        ("import re\nre.sub('<[^>]*>(?i)(?m)', '', s)\n", "import re\nre.sub('(?i)(?m)<[^>]*>', '', s)\n"),
        ("import re\nre.compile('a(?i)' r'b(?s)')\n", "import re\nre.compile('(?i)(?s)a' r'b')\n"),
        ("import re\nre.compile(r'(?i)a\\q(?s)')\n", "import re\nre.compile(r'(?s)(?i)aq')\n"),
        (
            "import re\nre.match('(%s)(?x)' % '|'.join(a), b)\n",
            "import re\nre.match('(?x)(%s)' % '|'.join(a), b)\n",
        ),
        (r"re.compile(r'\q[\y]\\\i')", r"re.compile(r'q[y]\\i')"),
        (r"re.sub('\\q\\d', r, s)", r"re.sub('q\\d', r, s)"),
        ("import re\nre.sub('a', '\\\\d', s)\n", "import re\nre.sub('a', '\\\\\\\\d', s)\n"),
    ],
)
def test_rewrites(before, after):
    head = "" if before.startswith("import") else "import re\n"
    check_rule(RULE, head + before, head + after)


@pytest.mark.parametrize("call", ["re.compile('b').sub(T, s)", "re.sub('b', T, s)", "P.subn(T, s)"])
def test_templates_under_a_name_and_of_compiled_patterns(call):
    text = f"import re\nP = re.compile('b')\nT = r'\\w\\-'\ns = 'abc'\nx = {call}\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert "".join(spaces["x"][0] if "subn" in call else spaces["x"]) == "a\\w\\-c"


def test_a_template_that_is_used_otherwise_is_left():
    check_untouched("regular_expressions", "import re\nT = r'\\w'\nre.sub('b', T, s)\nprint(T)\n")
    check_untouched("regular_expressions", "T = r'\\w'\nx.sub(T, s)\n")


def test_patterns_under_a_name_of_their_own():
    text = "import re\nP = 'b(?i)'\nx = re.match(P, 'B')\nfor n, q in [('a', '\\\\e(?i)')]:\n    y = re.match(q, 'E')\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] and spaces["y"]


def test_a_pattern_that_is_shown_stays():
    text = "import re\nP = 'b(?i)'\nx = re.compile(P)\nprint(P)\n"
    check_untouched(RULE, text)
