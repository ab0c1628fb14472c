"""The length of a StringIO."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "buffer_length"
HEAD = "from StringIO import StringIO\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "x = y.len\n",
        HEAD + "s = StringIO()\nx = len(s)\n",
        HEAD + "s = StringIO()\ns = y\ns.len = 3\n",
        HEAD
        + "class C:\n    def __init__(self, b): self.b = b or StringIO()\n    def f(self): return self.b.len\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("s = StringIO()\nx = s.len\n", "s = StringIO()\nx = len(s.getvalue())\n"),
        (
            "class C:\n    def __init__(self): self.b = StringIO()\n    def f(self): return self.b.len\n",
            "class C:\n    def __init__(self): self.b = StringIO()\n    def f(self): return len(self.b.getvalue())\n",
        ),
    ],
)
def test_counts_what_it_holds(before, after):
    check_rule(RULE, HEAD + before, HEAD + after)
