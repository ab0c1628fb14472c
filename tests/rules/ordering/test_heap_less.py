"""Classes with __le__ alone, in files that use heapq."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "heap_less"
LE = "    def __le__(self, other): return self.at <= other.at\n"


@pytest.mark.parametrize(
    "text",
    [
        f"class T:\n{LE}",
        f"import heapq\nclass T:\n{LE}    def __lt__(self, other): return self.at < other.at\n",
        f"import heapq\nclass T:\n{LE}    def __gt__(self, other): return self.at > other.at\n",
        f"import heapq\nclass T(other.Base):\n{LE}",
        "import heapq\nclass T:\n    def __ge__(self, other): return True\n",
    ],
)
def test_leaves_what_python_3_can_order_or_nobody_knows(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, f"import heapq\nclass T:\n{LE}")


@pytest.mark.parametrize("bases", ["", "(object)"])
def test_adds_what_heapq_asks_for(bases):
    before = f"import heapq\nclass T{bases}:\n{LE}"
    added = "\n    def __lt__(self, other):\n        return not other <= self\n"
    check_rule(RULE, before, before + added, python2=True)
