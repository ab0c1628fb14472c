"""except IOError before except OSError."""

import pytest
from rules.checking import check_open, check_untouched

TRY = "try:\n    f()\nexcept {}:\n    a\nexcept {}:\n    b\n"


@pytest.mark.parametrize(
    ("first", "second"), [("IOError", "ValueError"), ("ValueError", "OSError"), ("A", "B")]
)
def test_leaves_different_classes(first, second):
    check_untouched("merged_io_error", TRY.format(first, second), python2=True)


@pytest.mark.parametrize(
    ("first", "second"), [("IOError", "OSError"), ("OSError as e", "(IOError, EnvironmentError)")]
)
def test_reports_the_clause_never_reached(first, second):
    check_open("merged_io_error", TRY.format(first, second), 5, python2=True)
