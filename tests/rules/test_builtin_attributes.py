"""__builtin__.unicode."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.engine import migrate

RULE = "builtin_attributes"


@pytest.mark.parametrize(
    "text",
    [
        "import builtins\nbuiltins.open(a)\n",
        "import builtins\nbuiltins.unicode = str\n",
        "import builtins\ntry:\n    u = builtins.unicode\nexcept AttributeError:\n    u = str\n",
        "import mine\nmine.unicode(a)\n",
        "def f(builtins):\n    return builtins.long\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import builtins\nx = builtins.basestring, builtins.long(3)\n",
            "import builtins\nx = str, int(3)\n",
        ),
        ("import builtins\nx = [builtins.unichr(3)]\n", "import builtins\nx = [chr(3)]\n"),
        (
            "import builtins\nx = hasattr(builtins, 'unichr')\n",
            "import builtins\nx = hasattr(builtins, 'chr')\n",
        ),
        (
            'import builtins\nx = getattr(builtins, "long")\n',
            'import builtins\nx = getattr(builtins, "int")\n',
        ),
        (
            "import builtins\nx = builtins.reduce(f, a)\n",
            "import functools\nimport builtins\nx = functools.reduce(f, a)\n",
        ),
        (
            "import builtins\ndef int(x):\n    return builtins.long(x)\n",
            "import builtins\ndef int(x):\n    return builtins.int(x)\n",
        ),
    ],
)
def test_names_the_successor(before, after):
    check_rule(RULE, before, after)


def test_what_has_no_successor_stays_open():
    check_open(RULE, "import builtins\nx = builtins.execfile\n", 2)


def test_types_of_files_and_comparisons(tmp_path):
    text = (
        "import __builtin__\ndef f(p):\n    file = __builtin__.file(p, 'w')\n    file.close()\n"
        "    return isinstance(file, __builtin__.file), __builtin__.cmp(1, 2)\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["f"](tmp_path / "x") == (True, -1)
