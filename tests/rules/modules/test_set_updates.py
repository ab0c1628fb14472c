"""The method of sets.Set that the builtin has not."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "set_updates"


@pytest.mark.parametrize(
    "text",
    [
        "a.update(b)\n",
        "union_update(a)\n",
        "class S:\n    def union_update(self, o): pass\nS().union_update(b)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


def test_renames():
    check_rule(RULE, "self.seen.union_update(b)\n", "self.seen.update(b)\n")
