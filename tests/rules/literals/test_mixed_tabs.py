"""Tabs and spaces mixed in one block."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "text",
    [
        "if a:\n\tb\n\tc\n",
        "if a:\n\tif b:\n\t\tc\n\td\n",
        "if a:\n    b = '\t'\n",
        "if a:\n\tb\nif c:\n    d\n",
        "a = [\n\t1,\n        2]\n",
    ],
)
def test_leaves_consistent_ones(text):
    check_untouched("mixed_tabs", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if a:\n        b\n\tc\n", "if a:\n        b\n        c\n"),
        ("if a:\n    if b:\n\tc\n    d\n", "if a:\n    if b:\n        c\n    d\n"),
        ("if a:\n        b = '''\n\tx'''\n\tc\n", "if a:\n        b = '''\n\tx'''\n        c\n"),
        ("if a:\n        b\n\tprint c\n", "if a:\n        b\n        print(c)\n"),
    ],
)
def test_expands_tabs(before, after):
    check_rule("mixed_tabs", before, after)


@pytest.mark.parametrize("said", ["-*- tab-width: 4 -*-", "vim:ts=4", "vi: set tabsize=4"])
def test_a_tab_is_as_wide_as_a_comment_tells_editors(said):
    check_rule("mixed_tabs", f"# {said}\nif a:\n\tb\n    c\n", f"# {said}\nif a:\n    b\n    c\n")


def test_a_width_holds_from_its_comment_on():
    before = "if a:\n        b\n\tc\n# tab-width: 4\nif a:\n    b\n\tc\n"
    check_rule("mixed_tabs", before, before.replace("\tc\n#", "        c\n#").replace("\tc", "    c"))
