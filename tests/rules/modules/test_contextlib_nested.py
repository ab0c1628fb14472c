"""contextlib.nested."""

from contextlib import contextmanager

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "contextlib_nested"


@pytest.mark.parametrize(
    "text",
    [
        "with nested(a, b) as (x, y): pass\n",
        "import contextlib\nwith contextlib.closing(a) as b: pass\n",
        "try:\n    from contextlib import nested\nexcept ImportError:\n    from mine import nested\nx = nested(*y)\n",
        "try:\n    from contextlib import nested\nexcept ImportError:\n    nested = None\nx = nested\n",
        "from mine import nested\nx = nested\nwith nested(*y): pass\n",
        "def f(nested): return nested(*y)\n",
        "import contextlib\ncontextlib.nested = f\n",
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
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    "text",
    [
        "import contextlib\ndef f(*several): return contextlib.nested(*several)\n",
        "from contextlib import contextmanager, nested as n\ndef f(*several): return n(*several)\n",
        "from contextlib import nested\ndef g(*several):\n    with nested(*several) as all: pass\nf = nested\n",
    ],
)
def test_what_is_made_at_run_time_gets_a_helper(text):
    outcome = migrate(text)
    assert not outcome.open_sites
    names: dict = {}
    exec(outcome.text, names)
    said = []

    @contextmanager
    def manager(name):
        said.append(name)
        yield name
        said.append(name)

    with names["f"](manager(1), manager(2)) as entered:
        assert entered == [1, 2]
    assert said[-4:] == [1, 2, 2, 1]
    assert migrate(outcome.text).text == outcome.text
