"""exceptions.ValueError → ValueError."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

RULE = "exceptions_module"
ALL = (
    "{name: value for name, value in vars(builtins).items() "
    "if isinstance(value, type) and issubclass(value, BaseException)}"
)


def test_leaves_another_module():
    check_untouched(RULE, "from . import exceptions\nexceptions.ValueError\n")
    check_untouched(RULE, "from requests import exceptions\nexceptions.ConnectionError\n")


def test_an_unknown_name_stays_open():
    check_open(RULE, "import exceptions\nexceptions.Strange\n", 2)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import exceptions\nexceptions.StandardError\n", "Exception\n"),
        ("import exceptions\nx = getattr(exceptions, n)\n", "import builtins\nx = getattr(builtins, n)\n"),
        ("import exceptions\nx = exceptions.__dict__[n]\n", "import builtins\nx = vars(builtins)[n]\n"),
        ("import exceptions\nx = exceptions.__dict__.items()\n", f"import builtins\nx = {ALL}.items()\n"),
        (
            "import exceptions\nx = [n for n in vars(exceptions)]\n",
            f"import builtins\nx = [n for n in {ALL}]\n",
        ),
        ("import exceptions\nx = dir(exceptions)\n", f"import builtins\nx = sorted({ALL})\n"),
        ("import exceptions\nx = dir(exceptions.ValueError)\n", "x = dir(ValueError)\n"),
        ("import exceptions as e\nx = e.__name__, e.IOError\n", 'x = "exceptions", IOError\n'),
        ("from exceptions import *\nx = ValueError\n", "x = ValueError\n"),
        ("from exceptions import Exception, KeyError as K\nraise K\n", "raise KeyError\n"),
    ],
)
def test_renames(before, after):
    check_rule(RULE, before, after)
