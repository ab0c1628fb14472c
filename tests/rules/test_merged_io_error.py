"""except IOError before except OSError."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from environment.traces import Exactness

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


OS = "import os\n"


@pytest.mark.parametrize(
    "body",
    ["open(p)", "os.remove(name(p))", "os.fdopen(3)", "self.os.remove(p)", "os.remove(p); read(p)", "p"],
)
def test_reports_only_where_something_else_may_have_raised(body):
    text = OS + TRY.format("IOError", "OSError").replace("f()", body)
    check_open("merged_io_error", text, 6, python2=True)


def test_takes_away_a_clause_that_functions_of_os_never_reached():
    before = (
        OS + "try:\n    os.remove(p)\nexcept IOError:\n    a\nexcept OSError as e:\n    b\nelse:\n    c\n"
    )
    after = OS + "try:\n    os.remove(p)\nexcept OSError as e:\n    b\nelse:\n    c\n"
    check_rule("merged_io_error", before, after, python2=True, exactness=Exactness.SEMANTIC)


def test_keeps_what_comes_before_it():
    before = (
        OS + "try:\n    os.stat(p)\nexcept KeyError:\n    a\nexcept IOError:\n    b\nexcept OSError:\n    c\n"
    )
    after = OS + "try:\n    os.stat(p)\nexcept KeyError:\n    a\nexcept OSError:\n    c\n"
    check_rule("merged_io_error", before, after, python2=True, exactness=Exactness.SEMANTIC)


def test_a_clause_that_python_3_never_reaches_proves_python_2():
    before = OS + "try:\n    os.stat(p)\nexcept IOError:\n    b\nexcept OSError:\n    c\n"
    check_rule("merged_io_error", before, before.replace("except IOError:\n    b\n", ""))


def test_files_never_raised_os_error():
    text = "try:\n    open(p).read()\n{}except IOError as e:\n    b\n"
    check_rule("merged_io_error", text.format("except OSError:\n    a\n"), text.format(""))
