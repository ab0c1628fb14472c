r"""\w, \d, \s and \b."""

import pytest
from rules.checking import check_rule, check_untouched

from environment.traces import Exactness

RULE = "ascii_classes"


@pytest.mark.parametrize(
    "call",
    [
        "re.compile('[a-z]+')",
        "re.compile(r'\\\\w')",
        "re.compile(r'\\w', re.UNICODE)",
        "re.compile(r'\\w', re.I | re.U)",
        "re.compile(r'\\w', re.LOCALE)",
        "re.compile(r'\\w', flags)",
        "re.compile(r'\\w', re.ASCII)",
        "re.compile(r'(?u)\\w')",
        "re.match(r'(?iu)\\w', s)",
        "re.compile(x)",
        "re.compile(*x)",
        "re.compile(r'\\w', **x)",
        "re.escape(r'\\w')",
    ],
)
def test_refuses(call):
    check_untouched(RULE, f"import re\n{call}\n", python2=True)


def test_refuses_a_file_that_may_be_python_3():
    check_untouched(RULE, "import re\nre.compile(r'\\w')\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("re.compile(r'\\d')", "re.compile(r'\\d', re.ASCII)"),
        ("re.compile(u'\\\\d')", "re.compile(u'\\\\d', re.ASCII)"),
        ("re.compile(r'\\d', re.I)", "re.compile(r'\\d', re.I | re.ASCII)"),
        ("re.match(r'\\b', s, re.I+re.M)", "re.match(r'\\b', s, re.I+re.M | re.ASCII)"),
        ("re.match(r'\\s', s)", "re.match(r'\\s', s, flags=re.ASCII)"),
        ("re.sub(r'\\W', '', s)", "re.sub(r'\\W', '', s, flags=re.ASCII)"),
        ("re.sub(r'\\W', '', s, 1, 0)", "re.sub(r'\\W', '', s, 1, re.ASCII)"),
        ("re.compile(r'\\d', flags=re.X)", "re.compile(r'\\d', flags=re.X | re.ASCII)"),
        ("P = r'\\d'\nre.search((P), s)", "P = r'\\d'\nre.search((P), s, flags=re.ASCII)"),
    ],
)
def test_adds_the_flag(before, after):
    check_rule(
        RULE, f"import re\n{before}\n", f"import re\n{after}\n", python2=True, exactness=Exactness.EXACT
    )
