"""random.sample of a set."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.rules.removals.random_arguments import SHUFFLE

RULE = "random_arguments"


@pytest.mark.parametrize(
    "text",
    [
        "import random\nrandom.sample([1], 1)\n",
        "import random\nrandom.sample(a, 1)\n",
        "import random\nrandom.shuffle(a)\n",
        "import random\nrandom.shuffle(*a)\n",
        "import random\nrandom.shuffle(a, b, c)\n",
        "import random\nother.shuffle(a, f)\n",
        "import random\nrandom.Random(1).shuffle(a)\n",
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
        (
            "from random import shuffle\nshuffle(a, f)\n",
            f"from random import shuffle\n\n{SHUFFLE}\n\nshuffle_by(a, f)\n",
        ),
        (
            "import random\nrandom.Random(1).shuffle(a, random=f)\n",
            f"import random\n\n{SHUFFLE}\n\nshuffle_by(a, f)\n",
        ),
        (
            "import random\nrandom.shuffle(a, random=lambda: 0.5)\n",
            f"import random\n\n{SHUFFLE}\n\nshuffle_by(a, lambda: 0.5)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_the_helper_draws_as_python_2_did():
    space: dict = {}
    exec(SHUFFLE, space)
    items = list(range(6))
    space["shuffle_by"](items, iter([0.1, 0.9, 0.5, 0.3, 0.7]).__next__)
    assert items == [3, 1, 5, 2, 4, 0]


def test_a_generator_that_an_object_keeps():
    text = "import random\nclass A:\n    def __init__(self): self.r = random.Random()\n"
    text += "    def f(self): return self.r.sample(set('ab'), 1)\n"
    check_rule("random_arguments", text, text.replace("set('ab')", "list(set('ab'))"))
