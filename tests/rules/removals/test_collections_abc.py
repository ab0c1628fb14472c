"""collections.Mapping → collections.abc.Mapping."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "collections_abc"


@pytest.mark.parametrize(
    "text",
    [
        "import collections\ncollections.OrderedDict()\n",
        "try:\n    from collections.abc import Set\nexcept ImportError:\n    from collections import Set\n",
        "class Mapping: pass\nMapping()\n",
    ],
)
def test_leaves_other_names(text):
    check_untouched(RULE, text)


def test_leaves_what_the_target_still_has():
    check_untouched(RULE, "import collections\ncollections.Mapping\n", target=(3, 9))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import collections\nisinstance(a, collections.Mapping)\n",
            "import collections.abc\nimport collections\nisinstance(a, collections.abc.Mapping)\n",
        ),
        ("from collections import Callable as C\nC\n", "from collections.abc import Callable as C\nC\n"),
        ("from collections import (Set,\n    Sized)\n", "from collections.abc import Set, Sized\n"),
    ],
)
def test_moves(before, after):
    check_rule(RULE, before, after)
