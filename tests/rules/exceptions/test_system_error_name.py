"""The names of what the system refuses."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.rules.exceptions.system_error_name import HELPER

RULE = "system_error_name"
TEXT = "import os\ndef own(p): return open(p).read()\ntry:\n    {}\nexcept {} as e:\n    x = {}\n"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("int(p)", "ValueError"),
        ("int(p)", "Exception"),
        ("f(p)", "Exception"),
        ("raise KeyError", "(KeyError, ValueError)"),
    ],
)
def test_refuses(body, kind):
    check_untouched(RULE, TEXT.format(body, kind, "type(e).__name__"), python2=True)


def test_leaves_other_names():
    for asked in ("f.__name__", "E.__name__", "type(p).__name__", "e.__class__.__module__"):
        check_untouched(RULE, TEXT.format("open(p)", "IOError", asked), python2=True)


@pytest.mark.parametrize("asked", ["type(e).__name__", "e.__class__.__name__"])
@pytest.mark.parametrize(
    ("body", "kind", "name"),
    [
        ("f(p)", "IOError", "IOError"),
        ("f(p)", "OSError", "OSError"),
        ("f(p)", "(KeyError, IOError)", "IOError"),
        ("open(p).read()", "Exception", "IOError"),
        ("x = own(p)", "EnvironmentError", "IOError"),
        ("os.remove(p)", "(IOError, OSError)", "OSError"),
        ("import absent", "ImportError", "ImportError"),
        ("import absent", "Exception", "ImportError"),
    ],
)
def test_names_it_as_before(body, kind, name, asked):
    before, after = (TEXT.format(body, kind, how) for how in (asked, f'system_error_name(e, "{name}")'))
    head = f"import os\n\n\n{HELPER.strip()}\n\n\n"
    check_rule(RULE, before, after.replace("import os\n", head, 1), python2=True)


def test_says_so_where_either_may_be_meant():
    check_open(
        RULE, TEXT.format("os.remove(open(p).read())", "Exception", "type(e).__name__"), 6, python2=True
    )
