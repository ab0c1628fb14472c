"""new.instancemethod → types.MethodType."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "new_module"


@pytest.mark.parametrize(
    "text",
    [
        "new = 1\nnew.x\n",
        "import types\ntypes.MethodType(f, a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from new import instancemethod\ninstancemethod(f, a, A)\n",
            "from types import MethodType\nMethodType(f, a)\n",
        ),
        ("import types\ntypes.MethodType(f, None, A)\n", "import types\nf\n"),
        ("import new\nnew.classobj('A', (), {})\n", "type('A', (), {})\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
