"""Builtins that come from another file of the repository, which stands in for Pythons without them."""

import pytest

from migration.engine.pipeline import migrate
from migration.repository.handed_builtins import is_handed_on
from migration.repository.index import RepositoryIndex

STAND_IN = "try:\n    sorted = sorted\nexcept NameError:\n    def sorted(rows, key=None):\n        return list(rows)\n"


def index_of(**texts):
    files = {f"{name}.py": text for name, text in texts.items()}
    return RepositoryIndex(files, files.__getitem__)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "def sorted(rows): return rows\n",
        "sorted = sorted\n",
        "def f():\n    try:\n        sorted = sorted\n    except NameError:\n        sorted = None\n",
        "try:\n    sorted = sorted\nexcept ImportError:\n    sorted = None\n",
        "try:\n    sorted = others.sorted\nexcept NameError:\n    sorted = None\n",
        "try:\n    set = set\nexcept NameError:\n    sorted = None\n",
        STAND_IN + "def sorted(rows, cmp): pass\n",
        STAND_IN + "from others import sorted\n",
        STAND_IN + "from others import f as sorted\n",
        STAND_IN + "from others import (f,\n    sorted)\n",
        STAND_IN + "if old:\n    sorted = None\n",
        STAND_IN + "def replace():\n    global sorted\n",
    ],
)
def test_what_the_other_file_may_have_made_itself_is_its_own(text):
    assert not is_handed_on("compat.sorted", "main.py", index_of(compat=text, main=""))


@pytest.mark.parametrize("name", ["bytes", "next", "unicode", "map"])
def test_what_differs_between_the_languages_is_left_to_the_rules_about_it(name):
    index = index_of(compat=f"try:\n    {name} = {name}\nexcept NameError:\n    {name} = None\n", main="")
    assert not is_handed_on(f"compat.{name}", "main.py", index)


def test_other_modules_and_the_file_itself_hand_on_nothing():
    index = index_of(compat=STAND_IN)
    assert not is_handed_on("others.sorted", "main.py", index)
    assert not is_handed_on("compat.sorted", "compat.py", index)
    assert not is_handed_on(".sorted", "main.py", index)


@pytest.mark.parametrize(
    "text",
    [
        STAND_IN,
        STAND_IN.replace("= sorted", "= __builtin__.sorted").replace(
            "NameError", "(NameError, AttributeError)"
        ),
        STAND_IN.replace(" NameError", ""),
        "import sys\n\n"
        + STAND_IN
        + "\nF = 1\n\ntry:\n    set = set\nexcept NameError:\n    from sets import Set as set\n",
    ],
)
def test_a_builtin_that_is_only_stood_in_for_is_itself(text):
    assert is_handed_on("compat.sorted", "main.py", index_of(compat=text, main=""))


def test_rules_see_the_builtin():
    index = index_of(compat=STAND_IN, main="")
    made = migrate("from compat import sorted\nprint sorted([3, None, 1])\n", "main.py", index=index).text
    assert "sorted([3, None, 1], key=ordered)" in made
    own = index_of(compat="def sorted(rows): return rows\n", main="")
    made = migrate("from compat import sorted\nprint sorted([3, None, 1])\n", "main.py", index=own).text
    assert "sorted([3, None, 1])" in made


def test_relative_sources_are_looked_up_from_the_file():
    files = {"p/__init__.py": "", "p/q/__init__.py": "", "p/compat.py": STAND_IN, "p/q/a.py": ""}
    index = RepositoryIndex(files, files.__getitem__)
    assert is_handed_on("..compat.sorted", "p/q/a.py", index)
    assert not is_handed_on(".compat.sorted", "p/q/a.py", index)
