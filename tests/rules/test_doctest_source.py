"""Examples in docstrings."""

import pytest
from rules.checking import check_rule, check_untouched

DOC = 'def f(x):\n    """Twice.\n\n{}\n    """\n    return 2 * x\n'


@pytest.mark.parametrize(
    "example",
    [
        "    >>> f(2)\n    4",
        "    >>> print(f(2))\n    4",
        "    The manual says: print f(2)",
        "    > >> print f(2)",
        "    >>> print 'a\\\\n'\n    a",
        "    >>> print f(\n    4",
        "    >>> if f(2):\n    ...     print(1)\n    1",
    ],
)
def test_leaves_what_python_3_reads_and_what_is_no_example(example):
    check_untouched("doctest_source", DOC.format(example), python2=True)


def test_leaves_strings_that_are_no_docstrings():
    check_untouched("doctest_source", 'x = """\n>>> print 1\n"""\n', python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    >>> print f(2), f(3)\n    4 6", "    >>> print(f(2), f(3))\n    4 6"),
        (
            "    >>> for i in 1, 2:\n    ...     print f(i)\n    2\n    4\n\n    >>> f(1)\n    2",
            "    >>> for i in 1, 2:\n    ...     print(f(i))\n    2\n    4\n\n    >>> f(1)\n    2",
        ),
        ("    >>> print `f(2)`\n    4", "    >>> print(repr(f(2)))\n    4"),
        ("    >>> f(2L)\n    4L", "    >>> f(2)\n    4L"),
        (
            "    >>> try: f()\n    ... except TypeError, e: pass",
            "    >>> try: f()\n    ... except TypeError as e: pass",
        ),
    ],
)
def test_lowers_the_syntax_of_examples(before, after):
    check_rule("doctest_source", DOC.format(before), DOC.format(after))


def test_reads_docstrings_of_modules_and_classes():
    before = '""">>> print 1\n1\n"""\n\n\nclass A:\n    """>>> print 2"""\n'
    after = '""">>> print(1)\n1\n"""\n\n\nclass A:\n    """>>> print(2)"""\n'
    check_rule("doctest_source", before, after)
