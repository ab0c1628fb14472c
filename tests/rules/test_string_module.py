"""string.join(a, b) → b.join(a)."""

import pytest
from rules.checking import check_open, check_rule, check_untouched, run

from migration.repository_index import RepositoryIndex

RULE = "string_module"


@pytest.mark.parametrize(
    "text",
    [
        "import string\nstring.capwords(a)\n",
        "string = 'x'\nstring.join(a)\n",
        "from os.path import join\njoin(a, b)\n",
        "def f(string): return string.upper()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import string\nstring.join(a)\n", "import string\n' '.join(a)\n"),
        ("from string import join, upper\njoin(a, b + c)\nupper(d)\n", "(b + c).join(a)\nd.upper()\n"),
        ("import string as s\ns.replace(a, b, c)\n", "import string as s\na.replace(b, c)\n"),
        (
            "import string\nmap(string.strip, a), string.atoi('1', 8)\n",
            "import operator\nimport string\nmap(operator.methodcaller(\"strip\"), a), int('1', 8)\n",
        ),
        ("import string\nstring.zfill(7, 3)\n", "import string\nrepr(7).zfill(3)\n"),
        (
            "import string\nt = string.maketrans('a', 'b')\nstring.translate(a, t, 'x')\n",
            "import string\nt = str.maketrans('a', 'b')\na.translate({**t, **str.maketrans(\"\", \"\", 'x')})\n",
        ),
        (
            "from string import *\nlower(a), letters\n",
            "import string\nfrom string import *\na.lower(), string.ascii_letters\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_what_cannot_be_called_as_a_method_stays_open():
    check_open(RULE, "import string\nstring.join(*a)\n", 2)


def test_leaves_a_module_of_the_package():
    index = RepositoryIndex(["p/__init__.py", "p/a.py", "p/string.py"])
    check_untouched(RULE, "import string\nstring.join(a)\n", key="p/a.py", index=index)


USER = "from p.a import lower\nlower(b)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from string import lower, upper\n", "lower = str.lower\n"),
        (
            "if old:\n    def lower(s): return s\nelse:\n    from string import lower\n",
            "if old:\n    def lower(s): return s\nelse:\n    lower = str.lower\n",
        ),
    ],
)
def test_a_function_that_other_files_import_keeps_its_name(before, after):
    texts = {"p/__init__.py": "", "p/a.py": before, "p/b.py": USER}
    index = RepositoryIndex(texts, texts.__getitem__)
    check_rule(RULE, before, after, key="p/a.py", index=index)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("string.split(a.b(), maxsplit=1)", "a.b().split(maxsplit=1)"),
        ("string.rsplit(a, ',', maxsplit=2)", "a.rsplit(',', maxsplit=2)"),
        ("string.split(s=a)", None),
    ],
)
def test_arguments_by_name(before, after):
    outcome = run(RULE, f"import string\nx = {before}\n")
    assert (f"x = {after}\n" in outcome.text) if after else outcome.open_sites


@pytest.mark.parametrize(
    "use",
    [
        "x = t[97:100]\n",
        "x = len(t)\n",
        "x = 'ab'.translate(u, t)\n",
        "x = t.translate(u)\n",
        "x = t + 'a'\n",
    ],
)
def test_a_table_that_is_used_as_a_string_is_one(use):
    from migration.rules.string_module import TABLE

    before = "import string\nt = string.maketrans('a', 'b')\n" + use
    after = f"import string\n\n{TABLE}\n\nt = octet_table('a', 'b')\n" + use
    check_rule(RULE, before, after)
    place: dict[str, object] = {}
    exec(TABLE + "t = octet_table('a', 'b')\nx = len(t), t[97:99], 'cab\\u20ac'.translate(t)", place)
    assert place["x"] == (256, "bb", "cbb\u20ac")
