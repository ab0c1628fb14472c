"""Patterns that can match nothing, in re.split and re.sub."""

import subprocess
import sys

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "empty_matches"


@pytest.mark.parametrize(
    "call",
    [
        "re.split('x+', s)",
        "re.split(r'\\s+|,', s)",
        "re.split(pattern, s)",
        "re.sub('x*', '', s)",
        "re.sub('^', '> ', s, flags=re.M)",
        "re.sub(r'\\b', '|', s)",
        "re.sub('(?=x)', '-', s)",
        "re.sub('x+', '-', s)",
        "re.split('(', s)",
        "re.split(*a)",
        "re.findall('x*', s)",
        "other.split('x*', s)",
    ],
)
def test_leaves_what_means_the_same(call):
    check_untouched(RULE, f"import re\nimport other\na = {call}\n", python2=True)


def test_leaves_a_file_for_both_languages_and_an_older_target():
    check_untouched(RULE, "import re\na = re.split('x*', s)\n")
    check_untouched(RULE, "import re\na = re.split('x*', s)\n", python2=True, target=(3, 6))


#: What Python 2.7.18 gives.
CASES = [
    ("re.sub('x*', '-', 'abxd')", "-a-b-d-"),
    (r"re.sub('\\s*$', '|', 'a  ')", "a|"),
    (r"re.sub('(x)*', r'<\g<0>>', 'axxb')", "<>a<xx>b<>"),
    ("re.sub('x*', lambda m: '-', 'abxd', 2)", "-a-bxd"),
    ("re.sub('|x', '-', 'x')", "-x-"),
    ("re.split('x*', 'axbc')", ["a", "bc"]),
    ("re.split('(x*)', 'axbxxc')", ["a", "x", "b", "xx", "c"]),
    ("re.split('x*', 'axbxc', 1)", ["a", "bxc"]),
    (r"re.split('\\b', 'a b')", ["a b"]),
    ("re.split('X*', 'axb', flags=re.I)", ["a", "b"]),
]


@pytest.mark.parametrize(("call", "expected"), CASES)
def test_gives_what_python2_gave(call, expected):
    text = migrate(f"import re\nn = 1L\nprint(repr({call}))\n").text
    shown = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == repr(expected)


def test_both_helpers_in_one_file():
    text = "import re\nn = 1L\na = re.split('x*', b)\nc = re.sub('x*', '-', b)\n"
    after = migrate(text).text
    assert "\na = split_at_matches('x*', b)\nc = replace_matches('x*', '-', b)\n" in after
    assert migrate(after).text == after


def test_a_place_before_what_the_pattern_spells():
    space = {}
    exec(migrate("import re\nx = re.sub('(?=b)|b', '-', 'abc')\nn = 1L\n").text, space)
    assert space["x"] == "a-bc"


def test_compiled_patterns_are_followed():
    text = (
        "import re\nSPACES = re.compile(r'\\s*')\nWIDE = re.compile('b *', re.X)\n"
        "class A(object):\n    pattern = re.compile('x*')\n    def f(self, s): return self.pattern.sub('-', s)\n"
        "shown = SPACES.split('a b  c'), SPACES.split('a b c', 1), A().f('axxb'), WIDE.split('abc')\n"
        "P = 'x*'\nmore = re.split(P, 'axbc')\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    # As Python 2.7 prints them.
    assert spaces["shown"] == (["a", "b", "c"], ["a", "b c"], "-a-b-", ["a", "c"])
    assert spaces["more"] == ["a", "bc"]


def test_compiled_patterns_that_match_something_stay():
    text = "import re\nP = re.compile(r'b+')\nx = P.split(y), P.sub('-', y)\nn = 1L\n"
    assert migrate(text).text == text.replace("1L", "1")
