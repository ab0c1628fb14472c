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


@pytest.mark.parametrize("test", ["PY3", "six.PY3", "not PY2", "sys.version_info[0] == 3", "not not is_py3k"])
def test_moves_what_python_3_runs_alone(test):
    text = f"if {test}:\n    from {{}} import Callable\nelse:\n    from collections import Callable, Set\n"
    check_rule(RULE, text.format("collections"), text.format("collections.abc"))
    use = f"import collections.abc\nimport collections\nx = {{}}.Set if {test} else collections.Set\n"
    check_rule(RULE, use.format("collections"), use.format("collections.abc"))


@pytest.mark.parametrize(
    "test", ["not PY3", "PY2", "py3_only_names", "PY3 or old", "sys.version_info < (3,)"]
)
def test_leaves_what_python_2_runs(test):
    check_untouched(RULE, f"if {test}:\n    from collections import Callable\n    x = 1\n")
