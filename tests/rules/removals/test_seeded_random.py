"""Random numbers from a seed."""

import math
import random

import pytest
from rules.checking import check_rule, check_untouched

from migration.rules.removals.seeded_random import CHOICE, RANDRANGE, SAMPLE, SHUFFLE

RULE = "seeded_random"


@pytest.mark.parametrize(
    "text",
    [
        "import random\nx = random.choice(a)\n",
        "import random\nrandom.seed()\nx = random.choice(a)\n",
        "import random\nrandom.seed(n)\nx = random.choice(a)\n",
        "import random\nrandom.seed(1)\nx = random.random()\n",
        "import random\nrandom.seed(1)\nx = random.choice(*a)\n",
        "import random\nrandom.seed(1)\nx = y.choice(a)\n",
        "import random\nr = random.Random()\nx = r.choice(a)\n",
        "import random\nr = random.Random()\nr.seed()\nx = r.choice(a)\n",
        "from random import choice\nx = choice(a)\n",
    ],
)
def test_leaves_a_file_that_does_not_ask_for_the_same_numbers(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "import random\nimport urllib.parse\nrandom.seed(1)\nx = random.choice(a)\n")


@pytest.mark.parametrize(
    ("before", "after", "helper"),
    [
        ("x = random.choice(a)\n", "x = old_choice(random, a)\n", CHOICE),
        (
            "r = random.Random(3)\nx = r.choice(a)\n",
            "r = random.Random(3)\nx = old_choice(r, a)\n",
            CHOICE,
        ),
        (
            "r = random.Random()\nr.seed(3)\nx = r.choice(a)\n",
            "r = random.Random()\nr.seed(3)\nx = old_choice(r, a)\n",
            CHOICE,
        ),
        ("random.shuffle(a)\n", "old_shuffle(random, a)\n", SHUFFLE),
    ],
)
def test_draws_as_before(before, after, helper):
    head = "import random\n"
    seeded = "random.seed(1)\n"
    check_rule(RULE, head + seeded + before, f"{head}\n{helper}\n\n{seeded}{after}", python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("randint(1, n)", "(random, 1, n + 1)"),
        ("randint(1, 6)", "(random, 1, 7)"),
        ("randint(1, a or b)", "(random, 1, (a or b) + 1)"),
        ("randrange(9)", "(random, 9)"),
    ],
)
def test_draws_numbers_as_before(before, after):
    head, imports, seeded = "import random\n", "import math\nimport random\n", "random.seed(1)\n"
    after = f"{imports}\n{RANDRANGE}\n\n{seeded}x = old_randrange{after}\n"
    check_rule(RULE, f"{head}{seeded}x = random.{before}\n", after, python2=True)


def test_a_text_as_seed_is_hashed_as_before():
    head = "import random\n"
    check_rule(RULE, head + "random.seed('abc')\n", head + "random.seed('abc', version=1)\n", python2=True)


def drawn(helper):
    space = {"math": math}
    exec(helper, space)
    return space[helper.partition("def ")[2].partition("(")[0]]


def test_the_numbers_are_those_of_python_2_7():
    """As CPython 2.7.18 printed them."""
    source = random.Random(42)
    assert drawn(RANDRANGE)(source, 1, 101) == 64
    assert drawn(CHOICE)(source, "abcdef") == "a"
    assert round(source.random(), 6) == 0.275029
    items = list(range(40))
    drawn(SHUFFLE)(source, items)
    assert items[:10] == [21, 23, 17, 2, 24, 11, 34, 4, 19, 9]
    sample = drawn(SAMPLE)
    assert sample(source, items, 4) == [9, 13, 2, 24]
    assert sample(source, range(1000), 12) == [277, 635, 364, 370, 209, 266, 936, 648, 609, 171, 729, 163]
    assert drawn(RANDRANGE)(source, 10) == 3 and drawn(RANDRANGE)(source, 3, 30, 4) == 27
    assert drawn(RANDRANGE)(source, 10, 2, -3) == 7
    assert drawn(RANDRANGE)(source, 10**40) == 8957689236736270154279028303539844956729
    source.seed("abc", version=1)
    assert source.random() == pytest.approx(0.0963937497877, abs=1e-13)
    assert sample(source, range(100), 30)[:6] == [57, 89, 69, 62, 47, 95]


def test_the_helpers_refuse_as_before():
    with pytest.raises(ValueError, match="empty range"):
        drawn(RANDRANGE)(random, 3, 3)
    with pytest.raises(ValueError, match="larger than population"):
        drawn(SAMPLE)(random, "ab", 3)


def test_a_generator_that_a_function_is_given():
    head, text = "import random\n", "def f(x, r=random.Random(3)): return {}\nf(1)\nf(2, random.Random(4))\n"
    check_rule(
        "seeded_random",
        head + text.format("r.choice(x)"),
        f"{head}\n{CHOICE}\n\n{text.format('old_choice(r, x)')}",
        python2=True,
    )
    check_untouched("seeded_random", head + text.format("r.choice(x)") + "f(3, g())\n", python2=True)


def test_a_generator_of_its_own_is_given_the_number_that_a_text_was():
    check_rule(
        RULE,
        "import random\nr = random.Random('x')\n",
        "import random\nr = random.Random(15360046201)\n",
        python2=True,
    )
    check_untouched(RULE, "import random\nr = random.Random(x)\n", python2=True)


@pytest.mark.parametrize(
    ("imported", "added", "source"),
    [("", "import random\n", "random"), ("random, ", "import random as _random\n", "_random")],
)
def test_functions_that_were_imported_draw_from_the_module(imported, added, source):
    before = f"from random import {imported}choice, seed\nseed(1)\nx = choice(a)\n"
    after = f"{added}from random import {imported}choice, seed\n\n{CHOICE}\n\nseed(1)\nx = old_choice({source}, a)\n"
    check_rule(RULE, before, after, python2=True)
