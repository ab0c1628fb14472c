"""contextlib.nested."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

RULE = "contextlib_nested"


@pytest.mark.parametrize(
    "text",
    [
        "with nested(a, b) as (x, y): pass\n",
        "import contextlib\nwith contextlib.closing(a) as b: pass\n",
        "from contextlib import nested\nx = nested\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from contextlib import nested\nwith nested(a, b): pass\n",
            "with a, b: pass\n",
        ),
        (
            "from contextlib import contextmanager, nested as n\nwith n(a, b): pass\nwith n(*c): pass\n",
            "from contextlib import contextmanager, nested as n\nwith a, b: pass\nwith n(*c): pass\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_list_made_at_run_time_stays_open():
    check_open(RULE, "import contextlib\nwith contextlib.nested(*a): pass\n", 2)
