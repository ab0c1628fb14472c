"""Tables with an entry for classic classes, and one for the others."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine import migrate

HEAD = "import types\nclass A(object): pass\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "x = isinstance(y, (types.ClassType, types.TypeType))\n",
        HEAD + "a = [(types.ClassType, 'old'), (types.FunctionType, 'f')]\n",
        HEAD + "a = [(types.ClassType, f), (types.TypeType, f)]\n",
        HEAD + "a = [(types.ClassType, 1), (types.TypeType, 2), (types.ListType, 2, 3)]\n",
        HEAD + "a = [(types.ClassType, 1), (1, types.TypeType)]\n",
        HEAD + "a = {'a': types.ClassType, 'b': types.TypeType}\n",
        HEAD + "a = [(types.ClassType, 1),  # old\n    (type, 2)]\n",
        "import types\nclass A: pass\na = {types.ClassType: 1, types.TypeType: 2}\n",
        "class A(object): pass\nimport mine as types\na = {types.ClassType: 1, types.TypeType: 2}\n",
        HEAD + "def type(x): pass\na = {types.ClassType: 1, type: 2}\n",
    ],
)
def test_leaves_what_does_not_tell_them_apart(text):
    check_untouched("class_tables", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[(types.ClassType, 1), (type, 2), (int, 3)]", "[(type, 2), (int, 3)]"),
        ("[(type, 2), (types.ClassType, 1)]", "[(type, 2)]"),
        ("((1, types.ClassType), (2, type))", "((2, type),)"),
        ("((1, types.ClassType), (2, type),)", "((2, type),)"),
        ("((1, type), (2, types.ClassType))", "((1, type),)"),
        ("{types.ClassType: 1, type: 2}", "{type: 2}"),
        ("{\n    type: 2,\n    types.ClassType: 1,\n}", "{\n    type: 2,\n}"),
    ],
)
def test_rewrites(before, after):
    check_rule("class_tables", f"{HEAD}a = {before}\n", f"{HEAD}a = {after}\n")


def test_classes_are_of_the_one_kind():
    code = migrate(
        HEAD + "KINDS = [(types.ClassType, 'classic'), (types.TypeType, 'type'), (types.IntType, 'int')]\n"
        "shown = [name for t, name in KINDS if isinstance(A, t)]\n"
    ).text
    space: dict = {}
    exec(code, space)
    assert space["shown"] == ["type"] and migrate(code).text == code
