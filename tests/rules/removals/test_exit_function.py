"""sys.exitfunc."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "exit_function"


@pytest.mark.parametrize(
    "text", ["self.exitfunc = f\n", "import sys\nsys.exitfunc = None\n", "x = sys.exitfunc = f\n"]
)
def test_refuses(text):
    check_untouched(RULE, text)


def test_registers():
    before = "import atexit, sys\ndef f(x):\n    sys.exitfunc = lambda: g(x)\n"
    check_rule(RULE, before, before.replace("sys.exitfunc = lambda: g(x)", "atexit.register(lambda: g(x))"))


def test_of_several_the_last_one_ran():
    outcome = run(RULE, "import sys\nsys.exitfunc = f\nsys.exitfunc = g\n")
    assert [o.line for o in outcome.open_sites] == [2, 3] and "atexit" not in outcome.text
