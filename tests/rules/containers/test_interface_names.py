"""What interfaces are asked for."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "interface_names"
HEAD = "from zope.interface import Interface\nclass I(Interface):\n    pass\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "for n in I.names(): print(n)\n",
        HEAD + "x = sorted(I.names())\n",
        HEAD + "x = list(I.names())\nx.sort()\n",
        HEAD + "x = 'a' in I.names()\n",
        HEAD + "x = J.names()\nx.sort()\n",
        HEAD + "I = other\nx = I.names()\nx.sort()\n",
        HEAD.replace("(Interface)", "(object)") + "x = I.names()\nx.sort()\n",
        HEAD.replace("zope.interface", "mine") + "x = I.names()\nx.sort()\n",
        HEAD + "    names = None\nx = I.names()\nx.sort()\n",
        HEAD + "x = tar.names()\nx.sort()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_refuses_in_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + "print(I.names())\n")


def test_one_of_several_in_functions():
    text = "".join(
        f"def {n}():\n    class I(Interface): pass\n    x = {{}}I.names(){{}}\n    x.sort()\n" for n in "fg"
    )
    head = "from zope.interface import Interface\n"
    check_rule(RULE, head + text.format(*[""] * 4), head + text.format(*["list(", ")"] * 2), python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = I.names()\nx.sort()\n", "x = list(I.names())\nx.sort()\n"),
        ("x = I.names(True)[0]\n", "x = list(I.names(True))[0]\n"),
        ("x = I.namesAndDescriptions()\nx.sort()\n", "x = list(I.namesAndDescriptions())\nx.sort()\n"),
        ("x = I.names() + ['a']\n", "x = list(I.names()) + ['a']\n"),
        (
            "class J(I): pass\nx = J.names(all=True)\nx.sort()\n",
            "class J(I): pass\nx = list(J.names(all=True))\nx.sort()\n",
        ),
    ],
)
def test_makes_a_list_where_one_is_needed(before, after):
    check_rule(RULE, HEAD + before, HEAD + after, python2=True)
