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


AROUND = "import os\ntry:\n    try:\n        {}\n    except {}:\n        a()\n        b()\nexcept {} as e:\n    c()\n"


@pytest.mark.parametrize(
    "parts",
    [
        ("open(p)", "OSError", "IOError"),
        ("x = open(p).read()", "os.error", "IOError"),
        ("os.remove(p)", "IOError", "OSError"),
        ("os.remove(p)", "IOError", "(KeyError, os.error)"),
    ],
)
def test_passes_on_what_a_clause_around_waits_for(parts):
    before = AROUND.format(*parts)
    check_rule("merged_io_error", before, before.replace("a()\n        b()", "raise"), python2=True)


@pytest.mark.parametrize(
    "parts",
    [
        ("f(p)", "OSError", "IOError"),
        ("m.f(open(p))", "OSError", "IOError"),
        ("os.remove(p)", "OSError", "IOError"),
        ("open(os.getcwd())", "OSError", "IOError"),
        ("open(p)", "OSError", "OSError"),
        ("open(p)", "OSError", "EnvironmentError"),
        ("open(p)", "OSError", "Exception"),
        ("open(p)", "(OSError, ValueError)", "IOError"),
        ("open(p)", "EnvironmentError", "IOError"),
        ("open(p)", "IOError", "OSError"),
        ("if not open(p): raise e", "OSError", "IOError"),
        ("os.remove(name(p))", "IOError", "OSError"),
        ("open(p)", "OSError", "(IOError, OSError)"),
    ],
)
def test_leaves_what_may_have_come_to_the_clause(parts):
    check_untouched("merged_io_error", AROUND.format(*parts), python2=True)


def test_leaves_what_nothing_around_waits_for():
    check_untouched("merged_io_error", "try:\n    open(p)\nexcept OSError:\n    a\n", python2=True)
    text = "try:\n    try:\n        open(p)\n    except OSError:\n        a\nfinally:\n    b\n"
    check_untouched("merged_io_error", text, python2=True)
