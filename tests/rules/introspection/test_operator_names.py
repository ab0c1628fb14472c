"""operator.isCallable → callable."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "operator_names"


@pytest.mark.parametrize(
    "text",
    [
        "import operator\noperator.add\n",
        "from mine import div\ndiv(1, 2)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from operator import isCallable\nisCallable(f)\n", "callable(f)\n"),
        ("import operator\noperator.sequenceIncludes(a, b)\n", "import operator\noperator.contains(a, b)\n"),
        (
            "import operator\nreduce_(operator.div, a)\n",
            'import operator\n\n\ndef classic_division(a, b):\n    """Python 2\'s `/`: integers are divided downwards."""\n    if isinstance(a, int) and isinstance(b, int):\n        return a // b\n    return a / b\n\n\nreduce_(classic_division, a)\n',  # noqa: E501
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_name_that_others_import_from_here_follows_its_helper():
    files = {"pkg/__init__.py": "", "pkg/a.py": "", "pkg/b.py": "from pkg.a import getslice\n"}
    outcome = run(
        RULE, "from operator import getslice\nimport os\nf = getslice\n", "pkg/a.py", index_of(files)
    )
    space = {}
    exec(outcome.text, space)
    assert space["getslice"]("abc", 1, 2) == space["f"]("abc", 1, 2) == "b"
    assert run(RULE, outcome.text, "pkg/a.py", index_of(files)).text == outcome.text


def test_an_import_of_the_same_name_from_the_standard_library_is_no_use_of_this_file():
    files = {"pkg/__init__.py": "", "pkg/a.py": "", "pkg/b.py": "from operator import isCallable\n"}
    before = "from operator import isCallable\nisCallable(f)\n"
    check_rule(RULE, before, "callable(f)\n", key="pkg/a.py", index=index_of(files))


def index_of(files):
    return RepositoryIndex(files, files.__getitem__)


@pytest.mark.parametrize("head", ["", "import numpy\n"])
def test_what_divides_keeps_its_name_where_a_function_is_told_by_that(head):
    text = head + "import operator\ndef f(func, a, b):\n    return func.__name__, func(a, b)\n"
    text += "x = f(operator.div, 7, 2)\n"
    made = run(RULE, text).text
    space = {}
    exec(made.replace("import numpy\n", ""), space)
    assert space["x"] == ("div", 3)
    assert run(RULE, made).text == made
    called = "import operator\ndef f(func):\n    return func.__name__\nx = operator.div(7, 2)\n"
    assert "x = classic_division(7, 2)" in run(RULE, called).text
    assert "def div(" not in run(RULE, text.replace("func.__name__", "1")).text
    assert "def div(" not in run(RULE, text + "div = 1\n").text
