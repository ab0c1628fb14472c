"""'%x' of a float."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

ROUNDS = "y = [round(v * 255) for v in w]\n"


@pytest.mark.parametrize(
    "text",
    [
        "x = '%x' % 255\n",
        "x = '%x' % y\n",
        "x = '%d %x' % (1.5, 2)\n",
        "x = '%(a)x' % d\n",
        "x = '%%x' % ()\n",
        "x = 9.0 % 2\n",
    ],
)
def test_leaves_integers_and_what_is_not_known(text):
    check_untouched("integer_format", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = '%x' % (255.0)\n", "x = '%x' % (int(255.0))\n"),
        ("x = '%s %04X%%' % (a, float(b))\n", "x = '%s %04X%%' % (a, int(float(b)))\n"),
        ("x = '%o' % (a * 2.0)\n", None),
        ("n = 8.5\nx = '%o' % (n * 2)\n", "n = 8.5\nx = '%o' % (int(n * 2))\n"),
    ],
)
def test_converts_floats(before, after):
    if after is None:
        check_untouched("integer_format", before)
    else:
        check_rule("integer_format", before, after)


@pytest.mark.parametrize(
    "text",
    [
        "x = '%x' % (c.r,)\n",
        "y = [int(round(v * 255)) for v in w]\nx = '%x' % (c.r,)\n",
        "y = round(v, 2)\nx = '%x' % (c.r,)\n",
        "def round(v):\n    return 1\n" + ROUNDS + "x = '%x' % (c.r,)\n",
        # One value may be the whole row.
        ROUNDS + "x = '%x' % c.r\n",
        ROUNDS + "x = '%x %x' % (ord(a), 12 & 7)\n",
        ROUNDS + "x = '%d %s' % (c.r, c.g)\n",
        ROUNDS + "try:\n    x = '%x' % (c.r,)\nexcept TypeError:\n    x = c.r\n",
    ],
)
def test_leaves_what_is_not_known_where_nothing_rounded_is_kept(text):
    check_untouched("integer_format", text, python2=True)


def test_converts_what_is_not_known_where_what_was_rounded_is_kept():
    check_rule(
        "integer_format",
        ROUNDS + "x = '#%02x %s %o' % (c.r, c.g, c[2])\n",
        ROUNDS + "x = '#%02x %s %o' % (int(c.r), c.g, int(c[2]))\n",
        python2=True,
    )
    check_untouched("integer_format", ROUNDS + "x = '#%02x' % (c.r,)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "x = '#%02x%02x%02x' % tuple(round(255 * v) for v in c)\n",
            "x = '#%02x%02x%02x' % tuple(int(round(255 * v)) for v in c)\n",
        ),
        ("x = '%x %d' % tuple([2.5 for v in c])\n", "x = '%x %d' % tuple([int(2.5) for v in c])\n"),
        ("x = '%x %s' % tuple([2.5 for v in c])\n", None),
        ("x = '%d %i' % tuple([2.5 for v in c])\n", None),
        ("x = '%x %x' % tuple(v for v in c)\n", None),
        ("x = '%x %x' % tuple([len(v) for v in c])\n", None),
        ("def tuple(v):\n    pass\nx = '%x %x' % tuple([2.5 for v in c])\n", None),
    ],
)
def test_converts_rows_that_are_made_there(before, after):
    if after is None:
        check_untouched("integer_format", before)
    else:
        check_rule("integer_format", before, after)


ROW = "class Colour(object):\n    def __init__(self):\n        self.parts = (0.5 * 3, 7, 9)\n\n"
SHOWN = "    def shown(self):\n        return '%02x%02x%02x' % self.parts\n\nColour().shown()\n"


def test_converts_rows_that_are_followed():
    index = RepositoryIndex({"a.py": ROW + SHOWN}, {"a.py": ROW + SHOWN}.get)
    done = run("integer_format", ROW + SHOWN, index=index).text
    assert "'%02x%02x%02x' % tuple(map(int, self.parts))" in done
    namespace = {}
    exec(done, namespace)
    assert namespace["Colour"]().shown() == "010709"
    whole = (ROW + SHOWN).replace("0.5 * 3", "3")
    index = RepositoryIndex({"a.py": whole}, {"a.py": whole}.get)
    assert run("integer_format", whole, index=index).text == whole
