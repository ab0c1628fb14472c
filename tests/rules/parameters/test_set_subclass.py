"""Classes derived from set and frozenset."""

import pytest
from rules.checking import check_untouched, run

RULE = "set_subclass"
PROOF = "n = 1L\n"


@pytest.mark.parametrize(
    "text",
    [
        "class C(set): pass\n",
        "class C(object):\n    def f(self): return set.union(self, [1])\n",
        "class C(dict):\n    def f(self): return self.copy()\n",
        "class C(set): pass\nc = C()\nfor a in c | d: pass\n",
        "class C(set): pass\nc = C()\nx = d | c\n",
        "class C(set): pass\nc = C()\nif c - d: f()\nx = c - d == d\n",
        "class C(set):\n    def f(self): return frozenset.union(self, [1])\n",
        "from sets import set\nclass C(set):\n    def f(self): return set.union(self, [1])\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_refuses_a_file_that_may_be_python_3():
    check_untouched(RULE, "class C(set):\n    def f(self): return self | [1]\n")


@pytest.mark.parametrize("base", ["set", "frozenset"])
@pytest.mark.parametrize(
    "use",
    [
        "self | {3}",
        "self & {1}",
        "self - {1}",
        "self ^ {1, 4}",
        "self.union([1], [9])",
        "self.intersection([1])",
        "self.difference([1])",
        "self.symmetric_difference([1])",
        "self.copy()",
        "BASE.union(self, [3])",
    ],
)
def test_results_are_of_the_class_and_no_constructor_ran(base, use):
    text = (
        f"class C({base}):\n    made = 0\n    def f(self): return {use.replace('BASE', base)}\n"
        "    def __init__(self, items=()): C.made += 1\n"
    )
    space: dict = {}
    exec(run(RULE, text + PROOF).text, space)
    one = space["C"]([1, 2])
    if base == "set":
        one.update([1, 2])
    expected = eval(use.replace("BASE", base), {"self": {1, 2} if base == "set" else frozenset([1, 2])})
    assert type(one.f()) is space["C"] and one.f() == expected
    assert space["C"].made == 1 and type(one.f().f()) is space["C"]


def test_with_what_is_no_set_the_other_operand_is_asked():
    space: dict = {}
    exec(run(RULE, f"class C(set):\n    def f(self): return self | [1]\n{PROOF}").text, space)
    with pytest.raises(TypeError):
        space["C"]().f()


def test_results_of_an_object_made_in_the_file():
    text = f"class C(set):\n    def g(self): return 1\nc = C()\nx = (c | d).g()\n{PROOF}"
    assert "class C(OwnKindSet):" in run(RULE, text).text


def test_two_classes_share_one_helper():
    text = "class {}(set):\n    def f(self): return self.copy()\n"
    outcome = run(RULE, text.format("C") + text.format("D") + PROOF)
    assert outcome.text.count("class OwnKindSet(set)") == 1
    assert "class C(OwnKindSet)" in outcome.text and "class D(OwnKindSet)" in outcome.text
    assert run(RULE, outcome.text).text == outcome.text
