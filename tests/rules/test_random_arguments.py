"""random.sample of a set."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "random_arguments"


@pytest.mark.parametrize(
    "text",
    [
        "import random\nrandom.sample([1], 1)\n",
        "import random\nrandom.sample(a, 1)\n",
        "import random\nrandom.shuffle(a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import random\ns = {1, 2}\nrandom.sample(s, 1)\n",
            "import random\ns = {1, 2}\nrandom.sample(list(s), 1)\n",
        ),
        ("from random import shuffle\nshuffle(a, f)\n", "from random import shuffle\nshuffle(a)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
