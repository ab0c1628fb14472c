"""A class without bases that is raised."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "text",
    [
        "class E:\n    pass\nraise F()\n",
        "class E(B):\n    pass\nraise E()\n",
        "class E(object):\n    pass\nraise E()\n",
        "class E:\n    pass\ntry:\n    E()\nexcept F:\n    pass\n",
    ],
)
def test_leaves_other_classes(text):
    check_untouched("raised_class", text)


@pytest.mark.parametrize(
    "use", ["raise E", "raise E(1)", "raise E, 1", "try:\n    f()\nexcept (E, F):\n    pass"]
)
@pytest.mark.parametrize("head", ["class E:", "class E():", "class E :"])
def test_gives_it_a_base(head, use):
    after = use.replace("E, 1", "E(1)")
    tail = " :" if head.endswith(" :") else ":"
    check_rule("raised_class", f"{head}\n    pass\n{use}\n", f"class E(Exception){tail}\n    pass\n{after}\n")


@pytest.mark.parametrize("held", ["F, (E, G)", "(F, (G, (E,)))"])
def test_a_class_in_a_tuple_of_what_is_caught(held):
    text = "class E:\n    pass\nALL = {}\ntry:\n    f()\nexcept {}:\n    pass\n"
    before = text.format(held, "ALL")
    check_rule("raised_class", before, before.replace("class E:", "class E(Exception):"))
    check_untouched("raised_class", text.format(held, "G"))
