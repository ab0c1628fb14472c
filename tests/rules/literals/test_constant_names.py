"""m.True, f(True=1)."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "constant_names"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = a.b.True\n", "x = getattr(a.b, 'True')\n"),
        ("x = a.False.True\n", "x = getattr(getattr(a, 'False'), 'True')\n"),
        ("m.True = 1\n", "setattr(m, 'True', 1)\n"),
        ("m.False = m.True - 1\n", "setattr(m, 'False', getattr(m, 'True') - 1)\n"),
        ("f(a, True=1, b=2, **k)\n", "f(a, **{'True': 1}, b=2, **k)\n"),
        ("f(*a)(False=g(1, True=h))\n", "f(*a)(**{'False': g(1, **{'True': h})})\n"),
    ],
)
def test_by_name(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    "text", ["f(a, True)\n", "x = {'True': True}\n", "assert a.b is True\n", "f(a == True)\n"]
)
def test_leaves_uses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    "text", ["f(True=1, *a)\n", "a().True\n", "m.True = m.x = 1\n", "x = lambda True=1: True\n"]
)
def test_refuses(text):
    assert run(RULE, text).text == text


def test_both_ways_are_one():
    text = "class M: pass\nm = M()\nm.True = 3\nd = dict(True=m.True, False=vars(m))\nprint d\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["d"] == {"True": 3, "False": {"True": 3}}
