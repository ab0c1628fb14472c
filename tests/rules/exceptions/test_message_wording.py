"""Messages of Python's own exceptions, in what a program expects."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "message_wording"


@pytest.mark.parametrize(
    "text",
    [
        "x = \"name 'a' is not defined\"\n",
        "x = 'global name is not defined'\n",
        "def f():\n    \"global name 'a' is not defined\"\n",
        "x = \"global name 'a' is not defined\"\nraise NameError(\"global name '%s' is not defined\" % y)\n",
        "x = 'an instance has no attribute'\n",
        "x = \"%s instance has no attribute '%s'\" % (y, z)\n",
        "x = \"%(a)s instance has no attribute '%(b)s'\" % y\n",
        "x = \"{0} instance has no attribute '{1}'\".format(y, z)\n",
        "x = 'A instance has no attribute \\'b\\''\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python3():
    check_untouched(RULE, "x = \"global name 'a' is not defined\"\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\"NameError: global name 'a' is not defined\"", "\"NameError: name 'a' is not defined\""),
        ("u\"global name 'a' is not defined\\n\"", "u\"name 'a' is not defined\\n\""),
        ("\"A instance has no attribute 'b'\"", "\"'A' object has no attribute 'b'\""),
    ],
)
def test_says_it_in_other_words(before, after):
    check_rule(RULE, f"x = {before}\n", f"x = {after}\n", python2=True)
