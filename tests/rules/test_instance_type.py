"""types.InstanceType."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "instance_type"


@pytest.mark.parametrize(
    "text",
    [
        "import types\na = types.InstanceType\n",
        "import types\na = type(b) in (types.InstanceType, int)\n",
        "import types\na = kind is types.InstanceType\n",
        "from mine import types\na = type(b) is types.InstanceType\n",
        "import types\ndef f(types): return isinstance(a, types.InstanceType)\n",
    ],
)
def test_leaves_what_asks_something_else(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import types\na = type(b) != types.InstanceType\n",
            'import types\na = type(b).__module__ == "builtins"\n',
        ),
        (
            "from types import InstanceType\na = not isinstance(b, InstanceType)\n",
            'from types import InstanceType\na = not type(b).__module__ != "builtins"\n',
        ),
    ],
)
def test_asks_for_a_class_that_is_no_builtin(before, after):
    check_rule(RULE, before, after)
