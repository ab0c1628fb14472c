"""Patterns looked for in bytes."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "octet_patterns"
HEAD = "import re\nd = open(p, 'rb').read()\n"


@pytest.mark.parametrize(
    "text",
    [
        "re.search('x', a)",
        "def f(b): return re.search('x', b)\nf(b'x')",
        "re.search(b'x', d)",
        "re.search(x, d)",
        "re.sub('x', f, d)",
        "re.search('x')",
        "r = re.compile('x')\nr.search(d)\nr.search(a)",
        "r = re.compile('x')\nr.search(d)\nf(r)",
    ],
)
def test_refuses(text):
    check_untouched(RULE, HEAD + text + "\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("re.findall('x', d)", "re.findall(b'x', d)"),
        ("re.sub('x', 'y', d)", "re.sub(b'x', b'y', d)"),
        ("re.compile('x').match(d)", "re.compile(b'x').match(d)"),
        ("r = re.compile('x')\nr.sub('y', d)", "r = re.compile(b'x')\nr.sub(b'y', d)"),
    ],
)
def test_makes_octets_of_patterns(before, after):
    check_rule(RULE, HEAD + before + "\n", HEAD + after + "\n")
