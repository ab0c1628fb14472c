"""Exceptions given as limits of tracebacks."""

import contextlib
import io

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "traceback_limit"
CAUGHT = "import sys, traceback\ntry:\n    f()\nexcept ValueError as e:\n    "


@pytest.mark.parametrize(
    "call",
    [
        "traceback.print_exc()",
        "traceback.print_exc(5)",
        "traceback.print_exc(None)",
        "traceback.print_exc(None, sys.stderr)",
        "traceback.print_exc(file=sys.stderr)",
        "traceback.print_exc(limit)",
        "traceback.print_exc(e.lineno)",
        "traceback.print_exc(depth())",
        "other.print_exc(e)",
        "traceback.print_tb(e)",
    ],
)
def test_refuses(call):
    check_untouched(RULE, CAUGHT + call + "\n")


def test_refuses_a_name_that_is_bound_otherwise_too():
    check_untouched(
        RULE, "import traceback\ne = 3\n" + CAUGHT.partition("\n")[2] + "traceback.print_exc(e)\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("traceback.print_exc(e)", "traceback.print_exc()"),
        ("traceback.format_exc(limit=e)", "traceback.format_exc()"),
        ("traceback.print_exc(e, sys.stdout)", "traceback.print_exc(None, sys.stdout)"),
        ("traceback.print_exc(e, file=sys.stdout)", "traceback.print_exc(file=sys.stdout)"),
        ("traceback.print_exc((e))", "traceback.print_exc()"),
        ("traceback.print_exc(file=sys.stdout, limit=e)", "traceback.print_exc(file=sys.stdout)"),
        ("traceback.print_exc(sys.stderr)", "traceback.print_exc()"),
        ("traceback.print_exc(sys.exc_info())", "traceback.print_exc()"),
        ("traceback.print_exc(sys.exc_info()[2])", "traceback.print_exc()"),
        ("traceback.format_exc('trouble')", "traceback.format_exc()"),
    ],
)
def test_leaves_the_limit_out(before, after):
    check_rule(RULE, f"{CAUGHT}{before}\n", f"{CAUGHT}{after}\n")


HANDED = (
    "import traceback\nclass Why(object):\n    def __init__(self, exc):\n"
    "        self.text = traceback.format_exc({0})\n"
)
CALLER = "try:\n    f()\nexcept Exception as e:\n    why = Why(e)\n"


def test_leaves_out_what_callers_have_caught():
    check_rule(RULE, HANDED.format("exc") + CALLER, HANDED.format("") + CALLER)


@pytest.mark.parametrize("other", ["w = Why(3)\n", "w = Why(limit)\n", "for e in range(3):\n    Why(e)\n"])
def test_refuses_what_any_caller_gives_otherwise(other):
    check_untouched(RULE, HANDED.format("exc") + CALLER + other)


def test_refuses_a_parameter_that_nobody_is_seen_to_give():
    check_untouched(RULE, HANDED.format("exc"))


def test_looks_into_other_files():
    files = {"why.py": HANDED.format("exc"), "use.py": "from why import Why\n" + CALLER.replace(" as", ",")}
    index = RepositoryIndex(files, files.get)
    check_rule(RULE, files["why.py"], HANDED.format(""), key="why.py", index=index)


def test_what_is_printed_is_the_whole_traceback():
    text = CAUGHT.replace("f()", "int('x')") + "traceback.print_exc(e)\n"
    shown = io.StringIO()
    with contextlib.redirect_stderr(shown):
        exec(run(RULE, text).text, {})
    assert shown.getvalue().startswith("Traceback") and "invalid literal" in shown.getvalue()
