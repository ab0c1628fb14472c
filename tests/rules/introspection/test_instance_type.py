"""types.InstanceType."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "instance_type"


@pytest.mark.parametrize(
    "text",
    [
        "import types\na = {types.InstanceType: 1}[type(b)]\n",
        "import types\n(types.InstanceType, a) = b\n",
        "from mine import InstanceType\na = [InstanceType]\n",
        "try:\n    a = (types.InstanceType, int)\nexcept AttributeError:\n    a = (int,)\nimport types\n",
        "from mine import types\na = type(b) is types.InstanceType\n",
        "try:\n    from types import InstanceType as T\nexcept ImportError:\n    T = None\ndef f(c): return T(c)\n",
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


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (
            "import types\nSEVERAL = [types.FunctionType, types.InstanceType]\ndef f(x): return type(x) in SEVERAL\n",
            True,
        ),
        ("from types import InstanceType as I\ndef f(x): return isinstance(x, (I, int))\n", True),
        ("import types\ndef f(x): return type(x) not in (types.InstanceType, tuple)\n", False),
    ],
)
def test_a_list_of_types_may_hold_it(before, said):
    outcome = migrate(before)
    names: dict = {}
    exec(outcome.text, names)
    assert "types.InstanceType" not in outcome.text
    assert not outcome.open_sites
    assert names["f"](type("C", (), {})()) is said
    assert names["f"]("") is not said
    assert migrate(outcome.text).text == outcome.text


def test_a_key_of_a_dictionary_is_one_by_which_no_type_is_found():
    outcome = migrate(
        "from types import InstanceType\ndef f(x): return {object: 1, InstanceType: 2}.get(type(x), 3)\n"
    )
    names: dict = {}
    exec(outcome.text, names)
    assert "InstanceType" not in outcome.text
    assert names["f"](object()) == 1
    assert names["f"](type("C", (), {})()) == 3


def test_a_type_that_is_kept_under_a_name():
    check_rule(
        "instance_type",
        "import types\nt = type(b)\na = t is types.InstanceType\n",
        'import types\nt = type(b)\na = t.__module__ != "builtins"\n',
    )
    check_rule(
        "instance_type",
        "import types\nt = f(b)\na = t is types.InstanceType\n",
        'import types\nt = f(b)\na = getattr(t, "__module__", "builtins") != "builtins"\n',
    )


@pytest.mark.parametrize("given", ["OWN = types.InstanceType", "OWN = dict(a=types.InstanceType)['a']"])
def test_whoever_is_given_it_gets_what_stands_for_it(given):
    text = f"import types\n{given}\ndef f(x): return type(x) == OWN\nn = 1L\n"
    names: dict = {}
    exec(migrate(text).text, names)
    assert names["f"](type("C", (), {})()) and not names["f"]("")


def test_a_parameter_that_has_it_at_hand():
    text = (
        "from types import InstanceType\ndef f(x, InstanceType=InstanceType):\n"
        "    return type(x) is InstanceType or type(x) in (InstanceType, int)\nn = 1L\n"
    )
    names: dict = {}
    exec(migrate(text).text, names)
    assert names["f"](type("C", (), {})()) and names["f"](1) and not names["f"]("")


def test_by_a_star():
    text = "from types import *\nT = {InstanceType: 1, IntType: 2}\nn = 1L\n"
    after = migrate(text).text
    assert "{instance_type(): 1, int: 2}" in after
    exec(after, {})


def test_leaves_what_is_tried_among_much_else():
    text = "import types\ntry:\n    C = types.ClassType\n    T = types.InstanceType\n    a = 1\n    b = 2\n    c = 3\n"
    text += "except AttributeError:\n    T = None\nn = 1L\n"
    assert "    T = types.InstanceType\n" in migrate(text).text
