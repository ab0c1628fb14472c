"""Classes derived from UserDict that say how an item is kept."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "user_dict_items"
CLASS = "class D({}):\n    def __setitem__(self, k, v):\n        self.data[k.lower()] = v\n"
UPDATE = (
    "\n    def update(self, other=None, **keywords):\n"
    "        self.data.update({} if other is None else other, **keywords)\n"
)


@pytest.mark.parametrize(
    "text",
    [
        "from UserDict import UserDict\nclass D(UserDict):\n    def f(self): pass\n",
        "from UserDict import UserDict\n" + CLASS.format("UserDict") + "    def update(self, d): pass\n",
        "from UserDict import DictMixin\n" + CLASS.format("DictMixin"),
        "from collections import UserDict\n" + CLASS.format("UserDict"),
        "from mine import UserDict\n" + CLASS.format("UserDict"),
        CLASS.format("dict"),
        "from UserDict import UserDict\nclass D(UserDict):\n    def __setitem__(self, k, v): x = 1; y = 2\n"
        "    update = f\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


def test_fills_the_dictionary_as_before():
    head = "from UserDict import UserDict, IterableUserDict\n"
    for base in ("UserDict", "IterableUserDict"):
        text = head + CLASS.format(base)
        check_rule(RULE, text, text + UPDATE)
    assert UPDATE in run(RULE, "import UserDict\n" + CLASS.format("UserDict.UserDict")).text


def test_what_it_is_made_of_keeps_its_keys():
    space: dict = {}
    exec(migrate("from UserDict import UserDict\n" + CLASS.format("UserDict")).text, space)
    made = space["D"]({"A": 1}, B=2)
    made["C"] = 3
    made.update(space["D"]({"E": 5}))
    assert sorted(made.data) == ["A", "B", "E", "c"]


def test_what_it_lists_is_what_it_keeps():
    text = (
        "from UserDict import UserDict\nclass D(UserDict):\n    def __getitem__(self, k):\n"
        "        return self.data[k] * 2\n\n    def values(self): return 0\n"
    )
    space: dict = {}
    exec(migrate(text).text, space)
    made = space["D"](a=1)
    assert (made["a"], list(made.items()), made.values(), made.get("a"), made.get("b", 3)) == (
        2, [("a", 1)], 0, 2, 3
    )  # fmt: skip


FILLED = (
    "from UserDict import UserDict\nclass D(UserDict):\n    def __setitem__(self, k, v):\n"
    "        self.data[k.lower()] = v\n    def update(self, other{}):\n        {}\n"
)


@pytest.mark.parametrize(
    ("default", "after"),
    [
        ("", "self.data.update(getattr(other, 'data', other))"),
        ("=None", "self.data.update({} if other is None else getattr(other, 'data', other))"),
    ],
)
def test_what_is_handed_to_the_base_goes_past_the_items_too(default, after):
    text = FILLED.format(default, "UserDict.update(self, other)")
    assert FILLED.format(default, after) in migrate(text + "n = 1L\n").text.replace("collections", "UserDict")


def test_what_sets_no_items_of_its_own_is_left_to_the_base():
    text = "from UserDict import UserDict\nclass D(UserDict):\n"
    text += "    def update(self, other):\n        UserDict.update(self, other)\n"
    assert "UserDict.update(self, other)" in migrate(text + "n = 1L\n").text
