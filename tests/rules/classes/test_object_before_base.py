"""object as the first of several bases."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "object_before_base"


@pytest.mark.parametrize(
    "text",
    [
        "class C(object): pass\n",
        "class C(D, object): pass\n",
        "class C: pass\n",
        "object = D\nclass C(object, E): pass\n",
        "class C(*(object, D)): pass\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("class C(object, D): pass\n", "class C(D, object): pass\n"),
        ("class C(object, a.D, E):\n    x = 1\n", "class C(a.D, E, object):\n    x = 1\n"),
        ("class C(D, object, E): pass\n", "class C(D, E, object): pass\n"),
    ],
)
def test_puts_it_last(before, after):
    check_rule(RULE, before, after)


def test_keeps_its_place_beside_a_helper_that_becomes_a_base():
    text = "from UserDict import DictMixin\nclass C(object, DictMixin): pass\n"
    outcome = migrate(text + "__all__ = ['DictMixin']\n")
    assert "class C(DictMixin, object)" in outcome.text or "class C(MappingMixin, object)" in outcome.text
    exec(outcome.text, {"__name__": "a"})
