"""Files that are run."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "exec_files"


@pytest.mark.parametrize(
    "text", ["exec(f)\n", "exec(open(p).read())\n", "exec()\n", "def exec(x): pass\nexec(open(p))\n"]
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("exec(open(p))\n", "exec(open(p).read())\n"),
        ("with open(p) as f:\n    exec(f, d)\n", "with open(p) as f:\n    exec(f.read(), d)\n"),
        ("f = file(p)\nexec f in d, e\n", "f = file(p)\nexec(f.read(), d, e)\n"),
    ],
)
def test_reads_it(before, after):
    check_rule(RULE, before, after)
