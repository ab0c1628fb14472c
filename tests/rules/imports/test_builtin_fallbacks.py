"""Stand-ins for builtins of Python 2."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "builtin_fallbacks"
TRY = "try:\n    {}\nexcept {}:\n    {}\n"


@pytest.mark.parametrize(
    ("asked", "caught", "made"),
    [
        ("basestring", "NameError", "basestring = str"),
        ("basestring", "NameError", "basestring = (str, bytes)"),
        ("set", "NameError", "set = unicode"),
        ("x = basestring", "NameError", "x = (str, unicode)"),
        ("basestring", "ValueError", "basestring = (str, unicode)"),
        ("basestring", "NameError", "text = (str, unicode)"),
        ("x", "ImportError", "x = 1"),
        ("len", "ImportError", "len = 1"),
        ("basestring, f()", "ImportError", "basestring = str"),
    ],
)
def test_leaves_what_python3_can_make_and_what_asks_something_else(asked, caught, made):
    check_untouched(RULE, TRY.format(asked, caught, made))


def test_drops_what_only_python2_could_make():
    check_rule(
        RULE,
        TRY.format("basestring", "NameError", "basestring = (str, unicode) # old") + "x = 1\n",
        "x = 1\n",
    )


def test_drops_what_waits_for_an_import_to_fail_that_is_none():
    check_rule(
        RULE, TRY.format("StandardError, Warning", "ImportError", "StandardError = 1") + "x = 1\n", "x = 1\n"
    )


def test_what_older_versions_lacked_is_imported():
    before = "try:\n    from __builtin__ import bytes\nexcept ImportError:\n    bytes = str\n"
    check_rule(RULE, before, before.replace("__builtin__", "builtins"))


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    from __builtin__ import bytes\nexcept ImportError:\n    from builtins import bytes\n",
        "try:\n    from __builtin__ import raw_input as i\nexcept ImportError:\n    i = input\n",
        "try:\n    from __builtin__ import open\nexcept ImportError:\n    from io import open\n",
    ],
)
def test_what_has_an_answer_for_python_3_is_left(text):
    check_untouched(RULE, text)
