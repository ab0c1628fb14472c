"""Flags first, known escapes."""

import pytest
from rules.checking import check_rule, check_untouched

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
        "import re\nre.compile('a(?i)' 'b(?s)')\n",
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
