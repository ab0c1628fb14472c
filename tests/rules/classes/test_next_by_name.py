"""getattr(it, 'next')."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "next_by_name"
ITERATOR = "class I:\n    def __iter__(self): return self\n    def next(self): raise StopIteration\n"


@pytest.mark.parametrize("asked", ["getattr(I(), {})", "hasattr(I(), {})", "getattr(I(), {}, None)()"])
def test_an_iterator_is_asked_for_the_new_name(asked):
    check_rule(
        RULE,
        f"{ITERATOR}x = {asked.format(repr('next'))}\n",
        f"{ITERATOR}x = {asked.format(repr('__next__'))}\n",
    )


@pytest.mark.parametrize(
    "text",
    [
        "class N:\n    def __init__(self): self.next = None\nx = getattr(N(), 'next')\n",
        "class N:\n    def next(self, n): return n\nx = getattr(N(), 'next')\n",
        f"{ITERATOR}x = getattr(y, 'next')\n",
        f"{ITERATOR}x = getattr(I(), 'last')\n",
        f"{ITERATOR}def getattr(a, b): return b\nx = getattr(I(), 'next')\n",
        "class I:\n    def __iter__(self): return self\n    def __next__(self): pass\n    next = __next__\n"
        "x = getattr(I(), 'next')\n",
    ],
)
def test_what_is_no_iterator_or_has_both_names(text):
    check_untouched(RULE, text)
