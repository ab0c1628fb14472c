"""execfile(p) → exec(compile(open(p, 'rb').read(), p, 'exec'))."""

import pytest
from rules.checking import check_open, check_rule, check_untouched


def test_leaves_a_function_of_that_name():
    check_untouched("execfile_builtin", "def execfile(p): pass\nexecfile(1)\n")
    check_untouched("execfile_builtin", "x.execfile(1)\n")


def test_reports_unusual_arguments():
    check_open("execfile_builtin", "execfile(*a)\n", 1)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("execfile(p)", "exec(compile(open(p, 'rb').read(), p, 'exec'))"),
        ("execfile(p, g, l)", "exec(compile(open(p, 'rb').read(), p, 'exec'), g, l)"),
        ("execfile(f(1))", "exec(compile(open(f(1), 'rb').read(), '<execfile>', 'exec'))"),
    ],
)
def test_rewrites(before, after):
    check_rule("execfile_builtin", f"{before}\n", f"{after}\n")


def test_whose_names_the_file_has_given_to_others():
    text = "def open(home):\n    return Tracker(home)\ndef f(p):\n    execfile(p)\n"
    after = "import builtins\n" + text.replace(
        "execfile(p)", "exec(compile(builtins.open(p, 'rb').read(), p, 'exec'))"
    )
    check_rule("execfile_builtin", text, after)
