"""md5.new → hashlib.md5."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "hash_modules"


@pytest.mark.parametrize(
    "text", ["md5 = h()\nmd5.new(a)\n", "try:\n    import hashlib\nexcept ImportError:\n    import md5\n"]
)
def test_leaves_other_names(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import md5, os\nmd5.md5(a)\n", "import hashlib\nimport os\nhashlib.md5(a)\n"),
        ("import sha\nsha.new()\n", "import hashlib\nhashlib.sha1()\n"),
        ("from md5 import new\nnew(a)\n", "from hashlib import md5\nmd5(a)\n"),
        (
            "import sha\nfrom names import *\nhmac.new(a, b, sha)\n",
            "import hashlib\nfrom names import *\nhmac.new(a, b, hashlib.sha1)\n",
        ),
        ("from md5 import md5\nmd5(a)\n", "from hashlib import md5\nmd5(a)\n"),
    ],
)
def test_renames(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    "handed",
    [
        "def f(kind=md5): return kind.new({})\n",
        "def f(kind): return kind.new({})\ng = lambda kind=md5: f(kind)\n",
        "def f(kind): return kind.new({})\ng = lambda: f(kind=md5)\n",
    ],
)
def test_a_module_that_is_handed_on(handed):
    """What is called by its name is a function of hashlib; another object's new() is left."""
    text = "import md5\nimport other as o\n" + handed.format("b'a'") + "x = o.new(1)\n"
    after = run(RULE, text).text
    assert "return kind(b'a')" in after and "o.new(1)" in after
    aliased = text.replace("import md5", "import md5 as m").replace("=md5", "=m").replace("= md5", "= m")
    assert "return kind(b'a')" in run(RULE, aliased).text
