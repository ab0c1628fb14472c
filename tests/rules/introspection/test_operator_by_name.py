"""Functions of operator that are asked for by a name."""

import pytest
from rules.checking import PROOF, check_untouched

from migration.engine.pipeline import migrate

RULE = "operator_by_name"


@pytest.mark.parametrize(
    "text",
    [
        "import operator\nf = getattr(operator, name)\n",
        "import operator\nf = getattr(operator, 'div')\n",
        "f = getattr(operator, {'/': 'div'}[sign])\n",
        "import operator\ndef getattr(a, b): return a\nf = getattr(operator, {'/': 'div'}[sign])\n",
        "import operator\nf = getattr(a, {'/': 'div'}[sign])\n",
    ],
)
def test_leaves_other_names(text):
    check_untouched(RULE, text, python2=True)


def test_names_mean_what_they_meant():
    text = (
        "import operator\n"
        "found = [getattr(operator, name)(7, 2) for name in 'add div mod'.split()]\n"
        "found += [getattr(operator, n)([2, 3], 3) for n in ('sequenceIncludes', 'contains')]\n"
        "found += [getattr(operator, n)(len) for n in ('isCallable',)]\n"
        "found += [getattr(operator, n, None) for n in ('nothing',)]\n"
    )
    space = {}
    exec(migrate(text + PROOF).text, space)
    assert space["found"] == [9, 3, 1, True, True, True, None]
