"""StandardError → Exception."""

from rules.checking import check_rule, check_untouched

from environment.traces import Exactness


def test_leaves_a_class_of_that_name():
    check_untouched("standard_error", "class StandardError(Exception): pass\nraise StandardError\n")
    check_untouched("standard_error", "x.StandardError\n")
    check_untouched(
        "standard_error", "try:\n    StandardError\nexcept NameError:\n    StandardError = Exception\n"
    )


def test_renames():
    check_rule(
        "standard_error", "raise StandardError(1)\n", "raise Exception(1)\n", exactness=Exactness.EXACT
    )
    before = "try:\n    f()\nexcept (A, StandardError):\n    pass\n"
    check_rule(
        "standard_error", before, before.replace("StandardError", "Exception"), exactness=Exactness.SEMANTIC
    )
