"""Groups that took no part in a match."""

import pytest
from rules.checking import check_untouched, run

from migration.engine.pipeline import migrate

RULE = "unmatched_groups"
TRY = "import re\ndef f(m):\n    try:\n        return {}\n    except {}:\n        return 'no'\n"
SUB = "re.sub('(x)|y', r'<\\1>', m)"


@pytest.mark.parametrize(
    ("call", "caught"),
    [
        (SUB, "KeyError"),
        (SUB, "ValueError"),
        ("re.sub('(x)y', r'<\\1>', m)", "re.error"),
        ("re.sub('(x)|y', r'<\\\\n>', m)", "re.error"),
        ("re.sub('(x)|y', 'z', m)", "re.error"),
        ("re.sub(p, r'<\\1>', m)", "re.error"),
        ("re.sub('(x)|y', z, m)", "re.error"),
        ("m.sub(r'<\\1>', 'x|y')", "re.error"),
        ("m.expand('a')", "re.error"),
        ("f.expand(r'\\1', 2)", "re.error"),
    ],
)
def test_refuses(call, caught):
    check_untouched(RULE, TRY.format(call, caught), python2=True)


def test_leaves_other_places():
    check_untouched(RULE, f"import re\nm = 'a'\nprint({SUB})\n", python2=True)
    text = TRY.format("m.expand(r'\\1')", "re.error") + "class A:\n    def expand(self, x): pass\n"
    check_untouched(RULE, text, python2=True)
    several = TRY.format(SUB, "Exception").replace("        return re", "        n = 1\n        return re")
    check_untouched(RULE, several, python2=True)


@pytest.mark.parametrize("caught", ["re.error", "(KeyError, re.error)", "Exception", "re.error as e"])
@pytest.mark.parametrize(
    ("call", "given", "expected"),
    [
        (SUB, "xx", "<x><x>"),
        (SUB, "xy", "no"),
        ("re.subn('(x)|y', '<\\\\1>', m)[0]", "y", "no"),
        ("re.sub('(?P<a>x)?y', r'\\g<a>\\\\1\\012', m)", "xy", "x\\1\n"),
        ("re.sub('(?P<a>x)?y', r'\\g<a>', m)", "y", "no"),
        ("re.sub('(?P<a>x)?y', r'\\g<1>', m)", "y", "no"),
        ("re.match('(x)?y', m).expand(r'\\1')", "y", "no"),
        ("re.match('(x)?y', m).expand(r'\\1\\g<1>')", "xy", "xx"),
    ],
)
def test_is_refused_as_before(caught, call, given, expected):
    outcome = run(RULE, TRY.format(call, caught) + "n = 1L\n")
    assert "all_matched" in outcome.text
    assert run(RULE, outcome.text).text == outcome.text
    spaces = {}
    exec(outcome.text, spaces)
    assert spaces["f"](given) == expected


def test_compiled_patterns():
    text = "import re\nP = re.compile('(x)|y')\n" + TRY.format("P.sub(r'<\\1>', m)", "re.error") + "n = 1L\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert [spaces["f"](given) for given in ("x", "y")] == ["<x>", "no"]
