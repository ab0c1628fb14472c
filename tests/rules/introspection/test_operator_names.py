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
