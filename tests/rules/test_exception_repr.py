"""How exceptions are spelled."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "exception_repr"
TRY = "try:\n    f()\nexcept {} as e:\n    {}\n"


@pytest.mark.parametrize(
    ("caught", "use"),
    [
        ("IOError", "x = repr(e)"),
        ("(ValueError, OSError)", "x = repr(e)"),
        ("UnicodeDecodeError", "x = repr(e)"),
        ("ValueError", "x = repr(y)"),
        ("ValueError", "x = str(e)"),
        ("ValueError", "x = repr(e.args)"),
    ],
)
def test_refuses(caught, use):
    check_untouched(RULE, TRY.format(caught, use), python2=True)


def test_a_class_with_a_spelling_of_its_own():
    own = "class E(Exception):\n    def __repr__(self): return 'E!'\n"
    check_untouched(RULE, own + TRY.format("E", "x = repr(e)"), python2=True)


def test_not_without_a_sign_of_python_2():
    check_untouched(RULE, TRY.format("ValueError", "x = repr(e)"))


@pytest.mark.parametrize("caught", ["ValueError", "(KeyError, TypeError)", "Exception"])
def test_spells_as_python_2_did(caught):
    after = TRY.format(caught, "x = type(e).__name__ + repr(e.args)")
    check_rule(RULE, TRY.format(caught, "x = repr(e)"), after, python2=True)


def test_in_brackets_where_it_has_to_be():
    check_rule(
        RULE,
        TRY.format("ValueError", "x = '%s' % repr(e)"),
        TRY.format("ValueError", "x = '%s' % (type(e).__name__ + repr(e.args))"),
        python2=True,
    )
