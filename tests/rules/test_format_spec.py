"""Formats of objects that have none."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "format_spec"


@pytest.mark.parametrize(
    "text",
    [
        "'{0:6}'.format(1)\n",
        "'{0}'.format(None)\n",
        "'{0!r:6}'.format(None)\n",
        "'{0:6}'.format(x)\n",
        "'{{0:6}}'.format(None)\n",
        "'{0.real:6}'.format(None)\n",
        "'{0:}'.format(None)\n",
        "'{0:6}'.format(*None)\n",
        "pattern.format(None)\n",
        "'{1:6}'.format(None)\n",
    ],
)
def test_leaves_what_has_a_format_or_is_not_known(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'{:5}|{:>5}'.format(None, 1)\n", "'{!s:5}|{:>5}'.format(None, 1)\n"),
        ("'{:>5}{:5}'.format(1, [1])\n", "'{:>5}{!s:5}'.format(1, [1])\n"),
        ("'{a:^9}'.format(a={})\n", "'{a!s:^9}'.format(a={})\n"),
        ("x = None\n'{{{0:6}}}'.format(x)\n", "x = None\n'{{{0!s:6}}}'.format(x)\n"),
    ],
)
def test_formats_the_text(before, after):
    check_rule(RULE, before, after)
    values = {}
    exec(f"result = {after.splitlines()[-1]}", {"x": None}, values)
    assert "None" in values["result"] or "[1]" in values["result"] or "{}" in values["result"]
