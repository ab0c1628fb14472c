"""raw_input → input."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "raw_input"


@pytest.mark.parametrize(
    "text",
    [
        "raw_input = f\nraw_input()\n",
        "def f(raw_input): raw_input()\n",
        "try:\n    input = raw_input\nexcept NameError:\n    pass\n",
        "a.raw_input()\n",
        "from six.moves import *\nraw_input()\n",
        "import mine\nmine.raw_input = f\n",
        "try:\n    import __builtin__\n    __builtin__.raw_input = f\nexcept ImportError:\n    pass\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("raw_input()\n", "input()\n"),
        ("f(raw_input)\n", "f(input)\n"),
        ("import __builtin__\n__builtin__.raw_input = f\n", "import __builtin__\n__builtin__.input = f\n"),
        ("def f(input): return raw_input()\n", "import builtins\ndef f(input): return builtins.input()\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    ("text", "patched"),
    [
        ("def f(): return raw_input()\n", "import mine as m\nm.input = g\n"),
        ("raw_input = 1\ndef f(): return raw_input()\n", "import mine as m\nm.raw_input = g\n"),
        ("def f(): return a.raw_input()\n", "import mine as m\nm.raw_input = g\n"),
    ],
)
def test_what_another_module_is_given_in_its_place(text, patched):
    files = {"mine.py": text, "test_mine.py": ""}
    index = RepositoryIndex(files, files.__getitem__)
    before = "import mine as m\nm.raw_input = g\n"
    assert run(RULE, before, key="test_mine.py", index=index).text == patched
