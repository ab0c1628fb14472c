"""What an ImportError says."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "import_error_text"
TRY = "try:\n    import a\nexcept {}:\n    {}\n"


@pytest.mark.parametrize(
    ("clause", "text"),
    [
        ("ImportError as e", "show(str(e))"),
        ("ImportError as e", "m = str(e)\n    show(m)\n    m.endswith('a')"),
        ("ImportError as e", "x = 'No module named' in str(e)"),
        ("ImportError as e", "x = str(e) == \"No module named 'a'\""),
        ("ImportError as e", "x = str(e).replace(\"'\", '').endswith('a')"),
        ("ImportError as e", "x = str(f).endswith('a')"),
        ("ImportError as e", "x = e.args[1].endswith('a')"),
        ("ImportError as e", "x = e.name == 'a'"),
        ("(ImportError, KeyError) as e", "x = str(e).endswith('a')"),
        ("ValueError as e", "x = str(e).endswith('a')"),
    ],
)
def test_refuses(clause, text):
    check_untouched(RULE, TRY.format(clause, text), python2=True)


def test_leaves_a_file_that_may_be_python3():
    check_untouched(RULE, TRY.format("ImportError as e", "x = str(e).endswith('a')"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = str(e).endswith('a')", "x = str(e).replace(\"'\", '').endswith('a')"),
        ("x = e.args[0].split()[-1]", "x = e.args[0].replace(\"'\", '').split()[-1]"),
        (
            "x = 'No module named %s' % n == e.args[0]",
            "x = 'No module named %s' % n == e.args[0].replace(\"'\", '')",
        ),
        ("x = 'a.b' in str(e)", "x = 'a.b' in str(e).replace(\"'\", '')"),
        (
            "m = str(e)\n    if m == 'No module named a': pass",
            "m = str(e).replace(\"'\", '')\n    if m == 'No module named a': pass",
        ),
    ],
)
def test_rewrites(before, after):
    clause = "ImportError as e"
    check_rule(RULE, TRY.format(clause, before), TRY.format(clause, after), python2=True)
