"""types.ClassType."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "class_type"


@pytest.mark.parametrize(
    "text",
    [
        "import types\na = types.ClassType\n",
        "import types\na = type(b) in (types.ClassType, type)\n",
        "import types\na = isinstance(b, types.ClassType)\n",
        "import types\na = type(b()) is types.ClassType\n",
        "import types\na = b is types.ClassType\n",
        "import types\ndef f(type): return type(b) is types.ClassType\n",
        "from mine import ClassType\na = type(b) is ClassType\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("type(b) == types.ClassType", 'type(b) is type and b.__module__ != "builtins"'),
        ("types.ClassType is type(b)", 'type(b) is type and b.__module__ != "builtins"'),
        ("type(b) is not types.ClassType", 'type(b) is not type or b.__module__ == "builtins"'),
        ("not type(b) is types.ClassType", 'not (type(b) is type and b.__module__ != "builtins")'),
    ],
)
def test_a_builtin_class_is_none(before, after):
    check_rule(RULE, f"import types\na = {before}\n", f"import types\na = {after}\n")


def test_classes_and_instances_are_told_from_builtins_alike():
    program = (
        "from types import ClassType, InstanceType\nclass Own: pass\n"
        "def is_class(x):\n    return type(x) is ClassType\n"
        "def is_instance(x):\n    return type(x) is InstanceType\n"
    )
    names: dict = {"__name__": "own"}
    exec(migrate(program).text, names)
    own = names["Own"]
    assert [names["is_class"](x) for x in (own, str, 1)] == [True, False, False]
    assert [names["is_instance"](x) for x in (own(), "", 1)] == [True, False, False]
