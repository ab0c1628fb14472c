"""operator.isCallable → callable."""

import pytest
from rules.checking import check_rule, check_untouched

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
