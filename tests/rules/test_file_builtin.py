"""file → open, io.IOBase."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

RULE = "file_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "for file in files: file.read()\n",
        "def f(file=None): return file(1)\n",
        "from m import file\nfile(1)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("file(a, 'w').write(b)\n", "open(a, 'w').write(b)\n"),
        ("isinstance(a, (file, C))\n", "import io\nisinstance(a, (io.IOBase, C))\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_subclass_stays_open():
    check_open(RULE, "class F(file): pass\n", 1)
