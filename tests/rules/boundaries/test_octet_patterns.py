"""Patterns looked for in bytes."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

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


KEPT = (
    "import re, socket\nclass Client(object):\n    line = re.compile({})\n"
    "    def f(self, s):\n        data = s.makefile('rb').readline()\n        m = self.line.match(data)\n        {}\n"
)


def test_a_pattern_that_a_class_keeps():
    check_rule(RULE, KEPT.format("'x'", "g()"), KEPT.format("b'x'", "g()"))
    inside = KEPT.format("'x'", "g()").replace("    line =", "    def __init__(self): self.line =")
    check_rule(RULE, inside, inside.replace("'x'", "b'x'"))
    for more in ("n = self.line.match('a b')", "n = self.line", "n = self.line.match(given)"):
        check_untouched(RULE, KEPT.format("'x'", more))


def test_a_pattern_that_other_files_ask_for():
    text = KEPT.format("'x'", "g()")
    for other, kept in (("c.line.match('x')\n", True), ("c.lines.match('x')\n", False)):
        index = RepositoryIndex(files := {"a.py": text, "b.py": other}, files.get)
        assert ("re.compile('x')" in run(RULE, text, key="a.py", index=index).text) is kept


@pytest.mark.parametrize(
    ("calls", "pattern"),
    [
        ("f(open('x', 'rb').read())\n", "b'x'"),
        ("def g(n): f(struct.unpack('3s', open(n, 'rb').read(3))[0])\n", "b'x'"),
        ("f(open('x', 'rb').read())\nf('y')\n", "'x'"),
        ("f(open('x', 'rb').read())\nf(z)\n", "'x'"),
    ],
)
def test_what_a_function_is_given_by_all_calls(calls, pattern):
    text = f"import re, struct\ndef f(data):\n    m = re.search('x', data)\n    return m.group(0)\n{calls}n = 1L\n"
    index = RepositoryIndex({"a.py": text}, {"a.py": text}.get).taken_for(octets=False)
    assert f"re.search({pattern}, data)" in run(RULE, text, index=index).text
